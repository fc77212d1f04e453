// Numbers that change with time, by steps and even ramps: volumes, opacities.

import CoreMedia
import Foundation

/// A number's way through time: ramps in the order of time, each holding its end until the next begins.
struct Course<Value: Sendable>: Sendable {
  /// A ramp; its range is empty for a step.
  struct Ramp: Sendable {
    var from: Value
    var to: Value
    var range: CMTimeRange
  }

  private(set) var ramps: [Ramp] = []

  /// Adds a ramp and removes those that it overlaps.
  mutating func add(from: Value, to: Value, in range: CMTimeRange) {
    ramps.removeAll { old in
      old.range.start == range.start || !old.range.intersection(range).isEmpty
    }
    ramps.append(Ramp(from: from, to: to, range: range))
    ramps.sort { $0.range.start < $1.range.start }
  }

  /// Returns the ramp at a time, or else the last one before it; nil before the first ramp.
  func ramp(at time: CMTime) -> Ramp? { ramps.last { $0.range.start <= time } }
}
