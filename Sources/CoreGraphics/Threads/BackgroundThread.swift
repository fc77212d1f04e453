// Threads that may fail to start: where the system gives no more of them, work is done on those that there are.
// Dispatch sleeps and tries again without end there, and Foundation's Thread does not tell.

// pthread_attr_t is this module's in the eyes of the compiler.
import CDispatch
import Glibc

/// A thread that runs one closure, and that nobody waits for.
package enum BackgroundThread {
  /// Runs `body` on a new thread; returns false, and runs nothing, where there can be none.
  ///
  /// The thread takes no signals: they are for those who watch for them.
  ///
  /// - Parameter stackSize: in bytes; a drawing of 512 levels fits into the default.
  package static func start(stackSize: Int = 4 << 20, _ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    // A thread begins with its creator's mask.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    // The thread takes this reference over.
    let argument = Unmanaged.passRetained(Body(run: body))
    var identity = pthread_t()
    let status = pthread_create(
      &identity, &attributes,
      { argument in
        argument.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    if status != 0 { argument.release() }
    return status == 0
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}
