// The value of --max-memory.
import CoreGraphics

/// An amount of memory: bytes, or with one of the suffixes K, M, G and T, in powers of 1,024.
struct MemoryArgument: Equatable, CustomStringConvertible {
  var bytes: Int

  /// The default, which a server survives: a frame of 8,192 by 8,192 pixels fits in.
  static let standard = MemoryArgument(bytes: 1 << 30)

  /// The least that is accepted, in bytes: in less, not even small scenes fit.
  static let least = 1 << 20
  static let most = 1 << 44

  init(bytes: Int) { self.bytes = bytes }

  /// Reads `1073741824`, `512M`, `1.5G` or `2GiB`.
  init(parsing text: String) throws(ArgumentValueError) {
    let units = ["": 1.0, "K": 0x1p10, "M": 0x1p20, "G": 0x1p30, "T": 0x1p40]
    let number = text.prefix { $0.isNumber || $0 == "." }
    var unit = text.dropFirst(number.count).uppercased()
    for ending in ["IB", "B"] where unit.hasSuffix(ending) {
      unit = String(unit.dropLast(ending.count))
      break
    }
    guard let amount = Double(number), let size = units[unit],
      Double(Self.least)...Double(Self.most) ~= amount * size
    else { throw ArgumentValueError("expected an amount of memory from 1M to 16T, such as 512M or 2G") }
    bytes = Int(amount * size)
  }

  var description: String { bytes.formattedAsMemory }
}
