// Threads that end before the objects that they work on. A thread that nothing waits for may release an object after
// `main` has returned, while the object's libraries shut down: a crash after all work is done.
//
// Foundation's Thread does not tell that it could not start, and cannot be waited for.
//
// Tested by ThreadTests.

// pthread_attr_t is this module's in the eyes of the compiler.
import CDispatch
import Glibc
import Synchronization

/// A thread that runs one closure. ``join()`` waits for its end, and so does the release of its last reference.
///
/// The closure, and what it holds, is gone before the thread has ended. It must not hold the last reference to the
/// thread, which cannot wait for itself.
package final class JoinedThread: Sendable {
  /// The error of a thread that could not start: the errno of `pthread_create`, mostly EAGAIN, where threads or memory
  /// reach their limit.
  package struct Refused: Error {
    package let errno: CInt
  }

  private let identity: pthread_t
  private let isRunning = Mutex(true)

  /// Runs `body` on a new thread.
  ///
  /// - Parameters:
  ///   - name: shown by debuggers and `top -H`; Linux keeps the first 15 bytes.
  ///   - stackSize: in bytes; a drawing of 512 levels fits into the default.
  package init(
    name: String, stackSize: Int = 4 << 20, _ body: @escaping @Sendable () -> Void
  ) throws(Refused) {
    var identity = pthread_t()
    let status = PlainThread.create(&identity, stackSize: stackSize, isDetached: false) {
      PlainThread.takeName(name)
      body()
    }
    guard status == 0 else { throw Refused(errno: status) }
    self.identity = identity
  }

  deinit { join() }

  /// Whether the caller is on this thread.
  package var isCurrent: Bool { pthread_equal(pthread_self(), identity) != 0 }

  /// Waits for the thread's end; any thread may, and more than once.
  package func join() {
    isRunning.withLock { isRunning in
      guard isRunning else { return }
      precondition(!isCurrent, "a thread cannot wait for its own end")
      pthread_join(identity, nil)
      isRunning = false
    }
  }
}
