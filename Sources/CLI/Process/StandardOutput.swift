// Standard output: what a command was asked to print. Unlike `print`, which forgets errors, writing it can fail.
import CoreGraphics
import Foundation
import ImageFiles

/// The process's standard output stream.
enum StandardOutput {
  /// Writes a report, of one line or more, and a newline.
  static func write(_ text: String) throws(StandardOutputError) {
    let code = Array((text.shown(.all) + "\n").utf8).withUnsafeBytes { UnfinishedFile.writeAll($0, to: STDOUT_FILENO) }
    guard code == 0 else { throw StandardOutputError(code: code) }
  }

  /// Writes lines of progress for programs. Without a reader the command ends; a stream that takes none for another
  /// reason is not worth failing for.
  @Sendable static func writeRaw(_ text: String) {
    let code = Array(text.shown(.all).utf8).withUnsafeBytes { UnfinishedFile.writeAll($0, to: STDOUT_FILENO) }
    if code == EPIPE { EndOfOthers.end() }
  }
}

/// Standard output cannot be written.
struct StandardOutputError: ExitStatusError, CustomStringConvertible {
  /// The errno of the call.
  let code: CInt
  var exitStatus: ExitStatus { code == EPIPE ? .brokenPipe : .cannotWrite }
  var description: String { "standard output: cannot write: \(String(cString: strerror(code)))" }
}

/// The three streams that a process has from the start.
enum StandardStreams {
  /// Whether a stream takes what is written, now or soon.
  static func takes(_ descriptor: CInt) -> Bool {
    var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&stream, 1, 100) > 0
  }

  /// Opens `/dev/null` in the place of standard descriptors that are closed; else the next file that is opened would
  /// get their number, and output for the user would end up in it.
  ///
  /// The substitute for standard output cannot be written, so that writing it fails as it should.
  static func fillGaps() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that is missing.
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
