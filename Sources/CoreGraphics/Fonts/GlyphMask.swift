// A cache of the coverage of glyphs. A mask depends on the outline, on the linear part of the map to pixels, and on the
// position of the glyph's origin within a pixel, rounded to a fraction. All masks of a face under one map are a set,
// which is looked up once for a run.

import CFreeType
import Foundation

/// A glyph's coverage, as long as its set exists.
struct GlyphMask {
  /// The glyph and its position within a pixel (``GlyphOrigin/key``), and whether the mask exists.
  fileprivate var key: UInt32 = 0
  /// The rows, without padding; nil for a glyph that covers nothing. ``GlyphMaskSet/slack`` more bytes may be read.
  fileprivate(set) var bytes: UnsafePointer<UInt8>?
  /// The covered pixels, y down, relative to the pixel of the origin. None for a glyph that covers nothing.
  fileprivate(set) var x: Int16 = 0
  fileprivate(set) var y: Int16 = 0
  fileprivate(set) var width: UInt16 = 0
  fileprivate(set) var height: UInt16 = 0
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

/// The masks of a face's glyphs under one map: an open-addressing table, and the bytes of all masks, which do not move,
/// so that a thread that has the set reads them without the library's lock.
final class GlyphMaskSet {
  /// The bit of an entry in use.
  private static let taken: UInt32 = 1 << 31
  /// The number of bytes that may be read after a mask's last.
  static let slack = 8

  private let map: GlyphMapKey
  private var table: [GlyphMask] = Array(repeating: GlyphMask(), count: 64)
  /// The memory of the masks: pieces, each at least as large as all before it together, up to a limit.
  private var pieces: [UnsafeMutableBufferPointer<UInt8>] = []
  private static let (smallestPiece, largestPiece) = (4096, 256 << 10)
  private var pieceBytes = 0
  /// The number of used bytes in the last piece.
  private var used = 0
  private(set) var count = 0

  init(_ map: GlyphMapKey) { self.map = map }

  deinit {
    for piece in pieces { piece.deallocate() }
  }

  /// The size of the set's memory, in bytes.
  var byteCount: Int { pieceBytes + table.count * MemoryLayout<GlyphMask>.stride }

  /// Prefetches a glyph's entry.
  @inline(__always)
  func prefetch(_ key: UInt32) {
    let place = Self.hash(key | Self.taken) & (table.count - 1)
    table.withUnsafeBufferPointer { cfreetype_prefetch($0.baseAddress! + place, 1) }
  }

  /// Prefetches the bytes of a mask.
  @inline(__always)
  func prefetch(_ mask: GlyphMask) {
    if let bytes = mask.bytes { cfreetype_prefetch(bytes, Int(mask.width) * Int(mask.height)) }
  }

  @inline(__always)
  func mask(_ key: UInt32, of face: FontFace, _ library: FT_Library) -> GlyphMask {
    let mask = table[place(of: key | Self.taken)]
    return mask.key == 0 ? add(key, face, library) : mask
  }

  /// Returns a key's hash: the upper bits of the product depend on all bits of the key.
  @inline(__always)
  private static func hash(_ key: UInt32) -> Int { Int((key &* 0x9E37_79B9) >> 8) }

  /// Returns the index of a key marked as taken, or the free index for it.
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
    used += width * height + Self.slack
    return GlyphMask(bytes: UnsafePointer(bytes), x: x, y: y, width: UInt16(width), height: UInt16(height))
  }

  /// Returns the start of `count` cleared bytes after the used ones; nil if the set is full.
  private func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
    let needed = count + Self.slack
    guard pieceBytes + needed < 1 << 30 else { return nil }
    if used + needed > pieces.last?.count ?? 0 {
      let size = max(min(max(pieceBytes, Self.smallestPiece), Self.largestPiece), needed)
      pieces.append(.allocate(capacity: size))
      (pieceBytes, used) = (pieceBytes + size, 0)
    }
    guard let start = pieces.last?.baseAddress else { return nil }
    (start + used).initialize(repeating: 0, count: needed)
    return start + used
  }
}

struct GlyphMaskCache {
  private var sets: [GlyphMapKey: GlyphMaskSet] = [:]
  /// The last requested set, and its size in bytes at that time.
  private var last: (set: GlyphMaskSet, bytes: Int)?
  /// The size of all sets in bytes, the last set as of its request.
  private var size = 0
  /// The greatest number of bytes kept, not counting the last run's.
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
