// Time without a screen: what `CACurrentMediaTime()` reads is chosen by the program, so that the same scene gives the same
// frames whatever the machine's speed.

import Foundation
import Synchronization

/// A source of media time, in seconds.
///
/// ``system`` follows the machine's monotonic clock, as on Apple's systems. A manual clock stands still until it is
/// advanced: rendering a frame or a video advances it to the frame's time.
public final class MediaClock: Sendable {
  /// Whether ``advance(to:)`` may be called.
  package let isManual: Bool
  /// Where a manual clock stands.
  private let time: Mutex<CFTimeInterval>

  private init(isManual: Bool, time: CFTimeInterval) {
    self.isManual = isManual
    self.time = Mutex(time)
  }

  /// A manual clock that stands at `time` seconds.
  public convenience init(startingAt time: CFTimeInterval) {
    precondition(time.isFinite, "MediaClock(startingAt:): \(time) is not a time; give finite seconds")
    self.init(isManual: true, time: time)
  }

  /// The machine's monotonic clock: seconds since it was started.
  public static let system = MediaClock(isManual: false, time: 0)

  private static let currentClock = Mutex<MediaClock>(system)

  /// The clock that `CACurrentMediaTime()` reads; ``system`` until it is set.
  public static var current: MediaClock {
    get { currentClock.withLock { $0 } }
    set { currentClock.withLock { $0 = newValue } }
  }

  /// The time now, in seconds.
  public var now: CFTimeInterval {
    isManual ? time.withLock { $0 } : ProcessInfo.processInfo.systemUptime
  }

  /// Moves a manual clock forward to `time`. A time that has passed already leaves the clock where it is.
  ///
  /// - Precondition: the clock is not ``system``.
  public func advance(to newTime: CFTimeInterval) {
    precondition(isManual, "MediaClock.system cannot be advanced; use MediaClock(startingAt:)")
    time.withLock { $0 = max($0, newTime) }
  }
}

/// The current media time in seconds, by ``MediaClock/current``.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.current.now }
