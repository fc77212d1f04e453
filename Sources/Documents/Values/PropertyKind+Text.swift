// The text of a property's value becomes QuartzCore's `AnimatableValue` here, once for all.

package import CoreGraphics
import Foundation
package import QuartzCore

/// The reason why a text is not a value of a kind.
package enum ValueProblem: Error, Equatable {
  /// The text is not of the kind, and is skipped with a note: "abc; expected a number".
  case unreadable(String)
  /// The value cannot be drawn, which is an error: "a width of 1e+09; expected at most 1e+07".
  case unusable(String)

  package var message: String {
    switch self {
    case .unreadable(let message), .unusable(let message): message
    }
  }
}

extension PropertyKind {
  /// Reads a text; images are `src` attributes instead. Points, sizes and paths are limited to `limit`, in points.
  package func read(_ text: String, limit: CGFloat) throws(ValueProblem) -> AnimatableValue {
    switch self {
    case .number, .bits: return .number(try Self.numbers(in: text, count: 1, "a number")[0])
    case .length: return .number(try Self.lengths(in: text, count: 1, "a number", limit: limit)[0])
    case .extent: return .number(try Self.numbers(in: text, count: 1, "a number", mayBeInfinite: true)[0])
    case .boolean: return .number(try Self.boolean(text) ? 1 : 0)
    case .point:
      let n = try Self.lengths(in: text, count: 2, "'x y'", limit: limit)
      return .point(CGPoint(x: n[0], y: n[1]))
    case .size:
      let n = try Self.lengths(in: text, count: 2, "'width height'", limit: limit)
      return .size(CGSize(width: n[0], height: n[1]))
    case .rect:
      let n = try Self.lengths(in: text, count: 4, "'x y width height'", limit: limit)
      return .rect(CGRect(x: n[0], y: n[1], width: n[2], height: n[3]))
    case .color: return .color(try Self.color(text))
    case .transform: return .transform(try TransformList.read(text))
    case .image: throw .unreadable("'\(text.excerpt)'; expected an image element")
    case .string: return .string(text)
    case .enumeration(let names):
      guard names.contains(text) else {
        throw .unreadable("'\(text.excerpt)'; expected one of \(names.joined(separator: ", "))")
      }
      return .string(text)
    case .numbers: return .numbers(try Self.numbers(in: text, count: nil, "numbers"))
    case .colors: throw .unreadable("'\(text.excerpt)'; expected CGColor elements")
    case .path: return .path(try PathData.read(text, limit: limit))
    }
  }

  package var element: PropertyKind? {
    switch self {
    case .numbers: .number
    case .colors: .color
    default: nil
    }
  }

  /// Whether both are numbers, or both strings, so that a value element of one may replace the other's.
  package func isAkin(to other: PropertyKind) -> Bool {
    switch (self, other) {
    case (.number, .number), (.number, .length), (.number, .extent), (.number, .boolean), (.number, .bits): true
    case (.string, .enumeration): true
    default: self == other
    }
  }

  /// Returns the numbers of a text, separated by white space, commas or semicolons.
  package static func numbers(
    in text: String, count: Int?, _ expectation: String, mayBeInfinite: Bool = false
  ) throws(ValueProblem) -> [Double] {
    var numbers: [Double] = []
    for word in text.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == ";" }) {
      guard let number = Double(word) else { throw .unreadable("'\(text.excerpt)'; expected \(expectation)") }
      guard !number.isNaN, mayBeInfinite || Float(number).isFinite else {
        throw .unusable(
          "'\(word.excerpt)' in '\(text.excerpt)'; expected \(mayBeInfinite ? "a number" : "a finite number")")
      }
      numbers.append(number)
    }
    guard !numbers.isEmpty, count == nil || numbers.count == count else {
      throw .unreadable("'\(text.excerpt)'; expected \(expectation)")
    }
    return numbers
  }

  private static func lengths(
    in text: String, count: Int, _ expectation: String, limit: CGFloat
  ) throws(ValueProblem) -> [Double] {
    let numbers = try numbers(in: text, count: count, expectation)
    if let large = numbers.first(where: { abs($0) > Double(limit) }) {
      throw .unusable(String(format: "a length of %g points; expected at most %g", large, Double(limit)))
    }
    return numbers
  }

  private static func boolean(_ text: String) throws(ValueProblem) -> Bool {
    switch text.lowercased() {
    case "1", "true", "yes": return true
    case "0", "false", "no": return false
    default: throw .unreadable("'\(text.excerpt)'; expected 0 or 1")
    }
  }

  /// Reads "r g b", "r g b a", "grey" or "grey a", each from 0 to 1.
  private static func color(_ text: String) throws(ValueProblem) -> CGColor {
    let expectation = "'red green blue' or 'red green blue alpha', each from 0 to 1"
    let n = try numbers(in: text, count: nil, expectation)
    switch n.count {
    case 1: return CGColor(gray: n[0], alpha: 1)
    case 2: return CGColor(gray: n[0], alpha: n[1])
    case 3: return CGColor(red: n[0], green: n[1], blue: n[2], alpha: 1)
    case 4: return CGColor(red: n[0], green: n[1], blue: n[2], alpha: n[3])
    default: throw .unreadable("'\(text.excerpt)'; expected \(expectation)")
    }
  }
}

/// Reads lists of transform functions, `rotate(30deg) translate(10, 20)`, the leftmost outermost, as in CSS, or 16
/// numbers. CSS multiplies column vectors, p' = F1 F2 p, so that F2 applies first. With Core Animation's row vectors
/// that is p' = p F2 F1: each further function is multiplied from the left, as by CATransform3DRotate.
enum TransformList {
  static func read(_ text: String) throws(ValueProblem) -> CATransform3D {
    guard text.contains("(") else { return try matrix(text) }
    var rest = text[...]
    var transform = CATransform3DIdentity
    while let function = try nextFunction(&rest) { transform = try apply(function, to: transform) }
    return transform
  }

  private struct Function {
    let name: String
    let arguments: [String]
  }

  /// Removes `name(arguments)` from the front of the text; returns nil at its end.
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
    case ("rotate", 1): return CATransform3DRotate(t, try angle(arguments[0]), 0, 0, 1)
    case ("rotate", 4):
      let (x, y, z) = (try number(arguments[1]), try number(arguments[2]), try number(arguments[3]))
      // A rotation without an axis is the identity.
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

  /// Reads "m11 m12 ... m44", row by row.
  private static func matrix(_ text: String) throws(ValueProblem) -> CATransform3D {
    let m = try PropertyKind.numbers(in: text, count: 16, "transform functions, or sixteen numbers").map { CGFloat($0) }
    return CATransform3D(
      m11: m[0], m12: m[1], m13: m[2], m14: m[3], m21: m[4], m22: m[5], m23: m[6], m24: m[7],
      m31: m[8], m32: m[9], m33: m[10], m34: m[11], m41: m[12], m42: m[13], m43: m[14], m44: m[15])
  }

  private static func number(_ text: String) throws(ValueProblem) -> CGFloat {
    CGFloat(try PropertyKind.numbers(in: text, count: 1, "a number")[0])
  }

  /// Reads an angle in radians, or with its unit: "30deg", "0.5rad".
  private static func angle(_ text: String) throws(ValueProblem) -> CGFloat {
    if text.hasSuffix("deg") { return try number(String(text.dropLast(3))) * .pi / 180 }
    if text.hasSuffix("rad") { return try number(String(text.dropLast(3))) }
    return try number(text)
  }
}
