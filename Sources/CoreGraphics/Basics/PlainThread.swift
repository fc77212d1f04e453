// Threads whose failure to start is reported, so that the work can be done on fewer threads. Where the system gives no
// more of them, Dispatch retries without end, and Foundation's Thread does not report it.
//
// Tested by ThreadTests.

// Swift takes pthread_attr_t for a type of this module.
import CDispatch
import Glibc
import Synchronization

enum PlainThread {
  /// The signals that threads do not block: those raised by a thread's own faults, for which the kernel would end the
  /// process without a message if they were blocked, and those with which crash reporters stop a thread.
  private static let open = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGABRT, SIGUSR1, SIGUSR2]

  /// Starts a detached thread that runs `body` and releases it before it ends; all signals but ``open`` are blocked in
  /// it. Returns 0, or the errno of the failure.
  static func create(
    _ identity: inout pthread_t, stackSize: Int, isDetached: Bool, _ body: @escaping @Sendable () -> Void
  ) -> CInt {
    var attributes = pthread_attr_t()
    let status = pthread_attr_init(&attributes)
    guard status == 0 else { return status }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    if isDetached { pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED)) }
    // A thread begins with its creator's mask.
    var (blocked, before) = (sigset_t(), sigset_t())
    sigfillset(&blocked)
    for number in open { sigdelset(&blocked, number) }
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    // The thread takes this reference over.
    let argument = Unmanaged.passRetained(Body(run: body))
    let created = pthread_create(
      &identity, &attributes,
      { argument in
        argument.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
        return nil
      }, argument.toOpaque())
    if created != 0 { argument.release() }
    return created
  }

  /// Names the calling thread through /proc, where that is mounted: Glibc hides pthread_setname_np from Swift.
  static func takeName(_ name: String) {
    let file = Glibc.open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    let bytes = Array(name.utf8.prefix(15))
    _ = write(file, bytes, bytes.count)
    close(file)
  }

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// A thread that runs one closure and is never waited for: for work that lasts as long as the process and holds nothing
/// between two jobs. Work that ends takes a ``JoinedThread``.
package enum BackgroundThread {
  /// Runs `body` on a new thread. Returns false, and runs nothing, if the thread cannot start. `stackSize` is in bytes;
  /// the default suffices for a drawing of 512 levels.
  package static func start(stackSize: Int = 4 << 20, _ body: @escaping @Sendable () -> Void) -> Bool {
    var identity = pthread_t()
    return PlainThread.create(&identity, stackSize: stackSize, isDetached: true, body) == 0
  }
}

/// A thread that runs one closure and ends before the objects that it works on: ``join()`` waits for its end, and so
/// does the release of its last reference. A thread that is not waited for may release an object after `main` has
/// returned, while the object's libraries shut down, and crash.
///
/// The closure is released before the thread ends. It must not hold the last reference to the thread.
package final class JoinedThread: Sendable {
  /// The error of a thread that could not start: `pthread_create`'s errno, mostly EAGAIN, for a limit of the system.
  package struct Refused: Error {
    package let errno: CInt
  }

  private let identity: pthread_t
  private let isRunning = Mutex(true)

  /// Runs `body` on a new thread. Debuggers and `top -H` show the first 15 bytes of `name`; `stackSize` is in bytes,
  /// and its default suffices for a drawing of 512 levels.
  package init(name: String, stackSize: Int = 4 << 20, _ body: @escaping @Sendable () -> Void) throws(Refused) {
    var identity = pthread_t()
    let status = PlainThread.create(&identity, stackSize: stackSize, isDetached: false) {
      PlainThread.takeName(name)
      body()
    }
    guard status == 0 else { throw Refused(errno: status) }
    self.identity = identity
  }

  deinit { join() }

  /// Whether the calling thread is this thread.
  package var isCurrent: Bool { pthread_equal(pthread_self(), identity) != 0 }

  /// Waits for the thread's end. Any thread may call it, any number of times.
  package func join() {
    isRunning.withLock { isRunning in
      guard isRunning else { return }
      precondition(!isCurrent, "a thread cannot wait for its own end")
      pthread_join(identity, nil)
      isRunning = false
    }
  }
}
