// The folders stand in one order; each uses only those before it (FolderOrderTests):
//
//   .         bitmaps, headers, errors, and what a format is
//   Files     files that have their names when they are whole, folders, digests
//   Reading   from a format's pixels to the picture: frames put together, colours, orientation
//   PNG       the format, animations too
//   JPEG      the format

import Glibc

package struct DecodedImage: Sendable {
  package let bitmap: Bitmap
  /// A sentence for each part of the file that was ignored, such as a broken colour profile.
  package let notes: [String]
}

package enum ImageFile {
  /// The greatest side of an image, in pixels.
  package static let maximumSide = 16384
  /// The most memory for the pixels of one image, in bytes, four a pixel: 8192x8192 pixels.
  package static let maximumPixelBytes = 1 << 28
  package static let maximumFileBytes = 1 << 29
  /// The greatest number of frames of an animation.
  package static let maximumFrames = 1 << 16

  /// Encodes one bitmap; equal bitmaps give equal bytes. PNG and WebP keep transparency, GIF whether alpha is above a
  /// half; JPEG draws the image over white.
  ///
  /// - Parameter quality: 0 to 1. JPEG: libjpeg's scale, 0.9 when nil. WebP: lossy at that quality, lossless when nil.
  ///   Without effect for PNG and GIF.
  package static func encode(
    _ bitmap: Bitmap, as codec: ImageCodec, quality: Double? = nil, name: String = "image"
  ) throws(ImageFileError) -> [UInt8] {
    try encode([OutputFrame(bitmap)], as: codec, OutputSettings(quality: quality), name: name)
  }

  /// Refuses a size that is empty or beyond the limits, before anything is allocated for it.
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

  /// Returns the text of a C library's message buffer, which Swift imports as a tuple.
  package static func text<Buffer>(_ buffer: Buffer) -> String {
    withUnsafeBytes(of: buffer) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

package struct OutputFrame: Sendable {
  package var bitmap: Bitmap
  /// The number of seconds until the next picture, for animations.
  package var delay: Double

  package init(_ bitmap: Bitmap, delay: Double = 0) { (self.bitmap, self.delay) = (bitmap, delay) }

  /// Returns the delay in whole units, `units` a second, up to `most` seconds; 0 for a negative delay or NaN.
  package func delay(inUnitsOf units: Double, most: Double) -> Int {
    // Bounded: by `most`.
    Int(((delay > 0 ? min(delay, most) : 0) * units).rounded())
  }
}

package struct OutputSettings: Sendable {
  /// See ``ImageFile/encode(_:as:quality:name:)``.
  package var quality: Double?
  /// The number of times that an animation is shown, 0 for endless.
  package var loopCount = 0
  /// The orientation, written as EXIF unless it is upright; for a format without EXIF the picture is turned.
  package var orientation = ImageOrientation.up
  package var exif: [UInt8]? { orientation == .up ? nil : orientation.exif }

  package init(quality: Double? = nil) { self.quality = quality }
}

extension ImageFile {
  /// Encodes pictures into one file, several as an animation. Pictures of different sizes are placed at the top left of
  /// the greatest width and height. Throws `unsupported` for several pictures in a format without animations.
  /// Precondition: at least one picture.
  package static func encode(
    _ frames: [OutputFrame], as codec: ImageCodec, _ settings: OutputSettings, name: String
  ) throws(ImageFileError) -> [UInt8] {
    precondition(!frames.isEmpty, "ImageFile.encode: no picture")
    guard frames.count == 1 || codec.holdsAnimations else {
      throw ImageFileError(name, .unsupported, "\(frames.count) pictures; \(codec.name) holds one")
    }
    var frames = frames
    if frames.count > 1 {
      let (width, height) = (frames.map(\.bitmap.width).max()!, frames.map(\.bitmap.height).max()!)
      try checkSize(width: width, height: height, name: name)
      for index in frames.indices { frames[index].bitmap = frames[index].bitmap.padded(width: width, height: height) }
    }
    return try codec.write(frames, settings, name)
  }
}

/// A failure to read or write an image file.
package struct ImageFileError: Error, CustomStringConvertible, Equatable {
  /// The kind of failure, for exit codes: the fault of the system, the file or the caller.
  package enum Problem: Equatable, Sendable {
    /// The file does not exist.
    case notFound
    /// The file exists, but cannot be read.
    case unreadable
    /// The bytes have no format that is read, or the suffix none that is written.
    case unknownFormat
    /// The file ends too early.
    case truncated
    /// The file breaks its format's rules.
    case corrupt
    /// The file uses a feature that is not read, or the format cannot contain what is to be written.
    case unsupported
    /// The image exceeds `ImageFile.maximumSide`, `ImageFile.maximumPixelBytes` or the format's limit.
    case tooLarge
    /// The output cannot be written: missing folder, no permission, full disk.
    case unwritable
    case encodingFailed
  }

  /// The place of the problem in the file, if the decoder reports it.
  package enum Place: Equatable, Sendable {
    /// A byte offset from the start of the file.
    case byte(Int)
    /// A row of pixels, from 0 at the top.
    case row(Int)
  }

  /// The file's path, or the name given for its bytes.
  package let name: String
  package let problem: Problem
  /// The problem and what was expected.
  package let detail: String
  package let place: Place?

  package init(_ name: String, _ problem: Problem, _ detail: String, at place: Place? = nil) {
    self.name = name
    self.problem = problem
    self.detail = detail
    self.place = place
  }

  /// Creates the error of a file with too many bytes.
  package init(tooLong count: Int, name: String) {
    self.init(name, .tooLarge, "\(count) bytes; the limit is \(ImageFile.maximumFileBytes)")
  }

  /// Creates an error of the operating system, with its text for `code`.
  init(_ name: String, _ problem: Problem, _ action: String, errno code: CInt) {
    self.init(name, problem, "\(action): \(String(cString: strerror(code)))")
  }

  /// `name: detail (byte 123)`.
  package var description: String {
    switch place {
    case .byte(let offset): "\(name): \(detail) (byte \(offset))"
    case .row(let row): "\(name): \(detail) (row \(row))"
    case nil: "\(name): \(detail)"
    }
  }
}

extension Collection<String> {
  /// Returns the first of the names most similar to `text`, in any case: one that begins with it, or that has at most
  /// one edit for three letters: one omitted, inserted, replaced or swapped (optimal string alignment). Returns nil for
  /// none.
  package func nearest(to text: String) -> String? {
    let wanted = Array(text.lowercased().utf8.prefix(64))
    guard !wanted.isEmpty else { return nil }
    var best: (name: String, edits: Int)?
    for name in self {
      let letters = Array(name.lowercased().utf8.prefix(64))
      let isBeginning = wanted.count > 2 && letters.starts(with: wanted)
      let edits = isBeginning ? 1 : Self.edits(wanted, letters)
      guard edits <= Swift.max(1, Swift.max(wanted.count, letters.count) / 3), edits < best?.edits ?? .max else {
        continue
      }
      best = (name, edits)
    }
    return best?.name
  }

  /// Returns `; did you mean 'render'?`, or nothing.
  package func guess(of text: String) -> String { nearest(to: text).map { "; did you mean '\($0)'?" } ?? "" }

  /// Returns the number of edits between two words.
  private static func edits(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var (last, row) = ([Int](), Array(0...b.count))
    for i in a.indices {
      let before = last
      last = row
      row[0] = i + 1
      for j in b.indices {
        row[j + 1] = Swift.min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { row[j + 1] = Swift.min(row[j + 1], before[j - 1] + 1) }
      }
    }
    return row[b.count]
  }
}
