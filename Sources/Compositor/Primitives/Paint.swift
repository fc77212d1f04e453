import QuartzCore

extension TextureMap {
  /// The factors of a position's own coordinates, then what is added.
  var vector: SIMD4<Float> { SIMD4(Float(scaleX), Float(scaleY), Float(offsetX), Float(offsetY)) }

  /// The factors of its other coordinates, then two numbers of the program's.
  func cross(_ z: Float = 0, _ w: Float = 0) -> SIMD4<Float> { SIMD4(Float(crossX), Float(crossY), z, w) }
}

/// The fill of a rectangle: a colour, an image, or an earlier pass with the surface that it has drawn.
struct Paint {
  /// The premultiplied colour, opacity included; of a texture the tint.
  var color: SIMD4<Float>
  var texture = TextureSource.none
  /// The map from the rectangle's plane; ignored without a texture.
  var textureMap = TextureMap()
  /// Whether the texture has no translucent pixel.
  var textureIsOpaque = true
  /// Whether the texture lies still on the target (``ProgramFeatures/screenTexture``): `textureMap` is from pixels.
  var isScreenTexture = false
  /// The blend state if blending is needed. All but source over take the colour as it is: coverage below 1 is right
  /// only for source over and plus-lighter.
  var blend = BlendState.sourceOver
  /// Whether the texture's filtering must not have the linear path's rounding error, up to 2 of 255.
  var filtersExactly = false

  /// The run of a gradient whose table the texture is: from positions to the table (scale and offset), then the range
  /// of positions that is drawn. `textureMap` leads to the space of the position, and `color` is the opacity.
  var gradientRun: SIMD4<Float>?
  /// The program's features besides those that follow from the rectangle and the clip.
  var features: ProgramFeatures = []
  /// A second texture, the smaller one with ``ProgramFeatures/levels``.
  var backdrop = TextureSource.none
  /// The weight of the smaller level of an image that has levels, or the bias.
  var detail: Float = 0

  var primitive: Primitive { gradientRun != nil ? .gradient : texture == .none ? .solid : .image }
  /// Whether it is a texture or a colour and nothing more, as the linear path needs it.
  private var isPlain: Bool { gradientRun == nil && features.isEmpty }
  /// Whether it is one colour and nothing more.
  var isPlainColor: Bool { texture == .none && isPlain }
  var isOpaque: Bool { color.w >= 1 && textureIsOpaque && blend == .sourceOver }
  /// Whether it is a texture without a translucent pixel, by source over.
  var isOpaqueTexture: Bool { texture != .none && textureIsOpaque && blend == .sourceOver }
  /// The texture in its own colours.
  var untinted: Paint {
    var result = self
    result.color = .one
    return result
  }
  /// Whether the linear path can draw it.
  var isUpright: Bool { texture == .none || (textureMap.isUpright && isPlain && !filtersExactly) }
  /// Whether an upright rectangle of it may be cut into slices.
  var isSliced: Bool { isUpright || !isPlain }
  private var isTinted: Bool { texture != .none && color != .one }

  /// Returns the batch on the linear path, with the colour's coverage below 1 if `isPartial`.
  func linearKey(isPartial: Bool = false) -> BatchKey {
    let features: ProgramFeatures = texture != .none && (isTinted || isPartial) ? [.linear, .tinted] : .linear
    return BatchKey(program: ProgramKey(primitive, features), texture: texture)
  }
}

extension Instance.Image {
  init(_ paint: Paint) {
    self.init(color: paint.color, map: paint.textureMap.vector, more: paint.textureMap.cross(paint.detail))
  }

  package mutating func tint(by tint: SIMD4<Float>) { color *= tint }
}

extension Instance.Gradient {
  init(_ paint: Paint, _ run: SIMD4<Float>) {
    self.init(run: run, map: paint.textureMap.vector, more: paint.textureMap.cross(paint.color.w))
  }
}

extension Instance.Solid {
  package mutating func tint(by tint: SIMD4<Float>) { color *= tint }
}

/// The pixels that a pass has drawn into a target of their own, for later stages.
struct Surface {
  /// The target in the draw list.
  var target: Int32
  /// The whole pixels that it holds, in the space that it was drawn in.
  var box: Box
}

extension Paint {
  init(_ surface: Surface, _ filter: TextureFilter, opacity: Float) {
    self.init(color: SIMD4(repeating: opacity), texture: .pass(surface.target, filter))
    textureMap = TextureMap(surface.box, to: ContentsPlacement.unit)
    textureIsOpaque = false
  }
}

extension Rectangle {
  /// The rectangle without the edges and the rounding that it shares with a clip's shape, however turned: they are
  /// drawn a pixel farther, without antialiasing. The shader multiplies the coverage of both, which is right where they
  /// cross, and would fade common edges twice.
  func leavingSharedEdges(to shape: ClipShape?) -> Rectangle {
    guard let shape, toPixels.isAffine, case let map = toPixels * shape.toShape, map.isScaleAndTranslation,
      let seen = map.visibleBounds(box), let inverse = toPixels.inverted
    else { return self }
    // A pixel in the plane of the shape, and in that of the rectangle.
    let m = shape.toShape
    let near = 1e-3 * min(m.m11.magnitude + m.m21.magnitude, m.m12.magnitude + m.m22.magnitude)
    let pixel = (inverse.m11.magnitude + inverse.m21.magnitude, inverse.m12.magnitude + inverse.m22.magnitude)
    var isShared = (
      minX: abs(seen.minX - shape.box.minX) < near, minY: abs(seen.minY - shape.box.minY) < near,
      maxX: abs(seen.maxX - shape.box.maxX) < near, maxY: abs(seen.maxY - shape.box.maxY) < near
    )
    let isSame =
      isShared.minX && isShared.minY && isShared.maxX && isShared.maxY && map.m11 > 0 && map.m22 > 0
      && abs(map.m11 - map.m22) < 1e-6 && radii * Float(map.m11) == shape.radii && smoothing == shape.smoothing
    guard isSame || radii == .zero else { return self }
    if map.m11 < 0 { (isShared.minX, isShared.maxX) = (isShared.maxX, isShared.minX) }
    if map.m22 < 0 { (isShared.minY, isShared.maxY) = (isShared.maxY, isShared.minY) }
    var result = self
    (result.radii, result.smoothing) = (.zero, 0)
    if isShared.minX { (result.box.minX, _) = (box.minX - pixel.0, result.edges.remove(.layerLeftEdge)) }
    if isShared.maxX { (result.box.maxX, _) = (box.maxX + pixel.0, result.edges.remove(.layerRightEdge)) }
    if isShared.minY { (result.box.minY, _) = (box.minY - pixel.1, result.edges.remove(.layerBottomEdge)) }
    if isShared.maxY { (result.box.maxY, _) = (box.maxY + pixel.1, result.edges.remove(.layerTopEdge)) }
    return result
  }
}
