// Tested by UIColorTests.

public import CoreGraphics
public import Foundation

/// A colour with alpha: either one colour, or a rule that picks one by light or dark style each time it is asked
/// (`UITraitCollection.current`). Layers take its ``cgColor``. Components outside 0...1 are clamped: everything is
/// drawn in sRGB with 8 bits.
open class UIColor: NSObject, _ExpressibleByColorLiteral, @unchecked Sendable {
  // Unchecked Sendable: the only stored property is immutable and Sendable; subclasses have to keep to that.
  private let source: Source

  private enum Source: Sendable {
    case color(CGColor)
    case rule(@Sendable (UITraitCollection) -> UIColor)
  }

  /// Creates a colour with the unchanged colour of Core Graphics.
  public init(cgColor: CGColor) { source = .color(cgColor) }

  /// Creates a colour that `dynamicProvider` picks each time the colour is asked for.
  public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
    source = .rule(dynamicProvider)
  }

  /// Creates a colour of the sRGB space. Components are not premultiplied, and clamped to 0...1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(
      cgColor: CGColor(
        red: red.clampedToUnit, green: green.clampedToUnit, blue: blue.clampedToUnit, alpha: alpha.clampedToUnit))
  }

  /// Creates a colour that shows nothing: black with alpha 0.
  public override convenience init() { self.init(white: 0, alpha: 0) }

  /// Creates a grey: a white of 0 is black, of 1 white.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(gray: white.clampedToUnit, alpha: alpha.clampedToUnit))
  }

  /// Creates the colour of a literal in source code.
  public required convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }

  /// The colour in Core Graphics' form; for a dynamic colour the present one.
  open var cgColor: CGColor {
    switch source {
    case .color(let color): color
    case .rule(let rule): rule(.current).cgColor
    }
  }

  /// Returns the resolved colour of a dynamic one under `traitCollection`; any other colour itself.
  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    switch source {
    case .color: self
    case .rule(let rule): rule(traitCollection).resolvedColor(with: traitCollection)
    }
  }

  /// Returns the colour with another alpha; a dynamic colour stays dynamic.
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    switch source {
    case .color(let color): UIColor(cgColor: color.copy(alpha: alpha.clampedToUnit) ?? color)
    case .rule(let rule): UIColor { rule($0).withAlphaComponent(alpha) }
    }
  }

  /// Equal when colour space and components are; dynamic colours are equal only to themselves.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    if self === other { return true }
    guard case .color(let mine) = source, case .color(let theirs) = other.source else { return false }
    return mine == theirs
  }

  open override var hash: Int {
    switch source {
    case .color(let color): color.hashValue
    case .rule: ObjectIdentifier(self).hashValue
    }
  }

  /// The components, or that the colour is dynamic.
  open override var description: String {
    switch source {
    case .color(let color): "UIColor(\(color))"
    case .rule: "UIColor(dynamic, now \(cgColor))"
    }
  }
}

/// The type of `#colorLiteral(red:green:blue:alpha:)` without another type.
public typealias _ColorLiteralType = UIColor

extension CGFloat {
  var clampedToUnit: CGFloat { Swift.min(Swift.max(self, 0), 1) }
}

extension UIColor {
  /// Creates a colour by hue (0 and 1 are red, 1/3 is green, 2/3 is blue), saturation and brightness, each from 0 to 1.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let (h, s, v) = (hue.clampedToUnit * 6, saturation.clampedToUnit, brightness.clampedToUnit)
    // The part of the brightness in a channel, by its distance from the hue around the circle of six.
    func channel(_ offset: CGFloat) -> CGFloat {
      let k = (offset + h).truncatingRemainder(dividingBy: 6)
      return v - v * s * Swift.max(0, Swift.min(k, 4 - k, 1))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
  }

  /// Creates a colour in Display P3. Drawing clips it to sRGB.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let components = [red, green, blue, alpha].map(\.clampedToUnit)
    let color = CGColorSpace(name: CGColorSpace.displayP3).flatMap { CGColor(colorSpace: $0, components: components) }
    self.init(cgColor: color ?? .clear)
  }

  /// Writes the components in sRGB, from 0 to 1; nil skips one. Returns true.
  @discardableResult
  public func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let color = components
    red?.pointee = color.red
    green?.pointee = color.green
    blue?.pointee = color.blue
    alpha?.pointee = color.alpha
    return true
  }

  /// Writes hue, saturation, brightness and alpha, from 0 to 1; nil skips one. The hue of a grey is 0. Returns true.
  @discardableResult
  public func getHue(
    _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
    brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let color = components
    let high = Swift.max(color.red, color.green, color.blue)
    let range = high - Swift.min(color.red, color.green, color.blue)
    hue?.pointee = Self.hue(color.red, color.green, color.blue, highest: high, range: range)
    saturation?.pointee = high > 0 ? range / high : 0
    brightness?.pointee = high
    alpha?.pointee = color.alpha
    return true
  }

  /// Writes the grey of the same luminance, and alpha, from 0 to 1; nil skips one. Returns true.
  @discardableResult
  public func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
    let grey = cgColor.componentsInGrey
    white?.pointee = grey[0]
    alpha?.pointee = grey[1]
    return true
  }

  private static func hue(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, highest: CGFloat, range: CGFloat)
    -> CGFloat
  {
    guard range > 0 else { return 0 }
    let sixths =
      if highest == red {
        (green - blue) / range
      } else if highest == green {
        (blue - red) / range + 2
      } else {
        (red - green) / range + 4
      }
    return (sixths < 0 ? sixths + 6 : sixths) / 6
  }

  private var components: (red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let values = cgColor.componentsInSRGB
    return (values[0], values[1], values[2], values[3])
  }
}

extension CGColor {
  private static let grey = CGColorSpace.genericGrayGamma2_2

  /// Red, green, blue, alpha. Greys of gamma 2.2 have equal components, without the rounding of a conversion.
  fileprivate var componentsInSRGB: [CGFloat] {
    if colorSpace?.name == Self.grey, let values = components { return [values[0], values[0], values[0], values[1]] }
    return components(inSpaceNamed: CGColorSpace.sRGB) ?? [0, 0, 0, 0]
  }

  /// White, alpha.
  fileprivate var componentsInGrey: [CGFloat] { components(inSpaceNamed: Self.grey) ?? [0, 0] }

  private func components(inSpaceNamed name: CFString) -> [CGFloat]? {
    CGColorSpace(name: name).flatMap { converted(to: $0, intent: .defaultIntent, options: nil) }?.components
  }
}

// The fixed colours. Greys are in the grey colour space and the others in sRGB, as on Apple's systems, so that `.black`
// and `UIColor(red: 0, green: 0, blue: 0, alpha: 1)` look the same and are not equal.
extension UIColor {
  /// In sRGB: 0, 0, 0.
  public static let black = UIColor(white: 0, alpha: 1)
  /// Grey: a third of white.
  public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
  /// Grey: half of white.
  public static let gray = UIColor(white: 0.5, alpha: 1)
  /// Grey: two thirds of white.
  public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
  /// In sRGB: 1, 1, 1.
  public static let white = UIColor(white: 1, alpha: 1)
  /// Black with alpha 0: it shows nothing.
  public static let clear = UIColor(white: 0, alpha: 0)

  /// In sRGB: 1, 0, 0.
  public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  /// In sRGB: 0, 1, 0.
  public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  /// In sRGB: 0, 0, 1.
  public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
  /// In sRGB: 0, 1, 1.
  public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
  /// In sRGB: 1, 1, 0.
  public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
  /// In sRGB: 1, 0, 1.
  public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
  /// In sRGB: 1, 0.5, 0.
  public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
  /// In sRGB: 0.5, 0, 0.5.
  public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
  /// In sRGB: 0.6, 0.4, 0.2.
  public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
}
