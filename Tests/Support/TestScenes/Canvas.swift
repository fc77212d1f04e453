// The canvases of tests: one renderer for each kind, since the programs of a new one have to be compiled.

package import Compositor
package import CoreGraphics
package import Multiplane
package import QuartzCore

/// A kind of target that tests render into.
package struct Canvas: Hashable, Sendable {
  package var width = 64.0
  package var height = 64.0
  package var scale = 1.0
  package var isFlipped = false
  package var background = CGColor.clear
  /// Optimisations that are switched off.
  package var without: [Optimization] = []
  /// The rasteriser; by default that of this machine.
  package var drawing = RendererChoice.automatic
  /// Whether OpenGL draws with the features alone that every driver has.
  package var isBare = false

  package init(
    width: Double = 64, height: Double = 64, scale: Double = 1, isFlipped: Bool = false, background: CGColor = .clear,
    without: [Optimization] = [], drawing: RendererChoice = .automatic
  ) {
    (self.width, self.height, self.scale) = (width, height, scale)
    (self.isFlipped, self.background, self.without, self.drawing) = (isFlipped, background, without, drawing)
  }

  package static let small = Canvas()
  package static let large = Canvas(width: 200, height: 160)
}

@MainActor private var renderers: [Canvas: OffscreenRenderer] = [:]

extension Canvas {
  /// The renderer of this kind of canvas. Its clock stands where the last frame left it: animations want one of their
  /// own (``makeRenderer()``), as they begin when a tree is hosted.
  @MainActor package var renderer: OffscreenRenderer {
    get throws {
      if let renderer = renderers[self] { return renderer }
      let renderer = try makeRenderer()
      renderers[self] = renderer
      return renderer
    }
  }

  /// Makes a new renderer, whose clock stands at 0.
  package func makeRenderer() throws -> OffscreenRenderer {
    var options = OffscreenRenderer.Options(background: background, isFlipped: isFlipped)
    options.renderer = drawing
    options.optimizations = DrawListBuilder.Options(without: without)
    if isBare { options.opening = RasterizerOpening(.bareOpenGL) }
    return try OffscreenRenderer(size: CGSize(width: width, height: height), scale: scale, options: options)
  }

  /// Returns a root as large as the canvas with the given sublayers.
  package func root(_ sublayers: [CALayer]) -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: width, height: height)
    root.sublayers = sublayers
    return root
  }

  /// Returns the same canvas, drawn by a rasteriser.
  package func drawn(by rasterizer: RasterizerKind) -> Canvas {
    var canvas = self
    canvas.drawing = RendererChoice(rasterizer)
    return canvas
  }

  /// The same canvas by every rasteriser, or by the one that it names.
  package var byEachRasterizer: [Canvas] {
    drawing == .automatic ? RasterizerKind.allCases.map { drawn(by: $0) } : [self]
  }

  /// Returns a canvas's picture of a tree, as premultiplied RGBA bytes.
  @MainActor package func pixels(_ sublayers: [CALayer], at time: CFTimeInterval = 0) throws -> [UInt8] {
    try renderer.pixels(of: root(sublayers), at: time)
  }
}
