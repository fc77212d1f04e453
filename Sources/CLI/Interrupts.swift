// Ctrl-C, politely: the first SIGINT or SIGTERM asks the work to stop, so that it can remove its unfinished output; the
// second one ends the process as it would have without us.
//
// The handler runs between any two instructions of any thread, so it does only what is safe there: one atomic store and
// one call of `signal`.
import Foundation
import Synchronization

/// Requests from outside to stop the work.
enum Interrupts {
  private static let requested = Atomic(false)

  /// Whether a stop was asked for since `watch()`.
  static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Begins to watch; for the rest of the process's life.
  static func watch() {
    // Touched here first, as the handler must not be the one to initialise it.
    requested.store(false, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        Interrupts.requested.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
  }
}

/// The work was stopped by a signal.
struct Interruption: ExitStatusError, CustomStringConvertible {
  var exitStatus: ExitStatus { .interrupted }
  var description: String { "interrupted; no output was written" }
}
