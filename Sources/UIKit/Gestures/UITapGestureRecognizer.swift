public import Foundation
import QuartzCore

/// Taps: fingers that come down and go up without moving.
open class UITapGestureRecognizer: UIGestureRecognizer {
  /// The number of taps. Default: 1.
  open var numberOfTapsRequired = 1
  /// The number of fingers at a time. Default: 1.
  open var numberOfTouchesRequired = 1

  /// The seconds within which the next tap has to come.
  private static let pause = 0.35

  private final var starts: [ObjectIdentifier: CGPoint] = [:]
  private final var taps = 0
  /// Whether all required fingers were down at a time.
  private final var isComplete = false
  private final var timer: Timer?

  override var isWaiting: Bool { timer != nil }

  /// Fingers came down.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    stopTimer()
    for touch in touches { starts[ObjectIdentifier(touch)] = touch.location(in: nil) }
    if numberOfTouches > numberOfTouchesRequired { state = .failed }
    if numberOfTouches == numberOfTouchesRequired { isComplete = true }
  }

  /// Fails if the fingers moved too far.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    if touches.contains(where: hasMoved) { state = .failed }
  }

  /// Fingers went up.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    if touches.contains(where: hasMoved) {
      state = .failed
      return
    }
    guard self.touches.allSatisfy({ $0.phase == .ended }) else { return }
    guard isComplete else {
      state = .failed
      return
    }
    taps += 1
    isComplete = false
    starts = [:]
    if taps >= numberOfTapsRequired {
      state = .ended
      return
    }
    timer = Timer.scheduledTimer(
      timeInterval: Self.pause, target: self,
      selector: Selector("pauseEnded", UITapGestureRecognizer.pauseEnded), userInfo: nil, repeats: false)
  }

  private final func hasMoved(_ touch: UITouch) -> Bool {
    guard let start = starts[ObjectIdentifier(touch)] else { return false }
    let place = touch.location(in: nil)
    return hypot(place.x - start.x, place.y - start.y) > Self.stillness
  }

  private final func pauseEnded() {
    stopTimer()
    state = .failed
    TouchDelivery.restartIfOver(self)
  }

  private final func stopTimer() {
    timer?.invalidate()
    timer = nil
  }

  /// Forgets the taps so far.
  open override func reset() {
    super.reset()
    stopTimer()
    (taps, isComplete, starts) = (0, false, [:])
  }
}

/// A gesture of a finger that stays down.
open class UILongPressGestureRecognizer: UIGestureRecognizer {
  /// The duration that fingers have to stay down, in seconds. Default: 0.5.
  open var minimumPressDuration: TimeInterval = 0.5
  /// The distance that a finger may move during the press, in points. Default: 10.
  open var allowableMovement: CGFloat = 10
  /// The number of taps that have to come before; kept only. Default: 0.
  open var numberOfTapsRequired = 0
  /// The number of fingers. Default: 1.
  open var numberOfTouchesRequired = 1

  private final var start = CGPoint.zero
  private final var timer: Timer?

  /// Fingers came down.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
    guard numberOfTouches <= numberOfTouchesRequired else { return cancelGesture() }
    guard numberOfTouches == numberOfTouchesRequired else { return }
    start = location(in: nil)
    guard minimumPressDuration > 0 else {
      state = .began
      return
    }
    timer = Timer.scheduledTimer(
      timeInterval: minimumPressDuration, target: self,
      selector: Selector("pressed", UILongPressGestureRecognizer.pressed), userInfo: nil, repeats: false)
  }

  private final func pressed() {
    timer = nil
    if state == .possible { state = .began }
  }

  /// Fails if the fingers moved too early; later the gesture changes.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
    let place = location(in: nil)
    if state != .possible {
      state = .changed
    } else if hypot(place.x - start.x, place.y - start.y) > allowableMovement {
      state = .failed
    }
  }

  /// Fails if it is too early, else ends the gesture.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) {
    state = state == .possible ? .failed : .ended
  }

  /// Forgets the press.
  open override func reset() {
    super.reset()
    timer?.invalidate()
    timer = nil
  }
}
