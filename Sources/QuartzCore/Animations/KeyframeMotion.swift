// Through several values. Everything that depends on the values alone is done ahead: spacing, transforms taken apart,
// the control points of cubic modes.

import Foundation

/// The way of a keyframe animation through values.
final class KeyframeMotion: Sendable {
  private let values: [AnimatableValue]
  private let times: KeyframeTimes
  private let steps: Steps

  private enum Steps: Sendable {
    /// Each value holds until the next.
    case holding
    case straight
    /// Straight between transforms, one interval for each step.
    case transforms([TransformInterval])
    case cubic(KeyframeSpline)
    /// Each image dissolves into the next (12.14).
    case dissolving(ImageDissolve)
  }

  /// The values and times that have a partner count (X-A6). One value alone has no effect: what the property shows
  /// without the animation shows (X-A9).
  init(_ animation: CAKeyframeAnimation, input: AnimationInput) throws(CompileIssue) {
    guard let given = animation.values, !given.isEmpty else { throw .noValues(keyPath: input.name) }
    let keyTimes = animation.usedKeyTimes
    let count = min(given.count, keyTimes?.count ?? given.count)
    guard count > 1 else { throw .singleValue(keyPath: input.name) }
    var values: [AnimatableValue] = []
    values.reserveCapacity(count)
    for value in given.prefix(count) { values.append(try input.value(value)) }
    self.values = values

    let mode = animation.calculationMode
    guard mode != .discrete else {
      // A function would only move a moment inside an interval.
      times = KeyframeTimes(keyframes: count, times: keyTimes, holdsLast: true)
      steps = .holding
      return
    }
    switch mode {
    case .paced, .cubicPaced:
      times = KeyframeTimes(distances: zip(values, values.dropFirst()).map { $0.distance(to: $1) ?? 0 })
    default: times = KeyframeTimes(keyframes: count, times: keyTimes, functions: animation.timingFunctions)
    }
    if values.contains(where: { if case .image = $0 { true } else { false } }) {
      steps = .dissolving(ImageDissolve())
    } else if !input.isInterpolated {
      steps = .holding
    } else if mode == .cubic || mode == .cubicPaced {
      steps = .cubic(KeyframeSpline(values, times, animation))
    } else {
      steps = Self.straight(values)
    }
  }

  private static func straight(_ values: [AnimatableValue]) -> Steps {
    let transforms = values.compactMap { $0.transform }
    guard transforms.count == values.count else { return .straight }
    return .transforms(zip(transforms, transforms.dropFirst()).map { TransformInterval(from: $0, to: $1) })
  }

  /// The value `fraction` of the way through the duration.
  func value(at fraction: Double) -> AnimatableValue {
    if case .holding = steps { return values[times.keyframe(at: fraction)] }
    let (interval, part) = times.locate(fraction)
    switch steps {
    case .holding, .straight: return values[interval].interpolated(to: values[interval + 1], fraction: part)
    case .transforms(let intervals): return intervals[interval].value(at: part).map { .transform($0) } ?? .noWay
    case .cubic(let spline): return spline.value(interval: interval, fraction: part)
    case .dissolving(let dissolve):
      let (from, to) = (values[interval], values[interval + 1])
      guard case .image(let first) = from, case .image(let second) = to else { return part < 1 ? from : to }
      return .image(dissolve.image(from: first, to: second, part: part))
    }
  }
}
