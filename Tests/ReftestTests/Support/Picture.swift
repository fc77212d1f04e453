// Pictures of layers, and the expectation that two are alike.

import CoreGraphics
import Multiplane
import QuartzCore
import TestScenes
import TestSupport
import Testing

extension Picture {
  /// Renders layers. At other times than 0 by a renderer of its own, whose clock stands at 0 when they are hosted.
  @MainActor init(of layers: [CALayer], on canvas: Canvas, at time: Double = 0) throws {
    let renderer = time == 0 ? try canvas.renderer : try canvas.makeRenderer()
    let root = canvas.root(layers)
    if time != 0 { _ = try renderer.pixels(of: root, at: 0) }
    self.init(width: renderer.width, height: renderer.height, bytes: try renderer.pixels(of: root, at: time))
  }

  /// Expects this picture to be another one.
  @MainActor func expectEqual(_ other: Picture, within fuzzy: Fuzzy, _ name: String, _ sourceLocation: SourceLocation) {
    let difference = difference(from: other, unnoticed: fuzzy.unnoticed)
    expectAlike(
      difference.most <= fuzzy.difference && difference.pixels <= fuzzy.pixels, self, expected: other, named: name,
      "\(difference); allowed: \(fuzzy)", sourceLocation: sourceLocation)
  }
}
