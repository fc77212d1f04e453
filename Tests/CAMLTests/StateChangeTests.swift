// Changes that states of wallpapers make in addition to values, by Core Animation's classes CAStateAddAnimation,
// RemoveAnimation, AddElement and RemoveElement, of which each takes back what it did when the state ends.

import Documents
import QuartzCore
import SceneFiles
import TestDocuments
import Testing

@testable import CAML

struct StateChangeTests {
  private static let move = """
    <animation type="CABasicAnimation" keyPath="position.x" beginTime="1e-100" duration="1" removedOnCompletion="0" \
    fillMode="forwards"><fromValue type="real" value="20"/><toValue type="real" value="180"/></animation>
    """

  private static func document(_ states: String, sublayers: String = "") -> String {
    Fixtures.document(
      """
      <sublayers><CALayer id="#a" name="a" position="20 50"><animations><animation type="CABasicAnimation" key="turn" \
      keyPath="opacity" beginTime="1e-100" duration="4"><fromValue type="real" value="0"/></animation></animations>
      </CALayer><CALayer id="b" name="b"/>\(sublayers)</sublayers><states>\(states)</states>
      """)
  }

  private static func state(_ name: String, _ elements: String) -> String {
    "<LKState name='\(name)'><elements>\(elements)</elements></LKState>"
  }

  private func root(of scene: Scene) throws -> CALayer {
    try #require(scene.rootLayer.sublayers?.first?.sublayers?.first)
  }

  private func names(in scene: Scene) throws -> [String?] { try root(of: scene).sublayers?.map(\.name) ?? [] }

  @Test("An animation is there for as long as the state is, from the scene's beginning or from the change on")
  func addsAnimations() throws {
    let scene = try Fixtures.load(
      Self.document(
        Self.state("Locked", "")
          + Self.state("Unlock", "<LKStateAddAnimation targetId='#a' key='go'>\(Self.move)</LKStateAddAnimation>")))
    #expect(scene.notes.isEmpty && scene.setsValues(in: "Unlock") && !scene.setsValues(in: "Locked"))
    let layer = try #require(try root(of: scene).sublayers?.first)
    #expect(layer.animation(forKey: "go") == nil)
    try scene.setState("Unlock")
    #expect(layer.animation(forKey: "go")?.beginTime == 1e-100)
    try scene.setState("Locked")
    #expect(layer.animationKeys() == ["turn"])
    try scene.setState("Unlock", at: 2, animated: true)
    #expect(layer.animation(forKey: "go")?.beginTime == 2)
    // The state that is set goes on.
    try scene.setState("Unlock", at: 3, animated: true)
    #expect(layer.animation(forKey: "go")?.beginTime == 2)
    try scene.setState(nil)
    #expect(layer.animationKeys() == ["turn"])
  }

  @Test("An animation is removed for as long as the state is")
  func removesAnimations() throws {
    let scene = try Fixtures.load(
      Self.document(
        Self.state(
          "S",
          "<LKStateRemoveAnimation targetId='#a' key='turn'/><LKStateRemoveAnimation targetId='#a' key='none'/>")))
    let layer = try #require(try root(of: scene).sublayers?.first)
    try scene.setState("S")
    #expect(layer.animationKeys() ?? [] == [])
    try scene.setState(nil)
    #expect(layer.animationKeys() == ["turn"] && layer.animation(forKey: "turn")?.duration == 4)
  }

  @Test("Layers are added and removed, where they are named to be, and put back where they were")
  func layers() throws {
    let scene = try Fixtures.load(
      Self.document(
        Self.state(
          "Add",
          """
          <LKStateAddElement targetId="root" keyPath="sublayers" beforeObjectId="b"><object type="CALayer" id="n" \
          name="new"/></LKStateAddElement>
          <LKStateSetValue targetId="n" keyPath="opacity"><value type="real" value="0.25"/></LKStateSetValue>
          <LKStateAddElement targetId="root" keyPath="sublayers"><object><CALayer name="last"/></object>
          </LKStateAddElement>
          """)
          + Self.state(
            "Remove",
            "<LKStateRemoveElement targetId='root' keyPath='sublayers'><object object='#a'/></LKStateRemoveElement>")
          + Self.state("Move", "<LKStateAddElement targetId='#a' keyPath='sublayers' objectId='b'/>")))
    #expect(scene.notes.isEmpty, "\(scene.notes)")
    #expect(try names(in: scene) == ["a", "b"])
    try scene.setState("Add")
    #expect(try names(in: scene) == ["a", "new", "b", "last"])
    #expect(try root(of: scene).sublayers?[1].opacity == 0.25)
    try scene.setState("Remove")
    #expect(try names(in: scene) == ["b"])
    try scene.setState("Move")
    #expect(try names(in: scene) == ["a"])
    #expect(try root(of: scene).sublayers?.first?.sublayers?.first?.name == "b")
    try scene.setState(nil)
    #expect(try names(in: scene) == ["a", "b"])
  }

  @Test("LKStateSetProperty is LKStateSetValue by another name")
  func setsProperties() throws {
    let value = "<value type='real' value='0.5'/>"
    let scene = try Fixtures.load(
      Self.document(
        Self.state("S", "<LKStateSetProperty targetId='b' keyPath='opacity'>\(value)</LKStateSetProperty>")))
    try scene.setState("S")
    #expect(try root(of: scene).sublayers?[1].opacity == 0.5)
  }

  @Test("A state that is based on another has its changes, which stay between the two")
  func bases() throws {
    let scene = try Fixtures.load(
      Self.document(
        Self.state("A", "<LKStateAddAnimation targetId='#a' key='go'>\(Self.move)</LKStateAddAnimation>")
          + "<LKState name='B' basedOn='A'><elements><LKStateRemoveAnimation targetId='#a' key='turn'/></elements>"
          + "</LKState>"))
    let layer = try #require(try root(of: scene).sublayers?.first)
    try scene.setState("A", at: 1, animated: true)
    try scene.setState("B", at: 2, animated: true)
    #expect(layer.animationKeys() == ["go"] && layer.animation(forKey: "go")?.beginTime == 1)
    try scene.setState("A", at: 3, animated: true)
    #expect(Set(layer.animationKeys() ?? []) == ["go", "turn"])
  }

  @Test("A layer never comes into itself, and what cannot be made is noted")
  func impossible() throws {
    let scene = try Fixtures.load(
      Self.document(
        Self.state(
          "S",
          """
          <LKStateAddElement targetId="#a" keyPath="sublayers" objectId="root"/>
          <LKStateAddElement targetId="#a" keyPath="sublayers" objectId="#a"/>
          <LKStateAddElement targetId="#a" keyPath="sublayers" objectId="nobody"/>
          <LKStateAddElement targetId="#a" keyPath="filters"/><LKStateRemoveAnimation targetId="#a"/>
          <LKStateAddAnimation targetId="#a"/><LKEventHandler/>
          <LKStateAddElement targetId="b" keyPath="sublayers" objectId="#a"/>
          <LKStateAddElement targetId="#a" keyPath="sublayers" objectId="b"/>
          """)))
    #expect(
      scene.notes.map(\.message) == [
        "<LKStateAddElement> names no layer; expected <object>, or 'objectId'",
        "<LKStateAddElement> of 'filters' is not supported yet; skipped",
        "<LKStateRemoveAnimation> without 'key'; skipped", "<LKStateAddAnimation> without an animation; skipped",
        "<LKEventHandler> in a state is not supported yet; skipped",
      ])
    try scene.setState("S")
    #expect(try names(in: scene) == ["b"])
    try scene.setState(nil)
    #expect(try names(in: scene) == ["a", "b"])
  }
}
