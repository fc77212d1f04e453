// The last line of `--progress json` where there is no film: why.
import Foundation
import Multiplane

/// A line of `--progress json`.
protocol JSONLine: Encodable {}

extension JSONLine {
  /// The line, without its end; keys sorted.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Numbers that are finite, and texts.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self).shown(.none) } ?? ""
  }
}

/// A film that could not be made.
struct FailureReport: JSONLine {
  private var kind = "error"
  private var multiplane = MultiplaneVersion.current
  let message: String
  /// The exit status, and whether to try again.
  let status: Int32
  let tryAgain: ExitStatus.Retry

  init(_ error: any Error) {
    message = "\(error)".namingFlags
    let status = ExitStatus.of(error)
    (self.status, tryAgain) = (status.rawValue, status.retry)
  }

  /// Creates the report of a process that a signal ended.
  init(signal number: CInt, name: String) {
    (message, status, tryAgain) = ("ended by \(name)", ExitStatus.signalled(number), .elsewhere)
  }
}
