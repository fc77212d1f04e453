// Effects, layer styles and blend modes: by formulas for one colour, or by plain layers with the shadow or filter.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

/// An effect with its values, by their place.
private func effect(_ type: Int, _ values: [String], _ members: String = "") -> String {
  let values = values.map { #"{"ty":0,"v":\#($0)}"# }.joined(separator: ",")
  return object(#""ty":\#(type),"ef":[\#(values)]"#, members)
}

/// A film of a layer with effects.
@MainActor private func film(
  _ color: String, _ width: Double, _ height: Double, at place: (Double, Double) = (0, 0), _ effects: String...
) throws -> Film {
  try Film([
    solid(
      color, width, height, transform: #""p":\#(fixed(place.0, place.1))"#,
      #""ef":[\#(effects.joined(separator: ","))]"#)
  ])
}

/// Expects a pixel to have components, premultiplied, 0...1.
@MainActor private func expectPixel(
  _ film: Film, at frame: Double = 0, x: Int = 10, y: Int = 10, _ components: [Double], within tolerance: Int = 1,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let (pixel, expected) = (try film.picture(at: frame)[x, y], components.map { $0 * 255 })
  let isNear = zip(pixel, expected).allSatisfy { abs(Double($0) - $1) <= Double(tolerance) + 0.5 }
  #expect(isNear, "\(pixel), expected \(expected)", sourceLocation: sourceLocation)
}

@MainActor struct LayerEffectTests {
  private static let (navy, sand) = ([0.1, 0.2, 0.4], [1.0, 0.8, 0.6])

  @Test("A tint maps black and white to its colours", arguments: [(0, 0.0), (51, 0.2), (128, 128.0 / 255), (255, 1)])
  func tints(grey: Int, brightness: Double) throws {
    let color = String(format: "#%02x%02x%02x", grey, grey, grey)
    for amount in [100.0, 40, 0] {
      let film = try film(color, 64, 64, effect(20, [fixed(0.1, 0.2, 0.4), fixed(1, 0.8, 0.6), fixed(amount)]))
      let expected = zip(Self.navy, Self.sand).map { dark, light in
        (dark + (light - dark) * brightness) * amount / 100 + brightness * (1 - amount / 100)
      }
      try expectPixel(film, expected + [1])
    }
  }

  @Test("Of colours a tint takes the brightness")
  func tintOfColors() throws {
    let values = [fixed(0, 0, 0), fixed(1, 1, 1), fixed(100)]
    // BT.601.
    for (color, brightness) in [("#ff0000", 0.299), ("#00ff00", 0.587), ("#0000ff", 0.114)] {
      let components = [brightness, brightness, brightness, 1]
      try expectPixel(film(color, 64, 64, effect(20, values)), components)
    }
  }

  @Test("A fill colours all that is there, as opaque as it was")
  func fills() throws {
    let values = [fixed(0), fixed(0), fixed(0, 0.4, 1), fixed(0), fixed(0), fixed(0), fixed(1)]
    try expectPixel(film("#ff8000", 64, 64, effect(21, values)), [0, 0.4, 1, 1])
    let half = Array(values.dropLast()) + [fixed(0.5)]
    try expectPixel(film("#ff8000", 64, 64, effect(21, half)), [0, 0.2, 0.5, 0.5])
    let outside = try film("#ff8000", 20, 20, effect(21, values)).picture()
    #expect(outside[30, 30] == [0, 0, 0, 0])
  }

  @Test("The colours of effects move")
  func moving() throws {
    let color = LottieTests.moving(key(0, [1, 0, 0]), key(100, [0, 0, 1]))
    let fillValues = [fixed(0), fixed(0), color, fixed(0), fixed(0), fixed(0), fixed(1)]
    try expectPixel(film("#ffffff", 64, 64, effect(21, fillValues)), at: 25, [0.75, 0, 0.25, 1])
    let tint = try film("#ffffff", 64, 64, effect(20, [fixed(0, 0, 0), color, fixed(100)]))
    try expectPixel(tint, at: 50, [0.5, 0, 0.5, 1])
    let amount = LottieTests.moving(key(0, [0]), key(100, [100]))
    let both = try film("#ffffff", 64, 64, effect(20, [fixed(0, 0, 0), color, amount]))
    // Halfway: half white, half (0.5, 0, 0.5).
    try expectPixel(both, at: 50, [0.75, 0.5, 0.75, 1])
    #expect(both.notes.isEmpty)
  }

  /// A direction of 0 degrees is up, 90 to the right.
  @Test(arguments: [(0, 0.0, -10.0), (90, 10, 0), (180, 0, 10), (270, -10, 0)])
  func dropShadows(direction: Int, x: Double, y: Double) throws {
    let values = [fixed(0, 0, 1), fixed(127.5), fixed(Double(direction)), fixed(10), fixed(0)]
    let film = try film("#ff0000", 20, 20, at: (22, 22), effect(25, values))
    let shadow = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5)
    try expect(film, shows: [box(22 + x, 22 + y, 20, 20, shadow), box(22, 22, 20, 20)])
  }

  @Test("A shadow's softness is four standard deviations wide, as in lottie-web; all of it moves")
  func softShadows() throws {
    let values = [
      fixed(0, 0, 1), LottieTests.moving(key(0, [255]), key(100, [0])),
      LottieTests.moving(key(0, [0]), key(100, [180])), fixed(12),
      LottieTests.moving(key(0, [0]), key(100, [16])),
    ]
    let film = try film("#ff0000", 20, 20, at: (22, 22), effect(25, values))
    for part in [0.25, 0.5, 0.75] {
      let plain = box(22, 22, 20, 20)
      plain.shadowColor = .blue
      plain.shadowOpacity = Float(1 - part)
      plain.shadowOffset = CGSize(width: 12 * sin(part * .pi), height: -12 * cos(part * .pi))
      plain.shadowRadius = 4 * part
      try expect(film, at: part * 100, shows: [plain], within: 2)
    }
  }

  @Test("A blur")
  func blurs() throws {
    let radius = LottieTests.moving(key(0, [0]), key(100, [40]))
    let film = try film("#ff0000", 20, 20, at: (22, 22), effect(29, [radius, fixed(1), fixed(0)]))
    for part in [0.0, 0.5] {
      // The standard deviation of a blurriness of 1 is .3, as lottie-web has it.
      let blur = CAFilter(type: "gaussianBlur")
      blur.setValue(40 * part * 0.3, forKey: "inputRadius")
      let plain = canvas([box(22, 22, 20, 20)])
      plain.filters = [blur]
      try expect(film, at: part * 100, shows: [plain])
    }
  }

  @Test("Effects come one after the other, and those switched off not at all")
  func order() throws {
    func fill(_ color: String, _ members: String = "") -> String {
      effect(21, [fixed(0), fixed(0), color, fixed(0), fixed(0), fixed(0), fixed(1)], members)
    }
    let film = try film("#ffffff", 64, 64, fill(fixed(1, 0, 0)), fill(fixed(0, 1, 0)), fill(fixed(0, 0, 1), #""en":0"#))
    try expect(film, shows: [box(0, 0, 64, 64, .green)])
  }

  @Test("An effect lies upon masks, and fades with the layer")
  func masksAndOpacity() throws {
    let values = [fixed(0, 0, 1), fixed(255), fixed(90), fixed(20), fixed(0)]
    let masks = #"{"mode":"a","pt":{"a":0,"k":\#(polygon(corners(0, 0, 10, 20)))},"o":\#(fixed(100)),"x":\#(fixed(0))}"#
    let film = try Film([
      solid(
        "#ff0000", 20, 20, transform: #""o":\#(fixed(50))"#,
        #""ef":[\#(effect(25, values))],"masksProperties":[\#(masks)]"#)
    ])
    try expect(film, shows: [canvas([box(20, 0, 10, 20, .blue), box(0, 0, 10, 20)]) { $0.opacity = 0.5 }])
  }
}

@MainActor struct LayerStyleTests {
  private func film(_ style: String) throws -> Film {
    try Film([solid("#ff0000", 20, 20, transform: #""p":\#(fixed(22, 22))"#, #""sy":[\#(style)]"#)])
  }

  /// The light comes from an angle counter-clockwise from the right; the shadow falls away from it.
  @Test(arguments: [(0, -10.0, 0.0), (90, 0, 10), (180, 10, 0), (270, 0, -10)])
  func dropShadows(angle: Int, x: Double, y: Double) throws {
    let style =
      #"{"ty":1,"c":\#(fixed(0, 0, 1)),"o":\#(fixed(50)),"a":\#(fixed(Double(angle))),"#
      + #""d":\#(fixed(10)),"s":\#(fixed(0))}"#
    let shadow = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5)
    try expect(film(style), shows: [box(22 + x, 22 + y, 20, 20, shadow), box(22, 22, 20, 20)])
  }

  @Test("An outer glow is a shadow that does not fall anywhere")
  func outerGlow() throws {
    let plain = box(22, 22, 20, 20)
    (plain.shadowColor, plain.shadowOpacity, plain.shadowOffset, plain.shadowRadius) = (.green, 0.8, .zero, 5)
    let style = #"{"ty":3,"c":\#(fixed(0, 1, 0)),"o":\#(fixed(80)),"s":\#(fixed(10))}"#
    try expect(film(style), shows: [plain])
  }

  @Test("A colour overlay mixes, and leaves the shape")
  func colorOverlay() throws {
    let style = #"{"ty":7,"c":\#(fixed(0, 0, 1)),"o":\#(moving(key(0, [0]), key(100, [100])))}"#
    let film = try film(style)
    for part in [0.0, 0.25, 0.75] {
      try expect(
        film, at: part * 100, shows: [box(22, 22, 20, 20, CGColor(srgbRed: 1 - part, green: 0, blue: part, alpha: 1))])
    }
  }

  @Test(
    "Styles that are not drawn are said",
    arguments: [
      (0, "stroke"), (2, "innerShadow"), (4, "innerGlow"), (5, "bevel"), (6, "satin"), (8, "gradientOverlay"),
    ])
  func others(type: Int, name: String) throws {
    let film = try film(#"{"ty":\#(type)}"#)
    try expect(film, shows: [box(22, 22, 20, 20)])
    #expect(film.notes == ["layers[0].sy[0]: the layer style \(name) is not drawn"])
  }
}

@MainActor struct LayerBlendModeTests {
  /// The W3C's formulas (Compositing and Blending, 9.1) of the backdrop's and the source's component.
  nonisolated private static let formulas: [(mode: Int, formula: @Sendable (Double, Double) -> Double)] = [
    (0, { _, s in s }), (1, { b, s in b * s }), (2, { b, s in b + s - b * s }),
    (3, { b, s in b <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }), (4, { b, s in min(b, s) }),
    (5, { b, s in max(b, s) }), (6, { b, s in b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s)) }),
    (7, { b, s in b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s) }),
    (8, { b, s in s <= 0.5 ? 2 * b * s : 1 - 2 * (1 - b) * (1 - s) }),
    (
      9,
      { b, s in
        let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
        return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b)
      }
    ), (10, { b, s in abs(b - s) }), (11, { b, s in b + s - 2 * b * s }), (16, { b, s in min(1, b + s) }),
  ]

  @Test(arguments: 0..<formulas.count)
  func separable(index: Int) throws {
    let (mode, formula) = Self.formulas[index]
    let (back, front) = ([204, 102, 26], [51, 153, 230])
    func hex(_ color: [Int]) -> String { "#" + color.map { String(format: "%02x", $0) }.joined() }
    let film = try Film([solid(hex(front), 64, 64, transform: "", #""bm":\#(mode)"#), solid(hex(back), 64, 64)])
    let expected = zip(back, front).map { formula(Double($0) / 255, Double($1) / 255) }
    try expectPixel(film, expected + [1])
  }

  /// The film is a composition as any other: what lies below it, such as a picture's background, is not blended with.
  @Test func overBackgrounds() throws {
    let film = try Film([
      solid("#808080", 32, 64, transform: "", #""bm":1"#), solid("#ff0000", 64, 32),
    ])
    let shown = try picture(of: [box(0, 0, 64, 64, .green), film.scene.rootLayer])
    #expect(shown[10, 10] == [128, 0, 0, 255] && shown[10, 50] == [128, 128, 128, 255], "\(shown[10, 50])")
    #expect(shown[50, 10] == [255, 0, 0, 255] && shown[50, 50] == [0, 255, 0, 255])
  }

  /// The same document in a composition: it blends with what is in it alone.
  @Test func inCompositions() throws {
    let inner = composition("c", solid("#808080", 64, 64, transform: "", #""bm":1"#))
    try expectPixel(
      Film([precomposition("c"), solid("#808080", 64, 64)], assets: [inner]),
      [128.0 / 255, 128.0 / 255, 128.0 / 255, 1])
  }

  /// Hue, saturation, colour and luminosity: of greys all is known.
  @Test(arguments: [(12, 102.0), (13, 102), (14, 102), (15, 204)])
  func nonSeparable(mode: Int, grey: Double) throws {
    let film = try Film([solid("#cccccc", 64, 64, transform: "", #""bm":\#(mode)"#), solid("#666666", 64, 64)])
    try expectPixel(film, [grey / 255, grey / 255, grey / 255, 1])
  }

  @Test func unknown() throws {
    let film = try Film([solid("#ff0000", 64, 64, transform: "", #""bm":17"#)])
    #expect(film.notes == ["layers[0]: blend mode 17 is drawn as the usual one"])
  }
}
