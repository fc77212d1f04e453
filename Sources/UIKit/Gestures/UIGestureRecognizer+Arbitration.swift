// What gestures do with each other: of those that read the same touches the first that comes about prevents the others,
// unless a delegate has them come about together; one that waits for another comes about when that has failed.

import QuartzCore

/// The object that is asked about a gesture. Each method has a default.
public protocol UIGestureRecognizerDelegate: AnyObject {
  /// Whether the gesture may come about. Default: true.
  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool
  /// Whether the gesture is read from a touch that begins. Default: true.
  func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
  /// Whether both gestures may come about together. Default: false.
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
  /// True.
  public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }
  /// True.
  public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool { true }
  /// False.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  /// False.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldRequireFailureOf otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
  /// False.
  public func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
}

extension UIGestureRecognizer {
  /// The others that read one of the touches that this one reads.
  private final var rivals: [UIGestureRecognizer] {
    var found: [UIGestureRecognizer] = []
    for other in touches.flatMap({ $0.gestureRecognizers ?? [] }) where other !== self {
      if !found.contains(where: { $0 === other }) { found.append(other) }
    }
    return found
  }

  /// Whether one that this waits for has neither failed nor come about.
  final var isHeldBack: Bool { waitedFor.contains { $0.state == .possible } }

  /// The recognisers that this one waits for, and that are reading.
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

  /// Whether another gesture came about that keeps this one from it.
  final var isPrevented: Bool {
    rivals.contains { $0.isRecognized && $0.canPrevent(self) && canBePrevented(by: $0) && !goes(with: $0) }
      || required.contains { $0.recognizer?.isRecognized ?? false }
  }

  /// This one came about: the others do not.
  final func preventOthers() {
    for other in rivals
    where !other.isOver && !other.isRecognized && canPrevent(other) && other.canBePrevented(by: self)
      && !goes(with: other)
    {
      other.state = .failed
    }
  }

  /// This one did not come about: those that waited for it may.
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
