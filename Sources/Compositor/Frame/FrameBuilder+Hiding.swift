// Parts of a layer that hide its background wholly. The background is then left out: it would shine through along
// common antialiased edges, a rounded clip's above all, because the coverage of a pixel does not say which part is
// covered.
//
// Only parts that cover all of the bounds count. Under a sublayer that runs over a part of a rounded edge the
// background still shows a little there.

import QuartzCore

extension FrameBuilder {
  /// A part of a layer that lies over its background.
  enum HidingPart { case gradient, contents, sublayer }

  /// The number of sublayers that are examined; a card's picture is among the first.
  private static let mostSublayers = 8

  /// Returns the uppermost part that is opaque and covers the bounds of a layer drawn at full opacity.
  func hidingPart(of drawn: LayerDraw) -> HidingPart? {
    let layer = drawn.layer
    if layer.space < 0 {
      var child = Int(layer.sublayers)
      var count = 0
      while child < Int(layer.end) && count < Self.mostSublayers {
        if covers(scene.layers[child], drawn) { return .sublayer }
        child = Int(scene.layers[child].end)
        count += 1
      }
    }
    if layer.draws.contains(.drawsContents), hasOpaqueContents(drawn.look, drawn.tree) { return .contents }
    return layer.draws.contains(.drawsGradient) && drawn.tree.gradients[layer.slot]?.isOpaque ?? false ? .gradient : nil
  }

  /// Whether an image covers its layer's bounds.
  private func hasOpaqueContents(_ look: LayerLook, _ tree: RenderTree) -> Bool {
    look.contents.destination.contains(look.bounds) && tree.images[look.image]?.isOpaque ?? false
  }

  /// Whether a sublayer covers its superlayer's bounds.
  private func covers(_ child: FlatLayer, _ drawn: LayerDraw) -> Bool {
    let (layer, bounds, tree) = (drawn.layer, drawn.look.bounds, drawn.tree)
    guard !child.draws.isDisjoint(with: [.drawsBackground, .drawsContents, .drawsGradient]),
      child.reasons.isDisjoint(with: .wholeLayer), child.clip == layer.innerClip
    else { return false }
    let inner = tree.looks[Int(child.slot)]
    guard inner.opacity >= 1, inner.radii == .zero, !inner.flags.contains(.inTransition), child.toPixels.isAffine,
      layer.toPixels.isAffine,
      (child.draws.contains(.drawsBackground) && inner.background.w >= 1)
        || (child.draws.contains(.drawsContents) && hasOpaqueContents(inner, tree))
        || (child.draws.contains(.drawsGradient) && tree.gradients[child.slot]?.isOpaque ?? false),
      let fromPixels = child.toPixels.inverted
    else { return false }
    // The corners of the bounds, in the sublayer's plane.
    let map = layer.toPixels * fromPixels
    let box = inner.bounds.insetBy(-1e-6 * max(inner.bounds.width, inner.bounds.height))
    for corner in 0..<4 {
      let point = map.map(
        corner & 1 == 0 ? bounds.minX : bounds.maxX, corner & 2 == 0 ? bounds.minY : bounds.maxY)
      guard point.x >= box.minX && point.x <= box.maxX && point.y >= box.minY && point.y <= box.maxY else {
        return false
      }
    }
    return true
  }
}
