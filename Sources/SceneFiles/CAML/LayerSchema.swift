// The tables that give a property's text its type. A file may set every key that key-value coding accepts; this says
// which kind of value each takes. What CALayer has is here, what other classes add in LayerSchema+Classes.

import QuartzCore

/// The properties of layers, by key path.
enum LayerSchema {
  /// The kind of value at a key path such as `position.x` of a layer; nil when its class has no such property.
  static func kind(ofKeyPath keyPath: String, of layer: CALayer) -> PropertyKind? {
    kind(ofKeyPath: keyPath) { kinds[$0] ?? addedKinds(of: layer)[$0] }
      ?? PropertyKind(filterKeyPath: keyPath, on: layer)
  }

  /// Whether any class has a property at a key path.
  static func isKnown(_ keyPath: String) -> Bool {
    kind(ofKeyPath: keyPath) { kinds[$0] ?? allAddedKinds[$0] } != nil
  }

  private static func kind(ofKeyPath keyPath: String, _ kindOfKey: (String) -> PropertyKind?) -> PropertyKind? {
    if let path = EmitterCellPath(keyPath) { return Self.kind(ofKeyPath: path.rest, self.kind(ofCellKey:)) }
    let parts = keyPath.split(separator: ".", maxSplits: 1).map(String.init)
    guard let key = parts.first, let kind = kindOfKey(key) else { return nil }
    return parts.count == 2 ? component(parts[1], of: kind) : kind
  }

  /// The kind of a field of a structured value.
  private static func component(_ name: String, of kind: PropertyKind) -> PropertyKind? {
    switch (kind, ValueComponent(rawValue: name)) {
    case (.point, .x), (.point, .y), (.size, .width), (.size, .height): .length
    case (.rect, .origin): .point
    case (.rect, .size): .size
    case (.rect, .originX), (.rect, .originY), (.rect, .sizeWidth), (.rect, .sizeHeight): .length
    case (.transform, .translation): .size
    case (.transform, .rotation), (.transform, .rotationX), (.transform, .rotationY), (.transform, .rotationZ): .number
    case (.transform, .scale), (.transform, .scaleX), (.transform, .scaleY), (.transform, .scaleZ): .number
    case (.transform, .translationX), (.transform, .translationY), (.transform, .translationZ): .number
    default: nil
    }
  }

  /// What CALayer has, by key.
  static let kinds: [String: PropertyKind] = [
    // Geometry
    "bounds": .rect, "frame": .rect, "position": .point, "zPosition": .length, "anchorPoint": .point,
    "anchorPointZ": .length, "transform": .transform, "sublayerTransform": .transform, "hidden": .boolean,
    "doubleSided": .boolean, "geometryFlipped": .boolean, "masksToBounds": .boolean,
    // Contents
    "contents": .image, "contentsRect": .rect, "contentsCenter": .rect, "contentsScale": .number,
    "contentsGravity": .enumeration(gravities), "contentsFormat": .string,
    "minificationFilter": .enumeration(["nearest", "linear", "trilinear"]),
    "magnificationFilter": .enumeration(["nearest", "linear", "trilinear"]), "minificationFilterBias": .number,
    "opaque": .boolean, "needsDisplayOnBoundsChange": .boolean, "drawsAsynchronously": .boolean,
    // Appearance
    "backgroundColor": .color, "cornerRadius": .length, "cornerCurve": .enumeration(["circular", "continuous"]),
    "maskedCorners": .number, "borderWidth": .length, "borderColor": .color, "opacity": .number,
    "allowsGroupOpacity": .boolean, "allowsEdgeAntialiasing": .boolean, "edgeAntialiasingMask": .number,
    "shadowPath": .path, "shadowColor": .color, "shadowOpacity": .number, "shadowOffset": .size,
    "shadowRadius": .length, "compositingFilter": .string,
    "shouldRasterize": .boolean, "rasterizationScale": .number, "name": .string,
    // Timing
    "beginTime": .number, "duration": .extent, "speed": .number, "timeOffset": .number, "repeatCount": .extent,
    "repeatDuration": .extent, "autoreverses": .boolean,
    "fillMode": .enumeration(["removed", "forwards", "backwards", "both"]),
  ]

  private static let gravities = [
    "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", "resize",
    "resizeAspect", "resizeAspectFill",
  ]
}
