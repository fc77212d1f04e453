package struct ImageFileHeader: Sendable {
  package enum ColorModel: String, Sendable {
    case gray, rgb, cmyk
  }

  /// The change of a frame of an animation before the next one is drawn.
  package enum Disposal: Sendable {
    /// The frame stays.
    case keep
    /// The frame's rectangle becomes transparent.
    case clear
    /// The earlier content of the frame's rectangle is restored.
    case restore
  }

  /// A picture of the file; that of a still file has the file's size.
  package struct Frame: Sendable {
    /// The left edge in the canvas, in pixels.
    package var x = 0
    /// The top edge in the canvas, in pixels.
    package var y = 0
    package var width: Int
    package var height: Int
    /// The number of seconds until the next frame, as in the file; 0 for a still picture.
    package var delay = 0.0
    package var disposal = Disposal.keep
    /// Whether the frame is drawn over the canvas; if not, it replaces it, with its transparency.
    package var blends = false

    package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// The width of the stored pixels, before orientation, or of an animation's canvas.
  package var width: Int
  package var height: Int
  /// The number of bits of a stored component or of an index into a palette.
  package var depth = 8
  package var colorModel = ColorModel.rgb
  /// Whether the pixels are indices into a table of colours.
  package var isIndexed = false
  /// Whether an alpha may be below its maximum.
  package var mayHaveAlpha = false
  /// The orientation that turns the stored pixels into the picture.
  package var orientation = ImageOrientation.up
  /// The resolution in pixels an inch, across and down, if the file has one.
  package var resolution: (x: Double, y: Double)?
  package var color = ColorSource.sRGB
  /// The pictures in order, at least one.
  package var frames: [Frame]
  /// The number of times that the frames are shown, 0 for endless; nil for a still picture.
  package var loopCount: Int?
  /// A sentence for each ignored part of the file.
  package var notes: [String] = []

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    frames = [Frame(width: width, height: height)]
  }

  /// Whether the file is an animation, even of one frame.
  package var isAnimated: Bool { loopCount != nil }
}

/// The colour space of a file's components.
package enum ColorSource: Equatable, Sendable {
  case sRGB
  case profile([UInt8])
  /// An RGB space with a power for its curve and the given primaries.
  case calibrated(gamma: Double, RGBPrimaries)
  /// An RGB space by the numbers of ITU-T H.273, which are known. Light above white is clipped.
  case coded(DeepPicture.Space)
}

/// The order of an integer's bytes in a file: PNG and JPEG are big-endian, RIFF is little-endian, EXIF has either.
package enum ByteOrder {
  case bigEndian, littleEndian
}

// Integers of file headers. Every read is checked against the end, as offsets come from the file.
extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the unsigned integer of `size` bytes (at most 4) at index `offset`; nil beyond the end.
  package func integer(at offset: Int, size: Int, _ order: ByteOrder) -> Int? {
    guard offset >= startIndex, offset <= endIndex - size else { return nil }
    let bytes = self[offset..<offset + size]
    return switch order {
    case .bigEndian: bytes.reduce(0) { $0 << 8 | Int($1) }
    case .littleEndian: bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// Returns whether the ASCII characters `text` are at index `offset`.
  package func hasText(_ text: String, at offset: Int) -> Bool {
    guard offset >= startIndex, offset <= endIndex - text.utf8.count else { return false }
    return self[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
  }
}

/// The transform from stored pixels to the upright picture. Names are Apple's, numbers those of EXIF's tag 0x0112.
package enum ImageOrientation: Int, CaseIterable, Sendable {
  case up = 1
  case upMirrored
  case down
  case downMirrored
  case leftMirrored
  case right
  case rightMirrored
  case left

  /// Reads the tag from a TIFF block, as in EXIF data; returns nil if it is missing or invalid, as for a broken block,
  /// which is no reason to refuse an image with sound pixels.
  package init?(exif tiff: ArraySlice<UInt8>) {
    let start = tiff.startIndex
    let order: ByteOrder
    if tiff.hasText("II", at: start) {
      order = .littleEndian
    } else if tiff.hasText("MM", at: start) {
      order = .bigEndian
    } else {
      return nil
    }
    guard tiff.integer(at: start + 2, size: 2, order) == 42,
      let directory = tiff.integer(at: start + 4, size: 4, order),
      let entryCount = tiff.integer(at: start + directory, size: 2, order)
    else { return nil }
    // A directory entry: tag, type (3: 16-bit integer), count, value; 12 bytes, small values in place.
    for entry in 0..<entryCount {
      let offset = start + directory + 2 + entry * 12
      guard let tag = tiff.integer(at: offset, size: 2, order) else { return nil }
      guard tag == 0x0112 else { continue }
      guard tiff.integer(at: offset + 2, size: 2, order) == 3 else { return nil }
      self.init(rawValue: tiff.integer(at: offset + 8, size: 2, order) ?? 0)
      return
    }
    return nil
  }

  /// Whether width and height are exchanged.
  package var swapsSides: Bool { rawValue >= Self.leftMirrored.rawValue }

  /// A TIFF block with this orientation as its only entry.
  package var exif: [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(rawValue)]
      + [0, 0, 0, 0, 0, 0]
  }

  func apply(to pixels: [UInt8], width: Int, height: Int) -> (pixels: [UInt8], width: Int, height: Int) {
    guard self != .up else { return (pixels, width, height) }
    let (outWidth, outHeight) = swapsSides ? (height, width) : (width, height)
    // Source pixel of (x, y): first + x * column + y * row, in pixels.
    let (right, bottom) = (width - 1, (height - 1) * width)
    let (first, column, row): (Int, Int, Int) =
      switch self {
      case .up: (0, 1, width)
      case .upMirrored: (right, -1, width)
      case .down: (bottom + right, -1, -width)
      case .downMirrored: (bottom, 1, -width)
      case .leftMirrored: (0, width, 1)
      case .right: (bottom, -width, 1)
      case .rightMirrored: (bottom + right, -width, -1)
      case .left: (right, width, -1)
      }
    let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { output, count in
      pixels.withUnsafeBytes { input in
        let source = input.bindMemory(to: UInt32.self)
        output.withMemoryRebound(to: UInt32.self) { target in
          for y in 0..<outHeight {
            for x in 0..<outWidth { target[y * outWidth + x] = source[first + x * column + y * row] }
          }
        }
      }
      count = pixels.count
    }
    return (turned, outWidth, outHeight)
  }
}

extension Bitmap {
  /// Returns the bitmap with its pixels turned upright from `orientation`.
  package func turned(_ orientation: ImageOrientation) -> Bitmap {
    guard orientation != .up else { return self }
    let turned = orientation.apply(to: pixels, width: width, height: height)
    return Bitmap(width: turned.width, height: turned.height, pixels: turned.pixels)
  }
}

/// A colour without its brightness: x and y of CIE 1931.
package struct Chromaticity: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// Daylight of 6504 kelvin: the white of sRGB.
  package static let d65 = Chromaticity(x: 0.3127, y: 0.3290)
  /// Daylight of 5003 kelvin: the white of print and of profiles.
  package static let d50 = Chromaticity(x: 0.3457, y: 0.3585)

  /// The colour in CIE XYZ at brightness 1.
  package var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
}

/// The chromaticities of an RGB space's components and white.
package struct RGBPrimaries: Hashable, Sendable {
  package var red: Chromaticity
  package var green: Chromaticity
  package var blue: Chromaticity
  package var white: Chromaticity

  package init(_ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), white: Chromaticity = .d65)
  {
    self.red = Chromaticity(x: red.0, y: red.1)
    self.green = Chromaticity(x: green.0, y: green.1)
    self.blue = Chromaticity(x: blue.0, y: blue.1)
    self.white = white
  }

  /// The primaries of ITU-R BT.709, which sRGB uses.
  package static let rec709 = RGBPrimaries((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
  /// DCI-P3's primaries with sRGB's white, as of displays.
  package static let displayP3 = RGBPrimaries((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
  /// DCI-P3's primaries with the cinema's white.
  package static let dciP3 = RGBPrimaries(
    (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), white: Chromaticity(x: 0.314, y: 0.351))
  package static let rec2020 = RGBPrimaries((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
  package static let adobe = RGBPrimaries((0.64, 0.33), (0.21, 0.71), (0.15, 0.06))
  package static let romm = RGBPrimaries((0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001), white: .d50)
  package static let acescg = RGBPrimaries(
    (0.713, 0.293), (0.165, 0.830), (0.128, 0.044), white: Chromaticity(x: 0.32168, y: 0.33767))
}
