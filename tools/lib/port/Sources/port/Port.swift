// The program behind tools/port.

import Foundation

@main
struct Port {
  private static let help = """
    usage: tools/port FOLDER [--into COPY | --check]

    Rewrites Swift sources for Apple's systems so that Linux compiles them.

      FOLDER        the folder of the sources, in any depth
      --into COPY   leave the folder as it is, and write a ported copy of it here: a new or empty folder
      --check       write nothing; only report (also --dry-run)

    What needs Objective-C or Interface Builder is taken away or put in other words; every change is reported as
    FILE:LINE: WHAT -> WHAT. What no script can change is reported as FILE:LINE: by hand: WHAT: WHAT TO DO. At the end
    stands what is not here: modules, and names of Apple's. A second run changes nothing.

    Exit status: 0 done; 1 with --check, there is something to change; 64 usage; 65 a file was left alone, as it is not
    Swift or not UTF-8; 66 no such folder; 73 something cannot be written.

    """

  private var folder: String?
  private var into: String?
  private var isCheck = false
  /// A file with the names that Multiplane's modules declare.
  private var known: String?

  static func main() {
    var port = Port()
    port.read(CommandLine.arguments.dropFirst())
    port.run()
  }

  private mutating func read(_ arguments: ArraySlice<String>) {
    // `--into=COPY`, too.
    var rest = arguments.flatMap {
      $0.hasPrefix("--") ? $0.split(separator: "=", maxSplits: 1).map(String.init) : [$0]
    }[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--check", "--dry-run": isCheck = true
      case "--into" where !rest.isEmpty: into = rest.popFirst()
      case "--known" where !rest.isEmpty: known = rest.popFirst()
      case "--help", "-h": Self.end(0, Self.help, to: .standardOutput)
      case _ where folder == nil && !argument.hasPrefix("-"): folder = argument
      default: Self.end(64, "port: \(argument): not expected here\n\(Self.help)")
      }
    }
  }

  private func run() {
    guard let folder else { Self.end(64, "port: a folder is missing\n\(Self.help)") }
    let names = known.flatMap { FileManager.default.contents(atPath: $0) }.map {
      Set(String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init))
    }
    do throws(PortError) {
      let output: PortRun.Output = isCheck ? .none : into.map { .copy($0) } ?? .inPlace
      let result = try PortRun(folder, output: output, known: names ?? [])
      print(result.report)
      exit(result.failure?.rawValue ?? (isCheck && !result.report.changes.isEmpty ? 1 : 0))
    } catch {
      Self.end(error.kind.rawValue, "port: \(error)\n")
    }
  }

  private static func end(_ status: Int32, _ text: String, to file: FileHandle = .standardError) -> Never {
    file.write(Data(text.utf8))
    exit(status)
  }
}
