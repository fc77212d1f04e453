// Tested by RoundTripTests, VariantTests and DamagedFileTests.

import CPNG
import Glibc

extension PNGChunks: ImageContainer {
  /// Decodes the picture that every reader shows.
  func decodePicture(
    of bytes: [UInt8], _ header: ImageFileHeader, reduction: Double, name: String
  ) throws(ImageFileError) -> StraightPixels {
    try ImageFile.pngPixels(bytes, width: width, height: height, header, mayHaveAlpha: header.mayHaveAlpha, name: name)
  }
}

extension ImageFile {
  /// Decodes a whole PNG file, with 16 bits a component if a profile or a curve is applied afterwards.
  static func pngPixels(
    _ bytes: [UInt8], width: Int, height: Int, _ header: ImageFileHeader, mayHaveAlpha: Bool, name: String
  ) throws(ImageFileError) -> StraightPixels {
    var failure = CPNGFailure()
    var succeeded = false
    func components<Component>(_ depth: CInt, _ type: Component.Type) -> [Component] {
      let size = width * height * 4
      return [Component](unsafeUninitializedCapacity: size) { buffer, count in
        succeeded = cpng_decode(bytes, bytes.count, UInt32(width), UInt32(height), depth, buffer.baseAddress, &failure)
        count = succeeded ? size : 0
      }
    }
    let isWide = header.depth == 16 && header.color != .sRGB
    let samples: StraightPixels.Samples =
      isWide ? .rgba16(components(16, UInt16.self)) : .rgba8(components(8, UInt8.self))
    guard succeeded else {
      throw ImageFileError(name, .corrupt, "not a valid PNG: \(text(failure.message))", at: .row(Int(failure.row)))
    }
    return StraightPixels(width: width, height: height, samples: samples, mayHaveAlpha: mayHaveAlpha)
  }

  /// Returns the colour profile of a PNG file; nil without a valid one.
  static func profile(ofPNG bytes: [UInt8]) -> [UInt8]? {
    var count = 0
    guard let profile = cpng_profile(bytes, bytes.count, &count) else { return nil }
    defer { free(profile) }
    return Array(UnsafeBufferPointer(start: profile, count: count))
  }

  static func encodePNG(_ image: Bitmap, name: String) throws(ImageFileError) -> [UInt8] {
    // Opaque images are written as RGB, which saves a third of the compression.
    try encodePNG(image, hasAlpha: !image.isOpaque, name: name)
  }

  /// Encodes with or without alpha, which all frames of an animation must have alike.
  static func encodePNG(_ image: Bitmap, hasAlpha: Bool, name: String) throws(ImageFileError) -> [UInt8] {
    let pixels = hasAlpha ? unpremultiplied(image.pixels) : flattened(image.pixels, over: 0)
    return try encodePNG(pixels, image.width, image.height, hasAlpha: hasAlpha, isSRGB: true, name: name)
  }

  /// Encodes rows of bytes or, for 16 bits a component, words.
  private static func encodePNG<Component: FixedWidthInteger>(
    _ components: [Component], _ width: Int, _ height: Int, hasAlpha: Bool, isSRGB: Bool, name: String
  ) throws(ImageFileError) -> [UInt8] {
    var failure = CPNGFailure()
    var count = 0
    let encoded = cpng_encode(
      components, UInt32(width), UInt32(height), hasAlpha ? 4 : 3, CInt(Component.bitWidth), isSRGB, &count, &failure)
    guard let encoded else {
      throw ImageFileError(name, .encodingFailed, "cannot encode PNG: \(text(failure.message))")
    }
    defer { free(encoded) }
    return Array(UnsafeBufferPointer(start: encoded, count: count))
  }

  /// Encodes a picture with 16 bits a component.
  package static func encodePNG(_ picture: DeepPicture, name: String = "image") throws(ImageFileError) -> [UInt8] {
    let space = picture.space
    let file = try encodePNG(
      picture.words, picture.width, picture.height, hasAlpha: !picture.isOpaque, isSRGB: space == nil, name: name)
    guard let space else { return file }
    // After IHDR, which ends at byte 33.
    var result = Array(file[..<33])
    // The matrix of RGB, and its full range.
    appendPNGChunk("cICP", [space.primaries, space.transfer, 0, 1], to: &result)
    return result + file[33...]
  }

  /// Decodes a PNG file of 16 bits a component with these bits, and without a conversion of its colours; nil for other
  /// files, and for those that are turned or have a profile.
  package static func decodeDeepPNG(_ bytes: [UInt8], name: String) throws(ImageFileError) -> DeepPicture? {
    guard ImageCodec.png.isSignature(bytes) else { return nil }
    let chunks = try PNGChunks(bytes, name: name)
    guard chunks.depth == 16 else { return nil }
    var header = try chunks.header(bytes, name: name)
    switch header.color {
    case .sRGB, .coded: break
    case .profile, .calibrated: return nil
    }
    guard header.orientation == .up else { return nil }
    // Asks for 16 bits.
    header.color = .coded(chunks.codedSpace ?? .sRGB)
    let pixels = try pngPixels(
      bytes, width: chunks.width, height: chunks.height, header, mayHaveAlpha: true, name: name)
    guard case .rgba16(let words) = pixels.samples else { return nil }
    return DeepPicture(width: pixels.width, height: pixels.height, words: words, space: chunks.codedSpace)
  }

  /// Encodes a picture with 16 bits a component, and writes it.
  package static func writePNG(_ picture: DeepPicture, to path: String) throws(ImageFileError) {
    let file = try UnfinishedFile(for: path)
    try file.write(try encodePNG(picture, name: path))
    try file.publish()
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

  /// Returns whether the four bytes after `range`, a chunk's type and data, are its checksum.
  static func hasPNGChecksum(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let checksum = bytes.withUnsafeBufferPointer { cpng_checksum($0.baseAddress! + range.lowerBound, range.count) }
    return bytes.integer(at: range.upperBound, size: 4, .bigEndian) == Int(checksum)
  }

  /// Returns four bytes, the most significant first.
  static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// Encodes an animated PNG of whole pictures, each replacing the one before. Other readers show the first.
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
      // In milliseconds; without disposal, replacing the canvas.
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

  /// Returns the bytes before the pixels of a file written by libpng, and the parts with the pixels.
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

extension ImageCodec {
  /// The format PNG with animations (APNG).
  package static let png = ImageCodec(
    name: "PNG", suffixes: ["png", "apng"], typeIdentifier: "public.png", animationProperties: "{PNG}",
    library: { ("libpng", String(cString: cpng_version())) },
    isSignature: { bytes in
      let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
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
      // After IHDR, which ends at byte 33.
      var result = Array(file[..<33])
      ImageFile.appendPNGChunk("eXIf", exif, to: &result)
      return result + file[33...]
    })
}
