// The eight properties of CAMediaTiming as one value: the storage of layers and animations, what a commit copies, and
// where the time formulas live.

/// The timing by which an object's time follows from its parent's.
package struct MediaTiming: Equatable, Sendable {
  /// The begin time, in seconds of the parent's time.
  package var beginTime: Double = 0
  /// The length of one cycle in seconds of own time; infinite for layers.
  package var duration: Double = 0
  /// The seconds of own time in one second of the parent's; 0 pauses, negative values go backward.
  package var speed: Float = 1
  /// The object's own time when it begins, in seconds.
  package var timeOffset: Double = 0
  /// The number of cycles; 0 counts as 1.
  package var repeatCount: Float = 0
  /// The duration over which cycles repeat, in seconds of own time; 0 leaves it to `repeatCount`.
  package var repeatDuration: Double = 0
  /// Whether each cycle goes forward, then backward.
  package var autoreverses = false
  /// The mode that decides what shows outside the active time.
  package var fillMode = CAMediaTimingFillMode.removed

  /// The defaults of an animation.
  package init() {}

  /// The defaults of a layer: those of an animation, but without an end.
  package static let layerDefault: MediaTiming = {
    var timing = MediaTiming()
    timing.duration = .infinity
    return timing
  }()
}

extension MediaTiming {
  /// The object's time when its parent's is `time`: `(time - beginTime) * speed + timeOffset`.
  package func localTime(fromParent time: Double) -> Double {
    (time - beginTime) * Double(speed) + timeOffset
  }

  /// The parent's time when the object's is `time`. A paused object shows one time for ever; the answer is then 0
  /// (X-B14).
  package func parentTime(fromLocal time: Double) -> Double {
    speed == 0 ? 0 : (time - timeOffset) / Double(speed) + beginTime
  }

  /// Whether the object's time is its parent's.
  var runsWithParent: Bool { speed == 1 && beginTime == 0 && timeOffset == 0 }

  /// One cycle in seconds of own time: the duration, twice that when it autoreverses.
  package var cycleDuration: Double { autoreverses ? 2 * duration : duration }

  /// The duration for which the object is active, in seconds of own time: `repeatDuration`, or else the cycles that
  /// `repeatCount` asks for.
  package var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    return cycleDuration > 0 ? cycleDuration * cycleCount : 0
  }

  /// The cycles that `repeatCount` asks for; 0, the default, asks for one.
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
