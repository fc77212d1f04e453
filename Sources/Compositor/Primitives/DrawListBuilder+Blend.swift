// Blend modes that fixed-function blending cannot do: the pass is split, what it drew so far is copied to a surface's
// place, and a program computes the result from both, as no pass may sample its own target.

import Foundation
import QuartzCore

extension DrawListBuilder {
  /// Blends a surface, pixel by pixel, into the open pass by a program. The mode acts in `rectangle`.
  mutating func blend(
    _ surface: Surface, _ mode: BlendMode, over rectangle: Rectangle, _ clip: Clip, opacity: Float, slot: Int32
  ) {
    guard let reached = rectangle.toPixels.visibleBounds(rectangle.antialiasedBox) else { return }
    // All that the rectangle draws, also pixels that the clip leaves unchanged.
    let drawn = reached.outset.intersection(openBox)
    guard !drawn.isEmpty, !drawn.intersection(clip.box).isEmpty else { return }
    let (target, box) = splitPass()
    beginPass(drawn, reasons: .blendMode, slot: slot)
    var copy = Paint(Surface(target: target, box: box), .nearest, opacity: 1)
    copy.textureIsOpaque = true
    fill(Rectangle(box: drawn, toPixels: .identity, edges: []), copy, Clip(drawn))
    let backdrop = endPass()
    let key = BatchKey(
      program: ProgramKey(.blend, clip.features(drawing: drawn).union(rectangle.features), .blend(mode)),
      texture: .pass(surface.target, .nearest),
      backdrop: .pass(backdrop, .nearest))
    let blend = Instance.Blend(
      opacity: SIMD4(opacity, 0, 0, 0),
      offsets: SIMD4(
        Float(box.minX - surface.box.minX), Float(box.minY - surface.box.minY), Float(box.minX - drawn.minX),
        Float(box.minY - drawn.minY)))
    if let shape = QuadShape(rectangle, clip: clip) {
      add(blend, shape, drawing: rectangle.antialiasedBox, bounds: drawn, key: key, blend: .copy)
    }
    if mode.cutsHoles { noteHole() }
  }
}

extension Paint {
  /// A surface as seen through a rectangle of a plane.
  init(_ surface: Surface, _ filter: TextureFilter, through rectangle: Rectangle, opacity: Float) {
    self.init(surface, filter, opacity: opacity)
    let map = rectangle.toPixels
    guard map.isScaleAndTranslation else {
      isScreenTexture = true
      return
    }
    var unit = ContentsPlacement.unit
    if map.m11 < 0 { swap(&unit.minX, &unit.maxX) }
    if map.m22 < 0 { swap(&unit.minY, &unit.maxY) }
    textureMap = TextureMap(rectangle.plane(surface.box), to: unit)
  }
}

// Cross-fades: two surfaces in one draw, with unrounded weights whose sum is one: equal pictures do not change.

extension DrawListBuilder {
  /// Draws the average of two surfaces of the same pixels, `progress` (0 to 1) being the weight of `new`.
  mutating func crossFade(_ old: Surface, _ new: Surface, progress: Float, opacity: Float) {
    let key = BatchKey(
      program: ProgramKey(.crossfade, []), texture: .pass(old.target, .nearest),
      backdrop: .pass(new.target, .nearest))
    let crossfade = Instance.Crossfade(
      weights: SIMD4(opacity * (1 - progress), opacity * progress, 0, 0),
      map: TextureMap(old.box, to: ContentsPlacement.unit).vector)
    add(crossfade, QuadShape(old.box), drawing: old.box, bounds: old.box, key: key)
  }

  /// Draws one surface where a ramp is 0, another one of the same pixels where it is 1, and their average in between.
  mutating func swipe(_ old: Surface, _ new: Surface, _ ramp: SwipeRamp, opacity: Float) {
    let key = BatchKey(
      program: ProgramKey(.swipe, []), texture: .pass(old.target, .nearest),
      backdrop: .pass(new.target, .nearest))
    let box = old.box
    // The shader has the position in the texture, from 0 to 1.
    let origin = ramp.origin + ramp.x * box.minX + ramp.y * box.minY
    let swipe = Instance.Swipe(
      ramp: SIMD4(Float(ramp.x * box.width), Float(ramp.y * box.height), Float(origin), opacity),
      map: TextureMap(box, to: ContentsPlacement.unit).vector)
    add(swipe, QuadShape(box), drawing: box, bounds: box, key: key)
  }
}

struct PageLight {
  /// The part of the light that the page reflects, from 0 to 1.
  var shade: Float
  /// The part of the picture's colour that the white of the page's back hides.
  var whiteness: Float

  /// The light on a strip at an angle: 0 lies flat with its face up, pi with its back up.
  init(angle: Double) {
    let slope = sin(min(max(angle, 0), .pi))
    if angle <= .pi / 2 {
      shade = Float(1 - 0.35 * slope * slope)
      whiteness = 0
    } else {
      shade = Float(0.94 - 0.34 * slope * slope)
      whiteness = 0.72
    }
  }
}

extension DrawListBuilder {
  /// Draws a strip of a page: a texture in the light that falls on the page, whose back is whitened.
  mutating func bend(
    _ strip: Rectangle, _ light: PageLight, of source: TextureSource, through texture: TextureMap, _ clip: Clip
  ) {
    let part = strip.antialiasedBox
    guard let drawn = strip.toPixels.visibleBounds(part)?.outset else { return }
    let bounds = drawn.intersection(clip.box.outset)
    guard !bounds.isEmpty else { return }
    var features = clip.features(drawing: drawn)
    if !strip.toPixels.isAffine { features.insert(.perspective) }
    let key = BatchKey(program: ProgramKey(.page, features), texture: source)
    guard let shape = QuadShape(strip, clip: clip) else { return }
    let page = Instance.Page(
      light: SIMD4(light.shade, light.whiteness, 0, 0), map: texture.vector, more: texture.cross())
    add(page, shape, drawing: part, bounds: bounds, key: key)
  }
}

extension TextureMap {
  /// The texture coordinates of a plane that an affine map takes to the pixels of a texture.
  init(_ map: Homography, in box: Box) {
    self.init()
    (scaleX, crossX, offsetX) = (map.m11 / box.width, map.m21 / box.width, (map.m31 - box.minX) / box.width)
    (crossY, scaleY, offsetY) = (map.m12 / box.height, map.m22 / box.height, (map.m32 - box.minY) / box.height)
  }
}
