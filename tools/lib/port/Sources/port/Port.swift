// The program behind tools/port.

import ArgumentParser
import Foundation

@main
struct Port: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "tools/port",
      abstract: "Rewrites Swift sources for Apple's systems so that Linux compiles them.",
      discussion: """
        What needs Objective-C or Interface Builder is taken away or put in other words; every change is reported as \
        FILE:LINE: WHAT -> WHAT. What no script can change is reported as FILE:LINE: by hand: WHAT: WHAT TO DO. At \
        the end stands what is not here: modules, and names of Apple's. A second run changes nothing.

        Exit status: 0 done; 1 with --check, there is something to change; 64 usage; 65 a file was left alone, as it \
        is not Swift or not UTF-8; 66 no such folder; 73 something cannot be written.
        """)
  }

  @Argument(help: "The folder of the sources, in any depth.")
  var folder: String

  @Option(help: "Leave the folder as it is, and write a ported copy of it here: a new or empty folder.")
  var into: String?

  @Flag(name: [.customLong("check"), .customLong("dry-run")], help: "Write nothing; only report.")
  var check = false

  @Option(help: ArgumentHelp("A file with the names that Multiplane's modules declare.", visibility: .hidden))
  var known: String?

  func run() throws {
    let output: PortRun.Output = check ? .none : into.map { .copy($0) } ?? .inPlace
    let names = known.flatMap { FileManager.default.contents(atPath: $0) }.map {
      Set(String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init))
    }
    let result: PortRun
    do throws(PortError) {
      result = try PortRun(folder, output: output, known: names ?? [])
    } catch {
      FileHandle.standardError.write(Data("port: \(error)\n".utf8))
      throw ExitCode(error.kind.rawValue)
    }
    print(result.report)
    if let failure = result.failure { throw ExitCode(failure.rawValue) }
    if check, !result.report.changes.isEmpty { throw ExitCode(1) }
  }
}
