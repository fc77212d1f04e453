// A style of SubStation Alpha: the look of dialogue by a name.

import CoreGraphics
import Documents
import Foundation

/// A style; lengths are of the script's size.
struct SubStationStyle {
  var name = "Default"
  var font = "Arial"
  /// The height of a line.
  var fontSize = 18.0
  var color = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
  var outlineColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
  var isBold = false
  var isItalic = false
  var isUnderlined = false
  /// Whether a box in the outline's colour stands behind the text, in the place of an outline.
  var hasBox = false
  var outline = 2.0
  /// As on the keys of a number pad, 1 to 9.
  var alignment = 2
  var marginL = 10.0
  var marginR = 10.0
  var marginV = 10.0

  init() {}

  /// Reads a style by its fields; what cannot be read is as it is without.
  ///
  /// - Parameter isOld: whether it is one of SSA's, before version 4+.
  init(_ values: [String: Substring], isOld: Bool, at place: SourceLocation, _ notes: NoteCollector) {
    func text(_ key: String) -> String? {
      values[key].map { $0.trimmingCharacters(in: .whitespaces) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    func number(_ key: String, _ range: ClosedRange<Double>) -> Double? {
      guard let text = text(key) else { return nil }
      guard let number = Double(text), range ~= number else {
        notes.add("'\(text.excerpt)' as a style's \(key); not used", at: place)
        return nil
      }
      return number
    }
    name = String((text("name") ?? name).drop { $0 == "*" })
    font = String((text("fontname") ?? font).drop { $0 == "@" })
    fontSize = number("fontsize", 1...10_000) ?? fontSize
    if let read = Self.color(text("primarycolour")) { color = read }
    if let read = Self.color(text(isOld ? "tertiarycolour" : "outlinecolour")) { outlineColor = read }
    isBold = (number("bold", -1...1000) ?? 0) != 0
    isItalic = (number("italic", -1...1) ?? 0) != 0
    isUnderlined = (number("underline", -1...1) ?? 0) != 0
    hasBox = number("borderstyle", 0...10) == 3
    outline = number("outline", 0...1000) ?? outline
    if let key = number("alignment", 1...11).map({ Int(bounded: $0) }) {
      alignment = isOld ? Self.key(ofOld: key) : min(key, 9)
    }
    marginL = number("marginl", -10_000...100_000) ?? marginL
    marginR = number("marginr", -10_000...100_000) ?? marginR
    marginV = number("marginv", -10_000...100_000) ?? marginV
    for (key, plain, what) in [
      ("shadow", 0.0, "shadows"), ("scalex", 100, "widths"), ("scaley", 100, "heights"), ("spacing", 0, "spacings"),
      ("angle", 0, "angles"), ("strikeout", 0, "lines through text"),
    ] {
      if let value = number(key, -1e6...1e6), value != plain { notes.add("\(what) of styles are not shown", at: place) }
    }
  }

  /// The key of SSA's numbers: 1 to 3 at the bottom, 4 more at the top, 8 more in the middle.
  static func key(ofOld number: Int) -> Int {
    let column = max(number & 3, 1)
    return number & 8 != 0 ? column + 3 : number & 4 != 0 ? column + 6 : column
  }

  /// `&HAABBGGRR`, of which AA is how transparent it is, `&HBBGGRR&`, or the same as a decimal number.
  static func color(_ text: String?) -> CGColor? {
    guard var digits = text?.drop(while: { $0 == "&" }) else { return nil }
    while digits.last == "&" { digits.removeLast() }
    let isHex = digits.first == "H" || digits.first == "h"
    if isHex { digits.removeFirst() }
    guard 1...10 ~= digits.count, let number = Int64(digits, radix: isHex ? 16 : 10) else { return nil }
    let bits = UInt32(truncatingIfNeeded: number)
    func part(_ shift: UInt32) -> CGFloat { CGFloat(bits >> shift & 255) / 255 }
    return CGColor(srgbRed: part(0), green: part(8), blue: part(16), alpha: 1 - part(24))
  }

  /// A place by a key of a number pad and the margins, or at a point.
  func place(_ key: Int, at point: CGPoint?, in size: CGSize) -> CaptionPlace {
    let (column, row) = ((key - 1) % 3, (key - 1) / 3)
    let (left, right) = (marginL, Double(size.width) - marginR)
    let x = point.map { Double($0.x) } ?? [left, (left + right) / 2, right][column]
    let y = point.map { Double($0.y) } ?? [Double(size.height) - marginV, Double(size.height) / 2, marginV][row]
    var place = CaptionPlace(
      x: x / Double(size.width), y: y / Double(size.height), lines: [.left, .center, .right][column])
    (place.anchorX, place.anchorY) = (Double(column) / 2, 1 - Double(row) / 2)
    place.width = min(max((right - left) / Double(size.width), 0.05), 1)
    place.isFixed = point != nil
    return place
  }
}
