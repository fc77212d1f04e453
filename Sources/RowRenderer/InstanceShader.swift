import CRows
import Compositor
import CoreGraphics

/// The arguments of a program's row functions (Sources/C/CRows).
struct InstanceShader {
  var instance: RowInstance

  /// The arguments for the instance whose parameters are at `start` in the list's `vectors`.
  init(_ key: ProgramKey, at start: Int, _ vectors: UnsafePointer<Float>, _ view: PlaneView) {
    let parts = key.coverage
    var at = start + key.primitive.parameterVectors
    func next(_ part: CoverageParts, _ count: Int) -> UnsafePointer<Float>? {
      guard parts.contains(part) else { return nil }
      defer { at += count }
      return vectors + at * 4
    }
    let shape =
      next(.edges, Instance.Edges.vectors) ?? next(.corner, Instance.Corner.vectors)
      ?? next(.corners, Instance.Corners.vectors)
    let clipBox = next(.clipBox, Instance.ClipBox.vectors)
    let clipShape = next(.clipShape, Instance.ClipShape.vectors)
    instance = RowInstance(
      x: (view.x.x, view.x.y, view.x.z), y: (view.y.x, view.y.y, view.y.z), w: (view.w.x, view.w.y, view.w.z),
      isAffine: key.features.contains(.perspective) ? 0 : 1, isDeep: 0, parameters: vectors + start * 4, shape: shape,
      clipBox: clipBox, clipShape: clipShape, texture: nil, backdrop: nil)
  }

  /// The number of pixels that are tested for coverage at a time.
  private static let stretch = 16

  /// Writes the coverage of a row's pixels, from that of column 0 on, except those of a wholly covered stretch, which
  /// it returns.
  func cover(
    _ row: Int, _ columns: Range<Int>, _ program: RowProgram, into coverage: UnsafeMutablePointer<Float>
  ) -> Range<Int> {
    guard !program.cuts.isEmpty else { return columns }
    guard program.isConvex else {
      cut(row, columns, program, coverage)
      return columns.upperBound..<columns.upperBound
    }
    func isWhole(_ column: Int) -> Bool { coverage[column] > 0.999 }
    var first = columns.lowerBound
    while first < columns.upperBound {
      let next = first..<min(first + Self.stretch, columns.upperBound)
      cut(row, next, program, coverage)
      if let found = next.first(where: isWhole) {
        first = found
        break
      }
      first = next.upperBound
    }
    var end = columns.upperBound
    while end > first {
      let next = max(end - Self.stretch, first)..<end
      cut(row, next, program, coverage)
      if let found = next.last(where: isWhole) {
        end = found + 1
        break
      }
      end = next.lowerBound
    }
    return first..<end
  }

  private func cut(
    _ row: Int, _ columns: Range<Int>, _ program: RowProgram, _ coverage: UnsafeMutablePointer<Float>
  ) {
    let (first, count) = (columns.lowerBound, columns.count)
    (coverage + first).update(repeating: 1, count: count)
    withUnsafePointer(to: instance) {
      for cut in program.cuts { cut($0, first, row, count, coverage + first) }
    }
  }
}

/// The convex quadrilateral of an instance on a target. It has the pixels whose centres lie in it. Corners lie on
/// 256ths of a pixel, as in OpenGL's drivers: without antialiasing a pixel more or less is visible.
struct RowOutline {
  /// The corners around the quadrilateral, in either direction.
  private let x: SIMD4<Float>
  private let y: SIMD4<Float>

  init(_ quad: Instance.Quad) {
    let (a, b) = (quad.corners01, quad.corners23)
    // The corners come in the order of a strip.
    let planeX = SIMD4(a.x, a.z, b.z, b.x)
    let planeY = SIMD4(a.y, a.w, b.w, b.y)
    let w = planeX * quad.wColumn.x + planeY * quad.wColumn.y + quad.wColumn.z
    x = ((planeX * quad.xColumn.x + planeY * quad.xColumn.y + quad.xColumn.z) / w).snapped
    y = ((planeX * quad.yColumn.x + planeY * quad.yColumn.y + quad.yColumn.z) / w).snapped
  }

  /// The rows whose centres it reaches.
  var rows: Range<Int> { Self.centers(from: y.min(), to: y.max()) }

  /// Returns its pixels of a row.
  func columns(ofRow row: Int) -> Range<Int> {
    let center = Float(row) + 0.5
    var (low, high) = (Float.infinity, -Float.infinity)
    for index in 0..<4 {
      let next = (index + 1) & 3
      guard (y[index] <= center) != (y[next] <= center) else { continue }
      // Computed from the upper end, as for a neighbour that shares the edge.
      let (from, to) = y[index] < y[next] ? (index, next) : (next, index)
      let crossing = x[from] + (x[to] - x[from]) * ((center - y[from]) / (y[to] - y[from]))
      (low, high) = (min(low, crossing), max(high, crossing))
    }
    return low < high ? Self.centers(from: low, to: high) : 0..<0
  }

  /// Visits the rows of a target in which it has pixels, with these.
  @inline(__always)
  func forEachRow(in rows: Range<Int>, width: Int, _ body: (_ row: Int, _ columns: Range<Int>) -> Void) {
    for row in self.rows.clamped(to: rows) {
      let columns = columns(ofRow: row).clamped(to: 0..<width)
      if !columns.isEmpty { body(row, columns) }
    }
  }

  /// Returns the pixels whose centres lie between two places.
  private static func centers(from low: Float, to high: Float) -> Range<Int> {
    let first = Int(bounded: Double((low - 0.5).rounded(.up)))
    let end = Int(bounded: Double((high - 0.5).rounded(.up)))
    return first < end ? first..<end : 0..<0
  }
}

/// The map from pixels back to a plane.
struct PlaneView {
  /// Homogeneous coordinates of the plane at a pixel's centre (X, Y): `x = X x.x + Y x.y + x.z`, and so on.
  let x: SIMD3<Float>
  let y: SIMD3<Float>
  let w: SIMD3<Float>

  /// Nil if the plane is seen edge-on.
  init?(_ quad: Instance.Quad) {
    // In double precision: planes are moved by thousands of pixels.
    let (a, b, c) = (
      SIMD3<Double>(quad.xColumn.first3), SIMD3<Double>(quad.yColumn.first3),
      SIMD3<Double>(quad.wColumn.first3)
    )
    // The rows of the adjugate.
    let (first, second, third) = (b.cross(c), c.cross(a), a.cross(b))
    let determinant = (a * first).sum()
    guard abs(determinant) > 1e-30 else { return nil }
    let scale = 1 / determinant
    x = SIMD3<Float>(SIMD3(first.x, second.x, third.x) * scale)
    y = SIMD3<Float>(SIMD3(first.y, second.y, third.y) * scale)
    w = SIMD3<Float>(SIMD3(first.z, second.z, third.z) * scale)
  }
}

/// The map from pixels to an image's texels.
struct TexelMap {
  /// The texels at a pixel's centre (X, Y): `u = X u.x + Y u.y + u.z`; homogeneous in perspective, with their weight.
  private(set) var u: SIMD3<Float>
  private(set) var v: SIMD3<Float>
  private(set) var w = SIMD3<Float>(0, 0, 1)
  private(set) var isAffine = true

  init(_ image: Instance.Image, _ program: ProgramKey, _ view: PlaneView, _ texels: RowTexture) {
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
  }

  /// The texels along the longer side of a pixel.
  var texelsPerPixel: Float {
    let across = (u.x * u.x + v.x * v.x).squareRoot()
    let down = (u.y * u.y + v.y * v.y).squareRoot()
    return max(across, down)
  }
}

extension SIMD4<Float> {
  fileprivate var first3: SIMD3<Float> { SIMD3(x, y, z) }
}

extension SIMD3<Double> {
  fileprivate func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
}

extension SIMD4<Float> {
  fileprivate var snapped: SIMD4<Float> { (self * 256).rounded(.toNearestOrEven) / 256 }
}
