// What happens as time passes: display links tick, animations begin and end, completion blocks run. A manual clock that
// is advanced stops at each such moment, in order, so that what a block changes begins at its own time, whatever the
// frame rate.

import Foundation

/// Somebody who has something to do at certain times of a clock.
package protocol ClockParticipant: AnyObject {
  /// The next time, in seconds of the clock, at which there is something to do, `time` or later; infinity for none.
  func nextEventTime(after time: CFTimeInterval) -> CFTimeInterval

  /// Does what was due at `time` or before.
  func fireEvents(at time: CFTimeInterval)

  /// Who goes first among those with something to do at the same time: the lower number.
  var clockPriority: Int { get }
}

extension ClockParticipant {
  package var clockPriority: Int { 1 }
}

/// The participants and waiting blocks of a clock.
///
/// Unchecked: they belong to the thread that uses the clock's layers, and only that thread asks for them (see
/// ``MediaClock``).
final class ClockEvents: @unchecked Sendable {
  private struct Entry {
    weak var participant: (any ClockParticipant)?
  }

  private var entries: [Entry] = []
  private var blocks: [() -> Void] = []
  private var isProcessing = false

  /// More events than this at one moment are taken for a block that goes on for ever.
  private static let limit = 1_000_000

  func add(_ participant: any ClockParticipant) {
    entries.removeAll { $0.participant == nil }
    entries.append(Entry(participant: participant))
  }

  func remove(_ participant: any ClockParticipant) {
    entries.removeAll { $0.participant == nil || $0.participant === participant }
  }

  func perform(_ block: @escaping () -> Void) { blocks.append(block) }

  private var participants: [any ClockParticipant] {
    entries.compactMap(\.participant).sorted { $0.clockPriority < $1.clockPriority }
  }

  /// The next time with something to do.
  func nextTime(after time: CFTimeInterval) -> CFTimeInterval {
    if !blocks.isEmpty { return time }
    return entries.reduce(.infinity) { min($0, $1.participant?.nextEventTime(after: time) ?? .infinity) }
  }

  /// Goes through every event up to `target`; `move` sets the clock to each one's time.
  func advance(from start: CFTimeInterval, to target: CFTimeInterval, move: (CFTimeInterval) -> Void) {
    // A callback that asks for a frame, and so advances the clock, is in the middle of it already.
    guard !isProcessing else { return }
    isProcessing = true
    defer { isProcessing = false }
    var (now, count) = (start, 0)
    while true {
      CATransaction.flush()
      let next = max(nextTime(after: now), now)
      guard next <= target else { return }
      count = next > now ? 0 : count + 1
      require(
        count < Self.limit,
        "MediaClock: \(count) events at \(now) s; a display link or completion block never comes to an end")
      now = next
      move(now)
      let due = blocks
      blocks = []
      for participant in participants where participant.nextEventTime(after: now) <= now {
        participant.fireEvents(at: now)
      }
      for block in due { block() }
    }
  }
}
