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
    #expect(table.rows.map(\.line) == [2, 5])
    #expect(
      table.rows.map(\.values) == [
        ["name": "ada", "text:Title": "Ada, \"the\" first\nof many", "score": "1"],
        ["name": "bob", "text:Title": "", "score": "-2.50"],
      ])
  }

  @Test func json() throws {
    let table = try table(
      "[\n  {\"name\": \"ada\", \"n\": 3, \"x\": null},\n\n  {\"name\": \"b\", \"on\": true, \"n\": 0.5}]", "a.json")
    #expect(table.columns == ["n", "name", "on"])
    #expect(table.rows.map(\.line) == [2, 4] && table.rows.map(\.element) == [1, 2])
    #expect(table.rows.map(\.values) == [["name": "ada", "n": "3"], ["name": "b", "n": "0.5", "on": "true"]])
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
    ("a.csv", "a,a\n1,2", "a.csv:1:3: two columns named 'a'; expected names, each once"),
    ("a.csv", "a,\n1,2", "a.csv:1:3: a column without a name; expected names, each once"),
    ("a.csv", "a,b\n1,2\n1", "a.csv:3:2: 1 field; expected 2, as there are columns"),
    ("a.csv", "a,b\n1,2,é,4", "a.csv:2:5: 4 fields; expected 2, as there are columns"),
    ("a.csv", "a\n\"x\ny", "a.csv:2:1: a quoted field without end; expected '\"'"),
    (
      "a.csv", "a\n\"x\ny\"z", "a.csv:3:3: text after a quoted field; expected a comma, or the quote twice"
    ),
    ("a.json", "{}", "a.json: the document is no array; expected one"),
    ("a.json", "[]", "a.json: no rows; expected one at least"),
    ("a.json", "[{},\n 3]", "a.json:2:2: element 2: a row that is no object; expected {\"column\": value, ...}"),
    ("a.json", "[{},\n {\"a\": []}]", "a.json:2:2: element 2: a: a list or an object; expected a text or a number"),
    ("a.json", "[{}\n {}]", "a.json:2:2: '{'; expected ',' or ']' after an array's value"),
    ("a.jsonl", "{}\n{\"a\" 1}", "a.jsonl:2:6: '1'; expected ':' after the name 'a'"),
    ("a.txt", "x", "a.txt: the suffix names no rows; expected .json, .jsonl, .ndjson, .csv"),
  ])
  func malformed(name: String, text: String, message: String) {
    #expect(failure(text, name) == message)
  }

  @Test("An error of a row says where its field is: in CSV files by line and column, in JSON by the element, too")
  func places() throws {
    func said(_ text: String, _ name: String, _ row: Int, _ field: String?) throws -> String {
      let table = try table(text, name)
      return table.failure(.unsuitableValue, row: table.rows[row], field: field, "no").description
    }
    let csv = "\u{FEFF}name,\"a title\",n\r\nada,\"two\nlines\",3\r\nbü,x,4\n"
    #expect(try said(csv, "a.csv", 0, "name") == "a.csv:2:1: name: no")
    #expect(try said(csv, "a.csv", 0, "a title") == "a.csv:2:5: a title: no")
    #expect(try said(csv, "a.csv", 0, "n") == "a.csv:3:8: n: no")
    #expect(try said(csv, "a.csv", 1, "n") == "a.csv:4:6: n: no")
    #expect(try said(csv, "a.csv", 1, nil) == "a.csv:4:1: no")
    let json = #"[{"a": "ü"}, {"a": 2},\#n  {"a": 3}]"#
    #expect(try said(json, "a.json", 1, "a") == "a.json:1:14: element 2: a: no")
    #expect(try said(json, "a.json", 2, nil) == "a.json:2:3: element 3: no")
    #expect(try said("{\"a\": 1}\n\n{\"a\": 2}\n", "a.jsonl", 1, "a") == "a.jsonl:3:1: a: no")
  }

  @Test("Fields of any texts are where they begin", arguments: 1...20)
  func offsets(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let texts = ["", "a", "two words", "\"\"", "é,ü", "\n", "x\r\ny", "\"q\",\n"]
    var text = "a,b,c\n"
    var places: [[(Int, Int)]] = []
    var (line, column) = (2, 1)
    for _ in 0..<6 {
      var row: [(Int, Int)] = []
      for index in 0..<3 {
        row.append((line, column))
        let field = "\"" + texts[Int.random(in: 0..<texts.count, using: &random)].replacing("\"", with: "\"\"") + "\""
        for scalar in (field + (index < 2 ? "," : "\n")).unicodeScalars {
          text.unicodeScalars.append(scalar)
          (line, column) = scalar == "\n" ? (line + 1, 1) : (line, column + 1)
        }
      }
      places.append(row)
    }
    let table = try table(text, "a.csv")
    for (row, expected) in zip(table.rows, places) {
      for (field, place) in zip(["a", "b", "c"], expected) {
        let found = table.failure(.malformed, row: row, field: field, "").location
        #expect(found.line == place.0 && found.column == place.1, "\(text)")
      }
    }
  }

  @Test func bytesThatAreNoUTF8() {
    #expect(throws: SceneFileError.self) {
      try DataTable([0x61, 0x0A, 0xFF], file: "a.csv", limits: SceneLimits())
    }
  }
}
