// The 3D spaces of a frame: which layers share one, and how they stand in it.
//
// A plain layer flattens its sublayers into its own plane. Before that, sublayers that are tilted against each other
// share a space: they are sorted by depth, and split where they cut each other, as Apple's render server does for all
// siblings. (Its documentation says so of CATransformLayer alone. WebKit found that plain siblings are sorted too when
// it had to switch it off, https://github.com/WebKit/WebKit/pull/6773; and a view that is turned about y half
// disappears behind its neighbour.) Sublayers that are parallel to their superlayer's plane have no space and cost
// nothing: they are sorted by their distance from it, which is `zPosition` unless a transform moves along z too.
//
// A transform layer has no plane and draws nothing: its sublayers stand in the space of the nearest layer around it
// that is not a transform layer, together with that layer's other sublayers.

import CoreGraphics
import QuartzCore

package struct SpaceMember: Sendable {
  package var space: Int32
  package var layer: Int32
  var map: DepthMap
  /// The opacity of the transform layers between the space and the layer.
  package var opacity: Float
}

/// A layer, or a part of a split layer, at its turn in the order of its space.
package struct SpacePiece: Equatable, Sendable {
  package var member: Int32
  /// The part of the layer that is drawn; nil for all of it.
  var seams: Seams?
}

package struct DepthSpaces: Sendable {
  var members: [SpaceMember] = []
  /// The pieces of all spaces, one space after another, each from back to front.
  var pieces: [SpacePiece] = []
  /// The range of each space's pieces in `pieces`; empty before they are sorted.
  var pieceRanges: [Range<Int>] = []

  package var isEmpty: Bool { pieceRanges.isEmpty }

  mutating func removeAll() {
    members.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    pieceRanges.removeAll(keepingCapacity: true)
  }

  mutating func open() -> Int32 {
    pieceRanges.append(0..<0)
    return Int32(pieceRanges.count - 1)
  }

  /// Removes the layers that left the scene, those from an index on.
  mutating func removeLayers(from index: Int) {
    while let last = members.last, Int(last.layer) >= index { members.removeLast() }
  }
}

// Seams: lines in pixels that cut a part out of a layer's drawing.
//
//        |  line 1            A pass with seams cuts every quadrilateral that is added to it along all lines, whether
//     A  |   B                or not its part ends there, and keeps the cells of the part: (A), then in a later turn
//   -----+------ line 2       (B, C). Cells that meet were cut from the same edges at the same points, so no pixel
//     D  |   C                between them is left out or drawn twice. Seams are not antialiased.
//
// Primitives do not know of them: the draw list cuts.

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
