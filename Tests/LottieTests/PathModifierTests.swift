import CoreGraphics
import Documents
import Foundation
import TestDocuments
import Testing

@testable import Lottie

@Suite("Lottie's modifiers of paths, each with values computed by hand")
struct PathModifierTests {
  typealias Vertex = BezierContour.Vertex

  private let triangle = BezierContour(corners: BezierContourTests.corners)
  private let square = BezierContour.rectangle(
    center: .zero, size: CGSize(width: 20, height: 20), radius: 0, isReversed: false)

  private func outline(_ contour: BezierContour) -> String {
    let path = CGMutablePath()
    contour.append(to: path)
    return path.elementText
  }

  // MARK: Rounded corners

  @Test("Corners are rounded, at most as far as half of an edge")
  func rounding() {
    // Edges of 8, 6 and 10; the control points are .5519 of the way to the corner.
    #expect(
      outline(triangle.roundingCorners(by: 2))
        == "M 1.6,1.2 C 0.717,0.538 0.896,0 2,0 L 6,0 C 7.104,0 8,0.896 8,2 L 8,4 C 8,5.104 7.283,5.462 6.4,4.8 Z")
    #expect(
      outline(triangle.roundingCorners(by: 100))
        == "M 4,3 C 1.792,1.344 1.792,0 4,0 L 4,0 C 6.208,0 8,1.344 8,3 L 8,3 C 8,4.656 6.208,4.656 4,3 Z")
  }

  @Test("Ends of open contours and vertices with tangents stay")
  func roundingKeeps() {
    let open = BezierContour(vertices: triangle.vertices, isClosed: false)
    #expect(outline(open.roundingCorners(by: 2)) == "M 0,0 L 6,0 C 7.104,0 8,0.896 8,2 L 8,6")
    let mixed = BezierContourTests.mixed(closingCurve: false)
    let rounded = mixed.roundingCorners(by: 1).vertices
    #expect(rounded.count == 4)
    #expect(rounded[0] == mixed.vertices[0] && rounded[1] == mixed.vertices[1])
    let ellipse = BezierContour.ellipse(center: .zero, size: CGSize(width: 5, height: 5), isReversed: false)
    #expect(ellipse.roundingCorners(by: 1) == ellipse)
  }

  @Test("Nothing to round by, nothing to round", arguments: [0, -1, CGFloat.nan])
  func noRounding(radius: CGFloat) {
    #expect(triangle.roundingCorners(by: radius) == triangle)
    let point = BezierContour(corners: [CGPoint(x: 1, y: 1)])
    #expect(point.roundingCorners(by: 3) == point)
    let twice = BezierContour(corners: [.zero, .zero])
    #expect(twice.roundingCorners(by: 3).vertices.allSatisfy { $0 == Vertex(.zero) })
  }

  // MARK: Pucker and bloat

  @Test("Vertices go toward the mean of them all, control points away from it")
  func pucker() {
    // About (0, 0): vertices to a half, control points to half as much again.
    #expect(
      outline(square.puckered(by: 50))
        == "M 5,-5 C 15,-15 15,15 5,5 C 15,15 -15,15 -5,5 C -15,15 -15,-15 -5,-5 C -15,-15 15,-15 5,-5 Z")
    #expect(outline(square.puckered(by: -20)).hasPrefix("M 12,-12 C 8,-8 8,8 12,12"))
    let open = BezierContour(
      vertices: [Vertex(CGPoint(x: 0, y: 0)), Vertex(CGPoint(x: 10, y: 0))], isClosed: false)
    #expect(outline(open.puckered(by: 10)) == "M 0.5,0 C -0.5,0 10.5,0 9.5,0")
  }

  @Test(arguments: [0, CGFloat.nan, .infinity])
  func noPucker(amount: CGFloat) { #expect(square.puckered(by: amount) == square) }

  // MARK: Zigzag

  @Test("Ridges lie in turn on either side, corners on their bisectors")
  func zigzag() {
    // Clockwise from the top right; vertices inward by 3 along the diagonal, the ridge outward.
    #expect(
      outline(square.zigzagged(amplitude: 3, ridges: 1, isSmooth: false))
        == "M 7.879,-7.879 L 13,0 L 7.879,7.879 L 0,13 L -7.879,7.879 L -13,0 L -7.879,-7.879 L 0,-13 Z")
    let line = BezierContour(
      vertices: [Vertex(CGPoint(x: 0, y: 0)), Vertex(CGPoint(x: 12, y: 0))], isClosed: false)
    #expect(outline(line.zigzagged(amplitude: 1, ridges: 2, isSmooth: false)) == "M 0,1 L 4,-1 L 8,1 L 12,-1")
    // Rounded to whole ridges.
    #expect(outline(line.zigzagged(amplitude: 1, ridges: 2.6, isSmooth: false)) == "M 0,1 L 3,-1 L 6,1 L 9,-1 L 12,1")
    #expect(outline(line.zigzagged(amplitude: -1, ridges: 0, isSmooth: false)) == "M 0,-1 L 12,1")
  }

  @Test("Waves have tangents along the contour, half as long as the ridges are apart")
  func smoothZigzag() {
    let line = BezierContour(
      vertices: [Vertex(CGPoint(x: 0, y: 0)), Vertex(CGPoint(x: 12, y: 0))], isClosed: false)
    #expect(
      outline(line.zigzagged(amplitude: 1, ridges: 2, isSmooth: true))
        == "M 0,1 C 2,1 2,-1 4,-1 C 6,-1 6,1 8,1 C 10,1 10,-1 12,-1")
  }

  @Test("An odd number of turns leaves the end on the other side of the start")
  func oddZigzag() {
    #expect(
      outline(triangle.zigzagged(amplitude: 1, ridges: 0, isSmooth: false)).split(separator: "L").count == 4)
    #expect(triangle.zigzagged(amplitude: 1, ridges: 1, isSmooth: false).vertices.count == 6)
  }

  @Test("Ridges are evenly spaced by length along a curve")
  func zigzagOnCurve() {
    let circle = BezierContour.ellipse(center: .zero, size: CGSize(width: 200, height: 200), isReversed: false)
    let vertices = circle.zigzagged(amplitude: 10, ridges: 4, isSmooth: true).vertices
    #expect(vertices.count == 20)
    for (index, vertex) in vertices.enumerated() {
      let angle = (Double(index) * 18 - 90) * .pi / 180
      let radius = index % 2 == 0 ? 90.0 : 110
      #expect(hypot(vertex.point.x - radius * cos(angle), vertex.point.y - radius * sin(angle)) < 0.05)
    }
  }

  @Test(arguments: [1e300, CGFloat.nan, .infinity, -5])
  func hostileZigzag(ridges: CGFloat) {
    #expect(
      square.zigzagged(amplitude: 1, ridges: ridges, isSmooth: true).vertices.count
        <= BezierContour.mostVertices + 5)
    #expect(square.zigzagged(amplitude: ridges * 0 + .nan, ridges: 1, isSmooth: false) == square)
    let empty = BezierContour(vertices: [], isClosed: true)
    #expect(empty.zigzagged(amplitude: 1, ridges: ridges, isSmooth: false) == empty)
  }

  // MARK: Offset

  private func outlines(_ contours: [BezierContour]) -> String { contours.map(outline).joined(separator: " ") }

  @Test("A square grows and shrinks; its corners are of the join", arguments: [1.0, -1])
  func offset(direction: CGFloat) {
    let isReversed = direction < 0
    let square = isReversed ? square.reversed() : square
    func offset(_ amount: CGFloat, _ join: CGLineJoin = .miter, _ miterLimit: CGFloat = 4) -> String {
      let contours = square.offset(by: amount, join: join, miterLimit: miterLimit)
      return outlines(isReversed ? contours.map { $0.reversed() } : contours)
    }
    #expect(offset(3) == "M 13,-13 L 13,13 L -13,13 L -13,-13 Z")
    #expect(offset(-3) == "M 7,-7 L 7,7 L -7,7 L -7,-7 Z")
    #expect(offset(-10) == "" && offset(-12) == "")
    let bevel = offset(3, .bevel)
    #expect(bevel.contains("L 13,10 L 10,13 L -10,13 L -13,10") && bevel == offset(3, .miter, 1.2))
    let round = offset(3, .round)
    #expect(round.contains("L 13,10 C 13,11.657 11.657,13 10,13 L -10,13"))
  }

  @Test("An open contour becomes an outline, as wide as the amount on either side")
  func offsetLine() {
    let line = BezierContour(
      vertices: [Vertex(CGPoint(x: 0, y: 0)), Vertex(CGPoint(x: 12, y: 0))], isClosed: false)
    for amount in [2.0, -2] as [CGFloat] {
      #expect(outlines(line.offset(by: amount, join: .miter, miterLimit: 4)) == "M 0,-2 L 12,-2 L 12,2 L 0,2 Z")
    }
    let round = line.offset(by: 2, join: .round, miterLimit: 4)
    #expect(round.count == 1 && round[0].segments.filter { !$0.isLine }.count == 4)
  }

  @Test("A waist is cut apart, and a bay becomes a hole")
  func offsetPieces() {
    let points = [
      (0, 0), (10, 0), (10, 4), (20, 4), (20, 0), (30, 0), (30, 10), (20, 10), (20, 6), (10, 6), (10, 10), (0, 10),
    ]
    let dumbbell = BezierContour(corners: points.map { CGPoint(x: $0.0, y: $0.1) })
    #expect(
      outlines(dumbbell.offset(by: -2, join: .miter, miterLimit: 4))
        == "M 2,2 L 8,2 L 8,8 L 2,8 Z M 22,2 L 28,2 L 28,8 L 22,8 Z")
    let ring = [
      (0, 0), (20, 0), (20, 20), (0, 20), (0, 11), (6, 11), (6, 14), (14, 14), (14, 6), (6, 6), (6, 9), (0, 9),
    ]
    let grown = BezierContour(corners: ring.map { CGPoint(x: $0.0, y: $0.1) })
      .offset(by: 2, join: .miter, miterLimit: 4)
    #expect(outlines(grown) == "M -2,-2 L 22,-2 L 22,22 L -2,22 Z M 8,8 L 8,12 L 12,12 L 12,8 Z")
  }

  @Test("A circle's offsets are circles", arguments: [30.0, -30] as [CGFloat])
  func offsetCircle(amount: CGFloat) {
    let circle = BezierContour.ellipse(
      center: CGPoint(x: 5, y: 5), size: CGSize(width: 100, height: 100), isReversed: false)
    let contours = circle.offset(by: amount, join: .miter, miterLimit: 4)
    #expect(contours.count == 1)
    for segment in contours.flatMap(\.segments) {
      for step in 0...4 {
        let point = segment.point(at: Double(step) / 4)
        #expect(abs(hypot(point.x - 5, point.y - 5) - 50 - amount) < 0.03)
      }
    }
    // Trims begin near where those of the circle do.
    let first = contours.first?.vertices.first?.point ?? .zero
    #expect(hypot(first.x - 5, first.y - (5 - 50 - amount)) < 3)
  }

  @Test(arguments: [0, CGFloat.nan, .infinity])
  func noOffset(amount: CGFloat) {
    #expect(square.offset(by: amount, join: .miter, miterLimit: 4) == [square])
    let empty = BezierContour(vertices: [], isClosed: true)
    #expect(empty.offset(by: 5, join: .round, miterLimit: 4) == [empty])
    #expect(square.offset(by: 1e300, join: .round, miterLimit: .nan).count <= 1)
  }

  // MARK: Twist

  @Test("The farthest vertices stay, and nearer points turn by an angle that falls with the distance")
  func twist() {
    let twisted = square.twisted(by: 90, about: .zero)
    for corner in square.vertices {
      #expect(twisted.vertices.contains { hypot($0.point.x - corner.point.x, $0.point.y - corner.point.y) < 1e-9 })
    }
    // The middle of the right side, 10 from the centre of 14.14, turns by 90 (1 - 1 / sqrt 2) degrees, clockwise.
    let angle = Double.pi / 2 * (1 - 0.5.squareRoot())
    let middle = CGPoint(x: 10 * cos(angle), y: 10 * sin(angle))
    let distance = twisted.segments.flatMap { segment in
      (0...100).map { segment.point(at: Double($0) / 100) }
    }.map { hypot($0.x - middle.x, $0.y - middle.y) }.min()
    #expect((distance ?? 99) < 0.05)
  }

  @Test("The curves follow the map", arguments: [30, -200, 720] as [CGFloat])
  func twistedCurves(angle: CGFloat) {
    let center = CGPoint(x: 3, y: -2)
    let contour = BezierContourTests.mixed(closingCurve: true)
    let radius = contour.vertices.map { hypot($0.point.x - 3, $0.point.y + 2) }.max() ?? 0
    let outline = contour.twisted(by: angle, about: center).segments.flatMap { segment in
      (0..<20).map { segment.point(at: Double($0) / 20) }
    }
    for segment in contour.segments {
      for step in 0...10 {
        let point = segment.point(at: Double(step) / 10)
        let (x, y) = (point.x - 3, point.y + 2)
        let turn = angle * .pi / 180 * max(1 - hypot(x, y) / radius, 0)
        let expected = CGPoint(x: 3 + x * cos(turn) - y * sin(turn), y: -2 + x * sin(turn) + y * cos(turn))
        let distance = outline.map { hypot($0.x - expected.x, $0.y - expected.y) }.min() ?? 99
        #expect(distance < 0.1)
      }
    }
  }

  @Test(arguments: [0, CGFloat.nan, .infinity, 1e300])
  func hostileTwist(angle: CGFloat) {
    let twisted = square.twisted(by: angle, about: .zero)
    #expect(twisted.vertices.count <= 4 * 63)
    if angle == 0 || !angle.isFinite { #expect(twisted == square) }
    #expect(square.twisted(by: 10, about: CGPoint(x: CGFloat.nan, y: 0)) == square)
  }
}
