// The way of touches: an event's go to the gesture recognisers of the views that they are in, and of those above, then
// to the views themselves, unless a recogniser took them.

import Foundation
import QuartzCore

enum TouchDelivery {
  /// Recognisers with a state that waits for others, by the thread that touches them.
  private static let key = "multiplane.UIGestureRecognizer.waiting"

  /// The recognisers of this thread that wait for others to fail.
  static func waiting() -> [UIGestureRecognizer] {
    (Thread.current.threadDictionary[key] as? [UIGestureRecognizer] ?? []).filter { $0.awaited != nil }
  }

  /// Gives an event's touches that changed since they were given last to recognisers and views.
  static func deliver(_ event: UIEvent) {
    let changed = (event.allTouches ?? []).filter { $0.sentChanges != $0.changes }
    // In the order in which they changed; a set has none.
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

  /// Finds who reads a touch that begins.
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

  /// Whether a control has a touch for itself: a single tap above it does not read it.
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
      // What began only now was never the view's.
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

  /// Has a gesture begin anew that is over, once its fingers are up.
  static func restartIfOver(_ recognizer: UIGestureRecognizer) {
    guard recognizer.touches.allSatisfy({ !$0.phase.isDown }) else { return }
    if recognizer.isOver || recognizer.awaited == nil && !recognizer.isWaiting { recognizer.restart() }
  }
}

extension UITouch.Phase {
  fileprivate var isDown: Bool { self != .ended && self != .cancelled }
}
