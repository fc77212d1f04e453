// Tested by PlanePackingTests.

#if Films

import Compositor
import Video

extension PlanePacking {
  init(_ planes: PackedPlanes) {
    self.init(
      planes: planes.planes.map { plane in
        Plane(
          x: plane.x, y: plane.y, rowBytes: plane.rowBytes, rows: plane.rows,
          sums: plane.components.map { component in
            let sum = planes.sum(of: component, in: plane)
            return Sum(weights: sum.weights, biases: sum.biases, shift: sum.shift, max: sum.max)
          }, cell: SIMD2(truncatingIfNeeded: plane.cell))
      },
      componentBytes: planes.componentBytes, shift: Int32(planes.shift), rowBytes: planes.rowBytes, rows: planes.rows)
  }
}

extension OffscreenRenderer {
  /// Whether frames of its size are packed into planes as they are drawn: by a GPU, and unless anybody else reads the
  /// pixels.
  var packsPlanes: Bool {
    guard let largest = rasterizer.largestPacking, frameObserver == nil else { return false }
    return PackedPlanes.largestSize(width: width, height: height).map {
      $0.rowBytes <= largest.rowBytes && $0.rows <= largest.rows
    } ?? false
  }
}

#endif
