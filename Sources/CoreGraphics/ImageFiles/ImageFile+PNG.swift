// PNG: a walk over the chunks for the size, the orientation and the end, then libpng for the pixels.
import CPNG
import Glibc

extension ImageFile {
  static func decodePNG(_ bytes: [UInt8], name: String) throws(ImageFileError) -> StraightImage {
    let header = try PNGChunks(bytes, name: name)
    try checkSize(width: header.width, height: header.height, name: name)
    var failure = CPNGFailure()
    var succeeded = false
    let size = header.width * header.height * 4
    let pixels = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      succeeded = cpng_decode(
        bytes, bytes.count, UInt32(header.width), UInt32(header.height), buffer.baseAddress, &failure)
      count = succeeded ? size : 0
    }
    guard succeeded else {
      throw ImageFileError(
        name, .corrupt, "not a valid PNG: \(text(failure.message))", at: .row(Int(failure.row)))
    }
    return StraightImage(
      width: header.width, height: header.height, rgba: pixels, mayHaveAlpha: header.mayHaveAlpha,
      orientation: header.orientation, notes: header.notes)
  }

  static func encodePNG(_ image: CGImage, name: String) throws(ImageFileError) -> [UInt8] {
    // Opaque images are written as RGB: a third less to compress.
    let pixels = image.isOpaque ? flattened(image.pixels, over: 0) : unpremultiplied(image.pixels)
    var failure = CPNGFailure()
    var count = 0
    let encoded = cpng_encode(
      pixels, UInt32(image.width), UInt32(image.height), image.isOpaque ? 3 : 4, &count, &failure)
    guard let encoded else {
      throw ImageFileError(name, .encodingFailed, "cannot encode PNG: \(text(failure.message))")
    }
    defer { free(encoded) }
    return Array(UnsafeBufferPointer(start: encoded, count: count))
  }
}

/// What the chunks of a PNG file say, apart from the pixels. Layout: PNG specification, third edition, clauses 5 and
/// 11.
struct PNGChunks {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var mayHaveAlpha = false
  private(set) var orientation = ImageOrientation.up
  private(set) var notes: [String] = []

  private static let signatureSize = 8
  /// Length, type and checksum around a chunk's data.
  private static let overhead = 12

  /// Walks from the signature to IEND.
  ///
  /// - Throws: `truncated` with the number of bytes that there should at least be when a chunk reaches past the end or
  ///   IEND is missing, `corrupt` when the file does not start with IHDR.
  init(_ bytes: [UInt8], name: String) throws(ImageFileError) {
    var hasSRGB = false
    var hasOtherGamma = false
    var offset = Self.signatureSize
    while true {
      // At least an empty IEND chunk must follow.
      guard let length = bytes.integer(at: offset, size: 4, .bigEndian), bytes.count >= offset + Self.overhead else {
        throw Self.truncated(bytes, atLeast: offset + Self.overhead, name)
      }
      let data = offset + 8
      let end = offset + Self.overhead + length
      if offset == Self.signatureSize {
        try readHeader(bytes, at: offset, length: length, name)
      }
      guard end <= bytes.count else { throw Self.truncated(bytes, atLeast: end + Self.overhead, name) }
      if bytes.hasText("IEND", at: offset + 4) { break }
      if bytes.hasText("tRNS", at: offset + 4) { mayHaveAlpha = true }
      if bytes.hasText("eXIf", at: offset + 4) {
        orientation = ImageOrientation(exif: bytes[data..<data + length]) ?? .up
      }
      if bytes.hasText("iCCP", at: offset + 4) { notes.append("its ICC colour profile is ignored: read as sRGB") }
      if bytes.hasText("sRGB", at: offset + 4) { hasSRGB = true }
      if bytes.hasText("gAMA", at: offset + 4) {
        // sRGB's own value is 1/2.2; an sRGB chunk overrides whatever stands here.
        hasOtherGamma = bytes.integer(at: data, size: 4, .bigEndian) != 45455
      }
      offset = end
    }
    if hasOtherGamma && !hasSRGB { notes.append("its gamma (gAMA) is ignored: read as sRGB") }
  }

  private mutating func readHeader(
    _ bytes: [UInt8], at offset: Int, length: Int, _ name: String
  ) throws(ImageFileError) {
    guard bytes.hasText("IHDR", at: offset + 4), length == 13 else {
      throw ImageFileError(
        name, .corrupt, "not a valid PNG: its first chunk must be IHDR with 13 bytes", at: .byte(offset))
    }
    guard let width = bytes.integer(at: offset + 8, size: 4, .bigEndian),
      let height = bytes.integer(at: offset + 12, size: 4, .bigEndian),
      let colourType = bytes.integer(at: offset + 17, size: 1, .bigEndian)
    else { throw Self.truncated(bytes, atLeast: offset + Self.overhead + length, name) }
    self.width = width
    self.height = height
    mayHaveAlpha = colourType & 4 != 0
  }

  private static func truncated(_ bytes: [UInt8], atLeast expected: Int, _ name: String) -> ImageFileError {
    ImageFileError(
      name, .truncated, "truncated PNG: \(bytes.count) of at least \(expected) bytes", at: .byte(bytes.count))
  }
}
