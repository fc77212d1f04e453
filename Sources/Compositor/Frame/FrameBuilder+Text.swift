// Text: a layer's picture, at the contents' scale, laid over the bounds from their top. Seen at less than half that
// scale it is drawn from a picture of a half, a quarter, ... of it, so that it does not shimmer. Seen upright at its
// own scale its glyphs are drawn at the layer's fraction of a pixel, in eighths: text that moves stays sharp.

import Coverage
import Foundation
import QuartzCore

extension FrameBuilder {
  /// Finds or makes the pictures of all text of the scene.
  func prepareTexts(_ tree: RenderTree) {
    shown.removeTexts()
    guard !tree.texts.isEmpty else { return }
    for layer in scene.layers {
      guard layer.draws.contains(.drawsText), let look = tree.texts[layer.slot] else {
        shown.texts.append(-1)
        continue
      }
      var key = TextPictureKey(content: look.content, scale: scale(of: look, layer, tree))
      if let position = layer.pixelPosition(of: tree.looks[Int(layer.slot)].bounds, look.content, atScale: key.scale) {
        (key.phaseX, key.phaseY) = (position.phaseX, position.phaseY)
      } else {
        key.isAlone = layer.toPixels.isScaleAndTranslation
      }
      shown.texts.append(Int32(pictures.texts.number(of: key)))
    }
    pictures.rasterizeTexts()
    guard builder.options.has(.textPainting), !builder.isDeep else { return }
    for (index, layer) in scene.layers.enumerated() {
      let text = Int(shown.texts[index])
      guard text >= 0, layer.isDrawnOnce, let look = tree.texts[layer.slot],
        let number = pictures.paintings.number(
          of: (pictures.texts[text], look.tint), isAlone: pictures.texts.isAlone(text))
      else {
        shown.paintings.append(-1)
        continue
      }
      shown.paintings.append(Int32(number))
    }
  }

  /// Returns the pixels to a point at which a text is drawn.
  private func scale(of look: TextLook, _ layer: FlatLayer, _ tree: RenderTree) -> Double {
    let scale = look.content.usableScale(look.scale)
    let seen = layer.toPixels.linearScale(over: tree.looks[Int(layer.slot)].bounds)
    guard seen > 0, seen < scale / 2 else { return scale }
    // Steps of a half: a layer that shrinks slowly is seldom drawn anew.
    let steps = min(max(log2(scale / seen + 1e-9).rounded(.down), 0), 12)
    return scale / Double(1 << Int(steps))
  }

  func drawText(of drawn: LayerDraw) {
    let (layer, bounds) = (drawn.layer, drawn.look.bounds)
    guard let text = drawn.tree.texts[layer.slot] else { return }
    let clip = scene.clip(inside: layer, drawn.look)
    let number = Int(shown.texts[drawn.index])
    let painted = shown.paintings.isEmpty ? -1 : Int(shown.paintings[drawn.index])
    let picture = painted < 0 ? pictures.texts[number] : pictures.paintings[painted]
    guard let atlas = picture.atlas else { return }
    let scale = pictures.texts.scale(number)
    var paint = Paint(color: builder.limited((painted < 0 ? text.tint : .one) * drawn.opacity))
    if let position = layer.pixelPosition(of: bounds, text.content, atScale: scale) {
      draw(picture, position.x, position.y, color: paint.color, clip)
      return
    }
    var box = Box(
      Double(picture.box.minX) / scale, Double(picture.box.minY) / scale, Double(picture.box.maxX) / scale,
      Double(picture.box.maxY) / scale)
    let (width, height) = (Double(atlas.width), Double(atlas.height))
    var source = Box(
      Double(picture.x) / width, Double(picture.y) / height, Double(picture.x + picture.box.width) / width,
      Double(picture.y + picture.box.height) / height)
    (box.minX, box.maxX) = (bounds.minX + box.minX, bounds.minX + box.maxX)
    if layer.firstRowAtMinY {
      (box.minY, box.maxY) = (bounds.minY + box.minY, bounds.minY + box.maxY)
    } else {
      (box.minY, box.maxY) = (bounds.maxY - box.maxY, bounds.maxY - box.minY)
      (source.minY, source.maxY) = (source.maxY, source.minY)
    }
    paint.textureMap = TextureMap(box, to: source)
    paint.textureIsOpaque = false
    paint.texture = builder.texture(of: atlas, .linear)
    builder.fill(Rectangle(box: box, toPixels: layer.toPixels, edges: []), paint, clip)
  }
}

/// The pixel of the top left corner of a layer's bounds, and the position in it in steps (``TextPictureKey/steps``).
private struct PixelPosition {
  var x = 0
  var y = 0
  var phaseX: UInt8 = 0
  var phaseY: UInt8 = 0

  /// The pixel position; nil for positions that no target has. `steps` positions in a pixel are told apart, 4 or 8;
  /// glyphs begin at a multiple of them, so that they move as one.
  init?(_ position: SIMD2<Double>, steps: Double) {
    guard abs(position.x) < 1e6, abs(position.y) < 1e6 else { return nil }
    func parts(_ value: Double) -> (Int, UInt8) {
      let count = Int((value * steps).rounded()) * Int(TextPictureKey.steps / steps)
      let (whole, rest) = (count >> 3, count & 7)
      return (whole, UInt8(rest))
    }
    (x, phaseX) = parts(position.x)
    (y, phaseY) = parts(position.y)
  }
}

extension FlatLayer {
  /// The pixels of the largest picture that is made anew at another fraction of a pixel; larger ones are filtered.
  private static let largestSharp = 1024.0 * 1024

  /// Returns the position of bounds whose picture at a scale shows pixel by pixel; nil if it has to be filtered.
  fileprivate func pixelPosition(of bounds: Box, _ content: TextContent, atScale scale: Double) -> PixelPosition? {
    guard toPixels.isScaleAndTranslation,
      abs(toPixels.m11 - scale) * bounds.width < 1e-6,
      abs(toPixels.m22 - (firstRowAtMinY ? scale : -scale)) * bounds.height < 1e-6
    else { return nil }
    let top = firstRowAtMinY ? bounds.minY : bounds.maxY
    let position = SIMD2(bounds.minX * toPixels.m11 + toPixels.m31, top * toPixels.m22 + toPixels.m32)
    let offset = position - position.rounded(.toNearestOrEven)
    let isWhole = max(abs(offset.x), abs(offset.y)) < 1e-6
    guard isWhole || bounds.area * scale * scale <= Self.largestSharp else { return nil }
    return PixelPosition(position, steps: content.isQuantized ? 4 : 8)
  }
}

extension Homography {
  /// Returns the approximate number of pixels to a point of a box.
  fileprivate func linearScale(over box: Box) -> Double {
    if isAffine {
      let perPoint = pixelsPerUnit(at: box)
      return max(perPoint.x, perPoint.y)
    }
    guard let seen = visibleBounds(box), box.area > 0 else { return 0 }
    return (seen.area / box.area).squareRoot()
  }
}
