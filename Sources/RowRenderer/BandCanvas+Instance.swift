// Quadrilaterals of the general path: only their rims are tested for cuts, never their inside.

import CRows
import Compositor

extension BandCanvas {
  mutating func draw(
    at start: Int, of list: DrawList, _ vectors: UnsafePointer<Float>, _ batch: RowBatch, _ texels: RowTexture?,
    _ backdrop: RowTexture?
  ) {
    let quad = list.part(Instance.Quad.self, at: start)
    let outline = RowOutline(quad)
    let drawn = outline.rows.clamped(to: rows)
    guard !drawn.isEmpty else { return }
    let parameters = start + Instance.Quad.vectors
    if batch.key == ProgramKey(.solid, []), quad.isUpright {
      let color = list.part(Instance.Solid.self, at: parameters).color
      let edges = list.part(Instance.Edges.self, at: parameters + Instance.Solid.vectors)
      return drawRectangle(quad, edges, outline, color, drawn, batch.join)
    }
    if case .crossfade = batch.program.paint {
      guard let texels, let backdrop else { return }
      return crossFade(outline, list.part(Instance.Crossfade.self, at: parameters), texels, backdrop, batch.join)
    }
    guard let view = PlaneView(quad) else { return }
    var shader = InstanceShader(batch.key, at: parameters, vectors, view)
    if case .blur(let program) = batch.program.paint {
      guard let texels else { return }
      let sum = BlurSum(list.part(at: parameters), batch.key, texels)
      return draw(shader, texels, outline, batch.join, program) { canvas, row, columns in
        canvas.blur(sum, texels, row: row, columns)
      }
    }
    if case .halve(let program) = batch.program.paint {
      guard let texels else { return }
      let halve = list.part(Instance.Halve.self, at: parameters)
      return draw(shader, texels, outline, batch.join, program) { canvas, row, columns in
        canvas.halve(halve, texels, row: row, columns)
      }
    }
    if case .program(let program) = batch.program.paint {
      guard var texels else { return }
      let isLess = batch.key.features.contains(.levels)
      texels.isLinear = batch.isLinear(texelsPerPixel: isLess ? 2 : 1) ? 1 : 0
      return draw(&shader, batch, outline, program, texels, backdrop)
    }
    guard let brush = InstanceBrush(list, at: parameters, view, texels, batch) else { return }
    if let program = batch.program.vast, let texels = brush.texels, texels.isVast {
      return draw(&shader, batch, outline, program, texels, nil)
    }
    outline.forEachRow(in: rows, width: width) { row, columns in
      let whole = shader.cover(row, columns, batch.program, into: coverage)
      draw(brush, row: row, columns, whole: whole, batch.join)
    }
  }

  /// Draws by a program's GLSL, row by row.
  private func draw(
    _ shader: inout InstanceShader, _ batch: RowBatch, _ outline: RowOutline, _ program: RowPaint, _ texels: RowTexture,
    _ backdrop: RowTexture?
  ) {
    var backdrop = backdrop ?? texels
    backdrop.isLinear = texels.isLinear
    withUnsafePointer(to: texels) { texture in
      withUnsafePointer(to: backdrop) { backdrop in
        (shader.instance.texture, shader.instance.backdrop) = (texture, backdrop)
        let shader = shader
        outline.forEachRow(in: rows, width: width) { row, columns in
          var known: UnsafeMutablePointer<Float>?
          if !batch.program.cuts.isEmpty {
            for column in shader.cover(row, columns, batch.program, into: coverage) { coverage[column] = 1 }
            known = coverage + columns.lowerBound
          }
          withUnsafePointer(to: shader.instance) {
            program($0, columns.lowerBound, row, columns.count, known, scratch)
          }
          paint(scratch, x: columns.lowerBound, y: row, count: columns.count, batch.join)
        }
      }
    }
  }

  /// Draws rows that a row function makes in `scratch`, or the program where the function returns false.
  private mutating func draw(
    _ shader: InstanceShader, _ texels: RowTexture, _ outline: RowOutline, _ join: RowJoin, _ program: RowPaint,
    _ make: (inout BandCanvas, _ row: Int, _ columns: Range<Int>) -> Bool
  ) {
    outline.forEachRow(in: rows, width: width) { row, columns in
      if !make(&self, row, columns) {
        withUnsafePointer(to: texels) { texture in
          var instance = shader.instance
          instance.texture = texture
          program(&instance, columns.lowerBound, row, columns.count, nil, scratch)
        }
      }
      paint(scratch, x: columns.lowerBound, y: row, count: columns.count, join)
    }
  }

  /// Draws an upright rectangle of one colour, whose edges lie anywhere.
  private func drawRectangle(
    _ quad: Instance.Quad, _ edges: Instance.Edges, _ outline: RowOutline, _ color: SIMD4<Float>, _ drawn: Range<Int>,
    _ join: RowJoin
  ) {
    let columns = outline.columns(ofRow: drawn.lowerBound)
    let shown = columns.clamped(to: 0..<width)
    guard !shown.isEmpty else { return }
    let xs = SIMD2(edges.box.x, edges.box.z) * quad.xColumn.x + quad.xColumn.z
    let ys = SIMD2(edges.box.y, edges.box.w) * quad.yColumn.y + quad.yColumn.z
    func covered(_ pixel: Int, _ ends: SIMD2<Float>) -> Float {
      let center = Float(pixel) + 0.5
      return min(max(min(center - ends.min(), 0.5) + min(ends.max() - center, 0.5), 0), 1)
    }
    var rims = RowRims(
      left: covered(shown.lowerBound, xs), top: covered(drawn.lowerBound, ys), right: covered(shown.upperBound - 1, xs),
      bottom: covered(drawn.upperBound - 1, ys))
    var color = RowColor(color)
    paint(&color, shown, drawn, &rims, join)
  }

  /// Draws a row, of which the pixels of `whole` are wholly covered.
  private func draw(
    _ brush: InstanceBrush, row: Int, _ columns: Range<Int>, whole: Range<Int>, _ join: RowJoin
  ) {
    let rims: InlineArray<2, Range<Int>> = [
      columns.lowerBound..<whole.lowerBound, whole.upperBound..<columns.upperBound,
    ]
    guard brush.sample(into: scratch, row: row, columns) else {
      if !whole.isEmpty { paint(brush.tint.pixel, x: whole.lowerBound, y: row, count: whole.count, join) }
      for index in 0..<2 where !rims[index].isEmpty {
        let rim = rims[index]
        brush.tint.covered(coverage + rim.lowerBound, count: rim.count, into: scratch)
        paint(scratch, x: rim.lowerBound, y: row, count: rim.count, join)
      }
      return
    }
    if !brush.tint.isOne && !whole.isEmpty {
      let inner = scratch + (whole.lowerBound - columns.lowerBound)
      brush.tint.apply(to: inner, count: whole.count, into: inner)
    }
    for index in 0..<2 where !rims[index].isEmpty {
      let rim = rims[index]
      brush.tint.mask(
        scratch + (rim.lowerBound - columns.lowerBound), coverage + rim.lowerBound, count: rim.count)
    }
    paint(scratch, x: columns.lowerBound, y: row, count: columns.count, join)
  }
}

extension Instance.Quad {
  fileprivate var isUpright: Bool {
    xColumn.y == 0 && yColumn.x == 0 && wColumn.x == 0 && wColumn.y == 0 && wColumn.z == 1
  }
}

private struct InstanceBrush {
  let tint: Tint
  private(set) var texels: RowTexture?
  /// Texture coordinates in texels at a pixel's centre (X, Y): `u = X u.x + Y u.y + u.z`; homogeneous in perspective,
  /// with their weight.
  private var u = SIMD3<Float>.zero
  private var v = SIMD3<Float>.zero
  private var w = SIMD3<Float>(0, 0, 1)
  private var isAffine = true
  /// The gradient whose positions `u` and `v` give; nil for other paints.
  private var gradient: RowGradient?

  /// The paint of the parameters at `start` in the list; nil if its texture is missing.
  init?(_ list: DrawList, at start: Int, _ view: PlaneView, _ texels: RowTexture?, _ batch: RowBatch) {
    switch (batch.key.primitive, texels) {
    case (.border, _): self.init(color: list.part(Instance.Border.self, at: start).color)
    case (.solid, _): self.init(color: list.part(Instance.Solid.self, at: start).color)
    case (_, nil): return nil
    case (.gradient, let texels?): self.init(list.part(at: start), batch.key, view, texels)
    case (_, let texels?): self.init(list.part(at: start), batch.key, view, texels, batch)
    }
  }

  private init(color: SIMD4<Float>) { tint = Tint(color) }

  private init(
    _ image: Instance.Image, _ program: ProgramKey, _ view: PlaneView, _ texels: RowTexture, _ batch: RowBatch
  ) {
    tint = Tint(image.color)
    let map = TexelMap(image, program, view, texels)
    (u, v, w, isAffine) = (map.u, map.v, map.w, map.isAffine)
    var texels = texels
    texels.isLinear = batch.isLinear(texelsPerPixel: map.texelsPerPixel) ? 1 : 0
    self.texels = texels
  }

  private init(_ gradient: Instance.Gradient, _ program: ProgramKey, _ view: PlaneView, _ texels: RowTexture) {
    tint = Tint(SIMD4(repeating: gradient.more.z))
    u = view.x * gradient.map.x + view.y * gradient.more.x + view.w * gradient.map.z
    v = view.y * gradient.map.y + view.x * gradient.more.y + view.w * gradient.map.w
    let (wide, run) = (Float(texels.width), gradient.run)
    let isStepped = program.features.contains(.stepped)
    self.gradient = RowGradient(
      scale: run.x * wide, offset: run.y * wide, lower: isStepped ? run.z : -.infinity,
      upper: isStepped ? run.w : .infinity, isRadial: program.features.contains(.radial) ? 1 : 0)
    self.texels = texels
  }

  /// Samples a row of pixels; false without a texture.
  func sample(into target: UnsafeMutablePointer<UInt32>, row: Int, _ columns: Range<Int>) -> Bool {
    guard var texels else { return false }
    let (x, y) = (Float(columns.lowerBound) + 0.5, Float(row) + 0.5)
    let (startU, startV) = (x * u.x + y * u.y + u.z, x * v.x + y * v.y + v.z)
    if var gradient {
      row_sample_gradient(target, columns.count, &texels, &gradient, startU, startV, u.x, v.x)
    } else if isAffine {
      row_sample(target, columns.count, &texels, startU, startV, u.x, v.x)
    } else {
      let startW = x * w.x + y * w.y + w.z
      row_sample_perspective(target, columns.count, &texels, startU, startV, startW, u.x, v.x, w.x)
    }
    return true
  }
}
