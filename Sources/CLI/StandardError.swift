// Standard error: messages, warnings and progress go there, as standard output may carry frames.
import Foundation

/// The process's standard error stream.
enum StandardError {
  /// Writes `line` and a newline.
  static func write(_ line: String) { writeRaw(line + "\n") }

  /// Writes `text` as it is; a closed stream is not worth failing for.
  static func writeRaw(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  /// The width of the terminal in columns; nil when standard error is not a terminal.
  static var terminalColumns: Int? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    var size = winsize()
    let known = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return known ? Int(size.ws_col) : 80
  }
}
