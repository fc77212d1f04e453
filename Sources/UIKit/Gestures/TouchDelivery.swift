// An event's touches go to the recognisers of their views, and of those above, then to the views, unless one took them.

import Foundation
import QuartzCore

enum TouchDelivery {
  /// The key of a thread's recognisers that wait for others.
  private static let key = "multiplane.UIGestureRecognizer.waiting"

  static func waiting() -> [UIGestureRecognizer] {
    (Thread.current.threadDictionary[key] as? [UIGestureRecognizer] ?? []).filter { $0.awaited != nil }
  }

  /// Gives the touches of an event that changed since the last delivery to recognisers and views.
  static func deliver(_ event: UIEvent) {
    let changed = (event.allTouches ?? []).filter { $0.sentChanges != $0.changes }
    // Touches go in the order of their changes; a set has no order.
    let touches = changed.sorted { ($0.timestamp, $0.serial) < ($1.timestamp, $1.serial) }
    guard !touches.isEmpty else { return }
    for touch in touches where touch.sentChanges < 0 { begin(touch) }
    for touch in touches { touch.sentChanges = touch.changes }

    var recognizers: [UIGestureRecognizer] = []
    for recognizer in touches.flatMap({ $0.gestureRecognizers ?? [] })
    where !recognizers.contains(where: { $0 === recognizer }) {
      recognizers.append(recognizer)
    }
    for recognizer in recognizers {
      tell(recognizer, touches.filter { $0.gestureRecognizers?.contains { $0 === recognizer } ?? false }, event)
    }
    tellViews(touches, recognizers, event)
    let isUp = { (touch: UITouch) in touch.phase == .ended || touch.phase == .cancelled }
    for recognizer in recognizers {
      if let last = recognizer.touches.last { recognizer.lastLocation = last.location(in: nil) }
      recognizer.touches.removeAll(where: isUp)
    }
    noteWaiting(recognizers)
    for recognizer in recognizers { restartIfOver(recognizer) }
    for touch in touches where isUp(touch) { touch.gestureRecognizers = nil }
  }

  private static func begin(_ touch: UITouch) {
    var found: [UIGestureRecognizer] = []
    for view in sequence(first: touch.view, next: { $0?.superview }).compactMap({ $0 }) {
      for recognizer in view.gestureRecognizers ?? []
      where recognizer.isEnabled && !recognizer.isOver && !isControls(touch, recognizer)
        && recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) ?? true
      {
        found.append(recognizer)
      }
    }
    touch.gestureRecognizers = found
    for recognizer in found { recognizer.touches.append(touch) }
    guard let view = touch.view else { return }
    if let first = view.firstTouch, first !== touch, !view.isMultipleTouchEnabled, first.phase.isDown {
      touch.isWithheld = true
    } else {
      view.firstTouch = touch
    }
  }

  /// Whether a control takes a touch for itself: a single tap above it does not read it.
  private static func isControls(_ touch: UITouch, _ recognizer: UIGestureRecognizer) -> Bool {
    guard let control = touch.view as? UIControl, control.isEnabled, recognizer.view !== control,
      let tap = recognizer as? UITapGestureRecognizer
    else { return false }
    return tap.numberOfTapsRequired == 1 && tap.numberOfTouchesRequired == 1
  }

  private static func tell(_ recognizer: UIGestureRecognizer, _ touches: [UITouch], _ event: UIEvent) {
    for phase in [UITouch.Phase.began, .moved, .ended, .cancelled] {
      let changed = Set(touches.filter { $0.phase == phase && recognizer.touches.contains($0) })
      guard !changed.isEmpty, !recognizer.isOver else { continue }
      switch phase {
      case .began: recognizer.touchesBegan(changed, with: event)
      case .moved: recognizer.touchesMoved(changed, with: event)
      case .ended: recognizer.touchesEnded(changed, with: event)
      case .cancelled: recognizer.touchesCancelled(changed, with: event)
      case .stationary: break
      }
    }
  }

  private static func tellViews(_ touches: [UITouch], _ recognizers: [UIGestureRecognizer], _ event: UIEvent) {
    var views: [UIView] = []
    for view in touches.compactMap(\.view) where !views.contains(where: { $0 === view }) { views.append(view) }
    for view in views {
      let own = touches.filter { $0.view === view && !$0.isWithheld }
      let taken = own.filter { touch in
        recognizers.contains { recognizer in
          recognizer.isRecognized && recognizer.cancelsTouchesInView
            && touch.gestureRecognizers?.contains { $0 === recognizer } ?? false
        }
      }
      // The view never had a touch that began only now.
      for touch in taken { touch.isWithheld = true }
      func send(_ phase: UITouch.Phase, _ call: (Set<UITouch>, UIEvent?) -> Void) {
        let changed = Set(own.filter { $0.phase == phase && !$0.isWithheld })
        if !changed.isEmpty { call(changed, event) }
      }
      let lost = Set(taken.filter { $0.phase != .began })
      if !lost.isEmpty { view.touchesCancelled(lost, with: event) }
      send(.began, view.touchesBegan)
      send(.moved, view.touchesMoved)
      send(.ended, view.touchesEnded)
      send(.cancelled, view.touchesCancelled)
    }
  }

  private static func noteWaiting(_ recognizers: [UIGestureRecognizer]) {
    let known = waiting()
    let new = recognizers.filter { recognizer in
      recognizer.awaited != nil && !known.contains { $0 === recognizer }
    }
    Thread.current.threadDictionary[key] = known + new
  }

  /// Restarts a gesture that is over, once its fingers are up.
  static func restartIfOver(_ recognizer: UIGestureRecognizer) {
    guard recognizer.touches.allSatisfy({ !$0.phase.isDown }) else { return }
    if recognizer.isOver || recognizer.awaited == nil && !recognizer.isWaiting { recognizer.restart() }
  }
}

extension UITouch.Phase {
  fileprivate var isDown: Bool { self != .ended && self != .cancelled }
}

// The first recognised gesture of several that read the same touches prevents the others, unless a delegate
// allows both; a gesture that waits for another is recognised when that has failed.

/// Decides on gestures. Each method has a default.
public protocol UIGestureRecognizerDelegate: AnyObject {
  /// Whether the gesture may be recognised. Default: true.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  /// Whether the gesture reads a touch that begins. Default: true.
  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
  /// Whether both gestures may be recognised together. Default: false.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  /// Whether the gesture waits until the other one has failed. Default: false.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
  /// Whether the other gesture waits until this one has failed. Default: false.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool
}

extension UIGestureRecognizerDelegate {
  /// Returns true.
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
  /// Returns true.
  public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { true }
  /// Returns false.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  /// Returns false.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  /// Returns false.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
}

extension UIGestureRecognizer {
  /// The other recognisers that read one of this one's touches.
  private final var rivals: [UIGestureRecognizer] {
    var found: [UIGestureRecognizer] = []
    for other in touches.flatMap({ $0.gestureRecognizers ?? [] }) where other !== self {
      if !found.contains(where: { $0 === other }) { found.append(other) }
    }
    return found
  }

  /// Whether a gesture that this one waits for has neither failed nor been recognised.
  final var isHeldBack: Bool { waitedFor.contains { $0.state == .possible } }

  /// The reading recognisers that this one waits for.
  private final var waitedFor: [UIGestureRecognizer] {
    let always = required.compactMap(\.recognizer)
    return always.filter { $0.isEnabled && (!$0.touches.isEmpty || $0.isWaiting) } + rivals.filter { waits(for: $0) }
  }

  private final func waits(for other: UIGestureRecognizer) -> Bool {
    shouldRequireFailure(of: other) || other.shouldBeRequiredToFail(by: self)
      || delegate?.gestureRecognizer(self, shouldRequireFailureOf: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldBeRequiredToFailBy: self) ?? false
  }

  private final func goes(with other: UIGestureRecognizer) -> Bool {
    delegate?.gestureRecognizer(self, shouldRecognizeSimultaneouslyWith: other) ?? false
      || other.delegate?.gestureRecognizer(other, shouldRecognizeSimultaneouslyWith: self) ?? false
  }

  /// Whether another recognised gesture prevents this one.
  final var isPrevented: Bool {
    rivals.contains { $0.isRecognized && $0.canPrevent(self) && canBePrevented(by: $0) && !goes(with: $0) }
      || required.contains { $0.recognizer?.isRecognized ?? false }
  }

  final func preventOthers() {
    for other in rivals
    where !other.isOver && !other.isRecognized && canPrevent(other) && other.canBePrevented(by: self)
      && !goes(with: other)
    {
      other.state = .failed
    }
  }

  /// Notifies the gestures that waited for this one, which failed.
  final func tellFailure() {
    for waiting in TouchDelivery.waiting() where waiting !== self && waiting.waitedForIncludes(self) {
      guard let state = waiting.awaited, !waiting.isHeldBack else { continue }
      waiting.awaited = nil
      waiting.state = state
      TouchDelivery.restartIfOver(waiting)
    }
  }

  private final func waitedForIncludes(_ other: UIGestureRecognizer) -> Bool {
    required.contains { $0.recognizer === other } || waits(for: other)
  }
}
