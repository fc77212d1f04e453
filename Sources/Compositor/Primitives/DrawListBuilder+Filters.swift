import QuartzCore

/// A picture between two filters. Its target is smaller than its box if a blur allowed to reduce it.
private struct FilteredSurface {
  var surface: Surface
  /// The size of a pixel of the target, in pixels of the box.
  var pixelWidth = 1.0
  var pixelHeight = 1.0

  /// Whether one pixel of the target is one of the box.
  var isFullSize: Bool { pixelWidth == 1 && pixelHeight == 1 }
}

extension DrawListBuilder {
  /// Applies a chain of filters, each a pass that reads a surface and draws another one. The source's box is the plan's
  /// first; the result's is the plan's last, or larger.
  mutating func filter(
    _ source: Surface, _ plan: FilterPlan, reasons: SurfaceReasons, slot: Int32
  ) -> Surface? {
    var result = FilteredSurface(surface: source)
    for (index, step) in plan.steps.enumerated() {
      let next = plan.boxes[index + 1]
      if case .color(let matrix) = step, matrix.keepsAlpha, !result.isFullSize {
        mapReduced(&result, matrix, reasons: reasons, slot: slot)
        continue
      }
      if !result.isFullSize { enlarge(&result, over: plan.boxes[index], reasons: reasons, slot: slot) }
      switch step {
      case .color(let matrix):
        result.surface = filterPass(
          result.surface, over: next, by: .colorMatrix(matrix), Instance.Filter(matrix), reasons: reasons, slot: slot)
      case .formula(let formula, let numbers):
        result.surface = filterPass(
          result.surface, over: next, by: .formula(formula), Instance.Filter(red: SIMD4<Float>(numbers)),
          reasons: reasons, slot: slot)
      case .blur(let blur):
        guard
          let blurred = self.blur(
            result.surface, content: plan.contents[index], visible: plan.visible[index + 1], blur, alphaOnly: false,
            reasons: reasons, slot: slot)
        else { return nil }
        result = FilteredSurface(
          surface: Surface(target: blurred.target, box: blurred.box), pixelWidth: blur.pixelWidth,
          pixelHeight: blur.pixelHeight)
      case .pixellate(let grid):
        result.surface = pixellate(result.surface, over: next, grid, reasons: reasons, slot: slot)
      }
    }
    if !result.isFullSize { enlarge(&result, over: plan.boxes[plan.steps.count], reasons: reasons, slot: slot) }
    return result.surface
  }

  /// Draws a reduced picture at its full size, between its pixels by linear interpolation; see Shaders/enlarge.frag.
  private mutating func enlarge(
    _ picture: inout FilteredSurface, over box: Box, reasons: SurfaceReasons, slot: Int32
  ) {
    beginPass(box, reasons: reasons, slot: slot)
    let source = picture.surface
    let key = BatchKey(program: ProgramKey(.enlarge, []), texture: .pass(source.target, .nearest))
    let (x, y) = (1 / picture.pixelWidth, 1 / picture.pixelHeight)
    let enlarge = Instance.Enlarge(
      map: SIMD4(
        Float(x), Float(y), Float((box.minX - source.box.minX) * x - 0.5),
        Float((box.minY - source.box.minY) * y - 0.5)))
    add(enlarge, QuadShape(box), drawing: box, bounds: box, key: key, blend: .copy)
    picture = FilteredSurface(surface: Surface(target: endPass(), box: box))
  }

  /// Changes the colours of a reduced picture, which gives the same result as when it is enlarged, with less work.
  private mutating func mapReduced(
    _ picture: inout FilteredSurface, _ matrix: FilterMatrix, reasons: SurfaceReasons, slot: Int32
  ) {
    let box = picture.surface.box
    let reduced = Box(
      box.minX / picture.pixelWidth, box.minY / picture.pixelHeight, box.maxX / picture.pixelWidth,
      box.maxY / picture.pixelHeight)
    let source = Surface(target: picture.surface.target, box: reduced)
    let mapped = filterPass(
      source, over: reduced, by: .colorMatrix(matrix), Instance.Filter(matrix), reasons: reasons, slot: slot)
    picture.surface = Surface(target: mapped.target, box: box)
  }

  /// Draws every pixel of a surface through a program.
  private mutating func filterPass(
    _ source: Surface, over box: Box, by variant: ProgramVariant, _ filter: Instance.Filter, reasons: SurfaceReasons,
    slot: Int32
  ) -> Surface {
    beginPass(box, reasons: reasons, slot: slot)
    let drawn = box.intersection(source.box)
    let key = BatchKey(program: ProgramKey(.filter, [], variant), texture: .pass(source.target, .nearest))
    var filter = filter
    filter.offset = SIMD4(Float(box.minX - source.box.minX), Float(box.minY - source.box.minY), 0, 0)
    if !drawn.isEmpty { add(filter, QuadShape(drawn), drawing: drawn, bounds: drawn, key: key, blend: .copy) }
    return Surface(target: endPass(), box: box)
  }

  /// Averages each square of a grid into one pixel, and draws those large.
  private mutating func pixellate(
    _ source: Surface, over box: Box, _ grid: CellGrid, reasons: SurfaceReasons, slot: Int32
  ) -> Surface {
    guard let toPlane = grid.toPixels.inverted,
      let area = toPlane.visibleBounds(box), case let cells = grid.cells(touching: area),
      max(cells.width, cells.height) <= CellGrid.mostCells
    else { return source }
    beginPass(cells, reasons: reasons, slot: slot)
    let key = BatchKey(program: ProgramKey(.cells, []), texture: .pass(source.target, .linear))
    let m = grid.toPixels
    // From squares, counted in pixels of this pass, to texture coordinates of the source.
    let (u, v) = (1 / source.box.width, 1 / source.box.height)
    let originX = grid.x + cells.minX * grid.size
    let originY = grid.y + cells.minY * grid.size
    func column(_ a: Double, _ b: Double, _ c: Double) -> SIMD3<Double> {
      SIMD3(a * grid.size, b * grid.size, a * originX + b * originY + c)
    }
    let w = column(m.m13, m.m23, m.m33)
    let x = (column(m.m11, m.m21, m.m31) - w * source.box.minX) * u
    let y = (column(m.m12, m.m22, m.m32) - w * source.box.minY) * v
    let columns = Instance.Cells(
      u: SIMD4(SIMD3<Float>(x), Float(grid.samples)), v: SIMD4(SIMD3<Float>(y), 0), w: SIMD4(SIMD3<Float>(w), 0))
    add(columns, QuadShape(cells), drawing: cells, bounds: cells, key: key, blend: .copy)
    let averages = Surface(target: endPass(), box: cells)
    beginPass(box, reasons: reasons, slot: slot)
    let plane = Box(
      grid.x + cells.minX * grid.size, grid.y + cells.minY * grid.size, grid.x + cells.maxX * grid.size,
      grid.y + cells.maxY * grid.size)
    var paint = Paint(averages, .nearest, opacity: 1)
    paint.textureMap = TextureMap(plane, to: ContentsPlacement.unit)
    fill(Rectangle(box: plane, toPixels: grid.toPixels, edges: []), paint, Clip(box))
    return Surface(target: endPass(), box: box)
  }
}

extension Instance.Filter {
  fileprivate init(_ matrix: FilterMatrix) {
    self.init(
      red: SIMD4<Float>(matrix.red), green: SIMD4<Float>(matrix.green), blue: SIMD4<Float>(matrix.blue),
      alpha: SIMD4<Float>(matrix.alpha), bias: SIMD4<Float>(matrix.bias))
  }
}

extension ProgramVariant {
  fileprivate static func colorMatrix(_ matrix: FilterMatrix) -> ProgramVariant {
    matrix.keepsAlpha ? .opaqueMatrix : .alphaMatrix
  }
}

// Gaussian blurs of surfaces, in passes: see BlurPlan. Shadows and filters use them.

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
  /// Blurs a surface whose box is ``BlurPlan/source(content:visible:)``; its drawing ends within, or is cut out of
  /// sight. `content` bounds the surface's picture, and `visible` is the visible part of the blurred one, in pixels of
  /// the source. With `alphaOnly` the result is the blurred alpha, in all four components.
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
