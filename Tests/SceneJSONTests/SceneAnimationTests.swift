// Animations of documents: each type, how they hold, and what is wrong with them.

import CoreGraphics
import Documents
import QuartzCore
import SceneFiles
import TestDocuments
import Testing

@testable import SceneJSON

struct SceneAnimationTests {
  private func animations(_ texts: String..., members: String = "") throws -> [CAAnimation] {
    let layer = try SceneText.layer("\(members)\"animations\": [\(texts.joined(separator: ", "))]")
    return layer.animations.map(\.animation)
  }

  private func animation<Animation: CAAnimation>(_ text: String, as: Animation.Type = Animation.self) throws
    -> Animation
  {
    try #require(try animations(text).first as? Animation)
  }

  @Test func basic() throws {
    let basic: CABasicAnimation = try animation(
      """
      {"keyPath": "position", "from": [1, 2], "to": [3, 4], "duration": 2, "begin": 0.5, "repeatCount": 3,
       "autoreverses": true, "speed": 2, "timeOffset": 0.25, "additive": true, "cumulative": true, "timing": "easeOut"}
      """)
    #expect(type(of: basic) == CABasicAnimation.self && basic.keyPath == "position")
    #expect(basic.fromValue as? CGPoint == CGPoint(x: 1, y: 2) && basic.toValue as? CGPoint == CGPoint(x: 3, y: 4))
    #expect(basic.duration == 2 && basic.beginTime == 0.5 && basic.repeatCount == 3 && basic.autoreverses)
    #expect(basic.speed == 2 && basic.timeOffset == 0.25 && basic.isAdditive && basic.isCumulative)
    #expect(basic.timingFunction == CAMediaTimingFunction(name: .easeOut) && !basic.isRemovedOnCompletion)
    let plain: CABasicAnimation = try animation(
      "{\"keyPath\": \"opacity\", \"by\": -0.5, \"repeatCount\": \"infinity\"}")
    #expect(plain.duration == 0.25 && plain.byValue as? Double == -0.5 && plain.repeatCount == .infinity)
    #expect(plain.fromValue == nil && plain.toValue == nil && plain.beginTime == 1e-100)
  }

  @Test("Values are read by the kind of the property") func kinds() throws {
    let turn: CABasicAnimation = try animation("{\"keyPath\": \"transform.rotation.z\", \"to\": \"1turn\"}")
    #expect(abs((turn.toValue as? Double ?? 0) - 2 * .pi) < 1e-12)
    let color: CABasicAnimation = try animation("{\"keyPath\": \"backgroundColor\", \"from\": null, \"to\": \"red\"}")
    #expect(color.toValue as! CGColor == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    let frames: CAKeyframeAnimation = try animation("{\"keyPath\": \"bounds.size\", \"values\": [[1, 2], [3, 4]]}")
    #expect(frames.values as? [CGSize] == [CGSize(width: 1, height: 2), CGSize(width: 3, height: 4)])
  }

  @Test func keyframes() throws {
    let frames: CAKeyframeAnimation = try animation(
      """
      {"keyPath": "opacity", "values": [0, 1, 0.5], "keyTimes": [0, 0.25, 1], "calculationMode": "cubic",
       "tensionValues": [0, 0.5, 0], "continuityValues": [0, 0, 1], "biasValues": [1, 0, 0],
       "timing": ["linear", [0.1, 0.2, 0.3, 0.4]]}
      """)
    #expect(frames.values as? [Double] == [0, 1, 0.5] && frames.keyTimes == [0, 0.25, 1])
    #expect(frames.calculationMode == .cubic && frames.tensionValues == [0, 0.5, 0])
    #expect(frames.continuityValues == [0, 0, 1] && frames.biasValues == [1, 0, 0])
    #expect(
      frames.timingFunctions
        == [CAMediaTimingFunction(name: .linear), CAMediaTimingFunction(controlPoints: 0.1, 0.2, 0.3, 0.4)])
    let path: CAKeyframeAnimation = try animation(
      "{\"keyPath\": \"position\", \"path\": \"M0 0H9\", \"rotationMode\": \"auto\", \"timing\": [0, 0, 1, 1]}")
    #expect(path.path?.elementText == "M 0,0 L 9,0" && path.rotationMode == .rotateAuto && path.values == nil)
    #expect(path.timingFunction == CAMediaTimingFunction(controlPoints: 0, 0, 1, 1))
    let steps: CAKeyframeAnimation = try animation(
      "{\"keyPath\": \"opacity\", \"values\": [0, 1], \"keyTimes\": [0, 0.5, 1], \"calculationMode\": \"discrete\"}")
    #expect(steps.keyTimes?.count == 3)
  }

  @Test("A spring without a duration takes the time in which it settles") func springs() throws {
    let spring: CASpringAnimation = try animation(
      """
      {"type": "spring", "keyPath": "opacity", "to": 0, "mass": 2, "stiffness": 50, "damping": 8, "initialVelocity": 3}
      """)
    #expect(spring.mass == 2 && spring.stiffness == 50 && spring.damping == 8 && spring.initialVelocity == 3)
    #expect(spring.duration == spring.settlingDuration && spring.duration > 0.25)
    let told: CASpringAnimation = try animation("{\"type\": \"spring\", \"keyPath\": \"opacity\", \"duration\": 1}")
    #expect(told.duration == 1)
    let look: CASpringAnimation = try animation(
      """
      {"type": "spring", "keyPath": "opacity", "to": 0, "perceptualDuration": 0.5, "bounce": 0.3, "initialVelocity": 2}
      """)
    let same = CASpringAnimation(perceptualDuration: 0.5, bounce: 0.3)
    #expect(look.stiffness == same.stiffness && look.damping == same.damping && look.mass == same.mass)
    #expect(look.initialVelocity == 2)
  }

  @Test("Members of a group hold in it at both ends") func groups() throws {
    let group: CAAnimationGroup = try animation(
      """
      {"type": "group", "duration": 3, "animations": [
        {"keyPath": "opacity", "to": 0, "begin": 1}, {"keyPath": "opacity", "to": 1, "begin": 2},
        {"keyPath": "cornerRadius", "to": 1, "fillMode": "removed"}]}
      """)
    #expect(group.duration == 3 && group.fillMode == .both && !group.isRemovedOnCompletion)
    #expect(group.animations?.map(\.fillMode) == [.both, .both, .removed])
    #expect(group.animations?.map(\.beginTime) == [1, 2, 0])
  }

  @Test func transitions() throws {
    let push: CATransition = try animation(
      "{\"type\": \"transition\", \"transition\": \"push\", \"subtype\": \"fromLeft\", \"duration\": 1, \"begin\": 2}")
    #expect(push.type == .push && push.subtype == .fromLeft && push.duration == 1 && push.beginTime == 2)
    #expect(try (animation("{\"type\": \"transition\"}") as CATransition).type == .fade)
  }

  @Test("The first animation of a property holds before its beginning, too; later ones hold after it") func fill()
    throws
  {
    // In the order of their beginnings, not of the document.
    let fills = try animations(
      "{\"key\": \"b\", \"keyPath\": \"opacity\", \"to\": 1, \"begin\": 2}",
      "{\"key\": \"a\", \"keyPath\": \"opacity\", \"from\": 0, \"begin\": 1}",
      "{\"key\": \"c\", \"keyPath\": \"position\", \"to\": [1, 1], \"begin\": 3}",
      #"{"key": "d", "type": "group", "begin": 4, "animations": [{"keyPath": "position", "to": [0, 0]}]}"#,
      #"{"key": "e", "keyPath": "zPosition", "to": 1, "fillMode": "removed", "removedOnCompletion": true}"#
    )
    #expect(fills.map(\.fillMode) == [.removed, .both, .forwards, .both, .forwards])
    #expect(fills.map(\.isRemovedOnCompletion) == [true, false, false, false, false])
    #expect(fills.map(\.beginTime) == [1e-100, 1, 2, 3, 4])
  }

  @Test(
    "What holds is what is seen",
    arguments: [
      (0.0, 0.25), (1, 0.25), (2, 0.5), (3, 0.75), (4, 0.75), (5, 0.75), (5.5, 0.375), (6, 0), (99, 0),
    ])
  func held(time: Double, opacity: Double) throws {
    let scene = try SceneText(
      layers: """
        {"opacity": 1, "animations": [
          {"keyPath": "opacity", "from": 0.75, "to": 0, "begin": 5, "duration": 1, "timing": "linear"},
          {"keyPath": "opacity", "from": 0.25, "to": 0.75, "begin": 1, "duration": 2, "timing": "linear"}]}
        """
    ).scene()
    let host = LayerHost(layer: scene.rootLayer, clock: MediaClock(startingAt: 0))
    CATransaction.flush()
    host.clock.advance(to: time)
    CATransaction.flush()
    let shown = try #require(host.layer.sublayers?.first?.presentation())
    #expect(abs(Double(shown.opacity) - opacity) < 1e-6)
  }

  @Test(arguments: [
    ("{}", "/layers/0/animations/0: the animation has no 'keyPath'"),
    ("{\"keyPath\": \"opacty\"}", "did you mean 'opacity'?"),
    ("{\"keyPath\": \"fontSize\", \"to\": 3}", "CALayer has no property 'fontSize'"),
    ("{\"keyPath\": \"filters.b.inputRadius\", \"to\": 3}", "CALayer has no property 'filters.b.inputRadius'"),
    ("{\"keyPath\": \"emitterCells.c.scale\", \"to\": 3}", "CALayer has no property 'emitterCells.c.scale'"),
    ("{\"keyPath\": \"opacity\", \"to\": \"x\"}", "/layers/0/animations/0/to: 'x'; expected a number"),
    ("{\"keyPath\": \"opacity\", \"too\": 1}", "an animation of type 'basic' has no member 'too'; did you mean 'to'?"),
    ("{\"keyPath\": \"opacity\", \"mass\": 1}", "an animation of type 'basic' has no member 'mass'"),
    ("{\"type\": \"springy\"}", "did you mean 'spring'?"),
    ("{\"keyPath\": \"opacity\", \"values\": []}", "expected at least one value"),
    (
      "{\"keyPath\": \"opacity\", \"values\": [1], \"path\": \"M0 0\"}",
      "'path' animates a point; 'opacity' is not a point"
    ),
    ("{\"keyPath\": \"position\", \"values\": [[1, 1]], \"path\": \"M0 0\"}", "need 'values' or 'path', and not both"),
    ("{\"type\": \"keyframe\", \"keyPath\": \"opacity\"}", "keyframes need 'values' or 'path'"),
    ("{\"keyPath\": \"opacity\", \"values\": [1, 2], \"keyTimes\": [0]}", "1 key times of 2 values"),
    ("{\"keyPath\": \"opacity\", \"values\": [1, 2], \"keyTimes\": [1, 0]}", "expected ascending numbers, from 0 to 1"),
    ("{\"keyPath\": \"opacity\", \"values\": [1, 2], \"timing\": [\"linear\", \"linear\"]}", "2 timings of 2 values"),
    ("{\"keyPath\": \"opacity\", \"timing\": [\"linear\"]}", "expected [x1, y1, x2, y2]"),
    ("{\"keyPath\": \"opacity\", \"timing\": [-1, 0, 1, 1]}", "expected [x1, y1, x2, y2] with x from 0 to 1"),
    ("{\"keyPath\": \"opacity\", \"timing\": \"ease\"}", "expected one of linear, easeIn"),
    ("{\"keyPath\": \"opacity\", \"fillMode\": \"front\"}", "/layers/0/animations/0/fillMode: 'front'"),
    ("{\"keyPath\": \"opacity\", \"duration\": -1}", "expected from 0 to 1e+09"),
    (
      "{\"type\": \"spring\", \"keyPath\": \"opacity\", \"bounce\": 0.5}",
      "needs both 'bounce' and 'perceptualDuration'"
    ),
    (
      "{\"type\": \"spring\", \"keyPath\": \"opacity\", \"bounce\": 0, \"perceptualDuration\": 1, \"mass\": 1}",
      "'mass' does not go with 'bounce'"
    ),
    (
      "{\"type\": \"spring\", \"keyPath\": \"opacity\", \"stiffness\": -1}",
      "expected a value that 'stiffness' can have"
    ),
    ("{\"type\": \"spring\", \"keyPath\": \"opacity\", \"damping\": 1e-6}", "does not settle within 10,000 s"),
    ("{\"type\": \"transition\", \"transition\": \"slide\"}", "expected one of fade, moveIn, push, reveal"),
    ("{\"type\": \"group\", \"animations\": [{\"keyPath\": \"a\"}]}", "/layers/0/animations/0/animations/0/keyPath"),
    (
      "{\"key\": \"a\", \"keyPath\": \"opacity\"}, {\"key\": \"a\", \"keyPath\": \"opacity\"}",
      "/layers/0/animations/1: a second animation with the key 'a' on one layer"
    ),
  ])
  func errors(text: String, message: String) throws {
    let problem = try #require(try SceneText.problem("\"animations\": [\(text)]"))
    #expect(problem.contains(message) && !problem.contains("did you mean 'fontSize'"), "\(problem)")
  }
}
