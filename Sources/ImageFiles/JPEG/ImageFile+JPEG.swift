// JPEG: libjpeg for the pixels, after the walk over the marker segments (JPEGSegments.swift).
// Tested by RoundTripTests, OrientationTests and DamagedFileTests.
import CJPEG
import Glibc

extension JPEGSegments: ImageContainer {
  /// Eighths of the size that are enough for a part of it.
  private static func eighths(_ reduction: Double) -> Int {
    // Bounded: a part of 1; no number is the least part.
    reduction >= 1 ? 8 : reduction > 0 ? max(Int((reduction * 8).rounded(.up)), 1) : 1
  }

  /// The last pixels of a reduced picture reach beyond it: its sides are no whole number of them.
  func decodedPart(at reduction: Double) -> Double? { Double(Self.eighths(reduction)) / 8 }

  /// The pixels, at the least number of eighths of the size that is not below `reduction`.
  func decodePicture(
    of bytes: [UInt8], _ header: ImageFileHeader, reduction: Double, name: String
  ) throws(ImageFileError) -> StraightPixels {
    let eighths = Self.eighths(reduction)
    let (outWidth, outHeight) = ((width * eighths + 7) / 8, (height * eighths + 7) / 8)
    // Inks are kept apart only for a profile: without one libjpeg's module makes colours of them row by row.
    let keepsInks = header.colorModel == .cmyk && header.color != .sRGB
    var failure = CJPEGFailure()
    var succeeded = false
    let size = outWidth * outHeight * 4
    let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      succeeded = cjpeg_decode(
        bytes, bytes.count, UInt32(width), UInt32(height), UInt32(eighths), keepsInks ? CJPEG_CMYK : CJPEG_RGBA,
        buffer.baseAddress, &failure)
      count = succeeded ? size : 0
    }
    guard succeeded else {
      // The C side gives the length of the file as the place when libjpeg looked for more than there is.
      let isTruncated = failure.offset >= bytes.count
      throw ImageFileError(
        name, isTruncated ? .truncated : .corrupt,
        "\(isTruncated ? "truncated" : "not a valid") JPEG: \(ImageFile.text(failure.message)), in row \(failure.row)",
        at: .byte(failure.offset))
    }
    return StraightPixels(
      width: outWidth, height: outHeight, samples: keepsInks ? .cmyk8(pixels) : .rgba8(pixels), mayHaveAlpha: false)
  }
}

extension ImageFile {
  static func encodeJPEG(
    _ image: Bitmap, quality: Double, backdrop: UInt8 = 255, name: String
  ) throws(ImageFileError) -> [UInt8] {
    var failure = CJPEGFailure()
    var count = 0
    let encoded = cjpeg_encode(
      flattened(image.pixels, over: backdrop), UInt32(image.width), UInt32(image.height),
      CInt(((quality > 0 ? min(quality, 1) : 0) * 99 + 1).rounded()), &count, &failure)
    guard let encoded else {
      throw ImageFileError(name, .encodingFailed, "cannot encode JPEG: \(text(failure.message))")
    }
    defer { free(encoded) }
    return Array(UnsafeBufferPointer(start: encoded, count: count))
  }
}

extension ImageCodec {
  /// JPEG.
  package static let jpeg = ImageCodec(
    name: "JPEG", suffixes: ["jpg", "jpeg"], typeIdentifier: "public.jpeg", hasAlpha: false,
    library: { ("libjpeg", String(cString: cjpeg_version())) },
    // The start-of-image marker.
    isSignature: { $0.starts(with: [0xFF, 0xD8]) },
    read: { (bytes, name) throws(ImageFileError) in
      let segments = try JPEGSegments(bytes, name: name)
      return (segments, try segments.header(bytes, name: name))
    },
    write: { (frames, settings, name) throws(ImageFileError) in
      let file = try ImageFile.encodeJPEG(frames[0].bitmap, quality: settings.quality ?? 0.9, name: name)
      guard let exif = settings.exif else { return file }
      // Behind the start of the image and JFIF's segment, whose length stands in bytes 4 and 5.
      let end = 4 + (file.integer(at: 4, size: 2, .bigEndian) ?? 16)
      let data = Array("Exif\0\0".utf8) + exif
      let length = data.count + 2
      return file[..<end] + [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + data + file[end...]
    })
}
