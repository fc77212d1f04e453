// What libav and the encoders say when something goes wrong. The error codes of encoders tell less: libx264 out of
// memory is "a generic error in an external library".
import CLibAV
import Synchronization

/// The error messages of libav, of all threads. They are not printed: those that explain a failure are part of its
/// error.
enum LibAVLog {
  private static let lines = Mutex<[String]>([])
  private static let mostLines = 3

  /// Collects messages from now on; evaluated once, before the first call of libav.
  static let isCollecting: Void = clibav_tell_errors { words in
    let text = String(cString: words).split(whereSeparator: \.isNewline).joined(separator: " ")
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
