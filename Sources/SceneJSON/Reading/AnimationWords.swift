// The types of animations, and the members that each may have: what the reader takes, and what the schema tells.
//
// Tested by SceneSchemaTests and SceneAnimationTests.

import Documents
import QuartzCore

/// The `type` of an animation.
enum AnimationType: String, CaseIterable {
  case basic, keyframe, spring, group, transition

  static let names = allCases.map(\.rawValue)

  func make() -> CAAnimation {
    switch self {
    case .basic: CABasicAnimation()
    case .keyframe: CAKeyframeAnimation()
    case .spring: CASpringAnimation()
    case .group: CAAnimationGroup()
    case .transition: CATransition()
    }
  }

  /// The members of this type.
  var words: [String] {
    switch self {
    case .basic: AnimationWords.common + AnimationWords.property + AnimationWords.ends
    case .keyframe:
      AnimationWords.common + AnimationWords.property + ["values", "path", "calculationMode", "rotationMode"]
        + AnimationWords.keyframeNumbers
    case .spring:
      AnimationWords.common + AnimationWords.property + AnimationWords.ends + AnimationWords.springNumbers
        + ["allowsOverdamping", "bounce", "perceptualDuration"]
    case .group: AnimationWords.common + ["animations"]
    case .transition: AnimationWords.common + ["transition", "subtype"]
    }
  }
}

enum AnimationWords {
  static let common = [
    "type", "key", "duration", "begin", "repeatCount", "repeatDuration", "autoreverses", "speed", "timeOffset",
    "timing", "fillMode", "removedOnCompletion",
  ]
  static let property = ["keyPath", "additive", "cumulative"]
  static let ends = ["from", "to", "by"]
  static let keyframeNumbers = ["keyTimes", "tensionValues", "continuityValues", "biasValues"]
  static let springNumbers = ["mass", "stiffness", "damping", "initialVelocity"]
  static let timings = AnimationSchema.timings
  static let transitions = ["fade", "moveIn", "push", "reveal"]
  static let subtypes = ["fromRight", "fromLeft", "fromTop", "fromBottom"]

  /// Returns the kind of a member that sets the property of its name; nil for a member with a meaning of its own.
  static func kind(of word: String) -> PropertyKind? { AnimationSchema.property(word)?.kind }
}
