// WebP files in the extended layout, made from simple ones, for EXIF and colour profiles.

enum WebPBuilder {
  /// `simple` (a file with one image chunk) with `chunks` around it, each with its flag in the VP8X header. A profile
  /// goes in front of the image, everything else behind it.
  static func extended(
    _ simple: [UInt8], width: Int, height: Int, chunks: [(type: String, flag: UInt8, data: [UInt8])]
  ) -> [UInt8] {
    let flags = chunks.reduce(0) { $0 | $1.flag }
    let header = [flags, 0, 0, 0] + littleEndian(width - 1).prefix(3) + littleEndian(height - 1).prefix(3)
    let profiles = chunks.filter { $0.type == "ICCP" }.flatMap { chunk($0.type, $0.data) }
    let others = chunks.filter { $0.type != "ICCP" }.flatMap { chunk($0.type, $0.data) }
    let body = Array("WEBP".utf8) + chunk("VP8X", header) + profiles + simple[12...] + others
    return Array("RIFF".utf8) + littleEndian(body.count) + body
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    Array(type.utf8) + littleEndian(data.count) + data + (data.count % 2 == 0 ? [] : [0])
  }

  private static func littleEndian(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 0xFF) } }
}
