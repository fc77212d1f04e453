// Adding and removing animations. A layer keeps copies; the commit stamps their begin times and compiles them to the
// flat form that frames read.

import Foundation

/// An animation of a layer, with the key it was added under.
package struct AttachedAnimation {
  package let key: String?
  package let animation: CAAnimation
  /// Tells a new animation from the one it replaced under the same key.
  package let serial: UInt64
  /// What frames evaluate; nil before the commit, and for an animation that cannot run.
  package var program: CompiledAnimation?
  /// Whether each frame of it needs the layer's contents drawn anew.
  var redraws = false
  /// Whether a commit has seen it.
  var isCommitted = false
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
    if let key { detachAnimations { $0.key == key } }
    let completions = host == nil ? [] : CATransaction.openCompletions
    for completion in completions { completion.enter(host!.clock) }
    animations.append(
      AttachedAnimation(key: key, animation: copy, serial: CATransaction.nextSerial(), completions: completions))
    noteChange(.animations)
  }

  final func detachAnimations(where matches: (AttachedAnimation) -> Bool) {
    let removed = animations.filter(matches)
    guard !removed.isEmpty else { return }
    animations.removeAll(where: matches)
    noteChange(.animations)
    for attached in removed { end(attached, finished: false) }
  }

  /// Tells those who wait for an animation that it is over; they are called on the clock's next turn.
  final func end(_ attached: AttachedAnimation, finished: Bool) {
    host?.forget(attached.serial)
    if attached.redraws { endRedrawing() }
    if let delegate = attached.animation.delegate, attached.isCommitted {
      (host?.clock ?? MediaClock.current).perform { delegate.animationDidStop(attached.animation, finished: finished) }
    }
    for completion in attached.completions { completion.leave() }
  }

  /// Prepares the animations for frames: stamps begin times of 0 with the layer's time, and compiles what is new.
  ///
  /// - Parameter time: the clock's.
  final func commitAnimations(at time: CFTimeInterval, report: (String) -> Void) {
    for index in animations.indices where !animations[index].isCommitted {
      let animation = animations[index].animation
      if animation.beginTime == 0 { animation.beginTime = convertTime(time, from: nil) }
      animations[index].isCommitted = true
      guard !(animation is CATransition) else {
        report("transitions are not drawn yet: what they lead to shows at once")
        continue
      }
      let key = animations[index].key.map { "\"\($0)\"" } ?? "without a key"
      animations[index].program = CompiledAnimation(
        animation, defaultDuration: animation.duration, beginTimeStamp: animation.beginTime,
        previousValues: committedValues, declares: { declares($0) },
        report: { report("\(label): animation \(key): \($0)") })
      animations[index].redraws = redraws(animation)
      prepareManagedValues(for: animation)
    }
  }

  /// Whether the layer may have a property of its own by that name: a client's subclass any, ours those with a value or
  /// default.
  private func declares(_ key: String) -> Bool {
    let isOurs = String(reflecting: type(of: self)).hasPrefix("QuartzCore.")
    return !isOurs || managedValue(forKey: key) != nil
  }

  private func redraws(_ animation: CAAnimation) -> Bool {
    if let group = animation as? CAAnimationGroup { return group.animations?.contains { redraws($0) } ?? false }
    guard let keyPath = (animation as? CAPropertyAnimation)?.keyPath,
      let path = LayerKeyPath(keyPath) ?? LayerKeyPath(managed: keyPath)
    else { return false }
    return type(of: self).needsDisplay(forKey: path.key)
  }

  /// A property that a subclass declares and nobody set begins at the class's default.
  private func prepareManagedValues(for animation: CAAnimation) {
    if let group = animation as? CAAnimationGroup {
      for member in group.animations ?? [] { prepareManagedValues(for: member) }
    }
    guard let keyPath = (animation as? CAPropertyAnimation)?.keyPath, let path = LayerKeyPath(managed: keyPath),
      case .managed(let key) = path.root, committedValues?.managed[key] == nil
    else { return }
    if let value = fallbackValue(forKey: key.name).flatMap({ AnimatableValue($0) }) {
      committedValues?.managed[key] = value
    }
  }
}
