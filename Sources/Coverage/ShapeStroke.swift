// A stroke's parameters, and its way from a path to an area: trim, dash, outline, in this order, all in the path's own
// plane; the map to pixels comes after, so that a stroke seen askew is askew.

package import CoreGraphics
import Foundation

/// The style of a path's stroke.
package struct ShapeStroke: Hashable, Sendable {
  /// In points; nothing is drawn at 0 or below.
  package var width = 1.0
  package var cap = CGLineCap.butt
  package var join = CGLineJoin.miter
  /// The longest miter, in line widths; longer ones are bevelled.
  package var miterLimit = 10.0
  /// Lengths of dashes and gaps by turns, in points; an odd number of them is taken twice. Empty is a solid line.
  package var dashes: [Double] = []
  /// The distance into the dash pattern at which the stroke begins, in points.
  package var phase = 0.0
  /// The part of the path that is stroked, as fractions of its length; see ``CGPath/trimmed(from:to:)``.
  package var start = 0.0
  package var end = 1.0

  package init() {}

  /// Whether nothing can be drawn.
  package var isEmpty: Bool { !(width > 0) || !width.isFinite || !(start < end) || start >= 1 || end <= 0 }

  /// Whether all of the path is stroked, without dashes.
  package var isPlain: Bool { start <= 0 && end >= 1 && dashes.isEmpty }

  /// The most dashes of one stroke; a path with more is stroked whole, as its dashes could not be told apart.
  private static let mostDashes = 50_000.0

  /// The area of the stroke, to be filled by the winding rule.
  ///
  /// - Parameter tolerance: how far from the true outline it may be, in points.
  package func outline(of path: CGPath, tolerance: Double) -> CGPath {
    guard !isEmpty else { return CGPath(storage: CGPathStorage()) }
    var line = path.trimmed(from: start, to: end)
    if !dashes.isEmpty {
      line = line.dashed(phase: phase, lengths: dashes, limit: Self.mostDashes)
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
  /// The longest miter among the path's corners, in line widths: 1 / sin of half the angle between the lines.
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

  /// Whether no two curves or lines meet at an angle, as far as can be told without their subpaths: false for paths
  /// with control points on ends.
  private var hasNoCorners: Bool {
    var (start, current) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    /// The directions at both ends of the subpath so far.
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
        case .moveToPoint:
          (start, current, ends) = (SIMD2(points[first]), SIMD2(points[first]), nil)
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
