// The one thread that OpenGL calls are made on.
//
// A context is current on one thread at a time, and moving it costs and is easily got wrong; so a device has a thread
// of its own, and callers hand it closures and wait, or go on and wait later. Callers take turns:
//
//   run:     turn.wait   job = body   posted.signal   finished.wait   turn.signal
//   thread:              posted.wait  job()           finished.signal
//
//   start:   turn.wait   job = body   posted.signal   ...             end.wait
//   thread:              posted.wait  job()           turn.signal     end.signal
//
// Pitfalls
// - A body that waits for another thread, which in turn calls `run`, never ends.
// - A body is not part of the caller's task: task-local values are missing, so `#expect` belongs outside.
// - A started job retains its captures, and the last reference to a device must not go on its own thread: the caller
//   that starts a job waits for its end before letting go.
// - The caller's thread is blocked. In async code that is sound (the GL thread never needs the cooperative pool), but
//   it occupies one of the pool's threads for the time of the body.

import CoreGraphics
import Glibc

/// A thread that runs closures for others, one at a time, until it is released.
///
/// ```swift
/// let size = try thread.run { () throws(GLError) in try texture.measure() }
/// ```
package final class GLThread: Sendable {
  private let shared: Shared
  private let thread: JoinedThread

  /// The stack size in bytes: on the calling thread, the driver's shader compilers recurse deeply.
  private static let stackSize = 8 << 20

  /// Starts a thread with a name, of 15 bytes for debuggers, or throws ``GLError/threadNotStarted(errno:)``.
  package init(name: String = "multiplane-gl") throws(GLError) {
    let shared = Shared()
    do throws(JoinedThread.Refused) {
      thread = try JoinedThread(name: name, stackSize: Self.stackSize) { shared.serve() }
    } catch {
      throw .threadNotStarted(errno: error.errno)
    }
    self.shared = shared
  }

  /// Ends the thread and waits for its end. Never on the thread itself, which could not wait for itself: while a body
  /// runs, the caller of ``run(_:)`` that waits for it holds a reference.
  deinit {
    shared.hand(over: nil)
    thread.join()
  }

  package var isCurrent: Bool { thread.isCurrent }

  package func assertCurrent(file: StaticString = #fileID, line: UInt = #line) {
    assert(isCurrent, "OpenGL belongs to its thread: call this inside GLDevice.run", file: file, line: line)
  }

  /// Runs `body` on this thread and returns its result, or throws its error. Blocks the caller for the time of `body`,
  /// some microseconds of hand-over, and the bodies of callers that came first. On the thread itself `body` is called
  /// at once, so calls may nest. `body` need not be Sendable: the caller waits, so one thread at a time uses its
  /// captures, and the semaphores order the two threads' accesses.
  package func run<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if isCurrent { return try body() }
    var outcome: Swift.Result<Result, Failure>?
    shared.perform {
      do throws(Failure) {
        outcome = .success(try body())
      } catch {
        outcome = .failure(error)
      }
    }
    guard let outcome = outcome.take() else { preconditionFailure("the GL thread skipped a body") }
    return try outcome.get()
  }

  /// Has `body` run on this thread, and returns when the one before is done. The end comes once `body` is let go of.
  package func start(_ body: @escaping () -> Void) -> End {
    precondition(!isCurrent, "the GL thread cannot start what it would have to wait for")
    let end = End()
    shared.start(body, end)
    return end
  }

  /// The end of a started job.
  package final class End: Sendable {
    private let semaphore = Semaphore(value: 0)

    fileprivate func come() { semaphore.signal() }

    /// Waits for the end; returns at once if it has come.
    package func wait() {
      semaphore.wait()
      semaphore.signal()
    }
  }
}

extension GLThread {
  /// The state that the thread and its callers share. It outlives the `GLThread` until the thread has ended. Unchecked:
  /// only `job` and `end` change. A caller writes them while it holds `turn` and before `posted` is signalled; the
  /// thread reads them after that signal and before it signals `finished`, or `turn`. So accesses never overlap.
  private final class Shared: @unchecked Sendable {
    private let turn = Semaphore(value: 1)
    private let posted = Semaphore(value: 0)
    private let finished = Semaphore(value: 0)
    private var job: (() -> Void)?
    /// The end of a started job; nil if its caller waits.
    private var end: End?

    func perform(_ body: () -> Void) {
      // Sound: `hand` returns after the thread has called the closure and let go of it.
      withoutActuallyEscaping(body) { hand(over: $0) }
    }

    /// Hands the thread a job, or nil to end it, and waits until it is done.
    func hand(over job: (() -> Void)?) {
      turn.wait()
      self.job = job
      posted.signal()
      finished.wait()
      turn.signal()
    }

    func start(_ job: @escaping () -> Void, _ end: End) {
      turn.wait()
      (self.job, self.end) = (job, end)
      posted.signal()
    }

    /// Runs the thread's jobs until it ends.
    func serve() {
      var isServing = true
      while isServing {
        posted.wait()
        let end = end.take()
        isServing = takeJob()
        if let end {
          turn.signal()
          end.come()
        } else {
          finished.signal()
        }
      }
    }

    /// Runs the job, then drops every copy of it before its caller goes on; false if there was none: the thread ends.
    private func takeJob() -> Bool {
      guard let job = job.take() else { return false }
      job()
      return true
    }
  }
}

/// A counting POSIX semaphore within this process, whose hand-overs the thread sanitizer knows, unlike Dispatch's.
struct Semaphore: ~Copyable, @unchecked Sendable {
  // sem_t may not move while in use: it has an allocation of its own, used by functions that any thread may call.
  private let storage: UnsafeMutablePointer<sem_t>

  /// A semaphore that lets `value` waits through before the first signal.
  init(value: UInt32) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: sem_t())
    let result = sem_init(storage, 0, value)
    precondition(result == 0, "sem_init fails only for a value above SEM_VALUE_MAX")
  }

  deinit {
    sem_destroy(storage)
    storage.deallocate()
  }

  /// Lets one waiter through.
  borrowing func signal() { sem_post(storage) }

  /// Waits for a signal; a Unix signal delivered to this thread does not end the wait.
  borrowing func wait() {
    while sem_wait(storage) != 0 && errno == EINTR {}
  }
}
