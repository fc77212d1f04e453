// A mask is applied to the surface of what it masks: drawn to a surface of its own, whose alpha the other is multiplied
// by. A mask that is one picture of coverage, as that of a shape filled with a gradient is, needs no surface: nothing
// is seen beyond its picture, so the surface of what it masks ends there.

import Coverage
import QuartzCore

/// A mask that is one picture, at whole pixels.
struct MaskPicture {
  fileprivate let picture: PackedPicture
  fileprivate let (x, y): (Int, Int)
  fileprivate let opacity: Float

  /// The picture's pixels.
  var box: Box {
    let pixels = picture.box.moved(byX: x, y: y)
    return Box(Double(pixels.minX), Double(pixels.minY), Double(pixels.maxX), Double(pixels.maxY))
  }
}

extension FrameBuilder {
  /// The picture that a mask is; nil for one that is more, or has to be drawn otherwise.
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

  /// Takes from the open pass, which is no larger, what a picture does not cover.
  func draw(_ mask: MaskPicture, slot: Int32, in box: Box) {
    let around = builder.exchangeSlot(slot)
    draw(
      mask.picture, mask.x, mask.y, color: SIMD4(repeating: mask.opacity), Clip(box), blend: .destinationIn)
    _ = builder.exchangeSlot(around)
  }

  /// Takes from the open pass what a mask does not cover.
  func drawMask(_ mask: Int, _ box: Box, _ tree: RenderTree) {
    builder.beginPass(box, reasons: .mask, slot: scene.layers[mask].slot)
    draw(mask, opacity: 1, tree)
    var paint = Paint(Surface(target: builder.endPass(), box: box), .nearest, opacity: 1)
    paint.blend = .destinationIn
    builder.fill(Rectangle(box: box, toPixels: .identity, edges: []), paint, Clip(box))
  }
}
