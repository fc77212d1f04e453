// The parts of a path near a box, for a rasterizer with a limited range: cairo's coordinates have 24 bits, and some of
// its operators lose clips that reach beyond 32,767 pixels.
//
//   an area:  far curves become lines, and the polygon is clipped to the box
//   a line:   its parts, each with its distance along the subpath, for the phase of dashes
//
// A curve whose hull lies beyond one side of the box winds around nothing inside, and neither does the line between its
// ends, which replaces it. Other curves are halved until they are small.

public import Foundation

extension CGPath {
  /// Whether a point lies outside of a box, and too far from the origin for 16 bits.
  func isFar(from box: CGRect) -> Bool {
    storage.points.contains { point in !(max(abs(point.x), abs(point.y)) <= 16_000) && !box.contains(point) }
  }

  /// Returns a path without points outside of a box, whose fill inside, by either rule, is this path's. Its curves are
  /// lines within a twentieth of a point. Empty if a coordinate is NaN.
  func area(near box: CGRect) -> CGPath {
    var result = CGPathStorage()
    guard !hasNoNumber, !box.isEmpty else { return CGPath(storage: result) }
    for subpath in bounded.subpaths {
      var corners = [subpath.start]
      for segment in subpath.segments { segment.addCorners(near: box, to: &corners) }
      let polygon = Self.cut(corners, to: box)
      guard polygon.count > 2 else { continue }
      result.move(to: polygon[0])
      for corner in polygon.dropFirst() { result.addLine(to: corner) }
      result.closeSubpath()
    }
    return CGPath(storage: result)
  }

  /// A part of a subpath.
  struct Stretch {
    var curves: [CubicSegment]
    /// The distance along the subpath to the beginning of the stretch; if stretches join, any number above 0 after it.
    var distance: Double
    var isClosed: Bool
  }

  /// Returns the parts of the path inside a box and at most some of its sizes around it. If `joins`, a closed subpath's
  /// end continues at its start where both are near.
  func stretches(near box: CGRect, joins: Bool) -> [Stretch] {
    guard !hasNoNumber, !box.isEmpty else { return [] }
    var result: [Stretch] = []
    for subpath in bounded.subpaths {
      if subpath.segments.isEmpty {
        guard box.contains(subpath.start) else { continue }
        let dot = CubicSegment(lineFrom: subpath.start, to: subpath.start)
        result.append(Stretch(curves: [dot], distance: 0, isClosed: true))
        continue
      }
      var pieces = NearPieces(box: box, measures: !joins)
      for segment in subpath.segments { pieces.add(segment) }
      var own = pieces.stretches
      if subpath.isClosed, !pieces.hasGaps {
        for index in own.indices { own[index].isClosed = true }
      } else if subpath.isClosed, joins, own.count > 1, own[0].distance == 0, pieces.isDown {
        own[0].curves = own.removeLast().curves + own[0].curves
      }
      result += own
    }
    return result
  }

  private var hasNoNumber: Bool { storage.points.contains { $0.x.isNaN || $0.y.isNaN } }

  /// The path with its points limited to coordinates that have hundredths of a point.
  private var bounded: CGPath {
    let most = 1e12
    guard storage.points.contains(where: { max(abs($0.x), abs($0.y)) > most }) else { return self }
    let points = storage.points.map { CGPoint(x: min(max($0.x, -most), most), y: min(max($0.y, -most), most)) }
    return CGPath(storage: storage.replacingPoints(points) ?? storage)
  }

  /// Returns the polygon clipped to one side of a box after another. Separate parts stay joined along the sides.
  private static func cut(_ polygon: [CGPoint], to box: CGRect) -> [CGPoint] {
    var polygon = polygon
    for (axis, bound, sign) in [
      (\CGPoint.x, box.minX, 1.0), (\.x, box.maxX, -1), (\.y, box.minY, 1), (\.y, box.maxY, -1),
    ] as [(WritableKeyPath<CGPoint, CGFloat>, CGFloat, CGFloat)] {
      guard var from = polygon.last else { return [] }
      var inside: [CGPoint] = []
      for to in polygon {
        let (a, b) = ((from[keyPath: axis] - bound) * sign, (to[keyPath: axis] - bound) * sign)
        if (a >= 0) != (b >= 0) {
          var crossing = from.interpolated(to: to, a / (a - b))
          crossing[keyPath: axis] = bound
          if inside.last != crossing { inside.append(crossing) }
        }
        if b >= 0, inside.last != to { inside.append(to) }
        from = to
      }
      if inside.count > 1, inside.first == inside.last { inside.removeLast() }
      polygon = inside
    }
    return polygon
  }

  /// The smallest rectangle around all points, control points included; null for an empty path.
  public var boundingBox: CGRect {
    var box = BoundsAccumulator()
    for point in storage.points { box.add(point) }
    return box.rect
  }

  /// The smallest rectangle around the path, without control points; null for an empty path.
  public var boundingBoxOfPath: CGRect {
    var box = BoundsAccumulator()
    // Moves draw nothing, but a path of moves alone has a position.
    if let start = storage.points.first, !storage.types.contains(where: { $0 != .moveToPoint }) { box.add(start) }
    forEachSegment { segment in
      box.add(segment.start)
      box.add(segment.end)
      for u in segment.extrema(\.x) + segment.extrema(\.y) { box.add(segment.point(at: u)) }
    }
    return box.rect
  }

  /// Whether the path is one closed rectangle with sides along the axes, which is written to `rect`.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    let types = storage.types
    var points = storage.points
    // Four corners and a close, or a fifth point equal to the first instead of the close or before it.
    let corners: [CGPathElementType] = [.moveToPoint, .addLineToPoint, .addLineToPoint, .addLineToPoint]
    guard types.starts(with: corners) else { return false }
    switch Array(types.dropFirst(4)) {
    case [.closeSubpath]: break
    case [.addLineToPoint], [.addLineToPoint, .closeSubpath]:
      guard points[4] == points[0] else { return false }
      points.removeLast()
    default: return false
    }
    let alongX =
      points[0].y == points[1].y && points[1].x == points[2].x && points[2].y == points[3].y
      && points[3].x == points[0].x
    let alongY =
      points[0].x == points[1].x && points[1].y == points[2].y && points[2].x == points[3].x
      && points[3].y == points[0].y
    guard alongX || alongY else { return false }
    rect?.pointee = boundingBox
    return true
  }

  // Point in path, exactly: along a ray from the point toward positive x, each monotonic part of a curve that passes
  // the ray's height is one crossing, found on the curve itself instead of on a flattened copy.

  /// Whether `point`, moved by `transform`, is inside the path. Open subpaths count as closed.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    let winding = windingNumber(around: point.applying(transform))
    switch rule {
    case .winding: return winding != 0
    // Each crossing changes the winding number by 1, so that their parities agree.
    case .evenOdd: return winding % 2 != 0
    }
  }

  /// Returns the number of turns of the path around `point`, counter-clockwise where y points up.
  private func windingNumber(around point: CGPoint) -> Int {
    var winding = 0
    forEachSegment(closingSubpaths: true) { winding += $0.crossings(ofRayFrom: point) }
    return winding
  }
}

/// Collects the pieces of a subpath that are near a box.
private struct NearPieces {
  let box: CGRect
  private(set) var stretches: [CGPath.Stretch] = []
  /// Whether the last piece was near.
  private(set) var isDown = false
  private(set) var hasGaps = false
  private var distance = 0.0
  /// Whether distances are those along the curves, which takes most of the time.
  private let measures: Bool

  init(box: CGRect, measures: Bool) { (self.box, self.measures) = (box, measures) }

  mutating func add(_ segment: CubicSegment, depth: Int = 0) {
    if segment.liesBeyond(box) {
      (isDown, hasGaps) = (false, true)
      distance += measures ? segment.length : 1
    } else if segment.isWithin(box.width + box.height) || depth == 64 {
      if !isDown { stretches.append(CGPath.Stretch(curves: [], distance: distance, isClosed: false)) }
      stretches[stretches.count - 1].curves.append(segment)
      isDown = true
      distance += measures ? segment.length : 1
    } else {
      let isLine = segment.isLine
      let middle = segment.point(at: 0.5)
      let (first, second) =
        isLine
        ? (CubicSegment(lineFrom: segment.start, to: middle), CubicSegment(lineFrom: middle, to: segment.end))
        : segment.halves()
      add(first, depth: depth + 1)
      add(second, depth: depth + 1)
    }
  }
}

extension CubicSegment {
  /// Appends the corners, except the start, of a polygon that equals this curve inside a box.
  fileprivate func addCorners(near box: CGRect, to corners: inout [CGPoint], depth: Int = 0) {
    if isLine || liesBeyond(box) {
      corners.append(end)
    } else if isWithin(2048) || depth == 64 {
      forEachChord(tolerance: 0.05) { corners.append($0) }
    } else {
      let (first, second) = halves()
      first.addCorners(near: box, to: &corners, depth: depth + 1)
      second.addCorners(near: box, to: &corners, depth: depth + 1)
    }
  }

  /// Whether all four points lie beyond one of a box's sides.
  fileprivate func liesBeyond(_ box: CGRect) -> Bool {
    max(start.x, control1.x, control2.x, end.x) <= box.minX
      || min(start.x, control1.x, control2.x, end.x) >= box.maxX
      || max(start.y, control1.y, control2.y, end.y) <= box.minY
      || min(start.y, control1.y, control2.y, end.y) >= box.maxY
  }

  /// Whether the extent of the four points is at most a length along each axis.
  fileprivate func isWithin(_ length: CGFloat) -> Bool {
    max(start.x, control1.x, control2.x, end.x) - min(start.x, control1.x, control2.x, end.x) <= length
      && max(start.y, control1.y, control2.y, end.y) - min(start.y, control1.y, control2.y, end.y) <= length
  }

  fileprivate var length: Double {
    isLine ? hypot(end.x - start.x, end.y - start.y) : ArcLengthTable(self, tolerance: 1e-5).total
  }

  /// Returns the parameters strictly between 0 and 1 where the coordinate has an extremum; at most two, ascending.
  func extrema(_ coordinate: KeyPath<CGPoint, CGFloat>) -> [Double] {
    let p0 = Double(start[keyPath: coordinate])
    let p1 = Double(control1[keyPath: coordinate])
    let p2 = Double(control2[keyPath: coordinate])
    let p3 = Double(end[keyPath: coordinate])
    // A third of the derivative: a u² + b u + c.
    let (a, b, c) = (p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0)
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    // The stable form of the two roots: q has no cancellation, and for a = 0 only c / q is finite.
    let q = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
    var roots: [Double] = []
    for root in [q / a, c / q] where root > 0 && root < 1 && !roots.contains(root) { roots.append(root) }
    return roots.sorted()
  }

  /// Returns the sum of the crossings of the ray from `point` toward positive x: +1 where y rises, -1 where it falls.
  fileprivate func crossings(ofRayFrom point: CGPoint) -> Int {
    let ys = [start.y, control1.y, control2.y, end.y]
    guard ys.contains(where: { $0 <= point.y }), ys.contains(where: { $0 > point.y }),
      max(start.x, control1.x, control2.x, end.x) > point.x
    else { return 0 }
    var sum = 0
    var from = 0.0
    for to in extrema(\.y) + [1] {
      sum += crossing(ofRayFrom: point, from: from, to: to)
      from = to
    }
    return sum
  }

  /// Returns the same for a range of parameters in which y is monotonic.
  private func crossing(ofRayFrom point: CGPoint, from: Double, to: Double) -> Int {
    let (y0, y1) = (self.point(at: from).y, self.point(at: to).y)
    // Half-open, so that a corner at the ray's height counts once, and a peak that touches it twice or not at all.
    guard (y0 <= point.y) != (y1 <= point.y) else { return 0 }
    let rises = y0 <= point.y
    var (low, high) = (from, to)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if (self.point(at: middle).y <= point.y) == rises { low = middle } else { high = middle }
    }
    guard self.point(at: high).x > point.x else { return 0 }
    return rises ? 1 : -1
  }
}

/// The box around the added points.
private struct BoundsAccumulator {
  private var low = CGPoint(x: CGFloat.infinity, y: .infinity)
  private var high = CGPoint(x: -CGFloat.infinity, y: -.infinity)

  mutating func add(_ point: CGPoint) {
    low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
    high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
  }

  var rect: CGRect {
    low.x <= high.x ? CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y) : .null
  }
}
