// A table of the animation classes of documents: for each attribute the kind of value and its setter.

import Foundation
package import QuartzCore

package enum AnimationSchema {
  /// Creates an animation of a class; returns nil if QuartzCore lacks it.
  package static func make(_ name: String) -> CAAnimation? { constructors[name]?() }

  /// Returns whether Core Animation has an animation class of that name.
  package static func isKnown(_ name: String) -> Bool { constructors[name] != nil || name == "CATransition" }

  /// Returns the property of an attribute; nil if no animation has it.
  package static func property(_ name: String) -> Property? { properties[name] }

  /// The begin time of animations that begin at their layer's second 0: Core Animation replaces 0 itself by the time of
  /// the commit.
  package static let timeZero = 1e-100

  /// The names of timing functions.
  package static let timings = ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"]

  /// The names of all supported classes.
  package static var names: [String] { constructors.keys.sorted() }

  package static var kinds: [String: PropertyKind] { properties.mapValues(\.kind) }

  /// A property of one of the animation classes.
  package struct Property: Sendable {
    package let kind: PropertyKind
    /// Sets the property; returns false if the class lacks it, or the value is out of range.
    package let set: @Sendable (CAAnimation, AnimatableValue) -> Bool
  }

  private static let constructors: [String: @Sendable () -> CAAnimation] = [
    "CABasicAnimation": { CABasicAnimation() },
    "CAKeyframeAnimation": { CAKeyframeAnimation() },
    "CASpringAnimation": { CASpringAnimation() },
    "CAAnimationGroup": { CAAnimationGroup() },
  ]

  /// The properties of CAMediaTiming, from QuartzCore's table, with those of the classes.
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
  /// The end of the animation, or of an endless one's first cycle, in the layer's seconds; 0 if its length is 0.
  package var hintedEnd: CFTimeInterval {
    let end = timing.endInParentTime
    if end.isFinite { return max(end, 0) }
    guard speed != 0, timing.cycleDuration.isFinite else { return 0 }
    return max(beginTime, 0) + timing.cycleDuration / Double(abs(speed))
  }
}
