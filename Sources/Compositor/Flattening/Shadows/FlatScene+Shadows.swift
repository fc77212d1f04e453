// Shadows: whether a shadow can be drawn from a known shape, and otherwise which parts of the subtree it needs. Parts
// outside of the frame may cast into it, so they are drawn, too.

import QuartzCore

/// A shadow of composited alpha, in the pixels that its layer is drawn in.
struct ShadowPlacement {
  /// The deviation, in pixels, below which a shadow changes no byte: it is the shape itself.
  static let sharpest = 0.005

  var offsetX: Double
  var offsetY: Double
  var plan: BlurPlan

  func bounds(of box: Box) -> Box {
    guard !box.isEmpty else { return .empty }
    return box.moved(byX: offsetX, y: offsetY).insetBy(x: -plan.reachX, y: -plan.reachY)
  }

  /// Returns the box of all that may cast a shadow into `visible`.
  func casters(seenIn visible: Box) -> Box {
    guard !visible.isEmpty else { return .empty }
    return visible.moved(byX: -offsetX, y: -offsetY).insetBy(x: -plan.reachX, y: -plan.reachY)
  }

  /// - Parameter box: the layer's approximate box in its plane; under perspective the shadow is as there.
  init?(_ shadow: ShadowLook, _ toPixels: Homography, at box: Box) {
    let pixel = toPixels.pixelSize(at: box)
    guard pixel.width > 0, pixel.height > 0, pixel.width.isFinite, pixel.height.isFinite else { return nil }
    let (x, y) = ((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
    let from = toPixels.map(x, y)
    let to = toPixels.map(x + shadow.offsetX, y + shadow.offsetY)
    (offsetX, offsetY) = (Box.aligned(to.x - from.x), Box.aligned(to.y - from.y))
    // A pixel's alpha is spread over it, and the shadow is averaged over pixels again: a twelfth each. So the shadow of
    // whole pixels is that of the shape that they are. Without blur a pixel is a pixel.
    let isSharp = shadow.sigma < Self.sharpest * max(pixel.width, pixel.height)
    plan = BlurPlan(
      sigmaX: shadow.sigma / pixel.width, sigmaY: shadow.sigma / pixel.height, spread: isSharp ? 0 : 1.0 / 6)
    // Drawing at a fraction of a pixel blurs a little.
    plan.give(back: Self.spread(offsetX), Self.spread(offsetY))
  }

  private static func spread(_ offset: Double) -> Double {
    let part = offset - offset.rounded(.down)
    return part * (1 - part)
  }
}

extension FlatScene {
  /// Returns the box that a layer touches together with the shadow of its alpha; `bounds` is the layer's part of it.
  func withShadow(_ bounds: Box, _ layer: FlatLayer, _ tree: RenderTree) -> Box {
    guard !bounds.isEmpty, let shadow = tree.shadows[layer.slot],
      let placement = ShadowPlacement(shadow, layer.toPixels, at: tree.looks[Int(layer.slot)].bounds)
    else { return bounds }
    return bounds.union(placement.bounds(of: bounds))
  }

  /// Returns the visible part of a layer's surface, in the space that the layer is drawn in.
  func visibleBox(of index: Int) -> Box {
    let layer = layers[index]
    var box = clips[Int(layer.clip)].box
    if let mask = maskIndex(of: index) { box = box.intersection(layers[mask].compositedBounds) }
    if layer.raster < 0 { box = box.intersection(clips[Int(layer.outerClip)].box) }
    return box
  }
}
