// Pictures of text, kept from frame to frame by content and scale. Those that are new in a frame share bitmaps, one of
// coverage and one of colours, so that a hundred labels that change are one upload. Labels of the same text share a
// picture.
//
// Pictures are kept as `PictureTable` says; an atlas stays as long as any picture of it is used.

import CoreGraphics
import Coverage
import Foundation
import QuartzCore

/// What a picture depends on.
struct TextPictureKey: Hashable {
  var content: TextContent
  /// Pixels to a point.
  var scale: Double
  /// Where in its pixel the top left corner of the bounds lies, y down, in eighths.
  var phaseX: UInt8 = 0
  var phaseY: UInt8 = 0

  /// Fractions of a pixel that a position is told apart by, in each direction.
  static let steps = 8.0

  fileprivate var pixels: TextPixels? {
    content.pixels(scale: scale, phase: CGPoint(x: Double(phaseX) / Self.steps, y: Double(phaseY) / Self.steps))
  }
}

/// The pictures of text of the frames of one builder. A picture's box is its pixels from the one that the top left
/// corner of the layer's bounds lies in, y down.
struct TextPictures {
  private var table = PictureTable<TextPictureKey>()

  /// Made and found in this frame.
  var madeCount: Int { table.madeCount }
  var foundCount: Int { table.foundCount }

  /// The number of a picture; its position is known after ``rasterize()``.
  mutating func number(of key: TextPictureKey) -> Int { table.number(of: key) }

  subscript(number: Int) -> PackedPicture { table[number] }

  /// Pixels to a point of a picture.
  func scale(_ number: Int) -> Double { table.key(number).scale }

  /// Whether pictures were left out of this frame.
  private var hasLeftOut = false

  /// Makes what is new since the last call, as far as there is memory for it.
  mutating func rasterize(_ budget: inout PictureBudget) {
    guard !table.fresh.isEmpty else { return }
    var coverage: [(Int, TextPixels)] = []
    var colors: [(Int, TextPixels)] = []
    for number in table.fresh {
      let key = table.key(number)
      guard let pixels = key.pixels else { continue }
      guard budget.take(pixels.width, pixels.height, pixels.isColor ? .color : .coverage) else {
        hasLeftOut = true
        break
      }
      if pixels.isColor { colors.append((number, pixels)) } else { coverage.append((number, pixels)) }
    }
    put(coverage, .coverage)
    put(colors, .color)
    table.fresh.removeAll(keepingCapacity: true)
  }

  private mutating func put(_ made: [(number: Int, pixels: TextPixels)], _ format: Bitmap.Format) {
    guard !made.isEmpty else { return }
    let pixelBytes = format == .color ? 4 : 1
    let boxes = made.map {
      PixelBox($0.pixels.x, $0.pixels.y, $0.pixels.x + $0.pixels.width, $0.pixels.y + $0.pixels.height)
    }
    let packing = AtlasPacking(boxes)
    var atlases = packing.atlases.map { SpareBytes.zeros($0.width * $0.height * pixelBytes) }
    for (index, position) in packing.positions.enumerated() {
      let pixels = made[index].pixels
      let rowBytes = pixels.width * pixelBytes
      let stride = packing.atlases[position.atlas].width * pixelBytes
      atlases[position.atlas].withUnsafeMutableBufferPointer { atlas in
        pixels.bytes.withUnsafeBufferPointer { bytes in
          for row in 0..<pixels.height {
            (atlas.baseAddress! + (position.y + row) * stride + position.x * pixelBytes).update(
              from: bytes.baseAddress! + row * rowBytes, count: rowBytes)
          }
        }
      }
    }
    table.put(made.map(\.number), boxes: boxes, packing: packing, atlases: atlases, format: format)
  }

  /// Lets go of pictures that were not used for a while.
  mutating func endFrame() {
    if hasLeftOut { self = TextPictures() }
    _ = table.endFrame()
  }
}
