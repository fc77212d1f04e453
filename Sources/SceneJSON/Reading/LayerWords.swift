// The types of layers, and the members that a layer may have: what the reader takes, and what the schema tells.
//
// Tested by SceneSchemaTests and SceneLayerTests.

import CoreGraphics
import Documents
import QuartzCore

/// The `type` of a layer.
enum LayerType: String, CaseIterable {
  case layer, text, shape, gradient, image, video, emitter, replicator, transform, scroll

  static let names = allCases.map(\.rawValue)

  func make() -> CALayer {
    switch self {
    case .layer: return CALayer()
    case .text: return CATextLayer()
    case .shape: return CAShapeLayer()
    case .gradient: return CAGradientLayer()
    case .image, .video:
      let layer = CALayer()
      (layer.contentsGravity, layer.masksToBounds) = (.resizeAspectFill, true)
      return layer
    case .emitter: return CAEmitterLayer()
    case .replicator: return CAReplicatorLayer()
    case .transform: return CATransformLayer()
    case .scroll: return CAScrollLayer()
    }
  }

  /// The properties of the type's class.
  var properties: PropertyTable { Swift.type(of: make()).properties }

  /// The members of this type alone, besides its class's properties.
  var words: [String] {
    switch self {
    case .text: ["text"]
    case .image: ["image"]
    case .video: ["video", "start", "end", "ending"]
    case .emitter: ["emitterCells"]
    default: []
    }
  }
}

enum LayerWords {
  /// The members of all types that are no properties.
  static let common =
    ["type", "sublayers", "mask", "filters", "backgroundFilters", "animations", "stack", "stacked"]
    + LayoutBox.words.keys.sorted()

  /// A member's property: the name, except where that is a word of all layers.
  private static let renamed = ["gradientType": "type"]

  /// Returns the key of the property that a member sets.
  static func key(of member: String) -> String { renamed[member] ?? member }

  /// Returns the member that sets a property.
  static func member(of key: String) -> String { renamed.first { $0.value == key }?.key ?? key }

  /// Returns the members of a type that set whole properties.
  static func properties(of type: LayerType) -> [LayerProperty] {
    type.properties.all.filter { $0.kind != nil }
  }

  /// Returns the kind of value of a member that sets a property, or a field of it; nil for any other.
  static func kind(of member: String, on layer: CALayer) -> PropertyKind? {
    let first = member.prefix { $0 != "." }
    guard member != "type", Swift.type(of: layer).properties[key(of: String(first))]?.kind != nil else { return nil }
    return LayerSchema.kind(ofKeyPath: key(of: member), of: layer)
  }

  /// The order in which members are set: whole values, fields of them, then the frame, which depends on all.
  static func rank(_ member: String) -> Int {
    member == "frame" || member.hasPrefix("frame.") ? 2 : member.contains(".") ? 1 : 0
  }

  /// Returns whether a member gives the position along an axis; with `ofSize`, the extent.
  static func gives(_ member: String, isX: Bool, size ofSize: Bool) -> Bool {
    let parts = member.split(separator: ".", maxSplits: 1).map(String.init)
    let rest = parts.count == 2 ? parts[1] : nil
    let isAxis = rest?.hasSuffix(isX ? ".x" : ".y") ?? true || rest == (isX ? "x" : "y")
    let isExtent = rest.map { $0 == "size" || $0 == (isX ? "size.width" : "size.height") } ?? true
    switch parts[0] {
    case "frame":
      return ofSize ? isExtent : rest == nil || rest == "origin" || (rest?.hasPrefix("origin") == true && isAxis)
    case "bounds": return ofSize && isExtent
    case "position": return !ofSize && isAxis
    default: return false
    }
  }
}
