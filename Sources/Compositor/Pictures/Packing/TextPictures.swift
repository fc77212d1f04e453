// Pictures of text, kept from frame to frame by content and scale, so that labels of one text share a picture. The new
// ones of a frame share bitmaps, one of coverage and one of colours: a hundred labels that change are one upload.

import CoreGraphics
import Coverage
import Foundation
import QuartzCore

struct TextPictureKey: Hashable {
  var content: TextContent
  /// Pixels to a point.
  var scale: Double
  /// The position of the bounds' top left corner in its pixel, y down, in eighths.
  var phaseX: UInt8 = 0
  var phaseY: UInt8 = 0
  /// Whether its atlas is its own, as it is drawn upright between its pixels: on a shared one, the place that earlier
  /// frames left free would decide how its coordinates round. Turned ones, of which there may be many, are drawn from
  /// shared ones, in fewer draws; no difference by their places is known.
  var isAlone = false

  /// The number of fractions of a pixel that a position can have, in each direction.
  static let steps = 8.0

  fileprivate var picture: TextPicture? {
    content.picture(scale: scale, phase: CGPoint(x: Double(phaseX) / Self.steps, y: Double(phaseY) / Self.steps))
  }
}

/// The pictures of text of the frames of one builder. A picture's box is its pixels from the one that the top left
/// corner of the layer's bounds lies in, y down.
struct TextPictures {
  var table = PictureTable<TextPictureKey>()

  /// The counts of pictures that were made for this frame, and found in it.
  var madeCount: Int { table.madeCount }
  var foundCount: Int { table.foundCount }

  /// Returns the number of a picture; its position is known after ``rasterize()``.
  mutating func number(of key: TextPictureKey) -> Int { table.number(of: key) }

  subscript(number: Int) -> PackedPicture { table[number] }

  func scale(_ number: Int) -> Double { table.key(number).scale }

  func isAlone(_ number: Int) -> Bool { table.key(number).isAlone }

  private var hasLeftOut = false

  /// The counts of pictures whose lines were set for this frame, and of glyph masks that were made.
  private(set) var laidOutCount = 0
  private(set) var glyphCount = 0

  /// Makes the pictures that are new since the last call, as far as there is memory for them.
  mutating func rasterize(_ budget: inout PictureBudget) {
    guard !table.fresh.isEmpty else { return }
    var coverage: [(Int, TextPicture)] = []
    var colors: [(Int, TextPicture)] = []
    for number in table.fresh {
      guard let picture = table.key(number).picture else { continue }
      if picture.isLaidOutAnew { laidOutCount += 1 }
      guard budget.take(picture.width, picture.height, picture.isColor ? .color : .coverage) else {
        hasLeftOut = true
        break
      }
      if picture.isColor { colors.append((number, picture)) } else { coverage.append((number, picture)) }
    }
    put(coverage, .coverage)
    put(colors, .color)
    table.fresh.removeAll(keepingCapacity: true)
  }

  /// Draws pictures, each straight onto its atlas.
  private mutating func put(_ pictures: [(number: Int, picture: TextPicture)], _ format: Texels.Format) {
    guard !pictures.isEmpty else { return }
    let pixelBytes = format == .color ? 4 : 1
    let boxes = pictures.map { _, picture in
      PixelBox(picture.x, picture.y, picture.x + picture.width, picture.y + picture.height)
    }
    let packing = AtlasPacking(boxes) { table.key(pictures[$0].number).isAlone }
    var atlases = packing.atlases.map { SpareBytes.any($0.width * $0.height * pixelBytes) }
    var glyphs = 0
    atlases.withAllBytes { atlases in
      let shelves = packing.shelves.map { shelf in
        let rowBytes = packing.atlases[shelf.atlas].width * pixelBytes
        return TextShelf(
          start: atlases[shelf.atlas] + shelf.rows.lowerBound * rowBytes, byteCount: shelf.rows.count * rowBytes,
          rowBytes: rowBytes,
          pictures: shelf.indices.map { (pictures[$0].picture, packing.positions[$0].x * pixelBytes) })
      }
      glyphs = concurrentMap(shelves) { $0.draw() }.reduce(0, +)
    }
    glyphCount += glyphs
    table.put(pictures.map(\.number), boxes: boxes, packing: packing, atlases: atlases, format: format)
  }

  mutating func endFrame() {
    if hasLeftOut { table.removeAll() }
    hasLeftOut = false
    (laidOutCount, glyphCount) = (0, 0)
    _ = table.endFrame()
  }
}

/// Pictures next to each other on rows of an atlas.
private struct TextShelf: @unchecked Sendable {
  // Unchecked Sendable: the rows are this shelf's alone.
  let start: UnsafeMutablePointer<UInt8>
  let byteCount: Int
  let rowBytes: Int
  /// The pictures, with the offsets of their first bytes.
  let pictures: [(TextPicture, offset: Int)]

  /// Clears the rows just before drawing, while they are in fast memory, and returns the number of made glyph masks.
  func draw() -> Int {
    start.initialize(repeating: 0, count: byteCount)
    var source = GlyphMaskSource()
    return pictures.reduce(0) { $0 + $1.0.draw(onto: start + $1.offset, rowBytes: rowBytes, &source) }
  }
}
