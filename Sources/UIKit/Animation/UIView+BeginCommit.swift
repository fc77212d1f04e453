// Animation blocks from before there were closures: between `beginAnimations` and `commitAnimations`, changes are
// animated. The delegate's selectors are not here, as Swift has none without the Objective-C runtime.

public import Foundation

extension UIView {
  /// The effects of ``setAnimationTransition(_:for:cache:)``.
  public enum AnimationTransition: Int, Sendable {
    case none = 0
    case flipFromLeft = 1
    case flipFromRight = 2
    case curlUp = 3
    case curlDown = 4
  }

  /// Opens a block; its animations last 0.2 seconds and ease in and out, until the setters below say otherwise. Blocks
  /// nest, and an inner one inherits nothing. The arguments have no effect: Apple passes them to a delegate, which
  /// blocks here do not have.
  public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    AnimationStack.current.push(AnimationBlock(style: AnimationStyle(duration: 0.2)), completion: nil)
  }

  /// Closes the innermost block. Without one it does nothing.
  public class func commitAnimations() {
    if AnimationStack.current.innermost != nil { AnimationStack.current.pop() }
  }

  // The setters hold for changes that are made after them in the innermost block, and do nothing outside one.

  /// Sets how long animations last, in seconds.
  public class func setAnimationDuration(_ duration: TimeInterval) { innermostStyle?.duration = duration }

  /// Sets when animations begin, in seconds from the change.
  public class func setAnimationDelay(_ delay: TimeInterval) { innermostStyle?.delay = delay }

  /// Sets the pace of animations. Default: `.easeInOut`.
  public class func setAnimationCurve(_ curve: AnimationCurve) { innermostStyle?.pace = .curve(curve) }

  /// Sets how many cycles animations play. Default: 0, which counts as 1.
  public class func setAnimationRepeatCount(_ repeatCount: Float) { innermostStyle?.repeatCount = repeatCount }

  /// Sets whether each cycle plays forward, then backward.
  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    innermostStyle?.autoreverses = repeatAutoreverses
  }

  /// Sets whether animations of alpha, colour and anchor point begin at what is shown where one is under way. Default:
  /// false, at the value that was set last.
  public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
    innermostStyle?.beginsFromCurrentState = fromCurrentState
  }

  /// Shows what the block changes of `view` and below it as one effect. `cache` makes no difference.
  public class func setAnimationTransition(_ transition: AnimationTransition, for view: UIView, cache: Bool) {
    guard let block = AnimationStack.current.innermost else { return }
    view.addTransition(AnimationOptions(rawValue: UInt(transition.rawValue) << 20), block)
  }

  private static var innermostStyle: AnimationStyle? {
    get { AnimationStack.current.innermost?.style }
    set {
      if let newValue { AnimationStack.current.innermost?.style = newValue }
    }
  }
}
