// A layer's bounds with its rounded corners, as a path: what background, gradient, border and clip are drawn with on a
// CGContext.
//
// A continuous corner is three Bezier segments, a circular one is one. Where a side is too short for whole continuous
// corners the curve is between the two, as CornerCurve decides: over the diagonals of the corner, the mean of both at
// the same fraction of their lengths.

import CoreGraphics
import Foundation

/// A rectangle with rounded corners.
struct LayerOutline {
  var rect: CGRect
  /// In points: (minX minY), (maxX minY), (minX maxY), (maxX maxY).
  var radii: SIMD4<Double>
  /// The continuity of the corners, from 0, circles, to 1.
  var smoothing: Double

  /// The outline of a layer. Continuous corners that do not fit are scaled down together until neighbours touch.
  /// Circular ones keep their radius: their curves then cross each other, and leave the bounds. So `render(in:)` was
  /// measured to draw 80x60 points with a radius of 100 on iOS 26, by one witness; in frames radii are scaled down.
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

  /// The box around the outline.
  var extent: CGRect { radii != .zero && taken > 1 ? path.boundingBoxOfPath.union(rect) : rect }

  /// The outline at a distance inside of this one; nil where nothing is left.
  func inset(by distance: Double) -> LayerOutline? {
    var result = self
    result.rect = rect.insetBy(dx: distance, dy: distance)
    guard !result.rect.isNull, result.rect.width > 0, result.rect.height > 0 else { return nil }
    let less = radii - SIMD4(repeating: distance)
    result.radii = less.replacing(with: 0, where: less .< 0)
    return result
  }

  /// Adds the outline as a closed subpath.
  func add(to path: CGMutablePath) {
    guard radii != .zero else { return path.addRect(rect) }
    let (low, high) = (CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.maxY))
    let curve = CornerSegments(smoothing: smoothing)
    let start = curve.extent * radii[0]
    path.move(to: CGPoint(x: low.x + start, y: low.y))
    // Around in the order of growing angles: each corner by the direction that leads to it and the one that leads on.
    let (right, down) = (CGVector(dx: 1, dy: 0), CGVector(dx: 0, dy: 1))
    let (left, up) = (CGVector(dx: -1, dy: 0), CGVector(dx: 0, dy: -1))
    curve.add(to: path, corner: CGPoint(x: high.x, y: low.y), radius: radii[1], toward: right, onward: down)
    curve.add(to: path, corner: high, radius: radii[3], toward: down, onward: left)
    curve.add(to: path, corner: CGPoint(x: low.x, y: high.y), radius: radii[2], toward: left, onward: up)
    curve.add(to: path, corner: low, radius: radii[0], toward: up, onward: right)
    path.closeSubpath()
  }

  /// The outline as a path.
  var path: CGPath {
    let path = CGMutablePath()
    add(to: path)
    return path
  }
}

/// One corner. Points are distances from it, in radii: x back along the way that leads to it, y on along the way that
/// leads on.
private struct CornerSegments {
  /// The distance from the corner to both ends of the curve, in radii.
  let extent: Double
  /// Bezier segments, three points each; nil where the curve is made of lines.
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

  /// The mean of the circle and the continuous curve, as points.
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
        // Along the side of the corner's diagonal, as a fraction of the curve's length; and from its end towards the
        // corner.
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
