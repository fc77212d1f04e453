// Standard error: messages, warnings and progress go there, as standard output may carry frames. With `StandardOutput`
// this is all that writes to the terminal.
import CoreGraphics
import Foundation
import ImageFiles

/// The process's standard error stream.
enum StandardError {
  /// Writes a message and a newline. What it holds of files may not be an order to the terminal, nor a line that looks
  /// like another message: see ``ShownLines/indented``.
  static func write(_ message: String) { writeRaw(message.namingFlags.shown(.indented) + "\n") }

  /// Writes lines of the command's own, such as its usage.
  static func write(lines: String) { writeRaw(lines.shown(.all) + "\n") }

  /// Writes `text` as it is, orders to the terminal too: progress. A closed stream is not worth failing for.
  @Sendable static func writeRaw(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { UnfinishedFile.writeAll($0, to: STDERR_FILENO) }
  }

  /// Writes `line` in place of a line of progress, unless nobody takes it: the process is about to end, and does not
  /// wait for a reader that stands still.
  static func writeLastWords(_ line: String) {
    guard StandardStreams.takes(STDERR_FILENO) else { return }
    writeRaw((isatty(STDERR_FILENO) == 1 ? "\r\u{1B}[K" : "") + line.namingFlags.shown(.indented) + "\n")
  }

  /// The width of the terminal in columns; nil when standard error is not a terminal.
  static var terminalColumns: Int? {
    guard isatty(STDERR_FILENO) == 1 else { return nil }
    var size = winsize()
    let known = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return known ? Int(size.ws_col) : 80
  }
}
