public import Foundation

/// The pace of an animation: a function from the fraction of time that has passed to the fraction of change that shows.
///
/// The function is a cubic Bézier curve from (0, 0) to (1, 1), given by its two inner control points; x is time.
public final class CAMediaTimingFunction: NSObject, Sendable {
  private let controlPoints: SIMD4<Float>
  /// The curve, ready to be evaluated.
  package let curve: TimingCurve

  /// A curve with the control points (`c1x`, `c1y`) and (`c2x`, `c2y`).
  ///
  /// Points in time must lie in 0...1, or the curve would not be a function: others count as the nearer bound, though
  /// ``getControlPoint(at:values:)`` gives them back as they are. The y coordinates are free.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    controlPoints = SIMD4(c1x, c1y, c2x, c2y)
    curve = TimingCurve(x1: Double(c1x), y1: Double(c1y), x2: Double(c2x), y2: Double(c2y))
  }

  /// Timing functions are not archived here: traps.
  public init?(coder: NSCoder) {
    trap("CAMediaTimingFunction(coder:): nothing can be read from archives on this system")
  }

  /// One of the named functions.
  ///
  /// - Precondition: the name is that of one: for another one Apple's ends the process, too.
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

  /// Writes x and y of a control point to `ptr`, which has room for two values: 0 and 3 are the ends of the curve, 1
  /// and 2 the inner points.
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
  /// A constant by its string.
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
