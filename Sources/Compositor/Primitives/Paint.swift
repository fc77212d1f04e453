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
  /// Whether the texture lies still on the target (see ``ProgramFeatures/screenTexture``); `textureMap` is then from
  /// pixels.
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
