// SVG's path data (SVG 1.1, section 8.3): "M 10 10 h 20 v 20 z". CAML stores paths in a binary form; text is this
// project's extension. Uppercase commands are absolute, others relative; numbers need no separator where they are
// unambiguous ("1.5.5-3"); a repeated command's letter may be omitted.
//
// Tested by PathDataTests and PropertyRowTests.

package import CoreGraphics
import Foundation

package struct PathData {
  private let bytes: [UInt8]
  private let limit: CGFloat
  private var index = 0
  private let path = CGMutablePath()
  private var current = CGPoint.zero
  private var start = CGPoint.zero
  /// The last control point of a curve, which smooth curves mirror; nil after other commands.
  private var cubicControl: CGPoint?
  private var quadraticControl: CGPoint?

  /// Reads a path with coordinates up to `limit`, in points.
  package static func read(_ text: String, limit: CGFloat) throws(ValueProblem) -> CGPath {
    var data = PathData(text, limit)
    try data.readCommands()
    return data.path.copy() ?? data.path
  }

  private init(_ text: String, _ limit: CGFloat) {
    bytes = Array(text.utf8)
    self.limit = limit
  }

  private mutating func readCommands() throws(ValueProblem) {
    var command: UInt8?
    while let byte = nextByte() {
      if isLetter(byte) {
        index += 1
        guard command != nil || byte == UInt8(ascii: "M") || byte == UInt8(ascii: "m") else {
          throw problem("'M' to begin with")
        }
        command = byte
      } else if command == nil || command == UInt8(ascii: "Z") || command == UInt8(ascii: "z") {
        throw problem("a command")
      }
      try read(command!)
      // Further points after a move are lines.
      if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
      if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
    }
  }

  private mutating func read(_ command: UInt8) throws(ValueProblem) {
    let isRelative = command >= UInt8(ascii: "a")
    let origin = isRelative ? current : .zero
    var (cubic, quadratic): (CGPoint?, CGPoint?)
    switch Character(UnicodeScalar(command)).uppercased() {
    case "M":
      current = try point(from: origin)
      start = current
      path.move(to: current)
    case "L": line(to: try point(from: origin))
    case "H": line(to: CGPoint(x: try number() + origin.x, y: current.y))
    case "V": line(to: CGPoint(x: current.x, y: try number() + origin.y))
    case "Z":
      path.closeSubpath()
      current = start
    case "C":
      let first = try point(from: origin)
      cubic = try curve(first, from: origin)
    case "S": cubic = try curve(cubicControl?.mirrored(at: current) ?? current, from: origin)
    case "Q":
      let control = try point(from: origin)
      quadratic = try curve(quadratic: control, from: origin)
    case "T": quadratic = try curve(quadratic: quadraticControl?.mirrored(at: current) ?? current, from: origin)
    case "A": try arc(from: origin)
    default:
      index -= 1
      throw problem("one of the commands M, L, H, V, C, S, Q, T, A, Z")
    }
    (cubicControl, quadraticControl) = (cubic, quadratic)
  }

  private mutating func line(to point: CGPoint) {
    path.addLine(to: point)
    current = point
  }

  /// Reads the rest of a cubic curve, and returns its second control point.
  private mutating func curve(_ first: CGPoint, from origin: CGPoint) throws(ValueProblem) -> CGPoint {
    let second = try point(from: origin)
    current = try point(from: origin)
    path.addCurve(to: current, control1: first, control2: second)
    return second
  }

  /// Reads the end of a quadratic curve, and returns its control point.
  private mutating func curve(quadratic control: CGPoint, from origin: CGPoint) throws(ValueProblem) -> CGPoint {
    current = try point(from: origin)
    path.addQuadCurve(to: current, control: control)
    return control
  }

  private mutating func arc(from origin: CGPoint) throws(ValueProblem) {
    let radii = CGSize(width: abs(try number()), height: abs(try number()))
    let rotation = try number() * .pi / 180
    let (isLarge, isSweep) = (try flag(), try flag())
    let end = try point(from: origin)
    let arc = EllipticalArc(
      from: current, to: end, radii: radii, rotation: rotation, isLarge: isLarge, isSweep: isSweep)
    arc.append(to: path)
    current = end
  }
}

// MARK: - Numbers

extension PathData {
  private func problem(_ expectation: String) -> ValueProblem {
    .unreadable("path data at character \(index + 1); expected \(expectation)")
  }

  private func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & ~0x20) }

  /// Returns the next byte that is neither white space nor a comma; nil at the end.
  private mutating func nextByte() -> UInt8? {
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: ","), 9, 10, 13: index += 1
      default: return bytes[index]
      }
    }
    return nil
  }

  private mutating func point(from origin: CGPoint) throws(ValueProblem) -> CGPoint {
    let x = try number() + origin.x
    let y = try number() + origin.y
    guard max(abs(x), abs(y)) <= limit else {
      throw .unusable(String(format: "a point at %g, %g; expected at most %g", x, y, Double(limit)))
    }
    return CGPoint(x: x, y: y)
  }

  /// Reads an arc's flag: a single digit, which needs no separator after it.
  private mutating func flag() throws(ValueProblem) -> Bool {
    let byte = nextByte()
    guard byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else { throw problem("0 or 1") }
    index += 1
    return byte == UInt8(ascii: "1")
  }

  private mutating func number() throws(ValueProblem) -> CGFloat {
    _ = nextByte()
    let begin = index
    skip("+-")
    skipDigits()
    if skip(".") { skipDigits() }
    let mantissaEnd = index
    if skip("eE") {
      skip("+-")
      if !skipDigits() { index = mantissaEnd }
    }
    guard let number = Double(String(decoding: bytes[begin..<index], as: UTF8.self)) else {
      index = begin
      throw problem("a number")
    }
    guard abs(number) <= limit else {
      throw .unusable(String(format: "%g in path data; expected at most %g", number, Double(limit)))
    }
    return CGFloat(number)
  }

  @discardableResult private mutating func skip(_ choices: StaticString) -> Bool {
    guard index < bytes.count else { return false }
    let isChoice = choices.withUTF8Buffer { $0.contains(bytes[index]) }
    if isChoice { index += 1 }
    return isChoice
  }

  @discardableResult private mutating func skipDigits() -> Bool {
    let begin = index
    while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
    return index > begin
  }
}

extension CGPoint {
  fileprivate func mirrored(at center: CGPoint) -> CGPoint { CGPoint(x: 2 * center.x - x, y: 2 * center.y - y) }
}

/// SVG's arc between two points, as cubic curves. Its centre follows from the end points (SVG 1.1, appendix F.6.5): in
/// a space where the ellipse is a unit circle, it lies on the perpendicular bisector of the two.
struct EllipticalArc {
  private let from: CGPoint
  private let to: CGPoint
  /// The map from the unit circle about zero to the ellipse; nil if the arc is a straight line.
  private let ellipse: CGAffineTransform?
  private var startAngle: CGFloat = 0
  private var sweep: CGFloat = 0

  /// Creates an arc. `radii` are enlarged if the ellipse is too small for the points; the arc is a line if a radius is
  /// 0, or if the points are too close or the radii too small for the precision. `rotation` is that of the ellipse's
  /// axes, in radians; `isLarge` chooses the arc of more than half a turn, `isSweep` the one with increasing angles.
  init(from: CGPoint, to: CGPoint, radii: CGSize, rotation: CGFloat, isLarge: Bool, isSweep: Bool) {
    self.from = from
    self.to = to
    guard from != to, radii.width > 0, radii.height > 0 else {
      ellipse = nil
      return
    }
    // Only the ratio counts of radii that are much too small; this keeps their product above 0.
    let (major, least) = (max(radii.width, radii.height), hypot(to.x - from.x, to.y - from.y) / 100)
    var radii = radii
    if major < least { radii = CGSize(width: radii.width / major * least, height: radii.height / major * least) }
    let shape = CGAffineTransform(rotationAngle: rotation).scaledBy(x: radii.width, y: radii.height)
    let toCircle = shape.inverted()
    let (a, b) = (from.applying(toCircle), to.applying(toCircle))
    let half = CGPoint(x: (b.x - a.x) / 2, y: (b.y - a.y) / 2)
    let distance = hypot(half.x, half.y)
    // The unit circle is enlarged until points too far apart for it lie on a diameter.
    let radius = max(distance, 1)
    let offset = (radius * radius - distance * distance).squareRoot() / distance * (isLarge == isSweep ? -1 : 1)
    let center = CGPoint(x: a.x + half.x - half.y * offset, y: a.y + half.y + half.x * offset)
    let start = atan2(a.y - center.y, a.x - center.x)
    var sweep = atan2(b.y - center.y, b.x - center.x) - start
    guard start.isFinite, sweep.isFinite, radius.isFinite else {
      ellipse = nil
      return
    }
    if isSweep && sweep < 0 { sweep += 2 * .pi }
    if !isSweep && sweep > 0 { sweep -= 2 * .pi }
    (startAngle, self.sweep) = (start, sweep)
    ellipse = shape.translatedBy(x: center.x, y: center.y).scaledBy(x: radius, y: radius)
  }

  /// Appends the arc to a path that ends at the arc's beginning.
  func append(to path: CGMutablePath) {
    guard let ellipse else {
      path.addLine(to: to)
      return
    }
    var curves = CubicSegment.arc(center: .zero, radius: 1, from: startAngle, sweep: sweep)
    let last = curves.removeLast()
    for curve in curves {
      path.addCurve(to: curve.end, control1: curve.control1, control2: curve.control2, transform: ellipse)
    }
    path.addCurve(to: to, control1: last.control1.applying(ellipse), control2: last.control2.applying(ellipse))
  }
}
