// Strokes that subdivision goes wrong on, and the properties of every stroke: a bound on its time and its outline, and
// the points that it covers, by their distance from the path.

package import CoreGraphics
import Foundation
import TestSupport

/// A random path of at most 64 points with a random width: handles on ends, halts, exact cusps, loops, reversals and
/// lines, of all sizes from 1e-6 to 1e6 points, at the origin and far from it.
package struct WildStroke {
  package let path: CGPath
  /// In points.
  package let width: Double

  /// - Parameter isTiny: Whether the path lies 1e3 to 1e6 points from the origin, and its size is 1e-13 to 1e-9 of that
  ///   distance, so that some of its pieces are no longer than rounding errors.
  package init(seed: Int, isTiny: Bool = false) {
    var random = SeededRandom(paths: seed)
    let path = CGMutablePath()
    let size: Double
    let center: Double
    if isTiny {
      center = pow(10, random.number(3...6))
      size = center * pow(10, random.number(-13...(-9)))
    } else {
      size = pow(10, random.number(-6...6))
      center = random.whole(0...2) == 0 ? 0 : pow(10, random.number(-3...6))
    }
    path.move(to: CGPoint(x: center * random.number(-1...1), y: center * random.number(-1...1)))
    var left = random.whole(3...63)
    while left >= 3 {
      if random.whole(0...5) == 0 {
        path.addLine(to: path.currentPoint + random.step(size))
        left -= 1
      } else {
        let curve = random.curve(from: path.currentPoint, size)
        path.addCurve(to: curve.end, control1: curve.control1, control2: curve.control2)
        left -= 3
      }
    }
    if random.chance(0.5) { path.closeSubpath() }
    self.path = path
    width = pow(10, random.number(-3...3))
  }

  /// Returns the outline with round caps and joins.
  package func outline() -> CGPath {
    path.copy(strokingWithWidth: width, lineCap: .round, lineJoin: .round, miterLimit: 10)
  }

  /// Compares the outline with the stroke's definition at random points: with round caps and joins a stroke covers all
  /// within half its width of the path. Points closer to the edge than a tenth of a point, or a fiftieth of a finer
  /// width, are left out. Returns the number of points compared, and a description of the first fault.
  package func compare(_ outline: CGPath, points: Int, seed: Int) -> (compared: Int, fault: String?) {
    var random = SeededRandom(paths: seed)
    let segments = path.segments
    guard !segments.isEmpty else { return (0, nil) }
    let box = path.boundingBox
    let slack = min(0.1, width / 50) + 1e-12 * max(box.width, box.height)
    var compared = 0
    for _ in 0..<points {
      let (segment, u) = (segments[random.whole(0...segments.count - 1)], random.number(0...1))
      let near = segment.point(at: u)
      let (angle, reach) = (random.number(0...2 * .pi), width / 2 * random.number(0...1.3))
      let point = CGPoint(x: near.x + reach * cos(angle), y: near.y + reach * sin(angle))
      // Samples may miss a tight turn; the parameter of the start finds it.
      let distances = segments.map { $0.distance(to: point) } + [segment.distance(to: point, near: u)]
      let distance = distances.min() ?? .infinity
      guard abs(distance - width / 2) > slack else { continue }
      compared += 1
      if outline.contains(point) != (distance < width / 2) {
        return (compared, "\(point), \(distance) from the path, of \(width / 2)")
      }
    }
    return (compared, nil)
  }
}

extension SeededRandom {
  /// Returns a vector of about a size, sometimes far less, sometimes along the x axis.
  fileprivate mutating func step(_ size: Double) -> CGVector {
    let scale = whole(0...3) == 0 ? size * pow(10, number(-6...0)) : size
    return CGVector(dx: scale * number(-1...1), dy: whole(0...5) == 0 ? 0 : scale * number(-1...1))
  }

  fileprivate mutating func curve(from start: CGPoint, _ size: Double) -> CubicSegment {
    let end = start + step(size)
    var curve = CubicSegment(start: start, control1: start + step(size), control2: end + step(size), end: end)
    switch whole(0...9) {
    case 0: curve.control1 = start
    case 1: curve.control2 = end
    case 2: (curve.control1, curve.control2) = (end, end)
    case 3: (curve.control1, curve.control2) = (start, start)
    case 4: (curve.control1, curve.control2) = (end, start)
    case 5:
      // A cusp, or nearly one: the arms cross.
      let arm = step(size)
      curve.control1 = start + arm
      curve.end = CGPoint(x: start.x + arm.dx * 0.999, y: start.y)
      curve.control2 = CGPoint(x: start.x - 0.001 * arm.dx, y: start.y + arm.dy)
    case 6: curve.end = start
    case 7:
      // A line that overshoots.
      curve.control1 = start.interpolated(to: end, number(-2...3))
      curve.control2 = start.interpolated(to: end, number(-2...3))
    default: break
    }
    return curve
  }
}

extension CubicSegment {
  /// The number of steps between samples.
  private static let count = 200

  /// Returns the distance of a point from the curve: by dense samples, each of the nearest refined.
  fileprivate func distance(to point: CGPoint) -> Double {
    let count = Self.count
    let values = (0...count).map { distance(of: point, at: Double($0) / Double(count)) }
    return (0...count).filter { index in
      (index == 0 || values[index] <= values[index - 1]) && (index == count || values[index] <= values[index + 1])
    }.map { distance(to: point, near: Double($0) / Double(count)) }.min() ?? .infinity
  }

  /// Returns the least distance of a point from the curve within one step of a parameter.
  fileprivate func distance(to point: CGPoint, near u: Double) -> Double {
    let step = 1 / Double(Self.count)
    var (low, high) = (max(u - step, 0), min(u + step, 1))
    for _ in 0..<60 {
      let (a, b) = (low + (high - low) * 0.382, low + (high - low) * 0.618)
      if distance(of: point, at: a) < distance(of: point, at: b) { high = b } else { low = a }
    }
    return min(distance(of: point, at: (low + high) / 2), distance(of: point, at: u))
  }

  private func distance(of point: CGPoint, at u: Double) -> Double {
    let place = self.point(at: u)
    return hypot(place.x - point.x, place.y - point.y)
  }
}

private func + (point: CGPoint, vector: CGVector) -> CGPoint {
  CGPoint(x: point.x + vector.dx, y: point.y + vector.dy)
}
