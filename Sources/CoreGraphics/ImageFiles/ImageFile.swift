// Image files in and out: PNG, JPEG, WebP <-> CGImage.
//
//   bytes --signature--> container walk (size, orientation, notes) --limits--> library decoder --> straight RGBA
//         --premultiply--> --orient--> CGImage
//
// The walk over a file's chunks is ours and comes first: it knows the size before anything is allocated, where a
// cut-off file ends, and the few chunks that the decoding libraries do not hand out (EXIF, colour profiles).

/// A decoded image with what a user should know about the decoding.
package struct DecodedImage: Sendable {
  /// The image, oriented as it is to be seen.
  package let image: CGImage
  /// One sentence for each thing in the file that was not honoured (a colour profile); empty when there is none.
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

  /// Decodes the file at `path`; its format is told from its first bytes.
  ///
  /// - Throws: `ImageFileError` when it is missing, unreadable, of no known format, damaged, or larger than the limits.
  package static func decode(contentsOfFile path: String) throws(ImageFileError) -> DecodedImage {
    try decode(FileContents.read(path), name: path)
  }

  /// Decodes a whole file in memory; `name` is what errors call it.
  ///
  /// Colours are taken as sRGB whatever the file says; `notes` tells when it says something else. EXIF orientation is
  /// applied. An animated PNG gives its default image.
  package static func decode(_ bytes: [UInt8], name: String) throws(ImageFileError) -> DecodedImage {
    var decoded: StraightImage
    switch ImageFileFormat(signatureOf: bytes) {
    case .png: decoded = try decodePNG(bytes, name: name)
    case .jpeg: decoded = try decodeJPEG(bytes, name: name)
    case .webp: decoded = try decodeWebP(bytes, name: name)
    case nil:
      throw ImageFileError(name, .unknownFormat, "not a PNG, JPEG or WebP file: its first bytes are none of theirs")
    }
    if decoded.mayHaveAlpha { premultiply(&decoded.rgba) }
    let oriented = decoded.orientation.apply(to: decoded.rgba, width: decoded.width, height: decoded.height)
    let image = CGImage(width: oriented.width, height: oriented.height, premultipliedRGBA: oriented.pixels)
    return DecodedImage(image: image, notes: decoded.notes)
  }

  /// Encodes `image`; the same image gives the same bytes.
  ///
  /// - Parameter quality: 0 to 1. JPEG: libjpeg's scale, 0.9 when nil. WebP: lossy at that quality, lossless when nil.
  ///   PNG has none.
  ///
  /// PNG and WebP keep transparency; JPEG has none and shows the image over white.
  package static func encode(
    _ image: CGImage, as format: ImageFileFormat, quality: Double? = nil, name: String = "image"
  ) throws(ImageFileError) -> [UInt8] {
    switch format {
    case .png: try encodePNG(image, name: name)
    case .jpeg: try encodeJPEG(image, quality: quality ?? 0.9, name: name)
    case .webp: try encodeWebP(image, quality: quality, name: name)
    }
  }

  /// Writes `image` to `path` in the format of its suffix; the file appears under its name only when it is whole.
  ///
  /// - Throws: `ImageFileError` with `unknownFormat` for another suffix, `unwritable` with the system's reason.
  package static func write(_ image: CGImage, to path: String, quality: Double? = nil) throws(ImageFileError) {
    let suffix = path.split(separator: "/").last.flatMap { $0.split(separator: ".").dropFirst().last } ?? ""
    guard let format = ImageFileFormat(suffix: String(suffix)) else {
      throw ImageFileError(path, .unknownFormat, "the suffix names no image format; use .png, .jpg, .jpeg or .webp")
    }
    // The file is made before the encoding, which may take long, so that a wrong path is found at once.
    let file = try UnfinishedFile(for: path)
    try file.write(encode(image, as: format, quality: quality, name: path))
    try file.publish()
  }
}

/// What a format's decoder hands back, before the steps that all formats share.
struct StraightImage {
  /// Size of the stored pixels, before orientation.
  var width: Int
  var height: Int
  /// Straight (not premultiplied) RGBA, rows from the top, tight.
  var rgba: [UInt8]
  /// Whether some alpha may be below 255.
  var mayHaveAlpha: Bool
  /// What turns the stored pixels into the picture.
  var orientation: ImageOrientation
  var notes: [String]
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
