// What libav and the encoders say when something goes wrong. The error codes of encoders tell less: libx264 out of
// memory is "a generic error in an external library".
import CLibAV
import Glibc
import Synchronization

/// The error messages of libav, of all threads. They are not printed: those that explain a failure are part of its
/// error.
enum LibAVLog {
  private static let lines = Mutex<[String]>([])
  private static let longestLine = 500
  private static let mostLines = 3

  /// Collects messages from now on; evaluated once, before the first call of libav.
  static let isCollecting: Void = av_log_set_callback { _, level, format, arguments in
    guard level <= AV_LOG_ERROR, let format, let arguments else { return }
    let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestLine) { buffer in
      vsnprintf(buffer.baseAddress!, buffer.count, format, arguments)
      return String(cString: buffer.baseAddress!)
    }
    let text = line.split(whereSeparator: \.isNewline).joined(separator: " ")
    guard !text.isEmpty else { return }
    lines.withLock { lines in
      if lines.count == mostLines { lines.removeFirst() }
      lines.append(text)
    }
  }

  /// Takes the last messages, in one line; empty when there was none since this was last called.
  static func take() -> String {
    lines.withLock { lines in
      defer { lines.removeAll() }
      return lines.joined(separator: "; ")
    }
  }
}
