// A layer's text: its picture, at the contents' scale, laid over the bounds from their top. Seen at less than half
// that scale it is drawn from a picture of a half, a quarter, ... of it, so that it does not shimmer. Seen upright at
// its own scale its glyphs are drawn at the fraction of a pixel that the layer lies at, in eighths: text that moves
// stays sharp.

import Coverage
import Foundation
import QuartzCore

extension FrameBuilder {
  /// Finds or makes the pictures of all text of the scene.
  func prepareTexts(_ tree: RenderTree) {
    textIndices.removeAll(keepingCapacity: true)
    guard !tree.texts.isEmpty else { return }
    for layer in scene.layers {
      guard layer.draws.contains(.drawsText), let look = tree.texts[layer.slot] else {
        textIndices.append(-1)
        continue
      }
      var key = TextTileKey(content: look.content, scale: scale(of: look, layer, tree))
      if let place = layer.pixelPlace(of: tree.looks[Int(layer.slot)].bounds, look.content, atScale: key.scale) {
        (key.phaseX, key.phaseY) = (place.phaseX, place.phaseY)
      }
      textIndices.append(Int32(textTiles.number(of: key)))
    }
    textTiles.rasterize(&pictures)
    paintedTexts.removeAll(keepingCapacity: true)
    guard builder.options.painting else { return }
    for (index, layer) in scene.layers.enumerated() {
      guard textIndices[index] >= 0, layer.isDrawnOnce, let look = tree.texts[layer.slot],
        let number = paintedTiles.number(of: (textTiles[Int(textIndices[index])], look.tint))
      else {
        paintedTexts.append(-1)
        continue
      }
      paintedTexts.append(Int32(number))
    }
  }

  /// Pixels to a point that a text is drawn at.
  private func scale(of look: TextLook, _ layer: FlatLayer, _ tree: RenderTree) -> Double {
    let scale = look.content.usableScale(look.scale)
    let seen = layer.toPixels.linearScale(over: tree.looks[Int(layer.slot)].bounds)
    guard seen > 0, seen < scale / 2 else { return scale }
    // Steps of a half: a layer that shrinks slowly is drawn anew seldom.
    let steps = min(max(log2(scale / seen + 1e-9).rounded(.down), 0), 12)
    return scale / Double(1 << Int(steps))
  }

  /// Draws the text of a layer.
  func drawText(_ index: Int, _ layer: FlatLayer, _ look: LayerLook, opacity: Float, _ clip: Clip, _ tree: RenderTree) {
    guard let text = tree.texts[layer.slot] else { return }
    let number = Int(textIndices[index])
    let painted = paintedTexts.isEmpty ? -1 : Int(paintedTexts[index])
    let tile = painted < 0 ? textTiles[number] : paintedTiles[painted]
    guard let page = tile.page else { return }
    let scale = textTiles.scale(number)
    var paint = Paint(color: (painted < 0 ? text.tint : .one) * opacity)
    if let place = layer.pixelPlace(of: look.bounds, text.content, atScale: scale) {
      draw(tile, place.x, place.y, paint.color, clip)
      return
    }
    var box = Box(
      Double(tile.box.minX) / scale, Double(tile.box.minY) / scale, Double(tile.box.maxX) / scale,
      Double(tile.box.maxY) / scale)
    let (width, height) = (Double(page.width), Double(page.height))
    var source = Box(
      Double(tile.x) / width, Double(tile.y) / height, Double(tile.x + tile.box.width) / width,
      Double(tile.y + tile.box.height) / height)
    (box.minX, box.maxX) = (look.bounds.minX + box.minX, look.bounds.minX + box.maxX)
    if layer.firstRowAtMinY {
      (box.minY, box.maxY) = (look.bounds.minY + box.minY, look.bounds.minY + box.maxY)
    } else {
      (box.minY, box.maxY) = (look.bounds.maxY - box.maxY, look.bounds.maxY - box.minY)
      (source.minY, source.maxY) = (source.maxY, source.minY)
    }
    paint.textureMap = TextureMap(box, to: source)
    paint.textureIsOpaque = false
    paint.texture = builder.texture(of: page, .linear)
    builder.fill(Rectangle(box: box, toPixels: layer.toPixels, edges: []), paint, clip)
  }
}

/// Where the top left corner of a layer's bounds lies: its pixel, and the place in it in steps (``TextTileKey/steps``).
private struct PixelPlace {
  var x = 0
  var y = 0
  var phaseX: UInt8 = 0
  var phaseY: UInt8 = 0

  /// Nil for places that no target has.
  ///
  /// - Parameter steps: the places in a pixel that are told apart, 4 or 8. Glyphs begin at a multiple of them, so that
  ///   they move as one.
  init?(_ place: SIMD2<Double>, steps: Double) {
    guard abs(place.x) < 1e6, abs(place.y) < 1e6 else { return nil }
    func parts(_ value: Double) -> (Int, UInt8) {
      let count = Int((value * steps).rounded()) * Int(TextTileKey.steps / steps)
      let (whole, rest) = (count >> 3, count & 7)
      return (whole, UInt8(rest))
    }
    (x, phaseX) = parts(place.x)
    (y, phaseY) = parts(place.y)
  }
}

extension FlatLayer {
  /// Larger pictures are not made anew at another fraction of a pixel, but filtered.
  private static let largestSharp = 1024.0 * 1024

  /// Where bounds are seen whose picture at a scale shows pixel by pixel; nil where it has to be filtered.
  fileprivate func pixelPlace(of bounds: Box, _ content: TextContent, atScale scale: Double) -> PixelPlace? {
    guard toPixels.isScaleAndTranslation,
      abs(toPixels.m11 - scale) * bounds.width < 1e-6,
      abs(toPixels.m22 - (firstRowAtMinY ? scale : -scale)) * bounds.height < 1e-6
    else { return nil }
    let top = firstRowAtMinY ? bounds.minY : bounds.maxY
    let place = SIMD2(bounds.minX * toPixels.m11 + toPixels.m31, top * toPixels.m22 + toPixels.m32)
    let offset = place - place.rounded(.toNearestOrEven)
    let isWhole = max(abs(offset.x), abs(offset.y)) < 1e-6
    guard isWhole || bounds.area * scale * scale <= Self.largestSharp else { return nil }
    return PixelPlace(place, steps: content.isQuantized ? 4 : 8)
  }
}

extension Homography {
  /// About how many pixels a point of a box has.
  fileprivate func linearScale(over box: Box) -> Double {
    if isAffine {
      let perPoint = pixelsPerUnit(at: box)
      return max(perPoint.x, perPoint.y)
    }
    guard let seen = visibleBounds(box), box.area > 0 else { return 0 }
    return (seen.area / box.area).squareRoot()
  }
}
