// Transitions: from what a view looks like to what it looks like after a block, in one effect.
//
// A transition is a `CATransition` of the view's layer. Dissolving is Core Animation's fade; flips and curls have no
// public type, and use the names that Core Animation has for them inside.

public import Foundation
package import QuartzCore

extension CATransitionType {
  /// The layer turns over, its back showing the new look; the subtype is the side that comes to the front.
  package static let flip = Self(rawValue: "flip")
  /// The old look curls up and off, from the bottom.
  package static let pageCurl = Self(rawValue: "pageCurl")
  /// The new look curls down and on, from the top.
  package static let pageUncurl = Self(rawValue: "pageUnCurl")
}

extension UIView {
  /// Shows the changes that `animations` makes to `view` and below it as one effect. Changes of properties within do
  /// not animate unless the options allow it.
  ///
  /// - Parameters:
  ///   - view: what takes part, with its subviews.
  ///   - duration: in seconds; at 0 or less there is no effect.
  ///   - options: the effect, without which the changes are only made, and its curve.
  ///   - animations: is called at once.
  ///   - completion: is called when the effect is over, with whether it reached its end.
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

  /// Replaces `fromView` in its superview by `toView`, or hides the one and shows the other where the options say so.
  /// The effect is one of the superview, with all that is in it. Without a superview nothing changes.
  ///
  /// - Parameters:
  ///   - fromView: the view that goes.
  ///   - toView: the view that comes.
  ///   - duration: in seconds; at 0 or less there is no effect.
  ///   - options: the effect and its curve.
  ///   - completion: is called when the effect is over, with whether it reached its end.
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

  /// Adds the effect that the options name, if they do.
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
  /// The effect of one of the options; nil for none.
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
