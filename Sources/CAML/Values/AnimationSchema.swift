// The animation classes that a document may name, and their properties: a table from attribute to value kind and
// setter.

import Foundation
package import QuartzCore

/// The attributes of animations.
package enum AnimationSchema {
  /// An animation of a class; nil for a class that QuartzCore does not have.
  static func make(_ name: String) -> CAAnimation? { constructors[name]?() }

  /// Whether Core Animation has an animation class of that name.
  static func isKnown(_ name: String) -> Bool { constructors[name] != nil || name == "CATransition" }

  /// The property of an attribute's name; nil when no animation has it.
  static func property(_ name: String) -> Property? { properties[name] }

  /// The names of all classes that can be made.
  package static var names: [String] { constructors.keys.sorted() }

  /// The kinds of all properties, by attribute.
  package static var kinds: [String: PropertyKind] { properties.mapValues(\.kind) }

  /// A property of one of the animation classes.
  struct Property: Sendable {
    let kind: PropertyKind
    /// Sets it; false when the animation's class does not have it, or the value is out of its range.
    let set: @Sendable (CAAnimation, AnimatableValue) -> Bool
  }

  private static let constructors: [String: @Sendable () -> CAAnimation] = [
    "CABasicAnimation": { CABasicAnimation() },
    "CAKeyframeAnimation": { CAKeyframeAnimation() },
    "CASpringAnimation": { CASpringAnimation() },
    "CAAnimationGroup": { CAAnimationGroup() },
  ]

  /// The properties of CAMediaTiming, from QuartzCore's table, and the properties that the classes add.
  private static let properties = added.merging(timing) { own, _ in own }

  private static let timing: [String: Property] = TimingProperties.table.all.reduce(into: [:]) { properties, row in
    guard let kind = row.kind else { return }
    let key = row.key
    properties[key] = Property(kind: kind) { animation, value in
      animation.setValue(value.boxed, forKey: key)
      return true
    }
  }

  private static let added: [String: Property] = [
    // CAAnimation, CAPropertyAnimation
    "removedOnCompletion": number(.boolean) { (animation: CAAnimation, value) in
      animation.isRemovedOnCompletion = value != 0
    },
    "additive": number(.boolean) { (animation: CAPropertyAnimation, value) in animation.isAdditive = value != 0 },
    "cumulative": number(.boolean) { (animation: CAPropertyAnimation, value) in animation.isCumulative = value != 0 },
    // CAKeyframeAnimation
    "calculationMode": string(.enumeration(["linear", "discrete", "paced", "cubic", "cubicPaced"])) {
      (animation: CAKeyframeAnimation, value) in
      animation.calculationMode = CAAnimationCalculationMode(rawValue: value)
    },
    "rotationMode": string(.enumeration(["auto", "autoReverse"])) { (animation: CAKeyframeAnimation, value) in
      animation.rotationMode = CAAnimationRotationMode(rawValue: value)
    },
    // CASpringAnimation
    "mass": number(in: 1e-9...) { (animation: CASpringAnimation, value) in animation.mass = value },
    "stiffness": number(in: 1e-9...) { (animation: CASpringAnimation, value) in animation.stiffness = value },
    "damping": number(in: 0...) { (animation: CASpringAnimation, value) in animation.damping = value },
    "velocity": number { (animation: CASpringAnimation, value) in animation.initialVelocity = value },
    "allowsOverdamping": number(.boolean) { (animation: CASpringAnimation, value) in
      animation.allowsOverdamping = value != 0
    },
    "initialVelocity": number { (animation: CASpringAnimation, value) in animation.initialVelocity = value },
  ]

  private static func number<Animation: CAAnimation>(
    _ kind: PropertyKind = .number, in range: PartialRangeFrom<Double> = (-Double.infinity)...,
    _ set: @escaping @Sendable (Animation, Double) -> Void
  ) -> Property {
    Property(kind: kind) { animation, value in
      guard let animation = animation as? Animation, let number = value.number, range.contains(number) else {
        return false
      }
      set(animation, number)
      return true
    }
  }

  private static func string<Animation: CAAnimation>(
    _ kind: PropertyKind, _ set: @escaping @Sendable (Animation, String) -> Void
  ) -> Property {
    Property(kind: kind) { animation, value in
      guard let animation = animation as? Animation, let string = value.string else { return false }
      set(animation, string)
      return true
    }
  }
}

extension CAAnimation {
  /// The end of the animation, or of the first cycle of an endless one, in the layer's seconds; 0 when it has no
  /// length.
  var hintedEnd: CFTimeInterval {
    let end = timing.endInParentTime
    if end.isFinite { return max(end, 0) }
    guard speed != 0, timing.cycleDuration.isFinite else { return 0 }
    return max(beginTime, 0) + timing.cycleDuration / Double(abs(speed))
  }
}
