// PNG: libpng for the pixels, after the walk over the chunks (PNGChunks.swift).
import CPNG
import Glibc

extension PNGChunks: ImageContainer {
  /// The picture that every reader shows.
  func decodePicture(
    of bytes: [UInt8], _ header: ImageFileHeader, reduction: Double, name: String
  ) throws(ImageFileError) -> StraightPixels {
    try ImageFile.pngPixels(
      bytes, width: width, height: height, header, mayHaveAlpha: header.mayHaveAlpha, name: name)
  }
}

extension ImageFile {
  /// Decodes a whole PNG file: 16 bits a component where they count, which is where a profile or a curve comes after.
  static func pngPixels(
    _ bytes: [UInt8], width: Int, height: Int, _ header: ImageFileHeader, mayHaveAlpha: Bool, name: String
  ) throws(ImageFileError) -> StraightPixels {
    var failure = CPNGFailure()
    var succeeded = false
    func components<Component>(_ depth: CInt, _ type: Component.Type) -> [Component] {
      let size = width * height * 4
      return [Component](unsafeUninitializedCapacity: size) { buffer, count in
        succeeded = cpng_decode(
          bytes, bytes.count, UInt32(width), UInt32(height), depth, buffer.baseAddress, &failure)
        count = succeeded ? size : 0
      }
    }
    let isWide = header.depth == 16 && header.color != .sRGB
    let samples: StraightPixels.Samples =
      isWide ? .rgba16(components(16, UInt16.self)) : .rgba8(components(8, UInt8.self))
    guard succeeded else {
      throw ImageFileError(
        name, .corrupt, "not a valid PNG: \(text(failure.message))", at: .row(Int(failure.row)))
    }
    return StraightPixels(width: width, height: height, samples: samples, mayHaveAlpha: mayHaveAlpha)
  }

  /// Returns the colour profile in a PNG file; nil when the file does not have a sound one.
  static func profile(ofPNG bytes: [UInt8]) -> [UInt8]? {
    var count = 0
    guard let profile = cpng_profile(bytes, bytes.count, &count) else { return nil }
    defer { free(profile) }
    return Array(UnsafeBufferPointer(start: profile, count: count))
  }

  static func encodePNG(_ image: Bitmap, name: String) throws(ImageFileError) -> [UInt8] {
    // Opaque images are written as RGB: a third less to compress.
    try encodePNG(image, hasAlpha: !image.isOpaque, name: name)
  }

  /// The same with or without alpha, as all frames of an animation have to agree on it.
  static func encodePNG(_ image: Bitmap, hasAlpha: Bool, name: String) throws(ImageFileError) -> [UInt8] {
    let pixels = hasAlpha ? unpremultiplied(image.pixels) : flattened(image.pixels, over: 0)
    var failure = CPNGFailure()
    var count = 0
    let encoded = cpng_encode(
      pixels, UInt32(image.width), UInt32(image.height), hasAlpha ? 4 : 3, &count, &failure)
    guard let encoded else {
      throw ImageFileError(name, .encodingFailed, "cannot encode PNG: \(text(failure.message))")
    }
    defer { free(encoded) }
    return Array(UnsafeBufferPointer(start: encoded, count: count))
  }

  /// Adds a chunk with its length and checksum.
  static func appendPNGChunk(_ type: String, _ data: some Collection<UInt8>, to file: inout [UInt8]) {
    file += bigEndian(data.count)
    let start = file.count
    file += type.utf8
    file += data
    let checksum = file.withUnsafeBufferPointer { cpng_checksum($0.baseAddress! + start, $0.count - start) }
    file += bigEndian(Int(checksum))
  }

  /// Whether the four bytes behind `range`, a chunk's type and data, are its checksum.
  static func hasPNGChecksum(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let checksum = bytes.withUnsafeBufferPointer { cpng_checksum($0.baseAddress! + range.lowerBound, range.count) }
    return bytes.integer(at: range.upperBound, size: 4, .bigEndian) == Int(checksum)
  }

  /// Gives each chunk the checksum that it should have, as far as the chunks reach: for fuzzing.
  package static func repairPNGChecksums(_ file: inout [UInt8]) {
    var offset = PNGChunks.signatureSize
    while let length = file.integer(at: offset, size: 4, .bigEndian), offset + PNGChunks.overhead + length <= file.count
    {
      let end = offset + 8 + length
      let checksum = file.withUnsafeBufferPointer { cpng_checksum($0.baseAddress! + offset + 4, length + 4) }
      file.replaceSubrange(end..<end + 4, with: bigEndian(Int(checksum)))
      offset = end + 4
    }
  }

  /// Four bytes, most significant first.
  static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
