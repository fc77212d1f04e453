// Shape items, each by the picture of a path that is written out by hand.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import Testing

@testable import Lottie

@MainActor struct LottieShapeTests {
  // MARK: - Paths

  @Test func rectangles() throws {
    try expect(Film([shapes([rectangle(10, 20, 30, 15), fill()])]), shows: [box(10, 20, 30, 15)])
  }

  @Test("A radius rounds corners, and is at most half of the shorter side", arguments: [6.0, 10, 40])
  func roundedRectangle(radius: Double) throws {
    let film = try Film([shapes([rectangle(8, 20, 40, 20, #""r":\#(fixed(radius))"#), fill()])])
    let corner = min(radius, 10)
    let path = CGPath(
      roundedRect: CGRect(x: 8, y: 20, width: 40, height: 20), cornerWidth: corner, cornerHeight: corner, transform: nil
    )
    try expect(film, shows: [filled(path)], within: 2)
  }

  @Test("A rounded rectangle grows from nothing: its radius is at most half of its side at every time")
  func growingRectangle() throws {
    let size = moving(key(0, [0, 0]), key(100, [50, 50]))
    for radius in [fixed(10), moving(key(0, [0]), key(100, [20]))] {
      let film = try Film([shapes([#"{"ty":"rc","p":\#(fixed(32, 32)),"s":\#(size),"r":\#(radius)}"#, fill()])])
      for part in [0.2, 0.5, 0.8] {
        let (side, corner) = (50 * part, radius == fixed(10) ? min(10, 25 * part) : 20 * part)
        let path = CGPath(
          roundedRect: CGRect(x: 32 - side / 2, y: 32 - side / 2, width: side, height: side), cornerWidth: corner,
          cornerHeight: corner, transform: nil)
        try expect(film, at: part * 100, shows: [filled(path)], within: 2)
      }
    }
  }

  @Test("A rectangle's radius grows from 0")
  func growingRadius() throws {
    let item = rectangle(8, 8, 48, 48, #""r":\#(moving(key(0, [0]), key(100, [40])))"#)
    let film = try Film([shapes([item, fill()])])
    for part in [0.0, 0.25, 0.5, 0.9] {
      let corner = min(40 * part, 24)
      let path = CGPath(
        roundedRect: CGRect(x: 8, y: 8, width: 48, height: 48), cornerWidth: corner, cornerHeight: corner,
        transform: nil)
      try expect(film, at: part * 100, shows: [filled(path)], within: 2)
    }
  }

  @Test func ellipses() throws {
    let film = try Film([shapes([#"{"ty":"el","p":\#(fixed(30, 32)),"s":\#(fixed(40, 24))}"#, fill()])])
    try expect(
      film, shows: [filled(CGPath(ellipseIn: CGRect(x: 10, y: 20, width: 40, height: 24), transform: nil))], within: 2)
  }

  /// Points at angles from the top on, clockwise, with radii by turns.
  private func corners(_ count: Int, _ radii: [Double], degrees: Double) -> CGPath {
    lines(
      (0..<count * radii.count).map { index in
        let angle = (degrees - 90 + 360 / Double(count * radii.count) * Double(index)) * .pi / 180
        let radius = radii[index % radii.count]
        return [32 + radius * cos(angle), 32 + radius * sin(angle)]
      })
  }

  @Test(arguments: [3, 5, 8])
  func stars(points: Int) throws {
    let star =
      #"{"ty":"sr","sy":1,"p":\#(fixed(32, 32)),"pt":\#(fixed(Double(points))),"r":\#(fixed(15)),"#
      + #""or":\#(fixed(28)),"os":\#(fixed(0)),"ir":\#(fixed(12)),"is":\#(fixed(0))}"#
    try expect(Film([shapes([star, fill()])]), shows: [filled(corners(points, [28, 12], degrees: 15))])
  }

  @Test(arguments: [3, 6])
  func polygons(points: Int) throws {
    let polygon =
      #"{"ty":"sr","sy":2,"p":\#(fixed(32, 32)),"pt":\#(fixed(Double(points))),"r":\#(fixed(-10)),"#
      + #""or":\#(fixed(28)),"os":\#(fixed(0))}"#
    try expect(Film([shapes([polygon, fill()])]), shows: [filled(corners(points, [28], degrees: -10))])
  }

  @Test(
    "A path's tangents are relative to its vertices; a closed one has a curve back to its first",
    arguments: [true, false])
  func freePaths(isClosed: Bool) throws {
    let shape =
      #"{"ty":"sh","ks":{"a":0,"k":{"c":\#(isClosed),"v":[[10,40],[50,40]],"o":[[5,-30],[3,20]],"#
      + #""i":[[-3,18],[-5,-25]]}}}"#
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 10, y: 40))
    path.addCurve(to: CGPoint(x: 50, y: 40), control1: CGPoint(x: 15, y: 10), control2: CGPoint(x: 45, y: 15))
    if isClosed {
      path.addCurve(to: CGPoint(x: 10, y: 40), control1: CGPoint(x: 53, y: 60), control2: CGPoint(x: 7, y: 58))
      path.closeSubpath()
    }
    try expect(Film([shapes([shape, stroke(3)])]), shows: [stroked(path, 3) { $0.miterLimit = 4 }])
  }

  @Test("What a star is made of moves; between keyframes, too")
  func movingStar() throws {
    let star =
      #"{"ty":"sr","sy":1,"p":\#(fixed(32, 32)),"pt":\#(fixed(5)),"r":\#(moving(key(0, [0]), key(100, [60]))),"#
      + #""or":\#(moving(key(0, [10]), key(100, [30]))),"os":\#(fixed(0)),"ir":\#(fixed(8)),"is":\#(fixed(0))}"#
    let film = try Film([shapes([star, fill()])])
    for frame in [0.0, 25, 50, 75] {
      try expect(
        film, at: frame, shows: [filled(corners(5, [10 + frame / 5, 8], degrees: frame * 0.6))], within: 2)
    }
  }

  @Test("A shape whose direction is 3 runs the other way, which trims show", arguments: [1, 3])
  func directions(direction: Int) throws {
    let square = rectangle(12, 12, 40, 40, #""r":{"a":0,"k":0},"d":\#(direction)"#)
    // From the top right corner down, or to the left.
    let side = direction == 1 ? box(50, 12, 4, 40) : box(12, 10, 40, 4)
    try expect(Film([shapes([square, trim(0, 25), stroke(4)])]), shows: [side])
  }

  // MARK: - Fills

  @Test("Two squares that run the same way: all of both, or all but where both are", arguments: [1, 2])
  func fillRules(rule: Int) throws {
    let film = try Film([
      shapes([rectangle(10, 10, 40, 40), rectangle(20, 20, 20, 20), fill(1, 0, 0, #""r":\#(rule)"#)])
    ])
    let ring = [box(10, 10, 40, 10), box(10, 40, 40, 10), box(10, 20, 10, 20), box(40, 20, 10, 20)]
    try expect(film, shows: rule == 1 ? [box(10, 10, 40, 40)] : ring)
  }

  @Test("A hole is what runs the other way")
  func hole() throws {
    let film = try Film([
      shapes([path(Array(corners(10, 10, 40, 40))), path(corners(20, 20, 20, 20).reversed()), fill()])
    ])
    let ring = [box(10, 10, 40, 10), box(10, 40, 40, 10), box(10, 20, 10, 20), box(40, 20, 10, 20)]
    try expect(film, shows: ring)
  }

  @Test("A fill's opacity")
  func fillOpacity() throws {
    let film = try Film([
      shapes([rectangle(10, 10, 40, 40), fill(1, 0, 0, #""o":\#(moving(key(0, [100]), key(100, [0])))"#)])
    ])
    for part in [0.0, 0.25, 0.75] { try expect(film, at: part * 100, shows: [box(10, 10, 40, 40, .red(1 - part))]) }
  }

  @Test("A paint is laid upon all paths above it, of groups inside too; later paints lie below")
  func paints() throws {
    let film = try Film([
      shapes([
        rectangle(0, 0, 10, 10), group([rectangle(10, 0, 10, 10)]), fill(), rectangle(20, 0, 10, 10), fill(0, 1, 0),
      ])
    ])
    try expect(film, shows: [box(0, 0, 30, 10, .green), box(0, 0, 20, 10)])
  }

  @Test("A paint leaves the paths of groups around it alone")
  func scopes() throws {
    let film = try Film([shapes([rectangle(0, 0, 10, 10), group([rectangle(10, 0, 10, 10), fill()])])])
    try expect(film, shows: [box(10, 0, 10, 10)])
  }

  @Test("Hidden items and layers are not there")
  func hidden() throws {
    let film = try Film([
      shapes([
        rectangle(0, 0, 10, 10), rectangle(20, 0, 10, 10, #""hd":true"#), fill(), fill(0, 1, 0, #""hd":true"#),
        group([rectangle(0, 20, 10, 10), fill()]).replacing(#""ty":"gr""#, with: #""ty":"gr","hd":true"#),
      ]), solid("#ff0000", 64, 64, transform: "", #""hd":true"#),
    ])
    try expect(film, shows: [box(0, 0, 10, 10)])
  }

  // MARK: - Groups

  @Test("A group has a transform, and its opacity is one of all in it")
  func groups() throws {
    let film = try Film([
      shapes([
        group(
          [rectangle(0, 0, 10, 10), fill(), rectangle(5, 5, 10, 10), fill(0, 1, 0)],
          transform: #""p":\#(fixed(20, 10)),"s":\#(fixed(200, 100)),"o":\#(fixed(50))"#)
      ])
    ])
    let inside = [box(20, 10, 20, 10, .green), box(30, 15, 20, 10, .green), box(20, 10, 20, 10)]
    try expect(film, shows: [canvas(inside) { $0.opacity = 0.5 }])
  }

  @Test("Groups in each other, and moving ones")
  func movingGroups() throws {
    let inner = group([rectangle(0, 0, 10, 10)], transform: #""p":\#(moving(key(0, [0, 0]), key(100, [20, 40])))"#)
    let film = try Film([shapes([group([inner, fill()], transform: #""p":\#(fixed(10, 4)),"s":\#(fixed(100, 50))"#)])])
    for part in [0.0, 0.5, 1] {
      try expect(film, at: part * 100, shows: [box(10 + 20 * part, 4 + 20 * part, 10, 5)])
    }
  }

  @Test("A line is as wide as its own group has it, whatever its paths' groups do", arguments: [true, false])
  func lineWidths(isMoving: Bool) throws {
    let scale = isMoving ? moving(key(0, [100, 100]), key(100, [300, 300])) : fixed(200, 200)
    let inner = group([line(0, 10, 10, 10)], transform: #""s":\#(scale)"#)
    let film = try Film([shapes([inner, stroke(4)])])
    try expect(film, at: 50, shows: [box(0, 18, 20, 4)])
  }

  // MARK: - Lines

  private static let corner = [[10.0, 50], [30, 10], [50, 50]]

  @Test(arguments: [(1, CAShapeLayerLineCap.butt), (2, .round), (3, .square)])
  func caps(number: Int, cap: CAShapeLayerLineCap) throws {
    let film = try Film([shapes([line(20, 32, 44, 32), stroke(10, #""lc":\#(number)"#)])])
    switch cap {
    case .butt: try expect(film, shows: [box(20, 27, 24, 10)])
    case .square: try expect(film, shows: [box(15, 27, 34, 10)])
    default:
      let path = CGPath(
        roundedRect: CGRect(x: 15, y: 27, width: 34, height: 10), cornerWidth: 5, cornerHeight: 5, transform: nil)
      try expect(film, shows: [filled(path)], within: 2)
    }
  }

  @Test(arguments: [(1, CAShapeLayerLineJoin.miter), (2, .round), (3, .bevel)])
  func joins(number: Int, join: CAShapeLayerLineJoin) throws {
    let film = try Film([shapes([path(Self.corner, isClosed: false), stroke(8, #""lj":\#(number),"ml":4"#)])])
    try expect(
      film,
      shows: [
        stroked(lines(Self.corner, isClosed: false), 8) {
          $0.lineJoin = join
          $0.miterLimit = 4
        }
      ])
  }

  /// The corner's miter is 1 / sin(26.6°) = 2.24 line widths long.
  @Test("A miter that is longer than its limit is cut off", arguments: [2.2, 2.3])
  func miterLimits(limit: Double) throws {
    let film = try Film([shapes([path(Self.corner, isClosed: false), stroke(8, #""lj":1,"ml":\#(limit)"#)])])
    try expect(
      film,
      shows: [stroked(lines(Self.corner, isClosed: false), 8) { $0.lineJoin = limit > 2.24 ? .miter : .bevel }])
  }

  @Test("A line's width moves")
  func movingWidth() throws {
    let line = line(0, 32, 64, 32)
    let film = try Film([
      shapes([line, #"{"ty":"st","c":\#(fixed(1, 0, 0)),"w":\#(moving(key(0, [0]), key(100, [40])))}"#])
    ])
    for part in [0.1, 0.5, 0.9] { try expect(film, at: part * 100, shows: [box(0, 32 - 20 * part, 64, 40 * part)]) }
  }

  @Test("Dashes and gaps by turns, from an offset on")
  func dashes() throws {
    func dash(_ kind: String, _ length: String) -> String { #"{"n":"\#(kind)","v":\#(length)}"# }
    let line = line(0, 32, 64, 32)
    let pattern = [dash("d", fixed(10)), dash("g", fixed(6))]
    let film = try Film([shapes([line, stroke(4, #""d":[\#(pattern.joined(separator: ","))]"#)])])
    try expect(film, shows: (0..<4).map { box(Double($0) * 16, 30, 10, 4) })
    // One length is that of gaps, too.
    let even = try Film([shapes([line, stroke(4, #""d":[\#(dash("d", fixed(8)))]"#)])])
    try expect(even, shows: (0..<4).map { box(Double($0) * 16, 30, 8, 4) })
    let offset = pattern + [dash("o", moving(key(0, [0]), key(100, [16])))]
    let moving = try Film([shapes([line, stroke(4, #""d":[\#(offset.joined(separator: ","))]"#)])])
    // By half: the pattern begins 8 points earlier.
    try expect(moving, at: 50, shows: [box(0, 30, 2, 4)] + (0..<4).map { box(8 + Double($0) * 16, 30, 10, 4) })
  }

  @Test("A dash's length moves")
  func movingDashes() throws {
    let dashes = #""d":[{"n":"d","v":\#(moving(key(0, [4]), key(100, [12])))},{"n":"g","v":\#(fixed(8))}]"#
    let film = try Film([shapes([line(0, 32, 64, 32), stroke(4, dashes)])])
    try expect(film, at: 50, shows: (0..<4).map { box(Double($0) * 16, 30, 8, 4) })
  }

  @Test("A line's opacity, and that of what lies below it")
  func strokeOpacity() throws {
    let film = try Film([shapes([rectangle(10, 10, 40, 40), stroke(4, #""o":\#(fixed(50))"#), fill(0, 1, 0)])])
    try expect(
      film, shows: [box(10, 10, 40, 40, .green), stroked(lines(corners(10, 10, 40, 40)), 4) { $0.opacity = 0.5 }])
  }

  @Test("Very old files have colours to 255")
  func oldColors() throws {
    let film = try Film([shapes([rectangle(10, 10, 40, 40), #"{"ty":"fl","c":\#(fixed(0, 255, 0, 255))}"#])])
    try expect(film, shows: [box(10, 10, 40, 40, .green)])
  }

  private func corners(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [[Double]] {
    LottieTests.corners(x, y, width, height)
  }
}
