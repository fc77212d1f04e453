// A pipe in the place of a file that a command reads or writes: nobody writes to it, and nobody waits for that. Which
// files there are is asked of the parser.
import ArgumentParser
import Foundation
import Testing

@testable import CLI

@Suite(.serialized) struct PipeTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write("<caml><CALayer bounds='0 0 16 16' backgroundColor='1 0 0'/></caml>", to: "s.caml")
    for name in ["pipe", "pipe.caml", "pipe.json", "pipe.lottie", "pipe.tendies", "pipe.ca"] {
      #expect(mkfifo("\(shell.folder)/\(name)", 0o600) == 0)
    }
  }

  /// Commands, with what each needs beside the option that is tried.
  private static let commands: [(type: any ParsableCommand.Type, line: String)] = [
    (VideoCommand.self, "video s.caml --duration 0.1 -q -o o.mp4"), (RenderCommand.self, "render s.caml -q -o o.png"),
    (CheckCommand.self, "check s.caml"), (InspectCommand.self, "inspect s.caml"),
    (VerifyCommand.self, "verify s.caml pipe"), (CompareCommand.self, "compare pipe pipe"),
    (ReplayCommand.self, "replay pipe"), (BenchCommand.self, "bench s.caml --frames 1"),
    (PlanCommand.self, "plan s.caml -o plan"), (ChunkCommand.self, "chunk pipe --index 0"),
    (JoinCommand.self, "join pipe -o o.mp4"),
  ]

  /// Every option that names a file, of the first command that has it, and what such a command line is.
  private static let options: [String] = {
    var (known, lines): (Set<String>, [String]) = ([], [])
    for (type, line) in commands {
      guard let declared = try? PlannedFileTests.declared(by: type) else { continue }
      for option in declared where option.kind == "option" && PlannedFileTests.namesFile(option.valueName ?? "") {
        guard let flag = option.flags.last, known.insert(flag).inserted else { continue }
        let value = option.valueName?.contains(/^\w+=/) == true ? "x=pipe" : "pipe"
        lines.append("\(line) \(flag) \(value)")
      }
    }
    return lines
  }()

  @Test("Every option of every command ends when its file is a pipe", arguments: options)
  func option(line: String) throws { try expectEnd(of: line) }

  @Test(
    "So does every scene, by every suffix",
    arguments: ["pipe", "pipe.caml", "pipe.json", "pipe.lottie", "pipe.tendies", "pipe.ca"])
  func scene(name: String) throws { try expectEnd(of: "render \(name) -q -o o.png") }

  @Test(
    "So do files without an option",
    arguments: ["verify s.caml pipe", "compare pipe pipe", "replay pipe", "inspect pipe"])
  func argument(line: String) throws { try expectEnd(of: line) }

  private func expectEnd(of line: String) throws {
    let outcome = try shell.run("timeout -k 5 60 \"$MULTIPLANE\" \(line)")
    #expect(outcome.status != 124 && outcome.status < 128, "\(line): \(outcome)")
    if !line.contains(" -o pipe") { #expect(![70, 75].contains(outcome.status), "\(line): \(outcome)") }
  }

  @Test("A scene on standard input is the scene of the file, in several sizes and with rows, too") func piped() throws {
    try shell.write(
      """
      {"size": [20, 10], "layers": [{"left": 0, "top": 0, "width": "50%", "height": 10,
        "backgroundColor": {"slot": "Color", "default": "tomato"}}]}
      """, to: "a.scene.json")
    try shell.write("Color\nlime\ngold\n", to: "rows.csv")
    for (name, scene) in [("a", "a.scene.json"), ("b", "- < a.scene.json"), ("c", "- < s.gz")] {
      let outcome = try shell.run(
        "gzip -c a.scene.json > s.gz; $MULTIPLANE render --size 20x10,40x20 -q -o '\(name)-{size}.png' \(scene) && "
          + "$MULTIPLANE render --data rows.csv -q -o '\(name)-{row}.png' \(scene) && "
          + "$MULTIPLANE check \(scene) > \(name).txt && $MULTIPLANE convert -q -o \(name).caml \(scene)")
      #expect(outcome.status == 0, "\(outcome.text)")
    }
    for end in ["-20x10.png", "-40x20.png", "-1.png", "-2.png", ".caml"] {
      let files = try ["a", "b", "c"].map { try Data(contentsOf: URL(filePath: "\(shell.folder)/\($0)\(end)")) }
      #expect(files[0] == files[1] && files[0] == files[2], "\(end)")
    }
  }

  @Test(
    "Errors of a scene on standard input have its place, or say what is expected",
    arguments: [
      ("render - -o o.png < /dev/null", "standard input is empty", ExitStatus.noInput),
      ("render - -o o.png < broken", "standard input:1:30: /layers/0/with", .malformedInput),
      ("yes | timeout 60 $MULTIPLANE render - -o o.png", "standard input: more than 67108864 bytes", .malformedInput),
      ("render - -o o.png < named", "no file 's.caml' in other", .noInput),
      ("render s.caml --folder . -o o.png", "--folder is for a scene on standard input", .usage),
      ("plan - -o plan < named", "'plan' copies the scene's file", .usage),
      ("preview - < named", "'preview' follows the changes of a file", .usage),
    ])
  func pipedErrors(line: String, message: String, status: CLI.ExitStatus) throws {
    try shell.write("{\"size\": [8, 8], \"layers\": [{\"with\": 4}]}", to: "broken")
    try FileManager.default.createDirectory(atPath: "\(shell.folder)/other", withIntermediateDirectories: true)
    try shell.write(
      "{\"size\": [8, 8], \"layers\": [{\"type\": \"image\", \"image\": \"s.caml\", \"left\": 0, \"top\": 0}]}",
      to: "named")
    let folder = line.contains("named") && line.hasPrefix("render") ? " --folder other" : ""
    let outcome = try shell.run(line.hasPrefix("yes") ? line : "$MULTIPLANE \(line)\(folder)")
    #expect(outcome.status == status.rawValue && outcome.text.contains(message), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: "\(shell.folder)/o.png"))
  }
}
