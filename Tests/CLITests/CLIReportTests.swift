// What commands print for programs, held against the schema in tools/schema.
import Foundation
import TestDocuments
import Testing

@testable import CLI

@Suite(.serialized) struct CLIReportTests {
  private let shell: Shell
  private let schema: JSONSchema

  init() throws {
    shell = try Shell()
    schema = try JSONSchema()
  }

  @Test(
    "Reports are as the schema has them",
    arguments: [
      ("check demo:replicator --json", "check"), ("check demo:postcard --crops c --json", "check"),
      ("info --json", "info"), ("info --gpu 0 --json", "info"), ("inspect demo:features --json", "inspection"),
      ("inspect demo:features --pixel 100,100 --json", "pixel"),
      ("inspect demo:postcard --pin b.png --json 2>/dev/null", "pins"),
      ("bench demo:postcard demo:rectangles --frames 2 --json b.json >log; cat b.json", "bench"),
      ("compare a.png b.png --json 2>/dev/null", "comparison"), ("compare a.png a.png --json", "comparison"),
      (
        "render demo:postcard --depth 16 -q -o d.png; multiplane compare a.png d.png --json 2>/dev/null", "comparison"
      ),
      (
        "video demo:postcard --size 64x64 --duration 0.3 --dynamic-range pq --background black -q -o c.mp4; "
          + "multiplane info c.mp4 --json", "clip"
      ),
    ])
  func reports(line: String, kind: String) throws {
    _ = try shell.run("multiplane render demo:postcard -q -o a.png; multiplane render demo:postcard --at 1 -q -o b.png")
    let outcome = try shell.run("multiplane \(line)")
    let report = try JSONValue(outcome.text)
    #expect(report["kind"]?.string == kind)
    #expect(schema.problems(report) == [])
  }

  @Test("The schema refuses what is otherwise")
  func refusals() throws {
    let good = #"{"kind":"progress","frame":1,"total":2,"framesPerSecond":1.5,"stage":"drawing","secondsLeft":1}"#
    #expect(try schema.problems(JSONValue(good)) == [])
    for (old, new) in [
      ("progress", "progres"), ("\"frame\":1", "\"frame\":0"), ("\"frame\":1,", ""), ("1.5", "\"1.5\""),
      ("\"total\":2", "\"total\":2.5"), ("drawing", "waiting"), ("{", "{\"more\":1,"), ("1.5", "-1"),
    ] {
      #expect(try !schema.problems(JSONValue(good.replacing(old, with: new))).isEmpty, "\(new)")
    }
  }

  private func lines(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONValue(String($0)) }
  }

  @Test(
    "--progress json: lines on the way, and the result last",
    arguments: ["a.mp4", "a.webm --key k.webm", "%d.png", "a.wav", "a.mp4 --frames 5-8"])
  func film(output: String) throws {
    let outcome = try shell.run(
      "multiplane video demo:postcard --size 64x64 --duration 0.5 --progress json -o \(output) 2>err")
    #expect(outcome.status == 0)
    #expect(try shell.run("cat err").text == "")
    let lines = try lines(outcome.text)
    for line in lines { #expect(schema.problems(line) == []) }
    #expect(lines.dropLast().allSatisfy { $0["kind"]?.string == "progress" } && lines.count >= 2)
    let isPart = output.contains("--frames")
    let count: Double = isPart ? 4 : 15
    #expect(lines[lines.count - 2]["frame"] == .number(count) && lines[0]["total"] == .number(count))
    let result = try #require(lines.last)
    #expect(result["kind"]?.string == "result" && result["frames"] == .number(count))
    #expect(result["firstFrame"] == .number(isPart ? 5 : 0))
    func digest(_ files: String) throws -> String {
      String(try shell.run("cat \(files) | sha256sum").text.prefix(64))
    }
    #expect(
      try result["sha256"]?.string
        == digest(output.hasPrefix("%") ? "{0..14}.png" : output.prefix(while: { $0 != " " }).description))
    if output.contains("--key") { #expect(try result["keySha256"]?.string == digest("k.webm")) }
    #expect((try #require(result["peakMemory"]?.number)) > 10_000_000)
    #expect(
      result["encoder"]?.string
        == ["a.mp4": "libx264", "a.webm": "libvpx-vp9"][output.prefix { $0 != " " }.description])
  }

  @Test("--progress json of several sizes: each film's lines, and its result last")
  func sizes() throws {
    let outcome = try shell.run(
      "multiplane video demo:postcard --size 32x32,16x16 --duration 0.1 --progress json -o {size}.y4m 2>err")
    #expect(outcome.status == 0, "\(outcome.text)")
    let lines = try lines(outcome.text)
    for line in lines { #expect(schema.problems(line) == []) }
    let results = lines.indices.filter { lines[$0]["kind"]?.string == "result" }
    #expect(results.compactMap { lines[$0]["file"]?.string } == ["32x32.y4m", "16x16.y4m"])
    #expect(results.last == lines.count - 1 && lines.count >= 4)
    for place in results {
      #expect(lines[place - 1]["frame"] == .number(3) && lines[place]["frames"] == .number(3))
      let file = try #require(lines[place]["file"]?.string)
      #expect(try lines[place]["sha256"]?.string == String(shell.run("sha256sum \(file)").text.prefix(64)))
    }
    // What ends the second film is told after the first one's result.
    let ended = try shell.run(
      "mkdir b; multiplane video demo:postcard --size 16x16,60000x60000 --duration 0.1 --progress json "
        + "-o b/{size}.y4m 2>err")
    let kinds = try self.lines(ended.text).compactMap { $0["kind"]?.string }
    #expect(ended.status != 0 && kinds.filter { $0 != "progress" } == ["result", "error"], "\(ended)")
  }

  @Test("Where frames go to standard output, the lines go to standard error")
  func rawFrames() throws {
    let outcome = try shell.run(
      "multiplane video demo:postcard --size 16x16 --duration 0.1 --progress json -o - 2>err | wc -c; cat err")
    #expect(outcome.text.hasPrefix("\(3 * 16 * 16 * 4)\n"))
    let lines = try lines(String(outcome.text.drop { $0 != "\n" }))
    #expect(lines.last?["kind"]?.string == "result" && lines.last?["sha256"] == nil)
    for line in lines { #expect(schema.problems(line) == []) }
  }

  @Test(
    "A film that cannot be made ends with an error for programs, and one for people",
    arguments: [
      ("nosuch.caml -o a.mp4", 66, "never"), ("demo:postcard -o nosuch/a.mp4", 73, "elsewhere"),
      ("demo:postcard --frames 1000-1001 -o a.mp4", 64, "never"), ("demo:postcard --egl gbm -o a.mp4", 69, "elsewhere"),
      ("demo:postcard --gpu 99 -o a.mp4", 69, "elsewhere"), ("demo:postcard --gpu 03:1f.7 -o a.mp4", 69, "elsewhere"),
    ])
  func failures(line: String, status: Int, tryAgain: String) throws {
    let outcome = try shell.run("multiplane video \(line) --progress json 2>err")
    #expect(Int(outcome.status) == status)
    let last = try #require(try lines(outcome.text).last)
    #expect(schema.problems(last) == [])
    #expect(last["status"] == .number(Double(status)) && last["tryAgain"]?.string == tryAgain)
    #expect(try shell.run("cat err").text.contains(last["message"]?.string ?? "?"))
  }

  @Test("A signal is told to programs, too", arguments: [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")])
  func signals(signal: Int32, name: String) throws {
    let process = try shell.start(
      "exec \"$MULTIPLANE\" video demo:fire --duration 1000 --progress json -o a.mp4 2>/dev/null")
    #expect(shell.wait(for: process) { shell.isWriting(process) })
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    let outcome = try shell.outcome(of: process)
    let last = try #require(try lines(outcome.text).last)
    #expect(outcome.status == 128 + signal && schema.problems(last) == [])
    #expect(last["message"]?.string == "ended by \(name)" && last["status"] == .number(Double(128 + signal)))
  }

  @Test("--progress openjd, plain and none")
  func otherStyles() throws {
    func run(_ choice: String, _ output: String = "a.mp4") throws -> String {
      try shell.run(
        "multiplane video demo:postcard --size 64x64 --duration 0.5 --progress \(choice) -o \(output) 2>&1"
      ).text
    }
    let lines = try run("openjd").split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("openjd_progress: ") || $0.hasPrefix("openjd_status: ") })
    #expect(lines.contains("openjd_progress: 100.0"))
    #expect(try run("openjd", "nosuch/a.mp4").contains("openjd_fail: nosuch/a.mp4: "))
    #expect(try run("none") == "")
    #expect(try run("plain").hasPrefix("wrote a.mp4: 15 frames in "))
  }

  @Test("Every result says who drew it", arguments: [("rows", "rows"), ("gl", "OpenGL: ")])
  func drawers(renderer: String, words: String) throws {
    let small = "--size 32x32 --renderer \(renderer)"
    func run(_ line: String) throws -> String {
      try shell.run("MULTIPLANE_RENDERER=\(renderer) multiplane \(line)").text
    }
    #expect(try run("render demo:postcard \(small) -o a.png").contains(" pixels, drawn by \(words)"))
    #expect(
      try run("video demo:postcard \(small) --duration 0.2 --hashes h.txt -o a.mp4").contains("), drawn by \(words)"))
    #expect(try shell.run("cat h.txt").text.contains("\ndrawn by \(words)"))
    #expect(try run("verify h.txt demo:postcard \(small)").contains("), drawn by \(words)"))
    #expect(try run("plan demo:postcard --size 32x32 --duration 0.2 -o p").contains("to be drawn by \(words)"))
    #expect(try run("chunk p --index 0").contains("), drawn by \(words)"))
    #expect(try run("join p -o j.mp4").contains("chunks, drawn by \(words)"))
    #expect(try run("bench demo:postcard --frames 2 \(small)").contains(" by \(words)"))
    let line = try run("video demo:postcard \(small) --duration 0.1 --progress json -o a.mp4").split(separator: "\n")
    for line in try line.map({ try JSONValue(String($0)) }) {
      #expect(line["rasterizer"]?.string == renderer && (line["driver"] == nil) == (renderer == "rows"))
      #expect(schema.problems(line) == [])
    }
  }

  @Test("Frames that differ say who drew each")
  func otherDrawer() throws {
    let outcome = try shell.run(
      "multiplane video demo:postcard --renderer rows --size 32x32 --duration 0.1 --hashes h.txt -q -o a.mp4; "
        + "sed -i '/^[0-9]/s/ ..../ 0000/' h.txt; multiplane verify h.txt demo:postcard --renderer gl")
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("that film was drawn by rows, this one by OpenGL: "), "\(outcome.text)")
  }

  @Test("--version says what reports say")
  func version() throws {
    let version = try shell.run("multiplane --version").text
    #expect(
      try JSONValue(shell.run("multiplane info --json").text)["multiplane"]?.string == version.dropLast().description)
  }
}
