import CoreGraphics
import Foundation
import TestSupport
import Testing

@Suite struct PathTests {
  static func elements(_ path: CGPath) -> [(CGPathElementType, [CGPoint])] {
    var result: [(CGPathElementType, [CGPoint])] = []
    path.applyWithBlock { element in
      let counts: [CGPathElementType: Int] = [
        .moveToPoint: 1, .addLineToPoint: 1, .addQuadCurveToPoint: 2, .addCurveToPoint: 3, .closeSubpath: 0,
      ]
      let count = counts[element.pointee.type] ?? 0
      result.append((element.pointee.type, Array(UnsafeBufferPointer(start: element.pointee.points, count: count))))
    }
    return result
  }

  static func length(_ path: CGPath) -> Double { path.segments.reduce(0) { $0 + ArcLengthTable($1).total } }

  @Test("Elements come back in order")
  func walk() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 4))
    path.addQuadCurve(to: CGPoint(x: 5, y: 6), control: CGPoint(x: 7, y: 8))
    path.addCurve(to: CGPoint(x: 9, y: 10), control1: CGPoint(x: 11, y: 12), control2: CGPoint(x: 13, y: 14))
    path.closeSubpath()
    let elements = Self.elements(path)
    #expect(
      elements.map { $0.0 } == [.moveToPoint, .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint, .closeSubpath])
    #expect(elements[3].1 == [CGPoint(x: 11, y: 12), CGPoint(x: 13, y: 14), CGPoint(x: 9, y: 10)])
    #expect(path.currentPoint == CGPoint(x: 1, y: 2))
    var count = 0
    withUnsafeMutablePointer(to: &count) { counter in
      path.apply(info: counter) { info, _ in info?.assumingMemoryBound(to: Int.self).pointee += 1 }
    }
    #expect(count == 5)
  }

  @Test("Drawing without a current point adds nothing; closing twice closes once")
  func withoutStart() {
    let path = CGMutablePath()
    path.addLine(to: CGPoint(x: 1, y: 1))
    path.closeSubpath()
    #expect(path.isEmpty && path.currentPoint == .zero && path.boundingBox.isNull)
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 1, y: 1))
    path.closeSubpath()
    path.closeSubpath()
    #expect(Self.elements(path).count == 3)
  }

  @Test("Copies are independent, equal, and moved by a transform")
  func copies() throws {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 5))
    let copy = try #require(path.copy())
    #expect(copy == path && copy.hashValue == path.hashValue)
    path.addLine(to: CGPoint(x: 7, y: 7))
    #expect(copy != path)
    var scale = CGAffineTransform(scaleX: 2, y: 2)
    let doubled = try #require(copy.copy(using: &scale))
    #expect(doubled == CGPath(rect: CGRect(x: 0, y: 0, width: 20, height: 10), transform: nil))
    let mutable = try #require(copy.mutableCopy())
    mutable.addLine(to: .zero)
    #expect(mutable != copy)
    mutable.addPath(mutable)
    #expect(Self.elements(mutable).count == 12)
  }

  @Test("Bounding boxes, with and without control points")
  func bounds() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addCurve(to: CGPoint(x: 100, y: 0), control1: CGPoint(x: 0, y: 100), control2: CGPoint(x: 100, y: 100))
    #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 100, height: 100))
    #expect(path.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 100, height: 75))
    let ellipse = CGRect(x: 3, y: 4, width: 50, height: 20)
    #expect(CGPath(ellipseIn: ellipse, transform: nil).boundingBoxOfPath == ellipse)
  }

  @Test("Rectangles are recognised")
  func rectangles() {
    var found = CGRect.zero
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(CGPath(rect: rect, transform: nil).isRect(&found) && found == rect)
    var turn = CGAffineTransform(rotationAngle: 0.1)
    #expect(!CGPath(rect: rect, transform: &turn).isRect(nil))
    #expect(!CGPath(ellipseIn: rect, transform: nil).isRect(nil))
    let open = CGMutablePath()
    open.addLines(between: [.zero, CGPoint(x: 2, y: 0), CGPoint(x: 2, y: 1), CGPoint(x: 0, y: 1), .zero])
    #expect(open.isRect(nil))
  }

  @Test(
    "Points in a ring: winding and even-odd",
    arguments: [
      (0.0, 0.0, true, false), (7, 0, true, true), (11, 0, false, false), (-4.9, 0, true, false), (0, 9.99, true, true),
    ] as [(Double, Double, Bool, Bool)])
  func ring(x: Double, y: Double, winding: Bool, evenOdd: Bool) {
    let path = CGMutablePath()
    path.addEllipse(in: CGRect(x: -10, y: -10, width: 20, height: 20))
    path.addEllipse(in: CGRect(x: -5, y: -5, width: 10, height: 10))
    #expect(path.contains(CGPoint(x: x, y: y)) == winding)
    #expect(path.contains(CGPoint(x: x, y: y), using: .evenOdd) == evenOdd)
  }

  @Test("Containment agrees with the circle's equation, at every height, corners included")
  func containment() {
    let circle = CGPath(ellipseIn: CGRect(x: -8, y: -8, width: 16, height: 16), transform: nil)
    let diamond = CGMutablePath()
    diamond.addLines(between: [CGPoint(x: 8, y: 0), CGPoint(x: 0, y: 8), CGPoint(x: -8, y: 0), CGPoint(x: 0, y: -8)])
    for ix in -20...20 {
      for iy in -20...20 {
        let (x, y) = (Double(ix) / 2, Double(iy) / 2)
        let r = hypot(x, y)
        if abs(r - 8) > 0.01 { #expect(circle.contains(CGPoint(x: x, y: y)) == (r < 8)) }
        let d = abs(x) + abs(y)
        if d != 8 { #expect(diamond.contains(CGPoint(x: x, y: y)) == (d < 8)) }
      }
    }
    #expect(circle.contains(CGPoint(x: 30, y: 0), transform: CGAffineTransform(translationX: -30, y: 0)))
  }

  @Test("Open subpaths count as closed, each by itself")
  func openSubpaths() {
    let path = CGMutablePath()
    path.addLines(between: [.zero, CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)])
    path.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 20, y: 10), CGPoint(x: 20, y: 20)])
    #expect(path.contains(CGPoint(x: 8, y: 4)) && path.contains(CGPoint(x: 18, y: 14)))
    #expect(!path.contains(CGPoint(x: 4, y: 8)) && !path.contains(CGPoint(x: 12, y: 5)))
  }

  @Test(
    "X-B19: arcs: direction, sweep and length; whole turns are full circles in either direction (C-1)",
    arguments: [
      (0.0, Double.pi / 2, false, Double.pi / 2), (0, .pi / 2, true, 1.5 * .pi), (.pi / 2, 0, true, .pi / 2),
      (0, 2 * .pi, false, 2 * .pi), (0, -2 * .pi, true, 2 * .pi), (3, 1, false, 2 * .pi - 2),
      (2 * .pi, 0, true, 2 * .pi),
      // Whole turns against the direction.
      (0, 2 * .pi, true, 2 * .pi), (0, -2 * .pi, false, 2 * .pi), (-.pi / 2, 1.5 * .pi, true, 2 * .pi),
      (0, 4 * .pi, true, 2 * .pi), (1.5 * .pi, -.pi / 2, false, 2 * .pi), (0.1, 0.1 + 2 * .pi, true, 2 * .pi),
      (0.7, 0.7 - 6 * .pi, false, 2 * .pi),
      // Several turns along it, and parts of one beyond whole turns against it.
      (0, 5 * .pi, false, 5 * .pi), (0, 5 * .pi, true, .pi), (0, 2.5 * .pi, true, 1.5 * .pi),
      // No turn at all.
      (1, 1, true, 0), (1, 1, false, 0), (0, 1e-9, false, 0), (0, -1e-9, false, 0),
    ] as [(Double, Double, Bool, Double)])
  func arcs(start: Double, end: Double, clockwise: Bool, sweep: Double) {
    let path = CGMutablePath()
    path.addArc(center: CGPoint(x: 5, y: 6), radius: 10, startAngle: start, endAngle: end, clockwise: clockwise)
    // Cubics lie up to 0.03 % of the radius outside of the circle.
    #expect(abs(Self.length(path) - 10 * sweep) <= 2e-4 * 10 * sweep)
    #expect(hypot(path.currentPoint.x - 5 - 10 * cos(end), path.currentPoint.y - 6 - 10 * sin(end)) < 1e-6)
    path.forEachSegment { segment in
      for step in 0...8 {
        let point = segment.point(at: Double(step) / 8)
        #expect(abs(hypot(point.x - 5, point.y - 6) - 10) < 3e-3)
      }
    }
  }

  @Test("X-B19: arcs over 1000 turns add nothing; one without an end is its start")
  func wildArcs() {
    func elements(from start: Double = 0, to end: Double, clockwise: Bool = false) -> [CGPathElementType] {
      let path = CGMutablePath()
      path.addArc(center: CGPoint(x: 10, y: 10), radius: 5, startAngle: start, endAngle: end, clockwise: clockwise)
      return Self.elements(path).map(\.0)
    }
    #expect(elements(to: 2000 * .pi + 1e-6) == [] && elements(to: 1e300) == [] && elements(to: .infinity) == [])
    #expect(
      elements(to: -1e300) == [] && elements(to: 1e300, clockwise: true) == [] && elements(from: .nan, to: 1) == [])
    #expect(elements(to: 2000 * .pi - 1e-6).filter { $0 == .addCurveToPoint }.count == 4000)
    #expect(elements(to: .nan) == [.moveToPoint] && elements(to: 1e-9) == [.moveToPoint])
    let relative = CGMutablePath()
    relative.addRelativeArc(center: .zero, radius: 1, startAngle: 0, delta: 1e9)
    #expect(relative.isEmpty)
  }

  @Test("A rounded corner that is as good as straight stays one, whatever rounding does", arguments: [1e-11, -1e-11])
  func flatCorner(rise: Double) {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1000, y: 1000))
    path.addArc(
      tangent1End: CGPoint(x: 1010, y: 1000), tangent2End: CGPoint(x: 1020, y: 1000 + 10 * rise), radius: 1e-3)
    #expect(path.boundingBoxOfPath.height < 1e-6)
  }

  @Test("A relative arc continues from the current point by a line")
  func relativeArc() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addRelativeArc(center: CGPoint(x: 20, y: 0), radius: 10, startAngle: 0, delta: -.pi / 2)
    let elements = Self.elements(path)
    #expect(elements.map { $0.0 } == [.moveToPoint, .addLineToPoint, .addCurveToPoint])
    #expect(abs(path.currentPoint.x - 20) < 1e-9 && abs(path.currentPoint.y + 10) < 1e-9)
  }

  @Test("A rounded corner touches both of its lines", arguments: [1.0, -1.0])
  func tangentArc(side: Double) {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: side * 10), radius: 4)
    let elements = Self.elements(path)
    #expect(elements[1].0 == .addLineToPoint && abs(elements[1].1[0].x - 6) < 1e-9)
    #expect(abs(path.currentPoint.x - 10) < 1e-9 && abs(path.currentPoint.y - side * 4) < 1e-9)
    #expect(elements.count == 3)
  }

  @Test("Rounded rectangles: corners in range, bounds kept, sharp ones are rectangles")
  func roundedRectangles() {
    let rect = CGRect(x: 0, y: 0, width: 40, height: 20)
    let rounded = CGPath(roundedRect: rect, cornerWidth: 5, cornerHeight: 5, transform: nil)
    #expect(rounded.boundingBoxOfPath == rect)
    #expect(!rounded.contains(CGPoint(x: 1, y: 1)) && rounded.contains(CGPoint(x: 2, y: 2)))
    #expect(CGPath(roundedRect: rect, cornerWidth: 0, cornerHeight: 5, transform: nil).isRect(nil))
    let pill = CGPath(roundedRect: rect, cornerWidth: 500, cornerHeight: 500, transform: nil)
    #expect(pill == CGPath(ellipseIn: rect, transform: nil))
  }

  /// 40,000 paths of ten points took a minute when each addition copied all points before it.
  @Test("Adding paths to a path takes time in proportion to what is added")
  func manyAdditions() {
    func seconds(_ count: Int) -> Double {
      let (time, path) = (CPUTime(), CGMutablePath())
      let ring = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 8, height: 8), transform: nil)
      for index in 0..<count { path.addPath(ring, transform: CGAffineTransform(translationX: Double(index), y: 0)) }
      #expect(abs(path.boundingBoxOfPath.width - Double(count) - 7) < 1e-6)
      return time.seconds
    }
    _ = seconds(1_000)
    // Of a sum of squares the second would be 64 times the first.
    let (few, many) = ((0..<5).map { _ in seconds(10_000) }.min() ?? 0, seconds(80_000))
    #expect(many < few * 24 + 0.05, "\(few) s, \(many) s")
  }

  @Test("Lengths along a curve")
  func lengths() {
    let curve = CubicSegment(
      start: .zero, control1: CGPoint(x: 0, y: 100), control2: CGPoint(x: 100, y: 100), end: CGPoint(x: 100, y: 0))
    let table = ArcLengthTable(curve)
    // Against the chords of a fine flattening.
    let points = (0...100_000).map { curve.point(at: Double($0) / 100_000) }
    let exact = zip(points, points.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    #expect(abs(table.total - exact) < 1e-4)
    #expect(abs(table.parameter(atLength: exact / 2) - 0.5) < 1e-6)
    #expect(table.parameter(atLength: -1) == 0 && table.parameter(atLength: 1e9) == 1)
    let there = CubicSegment(start: .zero, control1: CGPoint(x: 10, y: 0), control2: CGPoint(x: 10, y: 0), end: .zero)
    #expect(abs(ArcLengthTable(there).total - 15) < 1e-3)
  }
}
