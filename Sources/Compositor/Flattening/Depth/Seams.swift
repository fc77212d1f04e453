// Seams: lines in pixels that cut a part out of a layer's drawing.
//
//        |  line 1            A pass with seams cuts every quadrilateral that is added to it along all lines, whether
//     A  |   B                or not its part ends there, and keeps the cells of the part: (A), then in a later turn
//   -----+------ line 2       (B, C). Cells that meet were cut from the same edges at the same points, so no pixel
//     D  |   C                between them is left out or drawn twice. Seams are not antialiased.
//
// Primitives do not know of them: the draw list cuts.

import QuartzCore

/// The part of the drawing that is kept.
struct Seams: Equatable, Sendable {
  /// In pixels.
  var lines: [PlaneLine]
  /// The cells that are kept: the bits are those of `lines`.
  var cells: [DepthOrder.Cell]

  func keeps(_ signs: UInt32) -> Bool { cells.contains { (signs ^ $0.signs) & $0.mask == 0 } }
}

extension PlaneLine {
  /// Returns the line seen through a map from its plane; nil if that is singular.
  func seen(through map: Homography) -> PlaneLine? {
    guard let inverse = map.inverted else { return nil }
    return PlaneLine(
      inverse.m11 * a + inverse.m12 * b + inverse.m13 * c, inverse.m21 * a + inverse.m22 * b + inverse.m23 * c,
      inverse.m31 * a + inverse.m32 * b + inverse.m33 * c)
  }
}
