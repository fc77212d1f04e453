// Frames where calls are saved are those where pixels are: what neighbours share a call changes no picture.
//
//   reftests' scenes --record--> lists --draw by draw, in few calls--> pictures, within 1 of 255 of each other
//   gallery at four times --record--> lists likewise, within 1
//                         --saving pixels, saving calls--> pictures, within 2

import Compositor
import CoreGraphics
import Gallery
import Multiplane
import QuartzCore
import TestScenes
import TestSupport
import Testing

extension ReftestTests {
  @MainActor @Suite struct EconomyTests {
    /// Scenes of the gallery that differ by more than 2, and by how much at most: where pixels are saved, llvmpipe's
    /// linear rasteriser draws more, and rounds down what lies on each other.
    private static let exceptions = [
      "features": 4, "fire": 8, "bouncing-ball": 3, "cancelled": 3, "scripts": 3, "virtual-rotation": 3,
    ]
    /// What lists have not where calls are saved.
    private static let unwanted: [Optimization] = [.linear, .slicing, .corners, .textPainting]
    private static var opened: [DrawEconomy: OffscreenRenderer] = [:]

    private static func renderer(saving economy: DrawEconomy) throws -> OffscreenRenderer {
      if let known = opened[economy] { return known }
      var options = OffscreenRenderer.Options()
      options.opening = RasterizerOpening(RasterizerRequest(.gl, economy: economy))
      let renderer = try OffscreenRenderer(size: CGSize(width: 8, height: 8), options: options)
      opened[economy] = renderer
      return renderer
    }

    @Test("A list of a reftest is one picture, draw by draw and in few calls", arguments: Item.allCases)
    func reftests(item: Item) throws {
      let pixels = try Self.renderer(saving: .pixels).rasterizer
      let calls = try Self.renderer(saving: .calls).rasterizer
      for reftest in item.reftests {
        for scene in [reftest.a, reftest.b] {
          var canvas = reftest.canvas.drawn(by: .rows)
          canvas.without = Self.unwanted
          let recorder = try canvas.makeRenderer()
          let root = reftest.canvas.root(scene())
          if reftest.time != 0 { recorder.advance(root, to: 0) }
          let (list, tree) = recorder.record(root, at: reftest.time)
          let wanted = Picture(width: recorder.width, bytes: try pixels.pixels(of: list, images: tree.images))
          let drawn = Picture(width: recorder.width, bytes: try calls.pixels(of: list, images: tree.images))
          #expect(drawn.difference(from: wanted).most <= 1, "\(reftest.name)")
        }
      }
    }

    @Test("A picture of the gallery is one picture, whatever is saved", arguments: Gallery.demos.map(\.name))
    func gallery(name: String) throws {
      let demo = try #require(Gallery.demo(named: name))
      func scene(
        _ economy: DrawEconomy, without optimizations: [Optimization]
      ) throws -> (CALayer, OffscreenRenderer) {
        var options = OffscreenRenderer.Options()
        options.optimizations = DrawListBuilder.Options(without: optimizations)
        let sharing = try Self.renderer(saving: economy)
        return (demo.make(options.clock), try OffscreenRenderer(size: demo.size, options: options, sharing: sharing))
      }
      let scenes = [
        try scene(.calls, without: []), try scene(.pixels, without: Self.unwanted), try scene(.pixels, without: []),
      ]
      var (most, mostOfLists) = (0, 0)
      for time in [0] + seeds(1, of: 4).map({ demo.duration * (Double($0) + 0.1) / 4 }) {
        let pictures = try scenes.map { root, renderer in
          Picture(width: renderer.width, bytes: try renderer.pixels(of: root, at: time))
        }
        mostOfLists = max(mostOfLists, pictures[0].difference(from: pictures[1]).most)
        most = max(most, pictures[0].difference(from: pictures[2]).most)
      }
      // Another driver may round what lies between texels the other way from page to page.
      let driver = scenes[0].1.rasterizer.origin["renderer"] ?? ""
      let isLlvmpipe = driver.hasPrefix("llvmpipe")
      #expect(mostOfLists <= (isLlvmpipe ? 1 : 2), "the same draws differ by \(mostOfLists)")
      #expect(most <= Self.exceptions[name] ?? 2, "they differ by \(most)")
      // An exception without a difference at any time goes; they are those of Debian 12's llvmpipe, and not of 13's.
      let hasExceptions = driver.hasPrefix("llvmpipe (LLVM 15.") && triesAll
      #expect(most > 2 || Self.exceptions[name] == nil || !hasExceptions, "they differ by \(most)")
    }
  }
}
