// Layout: PNG specification, third edition, clauses 5 and 11.

/// The chunks of a PNG file, except the pixels.
struct PNGChunks: Sendable {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var depth = 0
  /// The bits 1 for a palette, 2 for colour, 4 for alpha.
  private(set) var colourType = 0
  private(set) var isInterlaced = false
  private(set) var hasTransparency = false
  private(set) var orientation = ImageOrientation.up
  private(set) var resolution: (x: Double, y: Double)?
  private(set) var hasProfile = false
  private(set) var hasSRGB = false
  /// The gAMA chunk's number: 100,000 divided by the decoding power.
  private(set) var gamma: Int?
  private(set) var primaries: RGBPrimaries?
  /// The space of the cICP chunk, if it is one of RGB with a full range.
  private(set) var codedSpace: DeepPicture.Space?
  /// The chunks of palette and alphas, for frames that are decoded as files.
  private(set) var palette: [Range<Int>] = []
  /// The number of bytes of compressed pixels in the picture that every reader shows.
  private(set) var dataBytes = 0
  private(set) var animation = PNGAnimation()

  static let signatureSize = 8
  /// The number of bytes of length, type and checksum around a chunk's data.
  static let overhead = 12

  /// Reads the chunks from the signature to IEND. Throws `truncated` with the least number of bytes if a chunk exceeds
  /// the end or IEND is missing, `corrupt` if the file does not begin with IHDR.
  init(_ bytes: [UInt8], name: String) throws(ImageFileError) {
    var offset = Self.signatureSize
    while true {
      // At least an empty IEND chunk must follow.
      guard let length = bytes.integer(at: offset, size: 4, .bigEndian), bytes.count >= offset + Self.overhead else {
        throw Self.truncated(bytes, atLeast: offset + Self.overhead, name)
      }
      let end = offset + Self.overhead + length
      if offset == Self.signatureSize { try readHeader(bytes, at: offset, length: length, name) }
      guard end <= bytes.count else { throw Self.truncated(bytes, atLeast: end + Self.overhead, name) }
      if bytes.hasText("IEND", at: offset + 4) { break }
      read(bytes, String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self), offset..<end)
      offset = end
    }
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
      let depth = bytes.integer(at: offset + 16, size: 1, .bigEndian),
      let colourType = bytes.integer(at: offset + 17, size: 1, .bigEndian),
      let interlacing = bytes.integer(at: offset + 20, size: 1, .bigEndian)
    else { throw Self.truncated(bytes, atLeast: offset + Self.overhead + length, name) }
    (self.width, self.height, self.depth, self.colourType) = (width, height, depth, colourType)
    isInterlaced = interlacing != 0
  }

  private mutating func read(_ bytes: [UInt8], _ type: String, _ chunk: Range<Int>) {
    let data = bytes[chunk.lowerBound + 8..<chunk.upperBound - 4]
    switch type {
    case "PLTE": palette.append(chunk)
    case "tRNS":
      palette.append(chunk)
      hasTransparency = true
    case "eXIf": orientation = ImageOrientation(exif: data) ?? .up
    case "iCCP": hasProfile = true
    case "cICP":
      let numbers = Array(data)
      guard numbers.count == 4, numbers[2] == 0, numbers[3] == 1 else { return }
      codedSpace = DeepPicture.Space(primaries: numbers[0], transfer: numbers[1])
    case "sRGB": hasSRGB = true
    case "gAMA": gamma = data.integer(at: data.startIndex, size: 4, .bigEndian)
    case "cHRM": primaries = RGBPrimaries(pngChunk: data)
    case "pHYs":
      if let x = data.integer(at: data.startIndex, size: 4, .bigEndian),
        let y = data.integer(at: data.startIndex + 4, size: 4, .bigEndian), data.count > 8, data.last == 1
      {
        // In pixels a metre.
        resolution = (Double(x) * 0.0254, Double(y) * 0.0254)
      }
    case "IDAT":
      dataBytes += data.count
      animation.readImageData()
    case "acTL", "fcTL", "fdAT": animation.read(type, data, width: width, height: height)
    default: break
    }
  }

  static func truncated(_ bytes: [UInt8], atLeast expected: Int, _ name: String) -> ImageFileError {
    ImageFileError(
      name, .truncated, "truncated PNG: \(bytes.count) of at least \(expected) bytes", at: .byte(bytes.count))
  }

  /// Returns the file's header. Throws `tooLarge` beyond the limits, `corrupt` for a size that the data cannot contain.
  func header(_ bytes: [UInt8], name: String) throws(ImageFileError) -> ImageFileHeader {
    try ImageFile.checkSize(width: width, height: height, name: name)
    try checkPlausible(name)
    var header = ImageFileHeader(width: width, height: height)
    header.depth = depth
    header.colorModel = colourType & 2 == 0 ? .gray : .rgb
    header.isIndexed = colourType == 3
    header.mayHaveAlpha = colourType & 4 != 0 || hasTransparency
    header.orientation = orientation
    header.resolution = resolution
    // PNG's third edition: cICP comes before iCCP, and both before sRGB.
    if let codedSpace, codedSpace.isKnown {
      header.color = codedSpace.isSRGB ? .sRGB : .coded(codedSpace)
    } else if hasProfile {
      if let profile = ImageFile.profile(ofPNG: bytes) {
        header.color = .profile(profile)
      } else {
        header.notes.append("its ICC colour profile cannot be used: read as sRGB")
      }
    } else if !hasSRGB {
      header.color = calibration
    }
    switch animation.frames(in: bytes) {
    case .none: break
    case .frames(let frames, let plays):
      header.frames = frames
      header.loopCount = plays
    case .broken(let reason): header.notes.append("its animation is broken (\(reason)): read as a still picture")
    }
    return header
  }

  /// sRGB for its own numbers, or none, as its curve differs from the power 1/2.2 that they give.
  private var calibration: ColorSource {
    let primaries = primaries ?? .rec709
    let isStandard = primaries.isClose(to: .rec709)
    // Powers that no display has would turn everything black or white.
    guard let gamma, (10_000...1_000_000).contains(gamma), !isStandard || abs(gamma - 45455) > 500 else {
      guard !isStandard else { return .sRGB }
      return .calibrated(gamma: 2.2, primaries)
    }
    return .calibrated(gamma: 100_000 / Double(gamma), primaries)
  }

  /// Refuses more pixels than the bytes can contain: deflate makes at most 1,032 bytes of one.
  private func checkPlausible(_ name: String) throws(ImageFileError) {
    let channels = colourType == 3 ? 1 : (colourType & 2 != 0 ? 3 : 1) + (colourType & 4 != 0 ? 1 : 0)
    let rows = height * ((width * channels * depth + 7) / 8)
    guard dataBytes * 1032 >= rows else {
      throw ImageFileError(
        name, .corrupt,
        "\(width)x\(height) pixels in \(dataBytes) bytes of image data; expected at least \(rows / 1032)")
    }
  }
}

extension RGBPrimaries {
  /// Reads a cHRM chunk: white, red, green, blue, x and y in hundred-thousandths; returns nil for impossible ones.
  fileprivate init?(pngChunk data: ArraySlice<UInt8>) {
    var points: [Chromaticity] = []
    for index in 0..<4 {
      guard let x = data.integer(at: data.startIndex + index * 8, size: 4, .bigEndian),
        let y = data.integer(at: data.startIndex + index * 8 + 4, size: 4, .bigEndian), x <= 100_000,
        (1...100_000).contains(y)
      else { return nil }
      points.append(Chromaticity(x: Double(x) / 100_000, y: Double(y) / 100_000))
    }
    self.init((points[1].x, points[1].y), (points[2].x, points[2].y), (points[3].x, points[3].y), white: points[0])
    // Three collinear points give no space.
    let (a, b) = (
      SIMD2(points[2].x - points[1].x, points[2].y - points[1].y),
      SIMD2(points[3].x - points[1].x, points[3].y - points[1].y)
    )
    guard abs(a.x * b.y - a.y * b.x) > 0.001 else { return nil }
  }

  fileprivate func isClose(to other: RGBPrimaries) -> Bool {
    let (own, others) = ([red, green, blue, white], [other.red, other.green, other.blue, other.white])
    return zip(own, others).allSatisfy { one, other in abs(one.x - other.x) < 0.002 && abs(one.y - other.y) < 0.002 }
  }
}
