// Each documented exit status, provoked; and what the documentation says of it.
import ArgumentParser
import Foundation
import Testing

@testable import CLI

@Suite(.serialized) struct ExitStatusTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Waits for the command in the background to have a file in the making, or to have ended.
  private static let untilItWrites = """
    while kill -0 $! && ! ls -A . | grep -q partial && ! ls -l /proc/$!/fd | grep -q "$PWD/.*(deleted)"; do
      sleep 0.05
    done
    """

  private static let cases: [(status: Int32, line: String)] = [
    (0, "multiplane render demo:postcard -q -o a.png"),
    (1, "multiplane compare a.png b.png"),
    (64, "multiplane render demo:postcard"),
    (65, "multiplane render damaged.caml -o c.png"),
    (66, "multiplane render nosuch.caml -o c.png"),
    (69, "MULTIPLANE_EGL=gbm multiplane render demo:postcard -o c.png"),
    // Libraries that are not libraries.
    (70, "LD_LIBRARY_PATH=$PWD/broken multiplane video demo:postcard -o c.mp4"),
    (70, "LD_LIBRARY_PATH=$PWD/broken multiplane video demo:postcard --size 1920x1080 -o c.mp4"),
    (73, "multiplane render demo:postcard -o nosuch/c.png"),
    (
      75,
      "ulimit -v 1500000; multiplane video demo:postcard --size 12000x12000 --max-memory 64G --duration 0.1 -o c.mp4"
    ),
    // A signal goes to the command itself, and not to a function of the shell, once it has its file.
    (130, "\"$MULTIPLANE\" video demo:postcard --duration 1000 -q -o c.y4m & \(untilItWrites); kill -INT $!; wait $!"),
    (143, "\"$MULTIPLANE\" video demo:postcard --duration 1000 -q -o c.y4m & \(untilItWrites); kill -TERM $!; wait $!"),
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

  @Test("All statuses are provoked above, and stand in the help and in the article with whether to try again")
  func documented() throws {
    #expect(Set(Self.cases.map(\.status)) == Set(ExitStatus.allCases.map(\.rawValue) + [143]))
    let help = MultiplaneCommand.helpMessage(columns: 10_000)
    let article = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/Multiplane/Multiplane.docc/Video.md").standardizedFileURL, encoding: .utf8)
    for (status, _) in Self.cases {
      #expect(help.contains("\(status)"))
      let row = try #require(article.split(separator: "\n").first { $0.hasPrefix("| \(status) |") }, "\(status)")
      // What a signal ends is not what it may be: another signal is as good.
      let retry = ExitStatus(rawValue: status)?.retry ?? .elsewhere
      #expect(row.hasSuffix(status == 0 ? "| |" : "| \(retry.rawValue) |"), "\(row)")
    }
  }
}
