import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Documents

struct DataTableTests {
  private func table(_ text: String, _ name: String) throws -> DataTable {
    try DataTable(Array(text.utf8), file: name, limits: SceneLimits())
  }

  private func failure(_ text: String, _ name: String) -> String? {
    do { _ = try table(text, name) } catch { return "\(error)" }
    return nil
  }

  @Test func csv() throws {
    let table = try table(
      "\u{FEFF}name,\"text:Title\",score\r\nada,\"Ada, \"\"the\"\" first\nof many\",1\r\n\r\nbob,,-2.50\n", "a.csv")
    #expect(table.columns == ["name", "text:Title", "score"])
    #expect(
      table.rows == [
        DataRow(line: 2, values: ["name": "ada", "text:Title": "Ada, \"the\" first\nof many", "score": "1"]),
        DataRow(line: 5, values: ["name": "bob", "text:Title": "", "score": "-2.50"]),
      ])
  }

  @Test func json() throws {
    let table = try table(
      "[\n  {\"name\": \"ada\", \"n\": 3, \"x\": null},\n\n  {\"name\": \"b\", \"on\": true, \"n\": 0.5}]", "a.json")
    #expect(table.columns == ["n", "name", "on"])
    #expect(
      table.rows == [
        DataRow(line: 2, values: ["name": "ada", "n": "3"]),
        DataRow(line: 4, values: ["name": "b", "n": "0.5", "on": "true"]),
      ])
  }

  @Test func jsonLines() throws {
    for suffix in ["jsonl", "ndjson"] {
      let table = try table("{\"a\": \"1\"}\r\n\n{\"a\": \"2\"}\n", "a.\(suffix)")
      #expect(table.rows.map(\.line) == [1, 3])
      #expect(table.rows.map(\.values) == [["a": "1"], ["a": "2"]])
    }
  }

  @Test(arguments: [
    ("a.csv", "", "a.csv:1:1: the file is empty; expected a line with the names of columns"),
    ("a.csv", "a,b\n", "a.csv: no rows; expected one at least"),
    ("a.csv", "a,a\n1,2", "a.csv:1:1: two columns named 'a'; expected names, each once"),
    ("a.csv", "a,\n1,2", "a.csv:1:1: a column without a name; expected names, each once"),
    ("a.csv", "a,b\n1,2\n1", "a.csv:3:1: 1 fields; expected 2, as there are columns"),
    ("a.csv", "a\n\"x\ny", "a.csv:2:1: a quoted field without end; expected '\"'"),
    (
      "a.csv", "a\n\"x\ny\"z", "a.csv:3:1: text after a quoted field; expected a comma, or the quote twice"
    ),
    ("a.json", "{}", "a.json: the document is no array; expected one"),
    ("a.json", "[]", "a.json: no rows; expected one at least"),
    ("a.json", "[{},\n 3]", "a.json:2:1: a row that is no object; expected {\"column\": value, ...}"),
    ("a.json", "[{},\n {\"a\": []}]", "a.json:2:1: a: a list or an object; expected a text or a number"),
    ("a.json", "[{}\n {}]", "a.json:2:2: '{'; expected ',' or ']' after an array's value"),
    ("a.jsonl", "{}\n{\"a\" 1}", "a.jsonl:2:6: '1'; expected ':' after the name 'a'"),
    ("a.txt", "x", "a.txt: the suffix names no rows; expected .json, .jsonl, .ndjson, .csv"),
  ])
  func malformed(name: String, text: String, message: String) {
    #expect(failure(text, name) == message)
  }

  @Test func bytesThatAreNoUTF8() {
    #expect(throws: SceneFileError.self) {
      try DataTable([0x61, 0x0A, 0xFF], file: "a.csv", limits: SceneLimits())
    }
  }
}
