// Repeaters and modifiers of paths, by plain layers or by the picture of a path that is written out.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import Testing

@testable import Lottie

@MainActor struct RepeaterTests {
  private func repeater(_ copies: String, offset: Double = 0, _ transform: String, _ members: String = "") -> String {
    object(#""ty":"rp","c":\#(copies),"o":\#(fixed(offset)),"tr":{\#(transform)}"#, members)
  }

  private func film(_ repeater: String) throws -> Film {
    try Film([shapes([rectangle(2, 4, 10, 10), fill(), repeater])])
  }

  @Test("Each copy is moved once more")
  func copies() throws {
    let film = try film(repeater(fixed(4), #""p":\#(fixed(15, 5))"#))
    try expect(film, shows: (0..<4).map { box(2 + 15 * Double($0), 4 + 5 * Double($0), 10, 10) })
  }

  @Test("The offset is where the first copy is, in steps; it may be below 0", arguments: [2.0, -1, 0.5])
  func offset(offset: Double) throws {
    let film = try film(repeater(fixed(2), offset: offset, #""p":\#(fixed(16, 0))"#))
    try expect(film, shows: (0..<2).map { box(2 + 16 * (Double($0) + offset), 4, 10, 10) })
  }

  /// As lottie-web, rlottie and lottie-android have it: turned about the anchor, scaled about it, moved.
  @Test("A copy is turned before it is scaled")
  func turnsAndScales() throws {
    let film = try film(
      repeater(fixed(2), #""p":\#(fixed(40, 20)),"r":\#(fixed(90)),"s":\#(fixed(100, 50))"#))
    // From -14...-4 and 2...12.
    try expect(film, shows: [box(26, 21, 10, 5), box(2, 4, 10, 10)])
    let anchored = try self.film(
      repeater(fixed(2), #""a":\#(fixed(2, 4)),"p":\#(fixed(40, 20)),"r":\#(fixed(90)),"s":\#(fixed(100, 50))"#))
    try expect(anchored, shows: [box(32, 24, 10, 5), box(2, 4, 10, 10)])
  }

  @Test("Opacity runs from the first copy to the last one")
  func opacity() throws {
    let film = try film(repeater(fixed(3), #""p":\#(fixed(20, 0)),"so":\#(fixed(100)),"eo":\#(fixed(20))"#))
    try expect(film, shows: [box(2, 4, 10, 10), box(22, 4, 10, 10, .red(0.6)), box(42, 4, 10, 10, .red(0.2))])
  }

  @Test("Copies turn about the anchor, once more each")
  func rotation() throws {
    let film = try film(repeater(fixed(4), #""a":\#(fixed(32, 32)),"p":\#(fixed(0, 0)),"r":\#(fixed(90))"#))
    try expect(film, shows: [box(2, 4, 10, 10), box(50, 2, 10, 10), box(52, 50, 10, 10), box(4, 52, 10, 10)])
  }

  @Test("Copies shrink by the same part each")
  func scale() throws {
    let film = try film(repeater(fixed(3), #""p":\#(fixed(0, 20)),"s":\#(fixed(50, 50))"#))
    try expect(film, shows: [box(2, 4, 10, 10), box(1, 22, 5, 5), box(0.5, 41, 2.5, 2.5)])
  }

  @Test("Later copies lie above (1) or below (2)", arguments: [1, 2])
  func stacking(composite: Int) throws {
    let transform = #""p":\#(fixed(10, 10)),"so":\#(fixed(100)),"eo":\#(fixed(100))"#
    let film = try Film([
      shapes([
        rectangle(0, 0, 5, 20), fill(0, 1, 0), rectangle(0, 0, 20, 20), fill(),
        repeater(fixed(2), transform, #""m":\#(composite)"#),
      ])
    ])
    let first = [box(0, 0, 20, 20), box(0, 0, 5, 20, .green)]
    let second = [box(10, 10, 20, 20), box(10, 10, 5, 20, .green)]
    try expect(film, shows: composite == 1 ? first + second : second + first)
  }

  @Test("The number of copies and their transform move")
  func moving() throws {
    let copies = try film(repeater(LottieTests.moving(key(0, [0]), key(100, [4])), #""p":\#(fixed(15, 0))"#))
    // A part of a copy is a whole one.
    for (frame, count) in [(0, 0), (25, 1), (30, 2), (50, 2), (90, 4)] {
      try expect(copies, at: Double(frame), shows: (0..<count).map { box(2 + 15 * Double($0), 4, 10, 10) })
    }
    let way = try film(repeater(fixed(3), #""p":\#(LottieTests.moving(key(0, [0, 0]), key(100, [20, 10])))"#))
    for part in [0.5, 1] {
      try expect(
        way, at: part * 100, shows: (0..<3).map { box(2 + 20 * part * Double($0), 4 + 10 * part * Double($0), 10, 10) })
    }
  }

  @Test("A paint below a repeater is laid upon all copies")
  func pathsOfCopies() throws {
    let film = try Film([shapes([rectangle(2, 4, 10, 10), repeater(fixed(3), #""p":\#(fixed(20, 0))"#), fill()])])
    try expect(film, shows: (0..<3).map { box(2 + 20 * Double($0), 4, 10, 10) })
  }

  @Test("Repeaters of repeaters are grids")
  func grids() throws {
    let film = try Film([
      shapes([
        rectangle(2, 2, 6, 6), fill(), repeater(fixed(3), #""p":\#(fixed(20, 0))"#),
        repeater(fixed(2), #""p":\#(fixed(0, 30))"#),
      ])
    ])
    try expect(film, shows: (0..<6).map { box(2 + 20 * Double($0 % 3), 2 + 30 * Double($0 / 3), 6, 6) })
  }
}

@MainActor struct ModifierTests {
  private static let square = corners(10, 10, 40, 40)

  @Test("Corners become curves that begin a radius away", arguments: [0.0, 8, 20, 100])
  func roundCorners(radius: Double) throws {
    let item = #"{"ty":"rd","r":\#(fixed(radius))}"#
    let film = try Film([shapes([path(Self.square), item, fill()])])
    let corner = min(radius, 20)
    let path = CGPath(
      roundedRect: CGRect(x: 10, y: 10, width: 40, height: 40), cornerWidth: corner, cornerHeight: corner,
      transform: nil)
    try expect(film, shows: [filled(path)], within: 3)
  }

  @Test("A radius moves")
  func movingRadius() throws {
    let item = #"{"ty":"rd","r":\#(moving(key(0, [0]), key(100, [20])))}"#
    let film = try Film([shapes([path(Self.square), item, fill()])])
    for frame in [25.0, 75] {
      let path = CGPath(
        roundedRect: CGRect(x: 10, y: 10, width: 40, height: 40), cornerWidth: frame / 5, cornerHeight: frame / 5,
        transform: nil)
      try expect(film, at: frame, shows: [filled(path)], within: 3)
    }
  }

  /// Two squares of 30 points, the second one 10 to the right and below.
  @Test(
    arguments: [
      (1, [(10, 10, 30, 30), (20, 20, 30, 30)]), (2, [(10, 10, 30, 30), (20, 20, 30, 30)]),
      (3, [(10, 10, 30, 10), (10, 20, 10, 20)]), (4, [(20, 20, 20, 20)]),
      (5, [(10, 10, 30, 10), (10, 20, 10, 20), (40, 20, 10, 20), (20, 40, 30, 10)]),
    ] as [(Int, [(Double, Double, Double, Double)])])
  func merges(mode: Int, left: [(Double, Double, Double, Double)]) throws {
    let film = try Film([
      shapes([rectangle(10, 10, 30, 30), rectangle(20, 20, 30, 30), #"{"ty":"mm","mm":\#(mode)}"#, fill()])
    ])
    try expect(film, shows: left.map { box($0.0, $0.1, $0.2, $0.3) })
  }

  @Test("A merge of moving paths, in every frame")
  func movingMerge() throws {
    let second =
      #"{"ty":"rc","p":\#(moving(key(0, [10, 32]), key(100, [50, 32]))),"s":\#(fixed(20, 20)),"r":\#(fixed(0))}"#
    let film = try Film([shapes([rectangle(10, 10, 40, 40), second, #"{"ty":"mm","mm":3}"#, fill()])])
    // At 25 % the hole reaches from 10 to 30.
    try expect(film, at: 25, shows: [box(10, 10, 40, 12), box(10, 42, 40, 8), box(30, 22, 20, 20)])
    try expect(
      film, at: 50, shows: [box(10, 10, 40, 12), box(10, 42, 40, 8), box(10, 22, 10, 20), box(40, 22, 10, 20)])
  }

  @Test("An offset grows and shrinks a path", arguments: [6.0, -6])
  func offsets(amount: Double) throws {
    let item = #"{"ty":"op","a":\#(fixed(amount)),"lj":1,"ml":\#(fixed(4))}"#
    let film = try Film([shapes([path(Self.square), item, fill()])])
    try expect(film, shows: [box(10 - amount, 10 - amount, 40 + 2 * amount, 40 + 2 * amount)])
    let moved = #"{"ty":"op","a":\#(moving(key(0, [0]), key(100, [amount]))),"lj":1,"ml":\#(fixed(4))}"#
    let half = amount / 2
    try expect(
      Film([shapes([path(Self.square), moved, fill()])]), at: 50,
      shows: [box(10 - half, 10 - half, 40 + 2 * half, 40 + 2 * half)])
  }

  /// Vertices go the part of the way to the middle, tangents' ends as far away from it: of a square about (30, 30).
  @Test(arguments: [40.0, -30])
  func puckers(amount: Double) throws {
    let film = try Film([shapes([path(Self.square), #"{"ty":"pb","a":\#(fixed(amount))}"#, fill()])])
    func moved(_ point: [Double], _ part: Double) -> CGPoint {
      CGPoint(x: point[0] + (30 - point[0]) * part, y: point[1] + (30 - point[1]) * part)
    }
    let path = CGMutablePath()
    path.move(to: moved(Self.square[0], amount / 100))
    for index in 0..<4 {
      let (from, to) = (Self.square[index], Self.square[(index + 1) % 4])
      path.addCurve(
        to: moved(to, amount / 100), control1: moved(from, -amount / 100), control2: moved(to, -amount / 100))
    }
    path.closeSubpath()
    try expect(film, shows: [filled(path)])
  }

  @Test("A zigzag has ridges on either side by turns")
  func zigzags() throws {
    let item = #"{"ty":"zz","s":\#(fixed(6)),"r":\#(fixed(3)),"pt":\#(fixed(1))}"#
    let film = try Film([shapes([line(8, 32, 56, 32), item, stroke(3)])])
    // Four stretches of 12 points; the first vertex lies to the right of the way, which is down.
    let ridges: [[Double]] = [[8, 38], [20, 26], [32, 38], [44, 26], [56, 38]]
    try expect(film, shows: [stroked(lines(ridges, isClosed: false), 3) { $0.miterLimit = 4 }])
  }

  @Test("Modifiers change the paths of groups above them, one after the other")
  func order() throws {
    let grow = #"{"ty":"op","a":\#(fixed(5)),"lj":1,"ml":\#(fixed(4))}"#
    let film = try Film([shapes([group([path(Self.square), fill()]), grow, trim(0, 50)])])
    // Half of the grown square's outline, from its top left corner on.
    try expect(film, shows: [filled(lines([[5, 5], [55, 5], [55, 55]]))])
  }
}
