// Glyphs as coverage: the kept masks of a run's glyphs, each at its place, laid over each other.

import CCairo
package import Foundation

/// The coverage of a run of glyphs.
struct GlyphRunMask {
  /// A glyph's mask, its first pixel at a place in pixels, y down.
  struct Part {
    var x: Int
    var y: Int
    var mask: GlyphMask
  }

  /// The first pixel, y down.
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  private let stride: Int
  private let bytes: [UInt8]

  /// The masks of glyphs, as far as they touch a box.
  ///
  /// - Parameters:
  ///   - origins: in base space, y up from the bitmap's lower edge.
  ///   - toBase: from the font's units to base space.
  ///   - steps: the places in a pixel at which a glyph may begin, in each direction.
  ///   - height: of the bitmap, in pixels.
  ///   - box: in pixels, y down.
  static func parts(
    _ glyphs: [CGGlyph], at origins: [CGPoint], of face: FontFace, toBase: CGAffineTransform, steps: CGFloat,
    height: Int, inside box: PixelRegion
  ) -> [Part] {
    let fixed = 64.0 * 65536
    func part(_ value: CGFloat) -> Int32 { Int32(max(min((value * fixed).rounded(), 2e9), -2e9)) }
    var key = GlyphMaskKey(
      face: face.serial, glyph: 0, xx: part(toBase.a), xy: part(toBase.c), yx: part(toBase.b), yy: part(toBase.d),
      phaseX: 0, phaseY: 0)
    return FontLibrary.withLock { library in
      var parts: [Part] = []
      parts.reserveCapacity(glyphs.count)
      for (glyph, origin) in zip(glyphs, origins) {
        guard abs(origin.x) < 1e6, abs(origin.y) < 1e6 else { continue }
        let (x, y) = ((origin.x * steps).rounded() / steps, (origin.y * steps).rounded() / steps)
        let (column, row) = (x.rounded(.down), y.rounded(.down))
        key.glyph = UInt32(glyph)
        (key.phaseX, key.phaseY) = (UInt8((x - column) * 64), UInt8((y - row) * 64))
        guard let mask = library.masks.mask(key, of: face, library.freeType) else { continue }
        let (left, top) = (Int(column) + mask.x, height - Int(row) + mask.y)
        guard left < box.x + box.width, left + mask.width > box.x, top < box.y + box.height, top + mask.height > box.y
        else { continue }
        parts.append(Part(x: left, y: top, mask: mask))
      }
      return parts
    }
  }

  /// Lays masks over each other, as far as they lie in a box of pixels.
  init?(_ parts: [Part], inside box: PixelRegion) {
    guard let first = parts.first else { return nil }
    var (x0, y0, x1, y1) = (first.x, first.y, first.x + first.mask.width, first.y + first.mask.height)
    for part in parts {
      (x0, y0) = (min(x0, part.x), min(y0, part.y))
      (x1, y1) = (max(x1, part.x + part.mask.width), max(y1, part.y + part.mask.height))
    }
    (x0, y0) = (max(x0, box.x), max(y0, box.y))
    (x1, y1) = (min(x1, box.x + box.width), min(y1, box.y + box.height))
    guard x1 > x0, y1 > y0 else { return nil }
    (x, y, width, height) = (x0, y0, x1 - x0, y1 - y0)
    let stride = (x1 - x0 + 3) / 4 * 4
    self.stride = stride
    let region = PixelRegion(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
    bytes = [UInt8](unsafeUninitializedCapacity: stride * (y1 - y0)) { result, count in
      count = stride * (y1 - y0)
      result.initialize(repeating: 0)
      guard let start = result.baseAddress else { return }
      for part in parts { part.draw(onto: start, stride: stride, region) }
    }
  }

  /// Lends the coverage as a surface of cairo's.
  func withSurface(_ body: (OpaquePointer) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      // cairo does not write to what it only reads from.
      guard
        let surface = cairo_image_surface_create_for_data(
          UnsafeMutablePointer(mutating: bytes.baseAddress), CAIRO_FORMAT_A8, Int32(width), Int32(height),
          Int32(stride))
      else { return }
      body(surface)
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
  }
}

extension GlyphRunMask.Part {
  /// Lays the mask over coverage: each covers what the others leave, as if they were painted one after another.
  ///
  /// - Parameters:
  ///   - pixels: of the region, first row first, rows `stride` bytes apart.
  func draw(onto pixels: UnsafeMutablePointer<UInt8>, stride: Int, _ region: PixelRegion) {
    let (left, right) = (max(x, region.x), min(x + mask.width, region.x + region.width))
    let (top, bottom) = (max(y, region.y), min(y + mask.height, region.y + region.height))
    guard left < right, top < bottom else { return }
    mask.bytes.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      for row in top..<bottom {
        Self.lay(
          start + (row - y) * mask.width + (left - x), over: pixels + (row - region.y) * stride + (left - region.x),
          count: right - left)
      }
    }
  }

  private static func lay(_ from: UnsafePointer<UInt8>, over to: UnsafeMutablePointer<UInt8>, count: Int) {
    var column = 0
    while column < count {
      // Most pixels are covered by one glyph or none.
      if column + 8 <= count {
        let new = UnsafeRawPointer(from + column).loadUnaligned(as: UInt64.self)
        let place = UnsafeMutableRawPointer(to + column)
        if new == 0 || place.loadUnaligned(as: UInt64.self) == 0 {
          if new != 0 { place.storeBytes(of: new, as: UInt64.self) }
          column += 8
          continue
        }
      }
      let end = min(column + 8, count)
      while column < end {
        let (old, new) = (UInt32(to[column]), UInt32(from[column]))
        to[column] = UInt8(old + new - (old * new + 127) / 255)
        column += 1
      }
    }
  }
}

/// A bitmap of coverage that glyphs are added to, without a context: for text in one colour.
package struct GlyphBitmap {
  package let width: Int
  package let height: Int
  /// First row first, without padding.
  package private(set) var bytes: [UInt8]
  /// What glyphs are drawn in, in pixels, y down.
  private let inside: PixelRegion
  /// The places in a pixel at which a glyph may begin, in each direction.
  private let steps: CGFloat

  /// An empty bitmap.
  ///
  /// - Parameters:
  ///   - margin: pixels along each edge that nothing is drawn in.
  ///   - isQuantized: whether glyphs begin at quarters of a pixel; else at sixteenths.
  package init(width: Int, height: Int, margin: Int, isQuantized: Bool) {
    (self.width, self.height) = (width, height)
    bytes = [UInt8](repeating: 0, count: width * height)
    inside = PixelRegion(x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin)
    steps = isQuantized ? 4 : 16
  }

  /// Adds glyphs, as a context draws them in its fill colour. Returns false, and adds nothing, for those that it draws
  /// otherwise than by masks: large ones, and those of fonts of pictures.
  ///
  /// - Parameters:
  ///   - positions: of the glyphs' origins, before `matrix`.
  ///   - size: of an em, before `matrix`.
  ///   - matrix: to pixels, y up from the bitmap's lower edge.
  package mutating func show(
    _ glyphs: [CGGlyph], at positions: [CGPoint], of face: FontFace, size: CGFloat, matrix: CGAffineTransform
  ) -> Bool {
    guard size.isFinite, size != 0, matrix.isFinite, matrix.isInvertible else { return true }
    let em = size * max(hypot(matrix.a, matrix.b), hypot(matrix.c, matrix.d))
    guard !face.hasPictures, em <= CGContext.largestMask else { return false }
    let scale = size / CGFloat(face.unitsPerEm)
    let toBase = CGAffineTransform(scaleX: scale, y: scale).concatenating(
      CGAffineTransform(a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: 0, ty: 0))
    let parts = GlyphRunMask.parts(
      glyphs, at: positions.map { $0.applying(matrix) }, of: face, toBase: toBase, steps: steps, height: height,
      inside: inside)
    let (width, inside) = (width, inside)
    bytes.withUnsafeMutableBufferPointer { pixels in
      guard let start = pixels.baseAddress else { return }
      for part in parts { part.draw(onto: start + inside.y * width + inside.x, stride: width, inside) }
    }
    return true
  }
}
