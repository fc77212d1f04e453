// Every option that writes a file, onto what is no file, and onto what is read; and that nothing else of the program
// makes files.
import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import CLI

@Suite(.serialized) struct OutputTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write(
      "<caml><CALayer bounds='0 0 16 16' backgroundColor='1 0 0'/></caml>", to: "s.caml")
    try shell.write("name\na\n", to: "rows.csv")
    let made = try shell.run(
      """
      multiplane render s.caml -q -o a.png --capture a.frame && cp a.png b.png \
        && multiplane video s.caml -q --duration 0.1 -o v.mp4 --hashes h.txt \
        && multiplane plan s.caml --duration 0.1 -q -o plan && multiplane chunk plan --index 0 -q
      """)
    #expect(made.status == 0, "\(made.text)")
  }

  /// An option, a line that has it write to FILE, and what the line reads.
  private static let options: [(option: String, line: String, input: String)] = [
    ("render --output", "render s.caml -q -o FILE", "s.caml"),
    ("render --capture", "render s.caml -q -o n.png --capture FILE", "s.caml"),
    ("render --manifest", "render s.caml -q --data rows.csv -o 'n{name}.png' --manifest FILE", "rows.csv"),
    ("video --output", "video s.caml -q --duration 0.1 -o FILE", "s.caml"),
    ("video --key", "video s.caml -q --duration 0.1 -o n.mp4 --key FILE", "s.caml"),
    ("video --hashes", "video s.caml -q --duration 0.1 -o n.mp4 --hashes FILE", "s.caml"),
    ("video --capture", "video s.caml -q --duration 0.1 -o n.mp4 --capture FILE", "s.caml"),
    ("video --manifest", "video s.caml -q --duration 0.1 --data rows.csv -o 'n{name}.mp4' --manifest FILE", "rows.csv"),
    ("join --output", "join plan -q -o FILE", "plan/plan.json"),
    ("inspect --output", "inspect s.caml --show overdraw -o FILE", "s.caml"),
    ("inspect --html", "inspect s.caml --html FILE", "s.caml"),
    ("inspect --capture", "inspect s.caml --capture FILE", "s.caml"),
    ("replay --output", "replay a.frame -o FILE", "a.frame"),
    ("compare --output", "compare a.png b.png -o FILE", "a.png"),
    ("bench --json", "bench s.caml --frames 1 --json FILE", "s.caml"),
    ("bench --capture", "bench s.caml --frames 1 --capture FILE", "s.caml"),
  ]

  /// What the option's file has to be called.
  private static func suffix(_ option: String) -> String {
    switch option {
    case "video --output", "video --key", "join --output": ".mp4"
    case "render --output", "inspect --output", "replay --output", "compare --output": ".png"
    default: ""
    }
  }

  @Test("The list above has every option that a command says it writes to")
  func listIsWhole() throws {
    let lines = Self.options.map {
      $0.line.replacing("FILE", with: "x\(Self.suffix($0.option))").replacing("'", with: "")
    }
    for (option, line) in zip(Self.options.map(\.option), lines) {
      let command = try MultiplaneCommand.parseAsRoot(line.split(separator: " ").map(String.init))
      let files = try #require(command as? any FileNaming, "\(option)")
      #expect(files.outputFiles.contains { "\(option.split(separator: " ")[0]) \($0.option)" == option }, "\(option)")
    }
    // And the other way round: all that any of them writes to is listed.
    for line in lines {
      let command = try MultiplaneCommand.parseAsRoot(line.split(separator: " ").map(String.init))
      for output in try #require(command as? any FileNaming).outputFiles {
        #expect(Self.options.contains { $0.option == "\(line.split(separator: " ")[0]) \(output.option)" })
      }
    }
  }

  @Test("R-A2: what is no regular file is left alone")
  func notFiles() throws {
    let each = "for suffix in '' .mp4 .png; do"
    let made = "\(each) mkfifo fifo$suffix; mkdir folder$suffix; ln -s /dev/full link-to-device$suffix; done"
    #expect(try shell.run(made).status == 0)
    var targets = ["fifo", "folder", "link-to-device"]
    // As /dev/null is; containers may not make one.
    if try shell.run("\(each) mknod device$suffix c 1 3 || exit; done").status == 0 { targets.append("device") }
    for (option, line, _) in Self.options {
      let suffix = Self.suffix(option)
      for target in targets {
        let before = try shell.run("stat -c '%F %i %t,%T' \(target)\(suffix)").text
        let outcome = try shell.run("timeout 60 \"$MULTIPLANE\" " + line.replacing("FILE", with: "\(target)\(suffix)"))
        #expect(outcome.status == 73, "\(option) \(target): \(outcome)")
        #expect(try shell.run("stat -c '%F %i %t,%T' \(target)\(suffix)").text == before, "\(option) \(target)")
      }
      if suffix.isEmpty {
        #expect(try shell.run("multiplane " + line.replacing("FILE", with: "/dev/full")).status == 73, "\(option)")
      }
      #expect(!shell.holdsUnfinished, "\(option)")
    }
  }

  @Test("R-C: what is read is not written to, by whatever name")
  func inputsAsOutputs() throws {
    for (index, (option, line, input)) in Self.options.enumerated() {
      let names = ["link", "second"].map { "\($0)\(index)\(Self.suffix(option))" }
      #expect(try shell.run("ln -s \(input) \(names[0]); ln \(input) \(names[1]); cp \(input) kept").status == 0)
      for name in names {
        let outcome = try shell.run("multiplane " + line.replacing("FILE", with: name))
        #expect(outcome.status == 64 && outcome.text.contains("which is read"), "\(option) \(name): \(outcome)")
        #expect(try shell.run("cmp \(input) kept").status == 0)
      }
    }
  }

  @Test("Two outputs of one name are refused")
  func sameOutputs() throws {
    let film = "video s.caml -q --duration 0.1"
    for line in [
      "\(film) -o a.mp4 --key ./a.mp4", "\(film) -o n.mp4 --hashes n.mp4",
      "\(film) --data rows.csv -o 'n{name}.mp4' --manifest x --capture x",
    ] {
      #expect(try shell.run("multiplane \(line)").status == 64, "\(line)")
    }
  }

  @Test("The manifest has its name at once, and grows with the rows; a full disk is told")
  func manifest() throws {
    try shell.write("name\n" + (0..<3).map { "n\($0)\n" }.joined(), to: "rows.csv")
    let run = "render s.caml --data rows.csv -q -o '{name}.png' --manifest m.jsonl"
    #expect(try shell.run("multiplane \(run)").status == 0)
    #expect(try shell.run("wc -l < m.jsonl").text == "3\n")
    // A folder that is a file: the machine's fault, not the data's.
    let outcome = try shell.run("multiplane render s.caml --data rows.csv -q -o 's.caml/{name}.png' --manifest m2")
    #expect(outcome.status == 73 && outcome.text.contains("no folder to write into"), "\(outcome)")
    #expect(!outcome.text.contains("NSUnderlyingError"))
  }

  @Test("A file in the making is gone with the process, even where it is killed")
  func killed() throws {
    let process = try shell.start("exec \"$MULTIPLANE\" video demo:fire --duration 1000 -q -o k.mp4")
    #expect(shell.wait(for: process) { shell.isWriting(process) })
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    // Where the file system has files without a name; the others leave one, and say so in its name.
    let probe = try shell.run("python3 -c 'import os; os.open(\".\", os.O_TMPFILE | os.O_RDWR)'")
    if probe.status == 0 { #expect(!shell.holdsUnfinished) }
    #expect(!shell.contents.contains("k.mp4"))
  }

  // MARK: The sources

  /// Returns the lines of the sources that match an expression and are no comments, outside of some files.
  private static func uses(of words: String, outside places: [String]) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardizedFileURL
    let files = ["swift", "c", "h", "inc"].map { "--include=*.\($0)" }
    let found = try Process.runToEnd(
      URL(filePath: "/usr/bin/grep"), ["-rnP"] + files + ["^(?! *//).*(?:\(words))", root.path])
    return found.text.split(separator: "\n").map { String($0.dropFirst(root.path.count + 1)) }
      .filter { line in !places.contains { line.hasPrefix($0) } }
  }

  @Test("R-A2: files are made in one place of the sources")
  func onePlaceForFiles() throws {
    let makers =
      #"createFile\(|forWriting|forUpdating|O_CREAT|O_TRUNC|O_TMPFILE|0o20_000_000|\bfopen\(|\bcreat\(|mkstemp|mkdtemp"#
      + #"|\bmknod\(|\bmkfifo\(|\bmkdir\(|\brename\(|\brenameat|\blinkat\(|\bsymlink\(|createDirectory|createSymbolic"#
      + #"|OutputStream|moveItem|copyItem|replaceItem|\.write\(to: *(URL|url|path, *atomic)|atomically:|avio_open"#
      + #"|write_to_png|Glibc\.system\(|\bpopen\(|posix_spawn|\bfork\(|Process\(\)"#
    // The preview runs this program itself, and makes no files.
    let places = ["ImageFiles/Files/", "Preview/ChildCommand.swift", "Preview/PreviewProcess.swift"]
    #expect(try Self.uses(of: makers, outside: places) == [])
    // The search finds what it looks for.
    #expect(try !Self.uses(of: makers, outside: []).isEmpty)
  }

  @Test("R-B7: the terminal is written to in one place of the sources")
  func onePlaceForTheTerminal() throws {
    let writers =
      #"\bprint\(|debugPrint\(|\bdump\(|\bfputs\(|\bfprintf\(|\bprintf\(|\bputs\(|putchar\(|\bperror\(|NSLog\("#
      + #"|FileHandle\.standard|STDERR_FILENO|STDOUT_FILENO|\bstderr\b|\bstdout\b|writeRaw"#
    let places = [
      "CLI/Process/StandardOutput.swift",
      // Standard output is looked at, or a pipe of the process that serves.
      "CLI/Process/EndingSignals.swift", "Preview/PreviewProcess.swift",
      // Raw frames.
      "Video/Sinks/Y4MSink.swift",
      // Numbers, and names that it escapes.
      "CLI/Reports/ProgressReporter.swift", "CLI/Commands/VideoCommand.swift",
      // A function of a library that is not there: the process ends.
      "C/CLibAV/fields.c", "C/CLibAV/libraries.c", "C/COpenGL/libraries.c", "C/CMicroHTTPD/forwards.c",
      // Apple's calls that show times there, CMTimeShow, and UIKit's notes on constraints that contradict each other.
      "CoreMedia/CMTime+Arithmetic.swift", "UIKit/Environment/UITraitCollection.swift",
    ]
    #expect(try Self.uses(of: writers, outside: places) == [])
    #expect(try !Self.uses(of: writers, outside: []).isEmpty)
  }
}
