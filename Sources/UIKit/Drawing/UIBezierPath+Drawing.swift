// A path drawn to the current context, in its own style. The context's own line attributes do not count, and are not
// changed.

public import CoreGraphics

extension UIBezierPath {
  /// Fills the path with the current fill colour.
  public func fill() { draw { $0.fillPath(using: rule) } }

  /// Fills the path with the current fill colour, under a blend mode and an alpha from 0 to 1.
  public func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
    draw(blendMode, alpha) { $0.fillPath(using: rule) }
  }

  /// Strokes the path with the current stroke colour.
  public func stroke() { draw { $0.strokePath() } }

  /// Strokes the path with the current stroke colour, under a blend mode and an alpha from 0 to 1.
  public func stroke(with blendMode: CGBlendMode, alpha: CGFloat) { draw(blendMode, alpha) { $0.strokePath() } }

  /// Restricts drawing to the inside of the path; of an empty path, nothing is left.
  public func addClip() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.beginPath()
    context.addPath(path)
    context.clip(using: rule)
  }

  private var rule: CGPathFillRule { usesEvenOddFillRule ? .evenOdd : .winding }

  private func draw(_ blendMode: CGBlendMode? = nil, _ alpha: CGFloat? = nil, _ paint: (CGContext) -> Void) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    defer { context.restoreGState() }
    if let blendMode { context.setBlendMode(blendMode) }
    if let alpha { context.setAlpha(alpha) }
    context.setLineWidth(lineWidth)
    context.setLineCap(lineCapStyle)
    context.setLineJoin(lineJoinStyle)
    context.setMiterLimit(miterLimit)
    context.setFlatness(flatness)
    context.setLineDash(phase: dashPhase, lengths: dashes)
    context.beginPath()
    context.addPath(path)
    paint(context)
  }
}
