// Texts along paths. Characters are rectangles of 10 by 14 points that take 12, as in LottieTextLayerTests; where they
// are follows from the length of the path.

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

@MainActor struct TextCourseTests {
  /// A film of the text "AAA" along a path.
  private func film(_ path: String, _ course: String = "", justified: Int = 0, _ look: String = "") throws -> Film {
    let shape = group([LottieTests.path(corners(0, -70, 50, 70))])
    let character =
      #"{"ch":"A","fFamily":"F","style":"Regular","size":100,"w":60,"data":{"shapes":[\#(shape)]}}"#
    let font = #"{"fName":"F-R","fFamily":"F","fStyle":"Regular","ascent":75}"#
    let text = object(#""t":"AAA","f":"F-R","s":20,"fc":[1,0,0],"j":\#(justified)"#, look)
    let course = object(#""m":0"#, course)
    let layer = layer(
      5, LayerOptions(), "",
      #""t":{"d":{"k":[{"t":0,"s":\#(text)}]},"p":\#(course),"a":[]},"#
        + #""masksProperties":[{"mode":"n","pt":\#(path)}]"#)
    return try Film([layer], #""fonts":{"list":[\#(font)]},"chars":[\#(character)]"#)
  }

  private func still(_ points: [[Double]], isClosed: Bool = false) -> String {
    #"{"a":0,"k":\#(polygon(points, isClosed: isClosed))}"#
  }

  private func a(_ x: Double, _ y: Double) -> CALayer { box(x, y - 14, 10, 14) }

  /// An "A" that stands on a line by the middle of the 12 points that it takes.
  private func a(on point: CGPoint, turned degrees: Double) -> CALayer {
    let letter = CALayer()
    letter.backgroundColor = .red
    letter.bounds = CGRect(x: 0, y: 0, width: 10, height: 14)
    letter.anchorPoint = CGPoint(x: 0.6, y: 1)
    letter.position = point
    letter.transform = CATransform3DMakeRotation(degrees * .pi / 180, 0, 0, 1)
    return letter
  }

  private static let level = [[8.0, 40.0], [58.0, 40.0]]

  @Test("Along a straight line it is as without one", arguments: [(0, 8.0), (1, 22), (2, 15)])
  func straight(justified: Int, x: Double) throws {
    try expect(film(still(Self.level), justified: justified), shows: [a(x, 40), a(x + 12, 40), a(x + 24, 40)])
    let moved = try film(still(Self.level), #""f":\#(fixed(5))"#, justified: justified)
    try expect(moved, shows: [a(x + 5, 40), a(x + 17, 40), a(x + 29, 40)])
  }

  @Test("Characters turn with the path, or stay upright; beyond its end it goes on")
  func turned() throws {
    let corner = still([[10, 10], [30, 10], [30, 20]])
    let places = [(CGPoint(x: 16, y: 10), 0.0), (CGPoint(x: 28, y: 10), 0), (CGPoint(x: 30, y: 20), 90)]
    try expect(film(corner), shows: places.map { a(on: $0, turned: $1) })
    let upright = try film(corner, #""p":\#(fixed(0))"#)
    try expect(upright, shows: places.map { a(on: $0.0, turned: 0) })
    let beyond = try film(corner, #""f":\#(fixed(10))"#)
    let later = [(CGPoint(x: 26, y: 10), 0.0), (CGPoint(x: 30, y: 18), 90), (CGPoint(x: 30, y: 30), 90)]
    try expect(beyond, shows: later.map { a(on: $0, turned: $1) })
  }

  @Test("The other way round, below the line, and spread over all of it")
  func ways() throws {
    let back = try film(still(Self.level), #""r":\#(fixed(1))"#)
    try expect(back, shows: [52.0, 40, 28].map { a(on: CGPoint(x: $0, y: 40), turned: 180) })
    try expect(film(still(Self.level), "", #""ls":-5"#), shows: [a(8, 45), a(20, 45), a(32, 45)])
    // The middles are at 1/6, 3/6 and 5/6 of 50 points.
    let spread = try film(still(Self.level), #""a":\#(fixed(1))"#)
    let middles = [1.0, 3, 5].map { a(on: CGPoint(x: 8 + $0 / 6 * 50, y: 40), turned: 0) }
    try expect(spread, shows: middles)
  }

  @Test("On a closed path it runs round, by a margin that moves")
  func moving() throws {
    let square = still(corners(16, 16, 32, 32), isClosed: true)
    let film = try film(square, #""f":\#(LottieTests.moving(key(0, [-6]), key(100, [122])))"#)
    // The corner's direction is that of the side that begins.
    let start = [(CGPoint(x: 16, y: 16), 0.0), (CGPoint(x: 28, y: 16), 0), (CGPoint(x: 40, y: 16), 0)]
    try expect(film, at: 0, shows: start.map { a(on: $0, turned: $1) }, within: 2)
    let half = [(CGPoint(x: 48, y: 48), 180.0), (CGPoint(x: 36, y: 48), 180), (CGPoint(x: 24, y: 48), 180)]
    try expect(film, at: 50, shows: half.map { a(on: $0, turned: $1) }, within: 2)
  }

  @Test("A mask that is not there: the text lies straight, and that is said")
  func missing() throws {
    let film = try film(still(Self.level), #""m":3"#)
    #expect(film.notes == ["layers[0].t.p: no mask 3 for a text to run along; it lies straight"])
  }
}
