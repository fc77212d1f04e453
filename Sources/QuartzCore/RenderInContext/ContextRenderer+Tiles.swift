// Tiled layers. What Apple's `render(in:)` makes of them is not known. Here the layer draws what the clip leaves, in
// one piece and at the level of detail of the context, as it would in a frame; its tiles are neither looked at nor
// kept.

import CoreGraphics
import Foundation

extension ContextRenderer {
  /// Draws the part of a tiled layer that the clip leaves, in one piece at the level of detail of the context. Nothing
  /// of a layer that was not displayed.
  func drawTiles(of layer: CALayer, rowsFromMinY: Bool) {
    guard let source = ((layer.presented?.model ?? layer) as? CATiledLayer)?.tileSource else { return }
    let look = TileLook(source, layer.values)
    let bounds = layer.values.bounds
    let part = context.boundingBoxOfClipPath.overlap(bounds)
    guard !part.isNull, !part.isEmpty else { return }
    let screen = look.screenLevel(pixelsPerPoint: Double(context.ctm.largestScale))
    let level = look.level(nearest: screen, width: Double(bounds.width), height: Double(bounds.height))
    guard let piece = LayerTile(of: part, density: look.density(ofLevel: level)) else { return }
    let style = TileStyle(isOpaque: look.isOpaque, isGray: look.isGray, isYDown: rowsFromMinY)
    guard let image = source.draw(piece, style) else { return }
    context.saveGState()
    context.clip(to: bounds)
    context.draw(
      image, part: CGRect(x: 0, y: 0, width: image.width, height: image.height), in: piece.rect,
      firstRowAtMinY: rowsFromMinY)
    context.restoreGState()
  }
}

extension LayerTile {
  /// The whole pixels around a part of a layer, at half the density, a quarter, ... where a bitmap cannot have as many.
  fileprivate init?(of part: CGRect, density: Double) {
    var density = density
    while density > 0 {
      let (x0, y0) = ((part.minX * density + 1e-6).rounded(.down), (part.minY * density + 1e-6).rounded(.down))
      let (x1, y1) = ((part.maxX * density - 1e-6).rounded(.up), (part.maxY * density - 1e-6).rounded(.up))
      let (width, height) = (max(x1 - x0, 1), max(y1 - y0, 1))
      if DrawingBitmap.fittingFactor(width: width, height: height) == 1, abs(x0) < 1e15, abs(y0) < 1e15 {
        self.init(
          level: 0, column: 0, row: 0, density: density, x: Int(x0), y: Int(y0), width: Int(width),
          height: Int(height))
        return
      }
      density /= 2
    }
    return nil
  }
}
