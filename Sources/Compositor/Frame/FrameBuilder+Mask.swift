// Masks: a mask is drawn to a surface of its own, whose alpha multiplies the surface of the layer that it masks. A mask
// that is one picture of coverage, such as a shape filled with a gradient, needs no surface: nothing is visible beyond
// its picture, so the masked layer's surface ends there.

import Coverage
import QuartzCore

/// A mask that is one picture, at whole pixels.
struct MaskPicture {
  fileprivate let picture: PackedPicture
  fileprivate let (x, y): (Int, Int)
  fileprivate let opacity: Float

  var box: Box {
    let pixels = picture.box.moved(byX: x, y: y)
    return Box(Double(pixels.minX), Double(pixels.minY), Double(pixels.maxX), Double(pixels.maxY))
  }
}

extension FrameBuilder {
  /// Returns the picture that a mask is; nil if it is more, or has to be drawn otherwise.
  func picture(ofMask mask: Int, _ tree: RenderTree) -> MaskPicture? {
    let layer = scene.layers[mask]
    guard builder.options.has(.masks), Int(layer.end) == mask + 1, layer.draws.isSubset(of: .shape),
      layer.reasons.isEmpty, layer.outerClip == layer.clip, layer.raster < 0, layer.transition < 0, layer.space < 0,
      layer.tint < 0, layer.keptDraws < 0, let parts = shown.shapeParts(of: mask), let look = tree.shapes[layer.slot]
    else { return nil }
    switch (parts.fill, parts.stroke) {
    case (.picture(let number, let x, let y), .nothing):
      return MaskPicture(picture: pictures.shapes[number], x: x, y: y, opacity: look.fillColor.w * layer.opacity)
    case (.nothing, .picture(let number, let x, let y)):
      return MaskPicture(picture: pictures.shapes[number], x: x, y: y, opacity: look.strokeColor.w * layer.opacity)
    case (.painted(let number, let x, let y), .nothing), (.nothing, .painted(let number, let x, let y)):
      return MaskPicture(picture: pictures.paintings[number], x: x, y: y, opacity: layer.opacity)
    default: return nil
    }
  }

  /// Erases from the open pass, which is no larger, the pixels that a picture does not cover.
  func draw(_ mask: MaskPicture, slot: Int32, in box: Box) {
    let around = builder.exchangeSlot(slot)
    draw(
      mask.picture, mask.x, mask.y, color: SIMD4(repeating: mask.opacity), Clip(box), blend: .destinationIn)
    _ = builder.exchangeSlot(around)
  }

  /// Erases from the open pass the pixels that a mask does not cover.
  func drawMask(_ mask: Int, _ box: Box, _ tree: RenderTree) {
    builder.beginPass(box, reasons: .mask, slot: scene.layers[mask].slot)
    draw(mask, opacity: 1, tree)
    var paint = Paint(Surface(target: builder.endPass(), box: box), .nearest, opacity: 1)
    paint.blend = .destinationIn
    builder.fill(Rectangle(box: box, toPixels: .identity, edges: []), paint, Clip(box))
  }
}
