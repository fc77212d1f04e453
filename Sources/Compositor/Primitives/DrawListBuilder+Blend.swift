// Blend modes that fixed-function blending cannot do: the pass is split, what it drew so far is copied to a surface's
// place, and a program computes the result from both, as no pass may sample its own target.

import QuartzCore

extension DrawListBuilder {
  /// Blends a surface into the open pass by a program.
  ///
  /// - Parameters:
  ///   - surface: one pixel of its target is one of its box.
  ///   - rectangle: where the mode acts.
  ///   - opacity: from 0 to 1.
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
