// The document around the layers, and which files are one.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import SceneFiles
import TestSupport
import Testing

struct SceneDocumentTests {
  @Test func head() throws {
    let text = try SceneText(
      """
      {"$schema": "https://example.com/scene.schema.json", "multiplane": 1, "size": [320, 240], "duration": 5.5,
       "background": "#102030", "layers": [{"name": "back"}, {"name": "front"}]}
      """)
    let scene = try text.scene()
    #expect(scene.size == CGSize(width: 320, height: 240) && scene.duration == 5.5 && scene.notes == [])
    #expect(scene.rootLayer.bounds == CGRect(x: 0, y: 0, width: 320, height: 240))
    #expect(scene.rootLayer.position == CGPoint(x: 160, y: 120) && !scene.rootLayer.isGeometryFlipped)
    #expect(scene.rootLayer.backgroundColor == CGColor(srgbRed: 16 / 255, green: 32 / 255, blue: 48 / 255, alpha: 1))
    #expect(scene.rootLayer.sublayers?.map(\.name) == ["back", "front"])
    #expect(scene.stateNames == [] && scene.initialState == nil)
  }

  @Test(
    "Without a duration, the longest animation's is the scene's",
    arguments: [
      ("", nil), (#"{"keyPath": "opacity", "to": 0, "duration": 2, "begin": 1}"#, 3),
      (#"{"keyPath": "opacity", "to": 0}"#, 0.25), (#"{"keyPath": "opacity", "to": 0, "repeatCount": 3}"#, 0.75),
      // One cycle of an endless one.
      (#"{"keyPath": "opacity", "to": 0, "duration": 4, "repeatCount": "infinity"}"#, 4),
    ])
  func durations(animation: String, seconds: Double?) throws {
    let scene = try SceneText(layers: "{\"animations\": [\(animation)]}").scene()
    #expect(scene.duration == seconds)
  }

  @Test(
    "A document is known by its members, whatever its name",
    arguments: [
      "a.scene.json", "a.json", "A.SCENE.JSON", "scene", "a.caml",
    ])
  func recognized(name: String) throws {
    let text = "{\"size\": [30, 20], \"layers\": []}"
    #expect(try SceneText(text, name: name).scene().size == CGSize(width: 30, height: 20))
    #expect(try SceneText("\u{FEFF} \n" + text, name: name).scene().size == CGSize(width: 30, height: 20))
  }

  private static let lottie =
    #"{"v": "5.7", "fr": 10, "ip": 0, "op": 20, "w": 40, "h": 20, "layers": []"#

  @Test("A Lottie document stays one, also with this suffix", arguments: ["a.json", "a.scene.json"])
  func lottie(name: String) throws {
    #expect(try SceneText(Self.lottie + "}", name: name).scene().size == CGSize(width: 40, height: 20))
  }

  @Test(
    "By its suffix a document that lacks a member is this format's, and says which",
    arguments: [
      (#"{"layers": []}"#, "the scene has no 'size'"), (#"{"size": [1, 1]}"#, "the scene has no 'layers'"),
      (#"{"size": [1, 1], "layer": []}"#, "did you mean 'layers'?"),
    ])
  func incomplete(text: String, message: String) throws {
    let problem = try #require(try SceneText(text).problem())
    #expect(problem.hasPrefix("a.scene.json:1:") && problem.contains(message), "\(problem)")
  }

  @Test(arguments: [
    ("\"size\": [0, 10]", "expected above 0"), ("\"size\": [10, 70000]", "at most 65536"),
    ("\"size\": [10]", "/size: a list of 1; expected [width, height]"),
    ("\"size\": \"10x10\"", "expected [width, height]"),
    ("\"size\": [1, 1], \"duration\": 0", "/duration: 0; expected from 0.001 to 1e+09"),
    ("\"size\": [1, 1], \"duration\": \"5s\"", "expected seconds"),
    ("\"size\": [1, 1], \"multiplane\": 2", "/multiplane: 2; expected from 1 to 1"),
    ("\"size\": [1, 1], \"background\": null", "/background: null; expected a colour"),
    ("\"size\": [1, 1], \"states\": {}", "/states: an object; expected a list of states"),
  ])
  func errors(members: String, message: String) throws {
    let problem = try #require(try SceneText("{\"layers\": [], \(members)}").problem())
    #expect(problem.contains(message), "\(problem)")
  }

  @Test("A scene is read anew for each of its uses") func readTwice() throws {
    let text = try SceneText(layers: "{\"name\": \"a\", \"type\": \"text\", \"text\": \"one\"}")
    let document = try SceneImporter.all.open(path: text.path, options: SceneLoadOptions(), isShared: true)
    var replacements = SceneReplacements()
    replacements.texts["a"] = "two"
    let scenes = [try document.read(replacing: replacements), try document.read(replacing: SceneReplacements())]
    #expect(scenes.map { ($0.rootLayer.sublayers?.first as? CATextLayer)?.string as? String } == ["two", "one"])
  }
}
