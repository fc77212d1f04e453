// Image files in and out: PNG, JPEG, WebP, GIF <-> CGImage. How reading goes: ImageFileReader.swift.

/// A decoded image with what a user should know about the decoding.
package struct DecodedImage: Sendable {
  /// The image.
  package let image: CGImage
  /// One sentence for each thing in the file that was not honoured (a broken colour profile); empty when there is none.
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

  /// Decodes the file at `path`; its format is told from its first bytes.
  ///
  /// - Throws: `ImageFileError` when it is missing, unreadable, of no known format, damaged, or larger than the limits.
  package static func decode(contentsOfFile path: String) throws(ImageFileError) -> DecodedImage {
    try decode(FileContents.read(path), name: path)
  }

  /// Decodes a whole file in memory; `name` is what errors call it.
  ///
  /// Colours are converted to sRGB, and EXIF orientation is applied: the image is as it is to be seen. An animation
  /// gives its first frame.
  package static func decode(_ bytes: [UInt8], name: String) throws(ImageFileError) -> DecodedImage {
    try ImageFileReader(bytes, name: name).pictureToBeSeen(at: 0)
  }

  /// Encodes `image`; the same image gives the same bytes.
  ///
  /// - Parameter quality: 0 to 1. JPEG: libjpeg's scale, 0.9 when nil. WebP: lossy at that quality, lossless when nil.
  ///   PNG and GIF have none.
  ///
  /// PNG and WebP keep transparency, GIF whether a pixel has more than half of it; JPEG has none and shows the image
  /// over white.
  package static func encode(
    _ image: CGImage, as format: ImageFileFormat, quality: Double? = nil, name: String = "image"
  ) throws(ImageFileError) -> [UInt8] {
    try encode([OutputFrame(image)], as: format, OutputSettings(quality: quality), name: name)
  }

  /// Writes `image` to `path` in the format of its suffix; the file appears under its name only when it is whole.
  ///
  /// - Throws: `ImageFileError` with `unknownFormat` for another suffix, `unwritable` with the system's reason.
  package static func write(_ image: CGImage, to path: String, quality: Double? = nil) throws(ImageFileError) {
    let suffix = path.split(separator: "/").last.flatMap { $0.split(separator: ".").dropFirst().last } ?? ""
    guard let format = ImageFileFormat(suffix: String(suffix)) else {
      throw ImageFileError(
        path, .unknownFormat, "the suffix names no image format; use .png, .jpg, .jpeg, .webp or .gif")
    }
    // The file is made before the encoding, which may take long, so that a wrong path is found at once.
    let file = try UnfinishedFile(for: path)
    try file.write(encode(image, as: format, quality: quality, name: path))
    try file.publish()
  }
}

extension ImageFile {
  /// Refuses a size that is empty or beyond the limits; called with the header's numbers before anything is allocated.
  static func checkSize(width: Int, height: Int, name: String) throws(ImageFileError) {
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
  static func text<Buffer>(_ buffer: Buffer) -> String {
    withUnsafeBytes(of: buffer) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
