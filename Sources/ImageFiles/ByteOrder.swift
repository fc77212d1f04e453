// Integers out of file headers. Every read is checked against the end, because the offsets come from the file.

/// The order of an integer's bytes in a file: PNG and JPEG are big-endian, RIFF is little-endian, EXIF says which.
package enum ByteOrder {
  case bigEndian, littleEndian
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The unsigned integer of `size` bytes (at most 4) at index `offset`, nil when it is not wholly within the
  /// collection.
  package func integer(at offset: Int, size: Int, _ order: ByteOrder) -> Int? {
    guard offset >= startIndex, offset <= endIndex - size else { return nil }
    let bytes = self[offset..<offset + size]
    return switch order {
    case .bigEndian: bytes.reduce(0) { $0 << 8 | Int($1) }
    case .littleEndian: bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// Whether the ASCII characters `text` stand at index `offset`.
  package func hasText(_ text: String, at offset: Int) -> Bool {
    guard offset >= startIndex, offset <= endIndex - text.utf8.count else { return false }
    return self[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
  }
}
