package struct PlanePoint: Equatable, Sendable {
  package var x: Double
  package var y: Double
  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// A convex polygon of few corners, without storage of its own.
package struct ConvexPolygon: Sendable {
  /// Four corners, one more for each of five cuts, and as many for what rounding makes of corners on a line.
  private static let most = 14
  private var corners: InlineArray<14, PlanePoint> = .init(repeating: PlanePoint(0, 0))
  package private(set) var count = 0

  package init() {}

  package init(_ box: Box) {
    append(PlanePoint(box.minX, box.minY))
    append(PlanePoint(box.maxX, box.minY))
    append(PlanePoint(box.maxX, box.maxY))
    append(PlanePoint(box.minX, box.maxY))
  }

  package mutating func append(_ point: PlanePoint) {
    guard count < Self.most else { return }
    corners[count] = point
    count += 1
  }

  /// Returns the part on the positive side of a line.
  func half(_ line: PlaneLine) -> ConvexPolygon { half { line.side($0.x, $0.y) } }

  /// Returns the part where a function that is linear over the plane is not negative.
  @inline(__always)
  func half(_ distance: (PlanePoint) -> Double) -> ConvexPolygon {
    var result = ConvexPolygon()
    for index in 0..<count {
      let (a, b) = (corners[index], corners[index + 1 < count ? index + 1 : 0])
      let (da, db) = (distance(a), distance(b))
      if da >= 0 { result.append(a) }
      if (da >= 0) != (db >= 0) {
        let t = da / (da - db)
        result.append(PlanePoint(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t))
      }
    }
    return result.count >= 3 ? result : ConvexPolygon()
  }

  package subscript(index: Int) -> PlanePoint { corners[index] }
}
