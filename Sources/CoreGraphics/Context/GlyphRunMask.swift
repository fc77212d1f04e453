import CCairo
package import Foundation

/// The coverage of a run of glyphs: their cached masks, combined.
struct GlyphRunMask {
  /// The first pixel, y down.
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  private let stride: Int
  private let bytes: [UInt8]

  /// Combines glyphs' masks in `box`; returns nil for none. Origins are in base space, `box` and the bitmap's `bottom`
  /// in pixels, y down. `toBase` maps the font's units; `steps` counts the positions in a pixel each way.
  init?(
    _ glyphs: [CGGlyph], at origins: [CGPoint], of face: FontFace, toBase: CGAffineTransform, steps: Int, bottom: Int,
    inside box: PixelRegion
  ) {
    let key = GlyphMapKey(face, toBase: toBase)
    var source = GlyphMaskSource()
    let set = source.set(key)
    var parts: [PlacedGlyphMask] = []
    parts.reserveCapacity(glyphs.count)
    for (glyph, point) in zip(glyphs, origins) {
      guard let origin = GlyphOrigin(glyph, at: point, steps: steps) else { continue }
      let part = PlacedGlyphMask(set.mask(origin.key, of: face).0, at: origin, bottom: bottom)
      if !part.region.intersection(box).isEmpty { parts.append(part) }
    }
    guard let first = parts.first else { return nil }
    let region = parts.dropFirst().reduce(first.region) { $0.union($1.region) }.intersection(box)
    guard region.width > 0, region.height > 0 else { return nil }
    let stride = (region.width + 3) / 4 * 4
    bytes = withExtendedLifetime(set) {
      [UInt8](unsafeUninitializedCapacity: stride * region.height) { result, count in
        count = stride * region.height
        result.initialize(repeating: 0)
        guard let start = result.baseAddress else { return }
        for part in parts { part.draw(onto: start, stride: stride, region) }
      }
    }
    (x, y, width, height) = (region.x, region.y, region.width, region.height)
    self.stride = stride
  }

  /// Lends the coverage as a cairo surface.
  func withSurface(_ body: (OpaquePointer) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      // cairo does not write to a surface that is only a source.
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

/// A bitmap of coverage in a caller's memory to which glyphs are added without a context, for text in one colour.
package struct GlyphBitmap {
  /// The first row, rows `stride` bytes apart.
  private let pixels: UnsafeMutablePointer<UInt8>
  private let stride: Int
  private let height: Int
  /// The region in which glyphs are drawn, in pixels, y down.
  private let inside: PixelRegion
  /// The number of positions, within a pixel and in each direction, at which a glyph may start.
  private let steps: Int
  package private(set) var source: GlyphMaskSource
  /// The number of glyph masks that had to be made.
  package private(set) var madeCount = 0

  /// Creates a bitmap over cleared bytes, which must outlive it; `margin` pixels along each edge stay empty. Glyphs
  /// start at quarters of a pixel if `isQuantized`, at sixteenths if not.
  package init(
    _ pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int, margin: Int, isQuantized: Bool,
    _ source: GlyphMaskSource
  ) {
    (self.pixels, self.stride, self.height, self.source) = (pixels, stride, height, source)
    inside = PixelRegion(x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin)
    steps = isQuantized ? 4 : 16
  }

  /// Adds glyphs, as a context draws them in its fill colour. Returns false, and adds nothing, for glyphs that it draws
  /// without masks: large ones, and those of fonts of pictures. Positions of origins are relative to `start`; both, and
  /// `size`, that of an em, are in the space that `matrix` maps to pixels, y up from the bitmap's lower edge.
  package mutating func show(
    _ glyphs: [CGGlyph], at positions: [CGPoint], from start: CGPoint, of face: FontFace, size: CGFloat,
    matrix: CGAffineTransform
  ) -> Bool {
    guard size.isFinite, size != 0, matrix.isFinite, matrix.isInvertible else { return true }
    let em = size * matrix.largestScale
    guard !face.hasPictures, em <= CGContext.largestMask else { return false }
    let scale = size / CGFloat(face.unitsPerEm)
    let toBase = CGAffineTransform(scaleX: scale, y: scale).concatenating(
      CGAffineTransform(a: matrix.a, b: matrix.b, c: matrix.c, d: matrix.d, tx: 0, ty: 0))
    let key = GlyphMapKey(face, toBase: toBase)
    let count = min(glyphs.count, positions.count)
    withUnsafeTemporaryAllocation(of: GlyphOrigin.self, capacity: count) { origins in
      var found = 0
      for index in 0..<count {
        let point = CGPoint(x: start.x + positions[index].x, y: start.y + positions[index].y).applying(matrix)
        guard let origin = GlyphOrigin(glyphs[index], at: point, steps: steps) else { continue }
        origins.initializeElement(at: found, to: origin)
        found += 1
      }
      draw(origins[..<found], of: face, key)
    }
    return true
  }

  private mutating func draw(
    _ origins: Slice<UnsafeMutableBufferPointer<GlyphOrigin>>, of face: FontFace, _ key: GlyphMapKey
  ) {
    withUnsafeTemporaryAllocation(of: PlacedGlyphMask.self, capacity: origins.count) { placed in
      // Memory is slow for thousands of masks: all entries are prefetched, then their bytes, before the first read.
      let set = source.set(key)
      for origin in origins { set.prefetch(origin.key) }
      for (index, origin) in origins.enumerated() {
        let (mask, isNew) = set.mask(origin.key, of: face)
        if isNew { madeCount += 1 }
        set.prefetch(mask)
        placed.initializeElement(at: index, to: PlacedGlyphMask(mask, at: origin, bottom: height))
      }
      withExtendedLifetime(set) {
        let first = pixels + (inside.y * stride + inside.x)
        for mask in placed[..<origins.count] { mask.draw(onto: first, stride: stride, inside) }
      }
    }
  }
}

struct PlacedGlyphMask {
  /// The mask's first pixel, y down.
  let x: Int
  let y: Int
  let mask: GlyphMask

  /// Places a mask; `bottom` is the bitmap's, in pixels, y down.
  @inline(__always)
  init(_ mask: GlyphMask, at origin: GlyphOrigin, bottom: Int) {
    (x, y, self.mask) = (origin.column + Int(mask.x), bottom - origin.row + Int(mask.y), mask)
  }

  var region: PixelRegion { PixelRegion(x: x, y: y, width: Int(mask.width), height: Int(mask.height)) }

  /// Adds the mask to the coverage of a region, whose rows are `stride` bytes apart: each glyph covers its share of
  /// what the others leave, as if they were painted one after another.
  @inline(__always)
  func draw(onto pixels: UnsafeMutablePointer<UInt8>, stride: Int, _ region: PixelRegion) {
    let (width, height) = (Int(mask.width), Int(mask.height))
    let (left, right) = (max(x, region.x), min(x + width, region.x + region.width))
    let (top, bottom) = (max(y, region.y), min(y + height, region.y + region.height))
    guard left < right, top < bottom, let bytes = mask.bytes else { return }
    let count = right - left
    // Whole words, as far as the region has them; the bytes that the last one reads beyond the mask's row are cleared.
    let words = min(region.x + region.width - left, (count + 7) & ~7) & ~7
    let last = words > count ? UInt64.max >> UInt64((words - count) * 8) : .max
    var from = bytes + ((top - y) * width + left - x)
    var to = pixels + ((top - region.y) * stride + left - region.x)
    for _ in top..<bottom {
      var column = 0
      while column < words {
        let next = column &+ 8
        let new = UnsafeRawPointer(from + column).loadUnaligned(as: UInt64.self) & (next == words ? last : .max)
        if new != 0 { Self.lay(new, over: to + column) }
        column = next
      }
      while column < count {
        to[column] = Self.union(to[column], from[column])
        column &+= 1
      }
      from += width
      to += stride
    }
  }

  /// Adds eight pixels.
  @inline(__always)
  private static func lay(_ new: UInt64, over pixels: UnsafeMutablePointer<UInt8>) {
    let place = UnsafeMutableRawPointer(pixels)
    let old = place.loadUnaligned(as: UInt64.self)
    // Most pixels are covered by at most one glyph.
    if occupied(old) & occupied(new) == 0 {
      place.storeBytes(of: old | new, as: UInt64.self)
      return
    }
    for index in 0..<8 { pixels[index] = union(pixels[index], UInt8(truncatingIfNeeded: new >> UInt64(index * 8))) }
  }

  /// Returns a word in which the highest bit of each byte that is not 0 is set.
  @inline(__always)
  private static func occupied(_ bytes: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ((bytes & low) &+ low | bytes) & ~low
  }

  @inline(__always)
  private static func union(_ a: UInt8, _ b: UInt8) -> UInt8 {
    let (old, new) = (UInt32(a), UInt32(b))
    return UInt8(truncatingIfNeeded: old &+ new &- (old &* new &+ 127) / 255)
  }
}
