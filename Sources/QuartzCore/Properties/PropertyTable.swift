/// The properties of a layer class, or of emitter cells, by key. The rows are the stored properties of an object, such
/// as `ShapeProperties`, so that code names a row and the compiler checks it.
package final class PropertyTable: Sendable {
  /// The properties that the class adds to its superclass, in the order of its rows.
  package let added: [LayerProperty]
  /// The properties of the superclass and the class.
  package let all: [LayerProperty]
  private let byKey: [String: LayerProperty]
  private let hasRedrawing: Bool

  /// - Parameter rows: an object whose stored properties are the rows.
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

  package subscript(key: String) -> LayerProperty? { byKey[key] }

  /// Whether a change of a key makes the layer's drawing out of date.
  func redraws(_ key: String) -> Bool { hasRedrawing && byKey[key]?.redraws == true }
}

/// A layer class that documents may name, and that tests go through.
package struct LayerClass: Sendable {
  package let name: String
  package let properties: PropertyTable
  package let make: @Sendable () -> CALayer

  package init<Layer: CALayer>(_ make: @escaping @Sendable () -> Layer) {
    name = String(describing: Layer.self)
    properties = Layer.properties
    self.make = make
  }

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

/// The type of a property's value, for key-value coding, animations and readers of files.
package enum PropertyKind: Equatable, Sendable {
  case number
  /// A coordinate or an extent in points: finite, and no larger than layer geometry may be.
  case length
  /// A number that may be infinite: counts and durations.
  case extent
  /// "0" or "1".
  case boolean
  /// An option set, as a number, without values in between.
  case bits
  case point, size, rect, color, transform, image
  case string
  case enumeration([String])
  case numbers
  /// Several colours, as elements.
  case colors
  /// A path, as the path data of SVG.
  case path
}

extension PropertyKind {
  static func constants<Constant: RawRepresentable<String>>(_ constants: Constant...) -> PropertyKind {
    .constants(constants)
  }

  static func constants(_ constants: [some RawRepresentable<String>]) -> PropertyKind {
    .enumeration(constants.map(\.rawValue))
  }

  var valueKind: ValueKind {
    switch self {
    case .number, .length, .extent, .boolean, .bits: .number
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .color: .color
    case .transform: .transform
    case .image: .image
    case .string, .enumeration: .string
    case .numbers: .numbers
    case .colors: .list
    case .path: .path
    }
  }

  /// Whether values between two others mean something; option sets, images and string constants jump. Booleans are
  /// animated as numbers, and any but 0 is true: `hidden` from false to true is true as soon as it begins (X-A14).
  var isInterpolated: Bool {
    switch self {
    case .bits, .image, .string, .enumeration: false
    default: true
    }
  }
}
