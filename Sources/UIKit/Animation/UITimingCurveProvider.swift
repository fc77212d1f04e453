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
  /// The kind of timing, which tells which of the other properties counts.
  var timingCurveType: UITimingCurveType { get }
  /// The curve; nil for a spring.
  var cubicTimingParameters: UICubicTimingParameters? { get }
  /// The spring; nil for a curve.
  var springTimingParameters: UISpringTimingParameters? { get }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), whose x is time.
open class UICubicTimingParameters: NSObject, UITimingCurveProvider {
  /// The curve by its name; ease in and out for a curve without a name.
  public let animationCurve: UIView.AnimationCurve
  /// The first of the curve's inner points; x, the time, is from 0 to 1.
  public let controlPoint1: CGPoint
  /// The second of the curve's inner points; x, the time, is from 0 to 1.
  public let controlPoint2: CGPoint
  /// The kind of the curve: a named one, or one with points of its own.
  public let timingCurveType: UITimingCurveType

  /// Creates the curve of implicit animations: (0.25, 0.1) (0.25, 1).
  public override convenience init() {
    self.init(controlPoint1: CGPoint(x: 0.25, y: 0.1), controlPoint2: CGPoint(x: 0.25, y: 1))
  }

  /// Creates a named curve.
  public init(animationCurve curve: UIView.AnimationCurve) {
    func point(_ index: Int) -> CGPoint {
      var xy: [Float] = [0, 0]
      curve.timingFunction.getControlPoint(at: index, values: &xy)
      return CGPoint(x: CGFloat(xy[0]), y: CGFloat(xy[1]))
    }
    (animationCurve, controlPoint1, controlPoint2) = (curve, point(1), point(2))
    timingCurveType = .builtin
  }

  /// Creates a curve by its inner points, whose x lies in 0...1.
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
  /// The speed at the beginning, toward the end if positive; 1 is the whole distance in a second. A change of
  /// position uses both components; any other change uses x.
  public let initialVelocity: CGVector
  private let kind: Kind

  private enum Kind {
    case damped(ratio: Double)
    case fixed(SpringParameters)
  }

  private init(_ kind: Kind, _ velocity: CGVector) { (self.kind, initialVelocity) = (kind, velocity) }

  /// Creates the system's own spring: mass 3, stiffness 1000, damping 500, which counts as critical.
  public override convenience init() { self.init(mass: 3, stiffness: 1000, damping: 500, initialVelocity: .zero) }

  /// Creates a spring that comes to rest at the end of the animator's duration. See
  /// ``UIView/animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:options:animations:completion:)``
  /// for the ratio, clamped to 0.01...1. The velocity is in whole ways a second, for each coordinate.
  public convenience init(dampingRatio ratio: CGFloat, initialVelocity velocity: CGVector = .zero) {
    self.init(.damped(ratio: ratio.asDampingRatio), velocity)
  }

  /// Creates a spring by its numbers, with a duration of its own: `CASpringAnimation.settlingDuration`. Mass and
  /// stiffness are above 0, damping is at least 0.
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

  /// Creates a spring by its undamped period, in seconds, above 0, and its bounce, from -1 (excluded) to 1, with a
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

  /// Returns the pace in a direction with another velocity.
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
  /// The pace in x, or without directions.
  var pace: Pace {
    if let spring = countingSpring { return spring.pace }
    guard let cubic = cubicTimingParameters else { return .curve(.easeInOut) }
    let (a, b) = (cubic.controlPoint1, cubic.controlPoint2)
    return .curve(CAMediaTimingFunction(controlPoints: Float(a.x), Float(a.y), Float(b.x), Float(b.y)))
  }

  /// The pace in y; nil if it is that of x.
  var verticalPace: Pace? {
    guard let spring = countingSpring, spring.initialVelocity.dx != spring.initialVelocity.dy else { return nil }
    return spring.pace(spring.initialVelocity.dy)
  }

  private var countingSpring: UISpringTimingParameters? {
    timingCurveType == .spring || timingCurveType == .composed ? springTimingParameters : nil
  }
}

/// The state of an animator.
public enum UIViewAnimatingState: Int, Sendable {
  /// The animator has not begun, or is finished.
  case inactive = 0
  /// The animator runs or is paused.
  case active = 1
  /// The animator was stopped, and is not finished yet.
  case stopped = 2
}

/// The values that the properties have when an animation ends.
public enum UIViewAnimatingPosition: Int, Sendable {
  /// The properties have their new values.
  case end = 0
  /// The properties have their old values again.
  case start = 1
  /// The properties keep the values that were shown.
  case current = 2
}

/// An animation that can be paused, scrubbed and reversed.
public protocol UIViewAnimating: NSObjectProtocol {
  var state: UIViewAnimatingState { get }
  var isRunning: Bool { get }
  var isReversed: Bool { get set }
  var fractionComplete: CGFloat { get set }
  func startAnimation()
  func startAnimation(afterDelay delay: TimeInterval)
  func pauseAnimation()
  func stopAnimation(_ withoutFinishing: Bool)
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// An animator of the changes that blocks make.
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
  func addAnimations(_ animation: @escaping () -> Void)
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}
