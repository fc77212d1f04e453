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

import Foundation

/// A smooth curve through values.
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
    /// `values[index]` plus a third of a tangent; `sign` is 1 for the one out, -1 for the one in.
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
      // p + s/3 (w0 (p - before) + w1 (after - p)), said by interpolation: u + v - p.
      let u = value.interpolated(to: values[max(index - 1, 0)], fraction: -sign * weightBefore / 3)
      let v = value.interpolated(to: values[min(index + 1, last)], fraction: sign * weightAfter / 3)
      return value.interpolated(to: u.interpolated(to: v, fraction: 0.5), fraction: 2)
    }
    controls = (0..<last).map { (control($0, sign: 1), control($0 + 1, sign: -1)) }
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
}
