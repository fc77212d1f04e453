// The scenes of `bench --score`: the same whoever draws them, whenever, and however they came to their layers.

import CoreGraphics
import Gallery
import Multiplane
import QuartzCore
import Testing

@testable import Workshop

@MainActor @Suite struct ScoreSceneTests {
  nonisolated private static let names = ScoreScene.all.map(\.name)

  private struct Played {
    let stage: ScoreStage
    let renderer: OffscreenRenderer

    init(_ name: String) throws {
      stage = ScoreStage(try #require(ScoreScene.all.first { $0.name == name }))
      renderer = try OffscreenRenderer(size: ScoreScene.size)
    }

    @MainActor func pixels(_ complexity: Int, at time: Double) throws -> [UInt8] {
      stage.tune(to: complexity)
      stage.show(at: time)
      return try renderer.pixels(of: stage.root, at: renderer.clock.now + 1.0 / 60)
    }
  }

  @Test("There are eight, each with its name") func eight() {
    #expect(ScoreScene.all.count == 8)
    #expect(Set(Self.names).count == 8)
  }

  @Test("The same layers at the same time are the same picture, and it shows something", arguments: names)
  func deterministic(name: String) throws {
    let straight = try Played(name)
    let picture = try straight.pixels(60, at: 0.5)
    // By another way: more layers, other times, fewer layers.
    let around = try Played(name)
    let more = try around.pixels(90, at: 0.25)
    _ = try around.pixels(20, at: 2)
    #expect(try around.pixels(60, at: 0.5) == picture)
    #expect(picture != more)
    // Every layer moves, so the picture changes with time, and each layer adds to it.
    #expect(try around.pixels(60, at: 0.6) != picture)
    let inked = stride(from: 0, to: picture.count, by: 4).filter { picture[$0..<$0 + 3].contains { $0 < 250 } }.count
    #expect(inked > 5000, "\(inked) pixels")
    #expect(around.stage.complexity == 60 && around.stage.root.sublayers?.count == 60)
  }

  @Test("Bisection ends, with a number of layers that were drawn", arguments: ["rounded-tiles"])
  func measured(name: String) throws {
    let played = try Played(name)
    let subject = ScoreSubject(
      name: name, root: played.stage.root, tune: played.stage.tune(to:), show: played.stage.show(at:))
    var benchmark = ScoreBenchmark(subject, renderer: played.renderer)
    let result = try benchmark.runQuickly()
    #expect(result.score >= 1 && result.score <= Double(ScoreBenchmark.mostLayers) && result.frames > 0)
    #expect(result.width == 1920 && result.height == 1080 && result.median == nil)
  }
}
