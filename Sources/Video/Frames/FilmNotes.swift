// Remarks on a film, which its encoder collects on the way.

import Synchronization

/// Remarks about a film, each once, in the order in which they came.
package final class FilmNotes: Sendable {
  private let lines = Mutex<[String]>([])

  package init() {}

  /// Adds a remark, unless it is there.
  package func add(_ line: String) {
    lines.withLock { lines in
      if !lines.contains(line) { lines.append(line) }
    }
  }

  /// Removes and returns all remarks.
  package func take() -> [String] {
    lines.withLock { lines in
      defer { lines.removeAll() }
      return lines
    }
  }
}
