// Writing files of several pictures, and what stands beside the pixels.

/// A picture to be written.
package struct OutputFrame: Sendable {
  package var image: CGImage
  /// Seconds until the next one; only animations have it.
  package var delay: Double

  package init(_ image: CGImage, delay: Double = 0) { (self.image, self.delay) = (image, delay) }
}

/// How a file is to be written.
package struct OutputSettings: Sendable {
  /// See ``ImageFile/encode(_:as:quality:name:)``.
  package var quality: Double?
  /// How often an animation is shown, 0 for ever.
  package var loopCount = 0
  /// Written as EXIF where it is not upright; GIF has no place for it, and the picture is turned.
  package var orientation = ImageOrientation.up

  package init(quality: Double? = nil) { self.quality = quality }
}

extension ImageFile {
  /// Encodes pictures into one file: of several, an animation. Pictures of different sizes stand at the top left of the
  /// largest width and height among them.
  ///
  /// - Throws: `unsupported` for several pictures in a format that holds one (JPEG).
  /// - Precondition: there is at least one picture.
  package static func encode(
    _ frames: [OutputFrame], as format: ImageFileFormat, _ settings: OutputSettings, name: String
  ) throws(ImageFileError) -> [UInt8] {
    precondition(!frames.isEmpty, "ImageFile.encode: no picture")
    var frames = frames
    if frames.count > 1 {
      let (width, height) = (frames.map(\.image.width).max()!, frames.map(\.image.height).max()!)
      try checkSize(width: width, height: height, name: name)
      for index in frames.indices { frames[index].image = frames[index].image.padded(width: width, height: height) }
    }
    let exif = settings.orientation == .up ? nil : settings.orientation.exif
    switch format {
    case .png:
      let file =
        frames.count == 1
        ? try encodePNG(frames[0].image, name: name)
        : try encodeAnimatedPNG(frames, loopCount: settings.loopCount, name: name)
      guard let exif else { return file }
      // Behind IHDR, which ends at byte 33.
      var result = Array(file[..<33])
      appendPNGChunk("eXIf", exif, to: &result)
      return result + file[33...]
    case .jpeg:
      guard frames.count == 1 else {
        throw ImageFileError(name, .unsupported, "\(frames.count) pictures; JPEG holds one")
      }
      let file = try encodeJPEG(frames[0].image, quality: settings.quality ?? 0.9, name: name)
      guard let exif else { return file }
      // Behind the start of the image and JFIF's segment, whose length stands in bytes 4 and 5.
      let end = 4 + (file.integer(at: 4, size: 2, .bigEndian) ?? 16)
      let data = Array("Exif\0\0".utf8) + exif
      let length = data.count + 2
      return file[..<end] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + data + file[end...]
    case .webp:
      guard frames.count > 1 || exif != nil else {
        return try encodeWebP(frames[0].image, quality: settings.quality, name: name)
      }
      return try encodeExtendedWebP(frames, settings, exif: exif, name: name)
    case .gif:
      for index in frames.indices { frames[index].image = frames[index].image.turned(settings.orientation) }
      return try encodeGIF(frames, loopCount: frames.count > 1 ? settings.loopCount : nil, name: name)
    }
  }

  /// An animated PNG: each picture whole, in the place of the one before. Those who know no animation see the first.
  private static func encodeAnimatedPNG(
    _ frames: [OutputFrame], loopCount: Int, name: String
  ) throws(ImageFileError) -> [UInt8] {
    let hasAlpha = frames.contains { !$0.image.isOpaque }
    var file: [UInt8] = []
    var sequence = 0
    for (index, frame) in frames.enumerated() {
      let still = try encodePNG(frame.image, hasAlpha: hasAlpha, name: name)
      let (head, data) = imageData(ofPNG: still)
      if index == 0 {
        file = Array(still[head])
        appendPNGChunk("acTL", bigEndian(frames.count) + bigEndian(max(loopCount, 0)), to: &file)
      }
      // Milliseconds; no disposal, replacing what is there.
      let delay = Int((min(max(frame.delay, 0), 65) * 1000).rounded())
      let control =
        bigEndian(sequence) + bigEndian(frame.image.width) + bigEndian(frame.image.height) + bigEndian(0) + bigEndian(0)
        + bigEndian(delay)[2...] + bigEndian(1000)[2...] + [0, 0]
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

  /// Of a file that libpng wrote: what stands before the pixels, and the pixels' parts.
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

  /// A WebP file in the extended layout: an animation, or a picture with EXIF.
  private static func encodeExtendedWebP(
    _ frames: [OutputFrame], _ settings: OutputSettings, exif: [UInt8]?, name: String
  ) throws(ImageFileError) -> [UInt8] {
    let isAnimated = frames.count > 1
    let (width, height) = (frames[0].image.width, frames[0].image.height)
    let hasAlpha = frames.contains { !$0.image.isOpaque }
    let flags: UInt8 = (hasAlpha ? 0x10 : 0) | (exif == nil ? 0 : 0x08) | (isAnimated ? 0x02 : 0)
    var body = Array("WEBP".utf8)
    appendRIFFChunk("VP8X", [flags, 0, 0, 0] + short(width - 1, 3) + short(height - 1, 3), to: &body)
    // A transparent background, and how often.
    if isAnimated {
      appendRIFFChunk("ANIM", [0, 0, 0, 0] + short(min(max(settings.loopCount, 0), 65535), 2), to: &body)
    }
    for frame in frames {
      let pixels = pixelChunks(ofWebP: try encodeWebP(frame.image, quality: settings.quality, name: name))
      guard isAnimated else {
        body += pixels
        continue
      }
      let delay = Int((min(max(frame.delay, 0), 16000) * 1000).rounded())
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

extension CGImage {
  /// The image at the top left of a larger transparent one.
  fileprivate func padded(width newWidth: Int, height newHeight: Int) -> CGImage {
    guard newWidth != width || newHeight != height else { return self }
    var canvas = [UInt8](repeating: 0, count: newWidth * newHeight * 4)
    for row in 0..<height {
      canvas.replaceSubrange(
        row * newWidth * 4..<(row * newWidth + width) * 4, with: pixels[row * width * 4..<(row + 1) * width * 4])
    }
    return CGImage(width: newWidth, height: newHeight, premultipliedRGBA: canvas)
  }
}
