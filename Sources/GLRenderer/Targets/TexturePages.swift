// Tested by DrawCallTests and ShelfTests.

import CoreGraphics

/// Textures that many pictures share, so that draws of other pictures need no other call. A page is filtered without
/// mipmaps, and a program that reads a picture on it stays within its own texels: Shaders/mixed.frag does so for
/// nearest sampling, mipmaps and edges.
struct TexturePages {
  static let side = Program.pageSide
  /// The longest side of a picture on a page.
  static let mostTexels = 512
  /// The smallest budget for all pages, in bytes: a page would be too large a part of a smaller one.
  static let leastBudget = 4 * side * side * 4

  private var pages: [TexturePage] = []

  /// Returns a place for a picture, on a new page if the others are full.
  mutating func take(
    width: Int, height: Int, _ device: GLDevice, _ layout: PixelLayout
  ) throws(GLError) -> TexturePart {
    for page in pages {
      if let part = TexturePart(on: page, width: width, height: height) { return part }
    }
    let page = try TexturePage(device, layout)
    pages.append(page)
    guard let part = TexturePart(on: page, width: width, height: height) else {
      preconditionFailure("a picture of \(width)x\(height) texels for a page")
    }
    return part
  }

  mutating func dropEmpty() {
    guard pages.count > 1 else { return }
    for index in pages.indices.dropFirst().reversed() where pages[index].shelves.isEmpty { pages.remove(at: index) }
  }
}

final class TexturePage {
  fileprivate let texture: Texture
  fileprivate var shelves = Shelves(side: TexturePages.side)

  fileprivate init(_ device: GLDevice, _ layout: PixelLayout) throws(GLError) {
    texture = try Texture(device, layout: layout, width: TexturePages.side, height: TexturePages.side)
  }
}

/// A texture or a part of one, which holds a picture. The last owner of a part frees its place.
final class TexturePart {
  let texture: Texture
  /// The place in texels.
  let region: PixelRegion
  var isShared: Bool { page != nil }
  private let page: TexturePage?

  init(_ texture: Texture) {
    self.texture = texture
    region = PixelRegion(x: 0, y: 0, width: texture.width, height: texture.height)
    page = nil
  }

  fileprivate init?(on page: TexturePage, width: Int, height: Int) {
    guard let (x, y) = page.shelves.take(width: width, height: height) else { return nil }
    (texture, self.page) = (page.texture, page)
    region = PixelRegion(x: x, y: y, width: width, height: height)
  }

  deinit { page?.shelves.giveBack(x: region.x, y: region.y, width: region.width) }

  func replace(_ changed: PixelRegion, of pixels: UnsafeRawPointer, layout: PixelLayout) {
    let place = PixelRegion(
      x: region.x + changed.x, y: region.y + changed.y, width: changed.width, height: changed.height)
    let first = (changed.y * region.width + changed.x) * texture.bytesPerTexel
    texture.write(pixels + first, rowLength: region.width, to: place, layout: layout)
  }

  func replace(_ pixels: UnsafeRawPointer, layout: PixelLayout) {
    replace(PixelRegion(x: 0, y: 0, width: region.width, height: region.height), of: pixels, layout: layout)
  }
}

// The places of pictures on a page: in shelves, rows of one height, from the first row of the page on.
//
//   +----+--------+---+-----+
//   |    |        |   |     |   a shelf: its pictures are at most as high
//   +----+--------+---+-+---+
//   |  |  |//|  |       |       freed places may be taken again
//   +--+--+--+--+-------+---+
//   |                       |   no shelf yet
//   +-----------------------+

struct Shelves {
  private struct Shelf {
    let y: Int
    let height: Int
    /// The free stretches, from left to right; no two touch.
    var free: [Range<Int>]
  }

  /// The side of the page, in pixels.
  let side: Int
  /// The shelves from the first row on, without gaps.
  private var shelves: [Shelf] = []

  /// Shelves' heights are multiples of this, so that one serves pictures of similar height.
  private static let step = 8

  init(side: Int) { self.side = side }

  var isEmpty: Bool { shelves.isEmpty }

  /// Takes a place for a picture and returns its corner; nil if the page has no room for it.
  mutating func take(width: Int, height: Int) -> (x: Int, y: Int)? {
    guard width > 0, height > 0, width <= side, height <= side else { return nil }
    guard let (shelf, span) = place(width, height) ?? addShelf(width, height) else { return nil }
    let x = shelves[shelf].free[span].lowerBound
    let rest = x + width..<shelves[shelf].free[span].upperBound
    if rest.isEmpty { shelves[shelf].free.remove(at: span) } else { shelves[shelf].free[span] = rest }
    return (x, shelves[shelf].y)
  }

  mutating func giveBack(x: Int, y: Int, width: Int) {
    guard let shelf = shelves.firstIndex(where: { $0.y == y }) else { preconditionFailure("no shelf at \(y)") }
    var span = x..<x + width
    var index = shelves[shelf].free.firstIndex { $0.lowerBound >= span.upperBound } ?? shelves[shelf].free.count
    if index < shelves[shelf].free.count, shelves[shelf].free[index].lowerBound == span.upperBound {
      span = span.lowerBound..<shelves[shelf].free.remove(at: index).upperBound
    }
    if index > 0, shelves[shelf].free[index - 1].upperBound == span.lowerBound {
      index -= 1
      span = shelves[shelf].free.remove(at: index).lowerBound..<span.upperBound
    }
    shelves[shelf].free.insert(span, at: index)
    while let last = shelves.last, last.free == [0..<side] { shelves.removeLast() }
  }

  /// Returns the lowest shelf that is high enough, and not by more than a third unless it is empty, and the span on it.
  private func place(_ width: Int, _ height: Int) -> (shelf: Int, span: Int)? {
    var found: (shelf: Int, span: Int)?
    for (index, shelf) in shelves.enumerated() where shelf.height >= height {
      if let found, shelves[found.shelf].height <= shelf.height { continue }
      guard shelf.height <= height + max(height / 3, Self.step) || shelf.free == [0..<side] else { continue }
      if let span = shelf.free.firstIndex(where: { $0.count >= width }) { found = (index, span) }
    }
    return found
  }

  private mutating func addShelf(_ width: Int, _ height: Int) -> (shelf: Int, span: Int)? {
    let y = shelves.last.map { $0.y + $0.height } ?? 0
    guard y + height <= side else { return nil }
    let rounded = (height + Self.step - 1) / Self.step * Self.step
    shelves.append(Shelf(y: y, height: min(rounded, side - y), free: [0..<side]))
    return (shelves.count - 1, 0)
  }
}
