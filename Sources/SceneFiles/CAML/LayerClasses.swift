// The layer classes that a document may name. A class is added by giving it a constructor here.

import QuartzCore

/// Layer classes by element name.
enum LayerClasses {
  private static let constructors: [String: @Sendable () -> CALayer] = [
    "CALayer": { CALayer() }
  ]

  /// Core Animation's classes that QuartzCore does not have yet.
  private static let missing: Set = [
    "CAShapeLayer", "CAGradientLayer", "CATextLayer", "CAReplicatorLayer", "CATransformLayer", "CAEmitterLayer",
    "CAScrollLayer", "CATiledLayer",
  ]

  /// A layer of a class; nil for a class that QuartzCore does not have.
  static func make(_ name: String) -> CALayer? { constructors[name]?() }

  /// Whether Core Animation has a layer class of that name.
  static func isKnown(_ name: String) -> Bool { constructors[name] != nil || missing.contains(name) }

  /// Whether an element is a layer, by its name.
  static func isLayer(_ name: String) -> Bool { isKnown(name) || name.hasSuffix("Layer") }
}
