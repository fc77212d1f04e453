// Writing files of several pictures, and the settings that they have besides pixels.

/// A picture to be written.
package struct OutputFrame: Sendable {
  package var bitmap: Bitmap
  /// Seconds until the next one; only animations have it.
  package var delay: Double

  package init(_ bitmap: Bitmap, delay: Double = 0) { (self.bitmap, self.delay) = (bitmap, delay) }

  /// Returns the delay in a format's whole units, and 0 for a negative delay or one that is not a number.
  ///
  /// - Parameters:
  ///   - units: the units in a second.
  ///   - most: the longest delay that the format holds, in seconds.
  package func delay(inUnitsOf units: Double, most: Double) -> Int {
    // Bounded: by `most`.
    Int(((delay > 0 ? min(delay, most) : 0) * units).rounded())
  }
}

/// The settings of a file to be written.
package struct OutputSettings: Sendable {
  /// See ``ImageFile/encode(_:as:quality:name:)``.
  package var quality: Double?
  /// The number of times that an animation is shown, 0 for ever.
  package var loopCount = 0
  /// The orientation, written as EXIF where it is not upright; a format without a place for it turns the picture.
  package var orientation = ImageOrientation.up
  /// The orientation as EXIF has it; nil where it is upright.
  package var exif: [UInt8]? { orientation == .up ? nil : orientation.exif }

  package init(quality: Double? = nil) { self.quality = quality }
}

extension ImageFile {
  /// Encodes pictures into one file: of several, an animation. Pictures of different sizes stand at the top left of the
  /// largest width and height among them.
  ///
  /// - Throws: `unsupported` for several pictures in a format that holds one.
  /// - Precondition: there is at least one picture.
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
