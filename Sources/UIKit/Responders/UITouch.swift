public import Foundation
import QuartzCore
import Synchronization

/// A finger on the screen, made by the program that has touches.
open class UITouch: NSObject {
  /// The stages of a touch's life.
  public enum Phase: Int, Sendable {
    case began = 0
    case moved = 1
    case stationary = 2
    case ended = 3
    case cancelled = 4
  }

  /// The kind of a touch.
  public enum TouchType: Int, Sendable {
    case direct = 0
    case indirect = 1
    case pencil = 2
    case indirectPointer = 3
  }

  /// The stage of the touch's life.
  open private(set) var phase = Phase.began
  /// The time of the last change, in seconds of the clock.
  open private(set) var timestamp: TimeInterval
  /// The view that the touch began in.
  public let view: UIView?
  /// The window of the view that the touch began in.
  open var window: UIWindow? { view?.window }
  /// The number of times that the finger has come down at this place.
  public let tapCount: Int
  /// The kind of the touch: a finger.
  open var type: TouchType { .direct }
  /// The force of the touch: always 0.
  open var force: CGFloat { 0 }
  /// The largest force of a touch: 0, as force is not measured here.
  open var maximumPossibleForce: CGFloat { 0 }
  /// The radius of the touch, in points: 0.
  open var majorRadius: CGFloat { 0 }
  /// The recognisers that read the touch; nil before it was sent.
  public internal(set) final var gestureRecognizers: [UIGestureRecognizer]?

  private static let made = Atomic(0)
  /// The number of earlier touches, which orders those that change at once.
  final let serial = UITouch.made.wrappingAdd(1, ordering: .relaxed).oldValue

  private final var place: CGPoint
  private final var previousPlace: CGPoint
  final private(set) var changes = 0
  /// The changes that were sent; -1 before the first.
  final var sentChanges = -1
  /// Whether its view does not get it: another finger has the view, or a recogniser took the touch.
  final var isWithheld = false

  /// Creates a touch that begins at a location in the coordinates of `view`, its view for all of its life. `tapCount`
  /// is the number of times that the finger has come down at this place.
  public init(at location: CGPoint, in view: UIView, tapCount: Int = 1) {
    (self.view, self.tapCount) = (view, tapCount)
    place = view.convert(location, to: nil)
    previousPlace = place
    timestamp = CACurrentMediaTime()
  }

  /// Moves the touch, or ends it; `location` is in the coordinates of its view.
  public final func move(to location: CGPoint, phase: Phase = .moved) {
    previousPlace = place
    place = view?.convert(location, to: nil) ?? location
    (self.phase, timestamp) = (phase, CACurrentMediaTime())
    changes += 1
  }

  /// Returns the touch's place in the coordinates of a view; for nil, in those of the root.
  open func location(in view: UIView?) -> CGPoint { view?.convert(place, from: nil) ?? place }

  /// Returns the touch's place before its last move, in the coordinates of a view; for nil, in those of the root.
  open func previousLocation(in view: UIView?) -> CGPoint { view?.convert(previousPlace, from: nil) ?? previousPlace }

  /// Returns ``location(in:)``: places are as exact as the program gives them.
  open func preciseLocation(in view: UIView?) -> CGPoint { location(in: view) }
}

/// An event of touches.
open class UIEvent: NSObject {
  /// The kind of an event.
  public enum EventType: Int, Sendable {
    case touches = 0
    case motion = 1
    case remoteControl = 2
    case presses = 3
  }

  /// The kind of the event: touches.
  open var type: EventType { .touches }
  /// The time of the event, in seconds of the clock.
  public let timestamp: TimeInterval
  /// The touches of the event; nil without any.
  public let allTouches: Set<UITouch>?

  /// Creates an event of touches, at the time of the current clock.
  public init(touches: Set<UITouch>) {
    (allTouches, timestamp) = (touches, CACurrentMediaTime())
  }

  /// Creates an event without touches, at the time of the current clock.
  public override init() { (allTouches, timestamp) = (nil, CACurrentMediaTime()) }

  /// Returns the touches of a view; nil if it has no touch.
  open func touches(for view: UIView) -> Set<UITouch>? { touches { $0.view === view } }
  /// Returns the touches in a window; nil if it has no touch.
  open func touches(for window: UIWindow) -> Set<UITouch>? { touches { $0.window === window } }
  /// Returns the touches that a recogniser reads; nil if it reads no touch.
  open func touches(for gesture: UIGestureRecognizer) -> Set<UITouch>? {
    touches { $0.gestureRecognizers?.contains { $0 === gesture } ?? false }
  }
  /// Returns the places of a touch since the last event: the touch itself.
  open func coalescedTouches(for touch: UITouch) -> [UITouch]? { touches { $0 === touch }.map { Array($0) } }
  /// Returns the predicted places of a touch: none.
  open func predictedTouches(for touch: UITouch) -> [UITouch]? { touches { $0 === touch }.map { _ in [] } }

  private func touches(where belongs: (UITouch) -> Bool) -> Set<UITouch>? {
    let touches: Set<UITouch> = (allTouches ?? []).filter(belongs)
    return touches.isEmpty ? nil : touches
  }
}
