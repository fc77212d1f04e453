public import Foundation

/// An immutable colour: components in a colour space, and alpha, each from 0 to 1, not premultiplied.
public final class CGColor: Sendable {
  /// The space that the components are in.
  public let colorSpace: CGColorSpace?
  private let values: [CGFloat]

  /// Red, green, blue and alpha in sRGB, not premultiplied: what compositing reads.
  package let rgba: SIMD4<Float>

  private init(space: CGColorSpace, values: [CGFloat]) {
    colorSpace = space
    self.values = values
    let v = values.map { Float($0) }
    rgba = space.model == .monochrome ? SIMD4(v[0], v[0], v[0], v[1]) : SIMD4(v[0], v[1], v[2], v[3])
  }

  /// A colour in `space`; `components` holds one value for each component of the space, then alpha.
  ///
  /// Returns nil when the count of components does not fit the space.
  public convenience init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) {
    let count = space.numberOfComponents + 1
    self.init(space: space, values: Array(UnsafeBufferPointer(start: components, count: count)))
  }

  /// A colour in the sRGB space.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(space: .standardRGB, values: [red, green, blue, alpha])
  }

  /// A colour in the sRGB space.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// A grey: 0 is black, 1 is white.
  public convenience init(gray: CGFloat, alpha: CGFloat) {
    self.init(space: .standardGray, values: [gray, alpha])
  }

  /// A colour from what compositing reads.
  package convenience init(rgba: SIMD4<Float>) {
    self.init(
      red: CGFloat(rgba.x), green: CGFloat(rgba.y), blue: CGFloat(rgba.z), alpha: CGFloat(rgba.w))
  }

  /// How many values ``components`` holds, alpha included.
  public var numberOfComponents: Int { values.count }
  /// The components in the colour's own space, then alpha.
  public var components: [CGFloat]? { values }
  /// Opacity from 0 to 1.
  public var alpha: CGFloat { values[values.count - 1] }

  /// The same colour with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(space: colorSpace ?? .standardRGB, values: values.dropLast() + [alpha])
  }

  /// Opaque black.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// Opaque white.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Black with alpha 0.
  public static let clear = CGColor(gray: 0, alpha: 0)
}

extension CGColor: Hashable {
  /// Equal when colour space and components are.
  public static func == (lhs: CGColor, rhs: CGColor) -> Bool {
    lhs === rhs || (lhs.colorSpace == rhs.colorSpace && lhs.values == rhs.values)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension CGColor: CustomStringConvertible {
  public var description: String {
    "CGColor(\(values.map { String(format: "%g", Double($0)) }.joined(separator: " ")))"
  }
}
