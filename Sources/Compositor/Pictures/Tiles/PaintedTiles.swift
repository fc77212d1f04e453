// Tiles of coverage with their colours painted in: the fill of a shape under its stroke as one picture, a text in its
// colour. llvmpipe copies a picture with alpha by a loop of its own, 0.9 ns a pixel; coverage that is tinted takes its
// compiled shader, 2.3 ns, and is four bytes a pixel as well. Two parts in one picture are half the pixels.
//
//   tiles of coverage (ShapeTiles, TextTiles) --paint--> pages of colours --recorded as images--> draws
//
// Which layers are painted depends on the scene alone, never on the frames before: the same scene has the same bytes. A
// new colour paints anew from the coverage, which stays.

import Coverage

/// What a painted tile depends on.
struct PaintedTileKey: Hashable {
  /// Coverage and the colour that is painted through it.
  struct Part: Hashable {
    let coverage: UInt64
    let color: PixelColor

    init(_ tile: PackedTile, _ color: SIMD4<Float>) { (coverage, self.color) = (tile.serial, PixelColor(color)) }
  }

  var lower: Part
  /// What is painted over it.
  var upper: Part?
}

/// The painted tiles of the frames of one builder. A tile's box is that of its coverage.
struct PaintedTiles {
  // From one frame to the next: coverage is kept longer, and colours are painted quickly.
  private var table = TileTable<PaintedTileKey>(keptFrames: 1)
  /// The coverage of the table's fresh tiles.
  private var coverage: [(lower: PackedTile, upper: PackedTile?)] = []

  /// Painted and found in this frame.
  var madeCount: Int { table.madeCount }
  var foundCount: Int { table.foundCount }

  /// The longest side and the most pixels of a tile that is painted: the coverage of larger ones is tinted, as each
  /// colour that it is shown in would take so much memory.
  private static let (longest, largest) = (1024, 512 * 512)

  /// Whether tiles were left out of this frame.
  private var hasLeftOut = false

  /// The number of a tile, whose coverage is there; its place is known after ``paint(_:)``. Nil where the coverage is
  /// to be tinted instead.
  mutating func number(
    of lower: (tile: PackedTile, color: SIMD4<Float>), under upper: (tile: PackedTile, color: SIMD4<Float>)? = nil
  ) -> Int? {
    guard lower.tile.isCoverage, upper?.tile.isCoverage ?? true else { return nil }
    let box = lower.tile.box.union(upper?.tile.box)
    guard box.area <= Self.largest, max(box.width, box.height) <= Self.longest else { return nil }
    let number = table.number(
      of: PaintedTileKey(lower: .init(lower.tile, lower.color), upper: upper.map { .init($0.tile, $0.color) }))
    if table.fresh.count > coverage.count { coverage.append((lower.tile, upper?.tile)) }
    return number
  }

  subscript(number: Int) -> PackedTile { table[number] }

  /// Paints what is new since the last call, as far as there is memory for it.
  mutating func paint(_ budget: inout PictureBudget) {
    guard !table.fresh.isEmpty else { return }
    let boxes = coverage.map { $0.lower.box.union($0.upper?.box) }
    let packing = TilePacking(boxes)
    for page in packing.pages where !budget.take(page.width, page.height, .color) { hasLeftOut = true }
    guard !hasLeftOut else { return }
    var bytes = packing.pages.map { SpareBytes.zeros($0.width * $0.height * 4) }
    bytes.withAllBytes { pages in
      let work = table.fresh.indices.map { index in
        let place = packing.places[index]
        return TilePainting(
          key: table.key(table.fresh[index]), lower: coverage[index].lower, upper: coverage[index].upper,
          box: boxes[index],
          start: UnsafeMutableRawPointer(pages[place.page]).assumingMemoryBound(to: PixelColor.self)
            + place.y * packing.pages[place.page].width + place.x,
          stride: packing.pages[place.page].width)
      }
      // Tiles do not overlap on their pages.
      _ = concurrentMap(work) { $0.paint() }
    }
    table.put(table.fresh, boxes, packing, bytes, .color)
    table.fresh.removeAll(keepingCapacity: true)
    coverage.removeAll(keepingCapacity: true)
  }

  /// Lets go of tiles that were not used for a while.
  mutating func endFrame() {
    if hasLeftOut { self = PaintedTiles() }
    _ = table.endFrame()
  }
}

/// A tile that is to be painted, and where its pixels go.
private struct TilePainting: @unchecked Sendable {
  // Unchecked Sendable: the pixels are this tile's alone.
  let key: PaintedTileKey
  let lower: PackedTile
  let upper: PackedTile?
  let box: PixelBox
  let start: UnsafeMutablePointer<PixelColor>
  let stride: Int

  func paint() {
    paint(lower, key.lower.color, isFirst: true)
    if let upper, let part = key.upper { paint(upper, part.color, isFirst: false) }
  }

  @inline(__always)
  private func paint(_ tile: PackedTile, _ color: PixelColor, isFirst: Bool) {
    guard let page = tile.page else { return }
    page.pixels.withUnsafeBufferPointer { bytes in
      guard let first = bytes.baseAddress else { return }
      for row in 0..<tile.box.height {
        color.paint(
          tile.box.width, through: first + (tile.y + row) * page.width + tile.x,
          over: start + (tile.box.minY - box.minY + row) * stride + tile.box.minX - box.minX, isFirst: isFirst)
      }
    }
  }
}

extension PackedTile {
  /// Whether there is something to be seen of it that has no colours of its own.
  fileprivate var isCoverage: Bool { page?.format == .coverage }
}

extension PixelBox {
  fileprivate func union(_ other: PixelBox?) -> PixelBox {
    guard let other else { return self }
    return PixelBox(min(minX, other.minX), min(minY, other.minY), max(maxX, other.maxX), max(maxY, other.maxY))
  }
}
