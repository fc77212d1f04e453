// Textures that many pictures share, so that draws of other pictures need no other call.
//
// A page is filtered without mipmaps, and whoever reads a picture on it stays within its own texels: what is read
// nearest, by mipmaps, or beyond its edges is for that program to say (Shaders/mixed.frag).
//
// Tested by DrawCallTests.

import CoreGraphics

/// The pages of a renderer.
struct TexturePages {
  /// A side of a page, in texels.
  static let side = Program.pageSide
  /// The longest side of a picture on a page.
  static let mostTexels = 512
  /// The smallest budget for all pages, in bytes, that pages are used with: a page would be too large a part of a
  /// smaller one.
  static let leastBudget = 4 * side * side * 4

  private var pages: [TexturePage] = []

  /// A place for a picture, on a new page where the others are full.
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

  /// Lets go of pages with nothing on them, but for the first.
  mutating func dropEmpty() {
    guard pages.count > 1 else { return }
    for index in pages.indices.dropFirst().reversed() where pages[index].shelves.isEmpty { pages.remove(at: index) }
  }
}

/// A texture with places on it.
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
  /// In texels.
  let region: PixelRegion
  /// Whether others are on the texture.
  var isShared: Bool { page != nil }
  private let page: TexturePage?

  /// All of a texture.
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

  /// Replaces a part of the picture by that part of its pixels.
  func replace(_ changed: PixelRegion, of pixels: UnsafeRawPointer, layout: PixelLayout) {
    let place = PixelRegion(
      x: region.x + changed.x, y: region.y + changed.y, width: changed.width, height: changed.height)
    let first = (changed.y * region.width + changed.x) * texture.bytesPerTexel
    texture.write(pixels + first, rowLength: region.width, to: place, layout: layout)
  }

  /// Replaces all of the picture.
  func replace(_ pixels: UnsafeRawPointer, layout: PixelLayout) {
    replace(PixelRegion(x: 0, y: 0, width: region.width, height: region.height), of: pixels, layout: layout)
  }
}
