// PNG files made by hand, chunk by chunk, as our own encoder never writes them: palettes, 16 bits, interlacing,
// profiles, and files that break the rules. Image data is in stored (uncompressed) deflate blocks.

package enum PNGBuilder {
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Returns a whole file. `scanlines` are the filtered rows: a 0 (no filter) and the row's bytes, for each row.
  package static func file(
    width: Int, height: Int, bitDepth: UInt8 = 8, colourType: UInt8, interlaced: Bool = false,
    extraChunks: [[UInt8]] = [], scanlines: [UInt8]
  ) -> [UInt8] {
    let header = bigEndian(width) + bigEndian(height) + [bitDepth, colourType, 0, 0, interlaced ? 1 : 0]
    return signature + chunk("IHDR", header) + extraChunks.flatMap { $0 } + chunk("IDAT", zlibStored(scanlines))
      + chunk("IEND", [])
  }

  package static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return bigEndian(data.count) + body + bigEndian(Int(crc32(body)))
  }

  /// Returns the chunk of a profile: a name, the kind of compression, and the compressed profile.
  package static func profileChunk(_ profile: [UInt8]) -> [UInt8] {
    chunk("iCCP", Array("test\0\0".utf8) + zlibStored(profile))
  }

  package static func bigEndian(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(value >> ($0 * 8) & 0xFF) } }

  /// Returns a zlib stream of one stored block; at most 65535 bytes.
  private static func zlibStored(_ bytes: [UInt8]) -> [UInt8] {
    let (low, high) = (UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8))
    var (a, b) = (1, 0)
    for byte in bytes {
      a = (a + Int(byte)) % 65521
      b = (b + a) % 65521
    }
    return [0x78, 0x01, 0x01, low, high, ~low, ~high] + bytes + bigEndian(b << 16 | a)
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0 as UInt32) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc & 1 != 0 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
  }
}
