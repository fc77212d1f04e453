// Tested by CSSColorTests and ArgumentValueTests.

package import CoreGraphics
import Foundation

/// A colour in CSS's notation, in sRGB, for scenes, caption files and the command line.
package struct CSSColor: Equatable, Sendable {
  /// The red component, from 0 to 1, not premultiplied; so are the others.
  package let red: Double
  package let green: Double
  package let blue: Double
  package let alpha: Double

  package var cgColor: CGColor { CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha) }

  /// Parses `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, a name, `rgb(255 0 0 / 50%)` or `hsl(120 100% 50%)`, also with
  /// commas; returns nil for other text. Components beyond their range are clamped, as in CSS.
  package init?(_ text: String) {
    let lowercased = text.lowercased()
    if let function = CSSFunction(lowercased) {
      self.init(function)
      return
    }
    let hex: Substring
    if text.hasPrefix("#") {
      hex = text.dropFirst()
    } else if let named = Self.names[lowercased[...]] {
      hex = named
    } else {
      return nil
    }
    let digits = hex.map { $0.isASCII ? $0.hexDigitValue : nil }
    let values = digits.compactMap { $0 }
    guard values.count == digits.count else { return nil }
    let bytes: [Int]
    switch values.count {
    case 3, 4: bytes = values.map { $0 * 17 }
    case 6, 8: bytes = stride(from: 0, to: values.count, by: 2).map { values[$0] * 16 + values[$0 + 1] }
    default: return nil
    }
    self.init(bytes.map { Double($0) / 255 } + [1])
  }

  /// Creates a colour of its components, in order; more than four do not count.
  private init(_ parts: [Double]) { (red, green, blue, alpha) = (parts[0], parts[1], parts[2], parts[3]) }

  /// Parses a colour as ``init(_:)`` does, or one beyond sRGB: `color(display-p3 1 0.5 0 / 0.5)`.
  package static func color(_ text: String) -> CGColor? {
    guard let function = CSSFunction(text.lowercased()), function.name == "color" else {
      return CSSColor(text)?.cgColor
    }
    let names = ["display-p3": CGColorSpace.displayP3, "srgb": CGColorSpace.sRGB]
    guard function.arguments.count >= 4, let name = names[String(function.arguments[0])],
      let space = CGColorSpace(name: name),
      let parts = function.components(from: 1, scales: [1, 1, 1])
    else { return nil }
    return CGColor(colorSpace: space, components: parts.map { CGFloat($0) })
  }

  private init?(_ function: CSSFunction) {
    switch function.name {
    case "rgb", "rgba":
      guard let parts = function.components(from: 0, scales: [255, 255, 255]) else { return nil }
      self.init(parts)
    case "hsl", "hsla":
      guard let hue = function.hue, let parts = function.components(from: 0, scales: [nil, 100, 100]) else {
        return nil
      }
      // CSS Color 4, 7.1.
      let (saturation, lightness) = (parts[1], parts[2])
      let rgb = [0.0, 8, 4].map { offset in
        let place = (offset + hue / 30).truncatingRemainder(dividingBy: 12)
        return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(place - 3, 9 - place, 1))
      }
      self.init(rgb + [parts[3]])
    default: return nil
    }
  }

  /// The names of CSS Color 4 (6.1), as hexadecimal digits.
  private static let names: [Substring: Substring] = {
    let words = """
      aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 \
      black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0 \
      chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff \
      darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 darkgrey a9a9a9 \
      darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 \
      darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f \
      darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff dimgray 696969 dimgrey 696969 \
      dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc \
      ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 \
      honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa \
      lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff \
      lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 \
      lightsalmon ffa07a lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 \
      lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 \
      mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 \
      mediumslateblue 7b68ee mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 \
      midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 navajowhite ffdead navy 000080 \
      oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa \
      palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f \
      pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f \
      royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee \
      sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa \
      springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 transparent 00000000 \
      turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
      """.split { $0 == " " }
    return Dictionary(uniqueKeysWithValues: stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) })
  }()
}

/// `name(a b c / d)`, with white space, commas or a slash between the arguments.
private struct CSSFunction {
  let name: Substring
  let arguments: [Substring]

  init?(_ text: String) {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "(") else { return nil }
    name = text[..<open]
    arguments = text[text.index(after: open)...].dropLast().split { $0.isWhitespace || $0 == "," || $0 == "/" }
  }

  /// Returns three numbers from 0 to 1 from an argument on, and the alpha. A number of `scale` is 1; a nil scale is
  /// an angle's, which is 0 here. Returns nil for other arguments.
  func components(from start: Int, scales: [Double?]) -> [Double]? {
    let given = arguments[start...]
    guard given.count == 3 || given.count == 4 else { return nil }
    var parts: [Double] = []
    for (text, scale) in zip(given, scales + [1]) {
      guard let scale else {
        parts.append(0)
        continue
      }
      let isPercentage = text.hasSuffix("%")
      guard let number = Double(isPercentage ? text.dropLast() : text), number.isFinite else { return nil }
      parts.append(min(max(number / (isPercentage ? 100 : scale), 0), 1))
    }
    return parts.count == 4 ? parts : parts + [1]
  }

  /// The first argument in degrees, from 0 to 360; nil for other text.
  var hue: Double? {
    guard let first = arguments.first, let radians = Double(angle: first, unitless: .pi / 180) else { return nil }
    let degrees = (radians * 180 / .pi).truncatingRemainder(dividingBy: 360)
    return degrees < 0 ? degrees + 360 : degrees
  }
}

extension Double {
  /// Parses an angle in radians: `30deg`, `0.5turn`, `1rad`, or a number of the unit given; nil for other text.
  package init?(angle text: some StringProtocol, unitless: Double?) {
    let units: [(name: String, factor: Double)] = [("deg", .pi / 180), ("turn", 2 * .pi), ("rad", 1)]
    let unit = units.first { text.hasSuffix($0.name) }
    guard let factor = unit?.factor ?? unitless, let number = Double(text.dropLast(unit?.name.count ?? 0)),
      number.isFinite
    else { return nil }
    self = number * factor
  }
}
