// A layer keeps copies of its animations; the commit stamps their begin times and compiles them for frames.
//
// Decisions of ours, where Apple's documents are silent:
// - An animation of a layer in no hosted tree waits until the tree is hosted. Apple's ends at the commit, with
//   `finished: false` for its delegate (X-A19, one sample): there a layer without a window is never seen, here trees
//   are made before a renderer is given them.
// - The delegate of an animation that was replaced or removed before a commit is not called: it never began.
// - An animation that is removed, replaced, or leaves the hosted tree with its layer, calls its delegate with
//   `finished: false` on the clock's next turn, not at once. Completion blocks come before the delegate (X-A18).
// - A layer that leaves its tree loses its animations. If the host goes away, they stay and continue with the next.
// - The timing function of a transaction replaces an explicit animation's own.

import Foundation

package struct AttachedAnimation {
  /// The phase of an animation. Animations of a layer in no hosted tree wait.
  package enum Phase: Sendable {
    /// No commit has seen it.
    case added
    /// A commit stamped its begin time.
    case committed
    /// The delegate was told of the beginning.
    case begun
    /// The delegate was told of the end; the animation stays on the layer if it is not removed on completion.
    case ended
  }

  package let key: String?
  package let animation: CAAnimation
  /// Distinguishes a new animation from the one that it replaced under the same key.
  package let serial: UInt64
  /// The program that frames evaluate; nil before the commit, and for an animation that cannot run.
  package var program: CompiledAnimation?
  /// Whether each frame of the animation needs the layer's contents drawn anew.
  var redraws = false
  package var phase = Phase.added
  /// Whether the animation left its layer, whose list is not cleared yet.
  var isGone = false
  package var isCommitted: Bool { phase != .added }
  let completions: [TransactionCompletion]

  package func apply(atLocalTime time: CFTimeInterval, to values: inout LayerValues) {
    guard let program else { return }
    // An animation that leaves its layer at its end has no effect afterwards, whatever its fill mode.
    if animation.isRemovedOnCompletion && program.isFinished(atLocalTime: time) { return }
    program.apply(atLocalTime: time, to: &values)
  }
}

extension CALayer {
  final func attach(_ animation: CAAnimation, forKey key: String?) {
    guard let copy = animation.copy() as? CAAnimation else {
      trap("\(type(of: animation)).copy(with:) returned no CAAnimation; layers keep a copy of what is added")
    }
    if copy.duration <= 0 { copy.duration = CATransaction.animationDuration() }
    if let function = CATransaction.animationTimingFunction() { copy.timingFunction = function }
    // A transition has one key, whatever key it is added under.
    let key = copy is CATransition ? kCATransition : key
    if let key { detachAnimation(forKey: key) }
    let serial = CATransaction.nextSerial()
    let completions = CATransaction.openCompletions
    for completion in completions { completion.enter(serial, of: self) }
    animationList.append(AttachedAnimation(key: key, animation: copy, serial: serial, completions: completions))
    noteChange(.animations)
  }

  final func detachAnimation(forKey key: String) {
    guard let attached = animationList[key] else { return }
    _ = animationList.remove(serial: attached.serial)
    noteChange(.animations)
    abandon(attached)
  }

  final func detachAnimations() {
    let removed = animationList.removeAll()
    guard !removed.isEmpty else { return }
    noteChange(.animations)
    for attached in removed { abandon(attached) }
  }

  /// Notes the early end of an animation: its delegate and completions are called on the clock's next turn.
  private func abandon(_ attached: AttachedAnimation) {
    host?.forget(attached.serial)
    if attached.redraws { host?.endRedrawing(self) }
    let clock = host?.clock ?? .current
    for completion in attached.completions { completion.leave(attached.serial) { clock.perform($0) } }
    if let delegate = attached.animation.delegate, attached.phase == .committed || attached.phase == .begun {
      clock.perform { delegate.animationDidStop(attached.animation, finished: false) }
    }
  }

  final func animationEnded(_ attached: AttachedAnimation) {
    if attached.animation.isRemovedOnCompletion {
      host?.forget(attached.serial)
      if attached.redraws { host?.endRedrawing(self) }
      // A finished animation shows nothing, so only some ends need a commit; for the others frames read the next one's.
      let isClear = animationList.remove(serial: attached.serial)
      if isClear || attached.redraws || attached.program?.transition != nil {
        noteChange(.animations)
      } else {
        host?.noteGoneAnimation()
      }
    }
    for completion in attached.completions { completion.leave(attached.serial) { $0() } }
    attached.animation.delegate?.animationDidStop(attached.animation, finished: true)
  }

  /// Whether an animation of the last commit that redrew the contents for each frame is gone.
  final var lostRedrawingAnimation: Bool {
    committedAnimations.contains { old in
      old.redraws && animationList[serial: old.serial] == nil
    }
  }

  final var hasUncommittedAnimations: Bool { !animationList.uncommitted.isEmpty }

  final var hasUncommittedTransition: Bool { animationList.uncommitted.contains { $0.key == kCATransition } }

  /// Prepares the animations for frames at the clock's `time`: stamps begin times of 0 with the layer's time, and
  /// compiles new ones. `previous` are the values shown until this commit; nil at the first.
  final func commitAnimations(at time: CFTimeInterval, previous: LayerValues?, report: (LayerIssue) -> Void) {
    for attached in animationList.uncommitted {
      let animation = attached.animation
      if animation.beginTime == 0 { animation.beginTime = localTime(ofClock: time) }
      let key = attached.key.map { "\"\($0)\"" } ?? "without a key"
      let program = CompiledAnimation(
        animation, defaultDuration: animation.duration, beginTimeStamp: animation.beginTime, previousValues: previous,
        on: self, report: { report(LayerIssue($0.kind, "\(label): animation \(key): \($0)")) })
      let redraws = redraws(animation)
      animationList.update(serial: attached.serial) {
        ($0.phase, $0.program, $0.redraws) = (.committed, program, redraws)
      }
    }
  }

  /// Whether the layer may have a property of that name in addition to CALayer's own: one that its class declares, one
  /// with a value or a default, or one of an emitter's cell; for a client's subclass any.
  final func declares(_ key: String) -> Bool {
    let type = type(of: self)
    return type.properties[key]?.animation.canBeAdded == true || managedValue(forKey: key) != nil
      || type.defaultValue(forKey: key) != nil || hasCell(forKey: key)
      || !String(reflecting: type).hasPrefix("QuartzCore.")
  }

  private func redraws(_ animation: CAAnimation) -> Bool {
    var result = false
    animation.forEachLeaf { leaf in
      guard !result, let keyPath = (leaf as? CAPropertyAnimation)?.keyPath else { return }
      result = type(of: self).needsDisplay(forKey: String(keyPath.prefix { $0 != "." }))
    }
    return result
  }
}
