// The direction and speed of a cubic. They are computed from the differences of its control points, which have no
// rounding to speak of where points lie close together: a direction has a meaning down to the last bits, also where a
// control point lies on an end and the curve halts there.

import Foundation

/// A third of a cubic's derivative: the quadratic Bézier curve of the differences of its control points.
struct Hodograph {
  let a: CGVector
  let b: CGVector
  let c: CGVector

  init(_ curve: CubicSegment) {
    a = CGVector(from: curve.start, to: curve.control1)
    b = CGVector(from: curve.control1, to: curve.control2)
    c = CGVector(from: curve.control2, to: curve.end)
  }

  /// The value at a parameter, in points: a third of the derivative.
  func value(_ u: Double) -> CGVector {
    let v = 1 - u
    let (p, q, r) = (v * v, 2 * v * u, u * u)
    return CGVector(dx: p * a.dx + q * b.dx + r * c.dx, dy: p * a.dy + q * b.dy + r * c.dy)
  }

  /// Half of the value's derivative: a sixth of the curve's second one.
  func change(_ u: Double) -> CGVector {
    let v = 1 - u
    return CGVector(
      dx: v * (b.dx - a.dx) + u * (c.dx - b.dx), dy: v * (b.dy - a.dy) + u * (c.dy - b.dy))
  }

  /// The unit vector along the curve; where the curve halts, the limit from inside. Nil for a curve that is a point.
  func direction(_ u: Double) -> CGVector? {
    if let unit = value(u).unit { return unit }
    // Before an end that is halted at, the next difference leads there; at a halt between, the curve goes on as it
    // changes.
    if u <= 0 { return b.unit ?? c.unit }
    if u >= 1 { return b.unit ?? a.unit }
    return change(u).unit
  }

  /// The parameters between 0 and 1, at most two, at which the curve runs along a direction or against it.
  func parallels(to direction: CGVector) -> [Double] {
    Self.roots(direction.cross(a), direction.cross(b), direction.cross(c))
  }

  /// The cross product of the value and its ``change(_:)``: positive where the curve turns from x toward y. It is of
  /// degree 2, as the terms of degree 3 cancel.
  func bend(_ u: Double) -> Double {
    let v = 1 - u
    return v * v * a.cross(b) + v * u * a.cross(c) + u * u * b.cross(c)
  }

  /// The parameters between 0 and 1, at most two, at which the curve begins to turn to the other side.
  func inflections() -> [Double] { Self.roots(a.cross(b), a.cross(c) / 2, b.cross(c)) }

  /// The roots between 0 and 1 of p v² + 2 q v u + r u², where v is 1 - u.
  private static func roots(_ p: Double, _ q: Double, _ r: Double) -> [Double] {
    // As (p - 2 q + r) u² + 2 (q - p) u + p, by the form without cancellation.
    let (square, half) = (p - 2 * q + r, q - p)
    let discriminant = half * half - square * p
    // A double root has a discriminant of 0, but for rounding.
    guard discriminant >= -1e-14 * half * half else { return [] }
    let sum = -(half + (half < 0 ? -1 : 1) * max(discriminant, 0).squareRoot())
    return [sum / square, p / sum].filter { $0 > 0 && $0 < 1 }
  }
}

extension CGVector {
  init(from start: CGPoint, to end: CGPoint) { self.init(dx: end.x - start.x, dy: end.y - start.y) }

  /// The length in points; 0 or infinite where squares of it are.
  var length: Double { (dx * dx + dy * dy).squareRoot() }

  func cross(_ other: CGVector) -> Double { dx * other.dy - dy * other.dx }

  func dot(_ other: CGVector) -> Double { dx * other.dx + dy * other.dy }

  /// The vector of length 1 in the same direction; nil for a vector without a direction.
  var unit: CGVector? {
    let length = length
    if length > 1e-140, length < 1e140 { return CGVector(dx: dx / length, dy: dy / length) }
    let largest = max(abs(dx), abs(dy))
    guard largest > 0, largest.isFinite else { return nil }
    let (x, y) = (dx / largest, dy / largest)
    let scale = (x * x + y * y).squareRoot()
    return CGVector(dx: x / scale, dy: y / scale)
  }

  /// The angle from this unit vector to another in radians, within half a turn.
  func angle(to other: CGVector) -> Double { atan2(cross(other), dot(other)) }
}
