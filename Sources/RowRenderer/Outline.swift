// The quadrilateral that an instance draws, in pixels.

import Compositor
import CoreGraphics

/// A convex quadrilateral of a target. A pixel is its own where its centre is. Corners lie on 256ths of a pixel, as
/// OpenGL's drivers have it: where edges are not antialiased, a pixel more or less is seen.
struct Outline {
  /// Around the quadrilateral, in one direction or the other.
  private let x: SIMD4<Float>
  private let y: SIMD4<Float>

  init(_ quad: Instance.Quad) {
    let (a, b) = (quad.corners01, quad.corners23)
    // From strip order to the order around.
    let planeX = SIMD4(a.x, a.z, b.z, b.x)
    let planeY = SIMD4(a.y, a.w, b.w, b.y)
    let w = planeX * quad.wColumn.x + planeY * quad.wColumn.y + quad.wColumn.z
    x = ((planeX * quad.xColumn.x + planeY * quad.xColumn.y + quad.xColumn.z) / w).snapped
    y = ((planeX * quad.yColumn.x + planeY * quad.yColumn.y + quad.yColumn.z) / w).snapped
  }

  /// The rows whose centres it reaches.
  var rows: Range<Int> { Self.centers(from: y.min(), to: y.max()) }

  /// The pixels of a row.
  func columns(ofRow row: Int) -> Range<Int> {
    let center = Float(row) + 0.5
    var (low, high) = (Float.infinity, -Float.infinity)
    for index in 0..<4 {
      let next = (index + 1) & 3
      guard (y[index] <= center) != (y[next] <= center) else { continue }
      // From the same end for a neighbour that shares the edge.
      let (from, to) = y[index] < y[next] ? (index, next) : (next, index)
      let crossing = x[from] + (x[to] - x[from]) * ((center - y[from]) / (y[to] - y[from]))
      (low, high) = (min(low, crossing), max(high, crossing))
    }
    return low < high ? Self.centers(from: low, to: high) : 0..<0
  }

  /// Visits those of some rows of a target that have pixels, with them.
  @inline(__always)
  func forEachRow(in rows: Range<Int>, width: Int, _ body: (_ row: Int, _ columns: Range<Int>) -> Void) {
    for row in self.rows.clamped(to: rows) {
      let columns = columns(ofRow: row).clamped(to: 0..<width)
      if !columns.isEmpty { body(row, columns) }
    }
  }

  /// The pixels whose centres lie between two places.
  private static func centers(from low: Float, to high: Float) -> Range<Int> {
    let first = Int(bounded: Double((low - 0.5).rounded(.up)))
    let end = Int(bounded: Double((high - 0.5).rounded(.up)))
    return first < end ? first..<end : 0..<0
  }
}

/// A plane as it is seen: the way back from pixels.
struct PlaneView {
  /// Homogeneous coordinates of the plane at a pixel's centre (X, Y): `x = X x.x + Y x.y + x.z`, and so on.
  let x: SIMD3<Float>
  let y: SIMD3<Float>
  let w: SIMD3<Float>

  /// Nil where the plane is seen from its edge.
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
  /// To the nearest 256th.
  fileprivate var snapped: SIMD4<Float> { (self * 256).rounded(.toNearestOrEven) / 256 }
}
