import CoreGraphics
import Testing

@Suite struct StrokingTests {
  static func stroke(
    _ path: CGPath, width: Double = 2, cap: CGLineCap = .butt, join: CGLineJoin = .miter, miterLimit: Double = 10
  ) -> CGPath {
    path.copy(strokingWithWidth: width, lineCap: cap, lineJoin: join, miterLimit: miterLimit)
  }

  static func polyline(_ points: [(Double, Double)], closed: Bool = false) -> CGPath {
    let path = CGMutablePath()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    if closed { path.closeSubpath() }
    return path
  }

  static func curve(_ numbers: [Double]) -> CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: numbers[0], y: numbers[1]))
    path.addCurve(
      to: CGPoint(x: numbers[6], y: numbers[7]), control1: CGPoint(x: numbers[2], y: numbers[3]),
      control2: CGPoint(x: numbers[4], y: numbers[5]))
    return path
  }

  @Test("A line becomes a rectangle, right side first")
  func line() {
    let line = Self.polyline([(0, 0), (10, 0)])
    #expect(Self.stroke(line).outlineText == "M 0 -1 L 10 -1 L 10 1 L 0 1 L 0 -1 Z")
    #expect(
      Self.stroke(line, cap: .square).outlineText
        == "M 0 -1 L 10 -1 L 11 -1 L 11 1 L 10 1 L 0 1 L -1 1 L -1 -1 L 0 -1 Z")
  }

  @Test(
    "Areas of a line of length 10 and width 4 under each cap",
    arguments: [(CGLineCap.butt, 40.0), (.square, 56), (.round, 40 + 4 * Double.pi)])
  func caps(cap: CGLineCap, area: Double) {
    // The arcs of circles are cubics that are too large by 0.03 %.
    let line = Self.polyline([(3, 5), (9, 13)])
    #expect(abs(Self.stroke(line, width: 4, cap: cap).windingArea - area) < 0.01)
  }

  @Test(
    "A corner adds its join to the two lines, turning left or right",
    arguments: [
      // A right angle, width 4: a square of 2, half of it, or a quarter disc.
      (CGLineJoin.miter, 90.0, 4.0), (.bevel, 90, 2), (.round, 90, Double.pi),
      // Turning by 120 degrees: the miter is 2 widths long; two triangles of sides 2 and 2 tan 60.
      (.miter, 120, 4 * 3.0.squareRoot()), (.bevel, 120, 3.0.squareRoot()), (.round, 120, 4 * Double.pi / 3),
    ], [1.0, -1])
  func joins(sample: (CGLineJoin, Double, Double), side: Double) {
    let (join, degrees, area) = sample
    let angle = side * degrees * .pi / 180
    let path = Self.polyline([(-20, 0), (0, 0), (20 * cos(angle), 20 * sin(angle))])
    let stroke = Self.stroke(path, width: 4, join: join)
    #expect(abs(stroke.windingArea - (160 + area)) < 0.01)
  }

  @Test("Beyond the miter limit a corner is beveled")
  func miterLimit() {
    // Turning by 120 degrees makes a miter of exactly 2 widths.
    let path = Self.polyline([(-20, 0), (0, 0), (20 * cos(2 * .pi / 3), 20 * sin(2 * .pi / 3))])
    let tip = CGPoint(x: 3.9 * cos(-Double.pi / 6), y: 3.9 * sin(-Double.pi / 6))
    #expect(Self.stroke(path, width: 4, miterLimit: 2.01).contains(tip))
    #expect(!Self.stroke(path, width: 4, miterLimit: 1.99).contains(tip))
  }

  @Test("A closed square is a frame, its corners whole")
  func closed() {
    let square = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    let frame = Self.stroke(square)
    #expect(frame.boundingBox == CGRect(x: -1, y: -1, width: 12, height: 12))
    #expect(frame.contains(CGPoint(x: -0.9, y: -0.9)) && frame.contains(CGPoint(x: 0.9, y: 5)))
    #expect(!frame.contains(CGPoint(x: 5, y: 5)) && !frame.contains(CGPoint(x: 1.1, y: 1.1)))
    #expect(Self.stroke(square, join: .bevel).contains(CGPoint(x: -0.9, y: -0.9)) == false)
  }

  @Test("A circle's stroke is a ring of 2 pi r w, within the tolerance", arguments: [0.5, 4, 20])
  func ring(width: Double) {
    let circle = CGPath(ellipseIn: CGRect(x: -50, y: -50, width: 100, height: 100), transform: nil)
    let ring = Self.stroke(circle, width: width)
    #expect(abs(ring.windingArea / (100 * .pi * width) - 1) < 5e-4)
    for segment in ring.segments {
      for index in 0...16 {
        let point = segment.point(at: Double(index) / 16)
        // The circle itself is a path of cubics, off by up to 0.0137 here.
        #expect(abs(abs(hypot(point.x, point.y) - 50) - width / 2) < 0.02)
      }
    }
    #expect(ring.segments.count <= 48)
  }

  @Test(
    "Round strokes hold exactly the points within half a width: bends, loops, cusps, folds, halts",
    arguments: [
      [0, 0, 10, 30, 30, -30, 40, 0], [0, 0, 60, 40, -20, 40, 40, 0], [0, 0, 40, 30, 0, 30, 40, 0],
      [0, 0, 1, 20, 2, 20, 3, 0], [0, 0, 0, 0, 20, 20, 30, 0], [0, 0, 50, 0, -10, 0, 40, 0],
      [0, 0, 3, 8, 6, -8, 9, 0], [0, 0, 20, 1, 20, -1, 0, 0.5],
    ] as [[Double]], [2.0, 9, 24])
  func distance(numbers: [Double], width: Double) {
    let path = Self.curve(numbers)
    let stroke = Self.stroke(path, width: width, cap: .round, join: .round)
    let box = path.boundingBox.insetBy(dx: -width, dy: -width)
    for column in 0..<40 {
      for row in 0..<40 {
        let point = CGPoint(
          x: box.minX + box.width * (Double(column) + 0.37) / 40, y: box.minY + box.height * (Double(row) + 0.61) / 40)
        let distance = path.distance(to: point, samples: 600)
        guard abs(distance - width / 2) > 0.05 else { continue }
        #expect(stroke.contains(point) == (distance < width / 2), "at \(point), \(distance) from the path")
      }
    }
  }

  @Test("A zigzag of tight turns has no holes")
  func zigzag() {
    var points: [(Double, Double)] = []
    for index in 0..<12 { points.append((Double(index) * 1.5, index % 2 == 0 ? 0 : 5)) }
    let path = Self.polyline(points)
    let stroke = Self.stroke(path, width: 8, cap: .round, join: .round)
    for x in stride(from: -3.9, to: 20, by: 0.31) {
      for y in stride(from: -3.9, to: 9, by: 0.37) {
        let distance = path.distance(to: CGPoint(x: x, y: y), samples: 100)
        guard abs(distance - 4) > 0.1 else { continue }
        #expect(stroke.contains(CGPoint(x: x, y: y)) == (distance < 4))
      }
    }
  }

  @Test("A subpath without length is a dot under round caps alone; no width is no area")
  func degenerate() {
    let dot = Self.polyline([(5, 5), (5, 5)])
    #expect(abs(Self.stroke(dot, width: 4, cap: .round).windingArea - 4 * .pi) < 0.01)
    #expect(Self.stroke(dot, cap: .butt).isEmpty && Self.stroke(dot, cap: .square).isEmpty)
    #expect(Self.stroke(Self.polyline([(0, 0)])).isEmpty)
    #expect(Self.stroke(Self.polyline([(0, 0), (1, 1)]), width: 0).isEmpty)
  }

  @Test("The transform moves the outline, its width included")
  func transform() {
    let line = Self.polyline([(0, 0), (10, 0)])
    let stroke = line.copy(
      strokingWithWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 10,
      transform: CGAffineTransform(scaleX: 1, y: 3))
    #expect(stroke.boundingBox == CGRect(x: 0, y: -3, width: 10, height: 6))
  }
}
