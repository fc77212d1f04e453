// The schema of documents: it and the reader go by the same tables, and agree.

import Documents
import Foundation
import QuartzCore
import SceneFiles
import TestDocuments
import TestSupport
import Testing

@testable import SceneJSON

struct SceneSchemaTests {
  private static let document = Result { try JSONValue(SceneSchema.text) }

  private let root: JSONValue
  private let schema: JSONSchema
  private let folder: TemporaryFolder

  init() throws {
    root = try Self.document.get()
    schema = JSONSchema(root)
    folder = try TemporaryFolder()
  }

  private func problem(_ text: String) throws -> String? {
    let path = try folder.write(text, to: "a.scene.json")
    do { _ = try Scene(path: path) } catch { return "\(error)" }
    return nil
  }

  /// 10,000 documents with all seeds: half of them valid, half with one thing broken. What the schema cannot tell, as
  /// that two members do not go together, is not broken here.
  @Test("The schema and the reader agree on generated documents", arguments: seeds(8, of: 40))
  func agreement(block: Int) throws {
    var faults = 0
    for seed in block * 125..<(block + 1) * 125 where faults < 3 {
      let (broken, what) = SceneWriter.broken(seed: seed)
      for (document, isBroken) in [(SceneWriter.valid(seed: seed), false), (broken, true)] {
        let text = document.description
        let (problems, problem) = (schema.problems(document), try problem(text))
        guard problems.isEmpty == isBroken || (problem == nil) == isBroken else { continue }
        faults += 1
        Issue.record(
          "seed \(seed), broken: \(isBroken ? what : "no"): \(problems.prefix(3)), \(problem ?? "read"): \(text)")
      }
    }
  }

  @Test("Documents are broken in many places") func breaks() {
    let kinds = Set((0..<600).map { SceneWriter.broken(seed: $0).what.prefix { $0 != ":" && $0 != " " } })
    for kind in ["layer", "animation", "filter", "cell", "document", "slot", "layout", "color", "transform"] {
      #expect(kinds.contains(kind[...]), "\(kind)")
    }
  }

  @Test("Each property has its kind, default and unit") func properties() throws {
    let layer = try #require(root["$defs"]?["layer"]?["properties"])
    #expect(layer["opacity"]?["$ref"] == .string("#/$defs/number") && layer["opacity"]?["default"] == .number(1))
    #expect(layer["position"]?["$ref"] == .string("#/$defs/point"))
    #expect(layer["transform.rotation.z"]?["$ref"] == .string("#/$defs/angle"))
    #expect(layer["hidden"]?["default"] == .bool(false) && layer["beginTime"]?["$ref"] == .string("#/$defs/time"))
    #expect(layer["fontSize"]?["default"] == .number(36) && layer["isHidden"] == nil)
    #expect(layer["fillColor"]?["default"] == .string("#000000ff"))
    for (name, unit) in [("length", "Points."), ("time", "Seconds."), ("angle", "Radians")] {
      #expect(root["$defs"]?[name]?["description"]?.string?.hasPrefix(unit) == true)
    }
    // Every property of every class that documents have.
    for type in LayerType.allCases {
      for row in LayerWords.properties(of: type) { #expect(layer[LayerWords.member(of: row.key)] != nil, "\(row.key)") }
    }
    for type in AnimationType.allCases {
      for word in type.words { #expect(root["$defs"]?["animation"]?["properties"]?[word] != nil, "\(word)") }
    }
  }

  @Test(
    "What the schema refuses by a rule of a type",
    arguments: [
      ("{\"type\": \"video\"}", "required"), ("{\"colors\": []}", "is not known"),
      ("{\"type\": \"shape\", \"string\": \"a\"}", "is not known"),
      ("{\"animations\": [{\"keyPath\": \"opacity\", \"bounce\": 0.1}]}", "is not known"),
      ("{\"animations\": [{\"duration\": 1}]}", "required"),
      ("{\"animations\": [{\"keyPath\": \"position\", \"values\": [[1, 1]], \"path\": \"M0 0\"}]}", "fits 2 kinds"),
    ])
  func rules(layer: String, message: String) throws {
    let text = "{\"size\": [1, 1], \"layers\": [\(layer)]}"
    let problems = schema.problems(try JSONValue(text))
    #expect(problems.contains { $0.contains(message) }, "\(problems)")
    #expect(try problem(text) != nil)
  }

  @Test("Texts of JSON are read back as the values that they were written from") func texts() throws {
    for seed in 0..<50 {
      let document = SceneWriter.valid(seed: seed)
      #expect(try JSONValue(document.description) == document)
    }
  }
}
