// Colours as documents write them.

import CoreGraphics

extension CGColor {
  static let lottieWhite = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
  static let lottieBlack = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)

  /// `#rgb`, `#rrggbb`, or `#aarrggbb` as some writers have it.
  static func lottie(hex text: String) -> CGColor? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard let number = UInt32(digits, radix: 16) else { return nil }
    func part(_ shift: UInt32, _ mask: UInt32) -> CGFloat { CGFloat(number >> shift & mask) / CGFloat(mask) }
    switch digits.count {
    case 3: return CGColor(srgbRed: part(8, 15), green: part(4, 15), blue: part(0, 15), alpha: 1)
    case 6: return CGColor(srgbRed: part(16, 255), green: part(8, 255), blue: part(0, 255), alpha: 1)
    case 8: return CGColor(srgbRed: part(16, 255), green: part(8, 255), blue: part(0, 255), alpha: part(24, 255))
    default: return nil
    }
  }

  /// From components, 0...1.
  static func lottie(_ components: [Double]) -> CGColor {
    let parts = (0..<3).map { $0 < components.count ? min(max(components[$0], 0), 1) : 0 }
    return CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: 1)
  }
}
