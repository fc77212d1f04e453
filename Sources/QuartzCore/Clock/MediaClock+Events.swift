// What happens as time passes: display links tick, animations begin and end, completion blocks run. A manual clock that
// is advanced stops at each such moment, in order, so that what a block changes begins at its own time, whatever the
// frame rate.
//
// One moment is one turn or more. A turn is: the blocks that were waiting when it began, then display links, then the
// animations of each host; what these ask for at the same time comes in the next turn. So at one moment links come
// before animations, the end of what was removed before the beginning of what took its place, and a completion block
// before the delegate of the last animation that it waited for (X-A18). Between turns, implicit transactions end.

import Foundation

/// Somebody who has something to do at certain times of a clock.
package protocol ClockParticipant: AnyObject {
  /// The next time, in seconds of the clock, at which there is something to do, `time` or later; infinity for none.
  func nextEventTime(after time: CFTimeInterval) -> CFTimeInterval

  /// Does what was due at `time` or before.
  func fireEvents(at time: CFTimeInterval)

  /// The order among those with something to do at the same time: the lower number goes first, or else who was added
  /// first.
  var clockPriority: Int { get }
}

extension ClockParticipant {
  package var clockPriority: Int { 1 }
}

/// The participants and waiting blocks of a clock.
///
/// Unchecked: the lock guards the lists, which trees on several threads may share, as they do the machine's clock. What
/// is in them belongs to the thread of its layers, and nothing is called under the lock.
final class ClockEvents: @unchecked Sendable {
  private struct Entry {
    weak var participant: (any ClockParticipant)?
  }

  private let lock = NSLock()
  private var entries: [Entry] = []
  private var blocks: [() -> Void] = []

  /// More turns than this within one ``instant`` are taken for a block that goes on for ever.
  private static let limit = 10_000
  /// Moments that are no further apart than this count as one, in seconds: an animation may last 1e-300 s.
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

  /// The next time with something to do.
  func nextTime(after time: CFTimeInterval) -> CFTimeInterval {
    if lock.withLock({ !blocks.isEmpty }) { return time }
    return participants.reduce(.infinity) { min($0, $1.nextEventTime(after: time)) }
  }

  /// Goes through every event up to `target`. A callback may do so too, on its own: what is left when it returns is
  /// late.
  ///
  /// - Parameters:
  ///   - clock: the clock whose events these are.
  ///   - move: sets the clock to an event's time.
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
