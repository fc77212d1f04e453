// The visible tiles of a tiled layer in a frame, of the layer's level for the resolution of the screen (TileLook);
// under perspective, for that of the middle of the visible part.

import CoreGraphics
import Foundation
import QuartzCore

/// The tiles of one layer in one frame.
struct TilePlan {
  private(set) var tiles: [LayerTile] = []
  /// The most pixels of a layer's tiles that one frame shows.
  static let mostPixels = 64 << 20
  /// The most tiles of a layer that one frame shows.
  static let mostTiles = 16_384

  /// Plans the tiles that show inside a clip, in pixels.
  init(_ look: TileLook, bounds: Box, toPixels: Homography, clip: Box) {
    // Cells are counted in Ints.
    guard !bounds.isEmpty, max(abs(bounds.minX), abs(bounds.maxX), abs(bounds.minY), abs(bounds.maxY)) < 1e12,
      let seen = Self.visiblePart(of: bounds, toPixels, clip)
    else { return }
    let most = min(max(4, Self.mostPixels / (look.width * look.height)), Self.mostTiles)
    func tiles(atLevel level: Int) -> [LayerTile]? {
      TileGrid(look, level: level, bounds: bounds, toPixels: toPixels, clip: clip, most: most)?.tiles(in: seen)
    }
    let perPoint = toPixels.pixelsPerUnit(at: seen)
    let screen = look.screenLevel(pixelsPerPoint: max(perPoint.x, perPoint.y))
    let level = look.level(nearest: screen, width: bounds.width, height: bounds.height)
    if let tiles = tiles(atLevel: level) {
      self.tiles = tiles
      return
    }
    // Too many tiles, as the layer has no level as small as the screen's, or extends to a horizon.
    var (lower, step) = (min(screen, level - 1), 1)
    while step < 256 {
      if let tiles = tiles(atLevel: lower) {
        self.tiles = tiles
        return
      }
      lower -= step
      step *= 2
    }
  }

  /// Returns the box, in the plane, around the bounds' part inside the clip; nil for nothing.
  private static func visiblePart(of bounds: Box, _ toPixels: Homography, _ clip: Box) -> Box? {
    guard !clip.isEmpty, let image = toPixels.visibleBounds(bounds), image.intersects(clip) else { return nil }
    guard toPixels.isAffine, let inverse = toPixels.inverted, let part = inverse.visibleBounds(clip.insetBy(-1)) else {
      return bounds
    }
    let box = part.intersection(bounds)
    return box.isEmpty ? nil : box
  }
}

private struct TileGrid {
  let look: TileLook
  let level: Int
  let density: Double
  let toPixels: Homography
  let clip: Box
  let most: Int
  /// The bounds in pixels of the level.
  let pixels: (minX: Int, minY: Int, maxX: Int, maxY: Int)
  private var tiles: [LayerTile] = []

  /// The grid; nil if the level has more pixels than can be counted.
  init?(_ look: TileLook, level: Int, bounds: Box, toPixels: Homography, clip: Box, most: Int) {
    (self.look, self.level, self.toPixels, self.clip, self.most) = (look, level, toPixels, clip, most)
    let density = look.density(ofLevel: level)
    self.density = density
    let reach = max(abs(bounds.minX), abs(bounds.maxX), abs(bounds.minY), abs(bounds.maxY)) * density
    guard density > 0, reach < 1e15 else { return nil }
    // Edges that miss a pixel by the error of the multiplication lie on it.
    func low(_ value: Double) -> Int { Int((value * density + 1e-6).rounded(.down)) }
    func high(_ value: Double) -> Int { Int((value * density - 1e-6).rounded(.up)) }
    let (x, y) = (low(bounds.minX), low(bounds.minY))
    pixels = (x, y, max(high(bounds.maxX), x + 1), max(high(bounds.maxY), y + 1))
  }

  /// Returns the visible cells in a part of the plane; nil if they are too many.
  consuming func tiles(in part: Box) -> [LayerTile]? {
    let minX = max(Int(bounded: (part.minX * density).rounded(.down)), pixels.minX)
    let minY = max(Int(bounded: (part.minY * density).rounded(.down)), pixels.minY)
    let maxX = min(Int(bounded: (part.maxX * density).rounded(.up)), pixels.maxX)
    let maxY = min(Int(bounded: (part.maxY * density).rounded(.up)), pixels.maxY)
    guard minX < maxX, minY < maxY else { return [] }
    let (firstColumn, lastColumn) = (Self.cell(minX, look.width), Self.cell(maxX - 1, look.width))
    let (firstRow, lastRow) = (Self.cell(minY, look.height), Self.cell(maxY - 1, look.height))
    // Without a turn, all of them show, but for an edge.
    if toPixels.isScaleAndTranslation,
      Double(lastColumn - firstColumn - 1) * Double(lastRow - firstRow - 1) > Double(most)
    {
      return nil
    }
    return visit(columns: firstColumn, lastColumn, rows: firstRow, lastRow) ? tiles : nil
  }

  private static func cell(_ pixel: Int, _ side: Int) -> Int {
    pixel >= 0 ? pixel / side : -((-pixel + side - 1) / side)
  }

  /// Halves a range of cells until one is left, leaving out invisible ones.
  private mutating func visit(
    columns firstColumn: Int, _ lastColumn: Int, rows firstRow: Int, _ lastRow: Int
  ) -> Bool {
    let (x0, x1) = (max(firstColumn * look.width, pixels.minX), min((lastColumn + 1) * look.width, pixels.maxX))
    let (y0, y1) = (max(firstRow * look.height, pixels.minY), min((lastRow + 1) * look.height, pixels.maxY))
    guard x0 < x1, y0 < y1,
      let image = toPixels.visibleBounds(
        Box(Double(x0) / density, Double(y0) / density, Double(x1) / density, Double(y1) / density)),
      image.intersects(clip)
    else { return true }
    let (columns, rows) = (lastColumn - firstColumn + 1, lastRow - firstRow + 1)
    if columns == 1 && rows == 1 {
      guard tiles.count < most else { return false }
      tiles.append(
        LayerTile(
          level: level, column: firstColumn, row: firstRow, density: density, x: x0, y: y0, width: x1 - x0,
          height: y1 - y0))
      return true
    }
    if columns >= rows {
      let middle = firstColumn + columns / 2
      return visit(columns: firstColumn, middle - 1, rows: firstRow, lastRow)
        && visit(columns: middle, lastColumn, rows: firstRow, lastRow)
    }
    let middle = firstRow + rows / 2
    return visit(columns: firstColumn, lastColumn, rows: firstRow, middle - 1)
      && visit(columns: firstColumn, lastColumn, rows: middle, lastRow)
  }
}
