public import Foundation

/// The pace of an animation: a function from the fraction of time that has passed to the fraction of change that shows.
/// It is a cubic Bézier curve from (0, 0) to (1, 1), given by its two inner control points; x is time.
public final class CAMediaTimingFunction: NSObject, Sendable {
  private let controlPoints: SIMD4<Float>
  package let curve: TimingCurve

  /// Creates a curve with the control points (`c1x`, `c1y`) and (`c2x`, `c2y`).
  ///
  /// The x coordinates must lie in 0...1, or the curve would not be a function: others count as the nearer bound,
  /// though ``getControlPoint(at:values:)`` returns them unchanged. The y coordinates are free.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    controlPoints = SIMD4(c1x, c1y, c2x, c2y)
    curve = TimingCurve(x1: Double(c1x), y1: Double(c1y), x2: Double(c2x), y2: Double(c2y))
  }

  /// Traps: timing functions are not archived here.
  public init?(coder: NSCoder) {
    trap("CAMediaTimingFunction(coder:): nothing can be read from archives on this system")
  }

  /// Creates one of the named functions. Traps for any other name, as Apple's does.
  public convenience init(name: CAMediaTimingFunctionName) {
    switch name {
    case .easeIn: self.init(controlPoints: 0.42, 0, 1, 1)
    case .easeOut: self.init(controlPoints: 0, 0, 0.58, 1)
    case .easeInEaseOut: self.init(controlPoints: 0.42, 0, 0.58, 1)
    case .default: self.init(controlPoints: 0.25, 0.1, 0.25, 1)
    case .linear: self.init(controlPoints: 0, 0, 1, 1)
    default:
      trap("CAMediaTimingFunction(name:): no function is called \"\(name.rawValue)\"")
    }
  }

  /// Writes x and y of a control point to `ptr`, room for two values: 0 and 3 are the ends, 1 and 2 the inner points.
  public func getControlPoint(at idx: Int, values ptr: UnsafeMutablePointer<Float>) {
    switch idx {
    case 0: (ptr[0], ptr[1]) = (0, 0)
    case 1: (ptr[0], ptr[1]) = (controlPoints.x, controlPoints.y)
    case 2: (ptr[0], ptr[1]) = (controlPoints.z, controlPoints.w)
    case 3: (ptr[0], ptr[1]) = (1, 1)
    default: preconditionFailure("CAMediaTimingFunction.getControlPoint(at: \(idx)): expected 0...3")
    }
  }

  /// Equal when the control points are.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CAMediaTimingFunction)?.controlPoints == controlPoints
  }

  public override var hash: Int { controlPoints.hashValue }
}

/// The names of the functions that exist ready made.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The pace is constant: (0, 0) (1, 1).
  public static let linear = Self(rawValue: "linear")
  /// Begins slowly: (0.42, 0) (1, 1).
  public static let easeIn = Self(rawValue: "easeIn")
  /// The pace slows down toward the end: (0, 0) (0.58, 1).
  public static let easeOut = Self(rawValue: "easeOut")
  /// Begins and ends slowly: (0.42, 0) (0.58, 1).
  public static let easeInEaseOut = Self(rawValue: "easeInEaseOut")
  /// The pace of implicit animations: (0.25, 0.1) (0.25, 1).
  public static let `default` = Self(rawValue: "default")
}

// The curve is B(s) = (x(s), y(s)). The value at time t is y(s) with x(s) = t. With both x coordinates in 0...1, x(s)
// never falls, so that there is one s. Newton's iteration alone fails where x(s) is flat (at (1, 0, 0, 1) the slope in
// the middle is 0, at x1 = 0 it is 0 at the start): bisection keeps it safe.

/// A cubic Bézier from (0, 0) to (1, 1), as a function of its x coordinate.
package struct TimingCurve: Equatable, Sendable {
  // x(s) = ((ax s + bx) s + cx) s, and the same for y.
  private let ax: Double, bx: Double, cx: Double
  private let ay: Double, by: Double, cy: Double
  private let isLinear: Bool

  /// Creates the curve with these inner control points; x coordinates are clamped to 0...1.
  package init(x1: Double, y1: Double, x2: Double, y2: Double) {
    let (x1, x2) = (min(max(x1, 0), 1), min(max(x2, 0), 1))
    (ax, bx, cx) = (3 * x1 - 3 * x2 + 1, 3 * x2 - 6 * x1, 3 * x1)
    (ay, by, cy) = (3 * y1 - 3 * y2 + 1, 3 * y2 - 6 * y1, 3 * y1)
    isLinear = x1 == y1 && x2 == y2
  }

  /// Returns the value at `time`, to better than 1e-6; outside 0...1 where the control points' y coordinates lead
  /// there. `time` is clamped to 0...1; the ends are exactly 0 and 1.
  package func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    guard !isLinear else { return time }
    let s = parameter(at: time)
    return ((ay * s + by) * s + cy) * s
  }

  /// Returns the s in 0...1 with x(s) = `time`, to about 1e-9 wherever x(s) is not flat.
  private func parameter(at time: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    var s = time
    // Bisection alone would need 40 steps; with Newton steps the usual curves need three or four.
    for _ in 0..<80 {
      let error = ((ax * s + bx) * s + cx) * s - time
      if error == 0 { return s }
      if error < 0 { low = s } else { high = s }
      let slope = (3 * ax * s + 2 * bx) * s + cx
      let newton = s - error / slope
      // A flat slope makes the quotient infinite or NaN; the comparison then chooses the middle, too.
      let next = newton > low && newton < high ? newton : (low + high) / 2
      if abs(next - s) < 1e-11 { return next }
      s = next
    }
    return s
  }
}
