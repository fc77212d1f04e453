import CoreGraphics
import Documents
import Foundation
import TestDocuments
import Testing

@testable import Lottie

struct BezierContourTests {
  typealias Vertex = BezierContour.Vertex

  static let corners = [CGPoint(x: 0, y: 0), CGPoint(x: 8, y: 0), CGPoint(x: 8, y: 6)]

  /// A curve, a line, and a closing line or curve.
  static func mixed(closingCurve: Bool, isClosed: Bool = true) -> BezierContour {
    BezierContour(
      vertices: [
        Vertex(CGPoint(x: 0, y: 0), in: CGVector(dx: closingCurve ? -1 : 0, dy: 0), out: CGVector(dx: 2, dy: 1)),
        Vertex(CGPoint(x: 9, y: 0), in: CGVector(dx: -2, dy: -1), out: .zero), Vertex(CGPoint(x: 9, y: 5)),
      ], isClosed: isClosed)
  }

  private func outline(_ contour: BezierContour) -> String {
    let path = CGMutablePath()
    contour.append(to: path)
    return path.elementText
  }

  @Test("Lines where both control points coincide with their vertices, else cubic curves; close")
  func appending() {
    #expect(outline(BezierContour(corners: Self.corners)) == "M 0,0 L 8,0 L 8,6 Z")
    #expect(outline(BezierContour(vertices: Self.corners.map { Vertex($0) }, isClosed: false)) == "M 0,0 L 8,0 L 8,6")
    #expect(outline(Self.mixed(closingCurve: false)) == "M 0,0 C 2,1 7,-1 9,0 L 9,5 Z")
    #expect(outline(Self.mixed(closingCurve: true)) == "M 0,0 C 2,1 7,-1 9,0 L 9,5 C 9,5 -1,0 0,0 Z")
    #expect(outline(BezierContour(vertices: [], isClosed: true)) == "")
    #expect(outline(BezierContour(corners: [CGPoint(x: 3, y: 4)])) == "M 3,4 Z")
  }

  @Test("Reversed, a closed contour begins with the same vertex, an open one with its last")
  func reversing() {
    #expect(outline(Self.mixed(closingCurve: true).reversed()) == "M 0,0 C -1,0 9,5 9,5 L 9,0 C 7,-1 2,1 0,0 Z")
    #expect(outline(Self.mixed(closingCurve: false, isClosed: false).reversed()) == "M 9,5 L 9,0 C 7,-1 2,1 0,0")
    let contour = Self.mixed(closingCurve: true)
    #expect(contour.reversed().reversed() == contour)
  }

  @Test("The segments are those of the path")
  func segments() {
    for contour in [Self.mixed(closingCurve: true), Self.mixed(closingCurve: false)] {
      let path = CGMutablePath()
      contour.append(to: path)
      #expect(contour.segments == path.segments)
      let isClosed = contour.isClosed
      #expect(BezierContour(joining: contour.segments, isClosed: isClosed).segments == contour.segments)
    }
    #expect(BezierContour(vertices: [], isClosed: true).segments.isEmpty)
  }
}
