// SVG's arc between two points, by cubic curves. Its centre follows from the end points (SVG 1.1, appendix F.6.5): in a
// space where the ellipse is a unit circle, it lies on the perpendicular bisector of the two.

import CoreGraphics
import Foundation

/// A part of an ellipse from one point to another.
struct EllipticalArc {
  private let from: CGPoint
  private let to: CGPoint
  /// The unit circle about zero to the ellipse; nil where the arc is a straight line.
  private let ellipse: CGAffineTransform?
  private var startAngle: CGFloat = 0
  private var sweep: CGFloat = 0

  /// - Parameters:
  ///   - radii: made larger where the ellipse would not reach from one point to the other; with a radius of 0 the arc
  ///     is a line, as it is where the points are too close to each other, or the radii too small, to be told apart
  ///     from none.
  ///   - rotation: of the ellipse's axes, in radians.
  ///   - isLarge: whether it is the arc of more than a half turn.
  ///   - isSweep: whether it goes in the direction of growing angles.
  init(from: CGPoint, to: CGPoint, radii: CGSize, rotation: CGFloat, isLarge: Bool, isSweep: Bool) {
    self.from = from
    self.to = to
    guard from != to, radii.width > 0, radii.height > 0 else {
      ellipse = nil
      return
    }
    // Of radii that are much too small only the ratio counts, and this way their product can be told from 0.
    let (major, least) = (max(radii.width, radii.height), hypot(to.x - from.x, to.y - from.y) / 100)
    var radii = radii
    if major < least { radii = CGSize(width: radii.width / major * least, height: radii.height / major * least) }
    let shape = CGAffineTransform(rotationAngle: rotation).scaledBy(x: radii.width, y: radii.height)
    let toCircle = shape.inverted()
    let (a, b) = (from.applying(toCircle), to.applying(toCircle))
    let half = CGPoint(x: (b.x - a.x) / 2, y: (b.y - a.y) / 2)
    let distance = hypot(half.x, half.y)
    // Where the points are too far apart for the unit circle, it grows until they lie on a diameter.
    let radius = max(distance, 1)
    let offset = (radius * radius - distance * distance).squareRoot() / distance * (isLarge == isSweep ? -1 : 1)
    let center = CGPoint(x: a.x + half.x - half.y * offset, y: a.y + half.y + half.x * offset)
    let start = atan2(a.y - center.y, a.x - center.x)
    var sweep = atan2(b.y - center.y, b.x - center.x) - start
    guard start.isFinite, sweep.isFinite, radius.isFinite else {
      ellipse = nil
      return
    }
    if isSweep && sweep < 0 { sweep += 2 * .pi }
    if !isSweep && sweep > 0 { sweep -= 2 * .pi }
    (startAngle, self.sweep) = (start, sweep)
    ellipse = shape.translatedBy(x: center.x, y: center.y).scaledBy(x: radius, y: radius)
  }

  /// Adds the arc to a path that ends where the arc begins.
  func append(to path: CGMutablePath) {
    guard let ellipse else {
      path.addLine(to: to)
      return
    }
    var curves = CubicSegment.arc(center: .zero, radius: 1, from: startAngle, sweep: sweep)
    let last = curves.removeLast()
    for curve in curves {
      path.addCurve(to: curve.end, control1: curve.control1, control2: curve.control2, transform: ellipse)
    }
    path.addCurve(
      to: to, control1: last.control1.applying(ellipse), control2: last.control2.applying(ellipse))
  }
}
