// Strokes: trimming by length, edge cases, areas that can be counted by hand.

import CoreGraphics
import Coverage
import Foundation
import TestPaths
import TestSupport
import Testing

@Suite struct StrokeTests {
  private func area(_ path: CGPath, _ change: (inout ShapeStroke) -> Void = { _ in }) -> Double {
    var stroke = ShapeStroke()
    stroke.width = 4
    change(&stroke)
    return stroke.outline(of: path, tolerance: 0.01).coverage(64, 64).area
  }

  // Section 18, statement 3: measured on Apple.
  @Test func strokeEndIsAFractionOfTheLength() {
    let path = CGPath.rect(10, 10, 40, 30)
    #expect(area(path) == 560)
    #expect(area(path) { $0.end = 0.5 } == 280)
  }

  @Test func trimming() {
    let line = CGPath.lines([(10, 10), (50, 10)])
    #expect(area(line) { ($0.start, $0.end) = (0.25, 0.75) } == 80)
    #expect(area(line) { ($0.start, $0.end) = (-3, 0.5) } == 80)
    #expect(area(line) { ($0.start, $0.end) = (0.5, 7) } == 80)
    #expect(area(line) { ($0.start, $0.end) = (0.75, 0.25) } == 0)
    #expect(area(line) { ($0.start, $0.end) = (0.5, 0.5) } == 0)
    #expect(area(line) { ($0.start, $0.end) = (1, 2) } == 0)
    #expect(area(line) { ($0.start, $0.end) = (0, 0) } == 0)
    #expect(
      area(line) {
        ($0.start, $0.end) = (0.25, 0.5)
        $0.cap = .square
      } == 40 + 16)
  }

  /// Fractions are of the whole length: 40, then 20.
  @Test func trimmingOverSubpaths() {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 50, y: 10)])
    path.addLines(between: [CGPoint(x: 10, y: 30), CGPoint(x: 30, y: 30)])
    #expect(path.trimmed(from: 0, to: 0.5) == CGPath.lines([(10, 10), (40, 10)]))
    #expect(path.trimmed(from: 5.0 / 6, to: 1) == CGPath.lines([(20, 30), (30, 30)]))
    let both = CGMutablePath()
    both.addPath(CGPath.lines([(30, 10), (50, 10)]))
    both.addPath(CGPath.lines([(10, 30), (20, 30)]))
    #expect(area(path) { ($0.start, $0.end) = (1.0 / 3, 5.0 / 6) } == area(both))
    let second = path.trimmed(from: 2.0 / 3, to: 1)
    #expect(second.subpaths.count == 1)
  }

  @Test func aClosedSubpathThatIsKeptStaysClosed() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 10, y: 10, width: 10, height: 10))
    path.addRect(CGRect(x: 40, y: 10, width: 10, height: 10))
    let half = path.trimmed(from: 0, to: 0.5)
    #expect(half.subpaths.count == 1 && half.subpaths[0].isClosed)
    let part = path.trimmed(from: 0, to: 0.75)
    #expect(part.subpaths.map(\.isClosed) == [true, false])
    #expect(path.trimmed(from: 0, to: 1) === path)
  }

  /// Whole curves count by their length, and one that is cut is cut by its parameter (L-5): in the middle
  /// of a quarter circle both are the same.
  @Test func trimmingACircle() {
    let circle = CGPath(ellipseIn: CGRect(x: 10, y: 10, width: 40, height: 40), transform: nil)
    let quarter = circle.trimmed(from: 0, to: 0.25)
    #expect(abs(quarter.currentPoint.x - 30) < 1e-3 && abs(quarter.currentPoint.y - 50) < 1e-3)
    let half = circle.trimmed(from: 0.125, to: 0.625)
    #expect(abs(half.currentPoint.x - 30 + 20 * 0.5.squareRoot()) < 1e-3)
    let whole = area(circle)
    #expect(abs(area(circle) { $0.end = 0.3 } - 0.3 * whole) < 0.02 * whole)
  }

  /// A straight curve that starts slowly: at half of its parameter it has gone an eighth of its way.
  @Test("L-5: strokeStart and strokeEnd cut a curve by its parameter") func trimmingAnUnevenCurve() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addCurve(to: CGPoint(x: 30, y: 0), control1: .zero, control2: .zero)
    #expect(abs(path.trimmed(from: 0, to: 0.5).currentPoint.x - 30 * 0.125) < 1e-9)
    #expect(abs(path.trimmed(from: 0, to: 0.9).currentPoint.x - 30 * 0.729) < 1e-9)
    // A line before it, twice as long: the curve counts as a third of the path.
    let both = CGMutablePath()
    both.move(to: CGPoint(x: -60, y: 0))
    both.addLine(to: .zero)
    both.addCurve(to: CGPoint(x: 30, y: 0), control1: .zero, control2: .zero)
    #expect(abs(both.trimmed(from: 0.2, to: 5.0 / 6).currentPoint.x - 30 * 0.125) < 1e-3)
    #expect(abs(both.trimmed(from: 0.2, to: 5.0 / 6).boundingBox.minX + 42) < 1e-3)
  }

  @Test func withoutLength() {
    let dot = CGMutablePath()
    dot.move(to: CGPoint(x: 20, y: 20))
    dot.addLine(to: CGPoint(x: 20, y: 20))
    #expect(abs(area(dot) { $0.cap = .round } - .pi * 4) < 0.1)
    #expect(area(dot) { $0.cap = .butt } == 0)
    let move = CGMutablePath()
    move.move(to: CGPoint(x: 20, y: 20))
    #expect(area(move) { $0.cap = .round } == 0)
  }

  @Test func widths() {
    let line = CGPath.lines([(10, 10), (50, 10)])
    #expect(area(line) { $0.width = 0 } == 0)
    #expect(area(line) { $0.width = -3 } == 0)
    #expect(area(line) { $0.width = .nan } == 0)
    #expect(area(line) { $0.width = .infinity } == 0)
    #expect(abs(area(line) { $0.width = 0.25 } - 10) < 0.3)
    #expect(area(line) { $0.width = 1e6 } > 1000)
  }

  @Test func joinsAndMiterLimit() {
    let corner = CGPath.lines([(10, 50), (10, 10), (50, 10)])
    // Two arms of 40x4 that overlap in 2x2, and what the join adds outside of the corner.
    #expect(area(corner) == 320)
    #expect(abs(area(corner) { $0.join = .bevel } - 318) < 0.01)
    #expect(abs(area(corner) { $0.join = .round } - (316 + .pi)) < 0.05)
    // A right corner's miter is the square root of 2 line widths long.
    #expect(area(corner) { $0.miterLimit = 1.42 } == 320)
    #expect(abs(area(corner) { $0.miterLimit = 1.41 } - 318) < 0.01)
  }

  /// A line out and back over itself.
  @Test func turningBack() {
    let path = CGPath.lines([(10, 10), (50, 10), (10, 10)])
    #expect(area(path) == 160)
    #expect(abs(area(path) { $0.join = .round } - (160 + .pi * 2)) < 0.1)
  }

  /// A curve that halts and turns back is round there.
  @Test func cusp() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 10, y: 20))
    path.addCurve(
      to: CGPoint(x: 50, y: 20), control1: CGPoint(x: 50, y: 50), control2: CGPoint(x: 10, y: 50))
    let oracle = CairoOracle(width: 64, height: 64)
    var stroke = ShapeStroke()
    (stroke.width, stroke.join) = (6, .round)
    var difference = EdgeDifference()
    difference.add(
      stroke.outline(of: path, tolerance: 0.01).coverage(64, 64), oracle.stroke(path, stroke, .identity))
    #expect(difference.mean < 3, "\(difference)")
  }

  /// A stroke with round caps and joins is what lies within half its width of the path, however the path bends.
  @Test func hairpins() {
    var random = SeededRandom(paths: 9)
    var (inside, outside) = (0, 0)
    for index in seeds(20, of: 60) {
      let path = random.path(size: 64)
      var stroke = ShapeStroke()
      (stroke.width, stroke.cap, stroke.join) = (random.number(2...20), .round, .round)
      let bytes = stroke.outline(of: path, tolerance: 0.01).coverage(64, 64)
      let chords = path.flattened(threshold: 0.01).segments.filter { !$0.isPoint }
      for pixel in bytes.indices {
        let center = CGPoint(x: Double(pixel % 64) + 0.5, y: Double(pixel / 64) + 0.5)
        let distance = chords.map { center.distance(to: $0) }.min() ?? .infinity
        // The pixel's corners are less than 3/4 away from its centre.
        if distance < stroke.width / 2 - 0.75 {
          inside += 1
          #expect(bytes[pixel] >= 250, "path \(index) at \(center): \(distance) of \(stroke.width / 2)")
        } else if distance > stroke.width / 2 + 0.75 {
          outside += 1
          #expect(bytes[pixel] <= 3, "path \(index) at \(center): \(distance) of \(stroke.width / 2)")
        }
      }
    }
    #expect(inside > 10_000 && outside > 10_000)
  }

  @Test func oddDashesAreTakenTwice() {
    let line = CGPath.lines([(0, 10), (60, 10)])
    #expect(area(line) { $0.dashes = [10] } == 120)
    #expect(area(line) { $0.dashes = [4, 2, 6] } == area(line) { $0.dashes = [4, 2, 6, 4, 2, 6] })
    #expect(
      area(line) {
        $0.dashes = [10, 5]
        $0.phase = 5
      }
        == area(line) {
          $0.dashes = [10, 5]
          $0.phase = 20
        })
    #expect(area(line) { $0.dashes = [0, 0] } == 240)
    #expect(area(line) { $0.dashes = [-3, 3] } == area(line) { $0.dashes = [3, 3] })
    #expect(area(line) { $0.dashes = [1e-7, 1e-7] } == 240)
  }

  @Test func reachHoldsTheOutline() {
    var random = SeededRandom(paths: 8)
    for _ in 0..<100 {
      let path = random.path(size: 50)
      let stroke = random.stroke()
      let outline = stroke.outline(of: path, tolerance: 0.01).boundingBoxOfPath
      let reach = stroke.reach(on: path) + 0.05
      let box = path.boundingBoxOfPath.insetBy(dx: -reach, dy: -reach)
      #expect(outline.minX >= box.minX && outline.minY >= box.minY, "\(stroke)")
      #expect(outline.maxX <= box.maxX && outline.maxY <= box.maxY, "\(stroke)")
    }
    #expect(ShapeStroke().reach(on: CGPath.rect(0, 0, 9, 9)) - 0.5 * 2.0.squareRoot() < 1e-9)
  }

  @Test("Subpaths and dashes out of sight are not outlined, and the pixels in sight are the same")
  func outOfSight() {
    var random = SeededRandom(paths: 21)
    let box = PixelBox(0, 0, 64, 64)
    var (whole, cut) = (0, 0)
    for _ in 0..<200 {
      let path = CGMutablePath()
      for _ in 0..<6 {
        let place = CGAffineTransform(translationX: random.number(-150...150), y: random.number(-150...150))
        path.addPath(random.path(size: 64), transform: place)
      }
      var stroke = random.stroke()
      if Bool.random(using: &random) { stroke.dashes = [random.number(1...40), random.number(0...40)] }
      let map = PixelMap(random.map(size: 64))
      let all = stroke.outline(of: path, tolerance: 0.01)
      let inSight = PathRasterizer(path, stroke, tolerance: 0.01, map: map, visible: box)
      let pixels = zip(inSight.coverage(width: 64, height: 64), all.coverage(64, 64, .winding, map))
      // With fewer contours the outline may be seen in whole pixels rather than in parts.
      #expect(pixels.allSatisfy { abs(Int($0) - Int($1)) <= 4 }, "\(stroke)")
      whole += all.subpaths.count
      cut += stroke.outline(of: path, tolerance: 0.01, within: CGRect(x: 0, y: 0, width: 64, height: 64)).subpaths.count
    }
    #expect(cut * 2 < whole)
  }
}

extension CGPoint {
  /// The distance to a line between two points.
  fileprivate func distance(to line: CubicSegment) -> Double {
    let (dx, dy) = (line.end.x - line.start.x, line.end.y - line.start.y)
    let along = ((x - line.start.x) * dx + (y - line.start.y) * dy) / (dx * dx + dy * dy)
    let t = min(max(along, 0), 1)
    return hypot(line.start.x + t * dx - x, line.start.y + t * dy - y)
  }
}
