// If a renderer shows a view's tree, it draws the view's picture, as in its frames; otherwise `CALayer.render(in:)`
// does, on the CPU, without filters other than blend modes, perspective and particles.

import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
  final func performDrawHierarchy(in rect: CGRect, afterScreenUpdates: Bool) -> Bool {
    let target = rect.standardized
    guard let context = UIGraphicsGetCurrentContext(), hasFiniteArea(bounds), hasFiniteArea(target) else {
      return false
    }
    if afterScreenUpdates { updateLayers() }
    let m = context.ctm
    let scale = max(hypot(m.a, m.b) * target.width / bounds.width, hypot(m.c, m.d) * target.height / bounds.height)
    guard scale > 0, scale.isFinite else { return false }
    if let image = layer.host?.snapshotter?.picture(of: layer, in: bounds, scale: scale) {
      UIImage(cgImage: image).draw(in: target)
    } else {
      draw(bounds, of: layer, onto: context, in: target)
    }
    return true
  }

  final func performSnapshot(_ rect: CGRect, afterScreenUpdates: Bool) -> SnapshotView? {
    guard hasFiniteArea(rect) else { return nil }
    if afterScreenUpdates { updateLayers() }
    let snapshotter = layer.host?.snapshotter
    let scale = snapshotter?.scale ?? UIScreen.main.scale
    var image = snapshotter?.picture(of: layer, in: rect, scale: scale)
    if image == nil, let canvas = ImageCanvas(bounds: rect, scale: scale, isOpaque: false) {
      draw(rect, of: layer, onto: canvas.context, in: rect)
      image = canvas.image.cgImage
    }
    guard let image else { return nil }
    return SnapshotView(image, size: rect.size)
  }

  private func updateLayers() {
    if let host = layer.host { return host.flush() }
    layer.layoutIfNeeded()
    var pending = [layer]
    while let next = pending.popLast() {
      next.displayIfNeeded()
      pending += next.sublayers ?? []
      if let mask = next.mask { pending.append(mask) }
    }
  }

  /// Draws a rectangle of a layer as it shows now, on the CPU, scaled to another rectangle.
  private func draw(_ source: CGRect, of layer: CALayer, onto context: CGContext, in target: CGRect) {
    context.saveGState()
    context.clip(to: target)
    context.translateBy(x: target.minX, y: target.minY)
    context.scaleBy(x: target.width / source.width, y: target.height / source.height)
    context.translateBy(x: -source.minX, y: -source.minY)
    (layer.presentation() ?? layer).render(in: context)
    context.restoreGState()
  }

  private func hasFiniteArea(_ rect: CGRect) -> Bool {
    [rect.minX, rect.minY, rect.width, rect.height].allSatisfy(\.isFinite) && rect.width > 0 && rect.height > 0
  }
}

final class SnapshotView: UIView {
  init(_ image: CGImage, size: CGSize) {
    super.init(frame: CGRect(origin: .zero, size: size))
    layer.contents = image
    layer.contentsScale = CGFloat(image.width) / size.width
  }

  required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Keeps the parts outside the insets at their size when the view is resized.
  func keep(_ insets: UIEdgeInsets) {
    let (width, height) = (bounds.width, bounds.height)
    func fraction(_ inset: CGFloat, _ side: CGFloat) -> CGFloat { min(max(inset / side, 0), 1) }
    let (left, top) = (fraction(insets.left, width), fraction(insets.top, height))
    let (right, bottom) = (fraction(insets.right, width), fraction(insets.bottom, height))
    guard left + right < 1, top + bottom < 1 else { return }
    layer.contentsCenter = CGRect(x: left, y: top, width: 1 - left - right, height: 1 - top - bottom)
  }
}

// The layer's request to its delegate becomes `draw(_:)`.
extension UIView {
  final func performDraw(_ layer: CALayer, in context: CGContext) {
    guard layer === self.layer || layer.model() === self.layer else { return }
    let rect = context.boundingBoxOfClipPath.clamped(to: layer.bounds)
    guard !rect.isEmpty else { return }
    withTraits { withCurrentContext(context) { draw(rect) } }
  }
}

extension CGRect {
  /// Returns the part inside `outer`; edges near `outer`'s become equal to them, as mapping to pixels and back rounds.
  fileprivate func clamped(to outer: CGRect) -> CGRect {
    let part = intersection(outer)
    guard !part.isNull else { return .zero }
    func near(_ value: CGFloat, _ edge: CGFloat) -> CGFloat { abs(value - edge) < 1e-6 ? edge : value }
    let (x0, y0) = (near(part.minX, outer.minX), near(part.minY, outer.minY))
    let (x1, y1) = (near(part.maxX, outer.maxX), near(part.maxY, outer.maxY))
    return CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }
}
