// The expectation that most pixel tests end in: drawn as the oracle draws it.

import CoreGraphics
import Multiplane
import QuartzCore
import Testing

/// The parent of all suites here: they render one after another, on one thread.
@MainActor @Suite(.serialized) struct RenderingTests {}

extension Canvas {
  /// Compares what the renderer draws with the oracle.
  @MainActor func difference(_ sublayers: [CALayer], edgeReach: Int = 0) throws -> PictureDifference {
    let root = root(sublayers)
    let renderer = try renderer
    let rendered = try renderer.pixels(of: root)
    let truth = Oracle(
      width: renderer.width, height: renderer.height, scale: scale, isFlipped: isFlipped,
      background: background.premultiplied
    ).draw(root)
    return PictureDifference(
      rendered: rendered, expected: truth.bytes, isEdge: truth.isEdge, width: renderer.width,
      edgeReach: edgeReach)
  }

  /// Compares what the renderer draws with what rays see.
  @MainActor func rayDifference(_ sublayers: [CALayer], edgeReach: Int = 0) throws -> PictureDifference {
    let root = root(sublayers)
    let renderer = try renderer
    let rendered = try renderer.pixels(of: root)
    let truth = RayOracle(width: renderer.width, height: renderer.height, scale: scale, isFlipped: isFlipped)
      .draw(root)
    return PictureDifference(
      rendered: rendered, expected: truth.bytes, isEdge: truth.isEdge, width: renderer.width, edgeReach: edgeReach)
  }
}

/// Expects layers to be drawn as the oracle draws them, by every rasteriser.
@MainActor func expectTruth(
  _ layers: CALayer..., on canvas: Canvas = .small, within tolerance: Tolerance,
  _ what: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for canvas in canvas.byEachRasterizer {
    for layer in layers { layer.removeFromSuperlayer() }
    let difference = try canvas.difference(layers, edgeReach: tolerance.edgeReach)
    let isWithin =
      difference.interior.max <= tolerance.interior && difference.edge.max <= tolerance.edge
      && difference.edge.mean <= tolerance.edgeMean
    difference.expect(isWithin, "\(what()), by \(canvas.drawing.rawValue)", sourceLocation: sourceLocation)
  }
}
