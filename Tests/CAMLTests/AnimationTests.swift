import CoreGraphics
import Foundation
import QuartzCore
import SceneFiles
import TestDocuments
import Testing

@testable import CAML

struct AnimationTests {
  /// Loads a document whose root has these animations; returns them as the layer holds them, and the scene.
  private func load(
    _ animations: String, assets: [String: [UInt8]] = [:]
  ) throws -> (animations: [CAAnimation], scene: Scene) {
    let scene = try Fixtures.load(Fixtures.document("<animations>\(animations)</animations>"), assets: assets)
    let root = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first)
    return (root.animations.map(\.animation), scene)
  }

  @Test func keyframes() throws {
    let (animations, scene) = try load(
      """
      <animation type="CAKeyframeAnimation" keyPath="transform.rotation.z" autoreverses="1" beginTime="1e-100"
        duration="2" removedOnCompletion="0" repeatCount="inf" calculationMode="cubic" fillMode="both" key="spin"
        speed="0.5">
        <values><real value="1.5"/><integer value="0"/><value type="real" value="3"/></values>
        <keyTimes><real value="0"/><real value="0.25"/><real value="1"/></keyTimes>
        <timingFunctions><timingFunction name="easeIn"/><timingFunction value="0.1 0.2 0.3 0.4"/></timingFunctions>
      </animation>
      """)
    #expect(scene.notes == [])
    let animation = try #require(animations.first as? CAKeyframeAnimation)
    #expect(animation.keyPath == "transform.rotation.z")
    #expect(animation.values?.compactMap { ($0 as? NSNumber)?.doubleValue } == [1.5, 0, 3])
    #expect(animation.keyTimes?.map(\.doubleValue) == [0, 0.25, 1])
    #expect(animation.timingFunctions?.count == 2)
    #expect(animation.autoreverses && !animation.isRemovedOnCompletion && animation.fillMode == .both)
    #expect(animation.beginTime == 1e-100 && animation.duration == 2 && animation.speed == 0.5)
    #expect(animation.repeatCount == .infinity && animation.calculationMode == .cubic)
    // One cycle there and back at half speed.
    #expect(scene.duration == 8)
    let root = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first)
    #expect(root.animation(forKey: "spin") != nil)
  }

  @Test func basicAnimations() throws {
    let (animations, scene) = try load(
      """
      <animation type="CABasicAnimation" keyPath="position" duration="1" timingFunction="easeOut">
        <fromValue type="CGPoint" value="1 2"/><toValue><CGPoint value="3 4"/></toValue>
      </animation>
      <animation type="CABasicAnimation" keyPath="backgroundColor" beginTime="2" duration="1" repeatCount="3">
        <toValue type="CGColor" value="1 0 0" opacity="0.5"/>
      </animation>
      <animation type="CASpringAnimation" keyPath="opacity" mass="2" stiffness="300" damping="50" velocity="3"
        duration="0.8">
        <byValue type="real" value="-1"/>
      </animation>
      """)
    #expect(scene.notes == [])
    let move = try #require(animations[0] as? CABasicAnimation)
    #expect(move.fromValue as? CGPoint == CGPoint(x: 1, y: 2) && move.toValue as? CGPoint == CGPoint(x: 3, y: 4))
    #expect(move.isRemovedOnCompletion && move.timingFunction != nil)
    let tint = try #require(animations[1] as? CABasicAnimation)
    #expect(tint.toValue as? CGColor == CGColor(red: 1, green: 0, blue: 0, alpha: 0.5) && tint.fromValue == nil)
    let spring = try #require(animations[2] as? CASpringAnimation)
    #expect(spring.mass == 2 && spring.stiffness == 300 && spring.damping == 50 && spring.initialVelocity == 3)
    #expect(spring.duration == 0.8 && (spring.byValue as? NSNumber)?.doubleValue == -1)
    #expect(scene.duration == 5)
  }

  @Test func groupsAndFrameSequences() throws {
    let (animations, scene) = try load(
      """
      <animation type="CAAnimationGroup" duration="3"><animations>
        <animation type="CAKeyframeAnimation" keyPath="contents" duration="1" calculationMode="discrete"><values>
          <CGImage src="a.png"/><CGImage src="b.png"/><CGImage src="none.png"/><CGImage src="a.png"/>
        </values></animation>
        <animation type="CAAnimationGroup"><animations>
          <animation type="CABasicAnimation" keyPath="bounds"><toValue type="CGRect" value="0 0 1 2"/></animation>
        </animations></animation>
      </animations></animation>
      """, assets: ["a.png": Fixtures.png(), "b.png": Fixtures.png()])
    let group = try #require(animations.first as? CAAnimationGroup)
    let frames = try #require((group.animations?[0] as? CAKeyframeAnimation)?.values)
    #expect(frames.count == 4 && frames[0] as? CGImage === frames[3] as? CGImage && frames[2] is NSNull)
    let inner = try #require((group.animations?[1] as? CAAnimationGroup)?.animations?.first as? CABasicAnimation)
    #expect(inner.toValue as? CGRect == CGRect(x: 0, y: 0, width: 1, height: 2))
    #expect(scene.notes.map(\.message) == ["no image 'none.png' in the package; the layer is drawn without it"])
  }

  @Test func whatIsNotSupportedIsNoted() throws {
    let (animations, scene) = try load(
      """
      <animation type="CATransition"/><animation type="MyAnimation"/><animation type="CABasicAnimation"/>
      <animation type="CABasicAnimation" keyPath="strokeEnd"/><animation type="CABasicAnimation" keyPath="wobble"/>
      <animation type="CABasicAnimation" keyPath="opacity" mass="1" timingFunction="2 0 1 1" x="1"><values/>
        <toValue type="CGPoint" value="1 2"/></animation>
      <animation type="CASpringAnimation" keyPath="opacity" mass="0"/>
      """)
    #expect(animations.count == 2)
    #expect(
      scene.notes.map(\.message) == [
        "CATransition is not supported yet; skipped",
        "MyAnimation is no animation class that is known; skipped",
        "CABasicAnimation without 'keyPath'; skipped",
        "an animation of 'strokeEnd' is a property of another class; skipped",
        "an animation of 'wobble' is not known; skipped",
        "attribute 'mass' of CABasicAnimation: '1' has no meaning here; skipped",
        "timing function '2 0 1 1'; expected linear, easeIn, easeOut, easeInEaseOut, default, "
          + "or 'x1 y1 x2 y2' with x from 0 to 1",
        "attribute 'x' of CABasicAnimation is not known; skipped",
        "<values> in CABasicAnimation is not known; skipped",
        "toValue: a value of type 'CGPoint' does not fit; skipped",
        "attribute 'mass' of CASpringAnimation: '0' has no meaning here; skipped",
      ])
    #expect((animations[1] as? CASpringAnimation)?.mass == 1)
  }
}
