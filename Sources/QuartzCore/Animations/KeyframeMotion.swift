// Through several values. Everything that depends on the values alone is done ahead: spacing, transforms taken apart,
// the control points of cubic modes.

import Foundation

/// The way of a keyframe animation through values.
final class KeyframeMotion: Sendable {
  private let values: [AnimatableValue]
  private let times: KeyframeTimes
  private let steps: Steps

  private enum Steps: Sendable {
    /// Each value holds for its interval.
    case holding
    case straight
    /// Straight between transforms, one interval for each step.
    case transforms([TransformInterval])
    case cubic(KeyframeSpline)
    /// Along the spline, the times being those of its samples.
    case pacedCubic(KeyframeSpline)
  }

  init(_ animation: CAKeyframeAnimation, input: AnimationInput) throws(CompileIssue) {
    guard let given = animation.values, !given.isEmpty else { throw .noValues(keyPath: input.name) }
    var values: [AnimatableValue] = []
    values.reserveCapacity(given.count)
    for value in given { values.append(try input.value(value)) }
    self.values = values

    let mode = animation.calculationMode
    let keyTimes = animation.keyTimes?.map { $0.doubleValue }
    let functions = animation.timingFunctions
    guard mode != .discrete, values.count > 1 else {
      // n values hold for n intervals; a function would only move a moment inside one of them.
      times = KeyframeTimes(intervals: values.count, times: keyTimes, functions: nil)
      steps = .holding
      return
    }
    let spacing = KeyframeTimes(intervals: values.count - 1, times: keyTimes, functions: functions)
    guard input.isInterpolated else {
      (times, steps) = (spacing, .holding)
      return
    }
    switch mode {
    case .cubic:
      (times, steps) = (spacing, .cubic(KeyframeSpline(values, animation)))
    case .cubicPaced:
      let spline = KeyframeSpline(values, animation)
      times = KeyframeTimes(distances: spline.sampleDistances)
      steps = .pacedCubic(spline)
    default:
      times =
        mode == .paced
        ? KeyframeTimes(distances: zip(values, values.dropFirst()).map { $0.distance(to: $1) ?? 0 }) : spacing
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
    let (interval, part) = times.locate(fraction)
    switch steps {
    // The last value of n that hold over n - 1 intervals shows at the end alone.
    case .holding: return values[min(part < 1 ? interval : interval + 1, values.count - 1)]
    case .straight: return values[interval].interpolated(to: values[interval + 1], fraction: part)
    case .transforms(let intervals): return .transform(intervals[interval].value(at: part))
    case .cubic(let spline): return spline.value(interval: interval, fraction: part)
    case .pacedCubic(let spline): return spline.value(sample: interval, fraction: part)
    }
  }
}
