// Image files in and out: bytes <-> bitmaps. How reading goes: ImageFileReader.swift; the formats: ImageCodec.swift.
//
// The folders stand in one order; each uses only those before it (FolderOrderTests):
//
//   .         bitmaps, headers, errors, and what a format is
//   Files     files that have their names when they are whole, folders, digests
//   Reading   from a format's pixels to the picture: frames put together, colours, orientation
//   PNG       the format, animations too
//   JPEG      the format

/// A decoded image with what a user should know about the decoding.
package struct DecodedImage: Sendable {
  /// The pixels.
  package let bitmap: Bitmap
  /// One sentence for each thing in the file that was not honoured (a broken colour profile); empty without such
  /// things.
  package let notes: [String]
}

/// Reads and writes image files.
package enum ImageFile {
  /// The longest side that is read, in pixels.
  package static let maximumSide = 16384
  /// The most memory that the pixels of one image may take, in bytes at four a pixel: 8192x8192 pixels.
  package static let maximumPixelBytes = 1 << 28
  /// The longest file that is read, in bytes.
  package static let maximumFileBytes = 1 << 29
  /// The most frames of an animation that is read.
  package static let maximumFrames = 1 << 16

  /// Encodes one bitmap; the same bitmap gives the same bytes.
  ///
  /// - Parameter quality: 0 to 1. JPEG: libjpeg's scale, 0.9 when nil. WebP: lossy at that quality, lossless when nil.
  ///   PNG and GIF have none.
  ///
  /// PNG and WebP keep transparency, GIF whether a pixel has more than half of it; JPEG has none and shows the image
  /// over white.
  package static func encode(
    _ bitmap: Bitmap, as codec: ImageCodec, quality: Double? = nil, name: String = "image"
  ) throws(ImageFileError) -> [UInt8] {
    try encode([OutputFrame(bitmap)], as: codec, OutputSettings(quality: quality), name: name)
  }
}

extension ImageFile {
  /// Refuses a size that is empty or beyond the limits; called with the header's numbers before anything is allocated.
  package static func checkSize(width: Int, height: Int, name: String) throws(ImageFileError) {
    guard width > 0, height > 0 else {
      throw ImageFileError(name, .corrupt, "a size of \(width)x\(height) pixels; both sides must be at least 1")
    }
    guard width <= maximumSide, height <= maximumSide, width * height * 4 <= maximumPixelBytes else {
      throw ImageFileError(
        name, .tooLarge,
        "\(width)x\(height) pixels; the limits are \(maximumSide) a side and \(maximumPixelBytes / 4) in all")
    }
  }

  /// The text of a C library's message buffer, which comes to Swift as a tuple of characters.
  package static func text<Buffer>(_ buffer: Buffer) -> String {
    withUnsafeBytes(of: buffer) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
