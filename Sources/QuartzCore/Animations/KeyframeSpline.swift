// The curve of the cubic calculation modes: a Kochanek-Bartels spline ("Interpolating splines with local tension,
// continuity, and bias control", 1984), Catmull-Rom where all three parameters are 0. At value i, with d0 the
// difference from the value before and d1 the difference to the value after,
//
//   out = (1-T)(1+C)(1+B)/2 d0 + (1-T)(1-C)(1-B)/2 d1       tangent of the interval that begins there
//   in  = (1-T)(1-C)(1+B)/2 d0 + (1-T)(1+C)(1-B)/2 d1       tangent of the interval that ends there
//
// Ours where Apple's documents are silent: the end values are repeated beyond the ends, and tangents are not scaled
// where keyTimes are uneven. An interval is evaluated as the Bézier curve with control points p + out / 3 and q - in /
// 3, by de Casteljau's construction, because that needs nothing of a value but interpolation: so colours and transforms
// have splines too.

import Foundation

/// A smooth curve through values.
struct KeyframeSpline: Sendable {
  private let values: [AnimatableValue]
  /// The two inner control points of each interval.
  private let controls: [(AnimatableValue, AnimatableValue)]

  init(_ values: [AnimatableValue], _ animation: CAKeyframeAnimation) {
    self.values = values
    func parameter(_ array: [NSNumber]?, _ index: Int) -> Double {
      guard let array, index < array.count else { return 0 }
      return min(max(array[index].doubleValue, -1), 1)
    }
    /// `values[index]` plus a third of a tangent; `sign` is 1 for the one out, -1 for the one in.
    func control(_ index: Int, sign: Double) -> AnimatableValue {
      let tension = parameter(animation.tensionValues, index)
      let continuity = sign * parameter(animation.continuityValues, index)
      let bias = parameter(animation.biasValues, index)
      let weightBefore = (1 - tension) * (1 + continuity) * (1 + bias) / 2
      let weightAfter = (1 - tension) * (1 - continuity) * (1 - bias) / 2
      let value = values[index]
      // p + s/3 (w0 (p - before) + w1 (after - p)), said by interpolation: u + v - p.
      let u = value.interpolated(to: values[max(index - 1, 0)], fraction: -sign * weightBefore / 3)
      let v = value.interpolated(to: values[min(index + 1, values.count - 1)], fraction: sign * weightAfter / 3)
      return value.interpolated(to: u.interpolated(to: v, fraction: 0.5), fraction: 2)
    }
    controls = (0..<values.count - 1).map { (control($0, sign: 1), control($0 + 1, sign: -1)) }
  }

  /// The value `fraction` of the way from value `interval` to the next; at its ends exactly those.
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

  // For constant speed each interval is cut into samples, and time is spread over them by their lengths.

  private static let samplesPerInterval = 128

  /// The length of each sample of the curve.
  var sampleDistances: [Double] {
    let bounds = (0...controls.count * Self.samplesPerInterval).map { value(sample: $0, fraction: 0) }
    return zip(bounds, bounds.dropFirst()).map { $0.distance(to: $1) ?? 0 }
  }

  /// The value `fraction` of the way through a sample.
  func value(sample: Int, fraction: Double) -> AnimatableValue {
    let interval = min(sample / Self.samplesPerInterval, controls.count - 1)
    let part = (Double(sample - interval * Self.samplesPerInterval) + fraction) / Double(Self.samplesPerInterval)
    return value(interval: interval, fraction: part)
  }
}
