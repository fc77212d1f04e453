// How much memory the pictures of a frame may take that the CPU draws: coverage of shapes, shadows of paths, text. They
// are made before there is a draw list to count; a frame that would take more leaves them out, and says how much they
// were.
//
// Tested by PictureBudgetTests, CornerPatchTests, ShadowPatchTests and RasterTests.

/// The memory of the pictures that are made for one frame.
struct PictureBudget {
  /// The most bytes; without one, all that is asked for.
  var limit = Int.max
  private var taken = 0.0
  /// Bytes of what was not made.
  private(set) var leftOut = 0.0

  mutating func beginFrame() { (taken, leftOut) = (0, 0) }

  /// Takes the memory of a picture; returns false where there is not so much.
  mutating func take(_ width: Int, _ height: Int, _ format: Texels.Format) -> Bool {
    let bytes = Texels.memory(width, height, format)
    guard leftOut == 0, taken + bytes <= Double(limit) else {
      leftOut += bytes
      return false
    }
    taken += bytes
    return true
  }
}
