// Where in its cycle an animation is.
//
//   parent time   begin                                  begin + active / |speed|
//                   |-----------------|-----------------|--------|
//   position        0   cycle 0     1c|     cycle 1   2c|        | 2.5 cycles
//
// The active interval is half open: at its end the object is over. Only an animation of a layer that stays where it is
// holds its end for that moment: of speed 2 and duration 1 it shows 1.0 at 0.5 s on a clock that stands, and the model
// after (X-A31, X-B11). A member of a group that ends within the group is over at its end (L-9).
//
// `timeOffset` shifts the position, not the interval: what it skips at the beginning plays at the end, as on Apple's
// systems. Negative speeds run the position from the end to 0. A position on the border of two cycles counts as the
// beginning of the later one, also when it is reached from above: of speed -1 an animation shows its beginning at 0 s,
// and 0.8 of its way at 0.2 s (X-A31, X-B11). Only the end of the last cycle is its end. A paused animation (speed 0)
// is always active; its position is `timeOffset`, both ends included, so that it can be scrubbed.

/// A moment of an active animation.
package struct ActiveProgress: Equatable, Sendable {
  /// The number of cycles that have passed; 0 in the first. A cycle that autoreverses is forward and back.
  package var cycle: Double
  /// The way through the cycle, 0...1, mirrored while it plays backward: apply timing functions to this.
  package var fraction: Double
  /// The same in seconds, 0...duration.
  package var time: Double
  /// Whether the cycle is in its backward half.
  package var isReversed: Bool
}

extension MediaTiming {
  /// Returns the place in the cycle at `time` of the parent; nil if the object has no effect then: outside the active
  /// interval, without a fill mode that holds.
  ///
  /// - Parameter includingEnd: Whether the end belongs to the interval, if the interval has an end: an animation that
  ///   stays on its layer asks so, and a group that stands at its own end, or its members would be gone just where the
  ///   group holds their final values.
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
    // Backward from the end of the last cycle; an endless animation has no last cycle, so from the end of the first.
    let start = activeDuration.isFinite ? activeDuration : cycleDuration
    return moment(atPosition: timeOffset + start - elapsed)
  }

  /// The moment at which the active interval ends.
  private func endMoment() -> ActiveProgress {
    speed < 0 ? moment(atPosition: timeOffset) : endMoment(position: timeOffset + activeDuration)
  }

  /// The end reached from below. Whole cycles end at their end, not at the beginning of the next one; the count is
  /// rounded because 1.1 / 0.1 is a little more than 11.
  private func endMoment(position: Double) -> ActiveProgress {
    guard cycleDuration > 0 else { return moment(atCycles: 1, fromBelow: true) }
    let cycles = position / cycleDuration
    let whole = cycles.rounded()
    return moment(atCycles: abs(cycles - whole) < 1e-12 * max(1, abs(whole)) ? whole : cycles, fromBelow: true)
  }

  private func moment(atPosition position: Double) -> ActiveProgress {
    guard duration.isFinite else {
      // A cycle without an end: time passes, and no fraction of it ever has.
      return ActiveProgress(cycle: 0, fraction: 0, time: max(position, 0), isReversed: false)
    }
    guard duration > 0 else { return moment(atCycles: 0) }
    return moment(atCycles: position / cycleDuration)
  }

  /// The moment after `cycles` cycles; `fromBelow` picks the end of a cycle rather than the beginning of the next.
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
}
