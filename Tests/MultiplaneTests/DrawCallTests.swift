// How many calls OpenGL is given for a frame where calls are saved, and what a frame uploads.

import Compositor
import GLRenderer
import Gallery
import QuartzCore
import TestSupport
import Testing

@testable import Multiplane

@MainActor @Suite struct DrawCallTests {
  private func scene(_ name: String, saving economy: DrawEconomy) throws -> (CALayer, OffscreenRenderer) {
    let demo = try #require(Gallery.demo(named: name))
    var options = OffscreenRenderer.Options()
    options.opening = RasterizerOpening(RasterizerRequest(.gl, economy: economy))
    return (demo.make(options.clock), try OffscreenRenderer(size: demo.size, options: options))
  }

  nonisolated private static let scenes = Set(Gallery.suites.values.joined()).sorted()

  @Test("The benchmark has twelve scenes") func count() { #expect(Self.scenes.count == 12) }

  @Test("A frame of each takes at most 40 calls where calls are saved", arguments: scenes)
  func fewCalls(name: String) throws {
    let (root, renderer) = try scene(name, saving: .calls)
    for time in [0, 0.25, 0.51] {
      _ = try renderer.pixels(of: root, at: time)
      let work = renderer.statistics.work
      #expect((1...40).contains(work.calls), "\(work.calls) calls of \(renderer.statistics.draws) batches")
      #expect(renderer.statistics.drawCalls == work.calls)
      #expect(work.readBytes == renderer.width * renderer.height * 4)
    }
  }

  @Test("A second frame of a scene in which nothing changed uploads nothing", arguments: scenes, DrawEconomy.allCases)
  func nothingTwice(name: String, economy: DrawEconomy) throws {
    let (root, renderer) = try scene(name, saving: economy)
    let first = try renderer.pixels(of: root, at: 0.5)
    #expect(renderer.statistics.work.geometryBytes > 0)
    let second = try renderer.pixels(of: root, at: 0.5)
    #expect(renderer.statistics.work.geometryBytes == 0)
    #expect(renderer.statistics.uploads == 0 && renderer.statistics.uploadedBytes == 0)
    #expect(second == first)
  }

  @Test(
    "What comes after an unchanged frame is drawn, and what went before is drawn again", arguments: DrawEconomy.allCases
  )
  func changes(economy: DrawEconomy) throws {
    let (root, renderer) = try scene("cards", saving: economy)
    let pictures = try [0, 0, 0.2, 0].map { try renderer.pixels(of: root, at: $0) }
    #expect(pictures[0] == pictures[1] && pictures[0] != pictures[2] && pictures[0] == pictures[3])
  }

  @Test("Rows call nothing")
  func rows() throws {
    let demo = try #require(Gallery.demo(named: "gauges"))
    var options = OffscreenRenderer.Options()
    options.renderer = .rows
    let renderer = try OffscreenRenderer(size: demo.size, options: options)
    _ = try renderer.pixels(of: demo.make(options.clock))
    #expect(renderer.statistics.work == RasterCounters() && renderer.rasterizer.economy == .pixels)
  }

  @Test("More pictures than a page holds, and pictures that come and go, are those that they are")
  func pages() throws {
    let (width, height) = (200, 200)
    func pixels(saving economy: DrawEconomy) throws -> [[UInt8]] {
      var options = OffscreenRenderer.Options()
      options.opening = RasterizerOpening(RasterizerRequest(.gl, economy: economy))
      let renderer = try OffscreenRenderer(size: CGSize(width: width, height: height), options: options)
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: width, height: height)
      return try (0..<4).map { frame in
        // Nine pages' worth, of which each frame shows others.
        root.sublayers = (0..<40).map { index in
          let layer = CALayer()
          layer.frame = CGRect(x: Double(index % 8) * 25 + 0.5, y: Double(index / 8) * 40 + 0.25, width: 22, height: 37)
          layer.contents = Self.image(side: 300 + index * 5, shade: UInt8((index + frame * 7) * 5 % 256))
          layer.contentsGravity = .center
          layer.masksToBounds = true
          layer.minificationFilter = index % 3 == 0 ? .nearest : .linear
          layer.magnificationFilter = index % 3 == 0 ? .nearest : .linear
          return layer
        }
        return try renderer.pixels(of: root)
      }
    }
    let (few, many) = (try pixels(saving: .calls), try pixels(saving: .pixels))
    for (few, many) in zip(few, many) {
      let most = zip(few, many).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(most <= 2, "they differ by \(most)")
    }
  }

  private static func image(side: Int, shade: UInt8) -> CGImage {
    CGImage(width: side, height: side, premultipliedRGBA: rampPixels(side: side, red: shade))
  }
}
