// A timing function in the form a frame evaluates: polynomial coefficients, and a Newton iteration that bisection keeps
// safe.
//
// The curve is B(s) = (x(s), y(s)), a cubic Bézier from (0, 0) to (1, 1). The value at time t is y(s) where x(s) = t.
// With both x coordinates in 0...1, x(s) never falls, so that there is one s. Newton alone fails where x(s) is flat: at
// (1, 0, 0, 1) the slope in the middle is 0, at x1 = 0 it is 0 at the start.

/// A cubic Bézier from (0, 0) to (1, 1), as a function of its x coordinate.
package struct TimingCurve: Equatable, Sendable {
  // x(s) = ((ax s + bx) s + cx) s, and the same for y.
  private let ax: Double, bx: Double, cx: Double
  private let ay: Double, by: Double, cy: Double
  /// Whether the curve is the diagonal.
  private let isLinear: Bool

  /// The curve with these inner control points. The x coordinates are brought into 0...1: outside the curve is not a
  /// function.
  package init(x1: Double, y1: Double, x2: Double, y2: Double) {
    let (x1, x2) = (min(max(x1, 0), 1), min(max(x2, 0), 1))
    (ax, bx, cx) = (3 * x1 - 3 * x2 + 1, 3 * x2 - 6 * x1, 3 * x1)
    (ay, by, cy) = (3 * y1 - 3 * y2 + 1, 3 * y2 - 6 * y1, 3 * y1)
    isLinear = x1 == y1 && x2 == y2
  }

  /// The value at `time`, to better than 1e-6. `time` is brought into 0...1; the ends are exactly 0 and 1.
  ///
  /// The value lies outside 0...1 where the control points' y coordinates take it there.
  package func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    guard !isLinear else { return time }
    let s = parameter(at: time)
    return ((ay * s + by) * s + cy) * s
  }

  /// The s in 0...1 with x(s) = `time`, to about 1e-9 wherever x(s) is not flat.
  private func parameter(at time: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var s = time
    // Bisection alone would need 40 steps; the Newton steps make it three or four on the usual curves.
    for _ in 0..<80 {
      let error = ((ax * s + bx) * s + cx) * s - time
      if error == 0 { return s }
      if error < 0 { low = s } else { high = s }
      let slope = (3 * ax * s + 2 * bx) * s + cx
      let newton = s - error / slope
      // A flat slope makes the quotient infinite or NaN, and then the comparison sends it to the middle too.
      let next = newton > low && newton < high ? newton : (low + high) / 2
      if abs(next - s) < 1e-11 { return next }
      s = next
    }
    return s
  }
}
