// The facts that a file gives before any pixel is decoded.

/// The facts of an image file.
package struct ImageFileHeader: Sendable {
  /// The meaning of the stored components.
  package enum ColorModel: String, Sendable {
    case gray, rgb, cmyk
  }

  /// The way that one frame of an animation gives way to the next.
  package enum Disposal: Sendable {
    /// It stays.
    case keep
    /// Its rectangle becomes transparent.
    case clear
    /// The earlier content of its rectangle comes back.
    case restore
  }

  /// One picture of the file; a still file has one, which fills the file's size.
  package struct Frame: Sendable {
    /// Left edge in the canvas, in pixels.
    package var x = 0
    /// Top edge in the canvas, in pixels.
    package var y = 0
    package var width: Int
    package var height: Int
    /// Seconds until the next frame, as the file says; 0 for a still picture.
    package var delay = 0.0
    package var disposal = Disposal.keep
    /// Whether it is laid over what is there; otherwise it replaces it, transparency included.
    package var blends = false

    package init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// Width of the stored pixels, before orientation; that of the canvas of an animation.
  package var width: Int
  /// Height of the stored pixels.
  package var height: Int
  /// Bits in one stored component, or in an index into a palette.
  package var depth = 8
  package var colorModel = ColorModel.rgb
  /// Whether the pixels are indices into a table of colours.
  package var isIndexed = false
  /// Whether some alpha may be below full.
  package var mayHaveAlpha = false
  /// The orientation that turns the stored pixels into the picture.
  package var orientation = ImageOrientation.up
  /// Pixels an inch, across and down; nil where the file does not say.
  package var resolution: (x: Double, y: Double)?
  /// The space of the pixels.
  package var color = ColorSource.sRGB
  /// The pictures, in order; one or more.
  package var frames: [Frame]
  /// The number of times that the frames are to be shown, 0 for ever; nil for a still picture.
  package var loopCount: Int?
  /// One sentence for each thing in the file that is not honoured.
  package var notes: [String] = []

  /// The header of a still picture.
  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    frames = [Frame(width: width, height: height)]
  }

  /// Whether the file is an animation, be it of one frame.
  package var isAnimated: Bool { loopCount != nil }
}

/// The space that a file's components belong to.
package enum ColorSource: Equatable, Sendable {
  case sRGB
  /// An ICC profile's.
  case profile([UInt8])
  /// An RGB space of one power and the given primaries.
  case calibrated(gamma: Double, RGBPrimaries)
}

/// The order of an integer's bytes in a file: PNG and JPEG are big-endian, RIFF is little-endian, EXIF says which.
package enum ByteOrder {
  case bigEndian, littleEndian
}

// Integers out of file headers. Every read is checked against the end, because the offsets come from the file.
extension RandomAccessCollection<UInt8> where Index == Int {
  /// The unsigned integer of `size` bytes (at most 4) at index `offset`, nil when it is not wholly within the
  /// collection.
  package func integer(at offset: Int, size: Int, _ order: ByteOrder) -> Int? {
    guard offset >= startIndex, offset <= endIndex - size else { return nil }
    let bytes = self[offset..<offset + size]
    return switch order {
    case .bigEndian: bytes.reduce(0) { $0 << 8 | Int($1) }
    case .littleEndian: bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// Whether the ASCII characters `text` stand at index `offset`.
  package func hasText(_ text: String, at offset: Int) -> Bool {
    guard offset >= startIndex, offset <= endIndex - text.utf8.count else { return false }
    return self[offset..<offset + text.utf8.count].elementsEqual(text.utf8)
  }
}
