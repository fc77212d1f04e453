// A layer with thousands of animations (R-B6): what they cost must grow as their number does. The limits
// of time are such that a pass over all animations for each of them does not keep to them, also in a release build.

import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct ManyAnimationsTests {
  /// Counts the ends, and looks at the layer at each.
  private final class Counter: NSObject, CAAnimationDelegate {
    var begun = 0
    var ended = 0

    func animationDidStart(_ anim: CAAnimation) { begun += 1 }
    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { if flag { ended += 1 } }
  }

  private static func animation(_ duration: Double, _ delegate: (any CAAnimationDelegate)?) -> CAAnimation {
    let animation = CABasicAnimation(keyPath: "zPosition")
    (animation.duration, animation.isAdditive) = (duration, true)
    (animation.fromValue, animation.toValue) = (1, 1)
    animation.delegate = delegate
    return animation
  }

  @Test(
    "R-B6: 30,000 animations of a layer, with keys and without, end at different times",
    arguments: [true, false])
  func ends(haveKeys: Bool) {
    let time = CPUTime()
    defer { #expect(time.seconds < 60) }
    let count = 30_000
    let layer = CALayer()
    let clock = MediaClock(startingAt: 0)
    let host = LayerHost(layer: layer, clock: clock)
    let counter = Counter()
    for index in 0..<count {
      layer.add(Self.animation(1 + Double(index) / Double(count), counter), forKey: haveKeys ? "\(index)" : nil)
    }
    host.flush()
    // Each adds 1, as long as it is there.
    #expect(layer.presentation()?.zPosition == CGFloat(count))
    clock.advance(to: 1.5)
    #expect(counter.begun == count && counter.ended == count / 2 + 1)
    #expect(layer.presentation()?.zPosition == CGFloat(count - counter.ended))
    #expect(layer.animationKeys()?.count == (haveKeys ? count - counter.ended : nil))
    #expect((layer.animation(forKey: "15001") != nil) == haveKeys && layer.animation(forKey: "15000") == nil)
    clock.advance(to: 3)
    #expect(counter.ended == count && layer.animationKeys() == nil && layer.presentation()?.zPosition == 0)
  }

  @Test("R-B6: 30,000 animations are replaced and removed one by one")
  func removals() {
    let time = CPUTime()
    defer { #expect(time.seconds < 60) }
    let layer = CALayer()
    let host = LayerHost(layer: layer, clock: MediaClock(startingAt: 0))
    for round in 0..<2 {
      for index in 0..<30_000 { layer.add(Self.animation(Double(round + 1), nil), forKey: "\(index)") }
      host.flush()
    }
    #expect(layer.animationKeys()?.count == 30_000 && layer.animation(forKey: "7")?.duration == 2)
    for index in 0..<30_000 { layer.removeAnimation(forKey: "\(index)") }
    host.flush()
    #expect(layer.animationKeys() == nil && layer.presentation()?.zPosition == 0)
  }

  @Test("Animations that are over stay over when the layer's time goes back")
  func rewound() {
    let layer = CALayer()
    let clock = MediaClock(startingAt: 0)
    let host = LayerHost(layer: layer, clock: clock)
    for index in 0..<200 { layer.add(Self.animation(1 + Double(index), nil), forKey: "\(index)") }
    host.flush()
    clock.advance(to: 10.5)
    #expect(layer.presentation()?.zPosition == 190)
    layer.timeOffset = -10
    host.flush()
    #expect(layer.presentation()?.zPosition == 190)
  }

  @Test("R-B6: 32,000 keyframes along a curve at constant speed")
  func keyframes() throws {
    let time = CPUTime()
    defer { #expect(time.seconds < 60) }
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.values = (0..<32_001).map { CGPoint(x: Double($0), y: 0) }
    (animation.calculationMode, animation.duration) = (.cubicPaced, 32_000)
    #expect(try near(sample(animation, at: 20_000.5).position.x, 20_000.5))
  }
}
