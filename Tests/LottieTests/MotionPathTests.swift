// Ways along "to" and "ti": half of the progress is half of the length, as After Effects, lottie-web, rlottie and
// lottie-android move. The truth is a curve cut into chords, whose lengths are added up.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestDocuments
import TestSupport
import Testing

@testable import Lottie

/// A cubic curve as many chords.
private struct Chords {
  let points: [CGPoint]
  private let lengths: [Double]

  /// - Parameters:
  ///   - points: where it begins and ends.
  ///   - out: the handle at the beginning, relative to it.
  ///   - into: the handle at the end.
  init(_ from: [Double], _ to: [Double], out: [Double], into: [Double], count: Int = 20_000) {
    points = (0...count).map { index in
      let t = Double(index) / Double(count)
      let weights = [pow(1 - t, 3), 3 * t * pow(1 - t, 2), 3 * t * t * (1 - t), pow(t, 3)]
      func coordinate(_ axis: Int) -> Double {
        let values = [from[axis], from[axis] + out[axis], to[axis] + into[axis], to[axis]]
        return zip(weights, values).reduce(0) { $0 + $1.0 * $1.1 }
      }
      return CGPoint(x: coordinate(0), y: coordinate(1))
    }
    var sum = 0.0
    lengths =
      [0]
      + zip(points, points.dropFirst()).map { from, to in
        sum += hypot(to.x - from.x, to.y - from.y)
        return sum
      }
  }

  private func index(at part: Double) -> Int {
    lengths.firstIndex { $0 >= part * lengths[lengths.count - 1] } ?? lengths.count - 1
  }

  /// The point at a part of the length.
  func point(at part: Double) -> CGPoint { points[index(at: part)] }

  /// The direction there, in radians.
  func angle(at part: Double) -> Double {
    let index = min(max(index(at: part), 1), points.count - 1)
    return atan2(points[index].y - points[index - 1].y, points[index].x - points[index - 1].x)
  }
}

@MainActor struct MotionPathTests {
  /// A way in the document: its ends and handles.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let from, to, out, into: [Double]

    func key(_ frame: Double, _ pace: Pace, until end: Double) -> String {
      LottieTests.key(frame, from, pace, #""to":\#(out),"ti":\#(into)"#) + "," + LottieTests.key(end, to)
    }

    fileprivate var chords: Chords { Chords(from, to, out: out, into: into) }
  }

  nonisolated private static let ways = [
    Way(testDescription: "arc", from: [4, 50], to: [60, 50], out: [0, -60], into: [0, -60]),
    Way(testDescription: "s", from: [4, 60], to: [60, 10], out: [90, 0], into: [-90, 0]),
    Way(testDescription: "one handle", from: [4, 60], to: [60, 10], out: [0, 0], into: [0, 55]),
    Way(testDescription: "loop", from: [30, 60], to: [30, 60], out: [60, -50], into: [-60, -50]),
    Way(testDescription: "there and back", from: [10, 10], to: [40, 10], out: [40, 0], into: [40, 0]),
  ]
  nonisolated private static let pace = [0.42, 0, 0.58, 1]

  @Test("A straight way is even, whatever its handles are")
  func straight() throws {
    for (out, into) in [(28.0 / 3, -28.0 / 3), (40, 0), (0, 0.0001)] {
      let keys = moving(key(0, [4, 32], .linear, #""to":[\#(out),0],"ti":[\#(into),0]"#), key(100, [60, 32]))
      let film = try Film([solid(transform: #""p":\#(keys)"#)])
      for part in [0.1, 0.25, 0.5, 0.8] {
        try expectNear(film.place(at: part * 100), CGPoint(x: 4 + 56 * part, y: 32), within: 1e-3)
      }
    }
  }

  @Test("lottie-ios runs by the curve's parameter")
  func parameter() throws {
    let keys = moving(key(0, [4, 32], .linear, #""to":[9.5,0],"ti":[-9.5,0]"#), key(100, [60, 32]))
    let film = try Film([solid(transform: #""p":\#(keys)"#)], like: .lottieIOS)
    // 3 (3/4)² 1/4 and so on of the control points' distances.
    try expectNear(film.place(at: 25).x, 4 + 9.5 * 27 / 64 + 46.5 * 9 / 64 + 56 / 64, within: 1e-3)
  }

  @Test("A curved way is run by its length", arguments: ways)
  func curves(way: Way) throws {
    let film = try Film([
      solid(transform: #""p":{"a":1,"k":[\#(way.key(0, .curve(0.42, 0, 0.58, 1), until: 100))]}"#)
    ])
    let chords = way.chords
    for frame in stride(from: 0.0, to: 100, by: 7) {
      try expectNear(film.place(at: frame), chords.point(at: eased(frame / 100, Self.pace)), within: 0.05)
    }
  }

  @Test("Beyond its ends a way goes on straight ahead")
  func overshoot() throws {
    let (way, curve) = (Self.ways[0], [0.5, -0.6, 0.5, 1.6])
    let film = try Film([
      solid(transform: #""p":{"a":1,"k":[\#(way.key(0, .curve(0.5, -0.6, 0.5, 1.6), until: 100))]}"#)
    ])
    let length = zip(way.chords.points, way.chords.points.dropFirst()).reduce(0) {
      $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y)
    }
    // It leaves upward and comes back downward.
    for frame in [10.0, 90] {
      let progress = eased(frame / 100, curve)
      let beyond =
        progress < 0 ? CGPoint(x: 4, y: 50 - progress * length) : CGPoint(x: 60, y: 50 + (progress - 1) * length)
      #expect(progress < 0 || progress > 1)
      try expectNear(film.place(at: frame), beyond, within: 0.05)
    }
    try expectNear(film.place(at: 50), way.chords.point(at: 0.5), within: 0.05)
  }

  @Test("A point holds where its keyframe does, whatever its handles are")
  func holds() throws {
    let keys = moving(
      key(0, [4, 32], .hold, #""to":[0,-30],"ti":[0,30]"#),
      key(50, [30, 32], .linear, #""to":[0,-30],"ti":[0,-30]"#), key(100, [60, 32]))
    let film = try Film([solid(transform: #""p":\#(keys)"#)])
    try expectNear(film.place(at: 49), CGPoint(x: 4, y: 32))
    let chords = Chords([30, 32], [60, 32], out: [0, -30], into: [0, -30])
    for part in [0.0, 0.2, 0.7] { try expectNear(film.place(at: 50 + 50 * part), chords.point(at: part), within: 0.05) }
  }

  @Test("Anchors, groups, parents and the places of shapes have ways, too")
  func everywhere() throws {
    let way = Self.ways[1]
    let keys = #"{"a":1,"k":[\#(way.key(0, .linear, until: 100))]}"#
    let anchored = try Film([solid(transform: #""a":\#(keys)"#)])
    let child = try Film([
      solid("#ff0000", 20, 10, LayerOptions(parent: 2)),
      layer(3, LayerOptions(name: "B", index: 2), #""p":\#(keys)"#, ""),
    ])
    let grouped = try Film([shapes([group([rectangle(-2, -2, 4, 4), fill()], transform: #""p":\#(keys)"#)])])
    let placed = try Film([shapes([#"{"ty":"rc","p":\#(keys),"s":\#(fixed(4, 4)),"r":\#(fixed(0))}"#, fill()])])
    for part in [0.1, 0.25, 0.6] {
      let point = way.chords.point(at: part)
      try expectNear(anchored.place(at: part * 100), CGPoint(x: -point.x, y: -point.y), within: 0.05)
      try expectNear(child.place(at: part * 100), point, within: 0.05)
      // A twentieth of a point of an edge is 13 of 255.
      for film in [grouped, placed] {
        try expect(film, at: part * 100, shows: [box(point.x - 2, point.y - 2, 4, 4)], within: 14)
      }
    }
  }

  @Test("A remapped composition's ways stay curves, backwards, too")
  func remapped() throws {
    let way = Self.ways[0]
    let inner = composition("c", solid(transform: #""p":{"a":1,"k":[\#(way.key(0, .linear, until: 100))]}"#))
    for (first, last) in [(0.0, 10.0), (10, 0), (2, 7)] {
      let remap = moving(key(0, [first]), key(100, [last]))
      let film = try Film(
        [precomposition("c", 64, 64, LayerOptions(name: "P"), transform: "", #""tm":\#(remap)"#)], assets: [inner])
      for part in [0.1, 0.33, 0.8] {
        let point = way.chords.point(at: (first + (last - first) * part) / 10)
        try expectNear(film.place(at: part * 100), point, within: 0.05)
      }
    }
  }

  @Test("A gradient's ends have ways")
  func gradients() throws {
    // From the left end down and up again; red where the gradient begins.
    let start = moving(key(0, [0, 32], .linear, #""to":[0,60],"ti":[0,60]"#), key(100, [64, 32]))
    let stops = #""g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,0,0,1]}}"#
    func item(_ start: String) -> String {
      object(#""ty":"gf","t":2,"s":\#(start),"e":\#(fixed(32, 0))"#, stops)
    }
    let film = try Film([shapes([rectangle(0, 0, 64, 64), item(start)])])
    let middle = Chords([0, 32], [64, 32], out: [0, 60], into: [0, 60]).point(at: 0.25)
    let still = try Film([shapes([rectangle(0, 0, 64, 64), item(fixed(middle.x, middle.y))])])
    let difference = try film.picture(at: 25).difference(from: still.picture())
    #expect(difference.most <= 3, "\(difference)")
  }

  @Test("A layer turns along the way's direction", arguments: ways.prefix(3))
  func turns(way: Way) throws {
    let film = try Film([
      solid(transform: #""p":{"a":1,"k":[\#(way.key(0, .linear, until: 100))]}"#, #""ao":1"#)
    ])
    for part in [0.1, 0.3, 0.5, 0.9] {
      let (from, to) = try (film.place(at: part * 100), film.place(of: CGPoint(x: 10, y: 0), at: part * 100))
      let angle = way.chords.angle(at: part)
      expectNear(
        CGPoint(x: to.x - from.x, y: to.y - from.y), CGPoint(x: 10 * cos(angle), y: 10 * sin(angle)), within: 0.2)
    }
  }
}
