// Trims, by the stretches of lines and rectangles that are left of them: parts of the length from a path's beginning
// on, which of a rectangle is its top right corner, clockwise.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

@MainActor struct TrimTests {
  /// A horizontal line of 60 points; what is left of it.
  private func rest(_ from: Double, _ to: Double, y: Double = 32) -> CALayer {
    box(2 + 60 * from, y - 2, 60 * (to - from), 4)
  }
  private static let lineItem = line(2, 32, 62, 32)

  @Test(
    arguments: [
      (0, 100, 0, [(0.0, 1.0)]), (20, 70, 0, [(0.2, 0.7)]), (70, 20, 0, [(0.2, 0.7)]), (50, 50, 0, []),
      (20, 50, 90, [(0.45, 0.75)]), (20, 50, 270, [(0.95, 1), (0, 0.25)]), (20, 50, -90, [(0.95, 1), (0, 0.25)]),
      (0, 50, 180, [(0.5, 1)]), (0, 50, 720, [(0, 0.5)]), (20, 50, 3690, [(0.45, 0.75)]),
      (10, 100, 36, [(0.2, 1), (0, 0.1)]),
    ] as [(Double, Double, Double, [(Double, Double)])])
  func lines(start: Double, end: Double, offset: Double, left: [(Double, Double)]) throws {
    let film = try Film([shapes([Self.lineItem, trim(start, end, offset: offset), stroke(4)])])
    try expect(film, shows: left.map { rest($0.0, $0.1) })
  }

  @Test("A rectangle begins at its top right corner")
  func rectangles() throws {
    let square = rectangle(12, 12, 40, 40)
    try expect(Film([shapes([square, trim(25, 50), stroke(4)])]), shows: [box(12, 50, 40, 4)])
    // Half of the right side, the lower and the left one.
    let rest = LottieTests.lines([[52, 32], [52, 52], [12, 52], [12, 12]], isClosed: false)
    try expect(Film([shapes([square, trim(12.5, 75), stroke(4)])]), shows: [stroked(rest, 4) { $0.miterLimit = 4 }])
  }

  @Test("Start, end and offset move")
  func moving() throws {
    func film(_ start: String, _ end: String, _ offset: String) throws -> Film {
      try Film([shapes([Self.lineItem, #"{"ty":"tm","s":\#(start),"e":\#(end),"o":\#(offset)}"#, stroke(4)])])
    }
    let growing = try film(fixed(0), LottieTests.moving(key(0, [0]), key(100, [100])), fixed(0))
    for part in [0.25, 0.5, 0.8] { try expect(growing, at: part * 100, shows: [rest(0, part)]) }
    let running = try film(fixed(0), fixed(20), LottieTests.moving(key(0, [0]), key(100, [720])))
    for (frame, left) in [(0, [(0.0, 0.2)]), (20, [(0.4, 0.6)]), (45, [(0.9, 1), (0, 0.1)]), (75, [(0.5, 0.7)])] {
      try expect(running, at: Double(frame), shows: left.map { rest($0.0, $0.1) })
    }
    // Start and end meet in the middle and change places.
    let crossing = try film(
      LottieTests.moving(key(0, [0]), key(100, [100])), LottieTests.moving(key(0, [100]), key(100, [0])), fixed(0))
    for part in [0.0, 0.2, 0.8] {
      try expect(crossing, at: part * 100, shows: [rest(min(part, 1 - part), max(part, 1 - part))])
    }
    // Each at times of its own.
    let both = try film(
      LottieTests.moving(key(50, [0]), key(100, [40])), LottieTests.moving(key(0, [0]), key(80, [80])),
      LottieTests.moving(key(0, [0]), key(100, [36])))
    try expect(both, at: 70, shows: [rest(0.16 + 0.07, 0.7 + 0.07)])
  }

  /// Lines of 20, 40 and 40 points.
  private static let three = [line(10, 10, 30, 10), line(10, 30, 50, 30), line(10, 50, 50, 50)]

  @Test("Simultaneously: each path is cut alike")
  func parallel() throws {
    let film = try Film([shapes(Self.three + [trim(25, 75, #""m":1"#), stroke(4)])])
    try expect(film, shows: [box(15, 8, 10, 4), box(20, 28, 20, 4), box(20, 48, 20, 4)])
  }

  @Test("Individually: the paths are one long path, one after the other")
  func sequential() throws {
    let film = try Film([shapes(Self.three + [trim(10, 80, #""m":2"#), stroke(4)])])
    try expect(film, shows: [box(20, 8, 10, 4), box(10, 28, 40, 4), box(10, 48, 20, 4)])
    let part = try Film([shapes(Self.three + [trim(30, 50, #""m":2"#), stroke(4)])])
    try expect(part, shows: [box(20, 28, 20, 4)])
    let around = try Film([shapes(Self.three + [trim(0, 40, offset: 252, #""m":2"#), stroke(4)])])
    try expect(around, shows: [box(20, 48, 30, 4), box(10, 8, 10, 4)])
  }

  @Test("A trim cuts the paths of groups above it, wherever they are painted")
  func groups() throws {
    let film = try Film([
      shapes([
        group([Self.three[0], stroke(4)]), group([Self.three[1], stroke(4)], transform: #""p":\#(fixed(0, 10))"#),
        trim(0, 50, #""m":1"#),
      ])
    ])
    try expect(film, shows: [box(10, 8, 10, 4), box(10, 38, 20, 4)])
  }

  /// Lines of 20 and 40 points, each in a group with a line of its own.
  @Test("Individually: paths that are painted apart are one long path, too")
  func sequentialGroups() throws {
    func film(_ trim: String) throws -> Film {
      try Film([shapes([group([Self.three[0], stroke(4)]), group([Self.three[1], stroke(2)]), trim])])
    }
    // 30 of 60 points.
    try expect(film(trim(0, 50, #""m":2"#)), shows: [box(10, 8, 20, 4), box(10, 29, 10, 2)])
    try expect(film(trim(50, 100, #""m":2"#)), shows: [box(20, 29, 30, 2)])
    try expect(film(trim(0, 50, offset: 270, #""m":2"#)), shows: [box(10, 8, 15, 4), box(35, 29, 15, 2)])
    let growing = #"{"ty":"tm","s":\#(fixed(0)),"e":\#(LottieTests.moving(key(0, [0]), key(100, [100]))),"m":2}"#
    let moving = try film(growing)
    for (frame, lengths) in [(20.0, (12.0, 0.0)), (40, (20, 4)), (80, (20, 28))] {
      try expect(moving, at: frame, shows: [box(10, 8, lengths.0, 4), box(10, 29, lengths.1, 2)])
    }
  }

  @Test("A trim leaves the paths below it alone")
  func below() throws {
    let film = try Film([shapes([Self.three[1], trim(0, 50), Self.three[2], stroke(4)])])
    try expect(film, shows: [box(10, 28, 20, 4), box(10, 48, 40, 4)])
  }

  @Test("Trims in each other: a half of a half")
  func twice() throws {
    let film = try Film([shapes([Self.three[1], trim(0, 50), trim(50, 100), stroke(4)])])
    try expect(film, shows: [box(20, 28, 10, 4)])
  }

  @Test("A fill of what is left is that of its chord")
  func fills() throws {
    // Half of the outline, from the top right over the bottom right to the bottom left corner: a triangle.
    let film = try Film([shapes([rectangle(12, 12, 40, 40), trim(0, 50), fill()])])
    try expect(film, shows: [filled(LottieTests.lines([[52, 12], [52, 52], [12, 52]]))])
  }

  @Test("A stretch over the beginning of a closed path has no seam there")
  func seams() throws {
    let corner = stroked(LottieTests.lines([[12, 12], [52, 12], [52, 52]], isClosed: false), 8) { $0.miterLimit = 4 }
    // From the top left corner over the beginning, the top right one, to the bottom right one.
    try expect(
      Film([shapes([rectangle(12, 12, 40, 40), trim(0, 50, offset: 270), stroke(8)])]), shows: [corner])
    // The same where the path is measured at every frame.
    let size = LottieTests.moving(key(0, [20, 20]), key(100, [60, 60]))
    let growing = #"{"ty":"rc","p":\#(fixed(32, 32)),"s":\#(size),"r":\#(fixed(0))}"#
    try expect(
      Film([shapes([growing, trim(0, 50, offset: 270), stroke(8)])]), at: 50, shows: [corner])
  }

  /// A rounded rectangle of 40 points with a radius of 10: four sides of 20 points, four arcs of 5 pi.
  private static let rounded = rectangle(12, 12, 40, 40, #""r":\#(fixed(10))"#)

  @Test("A rounded rectangle begins at the lower end of its top right arc; arcs count by their length")
  func roundedRectangles() throws {
    let whole = 80 + 20 * Double.pi
    // Over the beginning: the upper half of the arc before it, and half of the side after it.
    let (from, to) = (1 - 2.5 * .pi / whole, 10 / whole)
    let path = CGMutablePath()
    path.addArc(center: CGPoint(x: 42, y: 22), radius: 10, startAngle: -.pi / 4, endAngle: 0, clockwise: false)
    path.addLine(to: CGPoint(x: 52, y: 32))
    let film = try Film([
      shapes([Self.rounded, trim(0, (1 - from + to) * 100, offset: from * 360), stroke(4)])
    ])
    try expect(film, shows: [stroked(path, 4)], within: 8)
  }

  @Test("Dashes begin where the stretch does")
  func dashes() throws {
    let dashed = stroke(4, #""d":[{"n":"d","v":\#(fixed(8))},{"n":"g","v":\#(fixed(4))}]"#)
    let film = try Film([shapes([Self.lineItem, trim(50, 100), dashed])])
    try expect(film, shows: [box(32, 30, 8, 4), box(44, 30, 8, 4), box(56, 30, 6, 4)])
    // 258 on and 258 off of a path of 143: no gap, also over its beginning.
    let long = stroke(4, #""d":[{"n":"d","v":\#(fixed(258))}]"#)
    for items in [[Self.rounded, trim(0, 60, offset: 241)], [Self.rounded, trim(20, 90, offset: 90)]] {
      let (whole, dashed) = (try Film([shapes(items + [stroke(4)])]), try Film([shapes(items + [long])]))
      #expect(try dashed.picture().difference(from: whole.picture()).most <= 2)
    }
  }

  @Test("Half of a curve is half of its length")
  func lengths() throws {
    // A straight line whose parameter runs unevenly, at rest and moving.
    func item(_ ks: String) -> String { #"{"ty":"sh","ks":\#(ks)}"# }
    func line(_ y: Double) -> String {
      #"{"c":false,"v":[[2,\#(y)],[62,\#(y)]],"i":[[0,0],[0,0]],"o":[[40,0],[0,0]]}"#
    }
    for (from, to) in [(0.0, 50.0), (25, 80)] {
      let still = try Film([shapes([item(#"{"a":0,"k":\#(line(32))}"#), trim(from, to), stroke(4)])])
      try expect(still, shows: [rest(from / 100, to / 100)])
      let moving = try Film([
        shapes([
          item(LottieTests.moving(key(0, path: line(22)), key(100, path: line(42)))), trim(from, to), stroke(4),
        ])
      ])
      try expect(moving, at: 50, shows: [rest(from / 100, to / 100)])
    }
  }

  @Test("A pace beyond the ends cuts no more than all")
  func overshoot() throws {
    let end = LottieTests.moving(key(0, [0], .curve(0.5, -0.6, 0.5, 1.6)), key(100, [100]))
    let film = try Film([
      shapes([Self.lineItem, #"{"ty":"tm","s":\#(fixed(0)),"e":\#(end),"o":\#(fixed(90))}"#, stroke(4)])
    ])
    try expect(film, at: 10, shows: [])
    try expect(film, at: 90, shows: [rest(0, 1)])
  }

  @Test("Individually: a fill, too, is of one long path")
  func sequentialFills() throws {
    let squares = [rectangle(4, 4, 20, 20), rectangle(34, 4, 20, 20)]
    try expect(
      Film([shapes(squares + [trim(50, 100, #""m":2"#), fill()])]), shows: [box(34, 4, 20, 20)])
  }

  @Test("A whole path stays closed")
  func whole() throws {
    let film = try Film([shapes([rectangle(12, 12, 40, 40), trim(0, 100, offset: 90), stroke(8)])])
    try expect(film, shows: [stroked(LottieTests.lines(corners(12, 12, 40, 40)), 8)])
  }
}
