// Each documented exit status, provoked; and what the documentation says of it.
import ArgumentParser
import Foundation
import Testing

@testable import CLI

@Suite(.serialized) struct ExitStatusTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private static let cases: [(status: Int32, line: String)] = [
    (0, "multiplane render demo:postcard -q -o a.png"),
    (1, "multiplane compare a.png b.png"),
    (64, "multiplane render demo:postcard"),
    (65, "multiplane render damaged.caml -o c.png"),
    (66, "multiplane render nosuch.caml -o c.png"),
    (69, "MULTIPLANE_EGL=gbm multiplane render demo:postcard -o c.png"),
    // Libraries that are not libraries.
    (69, "LD_LIBRARY_PATH=$PWD/broken multiplane video demo:postcard -o c.mp4"),
    (69, "LD_LIBRARY_PATH=$PWD/broken multiplane video demo:postcard --size 1920x1080 -o c.mp4"),
    (73, "multiplane render demo:postcard -o nosuch/c.png"),
    (
      75,
      "ulimit -v 1500000; multiplane video demo:postcard --size 12000x12000 --max-memory 64G --duration 0.1 -o c.mp4"
    ),
    (
      141,
      "(multiplane video demo:postcard --duration 5 --size 64x64 -q -o -; echo $? >&3) 3>status | true; exit $(<status)"
    ),
  ]

  @Test("Each status is that of its cause", arguments: cases.indices)
  func provoked(index: Int) throws {
    let (status, line) = Self.cases[index]
    try shell.write("<caml><CALayer", to: "damaged.caml")
    let before = try shell.run(
      """
      multiplane render demo:postcard -q -o a.png; multiplane render demo:postcard --at 1 -q -o b.png
      mkdir broken; for n in 59 60 61 62 63; do echo none > broken/libavformat.so.$n; done
      """)
    #expect(before.status == 0)
    let outcome = try shell.run(line)
    #expect(outcome.status == status, "\(line): \(outcome)")
    #expect(!shell.contents.contains { $0.hasPrefix("c.") || $0.hasSuffix(".partial") })
  }

  private static let signals = [SIGINT, SIGTERM]

  @Test("A signal's status is 128 and its number", arguments: signals)
  func ended(by signal: Int32) throws {
    let process = try shell.start("exec \"$MULTIPLANE\" video demo:fire --duration 1000 -q -o c.y4m")
    #expect(shell.wait(for: process) { shell.isWriting(process) })
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(try shell.outcome(of: process).status == 128 + signal)
    #expect(!shell.contents.contains { $0.hasPrefix("c.") || $0.hasSuffix(".partial") })
  }

  @Test("All statuses but 70 are provoked above, and all stand in the help and the article, with the retry")
  func documented() throws {
    // 70 is for what must not happen: nothing is known to provoke it.
    let statuses = Self.cases.map(\.status) + Self.signals.map { 128 + $0 } + [70]
    #expect(Set(statuses) == Set(ExitStatus.allCases.map(\.rawValue) + [143]))
    let help = MultiplaneCommand.helpMessage(columns: 10_000)
    let article = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/Multiplane/Multiplane.docc/Video.md").standardizedFileURL, encoding: .utf8)
    for status in statuses {
      #expect(help.contains("\(status)"))
      let row = try #require(article.split(separator: "\n").first { $0.hasPrefix("| \(status) |") }, "\(status)")
      // What a signal ends is not what it may be: another signal is as good.
      let retry = ExitStatus(rawValue: status)?.retry ?? .elsewhere
      #expect(row.hasSuffix(status == 0 ? "| |" : "| \(retry.rawValue) |"), "\(row)")
    }
  }
}
