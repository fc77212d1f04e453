// Curved ways by length. After Effects moves what has "to" and "ti" along the curve by its length: half of the progress
// is half of the way. A curve's own parameter does not run so, even on straight ways. So a way is cut, when it is read,
// into curves whose parameter is their length, near enough: after that a way is a path as any other.
//
// A progress beyond 0...1 goes on straight ahead from the way's end, as it does where there is no curve.

import CoreGraphics
import Foundation

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
  /// The keyframe without its curve.
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

  /// Returns the part of the curve to the next keyframe between two of its parameters, in either direction; nil for a
  /// straight way.
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
