// Tiles of coverage, kept from frame to frame by what they depend on. The new tiles of a frame are known before
// anything is recorded, so that the small ones share a bitmap: one upload, and one texture for their draws.
//
//   flat scene --plan--> parts: rectangles, rings, tiles --pack--> pages (bitmaps) --rasterise--> recorded as images
//
// Tiles are kept as `TileTable` says. A page of which little is left is packed anew, from its bytes.

import Coverage

/// The tiles of coverage of the frames of one builder. A tile's box is its pixels in the frame, apart from the whole
/// pixels that it is moved by.
struct ShapeTiles {
  private var table = TileTable<ShapeTileKey>()

  /// Rasterised and found in this frame.
  var rasterizedCount: Int { table.madeCount }
  var hitCount: Int { table.foundCount }

  /// The number of a tile; its place is known after ``rasterize()``.
  mutating func number(of key: ShapeTileKey) -> Int { table.number(of: key) }

  subscript(number: Int) -> PackedTile { table[number] }

  /// Whether tiles were left out of this frame.
  private var hasLeftOut = false

  /// Rasterises what is new since the last call, as far as there is memory for it.
  mutating func rasterize(_ budget: inout PictureBudget) {
    guard !table.fresh.isEmpty else { return }
    let made = concurrentMap(table.fresh.map { table.key($0) }) { $0.rasterizer }
    let shown = made.indices.filter { !made[$0].1.isEmpty }
    let boxes = shown.map { made[$0].1 }
    let packing = TilePacking(boxes)
    for page in packing.pages where !budget.take(page.width, page.height, .coverage) { hasLeftOut = true }
    guard !hasLeftOut else { return }
    var bytes = packing.pages.map { SpareBytes.zeros($0.width * $0.height) }
    bytes.withAllBytes { pages in
      let work = zip(shown, packing.places).map { index, place in
        let width = packing.pages[place.page].width
        return TileDrawing(
          rasterizer: made[index].0, box: made[index].1, start: pages[place.page] + place.y * width + place.x,
          stride: width)
      }
      // Tiles do not overlap on their pages.
      _ = concurrentMap(work) { $0.rasterizer.draw($0.box, into: $0.start, stride: $0.stride) }
    }
    table.put(shown.map { table.fresh[$0] }, boxes, packing, bytes, .coverage)
    table.fresh.removeAll(keepingCapacity: true)
  }

  /// Lets go of tiles that were not used for a while, and gathers what is left on pages that have become empty.
  mutating func endFrame() {
    if hasLeftOut { self = ShapeTiles() }
    if table.endFrame() { gather() }
  }

  /// Packs the tiles anew that lie on pages of which less than a quarter is in use.
  private mutating func gather() {
    var used: [ObjectIdentifier: Int] = [:]
    for number in table.indices {
      if let page = table[number].page { used[ObjectIdentifier(page), default: 0] += table[number].box.area }
    }
    let moved = table.indices.filter { number in
      guard let page = table[number].page else { return false }
      return (used[ObjectIdentifier(page)] ?? 0) * 4 < page.width * page.height
    }
    guard !moved.isEmpty else { return }
    let boxes = moved.map { table[$0].box }
    let packing = TilePacking(boxes)
    var pages = packing.pages.map { [UInt8](repeating: 0, count: $0.width * $0.height) }
    for (number, place) in zip(moved, packing.places) {
      let tile = table[number]
      guard let page = tile.page else { continue }
      for row in 0..<tile.box.height {
        let from = (tile.y + row) * page.width + tile.x
        let to = (place.y + row) * packing.pages[place.page].width + place.x
        pages[place.page].replaceSubrange(to..<to + tile.box.width, with: page.pixels[from..<from + tile.box.width])
      }
    }
    table.put(moved, boxes, packing, pages, .coverage)
  }
}

/// A tile and where its bytes go.
private struct TileDrawing: @unchecked Sendable {
  // Unchecked Sendable: the bytes are this tile's alone.
  let rasterizer: PathRasterizer
  let box: PixelBox
  let start: UnsafeMutablePointer<UInt8>
  let stride: Int
}

extension PixelBox {
  var area: Int { width * height }
}
