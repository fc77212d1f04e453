// Tiles of coverage, kept from frame to frame by what they depend on. The new tiles of a frame are known before anything
// is recorded, so that the small ones share a bitmap: one upload, and one texture for their draws.
//
//   flat scene --plan--> parts: rectangles, rings, tiles --pack--> pages (bitmaps) --rasterise--> recorded as images
//
// A tile that no frame asked for in a while goes. A page of which little is left is packed anew, from its bytes.

import Coverage

/// Where a tile's coverage lies.
struct ShapeTile {
  /// Nil for a tile without coverage.
  var page: Bitmap?
  /// Its first pixel there.
  var x = 0
  var y = 0
  /// Its pixels in the frame, apart from the whole pixels that it is moved by.
  var box = PixelBox(0, 0, 0, 0)
}

/// The tiles of the frames of one builder.
struct ShapeTiles {
  private struct Entry {
    var key: ShapeTileKey
    var tile: ShapeTile
    var lastFrame: UInt64
    /// In use; otherwise free for a new tile.
    var isLive = true
  }

  private var entries: [Entry] = []
  private var numbers: [ShapeTileKey: Int] = [:]
  private var free: [Int] = []
  /// The tiles that are to be rasterised in this frame.
  private var fresh: [Int] = []
  private var frame: UInt64 = 0

  /// Tiles that were not asked for in so many frames go.
  private static let keptFrames: UInt64 = 8

  /// Rasterised and found in this frame.
  private(set) var rasterizedCount = 0
  private(set) var hitCount = 0

  /// The number of a tile; its place is known after ``rasterize()``.
  mutating func number(of key: ShapeTileKey) -> Int {
    if let number = numbers[key] {
      entries[number].lastFrame = frame
      hitCount += 1
      return number
    }
    let entry = Entry(key: key, tile: ShapeTile(), lastFrame: frame)
    let number = free.popLast() ?? entries.count
    if number == entries.count { entries.append(entry) } else { entries[number] = entry }
    numbers[key] = number
    rasterizedCount += 1
    fresh.append(number)
    return number
  }

  subscript(number: Int) -> ShapeTile { entries[number].tile }

  /// Rasterises what is new since the last call.
  mutating func rasterize() {
    guard !fresh.isEmpty else { return }
    let made = concurrentMap(fresh.map { entries[$0].key }) { $0.rasterizer }
    let shown = made.indices.filter { !made[$0].1.isEmpty }
    for index in shown { entries[fresh[index]].tile.box = made[index].1 }
    let packing = TilePacking(shown.map { made[$0].1 })
    let pages = packing.pages.map { UnsafeMutablePointer<UInt8>.zeros($0.width * $0.height) }
    let work = zip(shown, packing.places).map { index, place in
      let width = packing.pages[place.page].width
      return TileDrawing(
        rasterizer: made[index].0, box: made[index].1, start: pages[place.page] + place.y * width + place.x,
        stride: width)
    }
    // Tiles do not overlap on their pages.
    _ = concurrentMap(work) { $0.rasterizer.draw($0.box, into: $0.start, stride: $0.stride) }
    let bytes = zip(packing.pages, pages).map { size, page in
      Array(UnsafeBufferPointer(start: page, count: size.width * size.height))
    }
    for page in pages { page.deallocate() }
    put(shown.map { fresh[$0] }, packing, bytes)
    fresh.removeAll(keepingCapacity: true)
  }

  private mutating func put(_ numbers: [Int], _ packing: TilePacking, _ pages: [[UInt8]]) {
    let bitmaps = zip(packing.pages, pages).map {
      Bitmap(width: $0.width, height: $0.height, format: .coverage, pixels: $1)
    }
    for (number, place) in zip(numbers, packing.places) {
      entries[number].tile.page = bitmaps[place.page]
      (entries[number].tile.x, entries[number].tile.y) = (place.x, place.y)
    }
  }

  /// Lets go of tiles that were not used for a while, and gathers what is left on pages that have become empty.
  mutating func endFrame() {
    frame += 1
    rasterizedCount = 0
    hitCount = 0
    guard !numbers.isEmpty else { return }
    var hasRemoved = false
    for number in entries.indices where entries[number].isLive && entries[number].lastFrame + Self.keptFrames < frame {
      numbers[entries[number].key] = nil
      entries[number].isLive = false
      entries[number].tile = ShapeTile()
      free.append(number)
      hasRemoved = true
    }
    if hasRemoved { gather() }
  }

  /// Packs the tiles anew that lie on pages of which less than a quarter is in use.
  private mutating func gather() {
    var used: [ObjectIdentifier: Int] = [:]
    for entry in entries {
      if let page = entry.tile.page { used[ObjectIdentifier(page), default: 0] += entry.tile.box.area }
    }
    let moved = entries.indices.filter { number in
      guard let page = entries[number].tile.page else { return false }
      return (used[ObjectIdentifier(page)] ?? 0) * 4 < page.width * page.height
    }
    guard !moved.isEmpty else { return }
    let packing = TilePacking(moved.map { entries[$0].tile.box })
    var pages = packing.pages.map { [UInt8](repeating: 0, count: $0.width * $0.height) }
    for (number, place) in zip(moved, packing.places) {
      let tile = entries[number].tile
      guard let page = tile.page else { continue }
      for row in 0..<tile.box.height {
        let from = (tile.y + row) * page.width + tile.x
        let to = (place.y + row) * packing.pages[place.page].width + place.x
        pages[place.page].replaceSubrange(to..<to + tile.box.width, with: page.pixels[from..<from + tile.box.width])
      }
    }
    put(moved, packing, pages)
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

extension UnsafeMutablePointer<UInt8> {
  fileprivate static func zeros(_ count: Int) -> Self {
    let bytes = allocate(capacity: count)
    bytes.initialize(repeating: 0, count: count)
    return bytes
  }
}

extension PixelBox {
  fileprivate var area: Int { width * height }
}
