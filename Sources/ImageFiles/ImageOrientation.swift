// EXIF orientation: the tag in a TIFF block, and the eight ways of turning pixels upright.

/// The turn that brings stored pixels upright. Names and numbers are those of Apple's `CGImagePropertyOrientation`,
/// which are those of EXIF's tag 0x0112.
package enum ImageOrientation: Int, CaseIterable, Sendable {
  case up = 1
  case upMirrored
  case down
  case downMirrored
  case leftMirrored
  case right
  case rightMirrored
  case left

  /// Reads the tag from a TIFF block, as EXIF data is; nil when it is not there or makes no sense.
  ///
  /// A broken block is no reason to refuse an image whose pixels are whole, so it counts as one without the tag.
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

  /// Whether turning exchanges width and height.
  package var swapsSides: Bool { rawValue >= Self.leftMirrored.rawValue }

  /// A TIFF block whose only entry is this orientation.
  package var exif: [UInt8] {
    Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(rawValue)]
      + [0, 0, 0, 0, 0, 0]
  }

  /// Turns 4-byte pixels upright.
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
  /// The bitmap with its pixels turned as `orientation` says they are to be seen; itself where they are upright.
  package func turned(_ orientation: ImageOrientation) -> Bitmap {
    guard orientation != .up else { return self }
    let turned = orientation.apply(to: pixels, width: width, height: height)
    return Bitmap(width: turned.width, height: turned.height, pixels: turned.pixels)
  }
}
