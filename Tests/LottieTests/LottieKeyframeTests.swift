// Keyframes, by values at times: between two of them the documentation has value = s + (next s - s) y, where (x, y) is
// the point of the cubic Bézier curve with control points (0, 0), o, i and (1, 1) whose x is the part of the time.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestDocuments
import Testing

@testable import Lottie

/// The y of a curve's point by its x, found by halving.
func eased(_ x: Double, _ curve: [Double]) -> Double {
  func coordinate(_ t: Double, _ a: Double, _ b: Double) -> Double {
    3 * (1 - t) * (1 - t) * t * a + 3 * (1 - t) * t * t * b + t * t * t
  }
  var (low, high) = (0.0, 1.0)
  for _ in 0..<60 {
    let middle = (low + high) / 2
    if coordinate(middle, curve[0], curve[2]) < x { low = middle } else { high = middle }
  }
  return coordinate((low + high) / 2, curve[1], curve[3])
}

@MainActor struct LottieKeyframeTests {
  nonisolated private static let curves = [
    [0.333, 0, 0.667, 1], [0.42, 0, 1, 1], [0, 0, 0.58, 1], [0.9, 0.1, 0.1, 0.9], [0.25, 0.1, 0.25, 1], [0, 1, 1, 0],
    [0.167, 0.167, 0.833, 0.833], [1, 0, 0, 1],
  ]

  @Test("Before the first keyframe its value holds, and after the last one, too")
  func linear() throws {
    let film = try Film([solid(transform: #""o":\#(moving(key(20, [10]), key(60, [90]), key(80, [50])))"#)])
    for (frame, expected) in [(0, 0.1), (20, 0.1), (30, 0.3), (59, 0.88), (60, 0.9), (70, 0.7), (80, 0.5), (99, 0.5)] {
      try expectNear(film.number("opacity", at: Double(frame)), expected)
    }
    // Between frames, too.
    try expectNear(film.number("opacity", at: 30.25), 0.305)
  }

  @Test("A keyframe that holds jumps at the next one's time")
  func hold() throws {
    let film = try Film([solid(transform: #""o":\#(moving(key(10, [20], .hold), key(20, [80]), key(30, [0])))"#)])
    for (frame, expected) in [(0, 0.2), (15, 0.2), (19.99, 0.2), (20, 0.8), (25, 0.4), (30, 0)] {
      try expectNear(film.number("opacity", at: frame), expected, within: 1e-3)
    }
  }

  @Test(arguments: curves)
  func easing(curve: [Double]) throws {
    let pace = Pace.curve(curve[0], curve[1], curve[2], curve[3])
    let film = try Film([solid(transform: #""o":\#(moving(key(0, [0], pace), key(100, [100])))"#)])
    for frame in stride(from: 2.5, to: 100, by: 12.5) {
      try expectNear(film.number("opacity", at: frame), eased(frame / 100, curve))
    }
  }

  @Test("A curve's y beyond 0 and 1 goes beyond the values")
  func overshoot() throws {
    let film = try Film([
      solid(transform: #""p":\#(moving(key(0, [0, 0], .curve(0.5, -0.6, 0.5, 1.6)), key(100, [40, 20])))"#)
    ])
    for frame in [10.0, 30, 50, 70, 90] {
      let part = eased(frame / 100, [0.5, -0.6, 0.5, 1.6])
      try expectNear(film.place(at: frame), CGPoint(x: 40 * part, y: 20 * part))
    }
    try #expect(film.place(at: 10).x < 0 && film.place(at: 90).x > 40)
  }

  nonisolated private static let pair = [[0.42, 0, 1, 1], [0, 0, 0.58, 1]]

  @Test("Each dimension has its own pace", arguments: ["p", "a", "s"])
  func easingPerDimension(property: String) throws {
    let keys = moving(key(0, [10, 20], .curves(Self.pair)), key(100, [50, 60]))
    let film = try Film([solid(transform: #""\#(property)":\#(keys)"#)])
    for frame in [0.0, 20, 50, 80, 100] {
      let (x, y) = (10 + 40 * eased(frame / 100, Self.pair[0]), 20 + 40 * eased(frame / 100, Self.pair[1]))
      let place = try film.place(of: CGPoint(x: 100, y: 100), at: frame)
      switch property {
      case "p": expectNear(place, CGPoint(x: 100 + x, y: 100 + y))
      case "a": expectNear(place, CGPoint(x: 100 - x, y: 100 - y))
      default: expectNear(place, CGPoint(x: x, y: y))
      }
    }
  }

  @Test("A rectangle's size has a pace for each dimension")
  func easingPerDimensionOfSize() throws {
    let size = moving(key(0, [10, 20], .curves(Self.pair)), key(100, [50, 60]))
    let film = try Film([shapes([#"{"ty":"rc","p":\#(fixed(32, 32)),"s":\#(size)}"#, fill()])])
    for frame in [0.0, 20, 50, 80] {
      let (w, h) = (10 + 40 * eased(frame / 100, Self.pair[0]), 20 + 40 * eased(frame / 100, Self.pair[1]))
      try expect(film, at: frame, shows: [filled(lines(corners(32 - w / 2, 32 - h / 2, w, h)))], within: 2)
    }
  }

  @Test("Old files write a keyframe's end, e, beside its beginning")
  func ends() throws {
    let keys = [
      #"{"t":0,"s":[0],"e":[80],"o":{"x":0,"y":0},"i":{"x":1,"y":1}}"#,
      #"{"t":40,"s":[80],"e":[40],"o":{"x":0,"y":0},"i":{"x":1,"y":1}}"#, #"{"t":80}"#,
    ]
    let film = try Film([solid(transform: #""o":{"a":1,"k":[\#(keys.joined(separator: ","))]}"#)])
    for (frame, expected) in [(0, 0), (20, 0.4), (40, 0.8), (60, 0.6), (80, 0.4), (90, 0.4)] {
      try expectNear(film.number("opacity", at: Double(frame)), expected)
    }
  }

  @Test("Two keyframes at one time are a jump")
  func jump() throws {
    let film = try Film([
      solid(transform: #""o":\#(moving(key(0, [0]), key(50, [50]), key(50, [90]), key(100, [100])))"#)
    ])
    try expectNear(film.number("opacity", at: 25), 0.25)
    try expectNear(film.number("opacity", at: 49.999), 0.5, within: 1e-3)
    try expectNear(film.number("opacity", at: 50), 0.9)
    try expectNear(film.number("opacity", at: 75), 0.95)
  }

  @Test("Keyframes are sorted by time, and that is said")
  func order() throws {
    let film = try Film([solid(transform: #""o":\#(moving(key(50, [100]), key(0, [0])))"#)])
    try expectNear(film.number("opacity", at: 25), 0.5)
    #expect(film.notes == ["layers[0].ks.o.k: keyframes are not in the order of time; they are sorted"])
  }

  @Test("Frames are counted from the document's in point")
  func inPoint() throws {
    let text = Film.document([solid(transform: #""o":\#(moving(key(20, [0]), key(40, [100])))"#)])
      .replacing(#""ip":0,"op":100,"w""#, with: #""ip":20,"op":60,"w""#)
    let film = try Film(text: text)
    #expect(film.scene.duration == 4)
    // Its second is frame 30.
    try expectNear(film.number("opacity", at: 10), 0.5)
  }

  @Test("A path's vertices and tangents move along lines")
  func path() throws {
    let keys = moving(
      key(0, path: polygon(corners(0, 0, 10, 10))), key(100, path: polygon(corners(20, 40, 40, 20))))
    let film = try Film([shapes([#"{"ty":"sh","ks":\#(keys)}"#, fill()])])
    for part in [0.0, 0.25, 0.5, 0.75] {
      let expected = box(20 * part, 40 * part, 10 + 30 * part, 10 + 10 * part)
      try expect(film, at: part * 100, shows: [expected])
    }
  }

  @Test("A colour moves component by component")
  func color() throws {
    let keys = moving(key(0, [1, 0, 0, 1]), key(100, [0, 0.5, 1, 1]))
    let film = try Film([shapes([rectangle(0, 0, 64, 64), #"{"ty":"fl","c":\#(keys)}"#])])
    for part in [0.0, 0.2, 0.5, 0.8] {
      let expected = [1 - part, 0.5 * part, part, 1].map { UInt8(($0 * 255).rounded()) }
      let pixel = try film.picture(at: part * 100)[32, 32]
      #expect(zip(pixel, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(pixel) \(expected)")
    }
  }
}
