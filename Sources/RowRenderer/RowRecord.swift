// Bands that need not be drawn again. A record tells from what each band of a memory was drawn; a band is left as it is
// if the new frame draws the same there, whatever was drawn in between.
//
// Tested by RowRecordTests.

import Compositor
import ImageFiles

/// The number of everything that decides on some pixels. Different contents have the same number with a probability of
/// about 2⁻¹²⁸.
struct ContentNumber: Equatable, Sendable {
  private var first: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  init() {}

  /// Creates the number of a kept picture, of which no other one has the stamp.
  init(ofKept stamp: UInt64) { add(stamp) }

  @inline(__always)
  mutating func add(_ word: UInt64) {
    let product = (first ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    first = product.high ^ product.low
    second = (second ^ word) &* 0x9FB2_1C65_1E98_DF25
    second ^= second >> 31
  }

  mutating func add(_ other: ContentNumber) {
    add(other.first)
    add(other.second)
  }

  mutating func add(_ color: SIMD4<Float>) {
    add(UInt64(color.x.bitPattern) << 32 | UInt64(color.y.bitPattern))
    add(UInt64(color.z.bitPattern) << 32 | UInt64(color.w.bitPattern))
  }

  mutating func add(_ value: some Hashable) { add(UInt64(bitPattern: Int64(value.hashValue))) }

  /// Adds values of 8 bytes or multiples of that.
  @inline(__always)
  mutating func add<Value: BitwiseCopyable>(_ values: UnsafeBufferPointer<Value>) {
    let bytes = UnsafeRawBufferPointer(values)
    for offset in stride(from: 0, to: bytes.count, by: 8) {
      add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }
}

/// The contents of a memory's bands, as they were drawn last.
final class RowRecord: @unchecked Sendable {
  // Unchecked Sendable: each band's thread reads and writes its own entries alone.
  private let width: Int
  private let height: Int
  private let bands: UnsafeMutableBufferPointer<Band>

  private struct Band {
    /// The contents; nil if unknown.
    var content: ContentNumber?
    var isLeftOut = false
  }

  private init(_ width: Int, _ height: Int, bandCount: Int) {
    (self.width, self.height) = (width, height)
    bands = .allocate(capacity: bandCount)
    bands.initialize(repeating: Band())
  }

  deinit { bands.deallocate() }

  /// Returns the record of a memory for a frame of a size, a new one if it is missing.
  static func of(_ memory: FrameMemory, width: Int, height: Int, bandCount: Int) -> RowRecord {
    if let record = memory.record as? RowRecord, (record.width, record.height) == (width, height) { return record }
    let record = RowRecord(width, height, bandCount: bandCount)
    memory.record = record
    return record
  }

  /// Returns whether a band has some contents already. Otherwise notes them, as the caller draws them.
  func has(_ content: ContentNumber?, band: Int) -> Bool {
    let isLeftOut = content != nil && bands[band].content == content
    bands[band] = Band(content: content, isLeftOut: isLeftOut)
    return isLeftOut
  }

  /// The number of bands that were left as they are.
  var leftOutCount: Int { bands.count { $0.isLeftOut } }
}
