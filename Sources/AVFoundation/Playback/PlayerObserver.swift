// The blocks that a player calls at certain times.

import CoreMedia
import Dispatch
import Foundation

/// A block and the times at which it is called.
final class PlayerObserver {
  /// The item's seconds at which it is called.
  enum Times {
    /// All multiples of a number.
    case every(Double)
    /// Some, sorted.
    case at([Double])
  }

  private let times: Times
  private let queue: DispatchQueue?
  private let block: @Sendable (CMTime) -> Void

  init(_ times: Times, _ queue: DispatchQueue?, _ block: @escaping @Sendable (CMTime) -> Void) {
    (self.times, self.block) = (times, block)
    // The object of the main queue is another one each time.
    self.queue = queue?.label == DispatchQueue.main.label ? nil : queue
  }

  var isPeriodic: Bool {
    if case .every = times { true } else { false }
  }

  /// Returns the first of its times behind another one.
  func next(after second: Double, isForward: Bool) -> Double? {
    switch times {
    case .every(let interval):
      let steps = second / interval
      return (isForward ? (steps + 1e-6).rounded(.down) + 1 : (steps - 1e-6).rounded(.up) - 1) * interval
    case .at(let seconds):
      return isForward ? seconds.first { $0 > second + 1e-9 } : seconds.last { $0 < second - 1e-9 }
    }
  }

  func call(_ time: CMTime) {
    guard let queue else { return block(time) }
    let block = block
    queue.async { block(time) }
  }
}
