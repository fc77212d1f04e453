// How large the frames of a film are, and how often there is one.

/// The size and the rate of all frames of a film.
struct FrameShape: Sendable {
  /// Pixels.
  var width: Int
  /// Pixels.
  var height: Int
  var rate: FrameRate
}
