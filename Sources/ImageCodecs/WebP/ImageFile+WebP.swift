// WebP: libwebp for the pixels, after the walk over the RIFF chunks (WebPChunks.swift).
import CWebP
import ImageFiles

extension WebPChunks: ImageContainer {
  /// The picture, scaled by the decoder where less than all is enough.
  func decodePicture(
    of bytes: [UInt8], _ header: ImageFileHeader, reduction: Double, name: String
  ) throws(ImageFileError) -> StraightPixels {
    // Bounded: a part of a side; no number is the least part.
    func reduced(_ side: Int) -> Int {
      reduction >= 1 ? side : reduction > 0 ? max(Int((Double(side) * reduction).rounded()), 1) : 1
    }
    return try ImageFile.webpPixels(
      bytes[...], width: header.width, height: header.height, outWidth: reduced(header.width),
      outHeight: reduced(header.height), name: name)
  }

  /// The pixels of a frame of the animation.
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
      // Straight alpha: libwebp could premultiply, but rounds otherwise than the rest of this module.
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
      // Level 4 of 9. Measured on a 1280x720 gradient: 154 kB in 0.21 s; level 1 179 kB, 0.13 s; level 6 152 kB, 0.26
      // s.
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
}
