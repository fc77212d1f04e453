// `TouchDelivery` gives touches, which a program sends to a window, to recognisers before the views.
//
// Decisions of ours, where Apple's documentation gives no number: fingers that move by less than 10 points stand still
// (as `allowableMovement` has it), two taps belong together within 0.35 s, a swipe goes 50 points within 0.5 s.
//
// Tested by GestureTests.

import CoreGraphics
public import Foundation
public import QuartzCore

/// Reads a gesture from touches, and calls the methods that were added when it is recognised.
open class UIGestureRecognizer: NSObject {
  /// The states of a gesture.
  public enum State: Int, Sendable {
    /// The gesture may be recognised.
    case possible = 0
    /// The gesture has begun and goes on.
    case began = 1
    /// The gesture has changed.
    case changed = 2
    /// The gesture has come to its end.
    case ended = 3
    /// The gesture was cancelled.
    case cancelled = 4
    /// The gesture was not recognised.
    case failed = 5
    /// A gesture without duration was recognised.
    public static let recognized = State.ended
  }

  private struct Handler {
    weak var target: AnyObject?
    var action: Selector
  }

  /// The distance, in points, below which a finger counts as standing still.
  static let stillness: CGFloat = 10

  private final var handlers: [Handler] = []
  private final var current = State.possible
  /// The touches of the gesture, in the order in which they began.
  final var touches: [UITouch] = []
  /// The recognisers that have to fail first.
  final var required: [WeakRecognizer] = []
  /// The state to enter once those have failed.
  final var awaited: State?

  struct WeakRecognizer {
    weak var recognizer: UIGestureRecognizer?
  }

  /// Creates a recogniser that calls a method of a target with itself; the target is not held.
  public init(target: Any?, action: Selector?) {
    super.init()
    if let target, let action { addTarget(target, action: action) }
  }

  /// Creates a recogniser that calls nothing yet.
  public override convenience init() { self.init(target: nil, action: nil) }

  // MARK: Targets

  /// Adds a method of a target, called with the recogniser; the target is not held.
  open func addTarget(_ target: Any, action: Selector) {
    let target = target as AnyObject
    guard !handlers.contains(where: { $0.target === target && $0.action == action }) else { return }
    handlers.append(Handler(target: target, action: action))
  }

  /// Removes a method; for nil, whatever the target or the method.
  open func removeTarget(_ target: Any?, action: Selector?) {
    let object = target.map { $0 as AnyObject }
    handlers.removeAll {
      $0.target == nil || (object == nil || $0.target === object) && (action == nil || $0.action == action)
    }
  }

  private final func callTargets() {
    for handler in handlers { if let target = handler.target { handler.action.call(target, self) } }
  }

  // MARK: What a program sets

  /// The object that decides on the gesture. Default: nil.
  open weak var delegate: (any UIGestureRecognizerDelegate)?
  /// The view whose touches, and those of views below it, are read.
  public internal(set) final weak var view: UIView?
  /// Whether touches are read. Default: true.
  open var isEnabled = true {
    didSet { if !isEnabled, oldValue { cancelGesture() } }
  }
  /// Whether the gesture cancels touches of their views once it is recognised. Default: true.
  open var cancelsTouchesInView = true
  /// Kept only: views get touches as they begin. Default: false.
  open var delaysTouchesBegan = false
  /// Kept only: views get touches as they end. Default: true.
  open var delaysTouchesEnded = true
  /// Kept only. Default: true.
  open var requiresExclusiveTouchType = true
  /// A name for the program's own use. Default: nil.
  open var name: String?

  /// Makes this gesture wait until another one has failed.
  open func require(toFail otherGestureRecognizer: UIGestureRecognizer) {
    required.append(WeakRecognizer(recognizer: otherGestureRecognizer))
  }

  // MARK: The gesture

  /// The gesture's state. Subclasses set it as they read the touches; each change except to failed calls the targets.
  open var state: State {
    get { current }
    set { change(to: newValue) }
  }

  /// The number of touches of the gesture.
  open var numberOfTouches: Int { touches.count }

  /// Returns the middle of the touches in the coordinates of a view; for nil, in those of the root.
  open func location(in view: UIView?) -> CGPoint {
    guard !touches.isEmpty else { return view?.convert(lastLocation, from: nil) ?? lastLocation }
    let places = touches.map { $0.location(in: view) }
    let count = CGFloat(places.count)
    return CGPoint(x: places.reduce(0) { $0 + $1.x } / count, y: places.reduce(0) { $0 + $1.y } / count)
  }

  /// Returns the place of a touch in a view's coordinates. Precondition: `touchIndex` is below ``numberOfTouches``.
  open func location(ofTouch touchIndex: Int, in view: UIView?) -> CGPoint { touches[touchIndex].location(in: view) }

  final var lastLocation = CGPoint.zero

  /// Stops reading a touch.
  open func ignore(_ touch: UITouch, for event: UIEvent) { touches.removeAll { $0 === touch } }

  // MARK: For subclasses

  /// Called when touches of the view began. Does nothing by itself.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called when touches of the view moved. Does nothing by itself.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called when touches of the view ended. Does nothing by itself.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {}
  /// Called when touches of the view were cancelled. Cancels the gesture by itself.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { cancelGesture() }
  /// Called when the gesture is over, and another one may begin. Does nothing by itself.
  open func reset() {}
  /// Whether this gesture, once recognised, prevents another. Default: true.
  open func canPrevent(_ preventedGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  /// Whether another gesture, once recognised, prevents this one. Default: true.
  open func canBePrevented(by preventingGestureRecognizer: UIGestureRecognizer) -> Bool { true }
  /// Whether this gesture waits until another one has failed. Default: false.
  open func shouldRequireFailure(of otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }
  /// Whether another gesture waits until this one has failed. Default: false.
  open func shouldBeRequiredToFail(by otherGestureRecognizer: UIGestureRecognizer) -> Bool { false }

  /// Whether the gesture waits for more although no finger is down.
  var isWaiting: Bool { false }

  final var isOver: Bool { current == .ended || current == .cancelled || current == .failed }
  final var isRecognized: Bool { current == .began || current == .changed || current == .ended }

  final func cancelGesture() {
    switch current {
    case .possible: state = .failed
    case .began, .changed: state = .cancelled
    default: break
    }
  }

  final func restart() {
    (current, awaited) = (.possible, nil)
    touches = []
    reset()
  }

  // MARK: Changes of the state

  private final func change(to new: State) {
    guard !isOver else { return }
    switch new {
    case .possible: current = .possible
    case .failed:
      current = .failed
      tellFailure()
    case .began,
      .ended where current == .possible:
      guard mayBegin() else { return }
      current = new
      preventOthers()
      callTargets()
    case .changed where current == .possible:
      change(to: .began)
    case .changed, .ended, .cancelled:
      guard current != .possible else { return }
      current = new
      callTargets()
    }

    /// Whether the gesture may be recognised now: no delegate objects, and it waits for no other.
    func mayBegin() -> Bool {
      if isHeldBack {
        awaited = new
        return false
      }
      let isAllowed =
        (delegate?.gestureRecognizerShouldBegin(self) ?? true) && (view?.gestureRecognizerShouldBegin(self) ?? true)
      if !isAllowed || isPrevented { change(to: .failed) }
      return current == .possible
    }
  }
}
