import CoreGraphics
import Documents
import Foundation
import SceneFiles
import TestDocuments
import Testing

@testable import CAML

struct PathDataTests {
  private func read(_ text: String) throws -> CGPath { try PathData.read(text, limit: 1e7) }

  @Test(arguments: [
    ("M 1 2 L 3 4 Z", "M 1,2 L 3,4 Z"), ("m1 2l3 4z", "M 1,2 L 4,6 Z"), ("M1,2 3,4 5,6", "M 1,2 L 3,4 L 5,6"),
    ("m1 2 3 4 5 6", "M 1,2 L 4,6 L 9,12"), ("M0 0H5V6h-2v-3", "M 0,0 L 5,0 L 5,6 L 3,6 L 3,3"),
    ("M0 0C1 2 3 4 5 6", "M 0,0 C 1,2 3,4 5,6"), ("M1 1c1 2 3 4 5 6", "M 1,1 C 2,3 4,5 6,7"),
    // A smooth curve mirrors the control point before; after anything else it begins with the current point.
    ("M0 0C1 2 3 4 5 6S7 8 9 10", "M 0,0 C 1,2 3,4 5,6 C 7,8 7,8 9,10"), ("M1 1S2 2 3 3", "M 1,1 C 1,1 2,2 3,3"),
    ("M0 0Q1 2 3 4T5 6", "M 0,0 Q 1,2 3,4 Q 5,6 5,6"), ("M1 1T2 2", "M 1,1 Q 1,1 2,2"),
    ("M0 0Q1 2 3 4L4 4T5 6", "M 0,0 Q 1,2 3,4 L 4,4 Q 4,4 5,6"),
    // Numbers that need nothing between them.
    ("M.5.5-1-2L1e1-2E-1", "M 0.5,0.5 L -1,-2 L 10,-0.2"), ("M+1+2\n\t,L3,4", "M 1,2 L 3,4"), ("", ""), ("  ", ""),
    // After closing, the current point is the subpath's beginning.
    ("M1 1h4v4zl1 1", "M 1,1 L 5,1 L 5,5 Z L 2,2"),
    // Arcs: a quarter of a circle, an ellipse's half, radii that are too small, none, and flags without spaces.
    ("M1 0A1 1 0 0 1 0 1", "M 1,0 C 1,0.552 0.552,1 0,1"), ("M1 0A1 1 0 0 0 0-1", "M 1,0 C 1,-0.552 0.552,-1 0,-1"),
    ("M-2 0A2 1 0 0 1 2 0", "M -2,0 C -2,-0.552 -1.105,-1 0,-1 C 1.105,-1 2,-0.552 2,0"),
    ("M-2 0A1 .5 0 0 1 2 0", "M -2,0 C -2,-0.552 -1.105,-1 0,-1 C 1.105,-1 2,-0.552 2,0"),
    ("M0 0A0 5 0 0 1 2 2", "M 0,0 L 2,2"), ("M1 0a1 1 0 01-1 1", "M 1,0 C 1,0.552 0.552,1 0,1"),
    (
      "M1 0A1 1 0 1 0 0 1",
      "M 1,0 C 1,-0.552 0.552,-1 0,-1 C -0.552,-1 -1,-0.552 -1,0 C -1,0.552 -0.552,1 0,1"
    ),
    ("M0 1A2 1 90 0 1 1 3", "M 0,1 C 0.552,1 1,1.895 1,3"),
  ])
  func reads(text: String, expected: String) throws { #expect(try read(text).elementText == expected) }

  @Test(arguments: [
    ("L1 2", "path data at character 2; expected 'M' to begin with"),
    ("1 2", "path data at character 1; expected a command"),
    ("M1", "path data at character 3; expected a number"), ("M1 x", "path data at character 4; expected a number"),
    ("M1 2Z3", "path data at character 6; expected a command"),
    ("M1 2B3", "path data at character 5; expected one of the commands M, L, H, V, C, S, Q, T, A, Z"),
    ("M0 0A1 1 0 2 0 1 1", "path data at character 12; expected 0 or 1"),
    ("M1 2Lé", "path data at character 6; expected a number"),
  ])
  func unreadable(text: String, message: String) {
    #expect(throws: ValueProblem.unreadable(message)) { try read(text) }
  }

  @Test(arguments: ["M1e9 0", "M9e6 0l9e6 0", "M0 0A1e8 1 0 0 1 1 1"])
  func tooFar(text: String) {
    #expect(throws: ValueProblem.self) { try read(text) }
    #expect(throws: Never.self) { try PathData.read(text, limit: 1e10) }
  }

  @Test(
    "R-A4b: arcs whose centre cannot be told are lines",
    arguments: [
      "M0 0A4 4 0 0 1 2e-321 0", "M20 10A3e-310 4 0 0 1 40 30", "M1 1A2e-161 1e-161 20 1 1 40 41",
      "M0 0A1e-320 1e-320 0 1 0 9 9",
    ])
  func degenerateArcs(text: String) throws {
    let path = try read(text)
    var points: [CGPoint] = []
    path.applyWithBlock { element in
      switch element.pointee.type {
      case .moveToPoint, .addLineToPoint: points.append(element.pointee.points[0])
      case .addCurveToPoint: points += (0..<3).map { element.pointee.points[$0] }
      default: break
      }
    }
    #expect(points.count >= 2 && points.allSatisfy { abs($0.x) <= 1e3 && abs($0.y) <= 1e3 })
  }

  /// The arc's curves stay within 0.03% of the radius of a true circle.
  @Test func arcsAreRound() throws {
    let path = try read("M 3 4 A 5 5 0 1 1 -3 -4 A 5 5 0 0 1 3 4 Z")
    #expect(abs(path.boundingBoxOfPath.minX + 5) < 0.002 && abs(path.boundingBoxOfPath.maxY - 5) < 0.002)
  }
}
