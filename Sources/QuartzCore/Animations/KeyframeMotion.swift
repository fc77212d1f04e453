import Foundation

/// The motion of a keyframe animation through values. Everything that depends on the values alone is computed ahead:
/// spacing, transforms taken apart, the control points of cubic modes.
final class KeyframeMotion: Sendable {
  private let values: [AnimatableValue]
  private let times: KeyframeTimes
  private let steps: Steps
  /// Whether each interval begins and ends with the same value, which it has throughout; always false in cubic modes.
  private let areStill: [Bool]

  private enum Steps: Sendable {
    case holding
    case straight
    /// Straight between transforms, one interval for each step.
    case transforms([TransformInterval])
    case cubic(KeyframeSpline)
    /// Each image dissolves into the next (12.14).
    case dissolving(ImageDissolve)

    /// Returns whether each interval between values has one value throughout.
    func areStill(_ values: [AnimatableValue]) -> [Bool] {
      let areEqual = zip(values, values.dropFirst()).map { $0 == $1 }
      switch self {
      case .cubic: return []
      // An interval with a singular end has no value.
      case .transforms(let intervals): return zip(areEqual, intervals).map { $0 && $1.value(at: 0) != nil }
      default: return areEqual
      }
    }
  }

  /// Values and times without a partner do not count (X-A6). One value alone has no effect: the property shows what it
  /// shows without the animation (X-A9).
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
      // A function would only move a moment within an interval.
      times = KeyframeTimes(keyframes: count, times: keyTimes, holdsLast: true)
      steps = .holding
      areStill = []
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
    areStill = steps.areStill(values)
  }

  /// Returns the fraction up to which the motion keeps its value at a fraction; nil if it moves there.
  func stillEnd(at fraction: Double) -> Double? {
    guard let (interval, end) = times.hold(at: fraction) else { return nil }
    if case .holding = steps { return end }
    guard let interval else { return end }
    return interval < areStill.count && areStill[interval] ? end : nil
  }

  private static func straight(_ values: [AnimatableValue]) -> Steps {
    let transforms = values.compactMap { $0.transform }
    guard transforms.count == values.count else { return .straight }
    return .transforms(zip(transforms, transforms.dropFirst()).map { TransformInterval(from: $0, to: $1) })
  }

  func value(at fraction: Double) -> AnimatableValue {
    if case .holding = steps { return values[times.keyframe(at: fraction)] }
    let (interval, part) = times.locate(fraction)
    // Nothing is computed, so that the value is the same one at all times.
    if interval < areStill.count, areStill[interval] { return values[interval] }
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

// The curve of the cubic calculation modes: a Kochanek-Bartels spline ("Interpolating splines with local tension,
// continuity, and bias control", 1984), Catmull-Rom where all three parameters are 0. At value i, with d0 the
// difference from the value before and d1 the difference to the value after,
//
//   out = (1-T)(1+C)(1+B)/2 d0 + (1-T)(1-C)(1-B)/2 d1       tangent of the interval that begins there
//   in  = (1-T)(1-C)(1+B)/2 d0 + (1-T)(1+C)(1-B)/2 d1       tangent of the interval that ends there
//
// Where keyframes are not evenly spaced, h0 and h1 being the lengths of the intervals before and after, the one out is
// taken 2 h1 / (h0 + h1) times and the one in 2 h0 / (h0 + h1) times, as the paper has it for an even speed. At the
// ends the difference that is missing is the same as the other one. Both are Apple's as far as its frames have been
// measured, which is without tension, continuity and bias (X-A4, X-A5). In cubicPaced the keyframes are as far apart as
// the straight lines between them are long, and the rest is the same (C-7): the speed is constant from
// keyframe to keyframe, and not along the curve.
//
// An interval is evaluated as the Bézier curve with control points p + out / 3 and q - in / 3, by de Casteljau's
// construction, because that needs nothing of a value but interpolation: so colours and transforms have splines too.

struct KeyframeSpline: Sendable {
  private let values: [AnimatableValue]
  /// The two inner control points of each interval.
  private let controls: [(AnimatableValue, AnimatableValue)]

  init(_ values: [AnimatableValue], _ times: KeyframeTimes, _ animation: CAKeyframeAnimation) {
    self.values = values
    let keys = times.keys
    let last = values.count - 1
    func parameter(_ array: [NSNumber]?, _ index: Int) -> Double {
      guard let array, index < array.count else { return 0 }
      return min(max(array[index].doubleValue, -1), 1)
    }
    /// Returns `values[index]` plus a third of a tangent; `sign` is 1 for the one out, -1 for the one in.
    func control(_ index: Int, sign: Double) -> AnimatableValue {
      let tension = parameter(animation.tensionValues, index)
      let continuity = sign * parameter(animation.continuityValues, index)
      let bias = parameter(animation.biasValues, index)
      var weightBefore = (1 - tension) * (1 + continuity) * (1 + bias) / 2
      var weightAfter = (1 - tension) * (1 - continuity) * (1 - bias) / 2
      if index == 0 {
        (weightBefore, weightAfter) = (0, weightBefore + weightAfter)
      } else if index == last {
        (weightBefore, weightAfter) = (weightBefore + weightAfter, 0)
      } else {
        let span = keys[index + 1] - keys[index - 1]
        let length = sign > 0 ? keys[index + 1] - keys[index] : keys[index] - keys[index - 1]
        let scale = span > 0 ? 2 * length / span : 1
        (weightBefore, weightAfter) = (weightBefore * scale, weightAfter * scale)
      }
      let value = values[index]
      // p + s/3 (w0 (p - before) + w1 (after - p)), expressed by interpolation: u + v - p.
      let u = value.interpolated(to: values[max(index - 1, 0)], fraction: -sign * weightBefore / 3)
      let v = value.interpolated(to: values[min(index + 1, last)], fraction: sign * weightAfter / 3)
      return value.interpolated(to: u.interpolated(to: v, fraction: 0.5), fraction: 2)
    }
    controls = (0..<last).map { (control($0, sign: 1), control($0 + 1, sign: -1)) }
  }

  func value(interval: Int, fraction: Double) -> AnimatableValue {
    let (p0, p3) = (values[interval], values[interval + 1])
    if fraction == 0 { return p0 }
    if fraction == 1 { return p3 }
    let (p1, p2) = controls[interval]
    let a = p0.interpolated(to: p1, fraction: fraction)
    let b = p1.interpolated(to: p2, fraction: fraction)
    let c = p2.interpolated(to: p3, fraction: fraction)
    let d = a.interpolated(to: b, fraction: fraction)
    return d.interpolated(to: b.interpolated(to: c, fraction: fraction), fraction: fraction)
  }
}

/// The times of keyframes and the pace between them. Key times are used as they are, as Apple's frames show (X-A6,
/// X-A7, L-2): they need not begin at 0, end at 1 or ascend. The first keyframe holds before the first key, the last
/// after the last. In between the first interval that contains the fraction counts, its beginning included and its end
/// not; descending intervals contain nothing.
struct KeyframeTimes: Sendable {
  /// The time of each keyframe, as a fraction of the duration.
  let keys: [Double]
  /// Whether no key is less than the one before, so that intervals are found by bisection.
  private let isSorted: Bool
  private let curves: [TimingCurve?]

  /// Creates keyframes at `times`, at least `keyframes` of them, or at even distances if nil. With `holdsLast` the last
  /// keyframe at even distances has a share of the duration as the others do, and does not stand at its end.
  /// `functions` are the paces of the intervals; missing ones are linear.
  init(keyframes: Int, times: [Double]?, holdsLast: Bool = false, functions: [CAMediaTimingFunction]? = nil) {
    let intervals = Double(holdsLast ? keyframes : max(keyframes - 1, 1))
    self.init(
      keys: times.map { Array($0.prefix(keyframes)) } ?? (0..<keyframes).map { Double($0) / intervals },
      curves: (functions ?? []).map { $0.curve })
  }

  /// Creates keyframes as far apart as the distances between them, for a constant speed; evenly if nothing moves.
  init(distances: [Double]) {
    let total = distances.reduce(0, +)
    guard total > 0, total.isFinite else {
      self.init(keyframes: distances.count + 1, times: nil)
      return
    }
    var sum = 0.0
    var keys = [0.0]
    keys.reserveCapacity(distances.count + 1)
    for distance in distances {
      sum += distance
      keys.append(sum / total)
    }
    self.init(keys: keys, curves: [])
  }

  private init(keys: [Double], curves: [TimingCurve?]) {
    self.keys = keys
    self.curves = curves
    // NaN fails every comparison.
    isSorted = zip(keys, keys.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// Returns the interval at `fraction` and the way through it, 0...1. A fraction below 0 or above 1, from a pace that
  /// overshoots, continues in the first or last interval if that begins at 0 or ends at 1. Requires two keyframes.
  func locate(_ fraction: Double) -> (interval: Int, fraction: Double) {
    let last = keys.count - 1
    let interval: Int
    if let inside = self.interval(at: fraction) {
      interval = inside
    } else if fraction < keys[0] {
      guard keys[0] == 0 else { return (0, 0) }
      interval = 0
    } else {
      guard keys[last] == 1, fraction > 1 else { return (last - 1, 1) }
      interval = last - 1
    }
    let length = keys[interval + 1] - keys[interval]
    guard length > 0 else { return (interval, fraction < keys[interval] ? 0 : 1) }
    let part = (fraction - keys[interval]) / length
    guard interval < curves.count, let curve = curves[interval] else { return (interval, part) }
    return (interval, curve.value(at: part))
  }

  /// Returns the keyframe that holds at `fraction` if each holds until the next.
  func keyframe(at fraction: Double) -> Int {
    interval(at: fraction) ?? (fraction < keys[0] ? 0 : keys.count - 1)
  }

  /// Returns the interval at `fraction`, nil before the first key and after the last, and its end or that of the cycle;
  /// nil if the keys descend.
  func hold(at fraction: Double) -> (interval: Int?, end: Double)? {
    guard isSorted else { return nil }
    if let interval = interval(at: fraction) { return (interval, min(keys[interval + 1], 1)) }
    return (nil, fraction < keys[0] ? min(keys[0], 1) : 1)
  }

  /// Returns the first interval that contains `fraction`; nil when none does.
  private func interval(at fraction: Double) -> Int? {
    let last = keys.count - 1
    guard isSorted else { return (0..<last).first { keys[$0] <= fraction && fraction < keys[$0 + 1] } }
    guard last > 0, keys[0] <= fraction, fraction < keys[last] else { return nil }
    // The last key at or before the fraction; the last of equal ones, so that an empty interval is skipped.
    var (low, high) = (0, last)
    while high - low > 1 {
      let middle = (low + high) / 2
      if keys[middle] <= fraction { low = middle } else { high = middle }
    }
    return low
  }
}

extension CAKeyframeAnimation {
  /// The key times if they count; nil in the paced modes, and if `keyTimes` is nil or empty.
  var usedKeyTimes: [Double]? {
    switch calculationMode {
    case .paced, .cubicPaced: nil
    default: keyTimes.flatMap { $0.isEmpty ? nil : $0.map(\.doubleValue) }
    }
  }
}
