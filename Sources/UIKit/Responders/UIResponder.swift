// Who hears of touches. There are none without a screen: a program that has them, a test for one, makes them itself and
// hands them to the view that `hitTest(_:with:)` finds.

public import Foundation
import QuartzCore

/// An object that events can be sent to: a view.
open class UIResponder: NSObject {
  public override init() {}

  /// Who hears of what this one does not handle: of a view its superview. Default: nil.
  open var next: UIResponder? { nil }

  // Each hands the touches on.

  /// Touches began, which by default goes on to the next responder.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
  /// Touches moved, which by default goes on to the next responder.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
  /// Touches ended, which by default goes on to the next responder.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
  /// The touches are over without having been ended.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }
}

/// A finger on the screen, as the program that makes it says.
open class UITouch: NSObject {
  /// The stages of a touch's life.
  public enum Phase: Int, Sendable {
    case began = 0
    case moved = 1
    case stationary = 2
    case ended = 3
    case cancelled = 4
  }

  /// The stage of its life that the touch is in.
  open private(set) var phase = Phase.began
  /// When it was last changed, in seconds of the clock.
  open private(set) var timestamp: TimeInterval
  /// The view that the touch began in.
  public let view: UIView?
  /// The window of the view that the touch began in.
  open var window: UIWindow? { view?.window }
  /// How many times the finger came down at this place.
  open var tapCount: Int { 1 }
  private final var place: CGPoint
  private final var previousPlace: CGPoint

  /// A touch that begins.
  ///
  /// - Parameters:
  ///   - location: in the coordinates of `view`.
  ///   - view: the view that it belongs to for good.
  public init(at location: CGPoint, in view: UIView) {
    self.view = view
    place = view.convert(location, to: nil)
    previousPlace = place
    timestamp = CACurrentMediaTime()
  }

  /// Moves the touch, or ends it; `location` is in the coordinates of its view.
  public final func move(to location: CGPoint, phase: Phase = .moved) {
    previousPlace = place
    place = view?.convert(location, to: nil) ?? location
    (self.phase, timestamp) = (phase, CACurrentMediaTime())
  }

  /// Where it is, in the coordinates of a view; of nil in those of the root.
  open func location(in view: UIView?) -> CGPoint { view?.convert(place, from: nil) ?? place }

  /// Where it was before it moved last, in the coordinates of a view; of nil in those of the root.
  open func previousLocation(in view: UIView?) -> CGPoint { view?.convert(previousPlace, from: nil) ?? previousPlace }
}

/// An event that views are asked about.
open class UIEvent: NSObject {
  /// When it happened, in seconds of the clock.
  public let timestamp: TimeInterval
  /// The touches of the event; nil where it is of none.
  public let allTouches: Set<UITouch>?

  /// Makes an event of touches, at the time of the current clock.
  public init(touches: Set<UITouch>) {
    (allTouches, timestamp) = (touches, CACurrentMediaTime())
  }

  /// Makes an event without touches, at the time of the current clock.
  public override init() { (allTouches, timestamp) = (nil, CACurrentMediaTime()) }
}
