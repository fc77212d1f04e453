import CoreGraphics
import Testing

@testable import Documents

struct CSSColorTests {
  @Test(
    "CSS Color 4's own examples",
    arguments: [
      ("#F09", [255, 0, 153, 255]), ("#ff009980", [255, 0, 153, 128]), ("RebeccaPurple", [102, 51, 153, 255]),
      ("transparent", [0, 0, 0, 0]), ("rgb(29 164 192 / 95%)", [29, 164, 192, 242]),
      ("rgb(10%, 20%, 30%)", [26, 51, 77, 255]), ("rgb(300 -5 0)", [255, 0, 0, 255]),
      ("hsl(30 100% 50% / 0.5)", [255, 128, 0, 128]), ("hsl(-120deg 100% 25%)", [0, 0, 128, 255]),
      ("hsl(0.5turn 50% 50%)", [64, 191, 191, 255]), ("hsl(480 100% 50%)", [0, 255, 0, 255]),
    ])
  func colors(text: String, bytes: [Int]) throws {
    let color = try #require(CSSColor(text))
    #expect([color.red, color.green, color.blue, color.alpha].map { Int(($0 * 255).rounded()) } == bytes)
    #expect(CSSColor.color(text) == color.cgColor)
  }

  @Test(arguments: [
    "", "#", "#12", "#12345", "#ggg", "#１２３", "blurple", "rgb(1 2)", "rgb(1 2 3 4 5)", "rgb(1 2 nan)", "rgb(1 2 3",
    "hsl(x 1% 1%)", "hsl(inf 1% 1%)", "lab(1 2 3)", "()", ")", "rgb()", "hsl()",
  ])
  func otherText(text: String) {
    #expect(CSSColor(text) == nil && CSSColor.color(text) == nil)
  }

  @Test("A colour of another space keeps it") func spaces() throws {
    let color = try #require(CSSColor.color("color(display-p3 1 0.5 25% / 0.5)"))
    #expect(color.colorSpace?.name == CGColorSpace.displayP3 && color.components == [1, 0.5, 0.25, 0.5])
    for text in ["color(srgb 1 0)", "color(rec2020 1 0 0)", "color()", "color(srgb 1 0 0 1 1)"] {
      #expect(CSSColor.color(text) == nil, "\(text)")
    }
  }

  @Test(arguments: [("90deg", Double.pi / 2), ("-0.25turn", -.pi / 2), ("2rad", 2), ("180", .pi)])
  func angles(text: String, radians: Double) throws {
    #expect(abs(try #require(Double(angle: text, unitless: .pi / 180)) - radians) < 1e-12)
  }

  @Test(arguments: ["", "deg", "x", "1 deg", "infdeg", "nanrad", "1grad", "90"]) func noAngles(text: String) {
    #expect(Double(angle: text, unitless: nil) == nil)
  }
}
