// The layers of a tree by names that hold as long as the tree has the same shape: `0` is the root, `0.2` its third
// sublayer, `0.2.m` the mask of that.

package import QuartzCore

/// A layer of a tree with its place in it.
package struct NumberedLayer {
  /// The indices on the way to it, with points between them; `m` is a mask.
  package let id: String
  package let layer: CALayer
  /// The number of layers that the layer lies in.
  package let depth: Int
  /// Whether it is a mask, or lies in one.
  package let isMask: Bool
}

extension CALayer {
  /// The layers of the tree, each before those in it: its mask, then its sublayers from back to front.
  package var numbered: [NumberedLayer] {
    var found: [NumberedLayer] = []
    number("0", depth: 0, isMask: false, into: &found)
    return found
  }

  private func number(_ id: String, depth: Int, isMask: Bool, into found: inout [NumberedLayer]) {
    found.append(NumberedLayer(id: id, layer: self, depth: depth, isMask: isMask))
    mask?.number("\(id).m", depth: depth + 1, isMask: true, into: &found)
    for (index, layer) in (sublayers ?? []).enumerated() {
      layer.number("\(id).\(index)", depth: depth + 1, isMask: isMask, into: &found)
    }
  }
}
