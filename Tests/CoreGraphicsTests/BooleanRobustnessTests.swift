import CoreGraphics
import Foundation
import TestPaths
import TestSupport
import Testing

@Suite("Boolean operations on paths that nobody draws") struct BooleanRobustnessTests {
  @Test(
    "Points that are no numbers, or out of reach, are left out", arguments: [Double.nan, .infinity, -.infinity, 1e305])
  func notNumbers(number: Double) {
    let path = CGMutablePath()
    path.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0), CGPoint(x: number, y: 5)])
    path.addLine(to: CGPoint(x: 10, y: 10))
    path.addCurve(
      to: CGPoint(x: 0, y: 10), control1: CGPoint(x: 5, y: number), control2: CGPoint(x: 3, y: 12))
    path.closeSubpath()
    #expect(path.normalized().outlineText == "M 0 0 L 10 0 L 10 10 L 0 10 Z")
    let square = CGPath.rect(5, 5, 10, 10)
    #expect(path.intersection(square).outlineText == "M 5 5 L 10 5 L 10 10 L 5 10 Z")
    #expect(path.lineIntersection(square).segments.count == 2)
    let nothing = CGPath.lines([(number, number), (number, 0), (0, number)], closed: true)
    #expect(nothing.normalized().isEmpty)
    #expect(square.union(nothing).outlineText == "M 5 5 L 15 5 L 15 15 L 5 15 Z")
  }

  @Test("Without an area, nothing")
  func nothing() {
    let empty = CGMutablePath()
    let move = CGMutablePath()
    move.move(to: CGPoint(x: 3, y: 3))
    let line = CGPath.lines([(0, 0), (10, 7), (3, 20), (10, 7)], closed: true)
    let square = CGPath.rect(0, 0, 10, 10)
    for path in [empty, move, line] as [CGPath] {
      #expect(path.normalized().isEmpty && path.componentsSeparated().isEmpty)
      #expect(square.union(path).outlineText == "M 0 0 L 10 0 L 10 10 L 0 10 Z")
      #expect(square.intersection(path).isEmpty && !path.intersects(square))
      #expect(path.lineIntersection(empty).isEmpty)
    }
  }

  @Test("Many lines that nearly coincide")
  func nearlyCoincident() {
    var random = SeededRandom(paths: 3)
    let path = CGMutablePath()
    for _ in 0..<60 {
      func jitter() -> Double { random.number(-1e-6...1e-6) }
      path.addLines(between: [
        CGPoint(x: jitter(), y: jitter()), CGPoint(x: 100 + jitter(), y: jitter()),
        CGPoint(x: 100 + jitter(), y: 70 + jitter()), CGPoint(x: jitter(), y: 70 + jitter()),
      ])
      path.closeSubpath()
    }
    #expect(abs(path.normalized().windingArea - 7000) < 0.001)
    #expect(abs(path.subtracting(.rect(0, 0, 100, 70)).windingArea) < 0.001)
  }

  @Test("Many crossings at and around one point")
  func crossingsAtPoint() {
    let path = CGMutablePath()
    for index in 0..<90 {
      let angle = Double(index) * .pi / 90
      let (x, y) = (100 * cos(angle), 100 * sin(angle))
      path.addLines(between: [
        CGPoint(x: x, y: y), CGPoint(x: -x, y: -y), CGPoint(x: -x + 0.3 * y, y: -y - 0.3 * x),
      ])
      path.closeSubpath()
    }
    let area = path.normalized().windingArea
    let cairo = CairoOracle(width: 220, height: 220, parts: 2)
      .fill(path, .winding, CGAffineTransform(translationX: 110, y: 110)).area
    #expect(abs(area - cairo) < 0.002 * cairo, "\(area), \(cairo)")
  }

  @Test("Millions of crossings: on a coarse lattice, and soon")
  func millions() {
    let time = CPUTime()
    defer { #expect(time.seconds < 60) }
    var random = SeededRandom(paths: 9)
    let path = CGMutablePath()
    path.move(to: random.point(100))
    for _ in 0..<5000 { path.addLine(to: random.point(100)) }
    path.closeSubpath()
    let area = path.normalized(using: .winding).windingArea
    let cairo = CairoOracle(width: 100, height: 100, parts: 2).fill(path, .winding, .identity).area
    #expect(abs(area - cairo) < 0.01 * cairo, "\(area), \(cairo)")
    let half = path.intersection(CGPath.rect(0, 0, 50, 100)).windingArea
    #expect(abs(half - area / 2) < 0.02 * area)
    #expect(path.lineIntersection(path).isEmpty)
  }

  @Test("Many curves take no more chords than there is room for")
  func manyCurves() {
    let time = CPUTime()
    defer { #expect(time.seconds < 60) }
    let path = CGMutablePath()
    for index in 0..<20_000 {
      path.addEllipse(in: CGRect(x: Double(index % 200), y: Double(index / 200), width: 0.9, height: 0.9))
    }
    let result = path.normalized()
    #expect(result.subpaths.count == 20_000)
    #expect(abs(result.windingArea - path.windingArea) < 0.001 * path.windingArea)
  }

  @Test("Anything from random bytes", arguments: 0..<4)
  func bytes(seed: Int) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<60 {
      func path() -> CGPath {
        let path = CGMutablePath()
        func number() -> Double {
          switch random.whole(0...9) {
          case 0: return Double(bitPattern: random.next())
          case 1: return [0, -0.0, .nan, .infinity, 1e300, .leastNonzeroMagnitude][random.whole(0...5)]
          default: return Double(random.whole(-4...4))
          }
        }
        func point() -> CGPoint { CGPoint(x: number(), y: number()) }
        for _ in 0..<random.whole(0...30) {
          switch random.whole(0...5) {
          case 0: path.move(to: point())
          case 1, 2: path.addLine(to: point())
          case 3: path.addQuadCurve(to: point(), control: point())
          case 4: path.addCurve(to: point(), control1: point(), control2: point())
          default: path.closeSubpath()
          }
        }
        return path
      }
      let (a, b) = (path(), path())
      for operation in BooleanOperation.allCases {
        let result = operation.apply(a, b, random.chance(0.5) ? .winding : .evenOdd)
        #expect(result.storage.points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
      }
      let lines = a.lineIntersection(b).storage.points + a.lineSubtracting(b).storage.points
      #expect(lines.allSatisfy { $0.x.isFinite && $0.y.isFinite })
    }
  }
}
