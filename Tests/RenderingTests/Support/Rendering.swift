// Rendering in tests: one renderer for each kind of canvas, since the programs of a new one have to be compiled; and
// the expectation that all pixel tests end in.

import Compositor
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import Testing

/// The parent of all suites here: they render one after another, on one thread.
@MainActor @Suite(.serialized) struct RenderingTests {}

/// What is rendered into.
struct Canvas: Hashable {
  var width = 64.0
  var height = 64.0
  var scale = 1.0
  var isFlipped = false
  var background = CGColor.clear
  /// Optimisations that are switched off.
  var without: [Optimization] = []

  static let small = Canvas()
  static let large = Canvas(width: 200, height: 160)
}

/// The switches of the draw list builder.
enum Optimization: String, CaseIterable {
  case occlusion, reordering, linearPath, slicing
}

@MainActor private var renderers: [Canvas: OffscreenRenderer] = [:]

extension Canvas {
  @MainActor var renderer: OffscreenRenderer {
    get throws {
      if let renderer = renderers[self] { return renderer }
      let renderer = try makeRenderer()
      renderers[self] = renderer
      return renderer
    }
  }

  func makeRenderer() throws -> OffscreenRenderer {
    var optimizations = DrawListBuilder.Options()
    for optimization in without {
      switch optimization {
      case .occlusion: optimizations.occlusion = false
      case .reordering: optimizations.reordering = false
      case .linearPath: optimizations.linearPath = false
      case .slicing: optimizations.slicing = false
      }
    }
    let options = OffscreenRenderer.Options(
      background: background, isFlipped: isFlipped, display: nil, optimizations: optimizations)
    return try OffscreenRenderer(size: CGSize(width: width, height: height), scale: scale, options: options)
  }

  /// A root as large as the canvas with the given sublayers.
  func root(_ sublayers: [CALayer]) -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: width, height: height)
    root.sublayers = sublayers
    return root
  }

  /// A canvas's picture of a tree, as premultiplied RGBA bytes.
  @MainActor func pixels(_ sublayers: [CALayer], at time: CFTimeInterval = 0) throws -> [UInt8] {
    try renderer.pixels(of: root(sublayers), at: time)
  }

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
}

/// Expects layers to be drawn as the oracle draws them.
@MainActor func expectTruth(
  _ layers: CALayer..., on canvas: Canvas = .small, within tolerance: Tolerance,
  _ what: @autoclosure () -> String = "", sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let difference = try canvas.difference(layers, edgeReach: tolerance.edgeReach)
  let isWithin =
    difference.interior.max <= tolerance.interior && difference.edge.max <= tolerance.edge
    && difference.edge.mean <= tolerance.edgeMean
  #expect(isWithin, "\(what()): \(difference)", sourceLocation: sourceLocation)
}
