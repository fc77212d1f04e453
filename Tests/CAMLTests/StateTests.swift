import CoreGraphics
import Documents
import Foundation
import QuartzCore
import SceneFiles
import TestDocuments
import Testing

@testable import CAML

struct StateTests {
  private static func spring(_ keyPath: String, _ attributes: String) -> String {
    """
    <LKStateTransitionElement targetId="a" keyPath="\(keyPath)">
      <animation type="CASpringAnimation" keyPath="\(keyPath)" \(attributes)/>
    </LKStateTransitionElement>
    """
  }

  private static func set(_ keyPath: String, _ value: String, id: String = "a") -> String {
    "<LKStateSetValue targetId='\(id)' keyPath='\(keyPath)'><value type='real' value='\(value)'/></LKStateSetValue>"
  }

  private static let document = Fixtures.document(
    rootAttributes: "speed='2'",
    """
    <sublayers><CALayer id="a" position="10 20" opacity="0.5"/></sublayers>
    <states>
      <LKState name="Locked"><elements>\(set("position.x", "100"))\(set("opacity", "1"))</elements></LKState>
      <LKState name="Unlock"><elements>\(set("position.x", "200"))</elements></LKState>
      <LKState name="Sleep"><elements>\(set("position.x", "200"))\(set("position.y", "7"))</elements></LKState>
    </states>
    <stateTransitions>
      <LKStateTransition fromState="*" toState="*"><elements>
        \(spring("position.y", "duration='4'"))</elements></LKStateTransition>
      <LKStateTransition fromState="*" toState="Unlock"><elements>
        \(spring("position.x", "duration='2'"))</elements></LKStateTransition>
      <LKStateTransition fromState="Locked" toState="Unlock"><elements>
        \(spring("position.x", "duration='1' beginTime='0.25'"))</elements></LKStateTransition>
      <LKStateTransition fromState="Unlock" toState="*"><elements>
        \(spring("position.x", "duration='3'"))</elements></LKStateTransition>
      <LKStateTransition fromState="*" toState="Sleep"><elements/></LKStateTransition>
    </stateTransitions>
    """)

  private let scene: Scene
  private let layer: CALayer

  init() throws {
    scene = try Fixtures.load(Self.document)
    layer = try #require(scene.rootLayer.sublayers?.first?.sublayers?.first?.sublayers?.first)
  }

  private var values: [Double] { [Double(layer.position.x), Double(layer.position.y), Double(layer.opacity)] }

  private func animation(_ key: String) -> CASpringAnimation? { layer.animation(forKey: key) as? CASpringAnimation }

  private func ends(_ animation: CASpringAnimation?) -> [Double?] {
    [(animation?.fromValue as? NSNumber)?.doubleValue, (animation?.toValue as? NSNumber)?.doubleValue]
  }

  @Test func statesAreTheDocumentWithValuesSet() throws {
    #expect(scene.notes == [])
    #expect(scene.stateNames == ["Locked", "Unlock", "Sleep"])
    #expect(values == [10, 20, 0.5])
    try scene.setState("Locked")
    #expect(values == [100, 20, 1])
    try scene.setState("Sleep")
    #expect(values == [200, 7, 0.5])
    try scene.setState(nil)
    #expect(values == [10, 20, 0.5])
    #expect(layer.animationKeys() ?? [] == [])
  }

  @Test func unknownState() {
    let error = #expect(throws: SceneFileError.self) { try scene.setState("Asleep") }
    #expect(error?.kind == .unknownState)
    #expect(error?.message == "no state 'Asleep'; expected one of Locked, Unlock, Sleep; did you mean 'Sleep'?")
  }

  @Test func theExactPairBeatsTheWildcard() throws {
    try scene.setState("Unlock", at: 1, animated: true)
    #expect(animation("position.x")?.duration == 2)
    #expect(ends(animation("position.x")) == [10, 200])
    try scene.setState("Locked")
    try scene.setState("Unlock", at: 3, animated: true)
    let exact = try #require(animation("position.x"))
    #expect(exact.duration == 1 && ends(exact) == [100, 200])
    // The root's speed is 2, and the document asks for a delay of 0.25 s.
    #expect(exact.beginTime == 6.25)
    #expect(values == [200, 20, 0.5])
  }

  @Test func eachPropertyFindsItsOwnTransition() throws {
    try scene.setState("Unlock")
    try scene.setState("Locked", at: 1, animated: true)
    // "Unlock -> *" has it; opacity has no transition and changes at once.
    #expect(animation("position.x")?.duration == 3)
    #expect(layer.animationKeys() == ["position.x"])
    try scene.setState("Sleep", at: 2, animated: true)
    // "* -> Sleep" is empty, and "Unlock -> *" is not for this change.
    #expect(layer.animationKeys() == ["position.y"])
    #expect(ends(animation("position.y")) == [20, 7])
  }

  @Test func anUnchangedValueGoesOnMoving() throws {
    try scene.setState("Unlock", at: 1, animated: true)
    try scene.setState("Sleep", at: 1.5, animated: true)
    #expect(ends(animation("position.x")) == [10, 200])
    #expect(animation("position.x")?.beginTime == 2)
  }

  @Test func timeZeroIsNotNow() throws {
    try scene.setState("Unlock", at: 0, animated: true)
    #expect(animation("position.x")?.beginTime == 1e-100)
  }

  @Test func whatIsWrongIsNoted() throws {
    let scene = try Fixtures.load(
      Fixtures.document(
        """
        <states><LKState name="S"><elements>
          \(Self.set("opacity", "1", id: "nobody"))\(Self.set("wobble", "1", id: "root"))
          \(Self.set("bounds", "1", id: "root"))
          <LKStateAddElement/>
        </elements></LKState></states>
        """))
    #expect(
      scene.notes.map(\.message) == [
        "no layer has the id 'nobody'; the state's change of it is skipped",
        "a state's 'wobble' is not known; skipped",
        "bounds: a value of type 'real' does not fit; skipped",
        "<LKStateAddElement> without 'targetId'; skipped",
      ])
    try scene.setState("S")
  }
}
