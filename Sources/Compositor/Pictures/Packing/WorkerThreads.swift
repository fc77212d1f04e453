// One frame's work shared by all cores. The caller works, too, as there may be no other threads.
//
// Dispatch's concurrentPerform is as fast (eight items of 3 µs on two cores: 25 µs, here 28; of 25 µs: 138, here 143).
// But it returns when all is done, while here a frame's bands are drawn as the next frame is built, and it waits
// without end if the system gives no threads.

import CoreGraphics
import Foundation
import Synchronization

/// Returns the results of `transform` for each item, in their order, computed by all cores.
func concurrentMap<Item: Sendable, Result: Sendable>(
  _ items: [Item], on threads: WorkerThreads = .current, _ transform: @Sendable (Item) -> Result
) -> [Result] {
  // Waking other threads costs some tens of microseconds.
  guard items.count > 3 else { return items.map(transform) }
  return [Result](unsafeUninitializedCapacity: items.count) { buffer, count in
    // Each iteration writes one element of its own.
    nonisolated(unsafe) let results = buffer
    threads.perform(items.count) { results.initializeElement(at: $0, to: transform(items[$0])) }
    count = items.count
  }
}

/// Threads that help a caller with several items, for the process's life: one per further core, if the system allows.
package final class WorkerThreads: @unchecked Sendable {
  // Unchecked Sendable: `condition` guards all state that changes once the threads run.
  package static let shared = WorkerThreads(ProcessInfo.processInfo.activeProcessorCount - 1)
  /// The threads that help the calling one. Default: ``shared``.
  @TaskLocal package static var current = shared
  /// No threads: the caller does all of its work.
  package static let none = WorkerThreads(0)

  private let condition = NSCondition()
  private var jobs: [Job] = []
  /// The number of threads that were started.
  private(set) var count = 0

  /// The threads that `start` starts, as many as wanted, until it returns false because it cannot.
  init(_ wanted: Int, start: (@escaping @Sendable () -> Void) -> Bool = { BackgroundThread.start($0) }) {
    for _ in 0..<max(wanted, 0) {
      guard start({ self.serve() }) else { break }
      count += 1
    }
  }

  /// Calls `body` with each number below `count`, on the caller's thread and on free ones, and waits for all.
  package func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
    withoutActuallyEscaping(body) { body in finish(begin(count, body)) }
  }

  /// Begins to call `body` with each number below `count` on free threads; finish the job while `body`'s values exist.
  package func begin(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Job {
    let job = Job(count, body)
    locked {
      jobs.append(job)
      condition.broadcast()
    }
    return job
  }

  /// Does the items that no thread has begun yet, and waits for the rest.
  package func finish(_ job: Job) {
    job.work()
    locked {
      jobs.removeAll { $0 === job }
      // Each helper works on its last item.
      while job.helpers > 0 { condition.wait() }
    }
  }

  private func serve() -> Never {
    condition.lock()
    while true {
      guard let job = jobs.first else {
        condition.wait()
        continue
      }
      job.helpers += 1
      condition.unlock()
      job.work()
      condition.lock()
      jobs.removeAll { $0 === job }
      job.helpers -= 1
      condition.broadcast()
    }
  }

  private func locked(_ body: () -> Void) {
    condition.lock()
    defer { condition.unlock() }
    body()
  }

  package final class Job: @unchecked Sendable {
    // Unchecked Sendable: the pool's lock guards `helpers`.
    private let count: Int
    private let next = Atomic(0)
    private let body: @Sendable (Int) -> Void
    /// The pool's threads that work on it.
    fileprivate var helpers = 0

    fileprivate init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
      (self.count, self.body) = (count, body)
    }

    /// Calls the closure until no number is left.
    fileprivate func work() {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        body(index)
      }
    }
  }
}
