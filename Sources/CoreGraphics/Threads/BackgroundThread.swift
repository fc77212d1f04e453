// Threads that may fail to start: where the system gives no more of them, work is done on those that there are.
// Dispatch sleeps and tries again without end there, and Foundation's Thread does not tell.

import Glibc

/// A thread that runs one closure, and that nothing waits for: for work that lasts as long as the process, and holds
/// nothing between two jobs. Work that ends is for a ``JoinedThread``.
package enum BackgroundThread {
  /// Runs `body` on a new thread; returns false, and runs nothing, where there can be none.
  ///
  /// - Parameter stackSize: in bytes; a drawing of 512 levels fits into the default.
  package static func start(stackSize: Int = 4 << 20, _ body: @escaping @Sendable () -> Void) -> Bool {
    var identity = pthread_t()
    return PlainThread.create(&identity, stackSize: stackSize, isDetached: true, body) == 0
  }
}
