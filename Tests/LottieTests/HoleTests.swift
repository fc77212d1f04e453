// Fills over paths of groups that move: the winding is counted over all paths, wherever their groups are, as the
// format's documentation has it of a fill, and lottie-web draws it. Against one plain path of all outlines at a frame.

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

@MainActor struct HoleTests {
  /// A square in groups that move one inside the other.
  private struct Square {
    var size: Double
    var isReversed: Bool
    /// The ways of its groups, the innermost first.
    var ways: [(from: Placement, to: Placement)]

    var corners: [[Double]] {
      let corners = LottieTests.corners(-size / 2, -size / 2, size, size)
      return isReversed ? corners.reversed() : corners
    }

    var text: String {
      ways.reduce(path(corners)) { group([$0], transform: $1.from.text(movingTo: $1.to)) }
    }

    /// The corners at a part of the way.
    func corners(at part: Double) -> [[Double]] {
      func between(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 + ($1 - $0) * part } }
      return corners.map { corner in
        let point = ways.reduce(CGPoint(x: corner[0], y: corner[1])) { point, way in
          var now = Placement(
            position: between(way.from.position, way.to.position), scale: between(way.from.scale, way.to.scale),
            rotation: between(way.from.rotation, way.to.rotation))
          now.anchor = between(way.from.anchor, way.to.anchor)
          return now.applied(to: point)
        }
        return [point.x, point.y]
      }
    }
  }

  private func placement(_ random: inout SeededRandom, travels: Bool) -> Placement {
    var placement = Placement(position: [
      Double.random(in: -8...8, using: &random), .random(in: -8...8, using: &random),
    ])
    guard !travels else { return placement }
    let scale = Double.random(in: 60...140, using: &random) * (Bool.random(using: &random) ? 1 : -1)
    placement.scale = [scale, Double.random(in: 60...140, using: &random)]
    placement.rotation = [0, 0, .random(in: -60...60, using: &random)]
    placement.anchor = [.random(in: -3...3, using: &random), 1]
    return placement
  }

  private func way(_ random: inout SeededRandom) -> (from: Placement, to: Placement) {
    let travels = Bool.random(using: &random)
    let from = placement(&random, travels: travels)
    return (from, Bool.random(using: &random) ? placement(&random, travels: travels) : from)
  }

  @Test("Paths that move apart cut holes into each other", arguments: 0..<16)
  func windings(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    let squares = (0..<4).map { _ in
      Square(
        size: .random(in: 10...40, using: &random), isReversed: .random(using: &random),
        ways: (0..<Int.random(in: 0...2, using: &random)).map { _ in way(&random) })
    }
    let isEvenOdd = seed % 2 == 1
    let middle = #""p":\#(fixed(32, 32))"#
    let film = try Film([
      shapes([group(squares.map(\.text) + [fill(1, 0, 0, #""r":\#(isEvenOdd ? 2 : 1)"#)], transform: middle)])
    ])
    for frame in [0.0, 30, 70] {
      let whole = CGMutablePath()
      for square in squares {
        whole.addPath(lines(square.corners(at: frame / 100)), transform: CGAffineTransform(translationX: 32, y: 32))
      }
      try expect(film, at: frame, shows: [filled(whole) { $0.fillRule = isEvenOdd ? .evenOdd : .nonZero }], within: 3)
    }
    #expect(film.notes.isEmpty, "\(film.notes)")
  }

  /// A hole that an inner group moves, in a group that turns: this one stays a layer around both.
  private func face(_ paint: String) -> String {
    let hole = group(
      [path(corners(-5, -5, 10, 10).reversed())], transform: #""p":\#(moving(key(0, [-5, 0]), key(100, [5, 0])))"#)
    let turning = #""p":\#(fixed(32, 32)),"r":\#(moving(key(0, [0]), key(100, [90])))"#
    return shapes([group([hole, path(corners(-20, -20, 40, 40))], transform: turning), paint])
  }

  @Test("A fill of a gradient, and one outside of the group that moves all")
  func gradients() throws {
    let stops = #""g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,1,0,0]}}"#
    let gradient = object(#""ty":"gf","t":1,"s":\#(fixed(0, 0)),"e":\#(fixed(64, 0))"#, stops)
    for paint in [fill(), gradient] {
      let film = try Film([face(paint)])
      for (frame, x) in [(0.0, -5.0), (50, 0)] {
        let whole = lines(corners(-20, -20, 40, 40))
        whole.addPath(lines(corners(x - 5, -5, 10, 10).reversed()))
        let shape = filled(whole) {
          $0.anchorPoint = .zero
          $0.position = CGPoint(x: 32, y: 32)
          $0.transform = CATransform3DMakeRotation(frame / 100 * .pi / 2, 0, 0, 1)
        }
        try expect(film, at: frame, shows: [shape], within: 2)
      }
    }
  }

  @Test("Paths of moving groups merge")
  func merging() throws {
    let cut = group([rectangle(0, 0, 10, 10)], transform: #""p":\#(moving(key(0, [10, 10]), key(100, [30, 10])))"#)
    let film = try Film([shapes([rectangle(10, 10, 30, 10), cut, #"{"ty":"mm","mm":3}"#, fill()])])
    try expect(film, at: 0, shows: [box(20, 10, 20, 10)])
    try expect(film, at: 50, shows: [box(10, 10, 10, 10), box(30, 10, 10, 10)])
    #expect(film.notes.isEmpty, "\(film.notes)")
  }

  @Test("In a film too long for that, paths are filled each for itself, and that is said")
  func longFilms() throws {
    let eyes = (0..<40).map { _ in
      group([path(corners(0, 0, 4, 4))], transform: #""p":\#(moving(key(0, [0, 0]), key(10_000, [50, 0])))"#)
    }
    let text = Film.document([shapes(eyes + [fill()], LayerOptions(frames: 0...10_000))])
      .replacing(#""op":100"#, with: #""op":10000"#)
    let film = try Film(text: text)
    #expect(film.notes.count == 1 && film.notes[0].contains("filled each for itself"), "\(film.notes)")
    try expect(film, at: 5000, shows: [box(25, 0, 4, 4)])
  }
}
