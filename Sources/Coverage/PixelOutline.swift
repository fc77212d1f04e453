// A path as chords in pixels, for affine maps, and outlines that need no clipping. Clipping before the rasterizing
// would save little: the rasterizers skip what is above, below and to the right, and the rest must be there, as it
// keeps the winding number of every point inside.

import CFreeType
import CoreGraphics
import Foundation

/// The contours of a path in pixels, for affine maps.
struct PixelOutline {
  /// The greatest distance of chords from the curve, to either side, in pixels: up to 3/255 of an edge's coverage.
  static let tolerance = 1.0 / 80
  /// The greatest distance of coordinates from the box's corner, in pixels.
  private static let farthest = 8_000.0
  /// The limit of coordinates in pixels: 1 / 256 of a pixel as a unit must fit 32 bits.
  private static let outermost = 4_000_000.0

  /// The number of points beyond which each curve is one chord, as memory holds all; no real outline has as many.
  private static let mostPoints = 1 << 22

  /// The points of all contours, in 1 / 256 of a pixel.
  private(set) var points: [SIMD2<Int32>] = []
  /// The index of the last point of each contour.
  private(set) var ends: [Int] = []
  /// The index of the inner contour of two, which are the sides of one closed line; nil for others.
  private(set) var innerContour: Int?
  /// The least corner of the box around all points, in pixels.
  private(set) var low = SIMD2(repeating: Double.infinity)
  private(set) var high = SIMD2(repeating: -Double.infinity)
  /// 0 while all points are finite.
  private var zero = SIMD2<Double>.zero

  init() {}

  /// Creates the outline; returns nil if the map is in perspective, or if a point is not finite.
  init?(_ path: CGPath, _ map: PixelMap) {
    guard map.isAffine else { return nil }
    let affine = AffineMap(map)
    let storage = path.storage
    points.reserveCapacity(storage.points.count * 8)
    var current = SIMD2<Double>.zero
    // The start of the subpath, at which elements after a close begin, too.
    var start = current
    var isOpen = false
    var next = 0
    storage.points.withUnsafeBufferPointer { given in
      for type in storage.types {
        let first = next
        next += type.pointCount
        switch type {
        case .moveToPoint:
          finish()
          start = affine(given[first])
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
        let end = affine(given[next - 1])
        switch type {
        case .addQuadCurveToPoint: add(PixelCurve(quadraticFrom: current, affine(given[first]), end))
        case .addCurveToPoint: add(PixelCurve(current, affine(given[first]), affine(given[first + 1]), end))
        default: add(end)
        }
        current = end
      }
    }
    finish()
    guard isFinite else { return nil }
  }

  /// Returns the box around all points and control points under an affine map; nil if one is not finite.
  static func bounds(of path: CGPath, _ map: PixelMap) -> (low: SIMD2<Double>, high: SIMD2<Double>)? {
    let affine = AffineMap(map)
    var low = SIMD2(repeating: Double.infinity)
    var high = SIMD2(repeating: -Double.infinity)
    for point in path.storage.points {
      let image = affine(point)
      guard image.x.isFinite, image.y.isFinite else { return nil }
      (low, high) = (pointwiseMin(low, image), pointwiseMax(high, image))
    }
    return low.x <= high.x ? (low, high) : nil
  }

  var isFinite: Bool { zero == .zero }

  private mutating func add(_ curve: PixelCurve) {
    // Wang's bound: n chords are off by at most (3/4) M / n², M the longest second difference; half with moved ends.
    let needed = (0.75 / (2 * Self.tolerance) * curve.longestSecondDifference).squareRoot()
    // The limit is for coordinates that are not finite.
    let density = needed < 4096 ? needed : 4096
    let (count, step) = PixelCurve.chords(density: points.count < Self.mostPoints ? density : 1)
    let moved = curve.straddled(by: step)
    for index in 1..<count { add(moved.point(at: PixelCurve.parameter(index, step))) }
    add(curve.end)
  }

  @inline(__always)
  mutating func add(_ point: SIMD2<Double>) {
    low = pointwiseMin(low, point)
    high = pointwiseMax(high, point)
    // 0 times a number that is not finite is NaN, and so is every sum with it.
    zero += point * 0
    points.append(Self.place(point))
  }

  /// Returns a point in 1 / 256 of a pixel: the sum drops smaller fractions, and its bits end with the integer.
  @inline(__always)
  private static func place(_ point: SIMD2<Double>) -> SIMD2<Int32> {
    let sum = point + 0x1.8p44
    return SIMD2(Int32(truncatingIfNeeded: sum.x.bitPattern), Int32(truncatingIfNeeded: sum.y.bitPattern))
  }

  mutating func finish() {
    let last = points.count - 1
    if last >= 0, ends.last.map({ $0 < last }) ?? true { ends.append(last) }
  }

  /// Appends the other side of the last contour in reverse.
  mutating func append(side other: PixelOutline) {
    innerContour = ends.count > 1 ? nil : other.high.x > high.x ? 0 : 1
    points.append(contentsOf: other.points.reversed())
    (low, high) = (pointwiseMin(low, other.low), pointwiseMax(high, other.high))
    zero += other.zero
    finish()
  }

  /// Shortens the current contour to its first points.
  mutating func shorten(to count: Int) { points.removeLast(points.count - count) }

  /// Whether all points are near enough to the corner of `box`.
  func isNear(_ box: PixelBox) -> Bool {
    let corner = SIMD2(Double(box.minX), Double(box.minY))
    let (a, b) = (low - corner, high - corner)
    return a.min() > -Self.farthest && b.max() < Self.farthest && low.min() > -Self.outermost
      && high.max() < Self.outermost
  }

  /// Whether the outline is near to every box that it touches.
  var isNearToItself: Bool {
    (high - low).max() < Self.farthest - 1 && low.min() > -Self.outermost && high.max() < Self.outermost
  }

  /// Visits the edges of a contour by their ends, in 1 / 256 of a pixel from the corner of a pixel.
  @inline(__always)
  func visitEdges(of contour: Int, from corner: (x: Int, y: Int), _ body: (SIMD2<Int32>, SIMD2<Int32>) -> Void) {
    let corner = SIMD2(Int32(truncatingIfNeeded: corner.x << 8), Int32(truncatingIfNeeded: corner.y << 8))
    points.withUnsafeBufferPointer { points in
      let end = ends[contour]
      var last = points[end] &- corner
      for index in (contour > 0 ? ends[contour - 1] + 1 : 0)...end {
        let next = points[index] &- corner
        body(last, next)
        last = next
      }
    }
  }

  /// Returns the outline relative to the corner of `box`, which it must be near, in parts of a pixel.
  func placed(in box: PixelBox) -> FlatContours {
    let (x, y) = (box.minX << 8, box.minY << 8)
    return FlatContours(
      points: points.map { FT_Vector(x: FT_Pos(Int($0.x) - x), y: FT_Pos(Int($0.y) - y)) }, ends: ends,
      parts: FlatContours.parts)
  }

  /// Whether areas can be summed by pixel, as none overlap: each contour goes around the middle once without turning
  /// back, and of two, one has the other direction, as the sides of a stroke.
  var isSimple: Bool {
    guard ends.count == 1 || ends.count == 2 else { return false }
    // A point near the middle, on the grid.
    let middle = Self.place((low + high) / 2)
    return points.withUnsafeBufferPointer { points in
      guard let first = Self.direction(points[...ends[0]], around: middle) else { return false }
      guard ends.count == 2 else { return true }
      return Self.direction(points[(ends[0] + 1)...], around: middle) == -first
    }
  }

  /// Returns +1 or -1 for a contour that goes around a point once, nil for any other.
  private static func direction(_ points: Slice<UnsafeBufferPointer<SIMD2<Int32>>>, around middle: SIMD2<Int32>) -> Int?
  {
    var last = points[points.endIndex - 1] &- middle
    // The angle is monotonic; then the contour passes the vertical line through the middle twice a turn.
    var (least, most, passed) = (0, 0, 0)
    for index in points.indices {
      let next = points[index] &- middle
      let cross = Int(last.x) &* Int(next.y) &- Int(last.y) &* Int(next.x)
      (least, most) = (min(least, cross), max(most, cross))
      passed &+= (last.x < 0) != (next.x < 0) ? 1 : 0
      // An edge through the middle would turn by half a turn in either direction.
      if cross == 0, Int(last.x) &* Int(next.x) &+ Int(last.y) &* Int(next.y) < 0 { return nil }
      last = next
    }
    guard passed == 2, (least < 0) != (most > 0) else { return nil }
    return least < 0 ? -1 : 1
  }
}

extension FT_Vector {
  /// Creates a point in pixels, or in parts of them; both coordinates are small.
  init(_ x: Double, _ y: Double, parts: Int) {
    let grid = Double(64 * parts)
    self.init(x: FT_Pos((x * grid).rounded()), y: FT_Pos((y * grid).rounded()))
  }
}
