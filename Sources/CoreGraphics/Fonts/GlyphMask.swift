// Coverage of glyphs at places of a pixel is kept: text draws the same few glyphs over and over.
//
// A mask depends on the outline, on the linear part of the map to pixels, and on where in a pixel the glyph's origin
// lies, which is rounded to a fraction of a pixel. All masks of a face under one map are a set, found once for a run.

import CFreeType
import Foundation

/// The position of a glyph's coverage in its set.
struct GlyphMask {
  /// The glyph and its place in a pixel (``GlyphOrigin/key``), and whether there is a mask.
  fileprivate var key: UInt32 = 0
  /// The first byte; rows follow each other without padding.
  fileprivate var start: UInt32 = 0
  /// The pixels it covers, y down, from the pixel that the origin lies in. No pixels where nothing is covered.
  fileprivate(set) var x: Int16 = 0
  fileprivate(set) var y: Int16 = 0
  fileprivate(set) var width: UInt16 = 0
  fileprivate(set) var height: UInt16 = 0
}

/// The face and the map that the masks of a set share.
struct GlyphMapKey: Hashable {
  var face: UInt32
  /// From the font's units to 1/64 of a pixel, y up, in 16.16.
  var xx: Int32
  var xy: Int32
  var yx: Int32
  var yy: Int32

  /// `toBase` is from the font's units to pixels.
  init(_ face: FontFace, toBase: CGAffineTransform) {
    let fixed = 64.0 * 65536
    func part(_ value: CGFloat) -> Int32 { Int32(max(min((value * fixed).rounded(), 2e9), -2e9)) }
    self.face = face.serial
    (xx, xy, yx, yy) = (part(toBase.a), part(toBase.c), part(toBase.b), part(toBase.d))
  }
}

/// A glyph, and where its origin lies.
struct GlyphOrigin {
  /// The pixel, y up.
  let column: Int
  let row: Int
  /// The glyph and the place in the pixel, in 1/64 from the pixel's lower left corner.
  let key: UInt32

  /// Nil for a place that no picture has. `point` is the origin in pixels, y up; `steps` the places in a pixel in each
  /// direction: a power of two, at most 64.
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
  /// The nearest whole number, halves away from zero: `rounded()` may be a call of the C library.
  @inline(__always)
  fileprivate init(rounding value: CGFloat) {
    let whole = Int(value)
    // Exact, as the two are near each other.
    let rest = value - CGFloat(whole)
    self = whole + (rest >= 0.5 ? 1 : 0) - (rest <= -0.5 ? 1 : 0)
  }
}

/// The masks of a face's glyphs under one map: an open-addressing table, and all bytes in a row.
final class GlyphMaskSet {
  /// Marks an entry that is taken.
  private static let taken: UInt32 = 1 << 31
  /// Bytes that may be read beyond a mask's last.
  static let slack = 8

  private let map: GlyphMapKey
  private var table: [GlyphMask] = Array(repeating: GlyphMask(), count: 64)
  private var pixels: UnsafeMutablePointer<UInt8>
  private var capacity = 4096
  private var used = 0
  private(set) var count = 0

  init(_ map: GlyphMapKey) {
    self.map = map
    pixels = .allocate(capacity: capacity)
  }

  deinit { pixels.deallocate() }

  /// The size of the set's memory, in bytes.
  var byteCount: Int { capacity + table.count * MemoryLayout<GlyphMask>.stride }

  @inline(__always)
  func bytes(of mask: GlyphMask) -> UnsafePointer<UInt8> { UnsafePointer(pixels + Int(mask.start)) }

  /// Asks memory for what is known of a glyph.
  @inline(__always)
  func prefetch(_ key: UInt32) {
    let place = Self.hash(key | Self.taken) & (table.count - 1)
    table.withUnsafeBufferPointer { cfreetype_prefetch($0.baseAddress! + place, 1) }
  }

  /// Asks memory for the bytes of a mask.
  @inline(__always)
  func prefetch(_ mask: GlyphMask) { cfreetype_prefetch(pixels + Int(mask.start), Int(mask.width) * Int(mask.height)) }

  @inline(__always)
  func mask(_ key: UInt32, of face: FontFace, _ library: FT_Library) -> GlyphMask {
    let mask = table[place(of: key | Self.taken)]
    return mask.key == 0 ? add(key, face, library) : mask
  }

  /// The upper bits of the product depend on all bits of the key.
  @inline(__always)
  private static func hash(_ key: UInt32) -> Int { Int((key &* 0x9E37_79B9) >> 8) }

  /// Returns the place in the table of a key marked as taken, or the free place for it.
  @inline(__always)
  private func place(of key: UInt32) -> Int {
    let last = table.count - 1
    var place = Self.hash(key) & last
    while table[place].key != 0, table[place].key != key { place = (place &+ 1) & last }
    return place
  }

  private func add(_ key: UInt32, _ face: FontFace, _ library: FT_Library) -> GlyphMask {
    if count * 2 >= table.count { grow() }
    var mask = draw(key, face, library) ?? GlyphMask()
    mask.key = key | Self.taken
    table[place(of: mask.key)] = mask
    count += 1
    return mask
  }

  private func grow() {
    let old = table
    table = Array(repeating: GlyphMask(), count: old.count * 2)
    for mask in old where mask.key != 0 { table[place(of: mask.key)] = mask }
  }

  private func draw(_ key: UInt32, _ face: FontFace, _ library: FT_Library) -> GlyphMask? {
    let (glyph, phaseX, phaseY) = (key >> 12, FT_Pos(key >> 6 & 63), FT_Pos(key & 63))
    guard Int(glyph) < face.glyphCount, cfreetype_load_units(face.handle, glyph) == 0 else { return nil }
    let slot = face.handle.pointee.glyph!
    guard slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE, slot.pointee.outline.n_points > 0 else { return nil }
    var matrix = FT_Matrix(xx: FT_Fixed(map.xx), xy: FT_Fixed(map.xy), yx: FT_Fixed(map.yx), yy: FT_Fixed(map.yy))
    FT_Outline_Transform(&slot.pointee.outline, &matrix)
    FT_Outline_Translate(&slot.pointee.outline, phaseX, phaseY)
    var box = FT_BBox()
    FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    let (x0, x1) = (Int(box.xMin >> 6), Int((box.xMax + 63) >> 6))
    let (y0, y1) = (Int(box.yMin >> 6), Int((box.yMax + 63) >> 6))
    let (width, height) = (x1 - x0, y1 - y0)
    guard width > 0, height > 0, width <= 2048, height <= 2048, let x = Int16(exactly: x0), let y = Int16(exactly: -y1)
    else { return nil }
    FT_Outline_Translate(&slot.pointee.outline, FT_Pos(-x0 * 64), FT_Pos(-y0 * 64))
    guard let bytes = reserve(width * height) else { return nil }
    let status = cfreetype_draw_outline(library, face.handle, bytes, Int32(width), Int32(height), Int32(width))
    guard status == 0 else { return nil }
    let start = UInt32(used)
    used += width * height
    return GlyphMask(start: start, x: x, y: y, width: UInt16(width), height: UInt16(height))
  }

  /// The start of `count` cleared bytes behind those that are used; nil where the set is full.
  private func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
    let needed = used + count + Self.slack
    guard needed < 1 << 30 else { return nil }
    if needed > capacity {
      capacity = max(capacity * 2, needed)
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
      larger.initialize(from: pixels, count: used)
      pixels.deallocate()
      pixels = larger
    }
    (pixels + used).initialize(repeating: 0, count: count + Self.slack)
    return pixels + used
  }
}

struct GlyphMaskCache {
  private var sets: [GlyphMapKey: GlyphMaskSet] = [:]
  /// The set that was last requested, and its size in bytes at that moment.
  private var last: (set: GlyphMaskSet, bytes: Int)?
  /// The size of all sets in bytes, with the last set's at the moment of its request.
  private var size = 0
  /// Bytes that are kept at most, but for those of the last run.
  private static let budget = 16 << 20

  mutating func set(_ key: GlyphMapKey) -> GlyphMaskSet {
    if let last {
      size += last.set.byteCount - last.bytes
      self.last = nil
    }
    if size > Self.budget {
      sets.removeAll(keepingCapacity: true)
      size = 0
    }
    let known = sets[key]
    let set = known ?? GlyphMaskSet(key)
    if known == nil {
      sets[key] = set
      size += set.byteCount
    }
    last = (set, set.byteCount)
    return set
  }
}
