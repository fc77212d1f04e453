// Paths of whole shapes. They run clockwise as seen where y points down.
//
// Since iOS 7 Apple's rounded rectangles have corners of continuous curvature, which begin 1.528665 radii from the
// corner and whose exact curve is not published. These are quarters of ellipses, as CGPath's are and as a layer's
// `cornerRadius` is by default.

public import CoreGraphics

extension UIBezierPath {
  /// Makes a closed rectangle, which begins at its origin.
  public convenience init(rect: CGRect) {
    self.init()
    path.addRect(rect)
  }

  /// The ellipse that touches the sides of `rect`, from its right end.
  public convenience init(ovalIn rect: CGRect) {
    self.init()
    path.addEllipse(in: rect)
  }

  /// A rectangle with all corners rounded; a radius above half of the shorter side counts as that.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    let radius = Swift.min(cornerRadius, rect.width / 2, rect.height / 2)
    self.init(
      roundedRect: rect, byRoundingCorners: .allCorners, cornerRadii: CGSize(width: radius, height: radius))
  }

  /// A rectangle with some corners rounded, from the top side's left end. Radii are brought into the range from 0 to
  /// half of the side; a corner without width or height is sharp.
  public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
    self.init()
    guard !rect.isNull else { return }
    let rect = rect.standardized
    let radii = CGSize(
      width: Swift.min(Swift.max(cornerRadii.width, 0), rect.width / 2),
      height: Swift.min(Swift.max(cornerRadii.height, 0), rect.height / 2))
    func size(_ corner: UIRectCorner) -> CGSize { corners.contains(corner) ? radii : .zero }

    let (topLeft, topRight) = (CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY))
    let (bottomLeft, bottomRight) = (CGPoint(x: rect.minX, y: rect.maxY), CGPoint(x: rect.maxX, y: rect.maxY))
    let first = size(.topLeft)
    move(to: CGPoint(x: topLeft.x + (first.isEmpty ? 0 : first.width), y: topLeft.y))
    addCorner(at: topRight, from: CGVector(dx: -1, dy: 0), to: CGVector(dx: 0, dy: 1), size: size(.topRight))
    addCorner(at: bottomRight, from: CGVector(dx: 0, dy: -1), to: CGVector(dx: -1, dy: 0), size: size(.bottomRight))
    addCorner(at: bottomLeft, from: CGVector(dx: 1, dy: 0), to: CGVector(dx: 0, dy: -1), size: size(.bottomLeft))
    // A sharp corner is where the path began, and closing leads there.
    if !first.isEmpty {
      addCorner(at: topLeft, from: CGVector(dx: 0, dy: 1), to: CGVector(dx: 1, dy: 0), size: first)
    }
    close()
  }

  /// An arc. Angles are in radians from the x axis; clockwise is as seen where y points down, which is toward larger
  /// angles.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    self.init()
    addArc(
      withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }

  /// The distance between an end of a quarter ellipse and the control point near it, in radii: that of the cubic that
  /// meets the ellipse in its middle.
  private static let quarterEllipseControl: CGFloat = 4 * (2.0.squareRoot() - 1) / 3

  /// A line to a corner and a quarter of an ellipse around it. `from` and `to` are the unit vectors from the corner
  /// back along the side that leads to it and on along the next.
  private func addCorner(at corner: CGPoint, from: CGVector, to: CGVector, size: CGSize) {
    func point(_ direction: CGVector, _ fraction: CGFloat) -> CGPoint {
      CGPoint(
        x: corner.x + direction.dx * size.width * fraction, y: corner.y + direction.dy * size.height * fraction)
    }
    guard !size.isEmpty else {
      line(to: corner)
      return
    }
    line(to: point(from, 1))
    let reach = 1 - Self.quarterEllipseControl
    addCurve(to: point(to, 1), controlPoint1: point(from, reach), controlPoint2: point(to, reach))
  }

  /// A line, unless it would have no length.
  private func line(to point: CGPoint) { if point != currentPoint { addLine(to: point) } }
}

extension CGSize {
  fileprivate var isEmpty: Bool { width <= 0 || height <= 0 }
}
