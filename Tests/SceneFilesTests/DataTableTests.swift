import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import SceneFiles

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

  @Test func outputTemplates() throws {
    let table = try table("name,n\na b,1\n../x,2\n,3\n-rf,4\n.a,5\n\u{9B}31m,6\n", "a.csv")
    let template = try #require(OutputTemplate("out/{name}-{n}/{row}.mp4"))
    #expect(template.columns == ["name", "n", "row"])
    #expect(template.variesByRow)
    #expect(try template.path(for: table.rows[0], number: 7, in: table) == "out/a b-1/7.mp4")
    for (index, message) in [
      (1, "a.csv:3:0: name: '../x' is no file's name, which `output` makes of it"),
      (2, "a.csv:4:0: name: '' is no file's name, which `output` makes of it"),
      (3, "a.csv:5:0: name: '-rf' is no file's name, which `output` makes of it"),
      (4, "a.csv:6:0: name: '.a' is no file's name, which `output` makes of it"),
      (5, "a.csv:7:0: name: '\u{9B}31m' is no file's name, which `output` makes of it"),
    ] {
      let error = #expect(throws: SceneFileError.self) {
        try template.path(for: table.rows[index], number: 1, in: table)
      }
      #expect(error?.description == message)
    }
    // Behind something it begins no name.
    let behind = try #require(OutputTemplate("out/a{name}.mp4"))
    #expect(try behind.path(for: table.rows[3], number: 1, in: table) == "out/a-rf.mp4")
    #expect(OutputTemplate("frames/%05d.png")?.variesByRow == false)
    for text in ["{", "a}", "{}", "{a", "a{b}}"] { #expect(OutputTemplate(text) == nil, "\(text)") }
    let missing = try #require(OutputTemplate("{none}.mp4"))
    #expect(throws: SceneFileError.self) { try missing.path(for: table.rows[0], number: 1, in: table) }
  }
}

struct DataBindingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let card = """
    <CATextLayer name="title" bounds="0 0 80 20" string="as it is" fontSize="12"/>
    <CALayer name="photo" bounds="0 0 10 10"/>
    <CALayer name="a.b" bounds="0 0 10 10" opacity="0.5" backgroundColor="1 1 1"/>
    """

  private func binding(_ csv: String) throws -> (binding: DataBinding, rows: [DataRow]) {
    let scene = try folder.write(Fixtures.document("<sublayers>\(Self.card)</sublayers>"), to: "card.caml")
    let table = try DataTable(path: try folder.write(csv, to: "rows.csv"))
    let binding = try DataBinding(table, path: scene, options: SceneLoadOptions()) {
      $0 == "red" ? CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1) : nil
    }
    return (binding, table.rows)
  }

  private func failure(_ csv: String) -> String? {
    do {
      let (binding, rows) = try binding(csv)
      for row in rows { _ = try binding.makeScene(for: row) }
    } catch let error as SceneFileError {
      return error.description.replacing(folder.path + "/", with: "")
    } catch {
      return "\(error)"
    }
    return nil
  }

  @Test(arguments: [
    ("title,photo,a.b.opacity,a.b.backgroundColor,other", ["other"]),
    ("text:title,image:photo,layer:a.b.opacity,color:a.b.backgroundColor", []),
  ])
  func layersByNameAndKeyPath(columns: String, unbound: [String]) throws {
    _ = try folder.write(Fixtures.png(width: 3, height: 2), to: "p.png")
    let end = unbound.isEmpty ? "" : ",x"
    let (binding, rows) = try binding("\(columns)\nnew text,p.png,0.25,red\(end)\n,,,\(end)\n")
    #expect(binding.unbound == unbound)
    let first = try binding.makeScene(for: rows[0]).rootLayer
    func layer(_ name: String, in root: CALayer) throws -> CALayer { try #require(root.layers(named: name).first) }
    #expect(try (layer("title", in: first) as? CATextLayer)?.string as? String == "new text")
    #expect(try (layer("photo", in: first).contents as? CGImage)?.width == 3)
    #expect(try layer("a.b", in: first).opacity == 0.25)
    #expect(try layer("a.b", in: first).backgroundColor?.rgba == SIMD4(1, 0, 0, 1))
    // Empty fields empty texts, and leave all else.
    let second = try binding.makeScene(for: rows[1]).rootLayer
    #expect(try (layer("title", in: second) as? CATextLayer)?.string as? String == "")
    #expect(try layer("a.b", in: second).opacity == 0.5)
    #expect(try layer("photo", in: second).contents == nil)
  }

  @Test(arguments: [
    ("text:none\nx", "rows.csv:2:0: text:none: no layer 'none' with 'string'"),
    ("a.b.opacity\n1\nhalf", "rows.csv:3:0: a.b.opacity: 'half'; expected a number"),
    ("photo\nmissing.png", "rows.csv:2:0: photo: no file 'missing.png' beside the rows"),
    ("slot:x\n1", "rows.csv:2:0: slot:x: only Lottie files have slots"),
    ("layer:title.wings\n2", "rows.csv:2:0: layer:title.wings: no layer 'title' with 'wings'"),
  ])
  func errorsHaveLineAndField(csv: String, message: String) {
    #expect(failure(csv) == message)
  }
}
