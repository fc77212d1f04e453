// The contract of rasterisers: which frames each of them takes, and that what both take is one picture.
//
//   reftests' scenes, gallery at four times --record--> lists --refusal--> none
//                                                       lists --by each--> pictures, within 2 of 255 of each other

import Compositor
import CoreGraphics
import Gallery
import Multiplane
import QuartzCore
import RowRenderer
import TestScenes
import TestSupport
import Testing

extension ReftestTests {
  @MainActor @Suite struct RasterizerContractTests {
    /// Scenes of the gallery whose pictures differ by more than 2, and by how much at most: pictures that lie between
    /// pixels lie on each other there, and llvmpipe reads each of them with weights of 8 bits, rounded down.
    private static let exceptions = ["features": 3, "sprites": 4, "particles": 4, "fire": 8]

    private static let rows = RowRenderer()

    /// What is refused.
    private func refusal(of list: DrawList, _ images: ImageTable) -> String? {
      Self.rows.refusal(of: list, images: images).map { "\($0)" }
    }

    @Test("Rows refuse nothing of the reftests' scenes and of the gallery")
    func refusals() throws {
      var found: Set<String> = []
      for item in Item.allCases {
        for reftest in item.reftests {
          for scene in [reftest.a, reftest.b] {
            let recorder = try reftest.canvas.drawn(by: .rows).makeRenderer()
            let root = reftest.canvas.root(scene())
            if reftest.time != 0 { recorder.advance(root, to: 0) }
            let (list, tree) = recorder.record(root, at: reftest.time)
            if let refusal = refusal(of: list, tree.images) { found.insert(refusal) }
          }
        }
      }
      for demo in Gallery.demos {
        for time in Self.times(of: demo) {
          let (list, tree) = try Self.record(demo, at: time, by: .rows)
          if let refusal = refusal(of: list, tree.images) { found.insert(refusal) }
        }
      }
      #expect(found.isEmpty, "\(found.sorted())")
    }

    /// Four times, none of them where all stands still.
    private static func times(of demo: Demo) -> [Double] { (0..<4).map { demo.duration * (Double($0) + 0.1) / 4 } }

    private static func renderer(
      _ demo: Demo, by kind: RasterizerKind, isBare: Bool = false
    ) throws -> (CALayer, OffscreenRenderer) {
      var options = OffscreenRenderer.Options()
      options.renderer = RendererChoice(kind)
      if isBare { options.opening = RasterizerOpening(.bareOpenGL) }
      let root = demo.make(options.clock)
      return (root, try OffscreenRenderer(size: demo.size, options: options))
    }

    private static func record(
      _ demo: Demo, at time: Double, by kind: RasterizerKind
    ) throws -> (DrawList, RenderTree) {
      let (root, renderer) = try renderer(demo, by: kind)
      renderer.advance(root, to: 0)
      let (list, tree) = renderer.record(root, at: time)
      return (list, tree)
    }

    @Test("A picture of the gallery is one picture by rows and by OpenGL", arguments: Gallery.demos.map(\.name))
    func gallery(name: String) throws {
      let demo = try #require(Gallery.demo(named: name))
      let (rowRoot, rows) = try Self.renderer(demo, by: .rows)
      let (glRoot, gl) = try Self.renderer(demo, by: .gl)
      var most = 0
      for time in [0] + Self.times(of: demo) {
        let expected = Picture(width: gl.width, bytes: try gl.pixels(of: glRoot, at: time))
        let drawn = try rows.pixels(of: rowRoot, at: time)
        most = max(most, Picture(width: rows.width, bytes: drawn).difference(from: expected).most)
      }
      let allowed = Self.exceptions[name] ?? 2
      #expect(most <= allowed, "they differ by \(most)")
      // An exception that is none any more goes.
      #expect(most > 2 || Self.exceptions[name] == nil, "they differ by \(most)")
    }

    @Test("The gallery needs no more than OpenGL ES 3.0", arguments: Gallery.demos.map(\.name))
    func bareGallery(name: String) throws {
      let demo = try #require(Gallery.demo(named: name))
      let (rowRoot, rows) = try Self.renderer(demo, by: .rows)
      let (bareRoot, bare) = try Self.renderer(demo, by: .gl, isBare: true)
      for time in [0] + Self.times(of: demo).prefix(1) {
        let expected = Picture(width: rows.width, bytes: try rows.pixels(of: rowRoot, at: time))
        let drawn = Picture(width: bare.width, bytes: try bare.pixels(of: bareRoot, at: time))
        let most = drawn.difference(from: expected).most
        #expect(most <= Self.exceptions[name] ?? 2, "they differ by \(most) at \(time) s")
      }
    }
  }
}
