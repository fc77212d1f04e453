import Foundation

/// A time or a length of time, in seconds.
public typealias CFTimeInterval = Double

/// The timing that layers and animations have in common: a time of their own, derived from their parent's.
///
/// An object's active time is `(parentTime - beginTime) * speed + timeOffset`. An animation's parent is its layer or
/// group; a layer's is its superlayer.
public protocol CAMediaTiming: AnyObject {
  /// The begin time, in seconds of the parent's time. Default: 0; for an animation on a layer, "when it is added".
  var beginTime: CFTimeInterval { get set }
  /// The duration of one cycle, in seconds of the object's own time. Default: 0 for animations, infinite for layers.
  var duration: CFTimeInterval { get set }
  /// The seconds of the object's time in one of its parent's. Default: 1. 0 pauses, negative values play backward.
  var speed: Float { get set }
  /// The offset into its cycle at which the object begins, in seconds. Default: 0.
  var timeOffset: CFTimeInterval { get set }
  /// The number of cycles that play; it may be fractional. Default: 0, which counts as 1.
  var repeatCount: Float { get set }
  /// The duration of all cycles, in seconds; the last may be cut. Default: 0, which leaves it to ``repeatCount``.
  var repeatDuration: CFTimeInterval { get set }
  /// Whether each cycle plays forward, then backward. Default: false.
  var autoreverses: Bool { get set }
  /// The values that an animation shows before it begins and after it ends. Default: ``CAMediaTimingFillMode/removed``.
  var fillMode: CAMediaTimingFillMode { get set }
}

/// The mode that decides what an animation shows outside its active time. An unknown mode behaves as ``removed``.
public struct CAMediaTimingFillMode: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The last value goes on after the end.
  public static let forwards = Self(rawValue: "forwards")
  /// The first value shows before the beginning.
  public static let backwards = Self(rawValue: "backwards")
  /// The first value shows before the beginning, and the last one goes on after the end.
  public static let both = Self(rawValue: "both")
  /// The animation shows nothing outside its active time: the model's value does.
  public static let removed = Self(rawValue: "removed")

  package var fillsBackwards: Bool { self == .backwards || self == .both }
  package var fillsForwards: Bool { self == .forwards || self == .both }
}

/// CAMediaTiming's eight properties as one value, stored by layers and animations, with the formulas of time.
package struct MediaTiming: Equatable, Sendable {
  /// The begin time, in seconds of the parent's time.
  package var beginTime: Double = 0
  /// The duration of a cycle, in seconds of own time; infinite for layers.
  package var duration: Double = 0
  package var speed: Float = 1
  package var timeOffset: Double = 0
  package var repeatCount: Float = 0
  package var repeatDuration: Double = 0
  package var autoreverses = false
  package var fillMode = CAMediaTimingFillMode.removed

  package init() {}

  /// The defaults of a layer: those of an animation, with an infinite duration.
  package static let layerDefault: MediaTiming = {
    var timing = MediaTiming()
    timing.duration = .infinity
    return timing
  }()
}

extension MediaTiming {
  /// Returns the object's time when its parent's is `time`: `(time - beginTime) * speed + timeOffset`.
  package func localTime(fromParent time: Double) -> Double {
    (time - beginTime) * Double(speed) + timeOffset
  }

  /// Returns the parent's time when the object's is `time`; 0 for a paused object (X-B14).
  package func parentTime(fromLocal time: Double) -> Double {
    speed == 0 ? 0 : (time - timeOffset) / Double(speed) + beginTime
  }

  var runsWithParent: Bool { speed == 1 && beginTime == 0 && timeOffset == 0 }

  /// One cycle in seconds of own time: the duration, doubled by autoreversing.
  package var cycleDuration: Double { autoreverses ? 2 * duration : duration }

  /// The duration of the active time, in seconds of own time: `repeatDuration`, or else the cycles of `repeatCount`.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    return cycleDuration > 0 ? cycleDuration * cycleCount : 0
  }

  var cycleCount: Double {
    guard repeatCount > 0 else { return 1 }
    // The largest Float is the documented way to ask for endless repetition.
    return repeatCount >= .greatestFiniteMagnitude ? .infinity : Double(repeatCount)
  }

  /// The end of the active time, in seconds of the parent's time; infinite if it never ends, as for a paused object.
  package var endInParentTime: Double {
    speed == 0 ? .infinity : beginTime + activeDuration / abs(Double(speed))
  }
}

// The position of an animation in its cycles:
//
//   parent time   begin                                  begin + active / |speed|
//                   |-----------------|-----------------|--------|
//   position        0   cycle 0     1c|     cycle 1   2c|        | 2.5 cycles
//
// The active interval is half open: at its end the object is over. Only an animation of a layer that stays where it is
// holds its end for that moment: with speed 2 and duration 1 it shows 1.0 at 0.5 s on a clock that stands, and the
// model after (X-A31, X-B11). A member of a group that ends within the group is over at its end (L-9).
//
// `timeOffset` shifts the position, not the interval: the part that it skips at the beginning plays at the end, as on
// Apple's systems. Negative speeds run the position from the end to 0. A position on the border of two cycles counts as
// the beginning of the later one, also when it is reached from above: with speed -1 an animation shows its beginning at
// 0 s, and 0.8 of its way at 0.2 s (X-A31, X-B11). Only the end of the last cycle is its end. A paused animation (speed
// 0) is always active; its position is `timeOffset`, both ends included, so that it can be scrubbed.

/// A moment of an active animation.
package struct ActiveProgress: Equatable, Sendable {
  /// The number of cycles that have passed; 0 in the first. A cycle that autoreverses is forward and back.
  package var cycle: Double
  /// The fraction of the cycle, 0...1, mirrored while it plays backward, to which timing functions apply.
  package var fraction: Double
  /// The fraction in seconds, 0...duration.
  package var time: Double
  package var isReversed: Bool
}

extension MediaTiming {
  /// Returns the place in the cycle at `time` of the parent; nil outside the active interval, without a fill mode that
  /// holds. `includingEnd` makes the end belong to the interval: for an animation that stays on its layer, and for a
  /// group at its own end, whose members would otherwise be gone where it holds their final values.
  package func progress(atParentTime time: Double, includingEnd: Bool = false) -> ActiveProgress? {
    guard speed != 0 else { return pausedProgress() }
    let active = activeDuration
    let elapsed = (time - beginTime) * abs(Double(speed))
    if elapsed < 0 {
      guard fillMode.fillsBackwards else { return nil }
      return moment(atElapsed: 0)
    }
    if elapsed >= active {
      guard fillMode.fillsForwards || (includingEnd && elapsed == active && active > 0) else { return nil }
      return endMoment()
    }
    return moment(atElapsed: elapsed)
  }

  private func pausedProgress() -> ActiveProgress? {
    let active = activeDuration
    if timeOffset < 0 { return fillMode.fillsBackwards ? moment(atCycles: 0) : nil }
    if timeOffset > active { return fillMode.fillsForwards ? endMoment(position: active) : nil }
    return timeOffset == active ? endMoment(position: active) : moment(atPosition: timeOffset)
  }

  private func moment(atElapsed elapsed: Double) -> ActiveProgress {
    guard speed < 0 else { return moment(atPosition: timeOffset + elapsed) }
    // Backward from the end of the last cycle, or of the first if the animation is endless.
    let start = activeDuration.isFinite ? activeDuration : cycleDuration
    return moment(atPosition: timeOffset + start - elapsed)
  }

  private func endMoment() -> ActiveProgress {
    speed < 0 ? moment(atPosition: timeOffset) : endMoment(position: timeOffset + activeDuration)
  }

  /// Returns the end reached from below. Whole cycles end at their end, not at the beginning of the next one; the count
  /// is rounded because 1.1 / 0.1 is a little more than 11.
  private func endMoment(position: Double) -> ActiveProgress {
    guard cycleDuration > 0 else { return moment(atCycles: 1, fromBelow: true) }
    let cycles = position / cycleDuration
    let whole = cycles.rounded()
    return moment(atCycles: abs(cycles - whole) < 1e-12 * max(1, abs(whole)) ? whole : cycles, fromBelow: true)
  }

  private func moment(atPosition position: Double) -> ActiveProgress {
    guard duration.isFinite else {
      // In an endless cycle time passes, but no fraction of it.
      return ActiveProgress(cycle: 0, fraction: 0, time: max(position, 0), isReversed: false)
    }
    guard duration > 0 else { return moment(atCycles: 0) }
    return moment(atCycles: position / cycleDuration)
  }

  /// Returns the moment after `cycles` cycles; `fromBelow` chooses a cycle's end, not the beginning of the next.
  private func moment(atCycles cycles: Double, fromBelow: Bool = false) -> ActiveProgress {
    var cycle = cycles.rounded(.down)
    var part = cycles - cycle
    if !cycles.isFinite { (cycle, part) = (0, 1) }
    if fromBelow, part == 0, cycles != 0 { (cycle, part) = (cycle - 1, 1) }
    var isReversed = false
    var fraction = part
    if autoreverses {
      isReversed = part > 0.5
      fraction = isReversed ? 2 * (1 - part) : 2 * part
    }
    return ActiveProgress(
      cycle: max(cycle, 0), fraction: fraction, time: fraction * duration, isReversed: isReversed)
  }

  /// Returns the value of a timing property, or nil for any other key. Numbers are `NSNumber`.
  package func value(forKey key: String) -> Any? {
    switch key {
    case "beginTime": NSNumber(value: beginTime)
    case "duration": NSNumber(value: duration)
    case "speed": NSNumber(value: speed)
    case "timeOffset": NSNumber(value: timeOffset)
    case "repeatCount": NSNumber(value: repeatCount)
    case "repeatDuration": NSNumber(value: repeatDuration)
    case "autoreverses": NSNumber(value: autoreverses)
    case "fillMode": fillMode
    default: nil
    }
  }

  /// Sets a timing property; nil sets the value of `defaults`, and a value of the wrong kind changes nothing. Returns
  /// whether the key is a timing property.
  package mutating func setValue(_ value: Any?, forKey key: String, defaults: MediaTiming) -> Bool {
    let given = value.flatMap { AnimatableValue($0) }
    let number = value == nil ? AnimatableValue(defaults.value(forKey: key))?.number : given?.number
    switch key {
    case "beginTime": beginTime = number ?? beginTime
    case "duration": duration = number ?? duration
    case "speed": speed = number.map { Float($0) } ?? speed
    case "timeOffset": timeOffset = number ?? timeOffset
    case "repeatCount": repeatCount = number.map { Float($0) } ?? repeatCount
    case "repeatDuration": repeatDuration = number ?? repeatDuration
    case "autoreverses": autoreverses = number.map { $0 != 0 } ?? autoreverses
    case "fillMode":
      fillMode = value == nil ? defaults.fillMode : given?.string.map { .init(rawValue: $0) } ?? fillMode
    default: return false
    }
    return true
  }
}
