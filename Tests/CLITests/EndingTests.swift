// How the command ends when the world does not help: signals, streams that are closed or full, limits, neighbours.
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct EndingTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private static let video = "exec \"$MULTIPLANE\" video demo:fire --duration 1000 -o"

  /// Every signal with every output; of these in a usual run each signal and each output.
  private static let endings: [(signal: (number: Int32, name: String), output: String)] = {
    let signals = [
      (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGTERM, "SIGTERM"), (SIGXCPU, "SIGXCPU"),
      (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"),
    ]
    let outputs = ["a.mp4", "a.webm", "a.gif", "a.y4m", "%d.png"]
    let all = (0..<signals.count * outputs.count).map { (signals[$0 % signals.count], outputs[$0 % outputs.count]) }
    return triesAll ? all : Array(all.prefix(signals.count))
  }()

  @Test(
    "R-B1: a signal ends the command with 128 and its number, and nothing is left behind",
    arguments: endings)
  func signals(signal: (number: Int32, name: String), output: String) throws {
    try shell.write("before", to: "a.y4m")
    let process = try shell.start("\(Self.video) \(output)")
    #expect(shell.wait(for: process) { shell.isWriting(process) })
    kill(process.processIdentifier, signal.number)
    process.waitUntilExit()
    let outcome = try shell.outcome(of: process)
    #expect(outcome.status == 128 + signal.number)
    #expect(outcome.text.contains("multiplane: error: ended by \(signal.name)"))
    #expect(shell.contents == ["a.y4m"])
    #expect(try String(contentsOfFile: "\(shell.folder)/a.y4m", encoding: .utf8) == "before")
  }

  @Test("R-B1: a picture that is being written when a signal comes is removed")
  func signalWhileAPictureIsWritten() throws {
    let process = try shell.start("exec \"$MULTIPLANE\" render demo:postcard --size 7000x7000 -q -o a.png")
    #expect(shell.wait(for: process) { shell.isWriting(process) })
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(try shell.outcome(of: process).status == 143)
    #expect(shell.contents == [])
  }

  @Test("R-B1: nohup outlives the terminal")
  func ignoredHangup() throws {
    let process = try shell.start(
      "trap '' HUP; exec \"$MULTIPLANE\" video demo:postcard --duration 30 --size 64x64 -o a.y4m")
    #expect(shell.wait(for: process) { shell.isWriting(process) })
    kill(process.processIdentifier, SIGHUP)
    process.waitUntilExit()
    #expect(try shell.outcome(of: process).status == 0)
    #expect(shell.contents == ["a.y4m"])
  }

  @Test("R-B1: messages that nobody reads are not worth failing for", arguments: ["2> >(true)", "2>&-", "2>/dev/full"])
  func messagesThatNobodyReads(redirection: String) throws {
    let outcome = try shell.run("multiplane video demo:postcard --duration 0.2 --size 64x64 -o a.mp4 \(redirection)")
    #expect(outcome.status == 0)
    #expect(shell.contents == ["a.mp4"])
  }

  @Test(
    "R-B1: a file above the user's limit is an output that cannot be written",
    arguments: [
      "video demo:postcard --duration 1 -o a.y4m", "video demo:postcard --duration 1 -o a.mp4",
      "video demo:postcard --duration 1 -o %d.png", "render demo:features --scale 2 -o a.png",
    ])
  func fileSizeLimit(line: String) throws {
    let outcome = try shell.run("export XDG_CACHE_HOME=/nonexistent; ulimit -f 8; multiplane \(line)")
    #expect(outcome.status == 73 && outcome.text.contains("File too large"))
    #expect(shell.contents == [])
  }

  @Test(
    "R-B3: standard output that cannot be written is an error",
    arguments: [
      "demo", "info", "help", "--help", "render --help", "inspect demo:postcard --size 64x64",
      "bench demo:postcard --frames 2 --size 64x64", "video demo:postcard --duration 0.1 --size 64x64 -o -",
    ], [">/dev/full", ">&-"])
  func standardOutput(line: String, redirection: String) throws {
    let outcome = try shell.run("multiplane \(line) \(redirection)")
    #expect(outcome.status == 73)
    let reason = redirection == ">&-" ? "Bad file descriptor" : "No space left on device"
    #expect(outcome.text.contains("multiplane: error: standard output: cannot write: \(reason)"))
  }

  @Test("A reader that has gone ends the command in silence, as SIGPIPE would")
  func brokenPipe() throws {
    let outcome = try shell.run(
      "(multiplane video demo:postcard --duration 5 --size 64x64 -q -o -; echo status $? >&2) | true")
    #expect(outcome.text == "status 141\n")
  }

  @Test(
    "R-A3: two processes of the same number in one folder do not get in each other's way",
    .enabled(if: Shell.canUnshare, "unshare --pid is not permitted here"))
  func sameProcessNumber() throws {
    let alone = "unshare --pid --fork --mount-proc \"$MULTIPLANE\" video demo:postcard --size 64x64 -q"
    let outcome = try shell.run(
      """
      \(alone) --duration 20 -o first.mp4 & first=$!
      \(alone) --duration 0.2 -o second.mp4; echo second $?
      \(alone) --duration 0.2 -o %d.png; echo third $?
      wait $first; echo first $?
      """)
    #expect(outcome.text == "second 0\nthird 0\nfirst 0\n")
    #expect(shell.contents == (0..<6).map { "\($0).png" } + ["first.mp4", "second.mp4"])
  }
}
