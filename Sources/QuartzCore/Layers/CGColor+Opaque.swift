// Defaults of layer properties. They are colours of sRGB, as measured on Apple's system, where `CGColor.black` is a
// grey.

import CoreGraphics

extension CGColor {
  /// Opaque black in sRGB.
  static let opaqueBlack = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  /// Opaque white in sRGB.
  static let opaqueWhite = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
}
