// A path as the rasteriser takes it: lines in pixels, relative to a box.
//
//   path --map--> curves in pixels --> chords --------------------------------> FreeType    affine, not too far away
//        `-map--> homogeneous chords --cut to near plane and box--> lines --^               everything else
//
// FreeType takes curves, too, but draws them by chords up to a tenth of a pixel off. It counts in 1/64 of a pixel and
// in 16-bit pixels; what reaches beyond is cut to the box first. Cutting keeps the winding number of every point
// inside: a part of a contour that leaves the box comes back along the box's sides, or beyond them.

import CFreeType
import CoreGraphics
import Foundation

/// The contours of a path in pixels: for affine maps.
struct PixelOutline {
  /// How far chords may be from the curve, in pixels: 3/255 of an upright edge's coverage at most.
  static let tolerance = 1.0 / 80
  /// Farther than this from the box's corner FreeType's coordinates are not trusted, in pixels.
  private static let farthest = 8_000.0

  /// All points in order.
  private var points: [(x: Double, y: Double)] = []
  /// The last point of each contour.
  private var ends: [Int] = []
  /// The box around all points, in pixels.
  private(set) var low = (x: Double.infinity, y: Double.infinity)
  private(set) var high = (x: -Double.infinity, y: -Double.infinity)

  /// Nil where the map is in perspective, or where a point is not finite.
  init?(_ path: CGPath, _ map: PixelMap) {
    let storage = path.storage
    guard map.isAffine else { return nil }
    points.reserveCapacity(storage.points.count)
    var current = CGPoint.zero
    // Where closing leads to; what follows a close without a move begins there.
    var start = CGPoint.zero
    var isOpen = false
    var next = 0
    for type in storage.types {
      let first = next
      next += type.pointCount
      switch type {
      case .moveToPoint:
        finish()
        start = map.affine(storage.points[first])
        current = start
        isOpen = false
        continue
      case .closeSubpath:
        finish()
        current = start
        isOpen = false
        continue
      case .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint: break
      }
      if !isOpen { add(current) }
      isOpen = true
      let end = map.affine(storage.points[next - 1])
      switch type {
      case .addQuadCurveToPoint:
        let curve = CubicSegment(quadraticFrom: current, control: map.affine(storage.points[first]), to: end)
        curve.forEachChord(tolerance: Self.tolerance) { add($0) }
      case .addCurveToPoint:
        let curve = CubicSegment(
          start: current, control1: map.affine(storage.points[first]), control2: map.affine(storage.points[first + 1]),
          end: end)
        curve.forEachChord(tolerance: Self.tolerance) { add($0) }
      default: add(end)
      }
      current = end
    }
    finish()
    guard points.isEmpty || low.x.isFinite && low.y.isFinite && high.x.isFinite && high.y.isFinite else { return nil }
  }

  /// The corners of the box around the images of all points under an affine map, control points included. Nil where one
  /// is not finite.
  static func bounds(of path: CGPath, _ map: PixelMap) -> (low: (x: Double, y: Double), high: (x: Double, y: Double))? {
    var low = (x: Double.infinity, y: Double.infinity)
    var high = (x: -Double.infinity, y: -Double.infinity)
    for point in path.storage.points {
      let image = map.affine(point)
      let (x, y) = (Double(image.x), Double(image.y))
      guard x.isFinite, y.isFinite else { return nil }
      (low, high) = ((min(low.x, x), min(low.y, y)), (max(high.x, x), max(high.y, y)))
    }
    return low.x <= high.x ? (low, high) : nil
  }

  private mutating func add(_ point: CGPoint) {
    let (x, y) = (Double(point.x), Double(point.y))
    // A point that is not a number must not vanish in a comparison.
    low = (x < low.x || x.isNaN ? x : low.x, y < low.y || y.isNaN ? y : low.y)
    high = (x > high.x ? x : high.x, y > high.y ? y : high.y)
    points.append((x, y))
  }

  private mutating func finish() {
    let last = points.count - 1
    if last >= 0, ends.last.map({ $0 < last }) ?? true { ends.append(last) }
  }

  /// Whether all points lie near enough to the corner of `box`.
  func isNear(_ box: PixelBox) -> Bool {
    let (x, y) = (Double(box.minX), Double(box.minY))
    return low.x - x > -Self.farthest && low.y - y > -Self.farthest && high.x - x < Self.farthest
      && high.y - y < Self.farthest
  }

  /// The outline relative to the corner of `box`, which it must be near to.
  ///
  /// - Parameter isSimple: whether to count in pixels; see ``isSimple``.
  func placed(in box: PixelBox, isSimple: Bool) -> FlatContours {
    let (x, y) = (Double(box.minX), Double(box.minY))
    let parts = isSimple ? 1 : FlatContours.parts
    return FlatContours(points: points.map { FT_Vector($0.x - x, $0.y - y, parts: parts) }, ends: ends, parts: parts)
  }

  /// Whether areas can be added up pixel by pixel, as no two of them overlap: all contours go once around the middle
  /// without turning back, and of two, one goes the other way, as the two sides of a stroke do.
  var isSimple: Bool {
    guard ends.count == 1 || ends.count == 2 else { return false }
    let middle = (x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
    var directions = 0
    var first = 0
    for end in ends {
      guard let direction = direction(first...end, around: middle) else { return false }
      directions += direction
      first = end + 1
    }
    return ends.count == 1 || directions == 0
  }

  /// +1 or -1 for a contour that goes once around a point, nil for any other.
  private func direction(_ range: ClosedRange<Int>, around middle: (x: Double, y: Double)) -> Int? {
    var (turns, direction) = (0, 0)
    var last = points[range.upperBound]
    for index in range {
      let next = points[index]
      let (ax, ay, bx, by) = (last.x - middle.x, last.y - middle.y, next.x - middle.x, next.y - middle.y)
      let cross = ax * by - ay * bx
      if cross != 0 {
        if direction == 0 { direction = cross > 0 ? 1 : -1 }
        guard (cross > 0) == (direction > 0) else { return nil }
        // Passing the ray toward positive y counts as a turn; half open, so that a corner on it counts once.
        if (ax < 0) != (bx < 0), (ay * bx - ax * by) / (bx - ax) > 0 { turns += 1 }
      }
      last = next
    }
    return turns == 1 ? direction : nil
  }
}

extension PixelMap {
  /// The image of a point under an affine map.
  fileprivate func affine(_ point: CGPoint) -> CGPoint {
    let (x, y) = (Double(point.x), Double(point.y))
    return CGPoint(x: x * xx + y * yx + tx, y: x * xy + y * yy + ty)
  }
}

extension FT_Vector {
  /// A point in pixels, or so many parts of them; both coordinates are small.
  init(_ x: Double, _ y: Double, parts: Int) {
    let grid = Double(64 * parts)
    self.init(x: FT_Pos((x * grid).rounded()), y: FT_Pos((y * grid).rounded()))
  }
}
