// Values of a row, written to the file of the rows: all other bytes stay.

import Foundation
import TestSupport
import Testing

@testable import Documents

struct DataTableWritingTests {
  private func written(_ text: String, _ name: String, row: Int, _ values: [String: String]) throws -> String {
    let table = try DataTable(Array(text.utf8), file: name, limits: SceneLimits())
    return String(decoding: try table.bytes(setting: values, inRow: row), as: UTF8.self)
  }

  @Test(
    "A field of a CSV file",
    arguments: [
      ("new", "new"), ("", ""), ("a, b", "\"a, b\""), ("say \"yes\"", "\"say \"\"yes\"\"\""), ("a\nb", "\"a\nb\""),
    ])
  func csv(value: String, field: String) throws {
    let text = "\u{FEFF}name,\"text:Title\",score\r\nada,\"Ada, \"\"the\"\" first\",1\r\n\r\nbob,,-2.50"
    #expect(
      try written(text, "a.csv", row: 1, ["text:Title": value])
        == text.replacing("\"Ada, \"\"the\"\" first\"", with: field))
    #expect(try written(text, "a.csv", row: 2, ["text:Title": value]) == text.replacing("bob,,", with: "bob,\(field),"))
    #expect(try written(text, "a.csv", row: 2, ["score": value]) == text.replacing("-2.50", with: field))
  }

  @Test("A member of a JSON object keeps its kind; a new one is added")
  func json() throws {
    let text = "[\n  {\"name\": \"ada\", \"n\": 3 , \"on\":true},\n  {}, {\"n\": null, \"n\": 4}]"
    func set(_ row: Int, _ values: [String: String]) throws -> String { try written(text, "a.json", row: row, values) }
    #expect(try set(1, ["name": "7"]) == text.replacing("\"ada\"", with: "\"7\""))
    #expect(try set(1, ["n": "7.5"]) == text.replacing("3 ,", with: "7.5 ,"))
    #expect(try set(1, ["n": "x/\"y\""]) == text.replacing("3 ,", with: "\"x/\\\"y\\\"\" ,"))
    #expect(
      try set(1, ["on": "false", "name": "b"])
        == text.replacing("\"ada\"", with: "\"b\"").replacing("true", with: "false"))
    #expect(try set(1, ["new": "a"]) == text.replacing("{\"name\"", with: "{\"new\": \"a\", \"name\""))
    #expect(try set(2, ["new": "1"]) == text.replacing("{}", with: "{\"new\": \"1\"}"))
    #expect(try set(3, ["n": "5"]) == text.replacing("4}", with: "5}"))
    #expect(try set(1, ["name": "ada"]) == text)
  }

  @Test("A line of JSON")
  func lines() throws {
    let text = "{\"a\": \"x\"}\n\n {\"a\": \"y\"}\n"
    #expect(try written(text, "a.jsonl", row: 2, ["a": "z"]) == text.replacing("y", with: "z"))
  }

  @Test("A CSV file gets no new column")
  func missingColumn() throws {
    #expect(throws: SceneFileError.self) { try written("a\n1\n", "a.csv", row: 1, ["b": "2"]) }
  }

  @Test("What is written is read again, whatever it holds")
  func roundTrips() throws {
    var generator = SeededRandom(seed: 45)
    let letters = Array("ab,\"\n\r\\n é{}[]:1")
    for number in 0..<2000 {
      let value = String(
        (0..<Int.random(in: 0...6, using: &generator)).map { _ in letters.randomElement(using: &generator)! })
      for (text, name) in [
        ("a,b\r\n1,\"x,\ny\"\r\n3,4\r\n", "a.csv"), ("[{\"a\":\"1\",\"b\":{\"a\": 3}.x}]", ""),
        ("[{\"a\": 1, \"b\": \"}\\\"\"}, {\"a\": \"\", \"b\": \"\"}]", "a.json"),
      ] where !name.isEmpty {
        let column = number % 2 == 0 ? "a" : "b"
        let again = try DataTable(
          Array(written(text, name, row: 1, [column: value]).utf8), file: name, limits: SceneLimits())
        let before = try DataTable(Array(text.utf8), file: name, limits: SceneLimits())
        #expect(again.rows.map(\.values) == [before.rows[0].setting([column: value]).values, before.rows[1].values])
      }
    }
  }
}
