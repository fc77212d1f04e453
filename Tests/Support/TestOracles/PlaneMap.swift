// The oracle's own matrices: 4x4 for layer transforms, 3x3 for planes seen on the canvas. They share no code with the
// renderer's, or a mistake there would be made here too.

import CoreGraphics
package import QuartzCore

/// A 4x4 matrix for row vectors, `v' = v * m`.
package struct SpaceMatrix {
  package var rows: [[Double]]

  package static let identity = SpaceMatrix(rows: (0..<4).map { row in (0..<4).map { $0 == row ? 1 : 0 } })

  package init(rows: [[Double]]) { self.rows = rows }

  package init(_ t: CATransform3D) {
    rows = [
      [t.m11, t.m12, t.m13, t.m14], [t.m21, t.m22, t.m23, t.m24], [t.m31, t.m32, t.m33, t.m34],
      [t.m41, t.m42, t.m43, t.m44],
    ].map { $0.map { Double($0) } }
  }

  package static func translation(_ x: Double, _ y: Double, _ z: Double = 0) -> SpaceMatrix {
    var m = identity
    m.rows[3] = [x, y, z, 1]
    return m
  }

  package static func scale(_ x: Double, _ y: Double) -> SpaceMatrix {
    var m = identity
    m.rows[0][0] = x
    m.rows[1][1] = y
    return m
  }

  /// Returns `a`, then `b`.
  package static func * (a: SpaceMatrix, b: SpaceMatrix) -> SpaceMatrix {
    SpaceMatrix(
      rows: (0..<4).map { row in
        (0..<4).map { column in (0..<4).reduce(0) { $0 + a.rows[row][$1] * b.rows[$1][column] } }
      })
  }

  package var determinant: Double { Self.determinant(rows) }

  package static func determinant(_ m: [[Double]]) -> Double {
    guard m.count > 1 else { return m[0][0] }
    return m.indices.reduce(0) { sum, column in
      let minor = m.dropFirst().map { row in row.indices.filter { $0 != column }.map { row[$0] } }
      return sum + (column.isMultiple(of: 2) ? 1 : -1) * m[0][column] * determinant(Array(minor))
    }
  }
}

/// A projective map of a plane for row vectors `(x, y, 1)`.
package struct PlaneMap {
  package var rows: [[Double]]

  package init(rows: [[Double]]) { self.rows = rows }

  /// Creates the map of the plane z = 0, seen along z.
  package init(_ m: SpaceMatrix) {
    rows = [0, 1, 3].map { row in [0, 1, 3].map { m.rows[row][$0] } }
  }

  package static func * (a: PlaneMap, b: PlaneMap) -> PlaneMap {
    PlaneMap(
      rows: (0..<3).map { row in
        (0..<3).map { column in (0..<3).reduce(0) { $0 + a.rows[row][$1] * b.rows[$1][column] } }
      })
  }

  package var determinant: Double { SpaceMatrix.determinant(rows) }

  package var inverse: PlaneMap {
    let (m, d) = (rows, determinant)
    func cofactor(_ i: Int, _ j: Int) -> Double {
      let (a, b, c, e) = ((i + 1) % 3, (i + 2) % 3, (j + 1) % 3, (j + 2) % 3)
      return m[a][c] * m[b][e] - m[a][e] * m[b][c]
    }
    return PlaneMap(rows: (0..<3).map { i in (0..<3).map { j in cofactor(j, i) / d } })
  }

  package func weight(_ p: Point) -> Double { p.x * rows[0][2] + p.y * rows[1][2] + rows[2][2] }

  package func callAsFunction(_ p: Point) -> Point {
    let w = weight(p)
    return Point(
      (p.x * rows[0][0] + p.y * rows[1][0] + rows[2][0]) / w, (p.x * rows[0][1] + p.y * rows[1][1] + rows[2][1]) / w)
  }
}
