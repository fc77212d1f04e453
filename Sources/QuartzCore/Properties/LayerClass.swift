// The layer classes of this module: what documents may name, and what tests go through.

/// A layer class.
package struct LayerClass: Sendable {
  package let name: String
  package let properties: PropertyTable
  /// Makes a layer of the class.
  package let make: @Sendable () -> CALayer

  package init<Layer: CALayer>(_ make: @escaping @Sendable () -> Layer) {
    name = String(describing: Layer.self)
    properties = Layer.properties
    self.make = make
  }

  /// The classes of this module, by name.
  package static let all: [LayerClass] = [
    LayerClass { CALayer() },
    LayerClass { CAEmitterLayer() },
    LayerClass { CAGradientLayer() },
    LayerClass { CAReplicatorLayer() },
    LayerClass { CAScrollLayer() },
    LayerClass { CAShapeLayer() },
    LayerClass { CATextLayer() },
    LayerClass { CATiledLayer() },
    LayerClass { CATransformLayer() },
  ]
}
