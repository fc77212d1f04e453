// The masks of a face's glyphs under one map. Threads find masks without a lock; the library's lock guards whoever adds
// one. Neither the masks' bytes nor the entries of a table change or move once a thread can find them.

import CFreeType
import Foundation
import Synchronization

final class GlyphMaskSet: @unchecked Sendable {
  // Unchecked Sendable: the table is published atomically, and all else is reached under the library's lock.

  /// The number of bytes that may be read after a mask's last.
  static let slack = 8

  let map: GlyphMapKey
  private let table: Atomic<UnsafeMutablePointer<GlyphMaskTable>>
  /// All tables so far, the last one in use: a thread may still search an earlier one.
  private var tables: [UnsafeMutablePointer<GlyphMaskTable>]
  /// The memory of the masks: pieces, each at least as large as all before it together, up to a limit.
  private var pieces: [UnsafeMutableBufferPointer<UInt8>] = []
  private static let (smallestPiece, largestPiece) = (4096, 256 << 10)
  private var pieceBytes = 0
  /// The number of used bytes in the last piece.
  private var used = 0
  private var count = 0

  init(_ map: GlyphMapKey) {
    self.map = map
    let first = GlyphMaskTable.allocate(capacity: 64)
    table = Atomic(first)
    tables = [first]
  }

  deinit {
    for piece in pieces { piece.deallocate() }
    for table in tables { table.pointee.deallocate(table) }
  }

  /// The size of the set's memory, in bytes.
  var byteCount: Int { pieceBytes + tables.reduce(0) { $0 + $1.pointee.byteCount } }

  /// Prefetches a glyph's entry.
  @inline(__always)
  func prefetch(_ key: UInt32) { table.load(ordering: .acquiring).pointee.prefetch(key | GlyphMaskTable.taken) }

  /// Prefetches the bytes of a mask.
  @inline(__always)
  func prefetch(_ mask: GlyphMask) {
    if let bytes = mask.bytes { cfreetype_prefetch(bytes, Int(mask.width) * Int(mask.height)) }
  }

  /// Returns a mask that exists; nil for one that nobody has drawn yet.
  @inline(__always)
  func find(_ key: UInt32) -> GlyphMask? { table.load(ordering: .acquiring).pointee.find(key | GlyphMaskTable.taken) }

  /// Returns a glyph's mask, and whether it is new. Only a new one takes the library's lock.
  @inline(__always)
  func mask(_ key: UInt32, of face: FontFace) -> (GlyphMask, isNew: Bool) {
    if let mask = find(key) { return (mask, false) }
    return (FontLibrary.withLock { $0.masks.mask(key, in: self, of: face, $0.freeType) }, true)
  }

  /// Draws a mask that does not exist. The caller has the library's lock.
  func add(_ key: UInt32, _ face: FontFace, _ library: FT_Library) -> GlyphMask {
    var table = tables[tables.count - 1]
    if count * 2 >= table.pointee.capacity {
      let larger = GlyphMaskTable.allocate(capacity: table.pointee.capacity * 2)
      table.pointee.copy(to: larger.pointee)
      tables.append(larger)
      self.table.store(larger, ordering: .releasing)
      table = larger
    }
    let mask = draw(key, face, library) ?? GlyphMask()
    table.pointee.add(mask, key | GlyphMaskTable.taken)
    count += 1
    return mask
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

/// An open-addressing table of masks by glyph and position within a pixel (``GlyphOrigin/key``).
private struct GlyphMaskTable {
  /// The bit of a key in use; an unused one is 0.
  static let taken: UInt32 = 1 << 31

  let capacity: Int
  private let keys: UnsafeMutablePointer<Atomic<UInt32>>
  private let masks: UnsafeMutablePointer<GlyphMask>

  /// Allocates an empty table; `capacity` is a power of two.
  static func allocate(capacity: Int) -> UnsafeMutablePointer<GlyphMaskTable> {
    let table = UnsafeMutablePointer<GlyphMaskTable>.allocate(capacity: 1)
    table.initialize(to: GlyphMaskTable(capacity: capacity))
    return table
  }

  private init(capacity: Int) {
    self.capacity = capacity
    (keys, masks) = (.allocate(capacity: capacity), .allocate(capacity: capacity))
    for index in 0..<capacity { (keys + index).initialize(to: Atomic(0)) }
    masks.initialize(repeating: GlyphMask(), count: capacity)
  }

  func deallocate(_ place: UnsafeMutablePointer<GlyphMaskTable>) {
    keys.deallocate()
    masks.deallocate()
    place.deallocate()
  }

  var byteCount: Int { capacity * (MemoryLayout<UInt32>.stride + MemoryLayout<GlyphMask>.stride) }

  @inline(__always)
  func prefetch(_ key: UInt32) {
    let place = start(of: key)
    cfreetype_prefetch(keys + place, 1)
    cfreetype_prefetch(masks + place, 1)
  }

  @inline(__always)
  func find(_ key: UInt32) -> GlyphMask? {
    let (place, found) = place(of: key)
    return found == 0 ? nil : masks[place]
  }

  /// Adds a mask whose key is not in the table, which has room for it.
  func add(_ mask: GlyphMask, _ key: UInt32) {
    let (place, _) = place(of: key)
    masks[place] = mask
    // Other threads read the mask once they see its key.
    keys[place].store(key, ordering: .releasing)
  }

  func copy(to larger: GlyphMaskTable) {
    for index in 0..<capacity {
      let key = keys[index].load(ordering: .relaxed)
      if key != 0 { larger.add(masks[index], key) }
    }
  }

  /// Returns the index at which the search for a key begins: the upper bits of the product depend on all of the key's.
  @inline(__always)
  private func start(of key: UInt32) -> Int { Int((key &* 0x9E37_79B9) >> 8) & (capacity - 1) }

  /// Returns the index of a key, or the free index for it, and the key that is there.
  @inline(__always)
  private func place(of key: UInt32) -> (Int, UInt32) {
    var place = start(of: key)
    while true {
      let found = keys[place].load(ordering: .acquiring)
      if found == 0 || found == key { return (place, found) }
      place = (place &+ 1) & (capacity - 1)
    }
  }
}
