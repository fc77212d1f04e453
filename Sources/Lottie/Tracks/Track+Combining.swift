import CoreGraphics
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
    // A value that ends at `end` is shown until there, although something else may begin.
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

  /// A value that follows from other properties, as a rectangle's path does from its position, size and roundness; cut
  /// short where the timeline's budget is spent. Where only one of them moves, or all move at the same times and paces,
  /// its keyframes are the result's; otherwise it is taken at every frame in which something moves.
  ///
  /// `isLinear`: a value halfway between two values of the properties is halfway between the two results. `make` gives
  /// the value at a time; at a keyframe's time what begins there, or what ends there.
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
    // Nothing is left of the budget: the value stands still as it begins.
    return Track(keyframes: keyframes) ?? Track(make(times.first ?? 0))
  }
}

// Curved ways by length. After Effects moves what has "to" and "ti" along the curve by its length: half of the progress
// is half of the way. A curve's own parameter does not run so, even on straight ways. So a way is cut, when it is read,
// into curves whose parameter is their length, near enough: after that a way is a path as any other.
//
// A progress beyond 0...1 goes on straight ahead from the way's end, as it does where there is no curve.
extension Track<[Double]> {
  /// Whether anything moves along a curve.
  var hasCurves: Bool { keyframes.contains { $0.curve != nil } }

  /// The track whose curves run by length.
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

  /// The keyframes of the way to the next one, by length.
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
  /// The curve to the next keyframe; nil for a straight way.
  fileprivate func segment(to next: Keyframe) -> CubicSegment? {
    guard let curve, let from = (value as? [Double])?.point, let to = (next.value as? [Double])?.point else {
      return nil
    }
    let (out, into) = (curve.out.point, curve.in.point)
    return CubicSegment(
      start: from, control1: CGPoint(x: from.x + out.x, y: from.y + out.y),
      control2: CGPoint(x: to.x + into.x, y: to.y + into.y), end: to)
  }

  /// Returns the part of the curve to the next keyframe between two parameters, either way; nil for a straight way.
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
  /// The first two numbers, as a point; 0 for those that are missing.
  var point: CGPoint { CGPoint(x: first ?? 0, y: count > 1 ? self[1] : 0) }
}
