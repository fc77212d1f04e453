// Circles, arcs and pies by both routes: shape layers, and layers that draw themselves. Each covers what its formula
// says, and both cover the same.

import CoreGraphics
import Foundation
import Gallery
import Multiplane
import QuartzCore
import Testing

extension MultiplaneTests {
  @MainActor @Suite struct ArcSheetTests {
    @Test("Arcs in all the ways that they are written: areas, and both routes (C-1)") func areas() throws {
      let demo = try #require(Gallery.demo(named: "arcs"))
      let scale = 2.0
      let root = demo.make(MediaClock(startingAt: 0))
      let renderer = try OffscreenRenderer(size: demo.size, scale: scale)
      let picture = try renderer.pixels(of: root, at: 0)
      let width = Int(demo.size.width * scale)
      // The colour's red is 0, the page's 1.
      func ink(_ square: CGRect) -> [Double] {
        let (left, side) = (Int(square.minX * scale), Int(square.width * scale))
        let top = Int(square.minY * scale)
        var ink: [Double] = []
        for y in top..<top + side {
          for x in left..<left + side { ink.append(1 - Double(picture[4 * (y * width + x)]) / 255) }
        }
        return ink
      }
      for (index, sample) in ArcSheet.samples.enumerated() {
        let squares = ArcSheet.squares(of: index)
        let (shape, drawn) = (ink(squares.shape), ink(squares.drawn))
        for (route, ink) in [("shape", shape), ("drawn", drawn)] {
          let area = ink.reduce(0, +) / (scale * scale)
          #expect(
            abs(area - sample.area) < 0.004 * sample.area + 0.6, "\(sample.name), \(route): \(area), \(sample.area)")
        }
        let far = zip(shape, drawn).filter { abs($0 - $1) > 0.15 }.count
        let mean = zip(shape, drawn).reduce(0) { $0 + abs($1.0 - $1.1) } / Double(shape.count)
        #expect(far == 0 && mean < 2e-3, "\(sample.name): \(far) pixels, mean \(mean)")
      }
    }
  }
}
