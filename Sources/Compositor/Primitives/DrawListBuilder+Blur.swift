// Gaussian blurs of surfaces, in passes: see BlurPlan. Shadows and filters use them.

import QuartzCore

/// A blurred surface. Its target is smaller than its box if the blur allowed to reduce it.
struct BlurredSurface {
  var target: Int32
  /// The box that the target's pixels show, in pixels of the source.
  var box: Box
  /// Whether one pixel of the target is one of the source.
  var isFullSize: Bool
}

extension Paint {
  init(_ surface: BlurredSurface, color: SIMD4<Float>) {
    self.init(color: color, texture: .pass(surface.target, .linear))
    textureMap = TextureMap(surface.box, to: ContentsPlacement.unit)
    textureIsOpaque = false
  }
}

extension DrawListBuilder {
  /// Blurs a surface.
  ///
  /// - Parameters:
  ///   - surface: its box is ``BlurPlan/source(content:visible:)``; its drawing ends within, or is cut out of sight.
  ///   - content: the bounds of the surface's picture.
  ///   - visible: the visible part of the blurred picture, in pixels of the source.
  ///   - alphaOnly: whether the result is the blurred alpha, in all four components.
  mutating func blur(
    _ surface: Surface, content: Box, visible: Box, _ plan: BlurPlan, alphaOnly: Bool, reasons: SurfaceReasons,
    slot: Int32
  ) -> BlurredSurface? {
    let result = plan.result(content: content, visible: visible)
    guard !result.isEmpty, !surface.box.isEmpty else { return nil }
    precondition(plan.aligned(surface.box) == surface.box, "the source of a blur lies on the grid of its reduction")
    var source = surface
    for level in 0..<max(plan.halvingsX, plan.halvingsY) {
      let (x, y) = (level < plan.halvingsX ? 2.0 : 1, level < plan.halvingsY ? 2.0 : 1)
      let half = Box(source.box.minX / x, source.box.minY / y, source.box.maxX / x, source.box.maxY / y)
      source = halvePass(source, over: half, x: x, y: y, reasons, slot)
    }
    let reduced = Box(
      result.minX / plan.pixelWidth, result.minY / plan.pixelHeight, result.maxX / plan.pixelWidth,
      result.maxY / plan.pixelHeight)
    let rows = Box(reduced.minX, source.box.minY, reduced.maxX, source.box.maxY)
    let across = blurPass(
      source, over: rows, sigma: plan.sigmaX, isDown: false, alphaOnly: alphaOnly, reasons: reasons, slot: slot)
    let down = blurPass(
      across, over: reduced, sigma: plan.sigmaY, isDown: true, alphaOnly: false, reasons: reasons, slot: slot)
    return BlurredSurface(
      target: down.target, box: result, isFullSize: plan.halvingsX == 0 && plan.halvingsY == 0)
  }

  /// Averages pixels in pairs or fours. llvmpipe's bilinear filtering rounds down, half of 255 for each halving.
  private mutating func halvePass(
    _ source: Surface, over box: Box, x: Double, y: Double, _ reasons: SurfaceReasons, _ slot: Int32
  ) -> Surface {
    beginPass(box, reasons: reasons, slot: slot)
    let key = BatchKey(program: ProgramKey(.halve, []), texture: .pass(source.target, .nearest))
    add(
      Instance.Halve(texels: SIMD4(Float(x), Float(y), 0, 0)), QuadShape(box), drawing: box, bounds: box, key: key,
      blend: .copy)
    return Surface(target: endPass(), box: box)
  }

  private mutating func blurPass(
    _ source: Surface, over box: Box, sigma: Double, isDown: Bool, alphaOnly: Bool, reasons: SurfaceReasons,
    slot: Int32
  ) -> Surface {
    beginPass(box, reasons: reasons, slot: slot)
    let kernel = GaussianKernel(sigma: sigma)
    var weights = [Float](repeating: 0, count: 13)
    for index in kernel.weights.indices { weights[index] = kernel.weights[index] }
    let key = BatchKey(
      program: ProgramKey(.blur, alphaOnly ? .alphaOnly : []), texture: .pass(source.target, .nearest))
    let blur = Instance.Blur(
      weights1to4: SIMD4(weights[1], weights[2], weights[3], weights[4]),
      weights5to8: SIMD4(weights[5], weights[6], weights[7], weights[8]),
      weights9to12: SIMD4(weights[9], weights[10], weights[11], weights[12]),
      middle: SIMD4(
        weights[0], Float((kernel.radius + 3) / 4), Float(source.box.width - 1), Float(source.box.height - 1)),
      step: SIMD4(
        isDown ? 0 : 1, isDown ? 1 : 0, Float(box.minX - source.box.minX), Float(box.minY - source.box.minY)))
    add(blur, QuadShape(box), drawing: box, bounds: box, key: key, blend: .copy)
    return Surface(target: endPass(), box: box)
  }
}
