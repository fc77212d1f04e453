// The colours of the system's interface, with the values of Apple's design guidelines for iOS (the palette of iOS 13 to
// 18) for the light and the dark style. They resolve by `UITraitCollection.current`.

import CoreGraphics

extension UIColor {
  // MARK: Tints

  /// The red of the system, lighter in the dark appearance.
  public static let systemRed = system(0xFF3B30, dark: 0xFF453A)
  /// The orange of the system, lighter in the dark appearance.
  public static let systemOrange = system(0xFF9500, dark: 0xFF9F0A)
  /// The yellow of the system, lighter in the dark appearance.
  public static let systemYellow = system(0xFFCC00, dark: 0xFFD60A)
  /// The green of the system, lighter in the dark appearance.
  public static let systemGreen = system(0x34C759, dark: 0x30D158)
  /// The mint of the system, lighter in the dark appearance.
  public static let systemMint = system(0x00C7BE, dark: 0x63E6E2)
  /// The teal of the system, lighter in the dark appearance.
  public static let systemTeal = system(0x30B0C7, dark: 0x40C8E0)
  /// The cyan of the system, lighter in the dark appearance.
  public static let systemCyan = system(0x32ADE6, dark: 0x64D2FF)
  /// The blue of the system, lighter in the dark appearance.
  public static let systemBlue = system(0x007AFF, dark: 0x0A84FF)
  /// The indigo of the system, lighter in the dark appearance.
  public static let systemIndigo = system(0x5856D6, dark: 0x5E5CE6)
  /// The purple of the system, lighter in the dark appearance.
  public static let systemPurple = system(0xAF52DE, dark: 0xBF5AF2)
  /// The pink of the system, lighter in the dark appearance.
  public static let systemPink = system(0xFF2D55, dark: 0xFF375F)
  /// The brown of the system, lighter in the dark appearance.
  public static let systemBrown = system(0xA2845E, dark: 0xAC8E68)

  // MARK: Greys, from dark to light in the light style

  /// The grey of the system, the same in both appearances.
  public static let systemGray = system(0x8E8E93, dark: 0x8E8E93)
  /// The second grey of the system, nearer to the background than the one before.
  public static let systemGray2 = system(0xAEAEB2, dark: 0x636366)
  /// The third grey of the system, nearer to the background than the one before.
  public static let systemGray3 = system(0xC7C7CC, dark: 0x48484A)
  /// The fourth grey of the system, nearer to the background than the one before.
  public static let systemGray4 = system(0xD1D1D6, dark: 0x3A3A3C)
  /// The fifth grey of the system, nearer to the background than the one before.
  public static let systemGray5 = system(0xE5E5EA, dark: 0x2C2C2E)
  /// The sixth grey of the system, nearer to the background than the one before.
  public static let systemGray6 = system(0xF2F2F7, dark: 0x1C1C1E)

  // MARK: Text and lines

  /// The colour of text: black, or white in the dark.
  public static let label = system(0x000000, dark: 0xFFFFFF)
  /// The colour of text of less weight.
  public static let secondaryLabel = system(0x3C3C43, alpha: 0.6, dark: 0xEBEBF5, darkAlpha: 0.6)
  /// The colour of text of still less weight.
  public static let tertiaryLabel = system(0x3C3C43, alpha: 0.3, dark: 0xEBEBF5, darkAlpha: 0.3)
  /// The colour of the faintest text.
  public static let quaternaryLabel = system(0x3C3C43, alpha: 0.18, dark: 0xEBEBF5, darkAlpha: 0.16)
  /// The colour of placeholder text in empty fields.
  public static let placeholderText = system(0x3C3C43, alpha: 0.3, dark: 0xEBEBF5, darkAlpha: 0.3)
  /// The colour of links.
  public static let link = system(0x007AFF, dark: 0x0984FF)
  /// The colour of thin translucent lines.
  public static let separator = system(0x3C3C43, alpha: 0.29, dark: 0x545458, darkAlpha: 0.6)
  /// The colour of thin opaque lines.
  public static let opaqueSeparator = system(0xC6C6C8, dark: 0x38383A)

  // MARK: Fills, which lie over a background

  /// The fill of thin and small shapes.
  public static let systemFill = system(0x787880, alpha: 0.2, dark: 0x787880, darkAlpha: 0.36)
  /// The fill of shapes of medium size.
  public static let secondarySystemFill = system(0x787880, alpha: 0.16, dark: 0x787880, darkAlpha: 0.32)
  /// The fill of large shapes.
  public static let tertiarySystemFill = system(0x767680, alpha: 0.12, dark: 0x767680, darkAlpha: 0.24)
  /// The fill of large areas with content.
  public static let quaternarySystemFill = system(0x747480, alpha: 0.08, dark: 0x767680, darkAlpha: 0.18)

  // MARK: Backgrounds

  /// The background behind everything.
  public static let systemBackground = system(0xFFFFFF, dark: 0x000000)
  /// The background behind a group.
  public static let secondarySystemBackground = system(0xF2F2F7, dark: 0x1C1C1E)
  /// The background behind a group within a group.
  public static let tertiarySystemBackground = system(0xFFFFFF, dark: 0x2C2C2E)
  /// The background behind everything in grouped lists.
  public static let systemGroupedBackground = system(0xF2F2F7, dark: 0x000000)
  /// The background behind the groups of a grouped list.
  public static let secondarySystemGroupedBackground = system(0xFFFFFF, dark: 0x1C1C1E)
  /// The background behind a group within a group of a grouped list.
  public static let tertiarySystemGroupedBackground = system(0xF2F2F7, dark: 0x2C2C2E)

  private static func system(_ light: Int, alpha: CGFloat = 1, dark: Int, darkAlpha: CGFloat = 1) -> UIColor {
    let (lightColor, darkColor) = (UIColor(hex: light, alpha: alpha), UIColor(hex: dark, alpha: darkAlpha))
    return UIColor { $0.userInterfaceStyle == .dark ? darkColor : lightColor }
  }

  private convenience init(hex: Int, alpha: CGFloat) {
    self.init(
      red: CGFloat(hex >> 16 & 0xFF) / 255, green: CGFloat(hex >> 8 & 0xFF) / 255, blue: CGFloat(hex & 0xFF) / 255,
      alpha: alpha)
  }
}
