// Masks, by rectangles that overlap: what each part shows is a number by the formulas that After Effects' masks have.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import Testing

@testable import Lottie

/// A mask's object.
private func mask(
  _ mode: String, _ points: [[Double]], opacity: String = fixed(100), expansion: String = fixed(0),
  isInverted: Bool = false, _ members: String = ""
) -> String {
  object(
    #""mode":"\#(mode)","inv":\#(isInverted),"pt":{"a":0,"k":\#(polygon(points))},"o":\#(opacity),"x":\#(expansion)"#,
    members)
}

@MainActor struct LayerMaskTests {
  /// Of a layer that fills the canvas.
  private func film(_ masks: String...) throws -> Film {
    try Film([
      solid("#ff0000", 64, 64, transform: "", #""hasMask":true,"masksProperties":[\#(masks.joined(separator: ","))]"#)
    ])
  }

  /// Left, in the middle where both are, right; and outside of both.
  private static let (a, b) = (corners(8, 16, 32, 32), corners(24, 16, 32, 32))

  /// Bars with the alphas of the first mask's part, the common one, the second one's part, and all around.
  private func bars(_ alphas: [Double]) -> [CALayer] {
    let around = [box(0, 0, 64, 16), box(0, 48, 64, 16), box(0, 16, 8, 32), box(56, 16, 8, 32)]
    let inside = [box(8, 16, 16, 32), box(24, 16, 16, 32), box(40, 16, 16, 32)]
    for layer in around { layer.backgroundColor = .red(alphas[3]) }
    for (layer, alpha) in zip(inside, alphas) { layer.backgroundColor = .red(alpha) }
    return around + inside
  }

  @Test(arguments: [
    ("a", [1.0, 1, 0, 0]), ("s", [0, 0, 1, 1]), ("i", [1, 1, 0, 0]), ("f", [1, 1, 0, 0]), ("l", [1, 1, 0, 0]),
    ("d", [1, 1, 0, 0]),
  ])
  func alone(mode: String, alphas: [Double]) throws {
    try expect(film(mask(mode, Self.a)), shows: bars(alphas))
    try expect(film(mask(mode, Self.a, isInverted: true)), shows: bars(alphas.map { 1 - $0 }))
  }

  @Test("A mask of no mode does nothing")
  func none() throws { try expect(film(mask("n", Self.a)), shows: [box(0, 0, 64, 64)]) }

  @Test(arguments: [
    ("a", [1.0, 1, 1, 0]), ("s", [1, 0, 0, 0]), ("i", [0, 1, 0, 0]), ("f", [1, 0, 1, 0]), ("l", [1, 1, 1, 0]),
    ("d", [0, 1, 0, 0]),
  ])
  func second(mode: String, alphas: [Double]) throws {
    try expect(film(mask("a", Self.a), mask(mode, Self.b)), shows: bars(alphas))
  }

  @Test(
    "The second mask is inverted",
    arguments: [
      ("a", [1.0, 1, 0, 1]), ("s", [0, 1, 0, 0]), ("i", [1, 0, 0, 0]), ("f", [0, 1, 0, 1]),
    ])
  func invertedSecond(mode: String, alphas: [Double]) throws {
    try expect(film(mask("a", Self.a), mask(mode, Self.b, isInverted: true)), shows: bars(alphas))
  }

  /// a = 0.6 and b = 0.5: a + b - a b; a (1 - b); a b; a + b - 2 a b; the greater; the lesser.
  @Test(arguments: [
    ("a", [0.6, 0.8, 0.5, 0]), ("s", [0.6, 0.3, 0, 0]), ("i", [0, 0.3, 0, 0]), ("f", [0.6, 0.5, 0.5, 0]),
    ("l", [0.6, 0.6, 0.5, 0]), ("d", [0, 0.5, 0, 0]),
  ])
  func opacities(mode: String, alphas: [Double]) throws {
    let film = try film(mask("a", Self.a, opacity: fixed(60)), mask(mode, Self.b, opacity: fixed(50)))
    try expect(film, shows: bars(alphas), within: 2)
  }

  @Test("An opacity of an inverted mask fades what is outside")
  func invertedOpacity() throws {
    try expect(film(mask("a", Self.a, opacity: fixed(40), isInverted: true)), shows: bars([0, 0, 0.4, 0.4]))
    try expect(film(mask("s", Self.a, opacity: fixed(40))), shows: bars([0.6, 0.6, 1, 1]))
  }

  @Test("Path and opacity move")
  func movingMask() throws {
    let path =
      moving(key(0, path: polygon(corners(0, 0, 16, 64))), key(100, path: polygon(corners(32, 0, 32, 64))))
    let moved = mask("a", Self.a, opacity: moving(key(0, [100]), key(100, [0])))
      .replacing(#"{"a":0,"k":\#(polygon(Self.a))}"#, with: path)
    let film = try film(moved)
    for part in [0.0, 0.25, 0.5] {
      try expect(film, at: part * 100, shows: [box(32 * part, 0, 16 + 16 * part, 64, .red(1 - part))])
    }
  }

  @Test("An expansion moves the outline out or in", arguments: [6.0, -6])
  func expansions(amount: Double) throws {
    func expected(_ amount: Double) -> CALayer { box(8 - amount, 16 - amount, 32 + 2 * amount, 32 + 2 * amount) }
    try expect(film(mask("a", Self.a, expansion: fixed(amount))), shows: [expected(amount)])
    let moving = try film(mask("a", Self.a, expansion: moving(key(0, [0]), key(100, [amount]))))
    for part in [0.5, 1] { try expect(moving, at: part * 100, shows: [expected(amount * part)]) }
  }

  @Test("An expansion from in to out")
  func expansionThroughZero() throws {
    let film = try film(mask("a", Self.a, expansion: moving(key(0, [-6]), key(100, [6]))))
    for amount in [-3.0, 3] {
      try expect(
        film, at: 50 + amount / 6 * 50, shows: [box(8 - amount, 16 - amount, 32 + 2 * amount, 32 + 2 * amount)])
    }
  }

  @Test("A mask lies in its layer's space and moves with it")
  func space() throws {
    let masks = #""hasMask":true,"masksProperties":[\#(mask("a", corners(5, 5, 10, 10)))]"#
    let film = try Film([solid("#ff0000", 40, 40, transform: #""p":\#(fixed(10, 20)),"s":\#(fixed(200, 100))"#, masks)])
    try expect(film, shows: [box(20, 25, 20, 10)])
  }

  @Test("A feather softens the edge by half its width on either side")
  func feather() throws {
    let film = try film(mask("a", corners(-100, -100, 132, 264), isInverted: false, #""f":\#(fixed(16, 16))"#))
    let picture = try film.picture()
    let edge = (0..<64).map { Int(picture[$0, 32][3]) }
    #expect(edge == edge.sorted(by: >))
    // Half at the edge; all 8 points in, and nothing 8 points out.
    #expect(abs((edge[31] + edge[32]) / 2 - 128) <= 2 && edge[23] >= 245 && edge[40] <= 10)
  }
}

@MainActor struct MatteTests {
  /// Grey of two thirds brightness, half transparent, and red: their alphas and lumas.
  private static let source = shapes(
    [
      group([rectangle(0, 0, 16, 64), fill(0.6, 0.6, 0.6)]),
      group([rectangle(16, 0, 16, 64), fill(1, 1, 1, #""o":\#(fixed(50))"#)]),
      group([rectangle(32, 0, 16, 64), fill(1, 0, 0)]),
    ], LayerOptions(name: "source", index: 1), transform: "", #""td":1"#)

  /// Four columns of red with alphas.
  private func columns(_ alphas: [Double]) -> [CALayer] {
    alphas.enumerated().map { box(Double($0) * 16, 0, 16, 64, .red($1)) }
  }

  @Test(arguments: [
    (1, [1.0, 0.5, 1, 0]), (2, [0, 0.5, 0, 1]), (3, [0.6, 0.5, 0.299, 0]), (4, [0.4, 0.5, 0.701, 1]),
  ])
  func kinds(kind: Int, alphas: [Double]) throws {
    let cut = solid("#ff0000", 64, 64, transform: "", #""tt":\#(kind)"#)
    try expect(Film([Self.source, cut]), shows: columns(alphas), within: 2)
    // By the source's number, wherever it is.
    let by = solid("#ff0000", 64, 64, transform: "", #""tt":\#(kind),"tp":1"#)
    try expect(Film([by, Self.source]), shows: columns(alphas), within: 2)
  }

  @Test("A hidden source cuts, too")
  func hidden() throws {
    let source = Self.source.replacing(#""td":1"#, with: #""td":1,"hd":true"#)
    try expect(
      Film([source, solid("#ff0000", 64, 64, transform: "", #""tt":1"#)]), shows: columns([1, 0.5, 1, 0]), within: 2)
  }

  @Test("The source moves by itself, and with its own parents")
  func movingSource() throws {
    let source = solid(
      "#00ff00", 20, 20, LayerOptions(index: 1, parent: 3),
      transform: #""p":\#(moving(key(0, [0, 0]), key(100, [40, 0])))"#,
      #""td":1"#)
    let parent = layer(3, LayerOptions(index: 3), #""p":\#(fixed(2, 10))"#, "")
    let cut = solid("#ff0000", 64, 64, transform: #""o":\#(fixed(50))"#, #""tt":1"#)
    let film = try Film([source, cut, parent])
    for part in [0.0, 0.5] { try expect(film, at: part * 100, shows: [box(2 + 40 * part, 10, 20, 20, .red(0.5))]) }
  }

  @Test("A source of which nothing is shown leaves nothing, or all")
  func outside() throws {
    let source = solid("#ffffff", 64, 64, LayerOptions(frames: 0...50, index: 1), transform: "", #""td":1"#)
    for (kind, before, after) in [(1, true, false), (2, false, true), (3, true, false), (4, false, true)] {
      let film = try Film([source, solid("#ff0000", 64, 64, transform: "", #""tt":\#(kind)"#)])
      try expect(film, at: 20, shows: before ? [box(0, 0, 64, 64)] : [])
      try expect(film, at: 70, shows: after ? [box(0, 0, 64, 64)] : [])
    }
  }

  @Test("One source for two layers")
  func shared() throws {
    let source = solid("#ffffff", 20, 64, LayerOptions(index: 1), transform: "", #""td":1"#)
    let film = try Film([
      source, solid("#ff0000", 64, 20, transform: "", #""tt":1,"tp":1"#),
      solid("#ff0000", 64, 20, transform: #""p":\#(fixed(0, 40))"#, #""tt":2,"tp":1"#),
    ])
    try expect(film, shows: [box(0, 0, 20, 20), box(20, 40, 44, 20)])
  }

  @Test("A layer is blended after it is cut, and a matte cuts its masks' rest")
  func masksAndMattes() throws {
    let source = solid("#ffffff", 40, 64, LayerOptions(index: 1), transform: "", #""td":1"#)
    let masks = #""masksProperties":[\#(mask("a", corners(20, 0, 44, 30)))]"#
    let film = try Film([source, solid("#ff0000", 64, 64, transform: "", #""tt":1,\#(masks)"#)])
    try expect(film, shows: [box(20, 0, 20, 30)])
  }

  @Test("Without a layer to be cut by, it is shown whole, and that is said")
  func missing() throws {
    let film = try Film([solid("#ff0000", 20, 20, transform: "", #""tt":1"#)])
    try expect(film, shows: [box(0, 0, 20, 20)])
    #expect(film.notes == ["layers[0]: no layer to be cut by; it is shown whole"])
  }
}
