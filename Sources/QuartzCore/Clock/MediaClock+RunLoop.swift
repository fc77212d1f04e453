// The machine's clock moves by itself: where a run loop runs on the main thread, a timer wakes it for the next event.

import Foundation
import Synchronization

extension MediaClock {
  /// The timer that waits for the next event, and its time. Used by the main thread only.
  private struct Wake: @unchecked Sendable {
    var timer: Timer?
    var time = CFTimeInterval.infinity
  }

  private static let wake = Mutex(Wake())

  /// Has the main run loop process the events of ``system`` when the next one is due. Called on the main thread, after
  /// each turn in which layers changed.
  static func wakeRunLoop() {
    let next = system.nextEventTime
    wake.withLock { wake in
      guard next != wake.time else { return }
      wake.timer?.invalidate()
      wake = Wake()
      guard next < .infinity else { return }
      // Not `Timer(timeInterval:)`, which fires at once on Linux.
      let date = Date(timeIntervalSinceNow: max(next - system.now, 0))
      let timer = Timer(fire: date, interval: 0, repeats: false) { _ in
        MediaClock.wake.withLock { $0 = Wake() }
        system.processEvents()
        wakeRunLoop()
      }
      wake = Wake(timer: timer, time: next)
      MainRunLoop.ifAvailable?.add(timer, forMode: .common)
    }
  }
}

// The run loop of the main thread, as far as it may be asked for: CFRunLoop takes descriptors of the system when it is
// first touched, and traps where the process may have no more of them.
enum MainRunLoop {
  private static let isThere = Mutex(false)

  /// The run loop of the main thread; nil where it cannot be made now.
  static var ifAvailable: RunLoop? {
    let isAvailable = isThere.withLock { isThere in
      if !isThere { isThere = hasRoom }
      return isThere
    }
    return isAvailable ? .main : nil
  }

  /// Whether there are descriptors for one: an eventfd, and of a mode a timerfd and an epoll set, as of Swift 6.3. Two
  /// pipes are four.
  private static var hasRoom: Bool {
    var pipes: [CInt] = [-1, -1, -1, -1]
    let isMade = pipes.withUnsafeMutableBufferPointer { ends in
      guard let first = ends.baseAddress else { return false }
      return pipe(first) == 0 && pipe(first + 2) == 0
    }
    for end in pipes where end >= 0 { close(end) }
    return isMade
  }
}
