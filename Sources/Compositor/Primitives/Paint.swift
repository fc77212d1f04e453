// What a rectangle is filled with: a colour, an image, or an earlier pass.

import QuartzCore

/// Texture coordinates as a function of position: `u = x * scaleX + y * crossX + offsetX`,
/// `v = y * scaleY + x * crossY + offsetY`.
struct TextureMap: Equatable {
  var scaleX = 0.0, scaleY = 0.0, offsetX = 0.0, offsetY = 0.0
  var crossX = 0.0, crossY = 0.0

  /// Maps the box to the given part of a texture; `source` may run backwards.
  init(_ box: Box, to source: Box) {
    scaleX = (source.maxX - source.minX) / box.width
    scaleY = (source.maxY - source.minY) / box.height
    offsetX = source.minX - box.minX * scaleX
    offsetY = source.minY - box.minY * scaleY
  }

  init() {}

  /// Whether u depends on x alone and v on y alone, as the linear path needs it.
  var isUpright: Bool { crossX == 0 && crossY == 0 }

  /// The same map for positions that `toPixels`, a scale and translation, has taken to pixels; for an upright map.
  func seenThrough(_ toPixels: Homography) -> TextureMap {
    var map = self
    map.scaleX = scaleX / toPixels.m11
    map.scaleY = scaleY / toPixels.m22
    map.offsetX = offsetX - toPixels.m31 * map.scaleX
    map.offsetY = offsetY - toPixels.m32 * map.scaleY
    return map
  }

  /// Texture coordinates at a box's min and max corner.
  func coordinates(_ box: Box) -> SIMD4<Float> {
    SIMD4(
      Float(box.minX * scaleX + offsetX), Float(box.minY * scaleY + offsetY), Float(box.maxX * scaleX + offsetX),
      Float(box.maxY * scaleY + offsetY))
  }
}

extension QuadInstance {
  /// Sets the texture coordinates.
  mutating func setTexture(_ map: TextureMap) {
    texture = SIMD4(Float(map.scaleX), Float(map.scaleY), Float(map.offsetX), Float(map.offsetY))
    xColumn.w = Float(map.crossX)
    yColumn.w = Float(map.crossY)
  }
}

/// The paint of a rectangle.
struct Paint {
  /// Premultiplied, opacity included; of a texture the tint.
  var color: SIMD4<Float>
  var texture = TextureSource.none
  /// From the rectangle's plane; ignored without a texture.
  var textureMap = TextureMap()
  /// Whether the texture has no translucent pixel.
  var textureIsOpaque = true
  /// Whether the texture lies still on the target (see ``ProgramFeatures/screenTexture``); `textureMap` is then from
  /// pixels.
  var isScreenTexture = false
  /// How it is blended, where it has to be. All but source over take the colour as it is: coverage below 1 is right only
  /// for source over and plus-lighter.
  var blend = BlendState.sourceOver
  /// Whether the texture's filtering must not be off by what the linear path rounds down: up to 2 of 255.
  var filtersExactly = false

  /// The texture is a gradient's table, `textureMap` leads to the space of the position, and `color` is the way from there to the
  /// table (scale and offset), the position that it is drawn from, and the opacity.
  var isGradient = false
  /// What the program needs besides what the rectangle and the clip tell.
  var features: ProgramFeatures = []
  /// A second texture, the smaller one with ``ProgramFeatures/levels``.
  var backdrop = TextureSource.none
  /// Of a gradient the position that it is drawn to; of an image with levels the weight of the smaller one, or the bias.
  var detail: Float = 0

  var primitive: Primitive { isGradient ? .gradient : texture == .none ? .solid : .image }
  /// Whether plain rectangles of it can be textures or colours and nothing more, as the linear path needs it.
  private var isPlain: Bool { !isGradient && features.isEmpty }
  var isOpaque: Bool { color.w >= 1 && textureIsOpaque && blend == .sourceOver }
  /// Whether the linear path can draw it.
  var isUpright: Bool { texture == .none || (textureMap.isUpright && isPlain && !filtersExactly) }
  /// Whether an upright rectangle of it may be cut into slices.
  var isSliced: Bool { isUpright || !isPlain }
  private var isTinted: Bool { texture != .none && color != .one }

  /// The batch on the linear path, with the colour's coverage below 1 where `isPartial`.
  func linearKey(isPartial: Bool = false) -> BatchKey {
    let features: ProgramFeatures = texture != .none && (isTinted || isPartial) ? [.linear, .tinted] : .linear
    return BatchKey(program: ProgramKey(primitive, features), texture: texture)
  }
}
