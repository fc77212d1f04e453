// Tested by CGColorTests.

public import Foundation

/// An immutable colour: components in a colour space, and alpha, each from 0 to 1, not premultiplied.
public final class CGColor: Sendable {
  /// The space that the components are in. Optional as Apple declares it; never nil.
  public let colorSpace: CGColorSpace?
  private let space: CGColorSpace
  private let values: [CGFloat]

  /// Red, green, blue and alpha in sRGB, not premultiplied: what compositing reads. Colours that sRGB cannot hold are
  /// clipped; sRGB's own components are as given.
  package let rgba: SIMD4<Float>

  init(space: CGColorSpace, values: [CGFloat]) {
    colorSpace = space
    self.space = space
    self.values = values
    rgba = space.encoding.rgba(values.map { Double($0) })
  }

  /// A colour in `space`; `components` holds one value for each component of the space, then alpha.
  ///
  /// Optional as Apple declares it; never nil here.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    let count = space.numberOfComponents + 1
    self.init(space: space, values: Array(UnsafeBufferPointer(start: components, count: count)))
  }

  /// A colour of the sRGB space. Components are from 0 to 1, not premultiplied.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .standardRGB, values: [red, green, blue, alpha])
  }

  /// A colour of the sRGB space. Components are from 0 to 1, not premultiplied.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// A grey of the sRGB space's curve: 0 is black, 1 is white.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(space: .standardGray, values: [gray, alpha])
  }

  /// A grey in the space of gamma 2.2: 0 is black, 1 is white.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) { self.init(gray: gray, alpha: alpha) }

  /// Creates a colour from the amounts of four inks, each from 0, no ink, to 1, full ink.
  public convenience init(
    genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    self.init(space: .standardCMYK, values: [cyan, magenta, yellow, black, alpha])
  }

  /// A colour from what compositing reads.
  package convenience init(rgba: SIMD4<Float>) {
    self.init(
      red: CGFloat(rgba.x), green: CGFloat(rgba.y), blue: CGFloat(rgba.z), alpha: CGFloat(rgba.w))
  }

  /// The number of values in ``components``, alpha included.
  public var numberOfComponents: Int { values.count }
  /// The components in the colour's own space, then alpha. Optional as Apple declares it; never nil.
  public var components: [CGFloat]? { values }
  /// The opacity, from 0 for transparent to 1 for opaque.
  public var alpha: CGFloat { values[values.count - 1] }

  /// The colour itself. Optional as Apple declares it; never nil.
  public func copy() -> CGColor? { self }

  /// The same colour with another alpha. Optional as Apple declares it; never nil.
  public func copy(alpha: CGFloat) -> CGColor? { CGColor(space: space, values: values.dropLast() + [alpha]) }

  /// Black with alpha 1, in the grey space.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// White with alpha 1, in the grey space.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Black with alpha 0, in the grey space: it shows nothing.
  public static let clear = CGColor(gray: 0, alpha: 0)
}

extension CGColor {
  /// The option of ``converted(to:intent:options:)`` that moves black points onto each other. Conversions here keep
  /// black black without it.
  public static let conversionBlackPointCompensation: CFString = "kCGColorConversionBlackPointCompensation"
  /// The option of ``converted(to:intent:options:)`` for the size of tables; conversions here need none.
  public static let conversionTRCSize: CFString = "kCGColorConversionTRCSize"

  /// The same colour in another space. A colour that the space cannot hold has components outside 0 to 1 when the
  /// space is an extended one, and is clipped in others, whatever the intent.
  ///
  /// Returns nil when `space` is indexed.
  public func converted(
    to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?
  ) -> CGColor? {
    if space == self.space { return self }
    let light = self.space.encoding.linearSRGB(values.dropLast().map { Double($0) })
    guard let components = space.encoding.components(linearSRGB: light) else { return nil }
    // L*a*b* and XYZ have ranges of their own.
    let bounded = space.name?.contains("Extended") != true && [.rgb, .monochrome, .cmyk].contains(space.model)
    let fitted = bounded ? components.map { min(max($0, 0), 1) } : components
    return CGColor(space: space, values: fitted.map { CGFloat($0) } + [alpha])
  }
}

extension CGColor: Hashable {
  /// Equal when colour space and components are.
  public static func == (lhs: CGColor, rhs: CGColor) -> Bool {
    lhs === rhs || (lhs.space == rhs.space && lhs.values == rhs.values)
  }

  /// Adds what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension CGColor: CustomStringConvertible {
  /// The components in sRGB, for people.
  public var description: String {
    "CGColor(\(values.map { String(format: "%g", Double($0)) }.joined(separator: " ")))"
  }
}
