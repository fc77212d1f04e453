// Adding and removing animations. A layer keeps copies; the commit compiles them to the flat form that frames read.

import Foundation

/// An animation of a layer, with the key it was added under.
package struct AttachedAnimation {
  package let key: String?
  package let animation: CAAnimation
  /// Tells a new animation from the one it replaced under the same key.
  package let serial: UInt64
}

extension CALayer {
  func attach(_ animation: CAAnimation, forKey key: String?) {
    guard let copy = animation.copy() as? CAAnimation else {
      preconditionFailure(
        "\(type(of: animation)).copy(with:) returned no CAAnimation; layers keep a copy of what is added")
    }
    if copy.duration <= 0 { copy.duration = CATransaction.animationDuration() }
    if let key { animations.removeAll { $0.key == key } }
    animations.append(AttachedAnimation(key: key, animation: copy, serial: CATransaction.nextSerial()))
    noteChange(.animations)
  }

  func detachAnimations(where matches: (AttachedAnimation) -> Bool) {
    let count = animations.count
    animations.removeAll(where: matches)
    if animations.count != count { noteChange(.animations) }
  }
}
