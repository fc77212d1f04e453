// Frames that overlap: the next one is prepared while one is drawn, and nobody sees it by the bytes.

import Compositor
import CoreGraphics
import Foundation
import GLRenderer
import Gallery
import QuartzCore
import Testing

@testable import Multiplane

@MainActor @Suite struct OverlapTests {
  private struct Stop: Error {}

  private func scene(
    _ name: String, memoryLimit: Int = .max, by choice: RendererChoice = .automatic
  ) throws -> (root: CALayer, renderer: OffscreenRenderer) {
    let clock = MediaClock(startingAt: 0)
    let demo = try #require(Gallery.demo(named: name))
    let root = demo.make(clock)
    var options = OffscreenRenderer.Options(clock: clock)
    options.memoryLimit = memoryLimit
    (options.renderer, options.jobs) = (choice, 1)
    let size = CGSize(width: min(demo.size.width, 320), height: min(demo.size.height, 240))
    let renderer = try OffscreenRenderer(size: size, options: options)
    // However little there is to prepare.
    renderer.leastPreparation = 0
    return (root, renderer)
  }

  private static let times = (0..<12).map { 0.9 + Double($0) / 11 }

  private func frames(_ scene: (root: CALayer, renderer: OffscreenRenderer)) throws -> [[UInt8]] {
    var frames: [[UInt8]] = []
    try scene.renderer.forEachFrame(of: scene.root, at: Self.times) { time, pixels in
      #expect(time == Self.times[frames.count])
      frames.append(Array(pixels))
    }
    return frames
  }

  // Surfaces that are kept, pictures that are taken between frames, textures that are replaced, nothing at all.
  @Test(
    "Frames that overlap have the bytes of single ones",
    arguments: ["features", "transitions", "tab-fade", "morph", "frosted", "gauges", "cards", "labels", "fire"],
    [RendererChoice.automatic, .gl])
  func bytes(name: String, choice: RendererChoice) throws {
    let single = try scene(name, by: choice)
    let expected = try Self.times.map { try single.renderer.pixels(of: single.root, at: $0) }
    #expect(try frames(try scene(name, by: choice)) == expected)
    // Where there is no room for a second frame, one is drawn at a time.
    let bounded = try scene(name, memoryLimit: 1 << 30, by: choice)
    #expect(bounded.renderer.framesInFlight == 1)
    #expect(try frames(bounded) == expected)
  }

  @Test("Two targets are made, however many frames there are, and single frames go on with one of them")
  func targets() throws {
    let (root, renderer) = try scene("cards", by: .gl)
    let gl = try #require(renderer.rasterizer as? GLRenderer)
    let before = gl.frameTargets
    _ = try renderer.pixels(of: root)
    #expect(gl.frameTargets == before + 1)
    _ = try frames((root, renderer))
    #expect(gl.frameTargets == before + 2)
    _ = try renderer.pixels(of: root, at: 3)
    #expect(gl.frameTargets == before + 2)
  }

  @Test("Frames that take next to nothing to prepare are drawn one at a time, with one target")
  func oneAtATime() throws {
    let (root, renderer) = try scene("cards", by: .gl)
    renderer.leastPreparation = .infinity
    let gl = try #require(renderer.rasterizer as? GLRenderer)
    let before = gl.frameTargets
    _ = try frames((root, renderer))
    #expect(gl.frameTargets == before + 1)
  }

  @Test("What the body throws ends it, and the renderer draws on")
  func errors() throws {
    let (root, renderer) = try scene("cards")
    var calls = 0
    #expect(throws: Stop.self) {
      try renderer.forEachFrame(of: root, at: Self.times) { _, _ in
        calls += 1
        if calls == 3 { throw Stop() }
      }
    }
    #expect(calls == 3)
    let other = try scene("cards")
    #expect(try renderer.pixels(of: root, at: 4) == other.renderer.pixels(of: other.root, at: 4))
  }

  @Test("Statistics are those of the frame that was read, and who looks at a frame is given its pixels")
  func statistics() throws {
    let (root, renderer) = try scene("cards", by: .gl)
    var seen: [(time: Double, pixels: [UInt8])] = []
    renderer.frameObserver = { _, _, time in { pixels, _ in seen.append((time, Array(pixels))) } }
    var statistics: [FrameStatistics] = []
    var second: [UInt8] = []
    try renderer.forEachFrame(of: root, at: [0, 0.25, 0.5]) { _, pixels in
      statistics.append(renderer.statistics)
      if statistics.count == 2 { second = Array(pixels) }
    }
    // Uploads are the first frame's.
    #expect(statistics.map { $0.uploads > 0 } == [true, false, false])
    #expect(statistics.allSatisfy { $0.draws > 0 && $0.stages.encode > 0 && $0.stages.readback > 0 })
    #expect(seen.map(\.time) == [0, 0.25, 0.5] && seen[1].pixels == second)
  }

  @Test("A renderer is opened beside other work, and draws as one that is opened at once")
  func opening() throws {
    let opening = RasterizerOpening(RasterizerRequest())
    let single = try scene("features")
    var options = OffscreenRenderer.Options(clock: MediaClock(startingAt: 0))
    options.opening = opening
    options.memoryLimit = 100 << 20
    let root = try #require(Gallery.demo(named: "features")).make(options.clock)
    let renderer = try OffscreenRenderer(size: single.renderer.size, options: options)
    #expect(renderer.rasterizer.limits.memory < 100 << 20)
    #expect(try opening.rasterizer === renderer.rasterizer)
    #expect(try renderer.pixels(of: root, at: 1) == single.renderer.pixels(of: single.root, at: 1))
  }
}
