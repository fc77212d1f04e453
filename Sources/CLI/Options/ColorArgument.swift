// The value of --background. The forms are those of CSS and of CAML, as people have colours at hand in either.
import CoreGraphics

/// A colour in sRGB, components from 0 to 1, not premultiplied.
struct ColorArgument: Equatable {
  var red: Double
  var green: Double
  var blue: Double
  var alpha: Double

  static let transparent = ColorArgument(red: 0, green: 0, blue: 0, alpha: 0)
  static let black = ColorArgument(red: 0, green: 0, blue: 0, alpha: 1)

  init(red: Double, green: Double, blue: Double, alpha: Double) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, a name of CSS's basic sixteen or `orange`, `transparent`, or three
  /// or four numbers from 0 to 1 (`1 0.5 0 1`, CAML's form).
  init(parsing text: String) throws(ArgumentValueError) {
    guard let color = Self(hex: text) ?? Self(name: text) ?? Self(components: text) else {
      throw ArgumentValueError(
        "expected a colour: #rgb, #rrggbb, #rrggbbaa, a name such as white, 'transparent', or 'r g b a' from 0 to 1")
    }
    self = color
  }

  private init?(hex text: String) {
    guard text.hasPrefix("#") else { return nil }
    let digits = text.dropFirst().map(\.hexDigitValue)
    let values = digits.compactMap { $0 }
    guard values.count == digits.count else { return nil }
    let bytes: [Int]
    switch values.count {
    case 3, 4: bytes = values.map { $0 * 17 }
    case 6, 8: bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
    default: return nil
    }
    let parts = bytes.map { Double($0) / 255 }
    self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1)
  }

  private init?(components text: String) {
    let parts = text.split(separator: " ").map { Double($0) }
    let values = parts.compactMap { $0 }
    guard values.count == parts.count, 3...4 ~= values.count, values.allSatisfy({ 0...1 ~= $0 }) else { return nil }
    self.init(red: values[0], green: values[1], blue: values[2], alpha: values.count == 4 ? values[3] : 1)
  }

  private init?(name: String) {
    if name.lowercased() == "transparent" {
      self = .transparent
    } else if let hex = Self.names[name.lowercased()] {
      self.init(hex: hex)
    } else {
      return nil
    }
  }

  /// The basic colour keywords of CSS Color 4 (6.1), and orange.
  private static let names = [
    "black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "white": "#ffffff", "maroon": "#800000",
    "red": "#ff0000", "purple": "#800080", "fuchsia": "#ff00ff", "green": "#008000", "lime": "#00ff00",
    "olive": "#808000", "yellow": "#ffff00", "navy": "#000080", "blue": "#0000ff", "teal": "#008080",
    "aqua": "#00ffff", "orange": "#ffa500",
  ]
}

extension ColorArgument {
  /// The colour as CoreGraphics has it, in sRGB.
  var cgColor: CGColor { CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha) }
}
