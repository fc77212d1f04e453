// The format WebP, still and animated.
// Tested by RoundTripTests, VariantTests and DamagedFileTests.

import CWebP
package import ImageFiles

extension ImageCodec {
  /// WebP.
  package static let webp = ImageCodec(
    name: "WebP", suffixes: ["webp"], typeIdentifier: "org.webmproject.webp", animationProperties: "{WebP}",
    library: {
      let version = WebPGetDecoderVersion()
      return ("libwebp", "\(version >> 16).\((version >> 8) & 255).\(version & 255)")
    },
    isSignature: { bytes in
      bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    },
    read: { (bytes, name) throws(ImageFileError) in
      let chunks = try WebPChunks(bytes, name: name)
      return (chunks, try chunks.header(bytes, name: name))
    },
    write: { (frames, settings, name) throws(ImageFileError) in
      let exif = settings.exif
      guard frames.count > 1 || exif != nil else {
        return try ImageFile.encodeWebP(frames[0].bitmap, quality: settings.quality, name: name)
      }
      return try ImageFile.encodeExtendedWebP(frames, settings, exif: exif, name: name)
    })
}

extension ImageFile {
  /// A WebP file in the extended layout: an animation, or a picture with EXIF.
  fileprivate static func encodeExtendedWebP(
    _ frames: [OutputFrame], _ settings: OutputSettings, exif: [UInt8]?, name: String
  ) throws(ImageFileError) -> [UInt8] {
    let isAnimated = frames.count > 1
    let (width, height) = (frames[0].bitmap.width, frames[0].bitmap.height)
    let hasAlpha = frames.contains { !$0.bitmap.isOpaque }
    let flags: UInt8 = (hasAlpha ? 0x10 : 0) | (exif == nil ? 0 : 0x08) | (isAnimated ? 0x02 : 0)
    var body = Array("WEBP".utf8)
    appendRIFFChunk("VP8X", [flags, 0, 0, 0] + short(width - 1, 3) + short(height - 1, 3), to: &body)
    // A transparent background, and how often.
    if isAnimated {
      appendRIFFChunk("ANIM", [0, 0, 0, 0] + short(min(max(settings.loopCount, 0), 65535), 2), to: &body)
    }
    for frame in frames {
      let pixels = pixelChunks(ofWebP: try encodeWebP(frame.bitmap, quality: settings.quality, name: name))
      guard isAnimated else {
        body += pixels
        continue
      }
      let delay = frame.delay(inUnitsOf: 1000, most: 16000)
      // At the top left corner, replacing what is there.
      let place = [UInt8](repeating: 0, count: 6) + short(width - 1, 3) + short(height - 1, 3) + short(delay, 3) + [2]
      appendRIFFChunk("ANMF", place + pixels, to: &body)
    }
    if let exif { appendRIFFChunk("EXIF", exif, to: &body) }
    return Array("RIFF".utf8) + short(body.count, 4) + body
  }

  /// The chunks that hold pixels, of a file that libwebp wrote.
  private static func pixelChunks(ofWebP file: [UInt8]) -> [UInt8] {
    var chunks: [UInt8] = []
    var offset = 12
    while let length = file.integer(at: offset + 4, size: 4, .littleEndian) {
      let end = min(offset + 8 + length + length % 2, file.count)
      if !file.hasText("VP8X", at: offset) { chunks += file[offset..<end] }
      offset = end
    }
    return chunks
  }

  private static func appendRIFFChunk(_ type: String, _ data: [UInt8], to body: inout [UInt8]) {
    body += type.utf8
    body += short(data.count, 4)
    body += data
    if data.count % 2 == 1 { body.append(0) }
  }

  /// The number's lowest bytes, least significant first.
  private static func short(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
