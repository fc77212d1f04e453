// The table that gives a property's text its type. A file may set every key that key-value coding accepts; this says
// which kind of value each takes. Whether CALayer has the property yet is asked of QuartzCore (`LayerKeyPath`), so a
// property that is added there is read from files without a change here.

import QuartzCore

/// The properties of layers, by key path.
enum LayerSchema {
  /// The kind of value at a key path such as `position.x`; nil when Core Animation knows no such property.
  static func kind(ofKeyPath keyPath: String) -> PropertyKind? {
    let parts = keyPath.split(separator: ".", maxSplits: 1).map(String.init)
    guard let key = parts.first, let kind = kinds[key] else { return nil }
    return parts.count == 2 ? component(parts[1], of: kind) : kind
  }

  /// Whether a layer of this version does anything with a key path.
  static func isSupported(_ keyPath: String) -> Bool {
    LayerKeyPath(keyPath) != nil || timingKeys.contains(keyPath) || otherKeys.contains(keyPath)
  }

  /// Whether a text is the default of a property that layers do not have yet: then nothing is lost.
  static func isDefault(_ text: String, of key: String) -> Bool { defaults[key] == text }

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

  private static let timingKeys: Set = [
    "beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration", "autoreverses", "fillMode",
  ]

  /// Key-value coding takes these too; `contentsFormat` is kept, as it changes nothing about an assigned image.
  private static let otherKeys: Set = ["name", "frame", "contentsFormat"]

  private static let defaults = [
    "cornerCurve": "circular", "minificationFilterBias": "0", "opaque": "0", "shadowOpacity": "0",
    "shouldRasterize": "0",
    "drawsAsynchronously": "0", "needsDisplayOnBoundsChange": "0",
  ]

  private static let kinds: [String: PropertyKind] = [
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
    "shadowColor": .color, "shadowOpacity": .number, "shadowOffset": .size, "shadowRadius": .length,
    "shouldRasterize": .boolean, "rasterizationScale": .number, "name": .string,
    // Timing
    "beginTime": .number, "duration": .extent, "speed": .number, "timeOffset": .number, "repeatCount": .extent,
    "repeatDuration": .extent, "autoreverses": .boolean,
    "fillMode": .enumeration(["removed", "forwards", "backwards", "both"]),
    // CAGradientLayer, CAReplicatorLayer
    "startPoint": .point, "endPoint": .point, "type": .string, "instanceCount": .number, "instanceDelay": .number,
    "instanceTransform": .transform, "instanceColor": .color, "instanceRedOffset": .number,
    "instanceGreenOffset": .number, "instanceBlueOffset": .number, "instanceAlphaOffset": .number,
    "preservesDepth": .boolean,
    // CAShapeLayer
    "fillColor": .color, "fillRule": .string, "strokeColor": .color, "strokeStart": .number, "strokeEnd": .number,
    "lineWidth": .length, "miterLimit": .number, "lineCap": .string, "lineJoin": .string, "lineDashPhase": .number,
    // CATextLayer, CAScrollLayer
    "fontSize": .length, "foregroundColor": .color, "wrapped": .boolean, "truncationMode": .string,
    "alignmentMode": .string, "scrollMode": .string,
    // CAEmitterLayer
    "emitterPosition": .point, "emitterZPosition": .length, "emitterSize": .size, "emitterDepth": .length,
    "emitterShape": .string, "emitterMode": .string, "renderMode": .string, "birthRate": .number, "lifetime": .number,
    "velocity": .number, "scale": .number, "spin": .number, "seed": .number,
  ]

  private static let gravities = [
    "center", "top", "bottom", "left", "right", "topLeft", "topRight", "bottomLeft", "bottomRight", "resize",
    "resizeAspect", "resizeAspectFill",
  ]
}
