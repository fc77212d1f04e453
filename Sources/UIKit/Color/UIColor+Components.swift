// Colours from and into red, green and blue, hue, saturation and brightness, and white.

public import CoreGraphics
import Foundation

extension UIColor {
  /// A colour by hue (0 and 1 are red, 1/3 is green, 2/3 is blue), saturation and brightness, each from 0 to 1.
  public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
    let (h, s, v) = (hue.clampedToUnit * 6, saturation.clampedToUnit, brightness.clampedToUnit)
    // How much of the brightness a channel has, by its distance from the hue around the circle of six.
    func channel(_ offset: CGFloat) -> CGFloat {
      let k = (offset + h).truncatingRemainder(dividingBy: 6)
      return v - v * s * Swift.max(0, Swift.min(k, 4 - k, 1))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), alpha: alpha)
  }

  /// A colour in Display P3. What sRGB cannot hold of it is clipped where it is drawn.
  public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    let components = [red, green, blue, alpha].map(\.clampedToUnit)
    let color = CGColorSpace(name: CGColorSpace.displayP3).flatMap { CGColor(colorSpace: $0, components: components) }
    self.init(cgColor: color ?? .clear)
  }

  /// Writes the components in sRGB, from 0 to 1; nil skips one. Always true.
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

  /// Writes hue, saturation, brightness and alpha, from 0 to 1; nil skips one. The hue of a grey is 0. Always true.
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

  /// Writes the grey of the same luminance, and alpha, from 0 to 1; nil skips one. Always true.
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
