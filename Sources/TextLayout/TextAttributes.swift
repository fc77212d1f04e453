// Attributes hold values of classes in modules above this one, which conform to these protocols.

package import CoreGraphics
package import Foundation

/// A font of a module above: `CTFont`, `UIFont`.
package protocol TextFontValue { var textFont: TextFont { get } }

/// A colour of a module above: `UIColor`.
package protocol TextColorValue { var textColor: CGColor { get } }

/// A paragraph style of a module above: `CTParagraphStyle`, `NSParagraphStyle`.
package protocol TextParagraphValue { var paragraphFormat: ParagraphFormat { get } }

/// A shadow of a module above: `NSShadow`.
package protocol TextShadowValue { var textShadow: TextShadow? { get } }

extension StyledText {
  /// Creates the text of an attributed string; `base` has the values that the string does not set.
  package init(_ attributed: NSAttributedString, base: TextStyle) {
    let string = attributed.string
    var runs: [Run] = []
    let length = string.utf16.count
    if length > 0 {
      attributed.enumerateAttributes(in: NSRange(location: 0, length: attributed.length)) { attributes, range, _ in
        let style = TextStyle(attributes, base: base)
        // An invalid character has another length in a Swift string.
        let range = min(range.location, length)..<min(range.location + range.length, length)
        guard !range.isEmpty else { return }
        if let last = runs.last, last.style == style, last.range.upperBound == range.lowerBound {
          runs[runs.count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
          runs.append(Run(range: range, style: style))
        }
      }
    }
    if runs.isEmpty { runs = [Run(range: 0..<length, style: base)] }
    self.init(string: string, runs: runs)
  }
}

extension TextStyle {
  /// Creates a style from attributes; `base` has the values that they do not set.
  package init(_ attributes: [NSAttributedString.Key: Any], base: TextStyle) {
    self = base
    let values = AttributeReader(attributes)
    if let font = values["NSFont"] as? any TextFontValue { self.font = font.textFont }
    if let color = values.color("NSColor") ?? values.color("CTForegroundColor") { self.color = color }
    if values.number("CTForegroundColorFromContext") == 1 { color = nil }
    if let color = values.color("NSBackgroundColor") ?? values.color("CTBackgroundColor") { background = color }
    if let kern = values.number("CTTracking") ?? values.number("NSKern") { self.kern = kern }
    if let ligature = values.number("NSLigature") { hasLigatures = ligature != 0 }
    if let number = values.number("NSUnderline") {
      underline = TextLineStyle(
        number: Int(bounded: number), color: values.color("NSUnderlineColor") ?? values.color("CTUnderlineColor"))
    }
    if let number = values.number("NSStrikethrough") {
      strikethrough = TextLineStyle(number: Int(bounded: number), color: values.color("NSStrikethroughColor"))
    }
    if let width = values.number("NSStrokeWidth") { strokeWidth = width }
    if let color = values.color("NSStrokeColor") { strokeColor = color }
    if let offset = values.number("NSBaselineOffset") ?? values.number("CTBaselineOffset") { baselineOffset = offset }
    if let shadow = values["NSShadow"] as? any TextShadowValue { self.shadow = shadow.textShadow }
    if let paragraph = values["NSParagraphStyle"] as? any TextParagraphValue {
      self.paragraph = paragraph.paragraphFormat
    }
  }
}

private struct AttributeReader {
  let attributes: [NSAttributedString.Key: Any]

  init(_ attributes: [NSAttributedString.Key: Any]) { self.attributes = attributes }

  subscript(name: String) -> Any? { attributes[NSAttributedString.Key(rawValue: name)] }

  /// Returns a finite number, of any numeric type, clamped to the range of Int32.
  func number(_ name: String) -> CGFloat? {
    let number: Double
    switch self[name] {
    case let value as CGFloat: number = Double(value)
    case let value as Double: number = value
    case let value as Int: number = Double(value)
    case let value as Float: number = Double(value)
    case let value as Bool: number = value ? 1 : 0
    case let value as any BinaryInteger: number = Double(value)
    case let value as NSNumber: number = value.doubleValue
    default: return nil
    }
    return number.isFinite ? CGFloat(min(max(number, -1e9), 1e9)) : nil
  }

  func color(_ name: String) -> CGColor? {
    switch self[name] {
    case let color as CGColor: color
    case let color as any TextColorValue: color.textColor
    default: nil
    }
  }
}
