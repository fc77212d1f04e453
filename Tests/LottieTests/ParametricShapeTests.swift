import CoreGraphics
import Documents
import Foundation
import TestDocuments
import Testing

@testable import Lottie

@Suite("Lottie's rectangles, ellipses, stars and polygons: where they begin, which way they run, and their curves")
struct ParametricShapeTests {
  private func outline(_ contour: BezierContour) -> String {
    let path = CGMutablePath()
    contour.append(to: path)
    return path.elementText
  }

  @Test("A rectangle begins at its top right corner, clockwise", arguments: [0, -5, CGFloat.nan])
  func rectangle(radius: CGFloat) {
    func rectangle(_ isReversed: Bool) -> BezierContour {
      .rectangle(
        center: CGPoint(x: 10, y: 20), size: CGSize(width: 8, height: 6), radius: radius, isReversed: isReversed)
    }
    #expect(outline(rectangle(false)) == "M 14,17 L 14,23 L 6,23 L 6,17 Z")
    #expect(outline(rectangle(true)) == "M 14,17 L 6,17 L 6,23 L 14,23 Z")
  }

  @Test("A rounded one begins below its top right corner")
  func roundedRectangle() {
    func rectangle(_ radius: CGFloat, _ isReversed: Bool = false) -> BezierContour {
      .rectangle(center: .zero, size: CGSize(width: 40, height: 20), radius: radius, isReversed: isReversed)
    }
    // Control points are .55228 of 5 from the curve's ends.
    #expect(
      outline(rectangle(5))
        == "M 20,-5 L 20,5 C 20,7.761 17.761,10 15,10 L -15,10 C -17.761,10 -20,7.761 -20,5 L -20,-5 "
        + "C -20,-7.761 -17.761,-10 -15,-10 L 15,-10 C 17.761,-10 20,-7.761 20,-5 Z")
    #expect(
      outline(rectangle(5, true)).hasPrefix("M 20,-5 C 20,-7.761 17.761,-10 15,-10 L -15,-10 C -17.761,-10 -20,-7.761"))
    // Half of the shorter side at most.
    #expect(rectangle(10) == rectangle(1000))
    #expect(outline(rectangle(10)).hasPrefix("M 20,0 L 20,0 C 20,5.523 15.523,10 10,10 L -10,10"))
  }

  @Test("An ellipse begins at its top, clockwise")
  func ellipse() {
    func ellipse(_ isReversed: Bool) -> BezierContour {
      .ellipse(center: CGPoint(x: 1, y: 2), size: CGSize(width: 20, height: 200), isReversed: isReversed)
    }
    #expect(
      outline(ellipse(false))
        == "M 1,-98 C 6.523,-98 11,-53.228 11,2 C 11,57.228 6.523,102 1,102 C -4.523,102 -9,57.228 -9,2 "
        + "C -9,-53.228 -4.523,-98 1,-98 Z")
    #expect(outline(ellipse(true)).hasPrefix("M 1,-98 C -4.523,-98 -9,-53.228 -9,2 C -9,57.228"))
  }

  private func star(
    _ points: CGFloat, roundness: (CGFloat, CGFloat) = (0, 0), rotation: CGFloat = 0, isReversed: Bool = false
  ) -> BezierContour {
    .star(
      center: CGPoint(x: 5, y: 5), points: points, innerRadius: 2, outerRadius: 10, innerRoundness: roundness.0,
      outerRoundness: roundness.1, rotation: rotation, isReversed: isReversed)
  }

  @Test("A star begins at its top, clockwise; points and notches take turns")
  func star() {
    // 2 sin 45° = 1.414.
    #expect(
      outline(star(4))
        == "M 5,-5 L 6.414,3.586 L 15,5 L 6.414,6.414 L 5,15 L 3.586,6.414 L -5,5 L 3.586,3.586 Z")
    #expect(outline(star(4, isReversed: true)).hasPrefix("M 5,-5 L 3.586,3.586 L -5,5"))
    #expect(outline(star(4, rotation: 90)).hasPrefix("M 15,5 L 6.414,6.414 L 5,15"))
    #expect(star(5).vertices.count == 10)
  }

  @Test("Roundness is a part of a quarter of the arc between points")
  func roundness() {
    // Of 10 and of 2, a quarter of a quarter of the circle: 3.927 and 0.785, half of it, and a quarter.
    #expect(
      outline(star(4, roundness: (25, 50)))
        .hasPrefix("M 5,-5 C 6.963,-5 6.275,3.447 6.414,3.586 C 6.553,3.725 15,3.037 15,5"))
  }

  @Test("A fraction of a point is a lower and narrower one, in the middle of what is left of the circle")
  func partialPoint() {
    let star = star(3.5)
    #expect(star.vertices.count == 8)
    let polar = star.vertices.map { vertex -> (radius: Double, degrees: Double) in
      let (x, y) = (vertex.point.x - 5, vertex.point.y - 5)
      let degrees = atan2(y, x) * 180 / .pi + 90
      return (hypot(x, y), degrees < -1e-3 ? degrees + 360 : degrees)
    }
    // A whole one takes 360 / 3.5.
    let expected: [(Double, Double)] = [
      (6, 25.714), (2, 51.429), (10, 102.857), (2, 154.286), (10, 205.714), (2, 257.143), (10, 308.571),
    ]
    for (found, wanted) in zip(polar, expected) {
      #expect(abs(found.radius - wanted.0) < 1e-9 && abs(found.degrees - wanted.1) < 1e-3)
    }
    #expect(abs(polar[7].radius - 2) < 1e-9 && abs(polar[7].degrees) < 1e-3)
    // From whole to whole without a jump.
    for (near, whole) in [(4.0001, 4), (3.9999, 4)] as [(CGFloat, CGFloat)] {
      let far = self.star(near, roundness: (10, 10)).vertices.filter { vertex in
        !self.star(whole, roundness: (10, 10)).vertices.contains {
          hypot($0.point.x - vertex.point.x, $0.point.y - vertex.point.y) < 0.01
        }
      }
      #expect(far.isEmpty)
    }
  }

  @Test("A point that vanishes takes its tangents along")
  func vanishingPoint() throws {
    let (whole, more) = (star(4, roundness: (200, 100)), star(4.000_001, roundness: (200, 100)))
    // The two notches beside it become the one between two whole points, with a tangent of that on either side.
    let (before, behind) = try (#require(more.vertices.last), more.vertices[1])
    let notch = try #require(
      whole.vertices.first { hypot($0.point.x - before.point.x, $0.point.y - before.point.y) < 1e-4 })
    func isNear(_ a: CGPoint, _ b: CGPoint) -> Bool { hypot(a.x - b.x, a.y - b.y) < 1e-4 }
    #expect(isNear(before.inControl, notch.inControl) && isNear(before.outControl, notch.point))
    #expect(isNear(behind.inControl, notch.point) && isNear(behind.outControl, notch.outControl))
  }

  @Test("A polygon begins at its top, clockwise; fractions of points are dropped")
  func polygon() {
    func polygon(_ points: CGFloat, roundness: CGFloat = 0, isReversed: Bool = false) -> BezierContour {
      .polygon(
        center: .zero, points: points, radius: 10, roundness: roundness, rotation: 0, isReversed: isReversed)
    }
    #expect(outline(polygon(4)) == "M 0,-10 L 10,0 L 0,10 L -10,0 Z")
    #expect(outline(polygon(4, isReversed: true)) == "M 0,-10 L -10,0 L 0,10 L 10,0 Z")
    #expect(polygon(3) == polygon(3.9))
    // 10 (2 pi / 16)
    #expect(outline(polygon(4, roundness: 100)).hasPrefix("M 0,-10 C 3.927,-10 10,-3.927 10,0"))
  }

  @Test("Any number of points ends", arguments: [0, -3, 0.5, CGFloat.nan, .infinity, -.infinity, 1e300])
  func hostile(points: CGFloat) {
    #expect(star(points).vertices.count <= BezierContour.mostVertices)
    let polygon = BezierContour.polygon(
      center: .zero, points: points, radius: 10, roundness: 0, rotation: 0, isReversed: false)
    #expect(polygon.vertices.count <= BezierContour.mostVertices)
    #expect(polygon.vertices.isEmpty == !(points >= 1 && points.isFinite))
  }
}
