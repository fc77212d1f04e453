// Texts that are longer than their room. Characters are rectangles that the document brings along, so that where lines
// break, how small a text becomes and where it is cut are sums of numbers that are written here.

import CoreGraphics
import CoreText
import Documents
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

/// Of 20 points: "A" is 10 wide, 14 high and takes 12; an ellipsis is 4 wide, 2 high and takes 6; a space takes 6.
private let fonts = {
  func character(_ name: String, _ width: Double, _ height: Double, advance: Double) -> String {
    let shape = width > 0 ? group([path(corners(0, -height, width, height))]) : ""
    return
      #"{"ch":"\#(name)","fFamily":"F","style":"Regular","size":100,"w":\#(advance),"data":{"shapes":[\#(shape)]}}"#
  }
  let characters = [
    character("A", 50, 70, advance: 60), character("…", 20, 10, advance: 30), character(" ", 0, 0, advance: 30),
    character("中", 50, 70, advance: 60),
  ]
  let font = #"{"fName":"F-R","fFamily":"F","fStyle":"Regular","ascent":75}"#
  return #""fonts":{"list":[\#(font)]},"chars":[\#(characters.joined(separator: ","))]"#
}()

/// A box of 30 by 60 points whose top left corner is at (2, 5); its first baseline is at 20, the next 20 lower.
private let box30 = #""sz":[30,60],"ps":[-2,-25],"lh":20"#
/// The same, 40 points high: of lines of 20 points two.
private let low = #""sz":[30,40],"ps":[-2,-25],"lh":20"#

@MainActor private func film(
  _ text: String, _ members: String = "", fit: LottieTextFit? = nil, at place: (Double, Double) = (4, 30),
  transform: String = "", replaced: Bool = false
) throws -> Film {
  let look = object(#""t":"\#(text)","f":"F-R","s":20,"fc":[1,0,0]"#, members)
  let layer = layer(
    5, LayerOptions(), #""p":\#(fixed(place.0, place.1))\#(transform)"#, #""t":{"d":{"k":[{"t":0,"s":\#(look)}]}}"#)
  var replacements = LottieReplacements()
  if let fit { replacements.textFits["A"] = fit }
  if replaced { replacements.texts["A"] = text }
  return try Film([layer], fonts, replacing: replacements)
}

/// An "A" with its origin at a place.
private func a(_ x: Double, _ y: Double = 30, scale: Double = 1) -> CALayer {
  box(x, y - 14 * scale, 10 * scale, 14 * scale)
}

/// An ellipsis with its origin at a place.
private func dots(_ x: Double, _ y: Double = 30) -> CALayer { box(x, y - 2, 4, 2) }

@MainActor struct TextFitTests {
  /// As lottie-web: without a space the line ends before the character that is too much.
  @Test("A word that is longer than its box is broken", arguments: [nil, LottieTextFit.wrap, .asWritten])
  func longWords(fit: LottieTextFit?) throws {
    try expect(film("AAAA A", box30, fit: fit), shows: [a(2, 20), a(14, 20), a(2, 40), a(14, 40), a(2, 60)])
    try expect(film("A AA", box30, fit: fit), shows: [a(2, 20), a(2, 40), a(14, 40)])
  }

  @Test("Shrinking finds the size at which the longest word is as wide as the box")
  func shrinksToWidth() throws {
    // Four letters of 12 are 48 of 30.
    let k = 30.0 / 48
    let film = try film("AAAA A", box30, fit: .shrink)
    let (first, second) = (5 + 15 * k, 5 + 35 * k)
    try expect(
      film, shows: (0..<4).map { a(2 + 12 * k * Double($0), first, scale: k) } + [a(2, second, scale: k)], within: 2)
    #expect(film.notes.isEmpty, "\(film.notes)")
  }

  @Test("Shrinking finds the size at which all lines are as high as the box")
  func shrinksToHeight() throws {
    // An ascent of 15 and two lines of 20 are 55 of 40.
    let k = 40.0 / 55
    // A hundredth of a point above the room is taken to fit: 3/255 of an edge.
    try expect(
      film(#"A\rA\rA"#, low, fit: .shrink), shows: (0..<3).map { a(2, 5 + (15 + 20 * Double($0)) * k, scale: k) },
      within: 4)
    // What fits stays as it is.
    try expect(film(#"A\rA"#, low, fit: .shrink), shows: [a(2, 20), a(2, 40)])
  }

  @Test("Scripts without spaces are not one word when they shrink")
  func ideographs() throws {
    // Two lines of two are 35 high; one line of four would be much smaller.
    try expect(film("中中中中", low, fit: .shrink), shows: [a(2, 20), a(14, 20), a(2, 40), a(14, 40)])
  }

  @Test("An ellipsis stands for the lines that the box has no room for")
  func cutInBox() throws {
    // "A A" and an ellipsis are 36 of 30.
    try expect(film("A A A A A", low, fit: .ellipsis), shows: [a(2, 20), a(20, 20), a(2, 40), dots(14, 40)])
    try expect(film(#"A\rA\rA"#, low, fit: .ellipsis), shows: [a(2, 20), a(2, 40), dots(14, 40)])
    let whole = try film(#"A\rA"#, low, fit: .ellipsis)
    try expect(whole, shows: [a(2, 20), a(2, 40)])
    #expect(whole.notes.isEmpty, "\(whole.notes)")
  }

  /// From the layer's origin to the edge of the composition: 60 of 64, 34 to the left, twice 30 to both sides.
  @Test(
    "Without a box the room ends at the composition's edges",
    arguments: [(0, 4.0, 60.0), (1, 34, 34), (2, 34, 60), (2, 20, 40)])
  func pointText(justification: Int, x: Double, room: Double) throws {
    let members = #""j":\#(justification)"#
    let k = room / 72
    let left = justification == 0 ? x : justification == 1 ? x - room : x - room / 2
    try expect(
      film("AAAAAA", members, fit: .shrink, at: (x, 30)),
      shows: (0..<6).map { a(left + 12 * k * Double($0), 30, scale: k) }, within: 2)
    let count = Int((room - 6) / 12)
    let width = Double(count) * 12 + 6
    let start = justification == 0 ? x : justification == 1 ? x - width : x - width / 2
    try expect(
      film("AAAAAA", members, fit: .ellipsis, at: (x, 30)),
      shows: (0..<count).map { a(start + 12 * Double($0)) } + [dots(start + 12 * Double(count))])
  }

  @Test("Lines of text without a box break where the composition ends")
  func wrapsPointText() throws {
    try expect(
      film("AA AAA A", #""lh":20"#, fit: .wrap),
      shows: [a(4), a(16), a(4, 50), a(16, 50), a(28, 50), a(46, 50)])
  }

  @Test("The room is in the layer's points, where it stands in the middle of its time")
  func scaledRoom() throws {
    // At half the size six letters are 36 of 60; from x = 40 they are 36 of 24.
    let small = #","s":\#(fixed(50, 50))"#
    func half(_ x: Double, _ k: Double) -> CALayer { a(x, 30, scale: k / 2) }
    try expect(film("AAAAAA", fit: .shrink, transform: small), shows: (0..<6).map { half(4 + 6 * Double($0), 1) })
    let k = 24.0 / 36
    try expect(
      film("AAAAAA", fit: .shrink, at: (40, 30), transform: small),
      shows: (0..<6).map { half(40 + 6 * k * Double($0), k) }, within: 2)
    // It moves in from beyond the edge, and rests at 4.
    let look = #"{"t":"AAAAAA","f":"F-R","s":20,"fc":[1,0,0]}"#
    let way = moving(key(0, [-90, 30]), key(20, [4, 30], .hold), key(90, [4, 30]), key(100, [90, 30]))
    var replacements = LottieReplacements()
    replacements.textFit = .shrink
    let moved = try Film(
      [layer(5, LayerOptions(), #""p":\#(way)"#, #""t":{"d":{"k":[{"t":0,"s":\#(look)}]}}"#)], fonts,
      replacing: replacements)
    let rest = 60.0 / 72
    try expect(moved, at: 50, shows: (0..<6).map { a(4 + 12 * rest * Double($0), 30, scale: rest) }, within: 2)
  }

  @Test("What does not fit is said with its layer, and by how much")
  func notes() throws {
    let high = try film(#"A\rA\rA"#, low)
    #expect(
      high.notes == [
        "layers[0]: the text 'A A A' of 'A' is 15.0 points too high for its room of 40.0 (`textFit` shrink or "
          + "ellipsis fits it)"
      ], "\(high.notes)")
    let wide = try film("AAAAAA", replaced: true)
    #expect(wide.notes.count == 1 && wide.notes[0].contains("is 12.0 points too wide for its room of 60.0"))
    // What the file itself says outside of a box is as its author had it.
    #expect(try film("AAAAAA").notes.isEmpty)
    #expect(try film("AAAA", replaced: true).notes.isEmpty)
    // Of one point the text is as small as it becomes.
    let tiny = try film(String(repeating: "A", count: 200), fit: .shrink)
    #expect(tiny.notes.count == 1 && tiny.notes[0].contains("is 60.0 points too wide"), "\(tiny.notes)")
  }

  @Test("A fit of a text, or an image, that the document does not have is an error")
  func unknownNames() throws {
    var replacements = LottieReplacements()
    replacements.textFits["B"] = .wrap
    let error = #expect(throws: SceneFileError.self) { try Film([solid()], replacing: replacements) }
    #expect(error?.kind == .unknownName)
    replacements.textFits = [:]
    replacements.imageFits["i"] = .fill
    #expect(throws: SceneFileError.self) { try Film([solid()], replacing: replacements) }
  }
}

@MainActor struct TextLimitTests {
  /// Processor time of this thread, in seconds.
  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let time = CPUTime()
    try body()
    return time.seconds
  }

  /// 40,000 characters took 14 s when each was copied with all before it.
  @Test("The time for a text is in proportion to its length, whatever its box")
  func longTexts() throws {
    let words = String(repeating: "AAAA ", count: 9_000)
    for members in ["", #""sz":[30,60],"ps":[0,0]"#, #""sz":[1e9,60],"ps":[0,0]"#] {
      for fit in LottieTextFit.allCases {
        let time = try seconds { _ = try film(words, members, fit: fit) }
        #expect(time < 4, "\(members) \(fit): \(time) s")
      }
    }
    for text in [String(repeating: " ", count: 45_000), String(repeating: "e\u{301}", count: 20_000)] {
      #expect(try seconds { _ = try film(text, box30, fit: .ellipsis) } < 4)
    }
  }

  @Test("Texts that are too long are an error, each by itself and all together")
  func tooLong() throws {
    func error(_ layers: [String]) -> SceneFileError? { failure(layers, fonts) }
    func layer(_ count: Int, animators: String = "") -> String {
      let look = #"{"t":"\#(String(repeating: "A", count: count))","f":"F-R","s":20,"fc":[1,0,0]}"#
      return LottieTests.layer(5, LayerOptions(), "", #""t":{"d":{"k":[{"t":0,"s":\#(look)}]},"a":[\#(animators)]}"#)
    }
    #expect(error([layer(50_001)])?.message == "layers[0]: a text of 50001 characters; expected at most 50000")
    #expect(error([layer(50_000)]) == nil)
    // Characters of 2,000 points each: ten million.
    let ring = (0..<2_000).map { [Double($0 % 50), Double($0 / 50)] }
    let large = fonts.replacing(group([path(corners(0, -70, 50, 70))]), with: group([path(ring)]))
    #expect(failure([layer(5_000)], large)?.message.contains("outlines of more than 8000000 points") == true)
    #expect(failure([layer(500)], large) == nil)
    let range = #""s":{"t":0,"s":\#(moving(key(0, [0]), key(100, [100])))}"#
    let animators = Array(repeating: #"{\#(range),"a":{"t":\#(fixed(50)),"o":\#(fixed(0))}}"#, count: 400)
    #expect(error([layer(2_000, animators: animators.joined(separator: ","))])?.kind == .tooLarge)
  }

  @Test("Numbers that no text has end in a picture", arguments: ["1e300", "-1e300", "1e-300", "0", "-7"])
  func hugeNumbers(number: String) throws {
    for members in [
      #""s":\#(number)"#, #""lh":\#(number)"#, #""tr":\#(number)"#, #""ls":\#(number)"#,
      #""sz":[\#(number),\#(number)],"ps":[\#(number),0]"#, #""sz":[30,40],"ps":[0,0],"lh":\#(number)"#,
      #""sz":[30,40],"ps":[0,0],"s":\#(number)"#, #""sz":[30,\#(number)],"ps":[0,0],"tr":\#(number)"#,
    ] {
      for fit in LottieTextFit.allCases { _ = try film("AAAA 😀 A", members, fit: fit).picture() }
    }
    for transform in [#","s":{"a":0,"k":[\#(number),\#(number)]}"#, #","r":\#(fixed(90))"#, #","a":\#(fixed(5, 5))"#] {
      for fit in LottieTextFit.allCases { _ = try film("AAAA A", fit: fit, transform: transform).picture() }
    }
  }

  /// Twenty animators that track 2,000 characters took 5 s.
  @Test("Many animators of many characters")
  func manyAnimators() throws {
    let look = #"{"t":"\#(String(repeating: "A", count: 2_000))","f":"F-R","s":20,"fc":[1,0,0]}"#
    let animator = #"{"s":{"t":0,"s":\#(fixed(0)),"e":\#(fixed(50))},"a":{"t":\#(fixed(100)),"p":\#(fixed(0, 1))}}"#
    let animators = Array(repeating: animator, count: 20).joined(separator: ",")
    let text = #""t":{"d":{"k":[{"t":0,"s":\#(look)}]},"a":[\#(animators)]}"#
    #expect(try seconds { _ = try Film([layer(5, LayerOptions(), "", text)], fonts) } < 2.5)
  }
}
