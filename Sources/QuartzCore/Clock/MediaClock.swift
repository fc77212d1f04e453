// Tested by MediaTimingTests, TimingFunctionTests and MediaClockEventsTests.

import Foundation
import Synchronization

/// A source of media time, in seconds, which the program chooses, so that a scene gives the same frames everywhere.
///
/// ``system`` follows the machine's monotonic clock, as on Apple's systems. A manual clock stands still until it is
/// advanced: rendering a frame or a video advances it to the frame's time.
///
/// The thread that advances a manual clock calls animations' delegates, completion blocks and display links; for
/// ``system`` the main run loop's turns and each frame do.
public final class MediaClock: Sendable {
  package let isManual: Bool
  private let time: Mutex<CFTimeInterval>
  private let events = ClockEvents()

  private init(isManual: Bool, time: CFTimeInterval) {
    self.isManual = isManual
    self.time = Mutex(time)
  }

  /// Creates a manual clock that stands at `time` seconds.
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

  /// Moves a manual clock forward to `newTime`, through all events until then, in order: display links, beginnings and
  /// ends of animations, completion blocks. Their changes take effect at their own time. A time that has passed leaves
  /// the clock where it is; events due at it happen.
  ///
  /// A callback may advance the clock: all that is due until that time happens before the call returns.
  ///
  /// - Precondition: the clock is not ``system``, and `newTime` is finite.
  public func advance(to newTime: CFTimeInterval) {
    require(isManual, "MediaClock.system cannot be advanced; use MediaClock(startingAt:)")
    require(newTime.isFinite, "MediaClock.advance(to: \(newTime)): give finite seconds")
    let target = max(now, newTime)
    events.advance(self, to: target) { moment in time.withLock { $0 = max($0, moment) } }
    time.withLock { $0 = max($0, target) }
  }

  package func processEvents() {
    events.advance(self, to: now) { _ in }
  }

  /// The time of the next event, or infinity.
  package var nextEventTime: CFTimeInterval { events.nextTime(after: now) }

  /// Adds a participant, which the clock holds weakly.
  package func add(_ participant: any ClockParticipant) { events.add(participant) }

  package func remove(_ participant: any ClockParticipant) { events.remove(participant) }

  /// Calls a block on the clock's next turn: when it is advanced, or processes its events.
  package func perform(_ block: @escaping () -> Void) { events.perform(block) }
}

/// Returns the current media time in seconds, by ``MediaClock/current``.
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.current.now }

extension MediaClock {
  /// The timer that waits for the next event, and its time. Used on the main thread only.
  private struct Wake: @unchecked Sendable {
    var timer: Timer?
    var time = CFTimeInterval.infinity
  }

  private static let wake = Mutex(Wake())

  /// Makes the main run loop process the events of ``system`` when the next one is due. Called on the main thread,
  /// after each turn in which layers changed.
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

// CFRunLoop takes file descriptors when it is first touched, and traps if the process may have no more of them.
enum MainRunLoop {
  private static let isThere = Mutex(false)

  /// The run loop of the main thread; nil if it cannot be made now.
  static var ifAvailable: RunLoop? {
    let isAvailable = isThere.withLock { isThere in
      if !isThere { isThere = hasRoom }
      return isThere
    }
    return isAvailable ? .main : nil
  }

  /// Whether a run loop's file descriptors (Swift 6.3: eventfd, timerfd, epoll set) are free: tries four, two pipes.
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

// As time passes, display links tick, animations begin and end, and completion blocks run. A manual clock stops at each
// such moment, in order, so that a change by a block begins at its own time, whatever the frame rate.
//
// A moment is one turn or more. A turn is: the blocks that were waiting when it began, then display links, then the
// animations of each host; what these schedule for the same time comes in the next turn. So at one moment links come
// before animations, the end of a removed animation before the beginning of its replacement, and a completion block
// before the delegate of the last animation that it waited for (X-A18). Between turns, implicit transactions end.

/// A receiver of events at certain times of a clock.
package protocol ClockParticipant: AnyObject {
  /// Returns the time of the next event, in seconds of the clock, `time` or later; infinity for none.
  func nextEventTime(after time: CFTimeInterval) -> CFTimeInterval

  /// Handles the events that are due at `time` or before.
  func fireEvents(at time: CFTimeInterval)

  /// The order among participants at the same time: the lower number first, then the one that was added first.
  var clockPriority: Int { get }
}

extension ClockParticipant {
  package var clockPriority: Int { 1 }
}

/// The participants and waiting blocks of a clock. Unchecked: the lock guards the lists, which trees on several threads
/// may share; their members belong to the thread of their layers, and nothing is called under the lock.
final class ClockEvents: @unchecked Sendable {
  private struct Entry {
    weak var participant: (any ClockParticipant)?
  }

  private let lock = NSLock()
  private var entries: [Entry] = []
  private var blocks: [() -> Void] = []

  /// The number of turns within one ``instant`` from which a block is taken to repeat for ever.
  private static let limit = 10_000
  /// The distance of moments that count as one, in seconds: an animation may last 1e-300 s.
  private static let instant = 1e-9

  func add(_ participant: any ClockParticipant) {
    lock.withLock {
      entries.removeAll { $0.participant == nil }
      entries.append(Entry(participant: participant))
    }
  }

  func remove(_ participant: any ClockParticipant) {
    lock.withLock { entries.removeAll { $0.participant == nil || $0.participant === participant } }
  }

  func perform(_ block: @escaping () -> Void) { lock.withLock { blocks.append(block) } }

  private var participants: [any ClockParticipant] { lock.withLock { entries.compactMap(\.participant) } }

  func nextTime(after time: CFTimeInterval) -> CFTimeInterval {
    if lock.withLock({ !blocks.isEmpty }) { return time }
    return participants.reduce(.infinity) { min($0, $1.nextEventTime(after: time)) }
  }

  /// Goes through every event up to `target`; `move` sets the clock to an event's time. A callback may advance the
  /// clock, too; the events that are then left are late.
  func advance(_ clock: MediaClock, to target: CFTimeInterval, move: (CFTimeInterval) -> Void) {
    var count = 0
    var begin = -CFTimeInterval.infinity
    while true {
      CATransaction.flushForFrame()
      // The machine's clock goes on meanwhile, and a callback may have advanced a manual one.
      let now = min(clock.now, target)
      let next = max(nextTime(after: now), now)
      guard next <= target else { return }
      if next > begin + Self.instant { (count, begin) = (0, next) }
      count += 1
      require(
        count < Self.limit,
        "MediaClock: \(count) turns at \(now) s; a display link, completion block or delegate asks for the next at "
          + "once, and never comes to an end")
      move(next)
      turn(at: next)
    }
  }

  private func turn(at time: CFTimeInterval) {
    let due = lock.withLock {
      let due = blocks
      blocks = []
      return due
    }
    for block in due { block() }
    let participants = participants.enumerated().sorted { a, b in
      (a.element.clockPriority, a.offset) < (b.element.clockPriority, b.offset)
    }
    for (_, participant) in participants where participant.nextEventTime(after: time) <= time {
      participant.fireEvents(at: time)
    }
  }
}

/// A binary heap of times and the numbers of their animations, the earliest first. An entry stays when its reason goes:
/// the reader checks whether it still holds.
struct EventQueue {
  struct Event {
    var time: Double
    var serial: UInt64

    static func < (a: Event, b: Event) -> Bool { (a.time, a.serial) < (b.time, b.serial) }
  }

  private var heap: [Event] = []

  /// The earliest event; of those at one time, the one with the lowest number.
  var first: Event? { heap.first }

  /// Adds an event, unless it is at infinity.
  mutating func insert(_ event: Event) {
    guard event.time < .infinity else { return }
    heap.append(event)
    var child = heap.count - 1
    while child > 0, heap[child] < heap[(child - 1) / 2] {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while 2 * parent + 1 < heap.count {
      var least = 2 * parent + 1
      if least + 1 < heap.count, heap[least + 1] < heap[least] { least += 1 }
      guard heap[least] < heap[parent] else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }

  mutating func removeAll() { heap.removeAll(keepingCapacity: true) }
}
