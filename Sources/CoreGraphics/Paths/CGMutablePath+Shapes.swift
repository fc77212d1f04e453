// Closed shapes: rectangles, rounded rectangles, ellipses. Each is a subpath of its own.

public import Foundation

extension CGMutablePath {
  /// The distance of the control points of a quarter of the unit circle from its ends: 4/3 (sqrt 2 - 1), the cubic that
  /// meets the circle in its middle; off by at most 0.03 % of the radius elsewhere.
  static let quarterCircleControl: CGFloat = 0.552_284_749_830_793_4

  /// A rectangle from its origin, along x first. The null rectangle adds nothing.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    guard !rect.isNull else { return }
    let corners = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
      CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
    ]
    addLines(between: corners, transform: transform)
    closeSubpath()
  }

  /// Adds a closed subpath for each rectangle.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// The ellipse that touches the sides of `rect`, as four cubic curves from the right end toward maximum y.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    guard !rect.isNull else { return }
    addRoundedSubpath(in: rect, corner: CGSize(width: rect.width / 2, height: rect.height / 2), transform: transform)
  }

  /// A rectangle with elliptical corners, from the middle of its right side toward maximum y. Corner sizes are brought
  /// into the range from 0 to half of the side; a corner without width or height is sharp.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    guard !rect.isNull else { return }
    let corner = CGSize(
      width: min(max(cornerWidth, 0), rect.width / 2), height: min(max(cornerHeight, 0), rect.height / 2))
    guard corner.width > 0, corner.height > 0 else {
      addRect(rect, transform: transform)
      return
    }
    addRoundedSubpath(in: rect, corner: corner, transform: transform)
  }

  private func addRoundedSubpath(in rect: CGRect, corner: CGSize, transform: CGAffineTransform) {
    let (left, right, low, high) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    // From a corner of the box: to where the curve begins, and to its control points.
    let (w, h) = (corner.width, corner.height)
    let (cw, ch) = (w * (1 - Self.quarterCircleControl), h * (1 - Self.quarterCircleControl))

    func line(_ x: CGFloat, _ y: CGFloat) {
      let end = CGPoint(x: x, y: y).applying(transform)
      if end != currentPoint { storage.addLine(to: end) }
    }
    func curve(_ x1: CGFloat, _ y1: CGFloat, _ x2: CGFloat, _ y2: CGFloat, _ x: CGFloat, _ y: CGFloat) {
      addCurve(
        to: CGPoint(x: x, y: y), control1: CGPoint(x: x1, y: y1), control2: CGPoint(x: x2, y: y2), transform: transform)
    }

    move(to: CGPoint(x: right, y: rect.midY), transform: transform)
    line(right, high - h)
    curve(right, high - ch, right - cw, high, right - w, high)
    line(left + w, high)
    curve(left + cw, high, left, high - ch, left, high - h)
    line(left, low + h)
    curve(left, low + ch, left + cw, low, left + w, low)
    line(right - w, low)
    curve(right - cw, low, right, low + ch, right, low + h)
    closeSubpath()
  }
}
