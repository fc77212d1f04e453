package import CoreGraphics
import Foundation

/// The style of a path's stroke: trim, dashes and outline, in this order, in the path's plane.
package struct ShapeStroke: Hashable, Sendable {
  /// The width in points; nothing is drawn at 0 or below.
  package var width = 1.0
  package var cap = CGLineCap.butt
  package var join = CGLineJoin.miter
  /// The greatest length of a miter, in line widths; longer ones are bevelled.
  package var miterLimit = 10.0
  /// The lengths of dashes and gaps in turn, in points; an odd number is repeated. Empty is a solid line.
  package var dashes: [Double] = []
  /// The distance into the dash pattern at which the stroke begins, in points.
  package var phase = 0.0
  /// The beginning of the stroked part, as a fraction of the path's length; see ``CGPath/trimmed(from:to:)``.
  package var start = 0.0
  package var end = 1.0

  package init() {}

  package var isEmpty: Bool { !(width > 0) || !width.isFinite || !(start < end) || start >= 1 || end <= 0 }

  /// Whether all of the path is stroked, without dashes.
  package var isPlain: Bool { start <= 0 && end >= 1 && dashes.isEmpty }

  /// The number of dashes beyond which a path is stroked whole, as they would be indistinguishable.
  private static let mostDashes = 50_000.0

  /// Returns the area of the stroke, to be filled by the winding rule, within `tolerance` points. Subpaths and dashes
  /// whose strokes do not reach into `box`, in the path's plane, are left out.
  package func outline(of path: CGPath, tolerance: Double, within box: CGRect? = nil) -> CGPath {
    guard !isEmpty else { return CGPath(storage: CGPathStorage()) }
    var line = path.trimmed(from: start, to: end)
    if !dashes.isEmpty { line = line.dashed(phase: phase, lengths: dashes, limit: Self.mostDashes) }
    if let box, !box.contains(line.boundingBox) {
      line = CGPath(storage: line.storage.parts(near: box, reach: reach(on: line)))
    }
    let fine = max(tolerance, width * 1e-6)
    return line.stroked(
      width: width, cap: cap, join: join, miterLimit: miterLimit.isNaN ? 10 : miterLimit, tolerance: fine)
  }

  /// Returns the greatest distance of the stroke from the path, in points.
  package func reach(on path: CGPath) -> Double {
    guard !isEmpty else { return 0 }
    var factor = cap == .square ? 2.0.squareRoot() : 1
    if join == .miter, miterLimit > factor { factor = max(factor, min(path.sharpestMiter, miterLimit)) }
    return width / 2 * factor
  }
}

extension CGPath {
  /// The longest miter of the path's corners, in line widths: 1 / sin of half the angle between the lines.
  fileprivate var sharpestMiter: Double {
    if hasNoCorners { return 1 }
    var smallest = 1.0
    for subpath in subpaths {
      let segments = subpath.segments.filter { !$0.isPoint && !$0.isNegligible }
      guard let last = segments.last else { continue }
      var before: Double? = subpath.isClosed ? last.tangentAngle(at: 1) : nil
      for segment in segments {
        if let before { smallest = min(smallest, abs(cos((segment.tangentAngle(at: 0) - before) / 2))) }
        before = segment.tangentAngle(at: 1)
      }
    }
    return smallest > 1e-6 ? 1 / smallest : 1e6
  }

  /// Whether no two curves or lines meet at an angle; false for paths with control points on ends.
  private var hasNoCorners: Bool {
    var (start, current) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    var ends: (first: SIMD2<Double>, last: SIMD2<Double>)?
    func isStraight(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
      let (cross, dot) = (a.x * b.y - a.y * b.x, (a * b).sum())
      return dot > 0 && abs(cross) <= 1e-7 * dot
    }
    func isSmooth(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> Bool {
      guard from != .zero, to != .zero else { return false }
      if let ends, !isStraight(ends.last, from) { return false }
      ends = (ends?.first ?? from, to)
      return true
    }
    var next = 0
    return storage.points.withUnsafeBufferPointer { points in
      for type in storage.types {
        let first = next
        next += type.pointCount
        switch type {
        case .moveToPoint: (start, current, ends) = (SIMD2(points[first]), SIMD2(points[first]), nil)
        case .closeSubpath:
          let rest = start - current
          if max(abs(rest.x), abs(rest.y)) > 1e-12 * max(abs(start.x), abs(start.y)), !isSmooth(rest, rest) {
            return false
          }
          if let ends, !isStraight(ends.last, ends.first) { return false }
          (current, ends) = (start, nil)
        case .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint:
          let end = SIMD2(points[next - 1])
          let before = type == .addLineToPoint ? current : SIMD2(points[next - 2])
          guard isSmooth(SIMD2(points[first]) - current, end - before) else { return false }
          current = end
        }
      }
      return true
    }
  }
}

// The two sides of a stroke, straight from the curves to chords in pixels: for closed lines that have no corners and
// bend less tightly than half the stroke's width, as morphing shapes mostly do. Any other stroke becomes a path first.
//
// Along a curve P with unit tangent T and normal n the sides are P ± r n. Their chords are checked one by one: over a
// chord of length l that turns by an angle a, a side is off by about l a / 8, and where the chord runs against T the
// curve bends too tightly. The ends of chords are moved outward by half of that, as those of filled curves are: at a
// speed v and a curvature k, a side's speed is v (1 ∓ r k), and steps of h in the parameter are off by
// v² k (1 ∓ r k) h² / 8.
extension PixelOutline {
  /// Creates the sides of a whole stroke without dashes; returns nil if it needs joins, caps or more. `map` is affine.
  init?(stroking path: CGPath, width: Double, _ map: PixelMap) {
    var sides = StrokeSides(radius: width / 2, map)
    let storage = path.storage
    let isDrawn = storage.points.withUnsafeBufferPointer { sides.add(storage.types, $0) }
    guard isDrawn, sides.result.isFinite, sides.result.isNearToItself else { return nil }
    self = sides.result
  }
}

/// The sides of a stroke, under construction.
private struct StrokeSides {
  /// The right sides, and then the reversed left ones, of the closed lines so far.
  private(set) var result = PixelOutline()
  private var left = PixelOutline()
  private let radius: Double
  private let affine: AffineMap
  /// The square of a side's greatest distance from its unmoved chord, times eight, in points.
  private let limit: Double
  /// The number of chords for each square root of the second difference's length, in points.
  private let density: Double
  /// The sine of the greatest angle between tangents that is no corner.
  private let smooth: Double
  /// The tangents at both ends of the line so far.
  private var ends: (first: SIMD2<Double>, last: SIMD2<Double>)?

  init(radius: Double, _ map: PixelMap) {
    self.radius = radius
    affine = AffineMap(map)
    let stretch = map.stretch(at: .zero)
    let tolerance = PixelOutline.tolerance / stretch
    limit = 256 * tolerance * tolerance
    // A little denser than for the curve itself, as the outer side is longer.
    density = 1.06 * (0.75 / (2 * tolerance)).squareRoot()
    smooth = min(1.0 / 512 / (stretch * radius), 0.01)
  }

  /// Adds the sides of a path; returns false for a path that needs another way.
  mutating func add(_ types: [CGPathElementType], _ points: UnsafeBufferPointer<CGPoint>) -> Bool {
    var current = SIMD2<Double>.zero
    var start = current
    var next = 0
    for type in types {
      let first = next
      next += type.pointCount
      switch type {
      case .moveToPoint:
        guard ends == nil else { return false }
        start = SIMD2(points[first])
        current = start
        continue
      case .closeSubpath:
        guard follow(PixelCurve(lineFrom: current, to: start)), close() else { return false }
        current = start
        continue
      case .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint: break
      }
      let (control, end) = (SIMD2(points[first]), SIMD2(points[next - 1]))
      let curve =
        switch type {
        case .addQuadCurveToPoint: PixelCurve(quadraticFrom: current, control, end)
        case .addCurveToPoint: PixelCurve(current, control, SIMD2(points[first + 1]), end)
        default: PixelCurve(lineFrom: current, to: end)
        }
      guard follow(curve) else { return false }
      current = end
    }
    return ends == nil
  }

  /// Ends a closed line; returns false if it has a corner there.
  private mutating func close() -> Bool {
    guard let (first, last) = ends, isSmooth(last, first) else { return false }
    result.finish()
    result.append(side: left)
    left = PixelOutline()
    ends = nil
    return true
  }

  private func isSmooth(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
    abs(a.x * b.y - a.y * b.x) <= smooth && (a * b).sum() > 0
  }

  /// Adds the sides of a curve, unless it is negligibly short.
  private mutating func follow(_ curve: PixelCurve) -> Bool {
    if curve.isNegligible { return true }
    var count = density * curve.longestSecondDifference.squareRoot()
    let (before, beforeLeft) = (result.points.count, left.points.count)
    for _ in 0..<4 {
      // Curves with more chords, and NaN, are for the other way.
      guard count < 1000 else { return false }
      switch sides(of: curve, density: count) {
      case .fine: return true
      case .coarse:
        result.shorten(to: before)
        left.shorten(to: beforeLeft)
        count = (count + 1) * 1.5
      case .bad: return false
      }
    }
    return false
  }

  private enum Fit { case fine, coarse, bad }

  /// Adds the chords of both sides, each without its end.
  private mutating func sides(of curve: PixelCurve, density: Double) -> Fit {
    let (count, step) = PixelCurve.chords(density: density)
    let outward = step * step / 16
    // At a far smaller speed the curve nearly halts, and may turn anywhere.
    let chord = curve.end - curve.start
    let slowest = 1e-6 * ((chord * chord).sum() + curve.longestSecondDifference * curve.longestSecondDifference)
    var tangent = SIMD2<Double>.zero
    var (left, right) = (tangent, tangent)
    for index in 0...count {
      let isInside = index > 0 && index < count
      let u = isInside ? PixelCurve.parameter(index, step) : index == 0 ? 0 : 1
      let (point, derivative) = (curve.point(at: u), curve.derivative(at: u))
      let square = (derivative * derivative).sum()
      guard square > slowest else { return .bad }
      let inverse = 1 / square.squareRoot()
      let next = derivative * inverse
      let normal = SIMD2(-next.y, next.x)
      let (nextLeft, nextRight) = (point + normal * radius, point - normal * radius)
      if index == 0 {
        if let ends, !isSmooth(ends.last, next) { return .bad }
        if ends == nil { ends = (next, next) }
      } else {
        let (a, b) = (nextLeft - left, nextRight - right)
        let turn = tangent.x * next.y - tangent.y * next.x
        guard (tangent * next).sum() > 0.5, min((a * next).sum(), (b * next).sum()) > 0,
          turn * turn * max((a * a).sum(), (b * b).sum()) <= limit
        else { return .coarse }
      }
      (tangent, left, right) = (next, nextLeft, nextRight)
      guard index < count else { break }
      // Both sides move to the right if the left one is the inner one.
      let second = curve.secondDerivative(at: u)
      let bend = isInside ? (derivative.x * second.y - derivative.y * second.x) * inverse : 0
      let inner = radius * bend * inverse * inverse
      self.left.add(affine(left - normal * (bend * (1 - inner) * outward)))
      result.add(affine(right - normal * (bend * (1 + inner) * outward)))
    }
    ends?.last = tangent
    return .fine
  }
}
