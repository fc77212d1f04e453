public import Foundation

extension CGPath {
  /// The area that a stroke along the path covers, as a path to be filled by the winding rule. The width is in points;
  /// `miterLimit` is the longest miter in line widths, beyond which a corner is beveled. `transform` moves the result.
  ///
  /// Curves are followed to within 1/500 of the width, and never worse than 0.005 points. Where one curve comes to a
  /// halt and turns back, the corner is round whatever the join. A subpath without length gives a dot under round caps
  /// and nothing under others. A width of 0 or less gives an empty path.
  public func copy(
    strokingWithWidth lineWidth: CGFloat, lineCap: CGLineCap, lineJoin: CGLineJoin, miterLimit: CGFloat,
    transform: CGAffineTransform = .identity
  ) -> CGPath {
    var result = CGPathStorage()
    guard lineWidth > 0, lineWidth.isFinite else { return CGPath(storage: result) }
    let style = StrokeStyle(
      radius: Double(lineWidth) / 2, cap: lineCap, join: lineJoin, miterLimit: Double(miterLimit))
    for subpath in subpaths { StrokeOutline.append(subpath, style: style, to: &result) }
    return CGPath(storage: result.applying(transform))
  }
}
