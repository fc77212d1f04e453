// The time that a computation takes, however busy the machine is.

import Foundation

/// The CPU time of the thread that makes it, from then on, for computations that must be short. By wall-clock time a
/// correct test fails where other processes take the cores. `.timeLimit` counts the queue of the other tests, too: the
/// limit is called off by a task that waits behind all that wait for a thread, which takes minutes where two threads
/// run thousands of tests; and it ends nothing, as tests that do not wait cannot be ended.
package struct CPUTime: Sendable {
  private let start = CPUTime.now

  package init() {}

  /// Seconds since then, of the same thread: without an `await` in between.
  package var seconds: Double { CPUTime.now - start }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
