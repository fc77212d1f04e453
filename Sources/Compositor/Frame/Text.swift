// A layer's text: its picture, at the contents' scale, laid over the bounds from their top. Seen at less than half that
// scale it is drawn from a picture of a half, a quarter, ... of it, so that it does not shimmer.

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
      textIndices.append(
        Int32(textTiles.number(of: TextTileKey(content: look.content, scale: scale(of: look, layer, tree)))))
    }
    textTiles.rasterize(&pictures)
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
    let tile = textTiles[number]
    guard let page = tile.page else { return }
    let scale = textTiles.scale(number)
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
    var paint = Paint(color: text.tint * opacity)
    paint.textureMap = TextureMap(box, to: source)
    paint.textureIsOpaque = false
    let isExact = layer.toPixels.showsPixels(of: box, tile.box)
    paint.texture = builder.texture(of: page, isExact ? .nearest : .linear)
    builder.fill(Rectangle(box: box, toPixels: layer.toPixels, edges: []), paint, clip)
  }
}

extension Homography {
  /// Whether each pixel of a picture laid over a box falls on one of the target, the right way round.
  fileprivate func showsPixels(of box: Box, _ pixels: PixelBox) -> Bool {
    guard isScaleAndTranslation, let seen = visibleBounds(box) else { return false }
    func isWhole(_ value: Double) -> Bool { abs(value - value.rounded()) < 1e-6 }
    return abs(seen.width - Double(pixels.width)) < 1e-6 && abs(seen.height - Double(pixels.height)) < 1e-6
      && isWhole(seen.minX) && isWhole(seen.minY)
  }

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
