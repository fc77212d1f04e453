import CoreGraphics
import Foundation
import TestPaths
import TestSupport
import Testing

/// An operation on two areas: by the path, and of one point.
enum BooleanOperation: String, CaseIterable {
  case union, intersection, subtracting, symmetricDifference

  func apply(_ a: CGPath, _ b: CGPath, _ rule: CGPathFillRule = .winding) -> CGPath {
    switch self {
    case .union: a.union(b, using: rule)
    case .intersection: a.intersection(b, using: rule)
    case .subtracting: a.subtracting(b, using: rule)
    case .symmetricDifference: a.symmetricDifference(b, using: rule)
    }
  }

  func apply(_ a: Bool, _ b: Bool) -> Bool {
    switch self {
    case .union: a || b
    case .intersection: a && b
    case .subtracting: a && !b
    case .symmetricDifference: a != b
    }
  }
}

@Suite("Boolean operations on areas") struct BooleanTests {
  static let rules: [CGPathFillRule] = [.winding, .evenOdd]

  @Test(
    "Two squares that overlap",
    arguments: [
      (BooleanOperation.union, "M 0 0 L 10 0 L 10 5 L 15 5 L 15 15 L 5 15 L 5 10 L 0 10 Z"),
      (.intersection, "M 5 5 L 10 5 L 10 10 L 5 10 Z"), (.subtracting, "M 0 0 L 10 0 L 10 5 L 5 5 L 5 10 L 0 10 Z"),
      (
        .symmetricDifference,
        "M 0 0 L 10 0 L 10 5 L 5 5 L 5 10 L 0 10 Z M 5 10 L 10 10 L 10 5 L 15 5 L 15 15 L 5 15 Z"
      ),
    ])
  func squares(operation: BooleanOperation, expected: String) {
    let (a, b) = (CGPath.rect(0, 0, 10, 10), CGPath.rect(5, 5, 10, 10))
    #expect(operation.apply(a, b).outlineText == expected)
    // Whichever way they run.
    for rule in Self.rules { #expect(operation.apply(a.backward, b, rule).outlineText == expected) }
  }

  @Test("Edges that coincide vanish, or count once")
  func coincidentEdges() {
    let (a, b) = (CGPath.rect(0, 0, 10, 10), CGPath.rect(10, 0, 10, 10))
    #expect(a.union(b).outlineText == "M 0 0 L 20 0 L 20 10 L 0 10 Z")
    #expect(a.intersection(b).isEmpty && !a.intersects(b))
    #expect(a.subtracting(b).outlineText == "M 0 0 L 10 0 L 10 10 L 0 10 Z")
    let inside = CGPath.rect(0, 2, 4, 4)
    #expect(a.subtracting(inside).outlineText == "M 0 0 L 10 0 L 10 10 L 0 10 L 0 6 L 4 6 L 4 2 L 0 2 Z")
    for operation in BooleanOperation.allCases {
      let expected = operation.apply(true, true) ? "M 0 0 L 10 0 L 10 10 L 0 10 Z" : ""
      #expect(operation.apply(a, a).outlineText == expected)
    }
  }

  @Test("A hole runs the other way, so that both rules leave it free")
  func hole() {
    let ring = CGPath.rect(0, 0, 10, 10).subtracting(CGPath.rect(2, 2, 4, 4))
    #expect(ring.outlineText == "M 0 0 L 10 0 L 10 10 L 0 10 Z M 2 2 L 2 6 L 6 6 L 6 2 Z")
    for rule in Self.rules { #expect(!ring.contains(CGPoint(x: 3, y: 3), using: rule)) }
  }

  @Test("A path that crosses itself: the star's middle is inside by one rule")
  func star() {
    let corners = (0..<5).map { index -> (Double, Double) in
      let angle = Double(index) * 4 * .pi / 5
      return (10 * sin(angle), 10 * cos(angle))
    }
    let star = CGPath.lines(corners, closed: true)
    // The points of the star lie at the inner pentagon's radius times the square of the golden ratio.
    let ratio = (3 + 5.0.squareRoot()) / 2
    let inner = 2.5 * sin(2 * .pi / 5) * (10 / ratio) * (10 / ratio)
    let whole = star.normalized(using: .winding)
    let points = star.normalized(using: .evenOdd)
    #expect(abs(abs(whole.windingArea) - abs(points.windingArea) - inner) < 1e-5)
    #expect(whole.segments.count == 10 && points.segments.count == 15)
    #expect(points.componentsSeparated().count == 5)
  }

  @Test("Curves that nothing cuts stay as they are")
  func untouchedCurves() {
    let a = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    let b = CGPath(ellipseIn: CGRect(x: 20.1, y: 0.3, width: 10, height: 7), transform: nil)
    let both = a.union(b)
    #expect(Set(both.segments.map(\.text)) == Set((a.segments + b.segments).map(\.text)))
    #expect(a.subtracting(b).segments.count == 4)
  }

  @Test("Circles that cross: arcs of the circles between the crossings")
  func circles() {
    let a = CGPath(ellipseIn: CGRect(x: -10, y: -10, width: 20, height: 20), transform: nil)
    let b = CGPath(ellipseIn: CGRect(x: 0, y: -10, width: 20, height: 20), transform: nil)
    let both = a.union(b)
    // Each circle's crossings, at (5, ±8.66), cut two of its quarters, and the quarters between them are gone.
    #expect(both.segments.count == 8)
    for segment in both.segments {
      #expect(!segment.isLine)
      for step in 0...8 {
        let point = segment.point(at: Double(step) / 8)
        let distance = min(abs(hypot(point.x, point.y) - 10), abs(hypot(point.x - 10, point.y) - 10))
        #expect(distance < 0.0028 + 30 / 32768)
      }
    }
    // The lens: 2 r² (pi / 3 - sqrt 3 / 4).
    let lens = 200 * (Double.pi / 3 - 3.0.squareRoot() / 4)
    #expect(abs(a.intersection(b).windingArea - lens) < 0.0006 * lens)
  }

  @Test("The same curve, cut in other places or the other way round, is the same")
  func sameCurves() {
    let circle = CGPath(ellipseIn: CGRect(x: 1, y: 2, width: 33, height: 33), transform: nil)
    let cut = CGMutablePath()
    for (index, segment) in circle.segments.enumerated() {
      if index == 0 { cut.move(to: segment.start) }
      for part in [segment.part(from: 0, to: 0.3), segment.part(from: 0.3, to: 1)] {
        cut.addCurve(to: part.end, control1: part.control1, control2: part.control2)
      }
    }
    for other in [circle, circle.backward, cut, cut.backward] {
      #expect(circle.subtracting(other).isEmpty && other.symmetricDifference(circle).isEmpty)
      #expect(abs(circle.union(other).windingArea - circle.windingArea) < 110.0 * 33 / 32768)
    }
  }

  @Test(
    "Random paths: a point is inside of the result when it should be, by both rules",
    arguments: BooleanOperation.allCases)
  func randomPaths(operation: BooleanOperation) {
    var random = SeededRandom(paths: 77)
    for round in 0..<60 {
      let (a, b) = (random.path(size: 100, curves: round % 3 != 0), random.path(size: 100, curves: round % 2 != 0))
      for rule in Self.rules {
        let result = operation.apply(a, b, rule)
        for _ in 0..<60 {
          let point = random.point(100)
          // On either side of an outline, nothing can be said.
          guard a.isClear(at: point, rule), b.isClear(at: point, rule) else { continue }
          let expected = operation.apply(a.contains(point, using: rule), b.contains(point, using: rule))
          #expect(result.contains(point, using: .winding) == expected, "round \(round)")
          #expect(result.contains(point, using: .evenOdd) == expected, "round \(round)")
        }
      }
    }
  }

  @Test("Random paths: areas add up, and are cairo's")
  func areas() {
    var random = SeededRandom(paths: 5)
    for _ in 0..<30 {
      let (a, b) = (random.path(size: 60), random.path(size: 60))
      for rule in Self.rules {
        let (wholeA, wholeB) = (a.normalized(using: rule).windingArea, b.normalized(using: rule).windingArea)
        func area(_ operation: BooleanOperation) -> Double { operation.apply(a, b, rule).windingArea }
        let (union, common) = (area(.union), area(.intersection))
        let slack = (a.outlineLength + b.outlineLength) * 60 / 32768
        #expect(abs(union + common - wholeA - wholeB) < slack)
        #expect(abs(area(.subtracting) + common - wholeA) < slack)
        #expect(abs(area(.symmetricDifference) + common - union) < slack)
        let cairo = CairoOracle(width: 60, height: 60, parts: 4).fill(a, rule, .identity).area
        #expect(abs(cairo - wholeA) < 0.003 * cairo + 0.6, "\(cairo), \(wholeA)")
      }
    }
  }

  @Test(
    "Far from zero, tiny or huge: the same", arguments: [(0.0, 1e-9), (0, 1e9), (1e6, 1), (-3e4, 0.01), (0, 1e200)])
  func scales(offset: Double, scale: Double) {
    let map = CGAffineTransform(translationX: offset, y: -offset).scaledBy(x: scale, y: scale)
    func place(_ path: CGPath) -> CGPath { withUnsafePointer(to: map) { path.copy(using: $0) ?? path } }
    let (a, b) = (CGPath.rect(0, 0, 10, 10), CGPath.lines([(5, -5), (20, 5), (5, 15)], closed: true))
    for operation in BooleanOperation.allCases {
      let (plain, placed) = (operation.apply(a, b), operation.apply(place(a), place(b)))
      #expect(plain.storage.types == placed.storage.types)
      for (p, q) in zip(place(plain).storage.points, placed.storage.points) {
        #expect(hypot((p.x - q.x) / scale, (p.y - q.y) / scale) < 1e-6 + abs(offset) / scale * 1e-15)
      }
    }
  }

  @Test("Connected areas, with their holes and the islands in them")
  func components() {
    let path = CGMutablePath()
    for inset in [0.0, 10, 20, 30] {
      path.addRect(CGRect(x: inset, y: inset, width: 100 - 2 * inset, height: 100 - 2 * inset))
    }
    path.addRect(CGRect(x: 200, y: 0, width: 10, height: 10))
    path.addRect(CGRect(x: 2, y: 2, width: 5, height: 5))
    let components = path.componentsSeparated(using: .evenOdd)
    #expect(components.map { Int($0.windingArea.rounded()) } == [3600 - 25, 2000, 100])
    #expect(components[0].subpaths.count == 3 && components[1].subpaths.count == 2)
    #expect(path.componentsSeparated(using: .winding).count == 2)
  }

  @Test("Squares that touch at a corner are two areas; touching is no intersection")
  func corners() {
    let (a, b) = (CGPath.rect(0, 0, 10, 10), CGPath.rect(10, 10, 10, 10))
    #expect(a.union(b).componentsSeparated().count == 2)
    #expect(!a.intersects(b))
    #expect(a.intersects(CGPath.rect(9.99, 9.99, 1, 1)))
    #expect(!a.intersects(CGPath.rect(50, 50, 1, 1)))
  }
}

extension CGPath {
  /// The path from its end to its start.
  fileprivate var backward: CGPath {
    var result = CGPathStorage()
    for subpath in subpaths {
      result.append(chain: subpath.segments.reversed().map(\.reversed), closed: subpath.isClosed)
    }
    return CGPath(storage: result)
  }

  /// Whether points all around are as this one.
  fileprivate func isClear(at point: CGPoint, _ rule: CGPathFillRule) -> Bool {
    let here = contains(point, using: rule)
    return (0..<8).allSatisfy { index in
      let angle = Double(index) * .pi / 4
      return contains(CGPoint(x: point.x + 0.02 * cos(angle), y: point.y + 0.02 * sin(angle)), using: rule) == here
    }
  }
}

extension CubicSegment {
  /// The four points; from the lesser end, as areas may turn curves round.
  fileprivate var text: String {
    let curve = (start.x, start.y) < (end.x, end.y) ? self : reversed
    return "\(curve.start) \(curve.control1) \(curve.control2) \(curve.end)"
  }
}
