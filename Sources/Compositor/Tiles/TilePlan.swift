// Which tiles of a tiled layer a frame shows, and at which level of detail.
//
//   pixels to a point as seen    levelsOfDetail 4, levelsOfDetailBias 1
//   above 1                      level  1: twice contentsScale
//   above 1/2 up to 1            level  0: contentsScale
//   above 1/4 up to 1/2          level -1
//   up to 1/4                    level -2
//
// The level is that of the least resolution that is no less than the screen's; under perspective that of the middle of what
// is seen. The smallest level has no less than a pixel along the shorter side of the bounds.

import CoreGraphics
import Foundation
import QuartzCore

/// What a frame reads of a tiled layer.
struct TileLook: Equatable {
  let source: TileSource
  /// Tells that tiles were marked.
  let version: UInt64
  let levels: Int
  let bias: Int
  /// Pixels of a cell.
  let width: Int
  let height: Int
  let scale: Double
  let isOpaque: Bool
  let isGray: Bool

  private enum Keys {
    static let levels = ManagedKey("levelsOfDetail")
    static let bias = ManagedKey("levelsOfDetailBias")
    static let tileSize = ManagedKey("tileSize")
    static let opaque = ManagedKey("opaque")
    static let format = ManagedKey("contentsFormat")
  }

  init(_ source: TileSource, _ values: LayerValues) {
    let managed = values.managed
    func number(_ key: ManagedKey, _ standard: Double, _ range: ClosedRange<Double>) -> Int {
      let value = managed[key]?.number ?? standard
      return Int(value.isNaN ? standard : min(max(value, range.lowerBound), range.upperBound))
    }
    func side(_ length: CGFloat?) -> Int {
      guard let length, length.isFinite else { return 256 }
      return Int(min(max(length, 16), 1024))
    }
    self.source = source
    version = source.version
    levels = number(Keys.levels, 1, 1...64)
    bias = number(Keys.bias, 0, 0...32)
    let size = managed[Keys.tileSize]?.size
    (width, height) = (side(size?.width), side(size?.height))
    let scale = Double(values.contentsScale)
    self.scale = scale > 0 && scale.isFinite ? min(max(scale, 1e-6), 1e6) : 1
    isOpaque = managed[Keys.opaque]?.number ?? 0 != 0
    isGray = managed[Keys.format]?.string == CALayerContentsFormat.gray8Uint.rawValue
  }

  static func == (a: TileLook, b: TileLook) -> Bool {
    a.source === b.source && a.version == b.version && a.levels == b.levels && a.bias == b.bias && a.width == b.width
      && a.height == b.height && a.scale == b.scale && a.isOpaque == b.isOpaque && a.isGray == b.isGray
  }
}

/// The tiles of one layer in one frame.
struct TilePlan {
  private(set) var tiles: [LayerTile] = []
  /// The pixels of tiles that one frame shows of a layer at most.
  static let mostPixels = 64 << 20
  /// And the tiles.
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
    let screen = Self.screenLevel(look, toPixels, seen)
    let level = Self.level(screen, look, bounds)
    if let tiles = tiles(atLevel: level) {
      self.tiles = tiles
      return
    }
    // Too many, as the layer has no level as small as the screen's, or goes on to a horizon.
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

  /// The box, in the plane, around what of the bounds shows inside the clip; nil for nothing.
  private static func visiblePart(of bounds: Box, _ toPixels: Homography, _ clip: Box) -> Box? {
    guard !clip.isEmpty, let image = toPixels.visibleBounds(bounds), image.intersects(clip) else { return nil }
    guard toPixels.isAffine, let inverse = toPixels.inverted, let part = inverse.visibleBounds(clip.insetBy(-1)) else {
      return bounds
    }
    let box = part.intersection(bounds)
    return box.isEmpty ? nil : box
  }

  /// The level of the least resolution that is no less than the screen's.
  private static func screenLevel(_ look: TileLook, _ toPixels: Homography, _ seen: Box) -> Int {
    let perPoint = toPixels.pixelsPerUnit(at: seen)
    let wanted = log2(max(perPoint.x, perPoint.y) / look.scale)
    guard !wanted.isNaN else { return 0 }
    return Int((min(max(wanted, -100), 100) - 1e-3).rounded(.up))
  }

  /// The level nearest to one that the layer has.
  private static func level(_ screen: Int, _ look: TileLook, _ bounds: Box) -> Int {
    let highest = look.bias
    let smallest = (-log2(min(bounds.width, bounds.height) * look.scale)).rounded(.up)
    let lowest = min(max(highest - look.levels + 1, Int(max(min(smallest, 64), -64))), highest)
    return min(max(screen, lowest), highest)
  }
}

/// The cells of a level, and those of them that show.
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

  /// Nil where the level has more pixels than can be counted.
  init?(_ look: TileLook, level: Int, bounds: Box, toPixels: Homography, clip: Box, most: Int) {
    (self.look, self.level, self.toPixels, self.clip, self.most) = (look, level, toPixels, clip, most)
    let density = look.scale * exp2(Double(level))
    self.density = density
    let reach = max(abs(bounds.minX), abs(bounds.maxX), abs(bounds.minY), abs(bounds.maxY)) * density
    guard density > 0, reach < 1e15 else { return nil }
    // Edges that miss a pixel by the error of the multiplication lie on it.
    func low(_ value: Double) -> Int { Int((value * density + 1e-6).rounded(.down)) }
    func high(_ value: Double) -> Int { Int((value * density - 1e-6).rounded(.up)) }
    let (x, y) = (low(bounds.minX), low(bounds.minY))
    pixels = (x, y, max(high(bounds.maxX), x + 1), max(high(bounds.maxY), y + 1))
  }

  /// The cells that show in a part of the plane; nil where they are too many.
  consuming func tiles(in part: Box) -> [LayerTile]? {
    let minX = max(Int((part.minX * density).rounded(.down)), pixels.minX)
    let minY = max(Int((part.minY * density).rounded(.down)), pixels.minY)
    let maxX = min(Int((part.maxX * density).rounded(.up)), pixels.maxX)
    let maxY = min(Int((part.maxY * density).rounded(.up)), pixels.maxY)
    guard minX < maxX, minY < maxY else { return [] }
    let (firstColumn, lastColumn) = (Self.cell(minX, look.width), Self.cell(maxX - 1, look.width))
    let (firstRow, lastRow) = (Self.cell(minY, look.height), Self.cell(maxY - 1, look.height))
    // Where nothing is turned, all of them show, but for an edge.
    if toPixels.isScaleAndTranslation,
      Double(lastColumn - firstColumn - 1) * Double(lastRow - firstRow - 1) > Double(most)
    {
      return nil
    }
    return visit(firstColumn, lastColumn, firstRow, lastRow) ? tiles : nil
  }

  private static func cell(_ pixel: Int, _ side: Int) -> Int {
    pixel >= 0 ? pixel / side : -((-pixel + side - 1) / side)
  }

  /// Halves a range of cells until one is left, leaving out what does not show.
  private mutating func visit(_ firstColumn: Int, _ lastColumn: Int, _ firstRow: Int, _ lastRow: Int) -> Bool {
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
      return visit(firstColumn, middle - 1, firstRow, lastRow) && visit(middle, lastColumn, firstRow, lastRow)
    }
    let middle = firstRow + rows / 2
    return visit(firstColumn, lastColumn, firstRow, middle - 1) && visit(firstColumn, lastColumn, middle, lastRow)
  }
}
