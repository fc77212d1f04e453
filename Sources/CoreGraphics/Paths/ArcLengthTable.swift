import Foundation

/// A table from the length along a curve to its parameter. A cubic's arc length has no closed form: the curve is halved
/// until its control polygons are nearly straight, and each piece is an entry.
package struct ArcLengthTable: Sendable {
  // The start of the curve, then the end of each piece. Both arrays ascend.
  private var lengths: [Double] = [0]
  private var parameters: [Double] = [0]
  private let curve: CubicSegment

  /// The length of the whole curve in points.
  package var total: Double { lengths[lengths.count - 1] }

  /// Measures `curve` to about ten times `tolerance`, a fraction of its length.
  package init(_ curve: CubicSegment, tolerance: Double = 1e-7) {
    self.curve = curve
    guard !curve.isLine else {
      lengths.append(Self.distance(curve.start, curve.end))
      parameters.append(1)
      return
    }
    // Far from the origin rounding adds length, which halving does not reduce.
    let rounding = 1e-15 * max(abs(curve.start.x), abs(curve.start.y), abs(curve.end.x), abs(curve.end.y))
    append(curve, from: 0, to: 1, tolerance: max(tolerance * Self.polygonLength(curve), 4096 * rounding), depth: 0)
  }

  /// Returns the parameter at `length` points from the start, limited to 0...1.
  package func parameter(atLength length: Double) -> Double {
    guard length > 0 else { return 0 }
    guard length < total else { return 1 }
    var (low, high) = (0, lengths.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= length { low = middle } else { high = middle }
    }
    let piece = lengths[high] - lengths[low]
    let fraction = piece > 0 ? (length - lengths[low]) / piece : 0
    let guess = parameters[low] + fraction * (parameters[high] - parameters[low])
    return curve.isLine ? guess : refined(guess, length: length, low: low, high: high)
  }

  /// Refines a parameter by Newton's method within bounds: a piece is nearly straight, but its speed may vary.
  private func refined(_ guess: Double, length: Double, low: Int, high: Int) -> Double {
    var (before, behind, u) = (parameters[low], parameters[high], guess)
    let slack = 1e-9 * total
    // The two measures of the piece differ by rounding; the table's decides.
    let scale = (lengths[high] - lengths[low]) / max(travelled(from: before, to: behind), .leastNormalMagnitude)
    for _ in 0..<20 {
      let excess = lengths[low] + scale * travelled(from: parameters[low], to: u) - length
      if abs(excess) <= slack { break }
      if excess > 0 { behind = u } else { before = u }
      let step = curve.derivative(at: u)
      let next = u - excess / (scale * hypot(step.dx, step.dy))
      u = next > before && next < behind ? next : (before + behind) / 2
    }
    return u
  }

  /// Returns the length between two parameters of one piece, by Gauss's rule of five points.
  private func travelled(from: Double, to: Double) -> Double {
    let (middle, half) = ((from + to) / 2, (to - from) / 2)
    func speed(_ x: Double) -> Double {
      let step = curve.derivative(at: middle + half * x)
      return (step.dx * step.dx + step.dy * step.dy).squareRoot()
    }
    return half
      * (0.568_888_888_888_889 * speed(0)
        + 0.478_628_670_499_366 * (speed(-0.538_469_310_105_683) + speed(0.538_469_310_105_683))
        + 0.236_926_885_056_189 * (speed(-0.906_179_845_938_664) + speed(0.906_179_845_938_664)))
  }

  private mutating func append(_ curve: CubicSegment, from: Double, to: Double, tolerance: Double, depth: Int) {
    let chord = Self.distance(curve.start, curve.end)
    let polygon = Self.polygonLength(curve)
    // At least two halvings, as a curve that runs out and back has a chord of 0; at most twelve, to bound the table.
    if depth >= 2, polygon - chord <= tolerance || depth == 12 || !polygon.isFinite {
      // Gravesen's estimate for a cubic: the mean of chord and polygon.
      lengths.append(total + (chord + polygon) / 2)
      parameters.append(to)
      return
    }
    let (first, second) = curve.halves()
    let middle = (from + to) / 2
    append(first, from: from, to: middle, tolerance: tolerance / 2, depth: depth + 1)
    append(second, from: middle, to: to, tolerance: tolerance / 2, depth: depth + 1)
  }

  private static func polygonLength(_ curve: CubicSegment) -> Double {
    distance(curve.start, curve.control1) + distance(curve.control1, curve.control2)
      + distance(curve.control2, curve.end)
  }

  private static func distance(_ p: CGPoint, _ q: CGPoint) -> Double {
    let (dx, dy) = (q.x - p.x, q.y - p.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// A third of a cubic's derivative: the quadratic Bézier curve of the differences of its control points. Where points
/// are close together, the differences have hardly any rounding, so that directions are accurate to the last bits, even
/// where a control point equals an end and the curve's speed is 0.
struct Hodograph {
  let a: CGVector
  let b: CGVector
  let c: CGVector

  init(_ curve: CubicSegment) {
    a = CGVector(from: curve.start, to: curve.control1)
    b = CGVector(from: curve.control1, to: curve.control2)
    c = CGVector(from: curve.control2, to: curve.end)
  }

  /// Returns the value at a parameter, in points: a third of the derivative.
  func value(_ u: Double) -> CGVector {
    let v = 1 - u
    let (p, q, r) = (v * v, 2 * v * u, u * u)
    return CGVector(dx: p * a.dx + q * b.dx + r * c.dx, dy: p * a.dy + q * b.dy + r * c.dy)
  }

  /// Returns half of the value's derivative: a sixth of the curve's second one.
  func change(_ u: Double) -> CGVector {
    let v = 1 - u
    return CGVector(dx: v * (b.dx - a.dx) + u * (c.dx - b.dx), dy: v * (b.dy - a.dy) + u * (c.dy - b.dy))
  }

  /// Returns the unit vector along the curve; at speed 0, its limit from inside. Nil for a curve that is a point.
  func direction(_ u: Double) -> CGVector? {
    if let unit = value(u).unit { return unit }
    // The next difference has the direction at an end of speed 0; between the ends, the second derivative has it.
    if u <= 0 { return b.unit ?? c.unit }
    if u >= 1 { return b.unit ?? a.unit }
    return change(u).unit
  }

  /// Returns the parameters between 0 and 1, at most two, at which the curve is parallel to a direction.
  func parallels(to direction: CGVector) -> [Double] {
    Self.roots(direction.cross(a), direction.cross(b), direction.cross(c))
  }

  /// Returns the cross product, of degree 2, of value and ``change(_:)``: positive where the curve turns from x to y.
  func bend(_ u: Double) -> Double {
    let v = 1 - u
    return v * v * a.cross(b) + v * u * a.cross(c) + u * u * b.cross(c)
  }

  /// Returns the parameters between 0 and 1, at most two, at which the curve begins to bend to the other side.
  func inflections() -> [Double] { Self.roots(a.cross(b), a.cross(c) / 2, b.cross(c)) }

  private static func roots(_ p: Double, _ q: Double, _ r: Double) -> [Double] {
    // (p - 2 q + r) u² + 2 (q - p) u + p, by the form without cancellation.
    let (square, half) = (p - 2 * q + r, q - p)
    let discriminant = half * half - square * p
    // The discriminant of a double root is 0, but for rounding.
    guard discriminant >= -1e-14 * half * half else { return [] }
    let sum = -(half + (half < 0 ? -1 : 1) * max(discriminant, 0).squareRoot())
    return [sum / square, p / sum].filter { $0 > 0 && $0 < 1 }
  }
}

extension CGVector {
  init(from start: CGPoint, to end: CGPoint) { self.init(dx: end.x - start.x, dy: end.y - start.y) }

  /// The length in points; 0 or infinite where its square is.
  var length: Double { (dx * dx + dy * dy).squareRoot() }

  func cross(_ other: CGVector) -> Double { dx * other.dy - dy * other.dx }

  func dot(_ other: CGVector) -> Double { dx * other.dx + dy * other.dy }

  /// The vector of length 1 in the same direction; nil if it has no direction.
  var unit: CGVector? {
    let length = length
    if length > 1e-140, length < 1e140 { return CGVector(dx: dx / length, dy: dy / length) }
    let largest = max(abs(dx), abs(dy))
    guard largest > 0, largest.isFinite else { return nil }
    let (x, y) = (dx / largest, dy / largest)
    let scale = (x * x + y * y).squareRoot()
    return CGVector(dx: x / scale, dy: y / scale)
  }

  /// Returns the angle from this unit vector to another in radians, from -π to π.
  func angle(to other: CGVector) -> Double { atan2(cross(other), dot(other)) }
}
