// Tested by CGColorTests.

public import Foundation

/// An immutable colour: components in a colour space, and alpha, each from 0 to 1, not premultiplied.
public final class CGColor: Sendable {
  /// The space of the components. Never nil; optional as in Apple's declaration.
  public let colorSpace: CGColorSpace?
  private let space: CGColorSpace
  private let values: [CGFloat]

  /// Red, green, blue and alpha in sRGB, not premultiplied, for compositing. Colours outside sRGB are clipped.
  package let rgba: SIMD4<Float>
  /// The same in extended sRGB, whose components are outside of 0 to 1 for brighter and more saturated colours.
  package let extendedRGBA: SIMD4<Float>

  init(space: CGColorSpace, values: [CGFloat]) {
    colorSpace = space
    self.space = space
    self.values = values
    extendedRGBA = space.encoding.extendedRGBA(values.map { Double($0) })
    rgba = space.encoding.clipped(extendedRGBA)
  }

  /// Creates a colour of `space` from a value for each component of the space, then alpha. Never nil.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    let count = space.numberOfComponents + 1
    self.init(space: space, values: Array(UnsafeBufferPointer(start: components, count: count)))
  }

  /// Creates a colour of the sRGB space. Components are from 0 to 1, not premultiplied.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .standardRGB, values: [red, green, blue, alpha])
  }

  /// Creates a colour of the sRGB space. Components are from 0 to 1, not premultiplied.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Creates a grey with sRGB's curve, from 0 for black to 1 for white.
  public convenience init(gray: CGFloat, alpha: CGFloat) { self.init(space: .standardGray, values: [gray, alpha]) }

  /// Creates a grey of the space of gamma 2.2, from 0 for black to 1 for white.
  public convenience init(genericGrayGamma2_2Gray gray: CGFloat, alpha: CGFloat) { self.init(gray: gray, alpha: alpha) }

  /// Creates a colour from the amounts of four inks, each from 0 to 1.
  public convenience init(
    genericCMYKCyan cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat
  ) {
    self.init(space: .standardCMYK, values: [cyan, magenta, yellow, black, alpha])
  }

  package convenience init(rgba: SIMD4<Float>) {
    self.init(red: CGFloat(rgba.x), green: CGFloat(rgba.y), blue: CGFloat(rgba.z), alpha: CGFloat(rgba.w))
  }

  /// The number of values in ``components``, alpha included.
  public var numberOfComponents: Int { values.count }
  /// The components in the colour's own space, then alpha. Never nil; optional as in Apple's declaration.
  public var components: [CGFloat]? { values }
  /// The opacity, from 0 for transparent to 1 for opaque.
  public var alpha: CGFloat { values[values.count - 1] }

  /// Returns the colour itself. Never nil; optional as in Apple's declaration.
  public func copy() -> CGColor? { self }

  /// Returns the colour with another alpha. Never nil; optional as in Apple's declaration.
  public func copy(alpha: CGFloat) -> CGColor? { CGColor(space: space, values: values.dropLast() + [alpha]) }

  /// Black with alpha 1, in the grey space.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// White with alpha 1, in the grey space.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Black with alpha 0, in the grey space: it shows nothing.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// The option of ``converted(to:intent:options:)`` for black point compensation; black stays black without it.
  public static let conversionBlackPointCompensation: CFString = "kCGColorConversionBlackPointCompensation"
  /// The option of ``converted(to:intent:options:)`` for the size of conversion tables. Without effect here.
  public static let conversionTRCSize: CFString = "kCGColorConversionTRCSize"

  /// Returns the same colour in another space, or nil when that is indexed. Extended spaces give a colour outside their
  /// gamut components outside 0 to 1; other spaces clip it, whatever the intent.
  public func converted(to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?) -> CGColor? {
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
  /// Whether the colour spaces and the components are equal.
  public static func == (lhs: CGColor, rhs: CGColor) -> Bool {
    lhs === rhs || (lhs.space == rhs.space && lhs.values == rhs.values)
  }

  /// Hashes the components.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension CGColor: CustomStringConvertible {
  /// The components in the colour's space, as text.
  public var description: String {
    "CGColor(\(values.map { String(format: "%g", Double($0)) }.joined(separator: " ")))"
  }
}

/// The ends beyond which a gradient is painted.
public struct CGGradientDrawingOptions: OptionSet, Sendable {
  /// The options as the bits of Apple's constants.
  public let rawValue: UInt32

  /// Creates options from the bits of Apple's constants.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Paints the first colour before the start.
  public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
  /// Paints the last colour after the end.
  public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// Colours at locations from 0 to 1, and the colours mixed between them.
public final class CGGradient: Sendable {
  package struct Stop: Hashable, Sendable {
    /// From 0, the start, to 1, the end.
    package var location: CGFloat
    package var color: CGColor
  }

  /// At least one stop, by rising location; stops at one location keep the order in which they were given.
  package let stops: [Stop]
  /// The space in which colours are mixed; nil for sRGB, the space of the stops.
  package let colorSpace: CGColorSpace?

  /// Creates a gradient of CGColors at `locations`, one for each; nil spreads them evenly. Returns nil when `colors` is
  /// empty or contains anything but CGColors, and when a location is not from 0 to 1.
  public convenience init?(colorsSpace space: CGColorSpace?, colors: CFArray, locations: UnsafePointer<CGFloat>?) {
    let values = colors.compactMap { $0 as? CGColor }
    guard values.count == colors.count else { return nil }
    self.init(space: space, colors: values, locations: locations)
  }

  /// Creates a gradient of `count` colours of `space`, each its components and alpha, at `locations`; nil spreads them
  /// evenly. Returns nil when `count` is not positive, and when a location is not from 0 to 1.
  public convenience init?(
    colorSpace space: CGColorSpace, colorComponents components: UnsafePointer<CGFloat>,
    locations: UnsafePointer<CGFloat>?, count: Int
  ) {
    let width = space.numberOfComponents + 1
    let colors = (0..<max(count, 0)).map { index in
      CGColor(space: space, values: Array(UnsafeBufferPointer(start: components + index * width, count: width)))
    }
    self.init(space: space, colors: colors, locations: locations)
  }

  private init?(space: CGColorSpace?, colors: [CGColor], locations: UnsafePointer<CGFloat>?) {
    guard !colors.isEmpty else { return nil }
    let last = CGFloat(max(colors.count - 1, 1))
    let unsorted = colors.indices.map { index in
      Stop(location: locations?[index] ?? CGFloat(index) / last, color: colors[index])
    }
    guard unsorted.allSatisfy({ 0...1 ~= $0.location }) else { return nil }
    // Swift's sort keeps the order of equal elements.
    stops = unsorted.sorted { $0.location < $1.location }
    colorSpace = space
  }
}
