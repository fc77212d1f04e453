// Compositions in compositions: what of theirs is seen when. Of a layer's frame t, with start st and stretch sr, the
// composition shows frame (t - st) / sr; with time remapping, the frame that the curve has in seconds.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestDocuments
import Testing

@testable import Lottie

@MainActor struct PrecompositionTests {
  /// A square whose x is the composition's frame, half of it.
  private static let runner = composition(
    "c", solid("#ff0000", 4, 4, transform: #""p":\#(moving(key(0, [0, 0]), key(100, [50, 0])))"#))

  /// Expects the runner to show frames of its composition.
  private func expectFrames(
    _ film: Film, _ frames: [(Double, Double)], sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    for (frame, inner) in frames {
      try expectNear(
        film.place(at: frame).x, min(max(inner, 0), 100) / 2, within: 1e-3, sourceLocation: sourceLocation)
    }
  }

  private func film(_ options: LayerOptions = LayerOptions(name: "P"), _ members: String = "") throws -> Film {
    try Film([precomposition("c", 64, 64, options, transform: "", members)], assets: [Self.runner])
  }

  private func options(start: Double = 0) -> LayerOptions { LayerOptions(name: "P", start: start) }

  @Test(arguments: [0.0, 20, -30])
  func starts(start: Double) throws {
    try expectFrames(film(options(start: start)), [0, 10, 25, 50, 90].map { ($0, $0 - start) })
  }

  @Test(arguments: [2.0, 0.5, 1.25])
  func stretches(stretch: Double) throws {
    try expectFrames(
      film(options(start: 10), #""sr":\#(stretch)"#), [0, 10, 25, 50, 90].map { ($0, ($0 - 10) / stretch) })
  }

  @Test("A stretch below 0 runs backwards")
  func backwards() throws {
    try expectFrames(film(options(start: 100), #""sr":-1"#), [0, 25, 60, 99].map { ($0, 100 - $0) })
  }

  @Test("A stretch of 0 is none, and that is said")
  func noStretch() throws {
    let film = try film(options(start: 10), #""sr":0"#)
    try expectFrames(film, [10, 25, 50].map { ($0, $0 - 10) })
    #expect(film.notes == ["layers[0]: a layer's time stretch, 'sr', is 0; it is taken for 1"])
  }

  @Test("Time remapping is by seconds: forwards, backwards, standing, jumping")
  func remapping() throws {
    // Ten frames a second.
    func remapped(_ keys: String...) throws -> Film {
      try film(options(start: 7), #""tm":{"a":1,"k":[\#(keys.joined(separator: ","))]}"#)
    }
    try expectFrames(remapped(key(0, [0]), key(100, [10])), [(0, 0), (30, 30), (99, 99)])
    try expectFrames(remapped(key(0, [10]), key(100, [0])), [(0, 100), (30, 70), (99, 1)])
    try expectFrames(remapped(key(20, [3]), key(60, [7])), [(0, 30), (20, 30), (40, 50), (60, 70), (90, 70)])
    try expectFrames(
      remapped(key(0, [1], .hold), key(50, [4], .hold), key(80, [2])),
      [(0, 10), (49, 10), (50, 40), (79, 40), (80, 20)])
    try expectFrames(remapped(key(0, [2]), key(50, [8]), key(100, [2])), [(25, 50), (50, 80), (75, 50)])
    let still = try film(options(), #""tm":\#(fixed(4))"#)
    try expectFrames(still, [(0, 40), (70, 40)])
  }

  /// As lottie-web has it: the layer's out point is where exporters write that the last frame stands.
  @Test("A remapping that stands still at the layer's out point shows the frame before it")
  func remappingAtItsEnd() throws {
    let inner = composition(
      "c",
      solid(
        "#ff0000", 4, 4, LayerOptions(frames: 0...80), transform: #""p":\#(moving(key(0, [0, 0]), key(80, [40, 0])))"#))
    for (value, shows) in [(8.0, [box(39.5, 0, 4, 4)]), (7.9, [box(39.5, 0, 4, 4)]), (8.1, [])] {
      let keys = #""tm":{"a":1,"k":[\#(key(0, [0])),\#(key(40, [value]))]}"#
      let film = try Film(
        [precomposition("c", 64, 64, LayerOptions(name: "P", frames: 0...80), transform: "", keys)], assets: [inner])
      try expect(film, at: 60, shows: shows)
    }
  }

  @Test("A remapping's pace bends time, frame by frame")
  func easedRemapping() throws {
    let curve = [0.42, 0, 0.58, 1]
    let film = try film(
      options(), #""tm":{"a":1,"k":[\#(key(0, [0], .curve(0.42, 0, 0.58, 1))),\#(key(100, [10]))]}"#)
    try expectFrames(film, [10, 33, 50, 84].map { ($0, 100 * eased($0 / 100, curve)) })
  }

  @Test("Compositions in compositions: their times follow one from the other")
  func nested() throws {
    let middle = composition(
      "m", precomposition("c", 64, 64, LayerOptions(name: "P", start: 10), transform: "", #""sr":2"#))
    let stretched = try Film(
      [precomposition("m", 64, 64, LayerOptions(name: "M", start: 5), transform: "", #""sr":0.5"#)],
      assets: [Self.runner, middle])
    try expectFrames(stretched, [(10, 0), (20, 10), (60, 50)])
    let reversed = try Film(
      [
        precomposition(
          "m", 64, 64, LayerOptions(name: "M"), transform: "", #""tm":\#(moving(key(0, [10]), key(100, [0])))"#)
      ],
      assets: [Self.runner, middle])
    try expectFrames(reversed, [(0, 45), (50, 20), (80, 5)])
  }

  @Test("Keyframes' curves go on where time runs backwards")
  func easingBackwards() throws {
    let curve = [0.42, 0, 1, 1]
    let inner = composition(
      "c", solid("#ff0000", 4, 4, transform: #""o":\#(moving(key(0, [0], .curve(0.42, 0, 1, 1)), key(100, [100])))"#))
    let film = try Film(
      [precomposition("c", 64, 64, options(), transform: "", #""tm":\#(moving(key(0, [10]), key(100, [0])))"#)],
      assets: [inner])
    for frame in [10.0, 45, 80] { try expectNear(film.number("opacity", at: frame), eased(1 - frame / 100, curve)) }
    let part = try Film(
      [precomposition("c", 64, 64, options(), transform: "", #""tm":\#(moving(key(0, [2]), key(100, [7])))"#)],
      assets: [inner])
    for frame in [10.0, 45, 80] { try expectNear(part.number("opacity", at: frame), eased(0.2 + frame / 200, curve)) }
  }

  @Test("In and out points of inner layers are by the inner time")
  func inAndOut() throws {
    let inner = composition("c", solid("#ff0000", 64, 64, LayerOptions(frames: 20...40)))
    let film = try Film(
      [precomposition("c", 64, 64, LayerOptions(frames: 0...60, start: 10), transform: "", #""sr":2"#)], assets: [inner]
    )
    // 10 + 2 · 20 to 10 + 2 · 40, and the layer's own end.
    for (frame, isShown) in [(49, false), (50, true), (59.5, true), (60, false), (80, false)] {
      try expect(film, at: frame, shows: isShown ? [box(0, 0, 64, 64)] : [])
    }
  }

  @Test("A composition is cut off at its size, and fades as one")
  func sizeAndOpacity() throws {
    let inner = composition("c", solid("#00ff00", 10, 40), solid("#ff0000", 40, 40))
    let film = try Film(
      [precomposition("c", 20, 30, LayerOptions(), transform: #""p":\#(fixed(10, 10)),"o":\#(fixed(50))"#)],
      assets: [inner])
    let expected = canvas([box(10, 10, 20, 30), box(10, 10, 10, 30, .green)]) { $0.opacity = 0.5 }
    try expect(film, shows: [expected])
  }

  @Test("One composition shown twice, at its own times")
  func twice() throws {
    let film = try Film(
      [
        precomposition("c", 64, 64, LayerOptions(name: "P")),
        precomposition("c", 64, 64, LayerOptions(name: "Q", start: 50), transform: #""p":\#(fixed(0, 30))"#),
      ], assets: [Self.runner])
    try expect(film, at: 80, shows: [box(40, 0, 4, 4), box(15, 30, 4, 4)])
  }

  @Test("Parents are of the same composition")
  func parents() throws {
    let inner = composition(
      "c", solid("#ff0000", 4, 4, LayerOptions(index: 2, parent: 1)),
      layer(3, LayerOptions(index: 1), #""p":\#(fixed(20, 0))"#, ""))
    let film = try Film(
      [
        precomposition("c"), layer(3, LayerOptions(index: 1), #""p":\#(fixed(0, 40))"#, ""),
      ], assets: [inner])
    try expect(film, shows: [box(20, 0, 4, 4)])
  }

  @Test("A composition does not show itself, which is said", arguments: [1, 2, 3])
  func cycles(length: Int) throws {
    let names = (0..<length).map { "c\($0)" }
    let assets = names.indices.map { composition(names[$0], precomposition(names[($0 + 1) % length])) }
    let film = try Film([precomposition("c0"), solid("#ff0000", 9, 9)], assets: assets)
    try expect(film, shows: [box(0, 0, 9, 9)])
    #expect(film.notes.count == 1 && film.notes[0].contains("the composition 'c0' shows itself"), "\(film.notes)")
  }

  @Test("Like lottie-ios, time remaps hold from the last whole frame on")
  func lastFrame() throws {
    let remap = #""tm":{"a":1,"k":[\#(key(0, [0])),\#(key(100, [5]))]}"#
    let layer = precomposition("c", 64, 64, options(), transform: "", remap)
    for (player, last) in [(nil, 50.0), (LottiePlayer.lottieIOS, 49.5)] {
      let film = try Film([layer], assets: [Self.runner], like: player)
      try expectFrames(film, [(50, 25), (99, 49.5), (100, last)])
    }
  }

  @Test("One that is not there is left out, and that is said")
  func missing() throws {
    let film = try Film([precomposition("none"), solid("#ff0000", 9, 9)])
    try expect(film, shows: [box(0, 0, 9, 9)])
    #expect(film.notes == ["layers[0]: no composition 'none'; the layer is left out"])
  }
}
