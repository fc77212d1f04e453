// The places of errors, and the errors of hostile and damaged documents.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import SceneFiles
import TestSupport
import Testing

struct SceneErrorTests {
  @Test("An error tells file, line, column, pointer, what is there, what is expected and the nearest name") func whole()
    throws
  {
    let text = try SceneText(
      """
      {"size": [10, 10],
       "layers": [{},
         {"name": "é", "animations": [{"duration": 1,
            "keyPath": "opactiy", "to": 0}]}]}
      """)
    let error = try #require(text.failure())
    #expect(error.location.line == 4 && error.location.column == 18 && error.kind == .malformed)
    #expect(
      text.problem()
        == "a.scene.json:4:18: /layers/1/animations/0/keyPath: CALayer has no property 'opactiy'; expected a key path "
        + "of this layer; did you mean 'opacity'?")
  }

  @Test("A wrong name is told at the name, a wrong value at the value") func places() throws {
    let name = try #require(try SceneText("{\"size\": [1, 1], \"layers\": [{\"a/b\": 1}]}").failure())
    #expect(name.location.column == 30 && name.message.hasPrefix("/layers/0/a~1b: a layer has no member 'a/b'"))
    let value = try #require(try SceneText("{\"size\": [1, 1], \"layers\": [{\"opacity\": {}}]}").failure())
    #expect(value.location.column == 41 && value.message == "/layers/0/opacity: an object; expected a number")
  }

  @Test(
    "A document that is damaged says so with its place",
    arguments: [
      ("{\"size\": [1, 1], \"layers\": [", 1, 29), ("{\"size\": [1, 1],\n \"layers\": [{,}]}", 2, 14),
      ("{\"size\": [1, 1],\n \"layers\": []} {}", 2, 16),
      ("{\"size\": [1, 1], \"size\": [2, 2], \"layers\": []}", 1, 18),
      ("{\"size\": [1, 1], \"layers\": [{\"opacity\": NaN}]}", 1, 41),
      ("{\"size\": [1, 1],\n\"layers\": [{\"name\": \"a\", \"opacity\": 1, \"name\": \"b\"}]}", 2, 40),
    ])
  func damaged(text: String, line: Int, column: Int) throws {
    let error = try #require(try SceneText(text).failure())
    #expect(error.kind == .malformed && error.location.line == line && error.location.column == column, "\(error)")
  }

  @Test("Every document that is cut off is an error with a place") func cut() throws {
    let text =
      #"{"size": [9, 9], "layers": [{"name": "é", "opacity": 0.5, "animations": [{"keyPath": "opacity", "to": 1}]}]}"#
    let bytes = Array(text.utf8)
    let folder = try TemporaryFolder()
    for count in 0..<bytes.count {
      let path = try folder.write(bytes.prefix(count), to: "a.scene.json")
      let error = #expect(throws: SceneFileError.self) { try Scene(path: path) }
      #expect(error?.message.isEmpty == false && error?.location.file == path, "\(count) bytes")
    }
    _ = try Scene(path: folder.write(bytes, to: "a.scene.json"))
  }
}

/// Documents that ask for too much: an error, soon.
struct HostileSceneTests {
  @Test("Layers in layers, and masks of masks, up to 64 in each other", arguments: ["sublayers", "mask"]) func depth(
    member: String
  ) throws {
    let open = member == "mask" ? "{\"mask\": " : "{\"sublayers\": ["
    let close = member == "mask" ? "}" : "]}"
    func document(_ count: Int) throws -> SceneText {
      try SceneText(layers: String(repeating: open, count: count) + "{}" + String(repeating: close, count: count))
    }
    _ = try document(64).scene()
    for count in [65, 126, 127, 100_000] {
      let error = try #require(try document(count).failure())
      #expect(error.kind == .tooLarge && error.message.contains("more than"), "\(error)")
    }
  }

  @Test("The deepest documents are read and laid out on a thread's small stack") func smallStack() async throws {
    let stacks = String(repeating: "{\"stack\": {}, \"sublayers\": [", count: 64)
    let groups = String(repeating: "{\"type\": \"group\", \"animations\": [", count: 120)
    let texts = [
      stacks + "{\"width\": 1, \"height\": 1}" + String(repeating: "]}", count: 64),
      String(repeating: "{\"mask\": ", count: 64) + "{}" + String(repeating: "}", count: 64),
      "{\"animations\": [" + groups + String(repeating: "]}", count: 120) + "]}",
    ]
    for text in texts {
      let document = try SceneText(layers: text)
      let path = document.path
      await withCheckedContinuation { continuation in
        let thread = Thread {
          #expect(throws: Never.self) { try Scene(path: path) }
          continuation.resume()
        }
        thread.stackSize = 512 << 10
        thread.start()
      }
      withExtendedLifetime(document) {}
    }
  }

  @Test("100,000 layers are read, and no more, soon") func layers() throws {
    let time = CPUTime()
    func document(_ count: Int) throws -> SceneText {
      try SceneText(layers: Array(repeating: "{}", count: count).joined(separator: ","))
    }
    #expect(try document(100_000).scene().rootLayer.sublayers?.count == 100_000)
    let error = try #require(try document(100_001).failure())
    #expect(error.kind == .tooLarge && error.message.hasPrefix("/layers/100000: more than 100000 layers"))
    #expect(time.seconds < 20)
  }

  @Test(
    "Numbers without measure",
    arguments: [
      "\"position\": [1e308, 0]", "\"bounds\": [0, 0, 1e8, 1]", "\"cornerRadius\": 1e39", "\"opacity\": -1e308",
      "\"transform\": [1e308, 0, 0, 1, 0, 0]", "\"transform.rotation\": \"1e308turn\"", "\"zPosition\": 1e300",
      "\"width\": 1e308, \"height\": 1", "\"width\": \"1e308%\", \"height\": 1", "\"left\": \"nan%\", \"width\": 1",
      "\"beginTime\": 1e300", "\"transform\": [{\"translate\": [1e300, 0]}]",
      "\"transform\": [{\"rotate\": \"infdeg\"}]", "\"shadowPath\": \"M1e300 0\"",
      "\"shadowPath\": {\"ellipse\": [0, 0, 1e300, 1]}", "\"stack\": {\"gap\": 1e300}", "\"maskedCorners\": 1e300",
      "\"type\": \"replicator\", \"instanceCount\": 1e300", "\"type\": \"text\", \"fontSize\": 1e300",
      "\"animations\": [{\"keyPath\": \"opacity\", \"to\": 0, \"duration\": 1e300}]",
      "\"animations\": [{\"keyPath\": \"opacity\", \"to\": 0, \"begin\": -1e300}]",
      "\"animations\": [{\"keyPath\": \"opacity\", \"to\": 0, \"repeatCount\": -1}]",
      "\"animations\": [{\"keyPath\": \"opacity\", \"to\": 0, \"repeatDuration\": 1e10}]",
      "\"animations\": [{\"keyPath\": \"position\", \"to\": [1e300, 0]}]",
      "\"animations\": [{\"keyPath\": \"opacity\", \"to\": 0, \"timing\": [0, 1e300, 1, 1]}]",
      "\"animations\": [{\"type\": \"spring\", \"keyPath\": \"opacity\", \"to\": 0, \"mass\": 0}]",
      "\"animations\": [{\"type\": \"spring\", \"keyPath\": \"opacity\", \"to\": 0, \"damping\": 0}]",
    ])
  func numbers(members: String) throws {
    let problem = try #require(try SceneText.problem(members))
    #expect(problem.contains("expected"), "\(problem)")
  }

  @Test(
    "Numbers that single precision holds are read, and drawn somewhere",
    arguments: [
      "\"transform\": [3e38, 0, 0, 3e38, 0, 0]", "\"opacity\": -3e38", "\"zPosition\": 1e7", "\"cornerRadius\": 1e7",
      "\"position\": [-1e7, 1e7]", "\"transform.scale\": 1e-300", "\"speed\": 3e38", "\"timeOffset\": -1e9",
      "\"shadowOpacity\": 3e38, \"shadowRadius\": 1e7", "\"type\": \"replicator\", \"instanceCount\": 1e9",
      "\"type\": \"text\", \"text\": \"a\", \"fontSize\": 1e6",
      "\"animations\": [{\"keyPath\": \"opacity\", \"to\": 3e38, \"speed\": 3e38, \"begin\": -1e9}]",
      "\"animations\": [{\"keyPath\": \"opacity\", \"values\": [0, -3e38, 3e38], \"calculationMode\": \"cubic\"}]",
    ])
  func large(members: String) throws {
    #expect(try SceneText.problem("\"frame\": [0, 0, 20, 20], \"backgroundColor\": \"red\", \(members)") == nil)
  }

  @Test("A text of 1 MiB is read, and no longer one") func texts() throws {
    func document(_ count: Int) throws -> SceneText {
      try SceneText(layers: "{\"name\": \"\(String(repeating: "a", count: count))\"}")
    }
    #expect(try document(1 << 20).layer().name?.count == 1 << 20)
    let error = try #require(try document(1 << 20 + 1).failure())
    #expect(error.kind == .tooLarge && error.message.hasPrefix("/layers/0/name: a text of 1048577 bytes"))
  }

  @Test("Errors name their places in long documents soon") func longDocument() throws {
    let time = CPUTime()
    let layers = (0..<20_000).map { "{\"name\": \"[\($0)\\\"}\", \"position\": [1, 2]}" }.joined(separator: ",\n")
    let error = try #require(try SceneText(layers: layers + ",\n{\"opacity\": []}").failure())
    #expect(error.location.line == 20_001 && error.message.hasPrefix("/layers/20000/opacity: a list of 0"))
    #expect(time.seconds < 10)
  }

  @Test("States that are based on each other end", arguments: [("B", "A"), ("A", "A")])
  func circles(a: String, b: String) throws {
    let scene = try SceneText(
      layers: "{\"name\": \"x\"}",
      """
      , "states": [{"name": "A", "basedOn": "\(a)", "set": {"x.opacity": 0.5}}, {"name": "B", "basedOn": "\(b)"}]
      """
    ).scene()
    try scene.setState("B")
    #expect(scene.rootLayer.sublayers?.first?.opacity == 0.5)
  }

  @Test(
    "Files outside of the document's folder, and what is no file, are not read",
    arguments: [
      "../a.png", "/etc/passwd", "x/../../a.png", "file:///etc/passwd", "https://example.com/a.png", ".", "", "x",
      "link.png",
      "none.png", "a.png\\u0000", "data:image/png;base64,####", "data:", "folder",
    ])
  func files(path: String) throws {
    let outer = try TemporaryFolder()
    try outer.write([1], to: "a.png")
    let text =
      "{\"size\": [9, 9], \"layers\": [{\"type\": \"image\", \"frame\": [0, 0, 9, 9], \"image\": \"\(path)\"}]}"
    let document = try outer.write(text, to: "in/a.scene.json")
    try outer.write([1], to: "in/folder/a.png")
    try FileManager.default.createSymbolicLink(
      atPath: outer.file("in/link.png"), withDestinationPath: outer.file("a.png"))
    let error = #expect(throws: SceneFileError.self) { try Scene(path: document) }
    #expect(error?.location.line == 1 && error?.message.hasPrefix("/layers/0/image: ") == true, "\(error as Any)")
  }
}
