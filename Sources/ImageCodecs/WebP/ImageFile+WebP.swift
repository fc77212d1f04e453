// Tested by RoundTripTests, VariantTests and DamagedFileTests.

import CWebP
package import ImageFiles

extension WebPChunks: ImageContainer {
  /// Decodes the picture, reduced by the decoder if less suffices.
  func decodePicture(
    of bytes: [UInt8], _ header: ImageFileHeader, reduction: Double, name: String
  ) throws(ImageFileError) -> StraightPixels {
    // Bounded: a part of a side; NaN is the least part.
    func reduced(_ side: Int) -> Int {
      reduction >= 1 ? side : reduction > 0 ? max(Int((Double(side) * reduction).rounded()), 1) : 1
    }
    return try ImageFile.webpPixels(
      bytes[...], width: header.width, height: header.height, outWidth: reduced(header.width),
      outHeight: reduced(header.height), name: name)
  }

  func decodeFrame(
    _ index: Int, of bytes: [UInt8], _ header: ImageFileHeader, name: String
  ) throws(ImageFileError) -> StraightPixels {
    let frame = frames[index]
    do throws(ImageFileError) {
      return try ImageFile.webpPixels(
        bytes[frameData[index]], width: frame.width, height: frame.height, outWidth: frame.width,
        outHeight: frame.height, name: name)
    } catch {
      throw ImageFileError(name, error.problem, "\(error.detail), in frame \(index)", at: error.place)
    }
  }
}

extension ImageFile {
  /// Decodes a still WebP file, or the chunks of a frame's pixels without a file around them.
  static func webpPixels(
    _ bytes: ArraySlice<UInt8>, width: Int, height: Int, outWidth: Int, outHeight: Int, name: String
  ) throws(ImageFileError) -> StraightPixels {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else {
      throw ImageFileError(name, .unsupported, "libwebp's ABI is not the one that this was built for")
    }
    try check(bytes.withUnsafeBufferPointer { WebPGetFeatures($0.baseAddress, $0.count, &config.input) }, name)
    guard Int(config.input.width) == width, Int(config.input.height) == height else {
      throw ImageFileError(
        name, .corrupt,
        "not a valid WebP: its image data has \(config.input.width)x\(config.input.height) pixels, expected "
          + "\(width)x\(height)")
    }
    config.options.use_scaling = outWidth == width && outHeight == height ? 0 : 1
    config.options.scaled_width = CInt(outWidth)
    config.options.scaled_height = CInt(outHeight)
    var status = VP8_STATUS_OK
    let size = outWidth * outHeight * 4
    let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      // Straight alpha, as libwebp's rounding of premultiplied colours differs from the rest of this module.
      config.output.colorspace = MODE_RGBA
      config.output.is_external_memory = 1
      config.output.u.RGBA.rgba = buffer.baseAddress
      config.output.u.RGBA.stride = CInt(outWidth * 4)
      config.output.u.RGBA.size = size
      status = bytes.withUnsafeBufferPointer { WebPDecode($0.baseAddress, $0.count, &config) }
      WebPFreeDecBuffer(&config.output)
      count = status == VP8_STATUS_OK ? size : 0
    }
    try check(status, name)
    return StraightPixels(
      width: outWidth, height: outHeight, samples: .rgba8(pixels), mayHaveAlpha: config.input.has_alpha != 0)
  }

  static func encodeWebP(_ image: Bitmap, quality: Double?, name: String) throws(ImageFileError) -> [UInt8] {
    let maximumSide = Int(WEBP_MAX_DIMENSION)
    guard image.width <= maximumSide, image.height <= maximumSide else {
      throw ImageFileError(
        name, .tooLarge, "\(image.width)x\(image.height) pixels; WebP holds at most \(maximumSide) a side")
    }
    var config = WebPConfig()
    var picture = WebPPicture()
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
      throw ImageFileError(name, .encodingFailed, "libwebp's ABI is not the one that this was built for")
    }
    if let quality {
      config.quality = Float(min(max(quality, 0), 1) * 100)
    } else {
      // Level 4 of 9. On a 1280x720 gradient: 154 kB in 0.21 s; level 1 179 kB, 0.13 s; level 6 152 kB, 0.26 s.
      _ = WebPConfigLosslessPreset(&config, 4)
    }
    picture.use_argb = 1
    picture.width = CInt(image.width)
    picture.height = CInt(image.height)
    defer { WebPPictureFree(&picture) }
    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    defer { WebPMemoryWriterClear(&writer) }
    picture.writer = WebPMemoryWrite

    let straight = image.isOpaque ? image.pixels : unpremultiplied(image.pixels)
    let succeeded = withUnsafeMutablePointer(to: &writer) { writer in
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      return WebPPictureImportRGBA(&picture, straight, CInt(image.bytesPerRow)) != 0
        && WebPEncode(&config, &picture) != 0
    }
    guard succeeded else {
      throw ImageFileError(name, .encodingFailed, "cannot encode WebP: error \(picture.error_code.rawValue) of libwebp")
    }
    return Array(UnsafeBufferPointer(start: writer.mem, count: writer.size))
  }

  static func check(_ status: VP8StatusCode, _ name: String) throws(ImageFileError) {
    switch status {
    case VP8_STATUS_OK: return
    case VP8_STATUS_NOT_ENOUGH_DATA: throw ImageFileError(name, .truncated, "truncated WebP: its image data ends early")
    case VP8_STATUS_UNSUPPORTED_FEATURE: throw ImageFileError(name, .unsupported, "a WebP that libwebp does not read")
    case VP8_STATUS_OUT_OF_MEMORY: throw ImageFileError(name, .tooLarge, "not enough memory to decode it")
    default: throw ImageFileError(name, .corrupt, "not a valid WebP: its image data is damaged")
    }
  }

  /// Encodes a WebP file in the extended layout: an animation, or a picture with EXIF.
  fileprivate static func encodeExtendedWebP(
    _ frames: [OutputFrame], _ settings: OutputSettings, exif: [UInt8]?, name: String
  ) throws(ImageFileError) -> [UInt8] {
    let isAnimated = frames.count > 1
    let (width, height) = (frames[0].bitmap.width, frames[0].bitmap.height)
    let hasAlpha = frames.contains { !$0.bitmap.isOpaque }
    let flags: UInt8 = (hasAlpha ? 0x10 : 0) | (exif == nil ? 0 : 0x08) | (isAnimated ? 0x02 : 0)
    var body = Array("WEBP".utf8)
    appendRIFFChunk("VP8X", [flags, 0, 0, 0] + short(width - 1, 3) + short(height - 1, 3), to: &body)
    // A transparent background, and the number of loops.
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
      // At the top left corner, replacing the canvas.
      let place = [UInt8](repeating: 0, count: 6) + short(width - 1, 3) + short(height - 1, 3) + short(delay, 3) + [2]
      appendRIFFChunk("ANMF", place + pixels, to: &body)
    }
    if let exif { appendRIFFChunk("EXIF", exif, to: &body) }
    return Array("RIFF".utf8) + short(body.count, 4) + body
  }

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

  /// Returns the number's lowest bytes, the least significant first.
  private static func short(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

extension ImageCodec {
  /// The format WebP with animations.
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

// The chunks are read here, as libwebpdemux finds each frame from the first one on (65,535 frames take it 3.4 s, here
// 0.16) and does not report whether a bad file is too large, truncated or damaged, nor the frame.

/// The chunks of a WebP file, except the pixels. Layout: WebP container specification (RFC 9649).
struct WebPChunks: Sendable {
  private(set) var orientation = ImageOrientation.up
  /// The frames of an animation; empty for a still picture.
  private(set) var frames: [ImageFileHeader.Frame] = []
  /// The chunks with each frame's pixels.
  private(set) var frameData: [Range<Int>] = []
  private var profile: Range<Int>?
  /// The number of times that the animation is shown, 0 for endless; nil for a still picture.
  private var loopCount: Int?
  private var canvas: (width: Int, height: Int)?

  /// Reads the RIFF chunks. Throws `truncated` for less than the header's size, `corrupt` if a frame exceeds the
  /// canvas.
  init(_ bytes: [UInt8], name: String) throws(ImageFileError) {
    let riffHeader = 8
    let size = riffHeader + (bytes.integer(at: 4, size: 4, .littleEndian) ?? 0)
    guard size <= bytes.count else {
      throw ImageFileError(name, .truncated, "truncated WebP: \(bytes.count) of \(size) bytes", at: .byte(bytes.count))
    }
    var offset = riffHeader + 4
    while let length = bytes.integer(at: offset + 4, size: 4, .littleEndian), offset + 8 + length <= bytes.count {
      let data = offset + 8..<offset + 8 + length
      if bytes.hasText("EXIF", at: offset) {
        // Some writers keep JPEG's prefix before the TIFF block.
        let tiff = bytes.hasText("Exif\0\0", at: data.lowerBound) ? bytes[data].dropFirst(6) : bytes[data]
        orientation = ImageOrientation(exif: tiff) ?? .up
      } else if bytes.hasText("ICCP", at: offset) {
        profile = data
      } else if bytes.hasText("VP8X", at: offset), length >= 10 {
        func side(_ at: Int) -> Int { (bytes.integer(at: at, size: 3, .littleEndian) ?? 0) + 1 }
        canvas = (side(data.lowerBound + 4), side(data.lowerBound + 7))
        if bytes[data.lowerBound] & 2 != 0 { loopCount = 0 }
      } else if bytes.hasText("ANIM", at: offset), loopCount != nil {
        loopCount = bytes.integer(at: data.lowerBound + 4, size: 2, .littleEndian) ?? 0
      } else if bytes.hasText("ANMF", at: offset), loopCount != nil {
        try readFrame(bytes, data, name)
      }
      // Chunks are padded to an even length.
      offset += 8 + length + length % 2
    }
  }

  private mutating func readFrame(_ bytes: [UInt8], _ data: Range<Int>, _ name: String) throws(ImageFileError) {
    func number(_ offset: Int) -> Int { bytes.integer(at: data.lowerBound + offset, size: 3, .littleEndian) ?? 0 }
    guard data.count > 16, let canvas else {
      throw ImageFileError(
        name, .corrupt, "not a valid WebP: a frame of \(data.count) bytes", at: .byte(data.lowerBound))
    }
    guard frames.count < ImageFile.maximumFrames else {
      throw ImageFileError(name, .tooLarge, "more than \(ImageFile.maximumFrames) frames")
    }
    var frame = ImageFileHeader.Frame(width: number(6) + 1, height: number(9) + 1)
    (frame.x, frame.y) = (number(0) * 2, number(3) * 2)
    guard frame.x + frame.width <= canvas.width, frame.y + frame.height <= canvas.height else {
      throw ImageFileError(
        name, .corrupt,
        "not a valid WebP: frame \(frames.count) leaves the canvas of \(canvas.width)x\(canvas.height) pixels",
        at: .byte(data.lowerBound))
    }
    frame.delay = Double(number(12)) / 1000
    let flags = bytes[data.lowerBound + 15]
    frame.disposal = flags & 1 != 0 ? .clear : .keep
    frame.blends = flags & 2 == 0
    frames.append(frame)
    frameData.append(data.lowerBound + 16..<data.upperBound)
  }

  /// Returns the file's header; libwebp reads the size of a still picture.
  func header(_ bytes: [UInt8], name: String) throws(ImageFileError) -> ImageFileHeader {
    var header: ImageFileHeader
    if let loopCount, let canvas {
      try ImageFile.checkSize(width: canvas.width, height: canvas.height, name: name)
      guard !frames.isEmpty else {
        throw ImageFileError(name, .corrupt, "not a valid WebP: an animation without frames")
      }
      header = ImageFileHeader(width: canvas.width, height: canvas.height)
      header.frames = frames
      header.loopCount = loopCount
      header.mayHaveAlpha = true
    } else {
      var features = WebPBitstreamFeatures()
      try ImageFile.check(WebPGetFeatures(bytes, bytes.count, &features), name)
      guard features.has_animation == 0 else {
        throw ImageFileError(name, .corrupt, "not a valid WebP: an animation without its header")
      }
      try ImageFile.checkSize(width: Int(features.width), height: Int(features.height), name: name)
      header = ImageFileHeader(width: Int(features.width), height: Int(features.height))
      header.mayHaveAlpha = features.has_alpha != 0
    }
    header.orientation = orientation
    if let profile { header.color = .profile(Array(bytes[profile])) }
    return header
  }
}
