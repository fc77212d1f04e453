// Adding and removing animations. A layer keeps copies; the commit stamps their begin times and compiles them to the
// flat form that frames read.
//
// Decisions of ours, where Apple's documents are silent:
// - An animation of a layer in no hosted tree waits until the tree is hosted. Apple's ends at the commit, its delegate
//   told `finished: false` (X-A19, one sample): there a layer without a window is never seen, here trees are made
//   before a renderer is given them.
// - The delegate of an animation that no commit has seen, because it was replaced or removed before, is not told of it:
//   it never began.
// - An animation that is removed, replaced, or leaves the hosted tree with its layer, tells `finished: false` on the
//   clock's next turn, not from within the call that removed it. Completion blocks come before the delegate (X-A18).
// - A layer that leaves its tree loses its animations. A host that goes leaves them: they go on when the tree is hosted
//   again.
// - The timing function of a transaction takes the place of an explicit animation's own.

import Foundation

/// An animation of a layer, with the key it was added under.
package struct AttachedAnimation {
  /// The phase that an animation has reached. Animations of a layer in no hosted tree wait.
  package enum Phase: Sendable {
    /// No commit has seen it.
    case added
    /// A commit stamped its begin time.
    case committed
    /// The animation told its delegate that it began.
    case begun
    /// The animation told its delegate that it ended; it stays on the layer if it is not removed on completion.
    case ended
  }

  package let key: String?
  package let animation: CAAnimation
  /// Tells a new animation from the one it replaced under the same key.
  package let serial: UInt64
  /// The program that frames evaluate; nil before the commit, and for an animation that cannot run.
  package var program: CompiledAnimation?
  /// Whether each frame of it needs the layer's contents drawn anew.
  var redraws = false
  package var phase = Phase.added
  /// Whether it left its layer, whose list is not cleared yet.
  var isGone = false
  /// Whether a commit has seen it.
  package var isCommitted: Bool { phase != .added }
  /// Completion blocks that wait for its end.
  let completions: [TransactionCompletion]

  /// Applies the animation to the values of its layer at a time of the layer's own.
  package func apply(atLocalTime time: CFTimeInterval, to values: inout LayerValues) {
    guard let program else { return }
    // An animation that leaves its layer at its end has no effect after, whatever its fill mode.
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
    // A transition has one key, whatever it is added under.
    let key = copy is CATransition ? kCATransition : key
    if let key { detachAnimation(forKey: key) }
    let serial = CATransaction.nextSerial()
    let completions = CATransaction.openCompletions
    for completion in completions { completion.enter(serial, of: self) }
    animationList.append(AttachedAnimation(key: key, animation: copy, serial: serial, completions: completions))
    noteChange(.animations)
  }

  /// Takes off the animation under a key, if there is one.
  final func detachAnimation(forKey key: String) {
    guard let attached = animationList[key] else { return }
    _ = animationList.remove(serial: attached.serial)
    noteChange(.animations)
    abandon(attached)
  }

  /// Takes off all animations.
  final func detachAnimations() {
    let removed = animationList.removeAll()
    guard !removed.isEmpty else { return }
    noteChange(.animations)
    for attached in removed { abandon(attached) }
  }

  /// Tells those who wait for an animation that it is over before its end; they are called on the clock's next turn.
  private func abandon(_ attached: AttachedAnimation) {
    host?.forget(attached.serial)
    if attached.redraws { host?.endRedrawing(self) }
    let clock = host?.clock ?? .current
    for completion in attached.completions { completion.leave(attached.serial) { clock.perform($0) } }
    if let delegate = attached.animation.delegate, attached.phase == .committed || attached.phase == .begun {
      clock.perform { delegate.animationDidStop(attached.animation, finished: false) }
    }
  }

  /// An animation reached its end.
  final func animationEnded(_ attached: AttachedAnimation) {
    if attached.animation.isRemovedOnCompletion {
      host?.forget(attached.serial)
      if attached.redraws { host?.endRedrawing(self) }
      // What is over shows nothing any more. Of many animations only some ends need a commit therefore; what frames
      // read of the others goes with the next one.
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

  /// Whether the last commit saw an animation that had the contents drawn for each frame, and that is there no more.
  final var lostRedrawingAnimation: Bool {
    committedAnimations.contains { old in
      old.redraws && animationList[serial: old.serial] == nil
    }
  }

  /// Whether an animation waits for a commit to prepare it.
  final var hasUncommittedAnimations: Bool { !animationList.uncommitted.isEmpty }

  /// Whether a transition waits for a commit to prepare it.
  final var hasUncommittedTransition: Bool { animationList.uncommitted.contains { $0.key == kCATransition } }

  /// Prepares the animations for frames: stamps begin times of 0 with the layer's time, and compiles what is new.
  ///
  /// - Parameters:
  ///   - time: the clock's.
  ///   - previous: what the layer showed until this commit; nil where it is the first.
  final func commitAnimations(at time: CFTimeInterval, previous: LayerValues?, report: (String) -> Void) {
    for attached in animationList.uncommitted {
      let animation = attached.animation
      if animation.beginTime == 0 { animation.beginTime = localTime(ofClock: time) }
      let key = attached.key.map { "\"\($0)\"" } ?? "without a key"
      let program = CompiledAnimation(
        animation, defaultDuration: animation.duration, beginTimeStamp: animation.beginTime, previousValues: previous,
        on: self, report: { report("\(label): animation \(key): \($0)") })
      let redraws = redraws(animation)
      animationList.update(serial: attached.serial) {
        ($0.phase, $0.program, $0.redraws) = (.committed, program, redraws)
      }
    }
  }

  /// Whether the layer may have a property of that name beside CALayer's own: what its class declares, has a value or a
  /// default here, or is a property of an emitter's cell; of a client's subclass, any.
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
