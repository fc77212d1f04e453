// Relative luminance and contrast, as WCAG 2 defines them: of sRGB, from 0 for black to 1 for white.
//
// Tested by ContrastTests.

import CoreGraphics

/// Colours as the Web Content Accessibility Guidelines weigh them.
enum Luminance {
  /// An sRGB component in 255ths, as light.
  static let linear: [Float] = (0...255).map { Float(ColorTransfer.sRGB.decode(Double($0) / 255)) }

  /// The relative luminance of a colour, each component from 0 to 255.
  static func relative(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Float {
    0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
  }

  /// The ratio of two relative luminances, from 1 to 21.
  static func contrast(_ a: Float, _ b: Float) -> Float { (max(a, b) + 0.05) / (min(a, b) + 0.05) }
}
