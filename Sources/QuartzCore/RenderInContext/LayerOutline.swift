// A continuous corner is three Bezier segments, a circular one is one. If a side is too short for whole continuous
// corners, the curve lies between the two, as CornerCurve decides: over the diagonals of the corner, the mean of both
// at the same fraction of their lengths.

import CoreGraphics
import Foundation

/// A layer's bounds with its rounded corners, as a path that background, gradient, border and clip use on a CGContext.
struct LayerOutline {
  var rect: CGRect
  /// In points: (minX minY), (maxX minY), (minX maxY), (maxX maxY).
  var radii: SIMD4<Double>
  /// The continuity of the corners, from 0, circles, to 1.
  var smoothing: Double

  /// Creates the outline of a layer. Continuous corners that do not fit are scaled down together until neighbours
  /// touch. Circular ones keep their radius: their curves then cross each other, and leave the bounds, as measured once
  /// for `render(in:)` on iOS 26 (80x60 points, radius 100); in frames radii are scaled down.
  init(_ values: borrowing LayerValues) {
    rect = values.bounds
    radii = .zero
    smoothing = 0
    guard values.cornerRadius > 0, rect.width > 0, rect.height > 0 else { return }
    radii = CornerCurve.radii(min(Double(values.cornerRadius), 1e9), at: values.maskedCorners)
    guard values.cornerCurve == .continuous, radii != .zero else { return }
    radii /= max(taken, 1)
    smoothing = CornerCurve.smoothing(taken: taken)
  }

  /// The part of the tightest side that radii take.
  private var taken: Double { CornerCurve.taken(by: radii, Double(rect.width), Double(rect.height)) }

  var extent: CGRect { radii != .zero && taken > 1 ? path.boundingBoxOfPath.union(rect) : rect }

  /// Returns the outline at a distance inside of this one; nil if nothing is left.
  func inset(by distance: Double) -> LayerOutline? {
    var result = self
    result.rect = rect.insetBy(dx: distance, dy: distance)
    guard !result.rect.isNull, result.rect.width > 0, result.rect.height > 0 else { return nil }
    let less = radii - SIMD4(repeating: distance)
    result.radii = less.replacing(with: 0, where: less .< 0)
    return result
  }

  func add(to path: CGMutablePath) {
    guard radii != .zero else { return path.addRect(rect) }
    let (low, high) = (CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY))
    let curve = CornerSegments(smoothing: smoothing)
    let start = curve.extent * radii[0]
    path.move(to: CGPoint(x: low.x + start, y: low.y))
    // The corners go around by ascending angles: each by the direction to it and the one from it.
    let (right, down) = (CGVector(dx: 1, dy: 0), CGVector(dx: 0, dy: 1))
    let (left, up) = (CGVector(dx: -1, dy: 0), CGVector(dx: 0, dy: -1))
    curve.add(to: path, corner: CGPoint(x: high.x, y: low.y), radius: radii[1], toward: right, onward: down)
    curve.add(to: path, corner: high, radius: radii[3], toward: down, onward: left)
    curve.add(to: path, corner: CGPoint(x: low.x, y: high.y), radius: radii[2], toward: left, onward: up)
    curve.add(to: path, corner: low, radius: radii[0], toward: up, onward: right)
    path.closeSubpath()
  }

  var path: CGPath {
    let path = CGMutablePath()
    add(to: path)
    return path
  }
}

/// One corner. Points are in radii from it: x back along the side that leads to it, y on along the side leading away.
private struct CornerSegments {
  /// The distance from the corner to both ends of the curve, in radii.
  let extent: Double
  /// The Bezier segments, three points each; nil if the curve is made of lines.
  private let curves: [CGPoint]
  private let lines: [CGPoint]

  init(smoothing: Double) {
    extent = CornerCurve.extent(smoothing)
    curves = smoothing <= 0 ? Self.circle : smoothing >= 1 ? Self.continuous : []
    lines = curves.isEmpty ? Self.between(smoothing) : []
  }

  func add(to path: CGMutablePath, corner: CGPoint, radius: Double, toward: CGVector, onward: CGVector) {
    func place(_ point: CGPoint) -> CGPoint {
      let (back, on) = (point.x * radius, point.y * radius)
      return CGPoint(
        x: corner.x - toward.dx * back + onward.dx * on, y: corner.y - toward.dy * back + onward.dy * on)
    }
    path.addLine(to: place(CGPoint(x: extent, y: 0)))
    guard radius > 0 else { return }
    for point in lines { path.addLine(to: place(point)) }
    for index in stride(from: 0, to: curves.count, by: 3) {
      path.addCurve(
        to: place(curves[index + 2]), control1: place(curves[index]), control2: place(curves[index + 1]))
    }
  }

  private static let circle = [
    CGPoint(x: 0.447_715, y: 0), CGPoint(x: 0, y: 0.447_715), CGPoint(x: 0, y: 1),
  ]
  private static let continuous = [
    CGPoint(x: 1.088_493, y: 0), CGPoint(x: 0.868_407, y: 0), CGPoint(x: 0.631_494, y: 0.074_911),
    CGPoint(x: 0.372_824, y: 0.169_059), CGPoint(x: 0.169_059, y: 0.372_824), CGPoint(x: 0.074_911, y: 0.631_494),
    CGPoint(x: 0, y: 0.868_407), CGPoint(x: 0, y: 1.088_493), CGPoint(x: 0, y: CornerCurve.extent(1)),
  ]

  /// Returns the mean of the circle and the continuous curve, as points.
  private static func between(_ smoothing: Double) -> [CGPoint] {
    let root = 0.5.squareRoot()
    let (whole, end) = (root * CornerCurve.extent(1), root * CornerCurve.extent(smoothing))
    var points: [CGPoint] = []
    var start = CGPoint(x: CornerCurve.extent(1), y: 0)
    for index in stride(from: 0, to: continuous.count, by: 3) {
      let (a, b, c) = (continuous[index], continuous[index + 1], continuous[index + 2])
      for step in 1...24 {
        let t = Double(step) / 24
        let (s, weights) = (1 - t, (3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t))
        let x = s * s * s * start.x + weights.0 * a.x + weights.1 * b.x + weights.2 * c.x
        let y = s * s * s * start.y + weights.0 * a.y + weights.1 * b.y + weights.2 * c.y
        // The position along the chord of the curve's ends, in halves of it, and the signed distance from it.
        let across = (x - y) * root / whole
        let toward = (x + y) * root - whole
        let onCircle = root - (1 - 0.5 * across * across).squareRoot()
        let (u, v) = (across * end, end + onCircle + (toward - onCircle) * smoothing)
        points.append(CGPoint(x: (v + u) * root, y: (v - u) * root))
      }
      start = c
    }
    return points
  }
}

// A continuous corner leaves its sides 1.528665 radii from the corner instead of one. Its shape is known as three
// Bezier segments (control points in radii: 1.528665, 1.08849, .86841, .63149, .37282, .16906, .07491); shaders use
// polynomials of the diagonal coordinates, within 0.00003 of a radius (Shaders/common/coverage.glsl).
//
// Apple's documentation does not say what happens if a side is too short for two such corners. Here the curve becomes
// less smooth: `smoothing` falls from 1, the whole curve, to 0, the circle, when the radii themselves meet. So a radius
// of half a side makes a circle or a capsule with either curve, and an animated radius never jumps. In between, the
// curve is the mean of both over its own length, with its ends on the sides' tangents.

/// The measures of corners and of their curves. Radii are those of (minX minY), (maxX minY), (minX maxY), (maxX maxY).
package enum CornerCurve {
  /// The reach of the whole continuous curve beyond a radius, in radii.
  private static let expansion = 0.528_665

  /// Returns the radius of each corner in the mask; 0 for the others.
  package static func radii(_ radius: Double, at corners: CACornerMask) -> SIMD4<Double> {
    SIMD4(
      corners.contains(.layerMinXMinYCorner) ? radius : 0, corners.contains(.layerMaxXMinYCorner) ? radius : 0,
      corners.contains(.layerMinXMaxYCorner) ? radius : 0, corners.contains(.layerMaxXMaxYCorner) ? radius : 0)
  }

  /// Returns the part of the tightest side that radii take; those of more than 1 do not fit.
  package static func taken(by radii: SIMD4<Double>, _ width: Double, _ height: Double) -> Double {
    let across = max(radii[0] + radii[1], radii[2] + radii[3]) / width
    let down = max(radii[0] + radii[2], radii[1] + radii[3]) / height
    return max(across, down)
  }

  /// Returns the length of a side that a corner takes, in radii.
  package static func extent(_ smoothing: Double) -> Double { 1 + expansion * smoothing }

  /// Returns the smoothing, from 0 to 1, for corners that take a part of the tightest side.
  static func smoothing(taken: Double) -> Double { max(0, min((1 / taken - 1) / expansion, 1)) }

  /// Returns the smoothing, from 0 to 1, for corners of the given radii.
  package static func smoothing(fitting radii: SIMD4<Float>, _ width: Double, _ height: Double) -> Float {
    let taken = taken(by: SIMD4<Double>(radii), width, height)
    guard taken > 0, taken.isFinite else { return 0 }
    let smoothing = smoothing(taken: taken)
    // A smaller value cannot be seen.
    return smoothing > 1.0 / 1024 ? Float(smoothing) : 0
  }

  /// Whether two opposite corners overlap along a side, so that no point divides the quarters of the shape.
  package static func oppositeCornersOverlap(
    _ radii: SIMD4<Float>, _ smoothing: Float, _ width: Double, _ height: Double
  ) -> Bool {
    let e = SIMD4<Double>(radii) * extent(Double(smoothing))
    let room = min(width, height) * (1 + 1e-5)
    func overlap(_ a: Int, _ b: Int) -> Bool { e[a] > 0 && e[b] > 0 && e[a] + e[b] > room }
    return overlap(0, 3) || overlap(1, 2)
  }
}
