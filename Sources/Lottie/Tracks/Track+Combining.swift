// Several properties as one: a rectangle's path follows from its position, size and roundness. Where only one of them
// moves, or all move at the same times and paces, its keyframes are the path's; otherwise the path is taken at every
// frame in which something moves.

import Foundation

/// When a property changes, whatever its values are.
struct TrackTiming: Equatable {
  /// The times of the keyframes, with what happens after each.
  struct Moment: Equatable {
    var time: Double
    var isHold: Bool
    var easing: CubicEasing
    /// Whether the way to the next keyframe is straight and of one pace.
    var isPlain: Bool
  }

  var moments: [Moment]
  var isConstant: Bool { moments.count == 1 }
  var isPlain: Bool { moments.allSatisfy(\.isPlain) }
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
      return Track(
        keyframes: first.moments.map {
          Keyframe(time: $0.time, value: make($0.time), isHold: $0.isHold, easing: [$0.easing])
        })
    }
    return sampled(moving, timeline: timeline, make: make)
  }

  private static func sampled(
    _ timings: [TrackTiming], timeline: Timeline, make: (_ time: Double) -> Value
  ) -> Track {
    let times = Set(timings.flatMap { $0.moments.map(\.time) }).sorted()
    var keyframes: [Keyframe<Value>] = []
    func add(_ keyframe: Keyframe<Value>) {
      keyframes.append(keyframe)
      timeline.budget.take(keyframe.value.pointCount)
    }
    for (start, end) in zip(times, times.dropFirst()) where !timeline.budget.isExceeded {
      let moves = timings.contains { timing in
        guard let index = timing.moments.lastIndex(where: { $0.time <= start }) else { return false }
        return index + 1 < timing.moments.count && !timing.moments[index].isHold
      }
      guard moves else {
        add(Keyframe(time: start, value: make(start), isHold: true))
        continue
      }
      // What ends at `end` is shown until there, although something else may begin.
      let before = end - (end - start) * 1e-9
      let visible = (max(start, -timeline.frameDuration), min(end, timeline.duration + timeline.frameDuration))
      guard visible.1 > visible.0 else {
        add(Keyframe(time: start, value: make(start)))
        continue
      }
      for time in timeline.frames(from: visible.0, to: visible.1).dropLast() where !timeline.budget.isExceeded {
        add(Keyframe(time: time, value: make(time)))
      }
      add(Keyframe(time: visible.1, value: make(visible.1 == end ? before : visible.1), isHold: true))
    }
    if let last = times.last { add(Keyframe(time: last, value: make(last), isHold: true)) }
    return Track(keyframes: keyframes)
  }
}
