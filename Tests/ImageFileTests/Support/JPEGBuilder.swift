// JPEG files made by hand, for what our own encoder never writes: grey and CMYK. One 8x8 block of one colour; all
// coefficients but the first are zero, so the tables need only a handful of codes.

enum JPEGBuilder {
  /// An 8x8 file with one component per value, each component a flat block of its value.
  ///
  /// - Parameter adobeTransform: the transform byte of an Adobe segment (0 for CMYK as stored); nil for no segment.
  static func flatBlock(_ values: [UInt8], adobeTransform: UInt8? = nil) -> [UInt8] {
    let count = UInt8(values.count)
    var file: [UInt8] = [0xFF, 0xD8]
    if let adobeTransform {
      file += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, adobeTransform])
    }
    // A flat block of v has the first coefficient 8 * (v - 128); a quantisation step of 8 leaves v - 128.
    file += segment(0xDB, [0] + [8] + [UInt8](repeating: 1, count: 63))
    file += segment(0xC0, [8, 0, 8, 0, 8, count] + (1...count).flatMap { [$0, 0x11, 0] })
    // First coefficients: sizes 0 to 8, all with 4-bit codes. Others: only the end of block, code 0.
    file += segment(0xC4, [0x00] + [0, 0, 0, 9] + [UInt8](repeating: 0, count: 12) + Array(0...8))
    file += segment(0xC4, [0x10] + [1] + [UInt8](repeating: 0, count: 15) + [0])
    file += segment(0xDA, [count] + (1...count).flatMap { [$0, 0] } + [0, 63, 0])
    return file + entropyCoded(values) + [0xFF, 0xD9]
  }

  static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    let length = data.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + data
  }

  /// `file` with a segment put in behind its start-of-image marker.
  static func inserting(_ segment: [UInt8], into file: [UInt8]) -> [UInt8] { file[..<2] + segment + file[2...] }

  private static func entropyCoded(_ values: [UInt8]) -> [UInt8] {
    var bits = ""
    for value in values {
      let coefficient = Int(value) - 128
      let size = coefficient == 0 ? 0 : String(abs(coefficient), radix: 2).count
      // Negative coefficients are stored as their value minus one, in `size` bits.
      let stored = coefficient < 0 ? coefficient + (1 << size) - 1 : coefficient
      bits +=
        padded(String(size, radix: 2), to: 4) + (size == 0 ? "" : padded(String(stored, radix: 2), to: size)) + "0"
    }
    while bits.count % 8 != 0 { bits += "1" }
    var bytes: [UInt8] = []
    while !bits.isEmpty {
      bytes.append(UInt8(bits.prefix(8), radix: 2)!)
      // A 0xFF in the data is followed by a 0, so that it is no marker.
      if bytes.last == 0xFF { bytes.append(0) }
      bits.removeFirst(8)
    }
    return bytes
  }

  private static func padded(_ digits: String, to count: Int) -> String {
    String(repeating: "0", count: count - digits.count) + digits
  }
}
