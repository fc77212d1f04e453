// The command as people run it: a process of its own, started by a shell, so that limits, redirections and signals are
// real.
import Foundation
import TestSupport
import Testing

/// A folder of its own for a test, and the shell in it.
final class Shell {
  private let temporary: TemporaryFolder
  var folder: String { temporary.path }

  /// What a line of shell ended with.
  struct Outcome {
    var status: Int32
    /// What it wrote to standard output and error, together.
    var text: String
  }

  init() throws { temporary = try TemporaryFolder() }

  /// What lies in the folder, hidden files too, in order; without what the shell itself writes.
  var contents: [String] { temporary.contents.filter { $0 != ".out" } }

  /// Writes a file into the folder.
  func write(_ text: String, to name: String) throws { try temporary.write(text, to: name) }

  /// Runs a line of bash in the folder; `multiplane` in it is the command that was built with the tests.
  func run(_ line: String) throws -> Outcome {
    let process = try start(line)
    process.waitUntilExit()
    return try outcome(of: process)
  }

  /// Begins to run a line.
  func start(_ line: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "multiplane() { \"$MULTIPLANE\" \"$@\"; }; export -f multiplane; \(line)"]
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = ProcessInfo.processInfo.environment.merging([
      "MULTIPLANE": try Self.command(), "MULTIPLANE_PROGRAM_CACHE": "none",
    ]) { $1 }
    _ = FileManager.default.createFile(atPath: "\(folder)/.out", contents: nil)
    // A file and not a pipe: nobody reads while the process runs.
    let output = try FileHandle(forWritingTo: URL(filePath: "\(folder)/.out"))
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// What a process that has ended, ended with. Of one that a signal killed, the status is 128 and its number, as a
  /// shell has it, and negative, as the process did not say it itself.
  func outcome(of process: Process) throws -> Outcome {
    let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/.out")), as: UTF8.self)
    let status = process.terminationStatus
    return Outcome(status: process.terminationReason == .uncaughtSignal ? -128 - status : status, text: text)
  }

  /// Waits until `condition` holds; false when it does not within 30 seconds, or the process has ended.
  func wait(for process: Process, until condition: () -> Bool) -> Bool {
    for _ in 0..<30_000 {
      if condition() { return true }
      if !process.isRunning { return false }
      usleep(1000)
    }
    return false
  }

  /// Whether the folder holds something unfinished.
  var holdsUnfinished: Bool { contents.contains { $0.hasSuffix(".partial") } }

  /// Whether a process has a file of the folder in the making: one under a name of its own, or one without a name,
  /// which the kernel calls deleted.
  func isWriting(_ process: Process) -> Bool {
    if holdsUnfinished { return true }
    let open = "/proc/\(process.processIdentifier)/fd"
    let manager = FileManager.default
    return ((try? manager.contentsOfDirectory(atPath: open)) ?? []).contains { number in
      let target = (try? manager.destinationOfSymbolicLink(atPath: "\(open)/\(number)")) ?? ""
      return target.hasPrefix(folder + "/") && target.hasSuffix("(deleted)")
    }
  }

  /// The command beside the tests' bundle.
  private static func command() throws -> String {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
    let path = URL(filePath: try #require(bundle, "the tests' bundle cannot be found")).deletingLastPathComponent()
      .appending(path: "multiplane").path
    try #require(FileManager.default.isExecutableFile(atPath: path), "no command at \(path)")
    return path
  }

  /// Whether processes with numbers of their own can be made here.
  static let canUnshare: Bool = {
    let shell = try? Shell()
    return (try? shell?.run("unshare --pid --fork --mount-proc true").status) == 0
  }()
}
