// The format PNG, still and animated.
// Tested by RoundTripTests, VariantTests and DamagedFileTests.

import CPNG

extension ImageCodec {
  /// PNG, and its animations (APNG).
  package static let png = ImageCodec(
    name: "PNG", suffixes: ["png", "apng"], typeIdentifier: "public.png", animationProperties: "{PNG}",
    library: { ("libpng", String(cString: cpng_version())) },
    isSignature: { bytes in
      let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      // Two bytes are enough.
      return bytes.count >= 2 && signature.starts(with: bytes.prefix(signature.count))
    },
    read: { (bytes, name) throws(ImageFileError) in
      let chunks = try PNGChunks(bytes, name: name)
      return (chunks, try chunks.header(bytes, name: name))
    },
    write: { (frames, settings, name) throws(ImageFileError) in
      let file =
        frames.count == 1
        ? try ImageFile.encodePNG(frames[0].bitmap, name: name)
        : try ImageFile.encodeAnimatedPNG(frames, loopCount: settings.loopCount, name: name)
      guard let exif = settings.exif else { return file }
      // Behind IHDR, which ends at byte 33.
      var result = Array(file[..<33])
      ImageFile.appendPNGChunk("eXIf", exif, to: &result)
      return result + file[33...]
    })
}

extension ImageFile {
  /// An animated PNG: each picture whole, in the place of the one before. Those who know no animation see the first.
  fileprivate static func encodeAnimatedPNG(
    _ frames: [OutputFrame], loopCount: Int, name: String
  ) throws(ImageFileError) -> [UInt8] {
    let hasAlpha = frames.contains { !$0.bitmap.isOpaque }
    var file: [UInt8] = []
    var sequence = 0
    for (index, frame) in frames.enumerated() {
      let still = try encodePNG(frame.bitmap, hasAlpha: hasAlpha, name: name)
      let (head, data) = imageData(ofPNG: still)
      if index == 0 {
        file = Array(still[head])
        appendPNGChunk("acTL", bigEndian(frames.count) + bigEndian(max(loopCount, 0)), to: &file)
      }
      // Milliseconds; no disposal, replacing what is there.
      let delay = frame.delay(inUnitsOf: 1000, most: 65)
      var control = [sequence, frame.bitmap.width, frame.bitmap.height, 0, 0].flatMap(bigEndian)
      control += bigEndian(delay)[2...]
      control += bigEndian(1000)[2...]
      control += [0, 0]
      appendPNGChunk("fcTL", control, to: &file)
      sequence += 1
      for part in data {
        if index == 0 {
          appendPNGChunk("IDAT", still[part], to: &file)
        } else {
          appendPNGChunk("fdAT", bigEndian(sequence) + still[part], to: &file)
          sequence += 1
        }
      }
    }
    appendPNGChunk("IEND", [], to: &file)
    return file
  }

  /// The bytes before the pixels of a file that libpng wrote, and the parts that hold the pixels.
  private static func imageData(ofPNG file: [UInt8]) -> (head: Range<Int>, data: [Range<Int>]) {
    var offset = PNGChunks.signatureSize
    var head = 0
    var data: [Range<Int>] = []
    while let length = file.integer(at: offset, size: 4, .bigEndian) {
      if file.hasText("IDAT", at: offset + 4) {
        if data.isEmpty { head = offset }
        data.append(offset + 8..<offset + 8 + length)
      }
      offset += PNGChunks.overhead + length
    }
    return (0..<head, data)
  }
}
