// Quadrilaterals of the general path: what they are cut by is asked for at their rims, and never inside.

import CSpans
import Compositor

extension BandCanvas {
  /// Draws a quadrilateral, as far as it lies on the band.
  ///
  /// - Parameter start: where the instance begins in the list.
  mutating func drawInstance(at start: Int, of list: DrawList, _ batch: SpanBatch, _ texels: SpanTexture?) {
    let quad = list.part(Instance.Quad.self, at: start)
    let outline = Outline(quad)
    let drawn = outline.rows.clamped(to: rows)
    guard !drawn.isEmpty else { return }
    let parameters = start + Instance.Quad.vectors
    let program = batch.program
    if program == ProgramKey(.solid, []), quad.isUpright {
      let color = list.part(Instance.Solid.self, at: parameters).color
      let edges = list.part(Instance.Edges.self, at: parameters + Instance.Solid.vectors)
      return drawRectangle(quad, edges, outline, color, drawn, batch.join)
    }
    guard let view = PlaneView(quad) else { return }
    var borderWidth: Float?
    let brush: InstanceBrush
    switch program.primitive {
    case .border:
      let border = list.part(Instance.Border.self, at: parameters)
      borderWidth = border.width.x
      brush = InstanceBrush(color: border.color)
    case .solid: brush = InstanceBrush(color: list.part(Instance.Solid.self, at: parameters).color)
    case .gradient:
      guard let texels else { return }
      brush = InstanceBrush(list.part(Instance.Gradient.self, at: parameters), program, view, texels)
    default:
      guard let texels else { return }
      brush = InstanceBrush(list.part(Instance.Image.self, at: parameters), program, view, texels, batch)
    }
    var coverage = SpanCoverage(
      list, at: parameters + program.primitive.parameterVectors, program, view, borderWidth: borderWidth)
    for row in drawn {
      let columns = outline.columns(ofRow: row).clamped(to: 0..<width)
      guard !columns.isEmpty else { continue }
      coverage.begin(row: row)
      let whole = cover(columns, coverage)
      draw(brush, row: row, columns, whole: whole, batch.join)
    }
  }

  /// Draws an upright rectangle of one colour, whose edges lie anywhere.
  private func drawRectangle(
    _ quad: Instance.Quad, _ edges: Instance.Edges, _ outline: Outline, _ color: SIMD4<Float>, _ drawn: Range<Int>,
    _ join: SpanJoin
  ) {
    let columns = outline.columns(ofRow: drawn.lowerBound)
    let shown = columns.clamped(to: 0..<width)
    guard !shown.isEmpty else { return }
    let xs = SIMD2(edges.box.x, edges.box.z) * quad.xColumn.x + quad.xColumn.z
    let ys = SIMD2(edges.box.y, edges.box.w) * quad.yColumn.y + quad.yColumn.z
    func covered(_ pixel: Int, _ ends: SIMD2<Float>) -> Float {
      let center = Float(pixel) + 0.5
      return lengthCoverage(center - ends.min(), ends.max() - center)
    }
    var rims = SpanRims(
      left: covered(shown.lowerBound, xs), top: covered(drawn.lowerBound, ys), right: covered(shown.upperBound - 1, xs),
      bottom: covered(drawn.upperBound - 1, ys))
    var color = SpanColor(color)
    paint(&color, shown, drawn, &rims, join)
  }

  /// Writes the coverage of a row's pixels, but for those of a stretch that is whole, which it returns.
  private func cover(_ columns: Range<Int>, _ coverageAt: SpanCoverage) -> Range<Int> {
    func isWhole(_ column: Int) -> Bool {
      coverage[column] = coverageAt(column)
      return coverage[column] > 0.999
    }
    guard coverageAt.isConvex else {
      for column in columns { coverage[column] = coverageAt(column) }
      return columns.upperBound..<columns.upperBound
    }
    var first = columns.lowerBound
    while first < columns.upperBound, !isWhole(first) { first += 1 }
    var end = columns.upperBound
    while end > first, !isWhole(end - 1) { end -= 1 }
    return first..<end
  }

  /// Draws a row.
  ///
  /// - Parameter whole: the pixels that are covered wholly.
  private func draw(
    _ brush: InstanceBrush, row: Int, _ columns: Range<Int>, whole: Range<Int>, _ join: SpanJoin
  ) {
    let rims = [columns.lowerBound..<whole.lowerBound, whole.upperBound..<columns.upperBound] as InlineArray<2, _>
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
  /// Whether it lies upright on the target.
  fileprivate var isUpright: Bool {
    xColumn.y == 0 && yColumn.x == 0 && wColumn.x == 0 && wColumn.y == 0 && wColumn.z == 1
  }
}

/// What an instance is painted with.
private struct InstanceBrush {
  /// The colour, or what the texture is multiplied by.
  let tint: Tint
  private var texels: SpanTexture?
  /// Texture coordinates in texels at a pixel's centre (X, Y): `u = X u.x + Y u.y + u.z`; homogeneous where the plane
  /// is seen in perspective, with their weight.
  private var u = SIMD3<Float>.zero
  private var v = SIMD3<Float>.zero
  private var w = SIMD3<Float>(0, 0, 1)
  private var isAffine = true
  /// Of a gradient, whose positions u and v lead to.
  private var gradient: SpanGradient?

  init(color: SIMD4<Float>) { tint = Tint(color) }

  init(
    _ image: Instance.Image, _ program: ProgramKey, _ view: PlaneView, _ texels: SpanTexture, _ batch: SpanBatch
  ) {
    tint = Tint(image.color)
    let (wide, high) = (Float(texels.width), Float(texels.height))
    if program.features.contains(.screenTexture) {
      u = SIMD3(image.map.x, 0, image.map.z) * wide
      v = SIMD3(0, image.map.y, image.map.w) * high
    } else {
      u = (view.x * image.map.x + view.y * image.more.x + view.w * image.map.z) * wide
      v = (view.y * image.map.y + view.x * image.more.y + view.w * image.map.w) * high
      w = view.w
      isAffine = !program.features.contains(.perspective)
    }
    var texels = texels
    // The longer side of a pixel counts.
    let across = (u.x * u.x + v.x * v.x).squareRoot()
    let down = (u.y * u.y + v.y * v.y).squareRoot()
    texels.isLinear = batch.isLinear(texelsPerPixel: max(across, down)) ? 1 : 0
    self.texels = texels
  }

  init(_ gradient: Instance.Gradient, _ program: ProgramKey, _ view: PlaneView, _ texels: SpanTexture) {
    tint = Tint(SIMD4(repeating: gradient.more.z))
    u = view.x * gradient.map.x + view.y * gradient.more.x + view.w * gradient.map.z
    v = view.y * gradient.map.y + view.x * gradient.more.y + view.w * gradient.map.w
    let (wide, run) = (Float(texels.width), gradient.run)
    let isStepped = program.features.contains(.stepped)
    self.gradient = SpanGradient(
      scale: run.x * wide, offset: run.y * wide, lower: isStepped ? run.z : -.infinity,
      upper: isStepped ? run.w : .infinity, isRadial: program.features.contains(.radial) ? 1 : 0)
    self.texels = texels
  }

  /// Samples a row of pixels; false where there is no texture.
  func sample(into target: UnsafeMutablePointer<UInt32>, row: Int, _ columns: Range<Int>) -> Bool {
    guard var texels else { return false }
    let (x, y) = (Float(columns.lowerBound) + 0.5, Float(row) + 0.5)
    let (startU, startV) = (x * u.x + y * u.y + u.z, x * v.x + y * v.y + v.z)
    if var gradient {
      span_sample_gradient(target, columns.count, &texels, &gradient, startU, startV, u.x, v.x)
    } else if isAffine {
      span_sample(target, columns.count, &texels, startU, startV, u.x, v.x)
    } else {
      let startW = x * w.x + y * w.y + w.z
      span_sample_perspective(target, columns.count, &texels, startU, startV, startW, u.x, v.x, w.x)
    }
    return true
  }
}
