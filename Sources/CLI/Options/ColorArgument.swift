// The value of --background. The forms are those of CSS and of CAML, as people have colours at hand in either.
import CoreGraphics
import SceneFiles

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

  /// Reads `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, a name of CSS's basic sixteen, `orange`, `cyan`, `magenta` or
  /// `transparent`, or three or four numbers from 0 to 1 (`1 0.5 0 1`, CAML's form).
  init(parsing text: String) throws(ArgumentValueError) {
    guard let color = Self(css: text) ?? Self(components: text) else {
      throw ArgumentValueError(
        "expected a colour: #rgb, #rrggbb, #rrggbbaa, a name such as white, 'transparent', or 'r g b a' from 0 to 1")
    }
    self = color
  }

  private init?(css text: String) {
    guard let color = CSSColor(text) else { return nil }
    self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
  }

  private init?(components text: String) {
    let parts = text.split(separator: " ").map { Double($0) }
    let values = parts.compactMap { $0 }
    guard values.count == parts.count, 3...4 ~= values.count, values.allSatisfy({ 0...1 ~= $0 }) else { return nil }
    self.init(red: values[0], green: values[1], blue: values[2], alpha: values.count == 4 ? values[3] : 1)
  }
}

extension ColorArgument {
  /// Returns the colour that a text describes; nil if the text describes no colour.
  static func cgColor(_ text: String) -> CGColor? { (try? ColorArgument(parsing: text))?.cgColor }

  /// The colour as CoreGraphics has it, in sRGB.
  var cgColor: CGColor { CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha) }
}
