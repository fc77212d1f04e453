// Time without a screen: what `CACurrentMediaTime()` reads is chosen by the program, so that the same scene gives the
// same frames whatever the machine's speed.
//
// Tested by MediaTimingTests, TimingFunctionTests and MediaClockEventsTests.

import Foundation
import Synchronization

/// A source of media time, in seconds.
///
/// ``system`` follows the machine's monotonic clock, as on Apple's systems. A manual clock stands still until it is
/// advanced: rendering a frame or a video advances it to the frame's time.
///
/// Animations' delegates, completion blocks and display links are called by the thread that advances a manual clock; of
/// ``system``, by the main run loop's turns and by each frame.
public final class MediaClock: Sendable {
  /// Whether ``advance(to:)`` may be called.
  package let isManual: Bool
  /// The current time of a manual clock.
  private let time: Mutex<CFTimeInterval>
  private let events = ClockEvents()

  private init(isManual: Bool, time: CFTimeInterval) {
    self.isManual = isManual
    self.time = Mutex(time)
  }

  /// A manual clock that stands at `time` seconds.
  public convenience init(startingAt time: CFTimeInterval) {
    require(time.isFinite, "MediaClock(startingAt:): \(time) is not a time; give finite seconds")
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

  /// The clock's time, in seconds.
  public var now: CFTimeInterval {
    isManual ? time.withLock { $0 } : ProcessInfo.processInfo.systemUptime
  }

  /// Moves a manual clock forward to `newTime`, through everything that happens until then, in order: display links,
  /// beginnings and ends of animations, completion blocks. What these change takes effect at their own time. A time
  /// that has passed already leaves the clock where it is; what is due at it happens.
  ///
  /// One of the called may advance the clock itself: what is due until that time happens before the call returns.
  ///
  /// - Precondition: the clock is not ``system``, and `newTime` is finite.
  public func advance(to newTime: CFTimeInterval) {
    require(isManual, "MediaClock.system cannot be advanced; use MediaClock(startingAt:)")
    require(newTime.isFinite, "MediaClock.advance(to: \(newTime)): give finite seconds")
    let target = max(now, newTime)
    events.advance(self, to: target) { moment in time.withLock { $0 = max($0, moment) } }
    time.withLock { $0 = max($0, target) }
  }

  /// Does what is due by now.
  package func processEvents() {
    events.advance(self, to: now) { _ in }
  }

  /// The next time with something to do; infinity for none.
  package var nextEventTime: CFTimeInterval { events.nextTime(after: now) }

  /// Adds a participant, which the clock holds weakly.
  package func add(_ participant: any ClockParticipant) { events.add(participant) }

  /// Lets go of a participant.
  package func remove(_ participant: any ClockParticipant) { events.remove(participant) }

  /// Calls a block on the clock's next turn: the next time that it is advanced, or processes its events.
  package func perform(_ block: @escaping () -> Void) { events.perform(block) }
}

/// The current media time in seconds, by ``MediaClock/current``.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.current.now }
