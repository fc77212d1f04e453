public import Foundation

extension CGPath {
  /// The area that a stroke along the path covers, as a path to be filled by the winding rule. The width is in points;
  /// `miterLimit` is the longest miter in line widths, beyond which a corner is beveled. `transform` moves the result.
  ///
  /// Curves are followed to within 1/500 of the width, and never worse than 0.005 points. Where one curve comes to a
  /// halt and turns back, the corner is round whatever the join. A subpath without length gives a dot under round caps
  /// and nothing under others. A width of 0 gives an empty path; of a negative one its size counts.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    // Less than can be seen, even enlarged.
    stroked(
      width: abs(Double(lineWidth)), cap: lineCap, join: lineJoin, miterLimit: Double(miterLimit),
      tolerance: min(0.005, abs(Double(lineWidth)) / 500)
    ).applying(transform)
  }

  /// The same, with curves followed to within `tolerance` points; above 0.
  package func stroked(
    width: Double, cap: CGLineCap, join: CGLineJoin, miterLimit: Double, tolerance: Double
  ) -> CGPath {
    guard width > 0, width.isFinite else { return CGPath(storage: CGPathStorage()) }
    let style = StrokeStyle(radius: width / 2, cap: cap, join: join, miterLimit: miterLimit, tolerance: tolerance)
    var outline = StrokeOutline(style: style)
    visitSubpaths {
      outline.add($0)
    } finish: {
      outline.finish(from: $0, isClosed: $1)
    }
    return CGPath(storage: outline.result)
  }

  private func applying(_ transform: CGAffineTransform) -> CGPath {
    transform.isIdentity ? self : CGPath(storage: storage.applying(transform))
  }
}
