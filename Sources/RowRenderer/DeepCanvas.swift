// Targets of half floats. Programs draw all but colours, texels on whole pixels and their blending, which row functions
// do (Sources/C/CRows/deep.inc).
//
// Tested by DeepFrameTests.

import CRows
import Compositor
import CoreGraphics

struct DeepCanvas: DrawCanvas, ~Copyable {
  private let pixels: UnsafeMutablePointer<UInt16>
  private let width: Int
  private let rows: Range<Int>
  /// A row of source pixels on their way to the target, four floats each.
  private let scratch: UnsafeMutablePointer<Float>
  /// The coverage of a row of pixels, from 0 to 1.
  private let coverage: UnsafeMutablePointer<Float>

  init(pixels: UnsafeMutableRawPointer, width: Int, rows: Range<Int>) {
    (self.width, self.rows) = (width, rows)
    self.pixels = pixels.assumingMemoryBound(to: UInt16.self)
    scratch = .allocate(capacity: width * 4)
    coverage = .allocate(capacity: width)
  }

  deinit {
    scratch.deallocate()
    coverage.deallocate()
  }

  func clear(_ color: SIMD4<Float>) {
    withUnsafePointer(to: RowColor(deep: color)) {
      row_deep_fill(pixels + rows.lowerBound * width * 4, rows.count * width, $0)
    }
  }

  private func at(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt16> { pixels + (y * width + x) * 4 }

  /// Blends the scratch row's first pixels into pixels of a row.
  private func paint(x: Int, y: Int, count: Int, _ join: RowJoin) {
    switch join {
    case .blend(let blend): row_deep_blend(at(x, y), scratch, count, blend)
    case .mix(let weight): row_deep_mix(at(x, y), scratch, count, Float(weight) / 255)
    }
  }

  // MARK: Upright rectangles of whole pixels

  mutating func draw(_ quad: LinearQuad, _ batch: RowBatch, _ texels: RowTexture?) {
    let box = quad.box
    let (left, right) = (max(Int(bounded: Double(box.x)), 0), min(Int(bounded: Double(box.z)), width))
    let (top, bottom) = (
      max(Int(bounded: Double(box.y)), rows.lowerBound), min(Int(bounded: Double(box.w)), rows.upperBound)
    )
    guard left < right, top < bottom else { return }
    let count = right - left
    guard var texels else { return fill(quad.color, left..<right, top..<bottom, batch.join) }
    let map = UprightMap(quad, texels, left: left, top: top)
    guard map.isUsable(columns: count, rows: bottom - top) else { return }
    texels.isLinear = batch.isLinear(texelsPerPixel: max(abs(map.stepU), abs(map.stepV))) ? 1 : 0
    let tint = batch.key.features.contains(.tinted) ? quad.color : .one
    if map.snapsToTexels(texels, columns: count, rows: bottom - top) {
      let bytes = Int(texels.texelBytes)
      // Bounded: within the texture.
      let first = texels.texels + (Int(map.v) * Int(texels.width) + Int(map.u)) * bytes
      var color = RowColor(deep: tint)
      for y in top..<bottom {
        let start = first + (y - top) * Int(texels.width) * bytes
        row_deep_texels(scratch, start, count, texels.texelBytes, &color)
        paint(x: left, y: y, count: count, batch.join)
      }
      return
    }
    let (wide, high) = (box.z - box.x, box.w - box.y)
    let scale = SIMD2((quad.texture.z - quad.texture.x) / wide, (quad.texture.w - quad.texture.y) / high)
    let place = SIMD2(quad.texture.x, quad.texture.y) - SIMD2(box.x, box.y) * scale
    withUnsafePointer(to: texels) { texture in
      withPixelInstance(tint, SIMD4(lowHalf: scale, highHalf: place), texture) { instance in
        for y in top..<bottom {
          batch.program.deep?(instance, left, y, count, nil, scratch)
          paint(x: left, y: y, count: count, batch.join)
        }
      }
    }
  }

  /// Blends a colour into whole pixels.
  private func fill(_ color: SIMD4<Float>, _ columns: Range<Int>, _ rows: Range<Int>, _ join: RowJoin) {
    var color = RowColor(deep: color)
    let isCopy = if case .blend(RowCopy) = join { true } else { false }
    if !isCopy { row_deep_color(scratch, columns.count, &color, nil) }
    for y in rows {
      if isCopy {
        row_deep_fill(at(columns.lowerBound, y), columns.count, &color)
      } else {
        paint(x: columns.lowerBound, y: y, count: columns.count, join)
      }
    }
  }

  /// Lends an image's instance whose plane is that of the pixels: of the parameters `Instance.Image` without cross
  /// terms.
  private func withPixelInstance(
    _ color: SIMD4<Float>, _ map: SIMD4<Float>, _ texture: UnsafePointer<RowTexture>,
    _ body: (UnsafePointer<RowInstance>) -> Void
  ) {
    let image: InlineArray<3, SIMD4<Float>> = [color, map, .zero]
    withUnsafeBytes(of: image) { parameters in
      let instance = RowInstance(
        x: (1, 0, 0), y: (0, 1, 0), w: (0, 0, 1), isAffine: 1, isDeep: 1,
        parameters: parameters.assumingMemoryBound(to: Float.self).baseAddress!, shape: nil, clipBox: nil,
        clipShape: nil, texture: texture, backdrop: texture)
      withUnsafePointer(to: instance, body)
    }
  }

  // MARK: Quadrilaterals

  mutating func draw(
    at start: Int, of list: DrawList, _ vectors: UnsafePointer<Float>, _ batch: RowBatch, _ texels: RowTexture?,
    _ backdrop: RowTexture?
  ) {
    let quad = list.part(Instance.Quad.self, at: start)
    let outline = RowOutline(quad)
    guard !outline.rows.clamped(to: rows).isEmpty, let view = PlaneView(quad) else { return }
    let parameters = start + Instance.Quad.vectors
    var shader = InstanceShader(batch.key, at: parameters, vectors, view)
    shader.instance.isDeep = 1
    guard let program = batch.program.deep else {
      // One colour: both programs' parameters begin with it.
      let color = list.part(Instance.Solid.self, at: parameters).color
      return draw(color, shader, outline, batch)
    }
    guard var texels else { return }
    var length: Float = batch.key.features.contains(.levels) ? 2 : 0
    if batch.key.primitive == .image, length == 0 {
      length = TexelMap(list.part(at: parameters), batch.key, view, texels).texelsPerPixel
    }
    texels.isLinear = batch.isLinear(texelsPerPixel: length) ? 1 : 0
    var second = backdrop ?? texels
    second.isLinear = texels.isLinear
    withUnsafePointer(to: texels) { texture in
      withUnsafePointer(to: second) { backdrop in
        (shader.instance.texture, shader.instance.backdrop) = (texture, backdrop)
        guard batch.key.primitive == .image, batch.key.features.contains(.screenTexture) else {
          return withUnsafePointer(to: shader.instance) { draw($0, program, shader, outline, batch) }
        }
        // The texture lies on the target's pixels.
        let image = list.part(Instance.Image.self, at: parameters)
        withPixelInstance(image.color, image.map, texture) { draw($0, program, shader, outline, batch) }
      }
    }
  }

  /// Draws by a program's GLSL, row by row, what the shader's cuts leave.
  private func draw(
    _ instance: UnsafePointer<RowInstance>, _ program: RowPaint, _ shader: InstanceShader, _ outline: RowOutline,
    _ batch: RowBatch
  ) {
    outline.forEachRow(in: rows, width: width) { row, columns in
      var known: UnsafeMutablePointer<Float>?
      if !batch.program.cuts.isEmpty {
        for column in shader.cover(row, columns, batch.program, into: coverage) { coverage[column] = 1 }
        known = coverage + columns.lowerBound
      }
      program(instance, columns.lowerBound, row, columns.count, known, scratch)
      paint(x: columns.lowerBound, y: row, count: columns.count, batch.join)
    }
  }

  /// Draws one colour, of which a row's rims are covered in part.
  private func draw(_ color: SIMD4<Float>, _ shader: InstanceShader, _ outline: RowOutline, _ batch: RowBatch) {
    var color = RowColor(deep: color)
    outline.forEachRow(in: rows, width: width) { row, columns in
      let whole = shader.cover(row, columns, batch.program, into: coverage)
      func draw(_ part: Range<Int>, _ coverage: UnsafePointer<Float>?) {
        guard !part.isEmpty else { return }
        row_deep_color(scratch, part.count, &color, coverage)
        paint(x: part.lowerBound, y: row, count: part.count, batch.join)
      }
      draw(columns.lowerBound..<whole.lowerBound, coverage + columns.lowerBound)
      draw(whole, nil)
      draw(whole.upperBound..<columns.upperBound, coverage + whole.upperBound)
    }
  }
}

extension RowColor {
  /// A colour of any range.
  fileprivate init(deep color: SIMD4<Float>) { self.init(components: (color.x, color.y, color.z, color.w)) }
}
