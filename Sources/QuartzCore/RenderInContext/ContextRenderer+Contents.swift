// A layer's image is drawn by gravity, contentsRect, contentsScale and contentsCenter, in this order. "Top" is maximum
// y of the layer's coordinates, whichever way y points, as in frames. With a contentsCenter, the nine parts add up in a
// transparency layer: a pixel on a common edge has some of each, and nothing shows through.

import CoreGraphics
import Foundation

extension ContextRenderer {
  /// Draws the contents of a layer if they are an image.
  func drawContents(of layer: CALayer, rowsFromMinY: Bool) {
    guard layer.hasArea, let image = layer.values.contents else { return }
    // The layer's own drawing stays where it was drawn in the layer's coordinates, whichever way they are seen.
    let rowsFromMinY = (layer.presented?.model ?? layer).backing?.isYDown(image) ?? rowsFromMinY
    let placement = ImagePlacement(layer.values, image, rowsFromMinY: rowsFromMinY)
    guard placement.isDrawable else { return }
    context.saveGState()
    context.interpolationQuality = quality(of: layer, placement)
    if layer.values.contentsCenter == CGRect(x: 0, y: 0, width: 1, height: 1) {
      context.draw(image, part: placement.part, in: placement.destination, firstRowAtMinY: rowsFromMinY)
    } else {
      let margin = placement.destination.insetBy(dx: -placement.destination.width, dy: -placement.destination.height)
      context.beginTransparencyLayer(in: margin, auxiliaryInfo: nil)
      context.setBlendMode(.plusLighter)
      let scale = max(layer.values.contentsScale, 0)
      let cells = placement.cells(layer.values.contentsCenter, scale: scale > 0 ? scale : 1, rowsFromMinY)
      for cell in cells where cell.part.width > 0 && cell.part.height > 0 {
        context.draw(image, part: cell.part, in: cell.destination, firstRowAtMinY: rowsFromMinY)
      }
      context.endTransparencyLayer()
    }
    context.restoreGState()
  }

  /// Returns the interpolation quality of the filter for growing or shrinking, whichever prevails.
  private func quality(of layer: CALayer, _ placement: ImagePlacement) -> CGInterpolationQuality {
    let m = context.ctm
    let seen = placement.destination.width * placement.destination.height * abs(m.a * m.d - m.b * m.c)
    let grows = seen >= placement.part.width * placement.part.height
    let filter = grows ? layer.values.magnificationFilter : layer.values.minificationFilter
    return filter == .nearest ? .none : .default
  }
}

struct ImagePlacement {
  /// The shown part, in the image's pixels, y from its first row.
  var part: CGRect
  /// The rectangle to fill, in the layer's points.
  var destination: CGRect

  /// - Parameter rowsFromMinY: whether the image's first row lies at minimum y; y of `contentsRect` then counts from
  ///   the first row, else from the last, as was measured.
  init(_ values: borrowing LayerValues, _ image: CGImage, rowsFromMinY: Bool) {
    let shown = values.contentsRect
    part = CGRect(
      x: shown.minX * CGFloat(image.width),
      y: (rowsFromMinY ? shown.minY : 1 - shown.maxY) * CGFloat(image.height),
      width: shown.width * CGFloat(image.width), height: shown.height * CGFloat(image.height))
    let scale = values.contentsScale > 0 ? values.contentsScale : 1
    let size = CGSize(width: part.width / scale, height: part.height / scale)
    destination = Self.place(size, in: values.bounds, by: values.contentsGravity)
  }

  var isDrawable: Bool {
    part.width > 0 && part.height > 0 && destination.width > 0 && destination.height > 0
      && [part, destination].allSatisfy { rect in
        [rect.minX, rect.minY, rect.width, rect.height].allSatisfy { abs($0) < 1e9 }
      }
  }

  private static func place(_ size: CGSize, in bounds: CGRect, by gravity: CALayerContentsGravity) -> CGRect {
    var size = size
    switch gravity {
    case .resize: return bounds
    case .resizeAspect, .resizeAspectFill:
      guard size.width > 0, size.height > 0 else { return bounds }
      let (x, y) = (bounds.width / size.width, bounds.height / size.height)
      let factor = gravity == .resizeAspect ? min(x, y) : max(x, y)
      size = CGSize(width: size.width * factor, height: size.height * factor)
    default: break
    }
    var rect = CGRect(
      x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2, width: size.width, height: size.height)
    if [.left, .topLeft, .bottomLeft].contains(gravity) { rect.origin.x = bounds.minX }
    if [.right, .topRight, .bottomRight].contains(gravity) { rect.origin.x = bounds.maxX - size.width }
    if [.bottom, .bottomLeft, .bottomRight].contains(gravity) { rect.origin.y = bounds.minY }
    if [.top, .topLeft, .topRight].contains(gravity) { rect.origin.y = bounds.maxY - size.height }
    return rect
  }

  /// Returns the nine parts around and in a stretching centre, in fractions of the shown part. `scale` is the number of
  /// pixels to a point outside the centre.
  func cells(_ center: CGRect, scale: CGFloat, _ rowsFromMinY: Bool) -> [ImagePlacement] {
    let columns = Self.slices(
      to: destination.minX, length: destination.width, from: part.minX, pixels: part.width, low: center.minX,
      high: center.maxX, scale: scale)
    let rows = Self.slices(
      to: 0, length: destination.height, from: part.minY, pixels: part.height, low: center.minY, high: center.maxY,
      scale: scale)
    var cells: [ImagePlacement] = []
    for row in rows {
      // Rows count from the image's first one.
      let y = rowsFromMinY ? destination.minY + row.to : destination.maxY - row.to - row.length
      for column in columns {
        var cell = self
        cell.part = CGRect(x: column.from, y: row.from, width: column.pixels, height: row.pixels)
        cell.destination = CGRect(x: column.to, y: y, width: column.length, height: row.length)
        cells.append(cell)
      }
    }
    return cells
  }

  private struct Slice {
    var from: CGFloat
    var pixels: CGFloat
    var to: CGFloat
    var length: CGFloat
  }

  /// Returns three slices: the outer ones keep their size, or share the length if it is too short; the inner one takes
  /// the rest. A centre narrower than a pixel is widened to one.
  private static func slices(
    to: CGFloat, length: CGFloat, from: CGFloat, pixels: CGFloat, low: CGFloat, high: CGFloat, scale: CGFloat
  ) -> [Slice] {
    var (low, high) = (min(max(low, 0), 1), min(max(high, 0), 1))
    let least = 1 / max(pixels, 1)
    if !(high - low >= least) {
      low = min(max((low + high - least) / 2, 0), 1 - least)
      high = low + least
    }
    let (head, tail) = (low * pixels, (1 - high) * pixels)
    let factor = min(1, length * scale / max(head + tail, .leastNormalMagnitude))
    let (first, last) = (head / scale * factor, tail / scale * factor)
    return [
      Slice(from: from, pixels: head, to: to, length: first),
      Slice(from: from + head, pixels: pixels - head - tail, to: to + first, length: length - first - last),
      Slice(from: from + pixels - tail, pixels: tail, to: to + length - last, length: last),
    ]
  }
}

extension ContextRenderer {
  /// Draws the part of a tiled layer within the clip in one piece, at the context's level of detail as in a frame;
  /// nothing if the layer was not displayed. (Apple's `render(in:)` of tiled layers is unknown.)
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
  /// Creates the whole pixels around a part, at the density divided by a power of two that a bitmap can have.
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
