// How wide a text without a box may be: to the edges of its composition, from where it stands in the middle of its
// time. A text that is turned there, or lies outside, has the width of the composition.

import CoreGraphics
import Foundation

extension LottieBuilder {
  /// The room of a text, in points of its layer.
  func room(of document: TextDocument, on layer: LottieLayer, in composition: Composition) -> TextSpace {
    if let box = document.box, box.width > 0 { return TextSpace(width: box.width, height: box.height) }
    let whole = Double(composition.size.width)
    var (begin, end) = (max(layer.inPoint, -1e9), min(layer.outPoint, 1e9))
    if composition.names.isEmpty {
      (begin, end) = (max(begin, self.document.inPoint), min(end, self.document.outPoint))
    }
    let matrix = self.matrix(of: layer, at: (begin + max(begin, end)) / 2, in: composition)
    let (scale, x) = (Double(hypot(matrix.a, matrix.b)), Double(matrix.tx))
    guard scale > 1e-6, scale.isFinite else { return TextSpace(width: whole) }
    let turn = Double(max(abs(matrix.b), abs(matrix.c)))
    guard turn < scale * 1e-6, x.isFinite else { return TextSpace(width: whole / scale) }
    // From the layer's origin to the edges, the left one first where it is not mirrored.
    var (left, right) = (x / scale, (whole - x) / scale)
    if matrix.a < 0 { swap(&left, &right) }
    let width =
      switch document.justification {
      case 1, 4: left
      case 2, 5: 2 * min(left, right)
      default: right
      }
    // So near the edge that nothing could be read: it comes in from there.
    return TextSpace(width: width * scale >= whole / 20 ? width : whole / scale)
  }

  /// From a layer's points to those of its composition, at a frame.
  private func matrix(of layer: LottieLayer, at frame: Double, in composition: Composition) -> CGAffineTransform {
    var matrix = layer.transform.matrix(at: frame)
    var (next, seen) = (layer.parent, Set<Int>())
    while let number = next, seen.insert(number).inserted, let offset = composition.byIndex[number] {
      let parent = composition.layers[offset]
      matrix = matrix.concatenating(parent.transform.matrix(at: frame))
      next = parent.parent
    }
    return matrix
  }
}

extension LottieTransform {
  /// The transform in the plane at a frame; of one that turns out of it, none that is upright.
  func matrix(at frame: Double) -> CGAffineTransform {
    let (anchor, scale) = (self.anchor.value(at: frame).point, self.scale.value(at: frame).point)
    let position = self.position.point(at: frame)
    let isUpright = !isThreeDimensional && !hasSkew
    return CGAffineTransform(translationX: -anchor.x, y: -anchor.y)
      .concatenating(CGAffineTransform(scaleX: scale.x, y: scale.y))
      .concatenating(CGAffineTransform(rotationAngle: isUpright ? rotation.z.value(at: frame) * .pi / 180 : 1))
      .concatenating(CGAffineTransform(translationX: position.x, y: position.y))
  }
}
