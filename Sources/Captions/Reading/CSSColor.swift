// Colours as CSS writes them: in files of captions, and on the command line.

package import CoreGraphics

/// A colour by CSS's notation, in sRGB.
package struct CSSColor: Equatable, Sendable {
  /// From 0 to 1, not premultiplied.
  package let red: Double
  package let green: Double
  package let blue: Double
  package let alpha: Double

  /// The colour as CoreGraphics has it.
  package var cgColor: CGColor { CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha) }

  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, or a name; nil for anything else.
  package init?(_ text: String) {
    let hex = text.hasPrefix("#") ? text : Self.names[text.lowercased()] ?? ""
    guard hex.hasPrefix("#") else { return nil }
    let digits = hex.dropFirst().map(\.hexDigitValue)
    let values = digits.compactMap { $0 }
    guard values.count == digits.count else { return nil }
    let bytes: [Int]
    switch values.count {
    case 3, 4: bytes = values.map { $0 * 17 }
    case 6, 8: bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
    default: return nil
    }
    let parts = bytes.map { Double($0) / 255 }
    (red, green, blue) = (parts[0], parts[1], parts[2])
    alpha = parts.count == 4 ? parts[3] : 1
  }

  /// The basic colour keywords of CSS Color 4 (6.1), orange, cyan and magenta, and none at all.
  private static let names = [
    "black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "white": "#ffffff", "maroon": "#800000",
    "red": "#ff0000", "purple": "#800080", "fuchsia": "#ff00ff", "green": "#008000", "lime": "#00ff00",
    "olive": "#808000", "yellow": "#ffff00", "navy": "#000080", "blue": "#0000ff", "teal": "#008080",
    "aqua": "#00ffff", "orange": "#ffa500", "cyan": "#00ffff", "magenta": "#ff00ff", "transparent": "#00000000",
  ]
}
