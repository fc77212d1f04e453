// The timing of property animators: a curve, or a spring.

public import CoreGraphics
public import Foundation
import QuartzCore

/// The kind of timing that a ``UITimingCurveProvider`` gives.
public enum UITimingCurveType: Int, Sendable {
  /// The curve is one of the named ones.
  case builtin = 0
  /// The curve is a Bézier curve by its control points.
  case cubic = 1
  /// The pace is that of a spring.
  case spring = 2
  /// Both are given; the spring counts here.
  case composed = 3
}

/// Gives the timing of a ``UIViewPropertyAnimator``.
public protocol UITimingCurveProvider: NSCopying {
  /// The kind of timing, which tells which of the others counts.
  var timingCurveType: UITimingCurveType { get }
  /// The curve; nil where the timing is a spring's.
  var cubicTimingParameters: UICubicTimingParameters? { get }
  /// The spring; nil where the timing is a curve's.
  var springTimingParameters: UISpringTimingParameters? { get }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), whose x is time.
open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  /// The curve by its name; ease in and out for one that has none.
  public let animationCurve: UIView.AnimationCurve
  /// The first of the curve's inner points; x, the time, is from 0 to 1.
  public let controlPoint1: CGPoint
  /// The second of the curve's inner points; x, the time, is from 0 to 1.
  public let controlPoint2: CGPoint
  /// Whether it is a named curve, one with points of its own, a spring, or both together.
  public let timingCurveType: UITimingCurveType

  /// The curve of implicit animations: (0.25, 0.1) (0.25, 1).
  public override convenience init() {
    self.init(controlPoint1: CGPoint(x: 0.25, y: 0.1), controlPoint2: CGPoint(x: 0.25, y: 1))
  }

  /// The control points of a named curve.
  public init(animationCurve curve: UIView.AnimationCurve) {
    func point(_ index: Int) -> CGPoint {
      var xy: [Float] = [0, 0]
      curve.timingFunction.getControlPoint(at: index, values: &xy)
      return CGPoint(x: CGFloat(xy[0]), y: CGFloat(xy[1]))
    }
    (animationCurve, controlPoint1, controlPoint2) = (curve, point(1), point(2))
    timingCurveType = .builtin
  }

  /// A curve by its inner points, whose x lies in 0...1.
  public init(controlPoint1 point1: CGPoint, controlPoint2 point2: CGPoint) {
    (animationCurve, controlPoint1, controlPoint2) = (.easeInOut, point1, point2)
    timingCurveType = .cubic
  }

  open var cubicTimingParameters: UICubicTimingParameters? { self }
  open var springTimingParameters: UISpringTimingParameters? { nil }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A spring that pulls from the old value to the new one.
open class UISpringTimingParameters: NSObject, UITimingCurveProvider {
  /// The speed at the beginning, toward the end where positive; 1 is the whole distance in a second. Of a change of
  /// position x and y have their own; of anything else x counts.
  public let initialVelocity: CGVector
  private let kind: Kind

  private enum Kind {
    case damped(ratio: Double)
    case fixed(SpringParameters)
  }

  private init(_ kind: Kind, _ velocity: CGVector) { (self.kind, initialVelocity) = (kind, velocity) }

  /// The system's own spring: mass 3, stiffness 1000, damping 500, which counts as critical.
  public override convenience init() { self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero) }

  /// A spring that has come to rest when the animator's duration ends; see
  /// ``UIView/animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:options:animations:completion:)``.
  ///
  /// - Parameters:
  ///   - ratio: 1 comes to rest without oscillation, less oscillates; brought into the range from 0.01 to 1.
  ///   - velocity: whole ways a second at the beginning, for each coordinate.
  public convenience init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector = .zero) {
    self.init(.damped(ratio: ratio.asDampingRatio), velocity)
  }

  /// A spring by its numbers, which has a duration of its own: `CASpringAnimation.settlingDuration`. Mass and stiffness
  /// are above 0, damping is at least 0.
  public convenience init(mass: CGFloat, stiffness: CGFloat, damping: CGFloat, initialVelocity velocity: CGVector) {
    precondition(
      mass > 0 && stiffness > 0 && damping >= 0,
      "UISpringTimingParameters: mass \(mass), stiffness \(stiffness), damping \(damping); expected above 0, above 0, "
        + "at least 0")
    self.init(
      .fixed(
        SpringParameters(
          mass: Double(mass), stiffness: Double(stiffness), damping: Double(damping),
          initialVelocity: Double(velocity.dx))), velocity)
  }

  /// A spring by its period without friction, in seconds, above 0, and its bounce, from -1 (excluded) to 1. It has a
  /// duration of its own: `CASpringAnimation.settlingDuration`.
  public convenience init(duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialVelocity: CGVector = .zero) {
    precondition(duration > 0, "UISpringTimingParameters: a duration of \(duration) s; expected above 0")
    self.init(
      .fixed(
        SpringParameters(
          perceptualDuration: duration, bounce: Double(bounce), initialVelocity: Double(initialVelocity.dx))),
      initialVelocity)
  }

  var pace: Pace { pace(initialVelocity.dx) }

  /// The pace in a direction in which the velocity is another one.
  func pace(_ velocity: CGFloat) -> Pace {
    switch kind {
    case .damped(let ratio): return .dampedSpring(dampingRatio: ratio, initialVelocity: Double(velocity))
    case .fixed(var spring):
      spring.initialVelocity = Double(velocity)
      return .spring(spring)
    }
  }

  open var timingCurveType: UITimingCurveType { .spring }
  open var cubicTimingParameters: UICubicTimingParameters? { nil }
  open var springTimingParameters: UISpringTimingParameters? { self }
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension UITimingCurveProvider {
  /// The pace in x, or of what has no directions.
  var pace: Pace {
    if let spring = countingSpring { return spring.pace }
    guard let cubic = cubicTimingParameters else { return .curve(.easeInOut) }
    let (a, b) = (cubic.controlPoint1, cubic.controlPoint2)
    return .curve(CAMediaTimingFunction(controlPoints: Float(a.x), Float(a.y), Float(b.x), Float(b.y)))
  }

  /// The pace in y; nil where it is that of x.
  var verticalPace: Pace? {
    guard let spring = countingSpring, spring.initialVelocity.dx != spring.initialVelocity.dy else { return nil }
    return spring.pace(spring.initialVelocity.dy)
  }

  private var countingSpring: UISpringTimingParameters? {
    timingCurveType == .spring || timingCurveType == .composed ? springTimingParameters : nil
  }
}
