// Pictures of text, kept from frame to frame by content and scale. Those that are new in a frame share bitmaps, one of
// coverage and one of colours, so that a hundred labels that change are one upload. Labels of the same text share a tile.
//
// A tile that no frame asked for in a while goes. Its page stays as long as any tile of it is used.

import Coverage
import QuartzCore

/// Where a text's picture lies.
struct TextTile {
  /// Nil for a text of which nothing is seen.
  var page: Bitmap?
  /// Its first pixel there.
  var x = 0
  var y = 0
  /// Its pixels, from the top left corner of the layer's bounds, y down.
  var box = PixelBox(0, 0, 0, 0)
}

/// What a picture depends on.
struct TextTileKey: Hashable {
  var content: TextContent
  /// Pixels to a point.
  var scale: Double
}

/// The pictures of text of the frames of one builder.
struct TextTiles {
  private struct Entry {
    var key: TextTileKey
    var tile = TextTile()
    var lastFrame: UInt64
    var isLive = true
  }

  private var entries: [Entry] = []
  private var numbers: [TextTileKey: Int] = [:]
  private var free: [Int] = []
  /// The pictures that are to be made for this frame.
  private var fresh: [Int] = []
  private var frame: UInt64 = 0

  /// Pictures that were not asked for in so many frames go.
  private static let keptFrames: UInt64 = 8

  /// Made and found in this frame.
  private(set) var madeCount = 0
  private(set) var foundCount = 0

  /// The number of a picture; its place is known after ``rasterize()``.
  mutating func number(of key: TextTileKey) -> Int {
    if let number = numbers[key] {
      entries[number].lastFrame = frame
      foundCount += 1
      return number
    }
    let entry = Entry(key: key, lastFrame: frame)
    let number = free.popLast() ?? entries.count
    if number == entries.count { entries.append(entry) } else { entries[number] = entry }
    numbers[key] = number
    madeCount += 1
    fresh.append(number)
    return number
  }

  subscript(number: Int) -> TextTile { entries[number].tile }

  /// Makes what is new since the last call.
  mutating func rasterize() {
    guard !fresh.isEmpty else { return }
    var coverage: [(Int, TextPixels)] = []
    var colors: [(Int, TextPixels)] = []
    for number in fresh {
      let key = entries[number].key
      guard let pixels = key.content.pixels(scale: key.scale) else { continue }
      if pixels.isColor { colors.append((number, pixels)) } else { coverage.append((number, pixels)) }
    }
    put(coverage, .coverage)
    put(colors, .color)
    fresh.removeAll(keepingCapacity: true)
  }

  private mutating func put(_ made: [(number: Int, pixels: TextPixels)], _ format: Bitmap.Format) {
    guard !made.isEmpty else { return }
    let pixelBytes = format == .color ? 4 : 1
    let boxes = made.map {
      PixelBox($0.pixels.x, $0.pixels.y, $0.pixels.x + $0.pixels.width, $0.pixels.y + $0.pixels.height)
    }
    let packing = TilePacking(boxes)
    var pages = packing.pages.map { [UInt8](repeating: 0, count: $0.width * $0.height * pixelBytes) }
    for (index, place) in packing.places.enumerated() {
      let pixels = made[index].pixels
      let rowBytes = pixels.width * pixelBytes
      let stride = packing.pages[place.page].width * pixelBytes
      pages[place.page].withUnsafeMutableBufferPointer { page in
        pixels.bytes.withUnsafeBufferPointer { bytes in
          for row in 0..<pixels.height {
            (page.baseAddress! + (place.y + row) * stride + place.x * pixelBytes).update(
              from: bytes.baseAddress! + row * rowBytes, count: rowBytes)
          }
        }
      }
    }
    let bitmaps = zip(packing.pages, pages).map {
      Bitmap(width: $0.width, height: $0.height, format: format, pixels: $1)
    }
    for (index, place) in packing.places.enumerated() {
      entries[made[index].number].tile = TextTile(
        page: bitmaps[place.page], x: place.x, y: place.y, box: boxes[index])
    }
  }

  /// Lets go of pictures that were not used for a while.
  mutating func endFrame() {
    frame += 1
    madeCount = 0
    foundCount = 0
    guard !numbers.isEmpty else { return }
    for number in entries.indices where entries[number].isLive && entries[number].lastFrame + Self.keptFrames < frame {
      numbers[entries[number].key] = nil
      entries[number].isLive = false
      entries[number].tile = TextTile()
      free.append(number)
    }
  }
}
