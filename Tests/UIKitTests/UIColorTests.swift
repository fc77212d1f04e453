import Testing
import UIKit

@Suite struct UIColorTests {
  /// Red, green, blue and alpha, the first three in units of `1 / unit`.
  private func components(_ color: UIColor, unit: CGFloat = 1) -> [CGFloat] {
    var (r, g, b, a) = (CGFloat(-1), CGFloat(-1), CGFloat(-1), CGFloat(-1))
    #expect(color.getRed(&r, green: &g, blue: &b, alpha: &a))
    return [r * unit, g * unit, b * unit, a]
  }

  @Test("Components come back as given, clamped to 0...1")
  func components() {
    #expect(components(UIColor(red: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)) == [0.1, 0.2, 0.3, 0.4])
    #expect(components(UIColor(red: 2, green: -1, blue: 0.5, alpha: 3)) == [1, 0, 0.5, 1])
    #expect(components(UIColor(white: 0.25, alpha: 0.5)) == [0.25, 0.25, 0.25, 0.5])
    #expect(UIColor(white: 0.25, alpha: 0.5).cgColor.components == [0.25, 0.5])
    #expect(UIColor(cgColor: CGColor(gray: 1, alpha: 1)).cgColor == CGColor.white)
  }

  @Test(
    "Hue, saturation and brightness, both ways",
    arguments: [
      (0, 1, 1, 1, 0, 0), (1.0 / 6, 1, 1, 1, 1, 0), (1.0 / 3, 1, 1, 0, 1, 0), (0.5, 1, 0.5, 0, 0.5, 0.5),
      (2.0 / 3, 0.5, 1, 0.5, 0.5, 1), (0, 0, 0.75, 0.75, 0.75, 0.75), (0.9, 0.4, 0.8, 0.8, 0.48, 0.672),
    ] as [(CGFloat, CGFloat, CGFloat, CGFloat, CGFloat, CGFloat)])
  func hue(_ h: CGFloat, _ s: CGFloat, _ v: CGFloat, _ r: CGFloat, _ g: CGFloat, _ b: CGFloat) {
    let color = UIColor(hue: h, saturation: s, brightness: v, alpha: 1)
    for (value, expected) in zip(components(color), [r, g, b, 1]) { #expect(abs(value - expected) < 1e-9) }
    var (hue, saturation, brightness, alpha) = (CGFloat(-1), CGFloat(-1), CGFloat(-1), CGFloat(-1))
    #expect(color.getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: &alpha))
    #expect(abs(hue - h) < 1e-9 && abs(saturation - s) < 1e-9 && abs(brightness - v) < 1e-9 && alpha == 1)
  }

  @Test("The white of a colour is the grey of its luminance")
  func white() {
    var (white, alpha) = (CGFloat(0), CGFloat(0))
    UIColor.green.getWhite(&white, alpha: &alpha)
    // 0.7152 of linear light, encoded: 1.055 * 0.7152^(1/2.4) - 0.055.
    #expect(abs(white - 0.8625) < 1e-3 && alpha == 1)
    UIColor.gray.getWhite(&white, alpha: nil)
    #expect(white == 0.5)
  }

  @Test("Display P3: white and greys are sRGB's; its red is beyond sRGB's and is clipped")
  func displayP3() {
    let grey = components(UIColor(displayP3Red: 0.5, green: 0.5, blue: 0.5, alpha: 0.25))
    for (value, expected) in zip(grey, [0.5, 0.5, 0.5, 0.25]) { #expect(abs(value - expected) < 1e-3) }
    let red = UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1)
    #expect(components(red) == [1, 0, 0, 1])
    #expect(red.cgColor.components == [1, 0, 0, 1] && red.cgColor.colorSpace?.name == CGColorSpace.displayP3)
    // Inside sRGB: P3's (0.5, 0.4, 0.3) is redder in sRGB's numbers. Computed from the two sets of primaries.
    let inside = components(UIColor(displayP3Red: 0.5, green: 0.4, blue: 0.3, alpha: 1))
    for (value, expected) in zip(inside, [0.5193, 0.3951, 0.2845, 1]) { #expect(abs(value - expected) < 1e-3) }
  }

  @Test("Equality goes by space and components; hashes agree")
  func equality() {
    #expect(UIColor(red: 1, green: 0, blue: 0, alpha: 1) == .red)
    #expect(UIColor(red: 1, green: 0, blue: 0, alpha: 1).hash == UIColor.red.hash)
    #expect(UIColor(red: 0, green: 0, blue: 0, alpha: 1) != .black)
    #expect(UIColor.red.withAlphaComponent(0.5) == UIColor(red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(Set([UIColor.red, UIColor(red: 1, green: 0, blue: 0, alpha: 1), .blue]).count == 2)
    #expect(UIColor.clear.cgColor.alpha == 0)
  }

  @Test("A colour literal is a colour")
  func literal() {
    // swift-format-ignore: NoPlaygroundLiterals
    let color: UIColor = #colorLiteral(red: 1, green: 0.5, blue: 0, alpha: 1)
    #expect(color == .orange)
  }

  @Test(
    "A dynamic colour resolves by the traits, also after a change of alpha"
  )
  func dynamic() {
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }
    #expect(color.cgColor == CGColor.black)
    #expect(color.resolvedColor(with: dark) == .white)
    #expect(color.withAlphaComponent(0.5).resolvedColor(with: dark) == UIColor(white: 1, alpha: 0.5))
    #expect(color == color && color != UIColor { _ in .black })
    #expect(UIColor.red.resolvedColor(with: dark) == .red)
  }

  @Test("System colours have a light and a dark form")
  func system() {
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    #expect(components(.systemRed, unit: 255) == [255, 59, 48, 1])
    #expect(components(UIColor.systemRed.resolvedColor(with: dark), unit: 255) == [255, 69, 58, 1])
    #expect(components(.systemBackground) == [1, 1, 1, 1] && components(.label) == [0, 0, 0, 1])
    #expect(components(.secondaryLabel, unit: 255) == [60, 60, 67, 0.6])
    #expect(components(UIColor.systemFill.resolvedColor(with: dark))[3] == 0.36)
  }
}
