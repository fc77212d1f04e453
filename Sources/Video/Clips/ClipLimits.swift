// What a film may be that is read: what it claims is checked against this before memory is taken for it.

/// Bounds of films as input.
enum ClipLimits {
  /// Pixels.
  static let longestSide = 16_384
  /// Pixels of a picture.
  static let mostPixels = 1 << 26
  /// Pictures of a film: 19 hours at 60 a second.
  static let mostPictures = 1 << 22
  /// Seconds: 100 hours.
  static let longest = 360_000.0
  /// The most streams of sound that a clip tells of.
  static let mostSounds = 16
  /// The largest ratio of a pixel's width and height, either way; a pixel beyond it is taken for square.
  static let widestPixel = 16.0

  /// Whether pictures of so many pixels are read.
  static func take(width: Int, height: Int) -> Bool {
    (1...longestSide).contains(width) && (1...longestSide).contains(height) && width * height <= mostPixels
  }
}
