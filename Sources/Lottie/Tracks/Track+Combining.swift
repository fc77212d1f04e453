// Several properties as one: a rectangle's path follows from its position, size and roundness. Where only one of them
// moves, or all move at the same times and paces, its keyframes are the path's; otherwise the path is taken at every
// frame in which something moves.

import Foundation

/// The times at which a property changes, whatever its values are.
struct TrackTiming: Equatable {
  /// The times of the keyframes, with what happens after each.
  struct Moment: Equatable {
    var time: Double
    var isHold: Bool
    var easing: CubicEasing
    /// Whether the way to the next keyframe is straight and of one pace.
    var isPlain: Bool
  }

  /// A keyframe of what follows from several properties, without its value.
  struct Sample {
    let time: Double
    /// The time whose value it has.
    let shown: Double
    let isHold: Bool
  }

  var moments: [Moment]
  var isConstant: Bool { moments.count == 1 }
  var isPlain: Bool { moments.allSatisfy(\.isPlain) }
}

extension TrackTiming {
  /// The times of all keyframes, in order.
  fileprivate static func times(of timings: [TrackTiming]) -> [Double] {
    Set(timings.flatMap { $0.moments.map(\.time) }).sorted()
  }

  /// The samples between two neighbours of those times: one where nothing moves, else one for each frame.
  fileprivate static func samples(
    of timings: [TrackTiming], from start: Double, to end: Double, on timeline: Timeline
  ) -> [Sample] {
    let moves = timings.contains { timing in
      guard let index = timing.moments.lastIndex(where: { $0.time <= start }) else { return false }
      return index + 1 < timing.moments.count && !timing.moments[index].isHold
    }
    guard moves else { return [Sample(time: start, shown: start, isHold: true)] }
    // What ends at `end` is shown until there, although something else may begin.
    let before = end - (end - start) * 1e-9
    let visible = (max(start, -timeline.frameDuration), min(end, timeline.duration + timeline.frameDuration))
    guard visible.1 > visible.0 else { return [Sample(time: start, shown: start, isHold: false)] }
    var samples = timeline.frames(from: visible.0, to: visible.1).dropLast().map {
      Sample(time: $0, shown: $0, isHold: false)
    }
    samples.append(Sample(time: visible.1, shown: visible.1 == end ? before : visible.1, isHold: true))
    return samples
  }
}

extension Track {
  var timing: TrackTiming {
    TrackTiming(
      moments: keyframes.map {
        TrackTiming.Moment(
          time: $0.time, isHold: $0.isHold, easing: $0.easing[0],
          isPlain: $0.curve == nil && $0.easing.allSatisfy { [first = $0.easing[0]] in $0 == first })
      })
  }

  /// A value that follows from other properties; cut short where the timeline's budget is spent.
  ///
  /// - Parameters:
  ///   - timings: of the properties.
  ///   - isLinear: whether a value halfway between two values of the properties is halfway between the two results.
  ///   - timeline: whose frames it is taken at.
  ///   - make: the value at a time; at a keyframe's time what begins there, or what ends there.
  static func combining(
    _ timings: [TrackTiming], isLinear: Bool, timeline: Timeline, make: (_ time: Double) -> Value
  ) -> Track {
    let moving = timings.filter { !$0.isConstant }
    guard let first = moving.first else { return Track(make(0)) }
    if isLinear, first.isPlain, moving.allSatisfy({ $0 == first }) {
      let keyframes = first.moments.map {
        Keyframe(time: $0.time, value: make($0.time), isHold: $0.isHold, easing: [$0.easing])
      }
      if let track = Track(keyframes: keyframes) { return track }
    }
    return sampled(moving, timeline: timeline, make: make)
  }

  private static func sampled(
    _ timings: [TrackTiming], timeline: Timeline, make: (_ time: Double) -> Value
  ) -> Track {
    let times = TrackTiming.times(of: timings)
    var keyframes: [Keyframe<Value>] = []
    func add(_ samples: [TrackTiming.Sample]) {
      for sample in samples where !timeline.budget.isExceeded {
        let keyframe = Keyframe(time: sample.time, value: make(sample.shown), isHold: sample.isHold)
        keyframes.append(keyframe)
        timeline.budget.take(keyframe.value.pointCount)
      }
    }
    for (start, end) in zip(times, times.dropFirst()) where !timeline.budget.isExceeded {
      add(TrackTiming.samples(of: timings, from: start, to: end, on: timeline))
    }
    if let last = times.last { add([TrackTiming.Sample(time: last, shown: last, isHold: true)]) }
    // Nothing is left of the budget: the value stands still as it begins.
    return Track(keyframes: keyframes) ?? Track(make(times.first ?? 0))
  }
}
