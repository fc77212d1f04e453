// A cache of the coverage of glyphs. A mask depends on the outline, on the linear part of the map to pixels, and on the
// position of the glyph's origin within a pixel, rounded to a fraction. All masks of a face under one map are a set,
// which is looked up once for a run (GlyphMaskSet.swift).

import CFreeType
import Foundation

/// A glyph's coverage, as long as its set exists.
struct GlyphMask {
  /// The rows, without padding; nil for a glyph that covers nothing. ``GlyphMaskSet/slack`` more bytes may be read.
  var bytes: UnsafePointer<UInt8>?
  /// The covered pixels, y down, relative to the pixel of the origin. None for a glyph that covers nothing.
  var x: Int16 = 0
  var y: Int16 = 0
  var width: UInt16 = 0
  var height: UInt16 = 0
}

/// The face and the map of all masks of a set.
struct GlyphMapKey: Hashable {
  var face: UInt32
  /// The linear map from the font's units to 1/64 of a pixel, y up, in 16.16.
  var xx: Int32
  var xy: Int32
  var yx: Int32
  var yy: Int32

  /// Creates the key; `toBase` maps the font's units to pixels.
  init(_ face: FontFace, toBase: CGAffineTransform) {
    let fixed = 64.0 * 65536
    func part(_ value: CGFloat) -> Int32 { Int32(max(min((value * fixed).rounded(), 2e9), -2e9)) }
    self.face = face.serial
    (xx, xy, yx, yy) = (part(toBase.a), part(toBase.c), part(toBase.b), part(toBase.d))
  }
}

struct GlyphOrigin {
  /// The pixel, y up.
  let column: Int
  let row: Int
  /// The glyph and the position within the pixel, in 1/64 from the pixel's lower left corner.
  let key: UInt32

  /// Creates an origin at `point`, in pixels, y up; returns nil outside of any picture. `steps` is the number of
  /// positions within a pixel in each direction: a power of two, at most 64.
  @inline(__always)
  init?(_ glyph: CGGlyph, at point: CGPoint, steps: Int) {
    guard abs(point.x) < 1e6, abs(point.y) < 1e6 else { return nil }
    let (x, y) = (Int(rounding: point.x * CGFloat(steps)), Int(rounding: point.y * CGFloat(steps)))
    let (shift, part) = (steps.trailingZeroBitCount, 64 / steps)
    (column, row) = (x >> shift, y >> shift)
    let phases = (x & (steps - 1)) * part << 6 | (y & (steps - 1)) * part
    key = UInt32(glyph) << 12 | UInt32(truncatingIfNeeded: phases)
  }
}

extension Int {
  /// Returns the nearest integer, halves away from zero. (`rounded()` may call the C library.)
  @inline(__always)
  fileprivate init(rounding value: CGFloat) {
    let whole = Int(value)
    // Exact, as the two numbers are close.
    let rest = value - CGFloat(whole)
    self = whole + (rest >= 0.5 ? 1 : 0) - (rest <= -0.5 ? 1 : 0)
  }
}

/// The sets of masks of recently drawn glyphs, under the library's lock.
struct GlyphMaskCache {
  private var sets: [GlyphMapKey: GlyphMaskSet] = [:]
  /// The size of all sets, in bytes.
  private var size = 0
  /// The greatest size, in bytes, at which another set is kept beside the others.
  private static let budget = 16 << 20

  mutating func set(_ key: GlyphMapKey) -> GlyphMaskSet {
    if size > Self.budget {
      sets.removeAll(keepingCapacity: true)
      size = 0
    }
    if let set = sets[key] { return set }
    let set = GlyphMaskSet(key)
    sets[key] = set
    size += set.byteCount
    return set
  }

  /// Returns a glyph's mask from a set, which may have left the cache.
  mutating func mask(_ key: UInt32, in set: GlyphMaskSet, of face: FontFace, _ library: FT_Library) -> GlyphMask {
    // Another thread may have drawn it in the meantime.
    if let mask = set.find(key) { return mask }
    let before = set.byteCount
    let mask = set.add(key, face, library)
    if sets[set.map] === set { size += set.byteCount - before }
    return mask
  }
}

/// The set of masks that a thread used last. The library's lock is taken only for another face or map.
package struct GlyphMaskSource {
  private var last: GlyphMaskSet?

  package init() {}

  mutating func set(_ key: GlyphMapKey) -> GlyphMaskSet {
    if let last, last.map == key { return last }
    let set = FontLibrary.withLock { $0.masks.set(key) }
    last = set
    return set
  }
}
