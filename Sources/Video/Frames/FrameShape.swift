// How large the frames of a film are, and how often there is one.

/// What all frames of a film have in common.
struct FrameShape: Sendable {
  /// Pixels.
  var width: Int
  /// Pixels.
  var height: Int
  var rate: FrameRate
}
