// The 3D spaces of a frame: which layers share one, and how they stand in it.
//
// A plain layer flattens its sublayers into its own plane. Before that they share a space: sublayers whose planes are
// tilted against each other are sorted by depth, and split where they cut each other, as Apple's render server does for
// all siblings. (Its documentation says so of CATransformLayer alone. WebKit found that plain siblings are sorted too
// when it had to switch it off, https://github.com/WebKit/WebKit/pull/6773; and a view that is turned about y half
// disappears behind its neighbour.) Sublayers that are parallel to their superlayer's plane are sorted by their
// distance from it alone, which is `zPosition` unless a transform moves along z too; they have no space, and cost
// nothing.
//
// A transform layer has no plane and draws nothing: its sublayers stand in the space of the nearest layer around it
// that is not a transform layer, together with that layer's other sublayers.

import CoreGraphics
import QuartzCore

/// A layer in a 3D space.
package struct SpaceMember: Sendable {
  /// The index of the space.
  package var space: Int32
  package var layer: Int32
  /// Its plane in the space.
  var map: DepthMap
  /// The opacity of the transform layers between the space and the layer.
  package var opacity: Float
}

/// A turn of a layer in the order of its space.
package struct SpacePiece: Equatable, Sendable {
  package var member: Int32
  /// The part of the layer that is drawn; nil for all of it.
  var seams: Seams?
}

package struct DepthSpaces: Sendable {
  var members: [SpaceMember] = []
  /// The pieces of all spaces, one space after another, each from back to front.
  var pieces: [SpacePiece] = []
  /// For each space its pieces; empty before they are sorted.
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

  /// Removes the layers from an index on, which left the scene.
  mutating func removeLayers(from index: Int) {
    while let last = members.last, Int(last.layer) >= index { members.removeLast() }
  }
}
