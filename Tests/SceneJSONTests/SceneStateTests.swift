// States of documents: values by layers' names, and the transitions to them.

import CoreGraphics
import Documents
import QuartzCore
import SceneFiles
import Testing

struct SceneStateTests {
  private static let layers = """
    {"name": "a.b", "position": [10, 20], "opacity": 0.5}, {"name": "c", "left": 5, "width": 10, "top": 0, "height": 4}
    """

  private func scene(_ states: String) throws -> Scene {
    try SceneText(layers: Self.layers, ", \"states\": [\(states)]").scene()
  }

  @Test("A state is the document with values set; the next one begins anew") func values() throws {
    let scene = try scene(
      """
      {"name": "Locked", "set": {"a.b.position.x": 100, "a.b.opacity": 1, "c.position": [0, 0]}},
      {"name": "Sleep", "basedOn": "Locked", "set": {"a.b.opacity": 0.25, "a.b.transform.rotation.z": "90deg"}},
      {"name": "Plain", "basedOn": null}
      """)
    let layers = try #require(scene.rootLayer.sublayers)
    #expect(scene.stateNames == ["Locked", "Sleep", "Plain"] && layers[0].position == CGPoint(x: 10, y: 20))
    try scene.setState("Locked")
    #expect(layers[0].position == CGPoint(x: 100, y: 20) && layers[0].opacity == 1 && layers[1].position == .zero)
    try scene.setState("Sleep")
    #expect(layers[0].position.x == 100 && layers[0].opacity == 0.25 && abs(layers[0].transform.m12 - 1) < 1e-12)
    try scene.setState("Plain")
    // The layout counts for the document's own value.
    #expect(layers[0].position == CGPoint(x: 10, y: 20) && layers[1].position == CGPoint(x: 10, y: 2))
  }

  @Test("A transition animates what changes to its state, from the value before") func transitions() throws {
    let scene = try scene(
      """
      {"name": "Big", "set": {"c.bounds.size.width": 50},
       "transition": {"type": "spring", "mass": 1, "stiffness": 100, "damping": 10}},
      {"name": "Dim", "set": {"a.b.opacity": 0}, "transition": {"duration": 2, "timing": "easeIn"}}
      """)
    let layers = try #require(scene.rootLayer.sublayers)
    try scene.setState("Big", at: 0, animated: true)
    let spring = try #require(layers[1].animation(forKey: "state.bounds.size.width") as? CASpringAnimation)
    #expect(spring.fromValue as? Double == 10 && spring.toValue as? Double == 50 && spring.damping == 10)
    #expect(abs(spring.duration - spring.settlingDuration) < 1e-9)
    #expect(layers[0].animationKeys() ?? [] == [])
    // To Dim the other's property goes back, also in 2 s.
    try scene.setState("Dim", at: 1, animated: true)
    let back = try #require(layers[1].animation(forKey: "state.bounds.size.width") as? CABasicAnimation)
    let dim = try #require(layers[0].animation(forKey: "state.opacity") as? CABasicAnimation)
    #expect(back.duration == 2 && back.toValue as? Double == 10 && dim.toValue as? Double == 0)
    #expect(dim.timingFunction == CAMediaTimingFunction(name: .easeIn) && dim.isRemovedOnCompletion)
  }

  @Test(arguments: [
    ("{}", "/states/0: the state has no 'name'"), ("{\"name\": \"\"}", "the state has no 'name'"),
    ("{\"name\": \"A\"}, {\"name\": \"A\"}", "/states/1: a second state 'A'"),
    ("{\"name\": \"Alpha\", \"basedOn\": \"Alpah\"}", "/states/0/basedOn: no state 'Alpah'; did you mean 'Alpha'?"),
    (
      "{\"name\": \"A\", \"set\": {\"d.opacity\": 1}}", "no layer with the property 'd.opacity'; expected LAYER.keyPath"
    ),
    ("{\"name\": \"A\", \"set\": {\"c.opactiy\": 1}}", "/states/0/set/c.opactiy: "),
    ("{\"name\": \"A\", \"set\": {\"c\": 1}}", "no layer with the property 'c'"),
    ("{\"name\": \"A\", \"set\": {\"c.opacity\": \"x\"}}", "/states/0/set/c.opacity: 'x'; expected a number"),
    ("{\"name\": \"A\", \"sets\": {}}", "a state has no member 'sets'; did you mean 'set'?"),
    (
      "{\"name\": \"A\", \"set\": {\"c.opacity\": 1}, \"transition\": {\"type\": \"group\"}}",
      "/states/0/transition: a state's transition of type 'group'; expected basic or spring"
    ),
    (
      "{\"name\": \"A\", \"set\": {\"c.opacity\": 1}, \"transition\": {\"to\": 3}}",
      "/states/0/transition/to: an animation of type 'basic' has no member 'to'"
    ),
    ("{\"name\": \"A\", \"transition\": {\"duration\": -1}}", "/states/0/transition/duration: -1"),
  ])
  func errors(states: String, message: String) throws {
    let problem = try #require(try SceneText(layers: Self.layers, ", \"states\": [\(states)]").problem())
    #expect(problem.contains(message), "\(problem)")
  }
}
