import CoreGraphics
import Foundation
import QuartzCore
import SceneFiles
import Testing

@testable import CAML
@testable import Documents

struct ValueTests {
  private func read(_ text: String, _ kind: PropertyKind) throws -> AnimatableValue { try kind.read(text, limit: 1e7) }

  @Test func numbers() throws {
    #expect(try read("1.5", .number) == .number(1.5))
    #expect(try read(" 1e-100 ", .number) == .number(1e-100))
    #expect(try read("inf", .extent) == .number(.infinity))
    #expect(try read("+infinity", .extent) == .number(.infinity))
    #expect(try read("1", .boolean) == .number(1))
    #expect(try read("0", .boolean) == .number(0))
    #expect(throws: ValueProblem.unreadable("'abc'; expected a number")) { try read("abc", .number) }
    #expect(throws: ValueProblem.unreadable("'1 2'; expected a number")) { try read("1 2", .number) }
    #expect(throws: ValueProblem.unreadable("'2'; expected 0 or 1")) { try read("2", .boolean) }
    for text in ["nan", "inf", "1e300"] {
      #expect(throws: ValueProblem.unusable("'\(text)' in '\(text)'; expected a finite number")) {
        try read(text, .number)
      }
    }
    #expect(throws: ValueProblem.unusable("'nan' in 'nan'; expected a number")) { try read("nan", .extent) }
  }

  @Test func geometry() throws {
    #expect(try read("195 -4.5", .point) == .point(CGPoint(x: 195, y: -4.5)))
    #expect(try read("1, 2", .size) == .size(CGSize(width: 1, height: 2)))
    #expect(try read("0 1 2 3", .rect) == .rect(CGRect(x: 0, y: 1, width: 2, height: 3)))
    #expect(throws: ValueProblem.unreadable("'0 1 2'; expected 'x y width height'")) { try read("0 1 2", .rect) }
    #expect(throws: ValueProblem.unusable("a length of 1e+09 points; expected at most 1e+07")) {
      try read("0 0 1e9 1e9", .rect)
    }
    #expect(throws: ValueProblem.self) { try read("inf 0", .point) }
  }

  @Test func colors() throws {
    #expect(try read("1 0.5 0", .color) == .color(CGColor(red: 1, green: 0.5, blue: 0, alpha: 1)))
    #expect(try read("1 0.5 0 0.25", .color) == .color(CGColor(red: 1, green: 0.5, blue: 0, alpha: 0.25)))
    #expect(try read("0.5", .color) == .color(CGColor(gray: 0.5, alpha: 1)))
    #expect(throws: ValueProblem.self) { try read("1 1 1 1 1", .color) }
    #expect(throws: ValueProblem.self) { try read("red", .color) }
  }

  @Test func enumerations() throws {
    #expect(try read("both", .enumeration(["removed", "both"])) == .string("both"))
    #expect(throws: ValueProblem.unreadable("'x'; expected one of removed, both")) {
      try read("x", .enumeration(["removed", "both"]))
    }
  }
}

struct TransformListTests {
  /// Where a transform takes a point of the plane.
  private func map(_ text: String, _ x: Double, _ y: Double) throws -> [Double] {
    let m = try TransformList.read(text)
    return [
      Double(m.m11) * x + Double(m.m21) * y + Double(m.m41), Double(m.m12) * x + Double(m.m22) * y + Double(m.m42),
    ]
    .map { ($0 * 1e9).rounded() / 1e9 }
  }

  @Test func functions() throws {
    #expect(try map("rotate(90deg)", 1, 0) == [0, 1])
    #expect(try map("rotate(\(Double.pi / 2)rad)", 1, 0) == [0, 1])
    #expect(try map("rotate(\(Double.pi / 2))", 1, 0) == [0, 1])
    #expect(try map("scale(2)", 1, 1) == [2, 2])
    #expect(try map("scale(2, 3)", 1, 1) == [2, 3])
    #expect(try map("translate(10 20)", 1, 1) == [11, 21])
    #expect(try TransformList.read("translate(1, 2, 3)").m43 == 3)
    #expect(try TransformList.read("scale(1, 2, 3)").m33 == 3)
  }

  @Test func axis() throws {
    let m = try TransformList.read("rotate(90deg, 0, 1, 0)")
    #expect(abs(m.m13 + 1) < 1e-12 && abs(m.m31 - 1) < 1e-12 && m.m22 == 1)
    #expect(try TransformList.read("rotate(90deg, 0, 0, 0)") == CATransform3DIdentity)
  }

  /// As in CSS the rightmost function acts first.
  @Test func leftmostIsOutermost() throws {
    #expect(try map("translate(10, 0) scale(2)", 1, 0) == [12, 0])
    #expect(try map("scale(2) translate(10, 0)", 1, 0) == [22, 0])
    #expect(try map("translate(10, 0) rotate(90deg)", 1, 0) == [10, 1])
  }

  @Test func matrix() throws {
    let m = try TransformList.read("1 0 0 0  0 1 0 0  0 0 1 -0.002  5 6 7 1")
    #expect(m.m34 == -0.002 && m.m41 == 5 && m.m42 == 6 && m.m43 == 7)
  }

  @Test(arguments: ["rotate()", "rotate(1, 2)", "skew(3)", "rotate(30deg", "scale(x)", "1 2 3"])
  func unreadable(text: String) {
    #expect(throws: ValueProblem.self) { try TransformList.read(text) }
  }
}
