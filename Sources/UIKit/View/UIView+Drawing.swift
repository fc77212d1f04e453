// A view's drawing: what the layer asks its delegate for becomes `draw(_:)`.

import CoreGraphics
import QuartzCore

extension UIView {
  /// Has the view draw into its layer's bitmap.
  final func performDraw(_ layer: CALayer, in context: CGContext) {
    guard layer === self.layer || layer.model() === self.layer else { return }
    let rect = context.boundingBoxOfClipPath.clamped(to: layer.bounds)
    guard !rect.isEmpty else { return }
    withTraits { withCurrentContext(context) { draw(rect) } }
  }
}

extension CGRect {
  /// The part inside `outer`, whose edges it takes over where it comes near them: what is mapped to pixels and back is
  /// not quite what it was.
  fileprivate func clamped(to outer: CGRect) -> CGRect {
    let part = intersection(outer)
    guard !part.isNull else { return .zero }
    func near(_ value: CGFloat, _ edge: CGFloat) -> CGFloat { abs(value - edge) < 1e-6 ? edge : value }
    let (x0, y0) = (near(part.minX, outer.minX), near(part.minY, outer.minY))
    let (x1, y1) = (near(part.maxX, outer.maxX), near(part.maxY, outer.maxY))
    return CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }
}
