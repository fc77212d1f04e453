// Raw values are Apple's: client code combines the options of blocks with those of keyframes by number.

public import Foundation
package import QuartzCore

extension UIView {
  /// Options of block animations and transitions.
  public struct AnimationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates options by their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Lay the view out within the block, so that subviews animate to their new places.
    public static let layoutSubviews = Self(rawValue: 1 << 0)
    /// Without effect: there are no touches.
    public static let allowUserInteraction = Self(rawValue: 1 << 1)
    /// Begin animations of alpha, colour and anchor point at the value that a running animation shows, not at the last
    /// value that was set. Animations of places, sizes, transforms and corner radii do so anyway, because they add up.
    public static let beginFromCurrentState = Self(rawValue: 1 << 2)
    /// Repeat the animation for ever.
    public static let `repeat` = Self(rawValue: 1 << 3)
    /// Play each cycle forward, then backward.
    public static let autoreverse = Self(rawValue: 1 << 4)
    /// A nested block keeps its own duration.
    public static let overrideInheritedDuration = Self(rawValue: 1 << 5)
    /// A nested block keeps its own curve.
    public static let overrideInheritedCurve = Self(rawValue: 1 << 6)
    /// Changes within a transition animate.
    public static let allowAnimatedContent = Self(rawValue: 1 << 7)
    /// A transition between views hides one and shows the other, and leaves both in the tree.
    public static let showHideTransitionViews = Self(rawValue: 1 << 8)
    /// A nested block keeps its own curve or spring, repetition and reversal.
    public static let overrideInheritedOptions = Self(rawValue: 1 << 9)

    /// Slow at both ends. The default.
    public static let curveEaseInOut: Self = []
    /// Slow at the beginning.
    public static let curveEaseIn = Self(rawValue: 1 << 16)
    /// Slow at the end.
    public static let curveEaseOut = Self(rawValue: 2 << 16)
    /// At one speed.
    public static let curveLinear = Self(rawValue: 3 << 16)

    /// Turn over about the vertical axis, the left side coming to the front.
    public static let transitionFlipFromLeft = Self(rawValue: 1 << 20)
    /// Turn over about the vertical axis, the right side coming to the front.
    public static let transitionFlipFromRight = Self(rawValue: 2 << 20)
    /// Curl the old page up and off, from the bottom.
    public static let transitionCurlUp = Self(rawValue: 3 << 20)
    /// Curl the new page down and on, from the top.
    public static let transitionCurlDown = Self(rawValue: 4 << 20)
    /// Dissolve from the old look into the new.
    public static let transitionCrossDissolve = Self(rawValue: 5 << 20)
    /// Turn over about the horizontal axis, the top coming to the front.
    public static let transitionFlipFromTop = Self(rawValue: 6 << 20)
    /// Turn over about the horizontal axis, the bottom coming to the front.
    public static let transitionFlipFromBottom = Self(rawValue: 7 << 20)

    /// Without effect: the frame rate is the renderer's.
    public static let preferredFramesPerSecond60 = Self(rawValue: 3 << 24)
    /// Without effect: the frame rate is the renderer's.
    public static let preferredFramesPerSecond30 = Self(rawValue: 7 << 24)

    var curve: AnimationCurve { AnimationCurve(rawValue: Int(rawValue >> 16 & 3)) ?? .easeInOut }

    /// The bits of the transitions, which are numbers, not bits.
    var transition: Self { intersection(Self(rawValue: 7 << 20)) }
  }

  /// Options of keyframe animations. A program may add the other options of blocks by raw value.
  public struct KeyframeAnimationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates options by their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Subviews are laid out within the animation.
    public static let layoutSubviews = Self(rawValue: 1 << 0)
    /// Kept only: touches are taken meanwhile.
    public static let allowUserInteraction = Self(rawValue: 1 << 1)
    /// The same as `AnimationOptions.beginFromCurrentState`.
    public static let beginFromCurrentState = Self(rawValue: 1 << 2)
    /// The animation repeats for ever.
    public static let `repeat` = Self(rawValue: 1 << 3)
    /// Each cycle plays forward, then backward.
    public static let autoreverse = Self(rawValue: 1 << 4)
    /// A nested animation keeps its own duration.
    public static let overrideInheritedDuration = Self(rawValue: 1 << 5)
    /// A nested animation keeps its own options.
    public static let overrideInheritedOptions = Self(rawValue: 1 << 9)

    /// Values change in a straight line.
    public static let calculationModeLinear: Self = []
    /// Each keyframe's values jump in at its start.
    public static let calculationModeDiscrete = Self(rawValue: 1 << 10)
    /// Values change at constant speed; the keyframes' times do not matter.
    public static let calculationModePaced = Self(rawValue: 2 << 10)
    /// Values follow a smooth curve.
    public static let calculationModeCubic = Self(rawValue: 3 << 10)
    /// Values follow a smooth curve at constant speed; the keyframes' times do not matter.
    public static let calculationModeCubicPaced = Self(rawValue: 4 << 10)

    var calculationMode: CAAnimationCalculationMode {
      switch rawValue >> 10 & 7 {
      case 1: .discrete
      case 2: .paced
      case 3: .cubic
      case 4: .cubicPaced
      default: .linear
      }
    }
  }

  /// The named paces of an animation block.
  public enum AnimationCurve: Int, Sendable {
    case easeInOut = 0
    case easeIn = 1
    case easeOut = 2
    case linear = 3

    var timingFunction: CAMediaTimingFunction {
      switch self {
      case .easeInOut: CAMediaTimingFunction(name: .easeInEaseOut)
      case .easeIn: CAMediaTimingFunction(name: .easeIn)
      case .easeOut: CAMediaTimingFunction(name: .easeOut)
      case .linear: CAMediaTimingFunction(name: .linear)
      }
    }
  }
}

// A transition is a `CATransition` of the view's layer. Dissolving is Core Animation's fade; flips and curls have no
// public type, and use Core Animation's internal names.
extension CATransitionType {
  /// The layer turns over, its back showing the new look; the subtype is the side that comes to the front.
  package static let flip = Self(rawValue: "flip")
  /// The old look curls up and off, from the bottom.
  package static let pageCurl = Self(rawValue: "pageCurl")
  /// The new look curls down and on, from the top.
  package static let pageUncurl = Self(rawValue: "pageUnCurl")
}

extension UIView {
  /// Shows the changes that `animations` makes to `view` and its subviews as one effect. Changes of properties within
  /// do not animate unless the options allow it.
  ///
  /// - Parameters:
  ///   - view: the view that takes part, with its subviews.
  ///   - duration: in seconds; at 0 or less there is no effect.
  ///   - options: the effect, without which the changes are only made, and its curve.
  ///   - animations: is called at once.
  ///   - completion: called when the effect is over, with whether it reached its end.
  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    let style = AnimationStyle(duration: duration, delay: 0, options: options)
    run(
      style, options: options, configure: { $0.animatesChanges = options.contains(.allowAnimatedContent) },
      animations: { animations?() }, finish: { view.addTransition(options, $0) },
      completion: completion)
  }

  /// Replaces `fromView` in its superview by `toView`, or hides the one and shows the other if the options say so. The
  /// effect applies to the superview with all subviews. Without a superview nothing changes.
  ///
  /// - Parameters:
  ///   - fromView: the view that goes.
  ///   - toView: the view that comes.
  ///   - duration: in seconds; at 0 or less there is no effect.
  ///   - options: the effect and its curve.
  ///   - completion: called when the effect is over, with whether it reached its end.
  public class func transition(
    from fromView: UIView, to toView: UIView, duration: TimeInterval, options: AnimationOptions = [],
    completion: ((Bool) -> Void)? = nil
  ) {
    guard let container = fromView.superview else {
      run(AnimationStyle(duration: 0), options: options, animations: {}, completion: completion)
      return
    }
    transition(
      with: container, duration: duration, options: options,
      animations: {
        if options.contains(.showHideTransitionViews) {
          fromView.isHidden = true
          toView.isHidden = false
        } else {
          container.insertSubview(toView, aboveSubview: fromView)
          fromView.removeFromSuperview()
        }
      },
      completion: completion)
  }

  func addTransition(_ options: AnimationOptions, _ block: AnimationBlock) {
    guard AnimationStack.current.isEnabled, block.style.duration > 0, layer.host != nil,
      let effect = CATransition(options.transition)
    else { return }
    if let function = block.style.pace.timingFunction { effect.timingFunction = function }
    block.style.apply(to: effect, on: layer)
    effect.delegate = block.outcome
    layer.add(effect, forKey: kCATransition)
  }
}

extension CATransition {
  fileprivate convenience init?(_ option: UIView.AnimationOptions) {
    let (type, subtype): (CATransitionType, CATransitionSubtype?)
    switch option {
    case .transitionFlipFromLeft: (type, subtype) = (.flip, .fromLeft)
    case .transitionFlipFromRight: (type, subtype) = (.flip, .fromRight)
    case .transitionFlipFromTop: (type, subtype) = (.flip, .fromTop)
    case .transitionFlipFromBottom: (type, subtype) = (.flip, .fromBottom)
    case .transitionCurlUp: (type, subtype) = (.pageCurl, nil)
    case .transitionCurlDown: (type, subtype) = (.pageUncurl, nil)
    case .transitionCrossDissolve: (type, subtype) = (.fade, nil)
    default: return nil
    }
    self.init()
    self.type = type
    self.subtype = subtype
  }
}
