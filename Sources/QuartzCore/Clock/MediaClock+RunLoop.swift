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
