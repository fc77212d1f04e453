// The properties of a class, by key. A class that adds some has an object whose stored properties are the rows,
// `ShapeProperties` and its kin: a row is one line, and code names it by the compiler's leave.

/// The properties of a layer class, or of emitter cells.
package final class PropertyTable: Sendable {
  /// The properties that the class adds to its superclass, in the order of its rows.
  package let added: [LayerProperty]
  /// The superclass's and these.
  package let all: [LayerProperty]
  private let byKey: [String: LayerProperty]
  private let hasRedrawing: Bool

  /// - Parameters:
  ///   - rows: an object whose stored properties are the rows.
  ///   - inherited: the superclass's.
  package init(_ rows: AnyObject, inheriting inherited: PropertyTable? = nil) {
    added = Mirror(reflecting: rows).children.map { label, value in
      guard let property = value as? LayerProperty else {
        preconditionFailure("PropertyTable: \(type(of: rows)).\(label ?? "") is no LayerProperty")
      }
      return property
    }
    all = (inherited?.all ?? []) + added
    var byKey = inherited?.byKey ?? [:]
    for property in added {
      let old = byKey.updateValue(property, forKey: property.key)
      precondition(old == nil, "PropertyTable: \(type(of: rows)) has a second row for \(property.key)")
    }
    self.byKey = byKey
    hasRedrawing = byKey.values.contains { $0.redraws }
  }

  /// The property of a key; nil for any other key.
  package subscript(key: String) -> LayerProperty? { byKey[key] }

  /// Whether a change of a key makes what the layer drew out of date.
  func redraws(_ key: String) -> Bool { hasRedrawing && byKey[key]?.redraws == true }
}

/// A layer class: one that documents may name, and that tests go through.
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
