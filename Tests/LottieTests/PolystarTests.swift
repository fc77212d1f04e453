// Stars and polygons as documents have them, their roundness in percent: by paths whose control points follow from the
// formula. At 100 % a tangent is a quarter of the circle's arc from one point to the next, as lottie-web has it, or a
// constant part of the radius, as lottie-ios does.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import Testing

@testable import Lottie

/// A closed path through points of circles, clockwise from the top.
///
/// - Parameter tips: the radius and the length of the tangents of each.
private func rounded(_ tips: [(radius: Double, tangent: Double)]) -> CGPath {
  func place(_ index: Int, _ side: Double) -> CGPoint {
    let (radius, tangent) = tips[index % tips.count]
    let angle = Double(index) / Double(tips.count) * 2 * .pi - .pi / 2
    return CGPoint(
      x: 32 + radius * cos(angle) - side * tangent * sin(angle),
      y: 32 + radius * sin(angle) + side * tangent * cos(angle))
  }
  let path = CGMutablePath()
  path.move(to: place(0, 0))
  for index in tips.indices {
    path.addCurve(to: place(index + 1, 0), control1: place(index, 1), control2: place(index + 1, -1))
  }
  path.closeSubpath()
  return path
}

@MainActor struct PolystarTests {
  private static func item(_ kind: Int, _ points: Double, outer: Double, inner: Double, _ members: String = "")
    -> String
  {
    object(
      #""ty":"sr","sy":\#(kind),"p":\#(fixed(32, 32)),"pt":\#(fixed(points)),"r":\#(fixed(0)),"or":\#(fixed(26))"#,
      #""ir":\#(fixed(14)),"os":\#(fixed(outer)),"is":\#(fixed(inner))"#, members)
  }

  @Test(arguments: [3.0, 5, 8], [0.0, 40, 100, 180])
  func stars(points: Double, roundness: Double) throws {
    for player in [nil, LottiePlayer.lottieIOS] {
      let film = try Film(
        [shapes([Self.item(1, points, outer: roundness, inner: roundness / 2), fill()])], like: player)
      let reach = player == nil ? 2 * Double.pi / (4 * points) : 0.47829
      let tips = (0..<Int(points)).flatMap { _ in
        [(26.0, 26 * reach * roundness / 100), (14.0, 14 * reach * roundness / 200)]
      }
      try expect(film, shows: [filled(rounded(tips))], within: 2)
    }
  }

  @Test(arguments: [3.0, 5, 8], [0.0, 40, 100, 180])
  func polygons(points: Double, roundness: Double) throws {
    for player in [nil, LottiePlayer.lottieIOS] {
      let film = try Film([shapes([Self.item(2, points, outer: roundness, inner: 0), fill()])], like: player)
      let reach = player == nil ? 2 * Double.pi / (4 * points) : 0.25
      let tips = (0..<Int(points)).map { _ in (26.0, 26 * reach * roundness / 100) }
      try expect(film, shows: [filled(rounded(tips))], within: 2)
    }
  }

  @Test("Roundness moves")
  func moving() throws {
    let keys = LottieTests.moving(key(0, [0]), key(100, [100]))
    let item = Self.item(2, 5, outer: 0, inner: 0).replacing(#""os":\#(fixed(0))"#, with: #""os":\#(keys)"#)
    let film = try Film([shapes([item, fill()])])
    for part in [0.25, 0.75] {
      let tips = (0..<5).map { _ in (26.0, 26 * 2 * Double.pi / 20 * part) }
      try expect(film, at: part * 100, shows: [filled(rounded(tips))], within: 2)
    }
  }
}
