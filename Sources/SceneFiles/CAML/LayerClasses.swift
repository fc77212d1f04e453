// The layer classes that a document may name. A class is added by giving it a constructor here.

import QuartzCore

/// Layer classes by element name.
enum LayerClasses {
  private static let constructors: [String: @Sendable () -> CALayer] = [
    "CALayer": { CALayer() },
    "CAEmitterLayer": { CAEmitterLayer() },
    "CAGradientLayer": { CAGradientLayer() },
    "CAReplicatorLayer": { CAReplicatorLayer() },
    "CAScrollLayer": { CAScrollLayer() },
    "CAShapeLayer": { CAShapeLayer() },
    "CATextLayer": { CATextLayer() },
    "CATiledLayer": { CATiledLayer() },
    "CATransformLayer": { CATransformLayer() },
  ]

  /// Classes that are read whole, but drawn like a CALayer so far.
  private static let notDrawn: Set = ["CATiledLayer"]

  /// A layer of a class; nil for a class that QuartzCore does not have.
  static func make(_ name: String) -> CALayer? { constructors[name]?() }

  /// The names of all classes.
  static var names: [String] { constructors.keys.sorted() }

  /// Whether layers of a class are drawn as it says.
  static func isDrawn(_ name: String) -> Bool { !notDrawn.contains(name) }

  /// Whether an element is a layer, by its name.
  static func isLayer(_ name: String) -> Bool { constructors[name] != nil || name.hasSuffix("Layer") }
}
