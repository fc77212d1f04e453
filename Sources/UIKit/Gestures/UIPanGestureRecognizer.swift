import CoreGraphics
public import Foundation
import QuartzCore

/// A gesture of fingers that are dragged.
open class UIPanGestureRecognizer: UIGestureRecognizer {
  /// The smallest number of fingers. Default: 1.
  open var minimumNumberOfTouches = 1
  /// The largest number of fingers. Default: no limit.
  open var maximumNumberOfTouches = Int.max

  /// The place of the fingers' middle at which the translation is 0, in the root's coordinates.
  private final var origin = CGPoint.zero
  private final var place = CGPoint.zero
  private final var speed = CGPoint.zero
  private final var time: TimeInterval = 0

  /// Restarts from the new middle of the fingers.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard numberOfTouches <= maximumNumberOfTouches else { return cancelGesture() }
    moveMiddle()
  }

  /// Begins or changes the gesture as fingers move.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    let now = touches.map(\.timestamp).max() ?? event.timestamp
    let next = location(in: nil)
    if now > time {
      speed = CGPoint(x: (next.x - place.x) / (now - time), y: (next.y - place.y) / (now - time))
    }
    (place, time) = (next, now)
    if state != .possible {
      state = .changed
    } else if numberOfTouches >= minimumNumberOfTouches,
      begins(with: CGPoint(x: place.x - origin.x, y: place.y - origin.y))
    {
      state = .began
    }
  }

  func begins(with way: CGPoint) -> Bool { hypot(way.x, way.y) >= Self.stillness }

  /// Ends the gesture if too few fingers are left.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    let left = self.touches.filter { $0.phase != .ended }
    if left.count < minimumNumberOfTouches || left.isEmpty {
      state = state == .possible ? .failed : .ended
    } else {
      self.touches = left
      moveMiddle()
    }
  }

  /// Keeps the translation although the middle of the fingers jumps.
  private final func moveMiddle() {
    let next = location(in: nil)
    if numberOfTouches == 1, state == .possible {
      origin = next
      speed = .zero
    } else {
      origin = CGPoint(x: origin.x + next.x - place.x, y: origin.y + next.y - place.y)
    }
    (place, time) = (next, CACurrentMediaTime())
  }

  /// Returns the fingers' translation in a view's coordinates, since they came down or ``setTranslation(_:in:)``.
  open func translation(in view: UIView?) -> CGPoint {
    let (start, end) = (converted(origin, view), converted(place, view))
    return CGPoint(x: end.x - start.x, y: end.y - start.y)
  }

  /// Sets the translation so far, in the coordinates of a view.
  open func setTranslation(_ translation: CGPoint, in view: UIView?) {
    let end = converted(place, view)
    let start = CGPoint(x: end.x - translation.x, y: end.y - translation.y)
    origin = view?.convert(start, to: nil) ?? start
  }

  /// Returns the velocity of the fingers, in points a second, in the coordinates of a view.
  open func velocity(in view: UIView?) -> CGPoint {
    let end = converted(CGPoint(x: place.x + speed.x, y: place.y + speed.y), view)
    let start = converted(place, view)
    return CGPoint(x: end.x - start.x, y: end.y - start.y)
  }

  private final func converted(_ point: CGPoint, _ view: UIView?) -> CGPoint {
    view?.convert(point, from: nil) ?? point
  }
}

/// Edges of a rectangle.
public struct UIRectEdge: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Creates options by their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The upper edge.
  public static let top = Self(rawValue: 1 << 0)
  /// The left edge.
  public static let left = Self(rawValue: 1 << 1)
  /// The lower edge.
  public static let bottom = Self(rawValue: 1 << 2)
  /// The right edge.
  public static let right = Self(rawValue: 1 << 3)
  /// All four.
  public static let all: Self = [.top, .left, .bottom, .right]
}

/// A gesture of a finger that is dragged in from an edge of the window.
open class UIScreenEdgePanGestureRecognizer: UIPanGestureRecognizer {
  /// The edges from which the finger may come. Default: none.
  open var edges: UIRectEdge = []
  /// The largest distance from an edge, in points, at which a finger counts as coming from it.
  private static let margin: CGFloat = 20

  /// Fails unless the finger comes down at an edge.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    super.touchesBegan(touches, with: event)
    guard let root = view.flatMap({ sequence(first: $0, next: \.superview).map { $0 }.last }) else { return }
    let (place, box) = (location(in: root), root.bounds)
    let isAtEdge =
      edges.contains(.left) && place.x - box.minX <= Self.margin
      || edges.contains(.right) && box.maxX - place.x <= Self.margin
      || edges.contains(.top) && place.y - box.minY <= Self.margin
      || edges.contains(.bottom) && box.maxY - place.y <= Self.margin
    if !isAtEdge { cancelGesture() }
  }
}

/// A gesture of a finger that is moved fast in one direction.
open class UISwipeGestureRecognizer: UIGestureRecognizer {
  /// Directions of a finger.
  public struct Direction: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates options by their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// To the right.
    public static let right = Self(rawValue: 1 << 0)
    /// To the left.
    public static let left = Self(rawValue: 1 << 1)
    /// Upward.
    public static let up = Self(rawValue: 1 << 2)
    /// Downward.
    public static let down = Self(rawValue: 1 << 3)
  }

  /// The directions that count. Default: to the right.
  open var direction = Direction.right
  /// The number of fingers. Default: 1.
  open var numberOfTouchesRequired = 1

  private final var start = CGPoint.zero
  private final var time: TimeInterval = 0
  /// The least length of a swipe, in points, and its longest duration, in seconds.
  private static let (length, duration): (CGFloat, TimeInterval) = (50, 0.5)

  /// Fingers came down.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard numberOfTouches <= numberOfTouchesRequired else {
      state = .failed
      return
    }
    (start, time) = (location(in: nil), touches.first?.timestamp ?? event.timestamp)
  }

  /// Recognises a swipe that is long and straight enough.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard state == .possible, numberOfTouches == numberOfTouchesRequired else { return }
    if (touches.map(\.timestamp).max() ?? event.timestamp) - time > Self.duration {
      state = .failed
      return
    }
    let place = location(in: nil)
    let (x, y) = (place.x - start.x, place.y - start.y)
    let way: (Direction, CGFloat, CGFloat) =
      abs(x) > abs(y) ? (x > 0 ? .right : .left, abs(x), abs(y)) : (y > 0 ? .down : .up, abs(y), abs(x))
    guard way.1 >= Self.length else { return }
    state = direction.contains(way.0) && way.2 <= way.1 / 2 ? .ended : .failed
  }

  /// Fails: it is too late.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if state == .possible { state = .failed }
  }
}

/// A gesture of two fingers that is measured by one number; for pinches and rotations.
open class TwoFingerGestureRecognizer: UIGestureRecognizer {
  /// The number at the beginning of the gesture, or as it was set.
  fileprivate final var reference: CGFloat = 0
  fileprivate final var number: CGFloat = 0
  fileprivate final var speed: CGFloat = 0
  private final var time: TimeInterval = 0

  /// The vector from the first finger to the second, in the root's coordinates.
  fileprivate final var line: CGVector {
    let places = touches.prefix(2).map { $0.location(in: nil) }
    return places.count == 2 ? CGVector(dx: places[1].x - places[0].x, dy: places[1].y - places[0].y) : .zero
  }

  /// Returns the number for the fingers' present places.
  fileprivate func measure() -> CGFloat { 0 }
  /// Whether the fingers have moved enough to begin.
  fileprivate var hasBegun: Bool { false }
  /// Fingers came down.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard numberOfTouches == 2 else { return numberOfTouches > 2 ? cancelGesture() : () }
    number = measure()
    (reference, time, speed) = (number, CACurrentMediaTime(), 0)
  }

  /// Fingers moved.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    guard numberOfTouches == 2 else { return }
    let (now, next) = (touches.map(\.timestamp).max() ?? event.timestamp, measure())
    if now > time { speed = (next - number) / (now - time) }
    (number, time) = (next, now)
    if state != .possible { state = .changed } else if hasBegun { state = .began }
  }

  /// A finger went up.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .ended
  }
}

/// A gesture of two fingers that are moved apart, or together.
open class UIPinchGestureRecognizer: TwoFingerGestureRecognizer {
  /// The distance between the fingers, divided by that at the beginning of the gesture; settable. Default: 1.
  open var scale: CGFloat {
    get { reference > 0 ? number / reference : 1 }
    set { if newValue > 0 { reference = number / newValue } }
  }

  /// The velocity of the ``scale``: its change in a second.
  open var velocity: CGFloat { reference > 0 ? speed / reference : 0 }

  fileprivate override func measure() -> CGFloat { hypot(line.dx, line.dy) }
  fileprivate override var hasBegun: Bool { abs(number - reference) >= Self.stillness }
}

/// A gesture of two fingers that turn about each other.
open class UIRotationGestureRecognizer: TwoFingerGestureRecognizer {
  /// The angle that the fingers have turned, in radians, clockwise on a screen; settable, to count anew. Default: 0.
  open var rotation: CGFloat {
    get { number - reference }
    set { reference = number - newValue }
  }

  /// The velocity of the ``rotation``, in radians a second.
  open var velocity: CGFloat { speed }

  /// Returns the angle nearest to the last one, so that turns add up.
  fileprivate override func measure() -> CGFloat {
    let new = atan2(line.dy, line.dx)
    return new + ((number - new) / (2 * .pi)).rounded() * 2 * .pi
  }

  fileprivate override var hasBegun: Bool {
    let arc = abs(number - reference) * hypot(line.dx, line.dy) / 2
    return arc >= Self.stillness
  }
}
