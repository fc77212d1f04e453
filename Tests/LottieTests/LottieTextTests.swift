// Text layers: where characters stand, whose outlines the document brings along (rectangles, so that pictures are
// boxes), what animators do to them, and fonts.

import CoreGraphics
import CoreText
import Documents
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

/// A document with text layers whose characters are rectangles: of 20 points, "A" is 10 wide and 14 high and takes 12,
/// "B" is 4 wide and 8 high and takes 8, and a space takes 6.
@MainActor private func film(_ layers: String...) throws -> Film {
  func character(_ name: String, _ width: Double, _ height: Double, advance: Double) -> String {
    let shape = width > 0 ? group([path(corners(0, -height, width, height))]) : ""
    return
      #"{"ch":"\#(name)","fFamily":"F","style":"Regular","size":100,"w":\#(advance),"data":{"shapes":[\#(shape)]}}"#
  }
  let characters = [
    character("A", 50, 70, advance: 60), character("B", 20, 40, advance: 40), character(" ", 0, 0, advance: 30),
  ]
  let font = #"{"fName":"F-R","fFamily":"F","fStyle":"Regular","ascent":75}"#
  return try Film(layers, #""fonts":{"list":[\#(font)]},"chars":[\#(characters.joined(separator: ","))]"#)
}

/// A text layer whose baseline begins at (4, 30).
private func text(
  _ text: String, _ members: String = "", animators: [String] = [], at place: (Double, Double) = (4, 30)
) -> String {
  // A member that is written comes last, and counts.
  let look = object(#""t":"\#(text)","f":"F-R","s":20,"fc":[1,0,0]"#, members)
  return layer(
    5, LayerOptions(), #""p":\#(fixed(place.0, place.1))"#,
    #""t":{"d":{"k":[{"t":0,"s":\#(look)}]},"p":{},"a":[\#(animators.joined(separator: ","))]}"#)
}

/// An "A" and a "B" with its origin at a place.
private func a(_ x: Double, _ y: Double = 30, _ color: CGColor = .red) -> CALayer { box(x, y - 14, 10, 14, color) }
private func b(_ x: Double, _ y: Double = 30) -> CALayer { box(x, y - 8, 4, 8) }

@MainActor struct LottieTextLayerTests {
  @Test("Characters stand on the baseline, one after the other's advance")
  func characters() throws {
    let film = try film(text("AB A"))
    try expect(film, shows: [a(4), b(16), a(30)])
    #expect(film.notes.isEmpty, "\(film.notes)")
  }

  @Test("Justified left, right, and to the middle", arguments: [(0, 0.0), (1, -20), (2, -10)])
  func justification(number: Int, shift: Double) throws {
    try expect(
      film(text("AB", #""j":\#(number)"#, at: (34, 30))), shows: [a(34 + shift), b(34 + 12 + shift)])
  }

  @Test("Tracking is in thousandths of the size")
  func tracking() throws { try expect(film(text("ABA", #""tr":200"#)), shows: [a(4), b(20), a(32)]) }

  /// As lottie-web, lottie-android and ThorVG take an animator's; lottie-ios adds it to the text's own.
  @Test("An animator's tracking is in points, or like lottie-ios in thousandths, from the side that is justified")
  func trackingOfAnimators() throws {
    let animator = #"{"a":{"t":\#(fixed(4))},"s":{"s":\#(fixed(0)),"e":\#(fixed(100))}}"#
    // 12, 6 and 12 points wide, and three times 4 further apart.
    for (justified, start) in [(0, 34.0), (1, 34 - 30 - 12), (2, 34 - 15 - 6)] {
      let text = text("A A", #""j":\#(justified)"#, animators: [animator], at: (34, 30))
      try expect(film(text), shows: [a(start), a(start + 12 + 4 + 6 + 4)])
    }
    let lines = text("A\\rAA", #""lh":20"#, animators: [animator])
    try expect(film(lines), shows: [a(4), a(4, 50), a(20, 50)])
  }

  @Test("Lines are a line height apart, or 1.2 of the size", arguments: [(#""lh":20"#, 20.0), ("", 24)])
  func lines(member: String, height: Double) throws {
    for separator in [#"\r"#, #"\n"#, #"\r\n"#, #"\u0003"#] {
      try expect(film(text("AB\(separator)B", member)), shows: [a(4), b(16), b(4, 30 + height)])
    }
  }

  @Test("A baseline shift is upwards")
  func baselineShift() throws { try expect(film(text("A", #""ls":6"#)), shows: [a(4, 24)]) }

  @Test("All caps")
  func caps() throws { try expect(film(text("ab", #""ca":1"#)), shows: [a(4), b(16)]) }

  /// The first baseline lies an ascent of 75 % below the top.
  @Test("A box breaks lines between words")
  func boxes() throws {
    let members = #""sz":[30,60],"ps":[-2,-25],"lh":20"#
    try expect(film(text("A A B", members)), shows: [a(2, 20), a(20, 20), b(2, 40)])
    let middle = try film(text("A A B", members + #","j":2"#))
    // 30 and 8 of 30.
    try expect(middle, shows: [a(2, 20), a(20, 20), b(13, 40)])
    try expect(film(text("A A B", members + #","j":1"#)), shows: [a(2, 20), a(20, 20), b(24, 40)])
  }

  @Test("A line around characters lies below or above their fill", arguments: [true, false])
  func strokes(isAbove: Bool) throws {
    let film = try film(text("A", #""sc":[0,1,0],"sw":4,"of":\#(isAbove)"#))
    let outline = stroked(LottieTests.lines(corners(4, 16, 10, 14)), 4) {
      $0.strokeColor = .green
      $0.lineJoin = .round
    }
    try expect(film, shows: isAbove ? [a(4), outline] : [outline, a(4)])
  }

  @Test("A text changes at its keyframes")
  func keyframes() throws {
    func look(_ frame: Int, _ text: String) -> String {
      #"{"t":\#(frame),"s":{"t":"\#(text)","f":"F-R","s":20,"fc":[1,0,0]}}"#
    }
    let film = try film(
      layer(
        5, LayerOptions(), #""p":\#(fixed(4, 30))"#, #""t":{"d":{"k":[\#(look(0, "A")),\#(look(50, "B"))]},"a":[]}"#))
    for (frame, shown) in [(0.0, a(4)), (49, a(4)), (50, b(4)), (99, b(4))] {
      try expect(film, at: frame, shows: [shown])
    }
  }
}

@MainActor struct TextAnimatorTests {
  /// An animator of a range's members.
  private func animator(_ properties: String, _ range: String) -> String {
    #"{"s":{"t":0,\#(range)},"a":{\#(properties)}}"#
  }

  private func film(_ characters: String, _ animators: String...) throws -> Film {
    try LottieTests.film(text(characters, animators: animators))
  }

  private static let half = #""s":\#(fixed(0)),"e":\#(fixed(50))"#

  @Test("Opacity of the characters in a range")
  func opacity() throws {
    let film = try film("AAAA", animator(#""o":\#(fixed(40))"#, Self.half))
    try expect(film, shows: [a(4, 30, .red(0.4)), a(16, 30, .red(0.4)), a(28), a(40)])
  }

  @Test("A character of which a part is in the range is changed by that part")
  func parts() throws {
    let film = try film("AAAA", animator(#""o":\#(fixed(0))"#, #""s":\#(moving(key(0, [0]), key(100, [100])))"#))
    // A fifth of the way: 0.8 of the first character is before the range.
    try expect(film, at: 20, shows: [a(4, 30, .red(0.8))])
    try expect(film, at: 60, shows: [a(4), a(16), a(28, 30, .red(0.4))])
  }

  @Test("An offset moves the range, an amount scales it")
  func offset() throws {
    let moved = try film("AAAA", animator(#""o":\#(fixed(0))"#, Self.half + #","o":\#(fixed(25))"#))
    try expect(moved, shows: [a(4), a(40)])
    let scaled = try film("AAAA", animator(#""o":\#(fixed(0))"#, Self.half + #","a":\#(fixed(30))"#))
    try expect(scaled, shows: [a(4, 30, .red(0.7)), a(16, 30, .red(0.7)), a(28), a(40)])
  }

  @Test("Huge values with paces beyond them place and scale characters somewhere", arguments: ["1.7e308", "-1e300"])
  func hugeAnimators(number: String) throws {
    let pace = #""o":{"x":[0.8],"y":[63]},"i":{"x":[0,1],"y":[-1]}"#
    let moving = #"{"a":1,"k":[{"t":0,"s":[23,\#(number)],\#(pace)},{"t":53,"s":[92,30]}]}"#
    for key in ["p", "s", "r", "t", "o"] {
      let film = try film("AAA", animator(#""\#(key)":\#(moving)"#, Self.half + #","sh":4"#))
      for time in [0.0, 0.3, 1] { _ = try film.picture(at: time) }
    }
  }

  @Test("Position, and several animators add up")
  func position() throws {
    let film = try film(
      "AAAA", animator(#""p":\#(fixed(2, 10))"#, Self.half),
      animator(#""p":\#(fixed(0, -20))"#, #""s":\#(fixed(25)),"e":\#(fixed(75))"#))
    try expect(film, shows: [a(6, 40), a(18, 20), a(28, 10), a(40)])
  }

  @Test("Scale and rotation are about the middle of a character's width, on the baseline")
  func scaleAndRotation() throws {
    let scaled = try film("AA", animator(#""s":\#(fixed(200, 50))"#, Self.half))
    // About x = 4 + 6: from -6 to 4, twice.
    try expect(scaled, shows: [box(-2, 23, 20, 7), a(16)])
    let turned = try film("AA", animator(#""r":\#(fixed(90))"#, Self.half))
    // Its top points to the right.
    try expect(turned, shows: [box(10, 24, 14, 10), a(16)])
  }

  @Test("A fill's colour")
  func color() throws {
    let film = try film("AA", animator(#""fc":\#(fixed(0, 0, 1))"#, Self.half))
    try expect(film, shows: [a(4, 30, .blue), a(16)])
  }

  /// The shares of four characters whose middles are at 1/8, 3/8, 5/8 and 7/8 of the range.
  @Test(
    arguments: [
      (1, [1, 1, 1, 1]), (2, [0.125, 0.375, 0.625, 0.875]), (3, [0.875, 0.625, 0.375, 0.125]),
      (4, [0.25, 0.75, 0.75, 0.25]),
      (5, [0.4375, 0.9375, 0.9375, 0.4375].map { $0.squareRoot() }), (6, [0.14645, 0.85355, 0.85355, 0.14645]),
    ] as [(Int, [Double])])
  func shapes(shape: Int, shares: [Double]) throws {
    let film = try film(
      "AAAA", animator(#""p":\#(fixed(0, 16))"#, #""s":\#(fixed(0)),"e":\#(fixed(100)),"sh":\#(shape)"#))
    try expect(film, shows: shares.enumerated().map { a(4 + 12 * Double($0), 30 + 16 * $1) })
  }

  /// Of an A, a space, two Bs and another A in the next line: both Bs, but by lines the last A.
  @Test(
    "A range in characters, characters without spaces, words or lines",
    arguments: [
      (1, 2.0, 4.0), (2, 1, 3), (3, 1, 2), (4, 1, 2),
    ])
  func units(basis: Int, start: Double, end: Double) throws {
    let range = #""r":2,"s":\#(fixed(start)),"e":\#(fixed(end)),"b":\#(basis)"#
    let film = try film(#"A BB\rA"#, animator(#""p":\#(fixed(0, -10))"#, range))
    let (first, second) = basis == 4 ? (30.0, 44.0) : (20, 54)
    try expect(film, shows: [a(4), b(22, first), b(30, first), a(4, second)])
  }
}

@MainActor struct TextFontTests {
  private func layer(_ font: String) -> String {
    LottieTests.layer(
      5, LayerOptions(), #""p":\#(fixed(4, 40))"#,
      #""t":{"d":{"k":[{"t":0,"s":{"t":"Hg","f":"\#(font)","s":24,"fc":[1,0,0],"j":0}}]}}"#)
  }

  @Test("A text in an installed font has its outlines and advances")
  func installed() throws {
    let film = try Film([layer("D")], #""fonts":{"list":[{"fName":"D","fFamily":"DejaVu Sans","fStyle":"Book"}]}"#)
    let font = CTFontCreateWithName("DejaVu Sans", 24, nil)
    let path = CGMutablePath()
    var x = 4.0
    for character in "Hg".utf16 {
      var (unit, glyph, advance) = (character, CGGlyph(0), CGSize.zero)
      #expect(CTFontGetGlyphsForCharacters(font, &unit, &glyph, 1))
      CTFontGetAdvancesForGlyphs(font, .horizontal, &glyph, &advance, 1)
      var place = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: x, ty: 40)
      path.addPath(try #require(CTFontCreatePathForGlyph(font, glyph, &place)))
      x += advance.width
    }
    try expect(film, shows: [filled(path)], within: 2)
    #expect(film.notes.isEmpty, "\(film.notes)")
  }

  @Test("A font that is not installed is said with the one that stands for it")
  func missing() throws {
    let film = try Film([layer("N")], #""fonts":{"list":[{"fName":"N","fFamily":"Nowhere Sans","fStyle":"Bold"}]}"#)
    #expect(
      film.notes.count == 1 && film.notes[0].hasPrefix("layers[0]: the font 'N' is not installed; "), "\(film.notes)")
    #expect(try !film.picture().isBlank)
  }
}
