// Convex polygons in double precision: outlines of rounded rectangles in perspective, and their intersections.

import Foundation

package struct Point {
  package var x: Double
  package var y: Double
  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// A convex polygon; empty below three corners.
package struct Polygon {
  package var corners: [Point]

  /// A rounded rectangle's outline; an arc becomes so many chords that they stay within 0.001 of it. `radii` are (minX
  /// minY), (maxX minY), (minX maxY), (maxX maxY); `smoothing` is from 0, a circle, to 1, the whole continuous curve.
  package init(
    _ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double, radii: [Double] = [0, 0, 0, 0],
    smoothing: Double = 0
  ) {
    let half = max(min(maxX - minX, maxY - minY) / 2, 0)
    let extent = 1 + 0.528665 * smoothing
    guard radii.allSatisfy({ $0 * extent <= half }) else {
      // Arcs may cut each other, or the edge across: the outline is their intersection, each on a box that it fits in.
      let far = 4 * radii.max()!
      var shape = Polygon(minX, minY, maxX, maxY)
      for (corner, radius) in radii.enumerated() where radius > 0 {
        var alone = [0.0, 0, 0, 0]
        alone[corner] = radius
        let (isMaxX, isMaxY) = (corner & 1 != 0, corner & 2 != 0)
        shape = shape.intersection(
          Polygon(
            isMaxX ? min(minX, maxX - far) : minX, isMaxY ? min(minY, maxY - far) : minY,
            isMaxX ? maxX : max(maxX, minX + far), isMaxY ? maxY : max(maxY, minY + far), radii: alone,
            smoothing: smoothing))
      }
      self = shape
      return
    }
    corners = []
    let around: [(x: Double, y: Double, radius: Double, quarter: Double)] = [
      (minX, minY, radii[0], 2), (maxX, minY, radii[1], 3), (maxX, maxY, radii[3], 0), (minX, maxY, radii[2], 1),
    ]
    for corner in around {
      guard corner.radius > 0 else {
        corners.append(Point(corner.x, corner.y))
        continue
      }
      if smoothing > 0 {
        let isMax = (corner.x == maxX, corner.y == maxY)
        // Around the shape, corners are met along x first at two of them and along y first at the others.
        var curve = Self.continuousCorner(smoothing)
        if isMax.0 != isMax.1 { curve.reverse() }
        for point in curve {
          corners.append(
            Point(
              corner.x + (isMax.0 ? -1 : 1) * point.x * corner.radius,
              corner.y + (isMax.1 ? -1 : 1) * point.y * corner.radius))
        }
        continue
      }
      let centre = Point(
        corner.x == minX ? minX + corner.radius : maxX - corner.radius,
        corner.y == minY ? minY + corner.radius : maxY - corner.radius)
      // The sagitta of a chord is r * angle^2 / 8.
      let chords = max(8, Int((Double.pi / 2 / (0.008 / corner.radius).squareRoot()).rounded(.up)))
      for step in 0...chords {
        let angle = (corner.quarter + Double(step) / Double(chords)) * .pi / 2
        corners.append(Point(centre.x + corner.radius * cos(angle), centre.y + corner.radius * sin(angle)))
      }
    }
  }

  package init(corners: [Point]) { self.corners = corners }

  /// Returns a continuous corner of radius 1 at the origin, from the y axis to the x axis: three Bezier segments; with
  /// less smoothing their mean with the circle, both as functions of the diagonal from where they meet the sides.
  private static func continuousCorner(_ smoothing: Double) -> [Point] {
    let (a, b, c, d, e, f, g) = (1.528665, 1.08849296, 0.86840694, 0.63149399, 0.37282383, 0.16905956, 0.07491139)
    let segments = [
      [Point(0, a), Point(0, b), Point(0, c), Point(g, d)], [Point(g, d), Point(f, e), Point(e, f), Point(d, g)],
      [Point(d, g), Point(c, 0), Point(b, 0), Point(a, 0)],
    ]
    let (whole, end) = (a / 2.0.squareRoot(), (1 + 0.528665 * smoothing) / 2.0.squareRoot())
    return segments.flatMap { p in
      (0...40).map { step in
        let t = Double(step) / 40
        let w = [(1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t]
        let x = (0..<4).reduce(0) { $0 + w[$1] * p[$1].x }
        let y = (0..<4).reduce(0) { $0 + w[$1] * p[$1].y }
        let along = (x - y) / 2.0.squareRoot() / whole
        let curve = (x + y) / 2.0.squareRoot() - whole
        let circle = 0.5.squareRoot() - (1 - along * along / 2).squareRoot()
        let (u, v) = (along * end, end + smoothing * curve + (1 - smoothing) * circle)
        return Point((v + u) / 2.0.squareRoot(), (v - u) / 2.0.squareRoot())
      }
    }
  }

  /// Returns the half of the polygon where `side`, a linear function of the point, is not negative.
  package func cut(_ side: (Point) -> Double) -> Polygon {
    var result: [Point] = []
    for index in corners.indices {
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      let (da, db) = (side(a), side(b))
      if da >= 0 { result.append(a) }
      if (da >= 0) != (db >= 0) {
        let t = da / (da - db)
        result.append(Point(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t))
      }
    }
    return Polygon(corners: result)
  }

  /// Returns the polygon as seen; the part at or behind the eye is cut off before the division.
  package func seen(through map: PlaneMap) -> Polygon {
    Polygon(corners: cut { map.weight($0) - 1e-8 }.corners.map { map($0) })
  }

  /// Twice the signed area.
  private var doubleArea: Double {
    corners.indices.reduce(0) { sum, index in
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      return sum + a.x * b.y - b.x * a.y
    }
  }

  package func intersection(_ other: Polygon) -> Polygon {
    guard other.corners.count > 2 else { return Polygon(corners: []) }
    let sign: Double = other.doubleArea < 0 ? -1 : 1
    var result = self
    for index in other.corners.indices where !result.corners.isEmpty {
      let (a, b) = (other.corners[index], other.corners[(index + 1) % other.corners.count])
      // The ends of two touching arcs differ by rounding only, so their direction is meaningless.
      guard max(abs(b.x - a.x), abs(b.y - a.y)) > 1e-9 else { continue }
      result = result.cut { p in sign * ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) }
    }
    return result
  }

  // MARK: Coverage

  /// Returns the area of each pixel that the polygon covers, from 0 to 1, exactly: every edge adds to each cell that it
  /// crosses its height there and the area to its right, and a running sum along the row closes the shape.
  package func coverage(width: Int, height: Int) -> [Double] {
    let stride = width + 2
    var cells = [Double](repeating: 0, count: stride * height)
    for index in corners.indices {
      Self.add(
        corners[index], corners[(index + 1) % corners.count], width: width, height: height, stride: stride, &cells)
    }
    let sign: Double = doubleArea < 0 ? -1 : 1
    var result = [Double](repeating: 0, count: width * height)
    for row in 0..<height {
      var sum = 0.0
      for column in 0..<width {
        sum += cells[row * stride + column]
        result[row * width + column] = min(max(-sign * sum, 0), 1)
      }
    }
    return result
  }

  private static func add(
    _ a: Point, _ b: Point, width: Int, height: Int, stride: Int, _ cells: inout [Double]
  ) {
    guard a.y != b.y else { return }
    let direction: Double = a.y < b.y ? 1 : -1
    let (top, bottom) = a.y < b.y ? (a, b) : (b, a)
    let slope = (bottom.x - top.x) / (bottom.y - top.y)
    let (first, last) = (max(top.y, 0), min(bottom.y, Double(height)))
    guard first < last else { return }
    for row in Int(first)..<min(height, Int(last.rounded(.up))) {
      let (y0, y1) = (max(first, Double(row)), min(last, Double(row + 1)))
      guard y0 < y1 else { continue }
      let (x0, x1) = (top.x + (y0 - top.y) * slope, top.x + (y1 - top.y) * slope)
      addRow(min(x0, x1), max(x0, x1), direction * (y1 - y0), width, base: row * stride, &cells)
    }
  }

  /// Adds an edge inside one row, from `x0` to `x1`: left of the canvas for all of the row, right of it for nothing.
  private static func addRow(
    _ x0: Double, _ x1: Double, _ height: Double, _ width: Int, base: Int, _ cells: inout [Double]
  ) {
    let perX = x1 > x0 ? height / (x1 - x0) : 0
    let limit = Double(width)
    if x1 <= 0 || x0 == x1 && x0 < 0 {
      cells[base] += height
      return
    }
    if x0 >= limit { return }
    if x0 < 0 { cells[base] += -x0 * perX }
    let (start, end) = (max(x0, 0), min(x1, limit))
    for column in Int(start)...min(width - 1, Int(end)) {
      let (u0, u1) = (max(start, Double(column)), min(end, Double(column + 1)))
      let part = x0 == x1 ? height : (u1 - u0) * perX
      guard part != 0 else { continue }
      let right = (u0 + u1) / 2 - Double(column)
      cells[base + column] += part * (1 - right)
      cells[base + column + 1] += part * right
      if x0 == x1 { break }
    }
  }
}
