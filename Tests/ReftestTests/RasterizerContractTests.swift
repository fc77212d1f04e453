// The contract of rasterisers: they draw one picture, within 2 of 255 of each other.

import Compositor
import CoreGraphics
import Gallery
import Multiplane
import QuartzCore
import TestSupport
import Testing

extension ReftestTests {
  @MainActor @Suite struct RasterizerContractTests {
    /// Scenes of the gallery whose pictures differ by more than 2, and by how much at most: pictures that lie between
    /// pixels lie on each other there, and llvmpipe reads each of them with weights of 8 bits, rounded down.
    private static let exceptions = ["features": 3, "sprites": 4, "particles": 4, "fire": 8]

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
        #expect(
          most <= Self.exceptions[name] ?? 2, "they differ by \(most) at \(time) s")
      }
    }
  }
}
