// The properties that layer classes add to CALayer's, and those of emitter cells.

import QuartzCore

extension LayerSchema {
  /// What a layer's class adds, by key.
  static func addedKinds(of layer: CALayer) -> [String: PropertyKind] {
    switch layer {
    case is CAEmitterLayer: emitter
    case is CAGradientLayer: gradient
    case is CAReplicatorLayer: replicator
    case is CAScrollLayer: scroll
    case is CAShapeLayer: shape
    case is CATextLayer: text
    case is CATiledLayer: tiled
    default: [:]
    }
  }

  /// What all classes add. No key means different kinds in two of them.
  static let allAddedKinds: [String: PropertyKind] =
    [emitter, gradient, replicator, scroll, shape, text, tiled].reduce(into: [:]) { all, kinds in
      all.merge(kinds) { first, _ in first }
    }

  /// The kind of an emitter cell's property; nil when cells have no such property.
  static func kind(ofCellKey key: String) -> PropertyKind? { cell[key] }

  private static let shape: [String: PropertyKind] = [
    "path": .path, "fillColor": .color, "fillRule": .enumeration(["non-zero", "even-odd"]), "strokeColor": .color,
    "strokeStart": .number, "strokeEnd": .number, "lineWidth": .length, "miterLimit": .number,
    "lineCap": .enumeration(["butt", "round", "square"]), "lineJoin": .enumeration(["miter", "round", "bevel"]),
    "lineDashPhase": .number, "lineDashPattern": .numbers,
  ]

  private static let gradient: [String: PropertyKind] = [
    "colors": .colors, "locations": .numbers, "startPoint": .point, "endPoint": .point,
    "type": .enumeration(["axial", "radial", "conic"]),
  ]

  private static let text: [String: PropertyKind] = [
    "string": .string, "font": .string, "fontSize": .length, "foregroundColor": .color, "wrapped": .boolean,
    "truncationMode": .enumeration(["none", "start", "end", "middle"]),
    "alignmentMode": .enumeration(["natural", "left", "right", "center", "justified"]),
    "allowsFontSubpixelQuantization": .boolean,
  ]

  private static let replicator: [String: PropertyKind] = [
    "instanceCount": .number, "instanceDelay": .number, "instanceTransform": .transform, "instanceColor": .color,
    "instanceRedOffset": .number, "instanceGreenOffset": .number, "instanceBlueOffset": .number,
    "instanceAlphaOffset": .number, "preservesDepth": .boolean,
  ]

  private static let scroll: [String: PropertyKind] = [
    "scrollMode": .enumeration(["none", "vertically", "horizontally", "both"])
  ]

  private static let tiled: [String: PropertyKind] = [
    "levelsOfDetail": .number, "levelsOfDetailBias": .number, "tileSize": .size,
  ]

  private static let emitter: [String: PropertyKind] = [
    "emitterPosition": .point, "emitterZPosition": .length, "emitterSize": .size, "emitterDepth": .length,
    "emitterShape": .enumeration(["point", "line", "rectangle", "cuboid", "circle", "sphere"]),
    "emitterMode": .enumeration(["points", "outline", "surface", "volume"]),
    "renderMode": .enumeration(["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"]),
    "birthRate": .number, "lifetime": .number, "velocity": .number, "scale": .number, "spin": .number,
    "seed": .number, "preservesDepth": .boolean,
  ]

  /// What emitter cells have, by key.
  static let cell: [String: PropertyKind] = [
    "name": .string, "enabled": .boolean, "contents": .image, "contentsRect": .rect, "contentsScale": .number,
    "magnificationFilter": .enumeration(["nearest", "linear", "trilinear"]),
    "minificationFilter": .enumeration(["nearest", "linear", "trilinear"]), "minificationFilterBias": .number,
    "birthRate": .number, "lifetime": .number, "lifetimeRange": .number, "emissionLatitude": .number,
    "emissionLongitude": .number, "emissionRange": .number, "velocity": .number, "velocityRange": .number,
    "xAcceleration": .number, "yAcceleration": .number, "zAcceleration": .number, "scale": .number,
    "scaleRange": .number, "scaleSpeed": .number, "spin": .number, "spinRange": .number, "color": .color,
    "redRange": .number, "greenRange": .number, "blueRange": .number, "alphaRange": .number, "redSpeed": .number,
    "greenSpeed": .number, "blueSpeed": .number, "alphaSpeed": .number, "beginTime": .number, "duration": .extent,
    "speed": .number, "timeOffset": .number, "repeatCount": .extent, "repeatDuration": .extent,
    "autoreverses": .boolean, "fillMode": .enumeration(["removed", "forwards", "backwards", "both"]),
  ]
}
