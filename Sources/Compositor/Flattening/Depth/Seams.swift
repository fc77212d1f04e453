// Drawing a part of a layer: lines in pixels, and on which sides of them something is drawn.
//
//        |  line 1            A pass with seams cuts every quadrilateral that is added to it along all lines, whether
//     A  |   B                or not its part ends there, and keeps the cells of the part: (A), then in a later turn
//   -----+------ line 2       (B, C). Cells that meet were cut from the same edges at the same points, so no pixel
//     D  |   C                between them is left out or drawn twice. Seams are not antialiased.
//
// It works on what primitives hand to the draw list, so none of them knows of it.

import QuartzCore

/// The part of the drawing that is kept.
struct Seams: Equatable, Sendable {
  /// In pixels.
  var lines: [PlaneLine]
  /// The cells that are kept: the bits are those of `lines`.
  var cells: [DepthOrder.Cell]

  /// Whether the part on the given sides of all lines is kept.
  func keeps(_ signs: UInt32) -> Bool { cells.contains { (signs ^ $0.signs) & $0.mask == 0 } }
}

extension PlaneLine {
  /// The same line seen through a map from its plane; nil where that is singular.
  func seen(through map: Homography) -> PlaneLine? {
    guard let inverse = map.inverted else { return nil }
    return PlaneLine(
      inverse.m11 * a + inverse.m12 * b + inverse.m13 * c, inverse.m21 * a + inverse.m22 * b + inverse.m23 * c,
      inverse.m31 * a + inverse.m32 * b + inverse.m33 * c)
  }
}
