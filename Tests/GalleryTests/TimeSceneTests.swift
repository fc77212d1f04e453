// Scenes of layer time and easing, and the page that folds.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@testable import Gallery

@Suite struct TimeSceneTests {
  @Test("The button is off as long as the ship turns: 2.5 s, then 1.8 s")
  func rotation() throws {
    let play = try Play("rotation")
    let button = try play.layer("start")
    for (time, opacity) in [
      (0.39, Float(1)), (0.41, 0.25), (2.89, 0.25), (2.91, 1), (3.51, 0.25), (5.29, 0.25), (5.31, 1),
    ] {
      play.advance(to: time)
      #expect(button.opacity == opacity, "at \(time) s")
    }
  }

  @Test("The door is open at 2 s and shut at 4 s, for ever")
  func swingingDoor() throws {
    let play = try Play("swinging-door")
    let door = try play.layer("door")
    for (time, cosine) in [(0.0, 1.0), (1, 0.5.squareRoot()), (2, 0), (4, 1), (4003, 0.5.squareRoot())] {
      play.advance(to: time)
      #expect(abs(Double(door.presentation()?.transform.m11 ?? .nan) - cosine) < 1e-6, "at \(time) s")
    }
  }

  @Test("Speed and offset: where each ship is a quarter of a second after the start")
  func timeOffset() throws {
    let play = try Play("time-offset")
    let ships = play.layers("ship")
    play.advance(to: 0.75)
    let places = ships.map { $0.presentation()?.position ?? .zero }
    // The second has reached its end and goes on from the beginning; the third is at 0.25 + 0.25 / 2.
    #expect(places[0].x > 104 && places[0].x < 198 && places[1].x == 104 && places[2].x > places[0].x)
    play.advance(to: 1.01)
    #expect(ships[1].presentation()?.position.x == 104)
  }

  @Test("The door follows the finger, and stays where it is let go")
  func scrubbing() throws {
    let play = try Play("scrubbing")
    let door = try play.layer("door")
    var offsets: [Double] = []
    for step in 0...50 {
      play.advance(to: Double(step) / 10)
      offsets.append(door.timeOffset)
      let expected = cos(door.timeOffset * .pi / 2)
      #expect(abs(Double(door.presentation()?.transform.m11 ?? .nan) - expected) < 1e-6)
    }
    #expect(offsets[0] == 0 && (offsets.max() ?? 0) > 0.85 && offsets[50] == offsets[47])
  }

  @Test func easingRacesDifferOnTheWayOnly() throws {
    let play = try Play("easing")
    let squares = try ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"].map { try play.layer($0) }
    func places() -> [CGFloat] { squares.map { $0.presentation()?.position.x ?? .nan } }
    play.advance(to: 0.5 + 0.45)
    let way = places()
    #expect(abs(way[0] - 99) < 1e-6 && way[1] < way[3] && way[3] < way[0] && way[0] < way[2] && way[2] < way[4])
    play.advance(to: 2.31)
    #expect(places() == Array(repeating: 282, count: 5))
  }

  @Test("The dots stay on their graphs")
  func timingCurves() throws {
    let play = try Play("timing-curves").advance(to: 0.3 + 0.85)
    for graph in play.layers("graph") {
      let dots = (graph.sublayers ?? []).filter { $0.name == "dot" }
      let mover = try #require(dots.last?.presentation()).position
      #expect(abs(mover.x - 44) < 1e-6)
      // Between two dots of the graph, the y of the straight line is the curve's but for its bend.
      let (left, right) = try #require(
        zip(dots, dots.dropFirst()).map { ($0.position, $1.position) }.first { $0.x <= mover.x && mover.x < $1.x })
      let y = left.y + (right.y - left.y) * (mover.x - left.x) / (right.x - left.x)
      #expect(abs(y - mover.y) < 0.3)
    }
  }

  @Test("The second hand makes six degrees a second, the minute hand one step when the minute is full")
  func clock() throws {
    let play = try Play("clock").advance(to: 0)
    let (minutes, seconds) = (try play.layer("minutes"), try play.layer("seconds"))
    let (first, last) = (minutes.quarters, seconds.quarters)
    play.advance(to: 2.1)
    #expect(minutes.quarters == first && abs(seconds.quarters - last - 2.0 / 15) < 1e-6)
    play.advance(to: 2.75)
    let shown = try #require(minutes.presentation()).quarters
    #expect(shown > first && shown < minutes.quarters && abs(minutes.quarters - first - 1.0 / 15) < 1e-6)
  }

  @Test("Both balls rest on the floor after 1.4 s")
  func bouncingBall() throws {
    let play = try Play("bouncing-ball").advance(to: 0.7)
    let balls = play.layers("ball")
    #expect(
      balls.allSatisfy { ($0.presentation()?.position.y ?? 0) > 34 && ($0.presentation()?.position.y ?? 999) < 182 })
    for step in 0...28 {
      play.advance(to: 0.7 + Double(step) / 25)
      #expect(balls.allSatisfy { ($0.presentation()?.position.y ?? 999) <= 182 + 1e-6 })
    }
    #expect(balls.allSatisfy { $0.presentation()?.position.y == 182 && $0.animationKeys() == nil })
  }

  @Test(
    "The pinch folds the halves alike and at once; let go, they open with the time of the pinch, and the curtain goes")
  func foldingPage() throws {
    let play = try Play("folding-page").advance(to: 1.45)
    let halves = try (0..<2).map { try play.layer("half \($0)") }
    let curtain = try play.layer("curtain")
    // 0.5 is the pinch after a quarter of the time: a quarter turn.
    #expect(halves.allSatisfy { abs($0.transform.m11) < 1e-6 && $0.animationKeys() == nil } && curtain.opacity == 1)
    #expect(halves[0].transform.m13 == -halves[1].transform.m13)
    play.advance(to: 4.01)
    #expect(halves.allSatisfy { $0.transform.m11 == 1 && $0.animation(forKey: "transform")?.duration == 0.5 / 0.62 })
    #expect(halves[0].presentation()?.transform.m11 ?? 1 < 1)
    play.advance(to: 4 + 0.5 / 0.62 - 0.01)
    #expect(curtain.opacity == 1)
    play.advance(to: 4 + 0.5 / 0.62 + 0.01)
    #expect(curtain.opacity == 0 && halves[0].sublayers?.first?.mask != nil && halves[0].shadowOpacity > 0)
  }
}
