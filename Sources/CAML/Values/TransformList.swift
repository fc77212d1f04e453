// `transform="rotate(30deg) translate(10, 20)"`: functions as in CSS, the leftmost outermost, or sixteen numbers.
//
// Derivation: CSS multiplies column vectors, p' = F1 F2 p, so F2 acts first. With Core Animation's row vectors that
// is p' = p F2 F1: each further function goes in front of what is there, which is what CATransform3DRotate and its
// kin do.

import Documents
import Foundation
import QuartzCore

/// Reads lists of transform functions.
enum TransformList {
  static func read(_ text: String) throws(ValueProblem) -> CATransform3D {
    guard text.contains("(") else { return try matrix(text) }
    var rest = text[...]
    var transform = CATransform3DIdentity
    while let function = try nextFunction(&rest) {
      transform = try apply(function, to: transform)
    }
    return transform
  }

  private struct Function {
    let name: String
    let arguments: [String]
  }

  /// Takes `name(arguments)` off the front of the text; nil at its end.
  private static func nextFunction(_ rest: inout Substring) throws(ValueProblem) -> Function? {
    rest = rest.drop { $0.isWhitespace || $0 == "," }
    guard !rest.isEmpty else { return nil }
    guard let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") else {
      throw .unreadable("'\(rest.excerpt)'; expected a function such as rotate(30deg)")
    }
    let name = rest[..<open].trimmingCharacters(in: .whitespaces)
    let arguments = rest[rest.index(after: open)..<close].split { $0.isWhitespace || $0 == "," }.map(String.init)
    rest = rest[rest.index(after: close)...]
    return Function(name: name, arguments: arguments)
  }

  private static func apply(_ function: Function, to t: CATransform3D) throws(ValueProblem) -> CATransform3D {
    let arguments = function.arguments
    switch (function.name, arguments.count) {
    case ("rotate", 1):
      return CATransform3DRotate(t, try angle(arguments[0]), 0, 0, 1)
    case ("rotate", 4):
      let (x, y, z) = (try number(arguments[1]), try number(arguments[2]), try number(arguments[3]))
      // A rotation without an axis turns nothing.
      guard x != 0 || y != 0 || z != 0 else { return t }
      return CATransform3DRotate(t, try angle(arguments[0]), x, y, z)
    case ("scale", 1):
      let s = try number(arguments[0])
      return CATransform3DScale(t, s, s, 1)
    case ("scale", 2), ("scale", 3):
      let z = arguments.count == 3 ? try number(arguments[2]) : 1
      return CATransform3DScale(t, try number(arguments[0]), try number(arguments[1]), z)
    case ("translate", 2), ("translate", 3):
      let z = arguments.count == 3 ? try number(arguments[2]) : 0
      return CATransform3DTranslate(t, try number(arguments[0]), try number(arguments[1]), z)
    default:
      throw .unreadable(
        "'\("\(function.name)(\(arguments.joined(separator: ", ")))".excerpt)'; "
          + "expected rotate(angle[, x, y, z]), scale(x[, y, z]) or translate(x, y[, z])")
    }
  }

  /// "m11 m12 ... m44", row by row.
  private static func matrix(_ text: String) throws(ValueProblem) -> CATransform3D {
    let m = try PropertyKind.numbers(in: text, count: 16, "transform functions, or sixteen numbers").map { CGFloat($0) }
    return CATransform3D(
      m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7],
      m31: m[8], m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15])
  }

  private static func number(_ text: String) throws(ValueProblem) -> CGFloat {
    CGFloat(try PropertyKind.numbers(in: text, count: 1, "a number")[0])
  }

  /// Radians; "30deg" and "0.5rad" name their unit.
  private static func angle(_ text: String) throws(ValueProblem) -> CGFloat {
    if text.hasSuffix("deg") { return try number(String(text.dropLast(3))) * .pi / 180 }
    if text.hasSuffix("rad") { return try number(String(text.dropLast(3))) }
    return try number(text)
  }
}
