import CoreGraphics
import Documents
import Foundation
import QuartzCore
import SceneFiles
import Testing

@testable import SceneJSON

@Suite("Scenes for several shapes of film")
struct SceneAspectTests {
  /// A document of three aspects; the layer's members follow.
  private static func document(_ members: String) -> String {
    """
    {"size": {"1:1": [100, 100], "9:16": [90, 160], "16:9": [160, 90]}, "layers": [{"name": "a", \(members)}]}
    """
  }

  private static func scene(_ document: String, _ shape: SceneShape?) throws -> Scene {
    try SceneText(document).scene { $0.shape = shape }
  }

  @Test("An aspect is two numbers", arguments: ["16:9", "9:16", "1:1", "9999:1"]) func names(name: String) throws {
    #expect(try #require(SceneAspect(name: name)).name == name)
  }

  @Test("Others are not", arguments: ["", ":", "16", "16:", "0:9", "-1:2", "1.5:1", "16:9:1", "10000:1", "a:b", "١:١"])
  func others(name: String) { #expect(SceneAspect(name: name) == nil) }

  @Test("The nearest aspect by the ratio of sides; the widest without a shape")
  func choice() throws {
    let aspects = ["16:9", "1:1", "9:16"].compactMap { SceneAspect(name: $0) }
    let near = { (w: CGFloat, h: CGFloat) in aspects.chosen(by: .nearest(CGSize(width: w, height: h)))?.name }
    #expect(aspects.chosen(by: nil)?.name == "16:9" && aspects.chosen(by: .aspect("9:16"))?.name == "9:16")
    #expect(near(1920, 1080) == "16:9" && near(1080, 1920) == "9:16" && near(1000, 1100) == "1:1")
    // 4:3 lies in the middle of 1:1 and 16:9, by ratios.
    #expect(near(390, 300) == "1:1" && near(420, 300) == "16:9" && near(300, 420) == "9:16")
    #expect([SceneAspect]().chosen(by: .nearest(.zero)) == nil)
  }

  @Test("Values by aspect stand at any place")
  func values() throws {
    let text = Self.document(
      """
      "cornerRadius": {"16:9": 1, "9:16": 2, "default": 3}, "left": {"9:16": 5, "default": {"slot": "L", "default": 6}},
      "top": 0, "width": 10, "height": {"default": "50%", "1:1": 7}, "sublayers": {"9:16": [{}, {}], "default": []},
      "animations": [{"keyPath": "opacity", "to": {"1:1": 0.5, "default": 0.25}}]
      """)
    let wanted: [(SceneShape?, CGSize, CGFloat, CGRect, Int, Double)] = [
      (nil, CGSize(width: 160, height: 90), 1, CGRect(x: 6, y: 0, width: 10, height: 45), 0, 0.25),
      (.aspect("9:16"), CGSize(width: 90, height: 160), 2, CGRect(x: 5, y: 0, width: 10, height: 80), 2, 0.25),
      (
        .nearest(CGSize(width: 9, height: 9)), CGSize(width: 100, height: 100), 3,
        CGRect(x: 6, y: 0, width: 10, height: 7), 0, 0.5
      ),
    ]
    for (shape, size, radius, frame, count, opacity) in wanted {
      let scene = try Self.scene(text, shape)
      let layer = try #require(scene.rootLayer.sublayers?.first)
      #expect(scene.size == size && layer.cornerRadius == radius && layer.frame == frame)
      #expect(layer.sublayers?.count ?? 0 == count)
      let animation = try #require(layer.animations.first?.animation)
      #expect((animation as? CABasicAnimation)?.toValue.flatMap(AnimatableValue.init)?.number == opacity)
    }
  }

  @Test("A missing value, an aspect that the document lacks, and aspects in a scene of one size are errors")
  func errors() throws {
    let text = Self.document("\"opacity\": {\"16:9\": 1, \"9:16\": 1}")
    _ = try Self.scene(text, nil)
    let missing = try #require(throws: SceneFileError.self) { try Self.scene(text, .aspect("1:1")) }
    #expect(missing.message == "/layers/0/opacity: no value for the aspect 1:1, and no 'default'; expected a number")
    let unknown = try #require(throws: SceneFileError.self) { try Self.scene(text, .aspect("4:3")) }
    #expect(unknown.kind == .unknownName)
    #expect(unknown.message == "no aspect '4:3'; expected one of '16:9', '1:1', '9:16'")
    let inner = try #require(throws: SceneFileError.self) {
      try Self.scene(Self.document("\"opacity\": {\"16:9\": \"x\", \"default\": 1}"), nil)
    }
    #expect(inner.message == "/layers/0/opacity/16:9: 'x'; expected a number")
    let single = "{\"size\": [9, 9], \"layers\": [{\"opacity\": {\"1:1\": 1}}]}"
    let one = try #require(throws: SceneFileError.self) { try Self.scene(single, nil) }
    #expect(one.message == "/layers/0/opacity: values by aspect in a scene of one size; expected a number")
    let misspelled = try #require(throws: SceneFileError.self) {
      try Self.scene(Self.document("\"opacity\": {\"16x9\": 1, \"default\": 1}"), nil)
    }
    #expect(
      misspelled.message
        == "/layers/0/opacity: an object with the name '16x9', which is no aspect as '16:9' is; expected a number")
    let named = try #require(throws: SceneFileError.self) {
      try Self.scene("{\"size\": [9, 9], \"layers\": []}", .aspect("1:1"))
    }
    #expect(named.message == "no aspect '1:1'; the file has no aspect")
  }
}
