import CoreGraphics
import Foundation

/// The times at which a property changes, without its values.
struct TrackTiming: Equatable {
  /// The time of a keyframe, and the kind of change after it.
  struct Moment: Equatable {
    var time: Double
    var isHold: Bool
    var easing: CubicEasing
    /// Whether the way to the next keyframe is straight and has one pace.
    var isPlain: Bool
  }

  /// A keyframe, without its value, of a property that depends on several others.
  struct Sample {
    let time: Double
    /// The time whose value it has.
    let shown: Double
    let isHold: Bool
  }

  var moments: [Moment]
  var isConstant: Bool { moments.count == 1 }
  var isPlain: Bool { moments.allSatisfy(\.isPlain) }

  /// Returns the times of all keyframes, ascending.
  fileprivate static func times(of timings: [TrackTiming]) -> [Double] {
    Set(timings.flatMap { $0.moments.map(\.time) }).sorted()
  }

  /// Returns the samples between two neighbours of those times: one if nothing moves, else one for each frame.
  fileprivate static func samples(
    of timings: [TrackTiming], from start: Double, to end: Double, on timeline: Timeline
  ) -> [Sample] {
    let moves = timings.contains { timing in
      guard let index = timing.moments.lastIndex(where: { $0.time <= start }) else { return false }
      return index + 1 < timing.moments.count && !timing.moments[index].isHold
    }
    guard moves else { return [Sample(time: start, shown: start, isHold: true)] }
    // A value that ends at `end` is shown until there, even if another begins there.
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

  /// Returns the track of a value that depends on other properties, as a rectangle's path on its position, size and
  /// roundness; cut short if the timeline's budget is spent. `make` gets a time; at a keyframe's, what begins or ends
  /// there. If one property moves, or all move at the same times and paces, and `isLinear` (the value is linear in the
  /// properties), the keyframes are the properties'; else the value is sampled at every frame in which something moves.
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

  private static func sampled(_ timings: [TrackTiming], timeline: Timeline, make: (_ time: Double) -> Value) -> Track {
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
    // The budget is spent: the value stays as it begins.
    return Track(keyframes: keyframes) ?? Track(make(times.first ?? 0))
  }
}

// Curved ways by length. After Effects moves a value with "to" and "ti" along the curve by length: half of the progress
// is half of the way. A curve's parameter differs from that, even on straight ways. So a way is divided, when it is
// read, into curves whose parameter is nearly proportional to length, and is a path like any other afterwards. A
// progress beyond 0...1 continues straight from the way's end, as without a curve.
extension Track<[Double]> {
  var hasCurves: Bool { keyframes.contains { $0.curve != nil } }

  /// The track with curves divided by length.
  var byLength: Track {
    let pieces = keyframes.indices.flatMap { index in
      index + 1 < keyframes.count ? keyframes[index].byLength(to: keyframes[index + 1]) : [keyframes[index].straight]
    }
    return Track(keyframes: pieces) ?? self
  }
}

extension Keyframe<[Double]> {
  fileprivate var straight: Keyframe {
    guard curve != nil else { return self }
    return Keyframe(time: time, value: value, isHold: isHold, easing: [easing[0]])
  }

  /// Returns the keyframes of the way to the next one, by length.
  fileprivate func byLength(to next: Keyframe) -> [Keyframe] {
    guard let segment = segment(to: next), !isHold, next.time > time, let way = EvenWay(segment) else {
      return [straight]
    }
    let passes = easing[0].passes(of: way.levels)
    return zip(passes, passes.dropFirst()).map { start, end in
      let rest = value.indices.dropFirst(2).map { index in
        value[index] + ((index < next.value.count ? next.value[index] : value[index]) - value[index]) * start.progress
      }
      let point = way.point(at: start.progress)
      return Keyframe(
        time: time + start.time * (next.time - time), value: [point.x, point.y] + rest,
        easing: [easing[0].part(from: start.time, to: end.time)],
        curve: way.piece(from: start.progress, to: end.progress).map(SpatialCurve.init))
    }
  }
}

extension Keyframe where Value: Blendable {
  /// Returns the curve to the next keyframe; nil for a straight way.
  fileprivate func segment(to next: Keyframe) -> CubicSegment? {
    guard let curve, let from = (value as? [Double])?.point, let to = (next.value as? [Double])?.point else {
      return nil
    }
    let (out, into) = (curve.out.point, curve.in.point)
    return CubicSegment(
      start: from, control1: CGPoint(x: from.x + out.x, y: from.y + out.y),
      control2: CGPoint(x: to.x + into.x, y: to.y + into.y), end: to)
  }

  /// Returns the part between two parameters, in either order, of the curve to the next keyframe; nil if straight.
  func bend(to next: Keyframe, between first: Double, and last: Double) -> SpatialCurve? {
    segment(to: next).map { SpatialCurve($0.part(from: first, to: last)) }
  }
}

extension SpatialCurve {
  fileprivate init(_ segment: CubicSegment) {
    self.init(
      out: [segment.control1.x - segment.start.x, segment.control1.y - segment.start.y],
      in: [segment.control2.x - segment.end.x, segment.control2.y - segment.end.y])
  }
}

extension [Double] {
  /// The first two numbers as a point; 0 for missing ones.
  var point: CGPoint { CGPoint(x: first ?? 0, y: count > 1 ? self[1] : 0) }
}
