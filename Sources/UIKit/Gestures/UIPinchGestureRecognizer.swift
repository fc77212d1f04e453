// Gestures of two fingers: how far they are apart, and how the line between them turns.

import CoreGraphics
public import Foundation
import QuartzCore

/// A gesture of two fingers that is measured by one number; for pinches and rotations.
open class TwoFingerGestureRecognizer: UIGestureRecognizer {
  /// The number when the gesture began, or was set.
  fileprivate final var reference: CGFloat = 0
  fileprivate final var number: CGFloat = 0
  fileprivate final var speed: CGFloat = 0
  private final var time: TimeInterval = 0

  /// The vector from the first finger to the second, in the root's coordinates.
  fileprivate final var line: CGVector {
    let places = touches.prefix(2).map { $0.location(in: nil) }
    return places.count == 2 ? CGVector(dx: places[1].x - places[0].x, dy: places[1].y - places[0].y) : .zero
  }

  /// Returns the number that the fingers give now.
  fileprivate func measure() -> CGFloat { 0 }
  /// Whether the fingers have done enough for the gesture to begin.
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

/// Two fingers that are moved apart, or together.
open class UIPinchGestureRecognizer: TwoFingerGestureRecognizer {
  /// The distance between the fingers, divided by their distance when the gesture began; settable, to count anew.
  /// Default: 1.
  open var scale: CGFloat {
    get { reference > 0 ? number / reference : 1 }
    set { if newValue > 0 { reference = number / newValue } }
  }

  /// The velocity of the ``scale``: its change in a second.
  open var velocity: CGFloat { reference > 0 ? speed / reference : 0 }

  fileprivate override func measure() -> CGFloat { hypot(line.dx, line.dy) }
  fileprivate override var hasBegun: Bool { abs(number - reference) >= Self.stillness }
}

/// Two fingers that turn about each other.
open class UIRotationGestureRecognizer: TwoFingerGestureRecognizer {
  /// The angle that the fingers have turned, in radians, clockwise on a screen; settable, to count anew. Default: 0.
  open var rotation: CGFloat {
    get { number - reference }
    set { reference = number - newValue }
  }

  /// The velocity of the ``rotation``, in radians a second.
  open var velocity: CGFloat { speed }

  /// The angle nearest to the last one, so that turns add up.
  fileprivate override func measure() -> CGFloat {
    let new = atan2(line.dy, line.dx)
    return new + ((number - new) / (2 * .pi)).rounded() * 2 * .pi
  }

  fileprivate override var hasBegun: Bool {
    let arc = abs(number - reference) * hypot(line.dx, line.dy) / 2
    return arc >= Self.stillness
  }
}
