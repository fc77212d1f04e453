// `bench --compare`: exit statuses, and files that somebody made up.
import Foundation
import TestDocuments
import Testing

@testable import CLI

@Suite(.serialized) struct BenchmarkFileTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    _ = try shell.run("multiplane bench demo:postcard --size 32x32 --frames 20 --renderer rows --json a.json")
  }

  /// A file like the measured one, in which something is otherwise.
  private func write(_ change: (inout [String: Any]) -> Void, to name: String) throws {
    let data = try Data(contentsOf: URL(filePath: "\(shell.folder)/a.json"))
    var file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    change(&file)
    try shell.write(
      String(decoding: JSONSerialization.data(withJSONObject: file, options: .sortedKeys), as: UTF8.self), to: name)
  }

  /// The same with another result.
  private func write(result change: (inout [String: Any]) -> Void, to name: String) throws {
    try write(
      { file in
        var report = file["report"] as! [String: Any]
        var results = report["results"] as! [[String: Any]]
        change(&results[0])
        report["results"] = results
        file["report"] = report
      }, to: name)
  }

  private func write(times change: (Double) -> Any, to name: String) throws {
    try write(
      result: { result in
        var times = result["times"] as! [String: Any]
        times["milliseconds"] = (times["milliseconds"] as! [NSNumber]).map { change($0.doubleValue) }
        result["times"] = times
      }, to: name)
  }

  @Test("The same measurement is not slower, one of twice the time is, and the status says it")
  func statuses() throws {
    let same = try shell.run("multiplane bench --compare a.json a.json")
    #expect(same.status == 0 && same.text.contains("demo:postcard") && same.text.contains("1.000  (1.000 ... 1.000)"))
    try write(times: { $0 * 2 }, to: "b.json")
    let slower = try shell.run("multiplane bench --compare a.json b.json")
    #expect(slower.status == 1 && slower.text.contains("slower; by rows") && slower.text.contains("more than 5.0 %"))
    #expect(try shell.run("multiplane bench --compare a.json b.json --slower-than 120").status == 0)
    #expect(try shell.run("multiplane bench --compare b.json a.json").status == 0)
  }

  @Test("Files that are none say where and what was expected")
  func damaged() throws {
    func refused(_ name: String, _ words: String, status: Int32 = 65) throws {
      let outcome = try shell.run("multiplane bench --compare a.json \(name)")
      #expect(outcome.status == status && outcome.text.contains(words), "\(name): \(outcome)")
    }
    try refused("none.json", "none.json", status: 66)
    for (text, words) in [
      ("", "no JSON of 'bench --json'"), ("[]", "the file: of another kind"), ("{}", "kind: missing"),
      (#"{"kind":"info","multiplane":"1.0.0"}"#, "kind: info; expected bench"),
      (#"{"kind":"bench","multiplane":"0.0.1"}"#, "report: missing; it is of version 0.0.1"),
      (String(repeating: "[", count: 100_000), "no JSON"),
    ] {
      try shell.write(text, to: "c.json")
      try refused("c.json", words)
    }
    try write(result: { $0["width"] = "wide" }, to: "d.json")
    try refused("d.json", "report.results[0].width: of another kind; expected a number")
    try write(result: { $0["width"] = 64 }, to: "d.json")
    try refused("d.json", "32x32 pixels in the first file and 64x32 in the second")
    try write(result: { $0["scene"] = "other" }, to: "d.json")
    try refused("d.json", "no scene in common")
    try write(times: { _ in 0 }, to: "d.json")
    try refused("d.json", "are no milliseconds of frames")
    try write(times: { _ in NSNull() }, to: "d.json")
    try refused("d.json", "report.results[0].times.milliseconds")
    try write(
      { file in file["report"] = ["machine": (file["report"] as! [String: Any])["machine"]!, "results": []] },
      to: "d.json")
    try refused("d.json", "no scene in common")
    #expect(try shell.run("multiplane bench --compare a.json .").status == 66)
  }

  @Test("A suite is drawn by OpenGL and by rows, unless somebody is asked for")
  func drawers() throws {
    func rasterizers(_ line: String) throws -> [String] {
      _ = try shell.run("\(line) multiplane bench --suite drawing --size 16x16 --frames 1 --json s.json")
      let schema = try JSONSchema()
      let report = try JSONValue(shell.run("cat s.json").text)
      #expect(schema.problems(report) == [])
      return try shell.run("grep -o '\"rasterizer\" : \"[a-z]*\"' s.json | cut -d'\"' -f4").text
        .split(separator: "\n").map(String.init)
    }
    #expect(try rasterizers("") == ["gl", "rows", "gl", "rows"])
    #expect(try rasterizers("MULTIPLANE_RENDERER=rows") == ["rows", "rows"])
    #expect(try rasterizers("MULTIPLANE_GPU=0") == ["gl", "gl"])
    // OpenGL cannot: rows do, and it is said once.
    let outcome = try shell.run(
      "__EGL_VENDOR_LIBRARY_FILENAMES=/none multiplane bench --suite drawing --size 16x16 --frames 1")
    #expect(outcome.status == 0)
    #expect(outcome.text.components(separatedBy: "OpenGL cannot draw here, rows do: ").count == 2, "\(outcome.text)")
  }
}
