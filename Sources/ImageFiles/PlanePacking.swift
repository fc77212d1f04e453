// Tested by PlanePackingTests.

/// A frame's conversion to planes of luma and chroma for encoders, before it is read back: sums of its components as
/// bytes of planes, which are rectangles of one picture. A GPU does it cheaply, and less is read back.
package struct PlanePacking: Equatable, Sendable {
  /// A component as a weighted sum of a pixel's red, green and blue in integers: the bits above the shift, limited.
  package struct Sum: Equatable, Sendable {
    package var weights: SIMD3<Int32>
    /// The addends, by the component's row and column in its plane, both modulo 4.
    package var biases: [SIMD4<Int32>]
    package var shift: Int32
    /// The greatest component.
    package var max: Int32

    package init(weights: SIMD3<Int32>, biases: [SIMD4<Int32>], shift: Int32, max: Int32) {
      (self.weights, self.biases, self.shift, self.max) = (weights, biases, shift, max)
    }
  }

  /// A plane as a rectangle of the picture.
  package struct Plane: Equatable, Sendable {
    /// The offset of its first byte in a row; a multiple of 4.
    package var x: Int
    /// The number of its first row in the picture.
    package var y: Int
    /// The number of bytes in a row; those after the last component, up to a multiple of 4, are written, too.
    package var rowBytes: Int
    package var rows: Int
    /// One component, or two that alternate.
    package var sums: [Sum]
    /// The pixels for each component: 1x1, 2x1 or 2x2. A sum is over one for 1x1, else over four; 2x1 counts each
    /// twice.
    package var cell: SIMD2<Int32>

    package init(x: Int, y: Int, rowBytes: Int, rows: Int, sums: [Sum], cell: SIMD2<Int32>) {
      (self.x, self.y, self.rowBytes, self.rows) = (x, y, rowBytes, rows)
      (self.sums, self.cell) = (sums, cell)
    }
  }

  package var planes: [Plane]
  /// The number of bytes of a component: 1, or 2, the lower one first.
  package var componentBytes: Int
  /// The number of bits by which components of 2 bytes are shifted up.
  package var shift: Int32
  /// The number of bytes in a row of the picture; a multiple of 4.
  package var rowBytes: Int
  package var rows: Int

  package init(planes: [Plane], componentBytes: Int, shift: Int32, rowBytes: Int, rows: Int) {
    (self.planes, self.componentBytes, self.shift) = (planes, componentBytes, shift)
    (self.rowBytes, self.rows) = (rowBytes, rows)
  }

  package var byteCount: Int { rowBytes * rows }
}
