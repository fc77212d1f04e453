// Tested by PlanePackingTests.

import CRows

/// The layout of the planes of a frame in memory, and the sums that make them, by YUVCoding's formulas. Planes lie one
/// below the other in rows of one length; two that are half as wide lie side by side.
package struct PackedPlanes: Equatable, Sendable {
  package enum Component: Hashable, Sendable {
    case luma, blueDifference, redDifference
  }

  package struct Plane: Hashable, Sendable {
    /// The first byte of its first row; a multiple of 4.
    package var x: Int
    package var y: Int
    package var rowBytes: Int
    package var rows: Int
    /// The components that it holds: one, or two that take turns.
    package var components: [Component]
    /// The pixels that share a component.
    package var cell: SIMD2<Int>
  }

  package let planes: [Plane]
  package let componentBytes: Int
  /// Bits that components are shifted up by.
  package let shift: Int
  package let rowBytes: Int
  package let rows: Int
  private let coding: YUVCoding
  private let depth: Int

  /// The planes of a layout without alpha; nil for others, and where they are larger than the frame's pixels.
  ///
  /// - Parameter isInterleaved: whether the two differences of colour take turns in one plane, as in NV12 and P010;
  ///   components of more than 8 bits are then the upper ones of their 16.
  init?(_ layout: PictureLayout, coding: YUVCoding, width: Int, height: Int, isInterleaved: Bool) {
    guard case .yuv(let chroma, let depth, alpha: false) = layout else { return nil }
    let bytes = depth > 8 ? 2 : 1
    let row = (width * bytes + 7) / 8 * 8
    let cell = SIMD2(chroma == .full ? 1 : 2, chroma == .quarter ? 2 : 1)
    guard width % cell.x == 0, height % cell.y == 0 else { return nil }
    let (chromaWidth, chromaHeight) = (width / cell.x, height / cell.y)
    var planes = [
      Plane(x: 0, y: 0, rowBytes: width * bytes, rows: height, components: [.luma], cell: SIMD2(1, 1))
    ]
    func append(_ components: [Component], x: Int, y: Int) {
      planes.append(
        Plane(
          x: x, y: y, rowBytes: chromaWidth * bytes * components.count, rows: chromaHeight, components: components,
          cell: cell))
    }
    var end = height + chromaHeight
    if isInterleaved {
      guard chroma != .full else { return nil }
      append([.blueDifference, .redDifference], x: 0, y: height)
    } else if chroma == .full {
      append([.blueDifference], x: 0, y: height)
      append([.redDifference], x: 0, y: end)
      end += chromaHeight
    } else {
      append([.blueDifference], x: 0, y: height)
      append([.redDifference], x: row / 2, y: height)
    }
    guard row * end <= width * height * 4 else { return nil }
    (self.planes, self.coding, self.depth) = (planes, coding, depth)
    (componentBytes, rowBytes, rows) = (bytes, row, end)
    shift = isInterleaved && depth > 8 ? 16 - depth : 0
  }

  package var byteCount: Int { rowBytes * rows }

  var isInterleaved: Bool { planes.contains { $0.components.count > 1 } }

  /// The longest row, in bytes, and the most rows of any planes for frames of a size in pixels.
  package static func largestSize(width: Int, height: Int) -> (rowBytes: Int, rows: Int)? {
    let (row, rowOverflows) = width.multipliedReportingOverflow(by: 2)
    let (rows, rowsOverflow) = height.multipliedReportingOverflow(by: 3)
    return rowOverflows || rowsOverflow ? nil : (row + 8, rows)
  }

  /// A component as a sum over red, green and blue, or over those of four pixels where it stands for more than one;
  /// what is above the shift, limited.
  package struct Sum {
    package var weights: SIMD3<Int32>
    /// The numbers that are added, by the component's row and column in its plane, both modulo 4.
    package var biases: [SIMD4<Int32>]
    package var shift: Int32
    /// The largest component.
    package var max: Int32
  }

  /// The exact sum of a component in a plane.
  package func sum(of component: Component, in plane: Plane) -> Sum {
    let rows = (0..<4).map { row in
      let sums = coding.sums(depth: depth, pixels: plane.cell.x > 1 ? 4 : 1, row: row)
      return switch component {
      case .luma: sums.y
      case .blueDifference: sums.u
      case .redDifference: sums.v
      }
    }
    let (weights, shift, max) = (rows[0].weights, rows[0].shift, rows[0].max)
    return Sum(
      weights: SIMD3(Int32(weights.0), Int32(weights.1), Int32(weights.2)),
      biases: rows.map { SIMD4($0.bias.0, $0.bias.1, $0.bias.2, $0.bias.3) }, shift: shift, max: max)
  }

  func copy(_ bytes: UnsafeRawBufferPointer, to target: PicturePlanes) {
    for (number, plane) in planes.enumerated() {
      var source = bytes.baseAddress! + plane.y * rowBytes + plane.x
      var row = UnsafeMutableRawPointer(target.bytes[number])
      for _ in 0..<plane.rows {
        row.copyMemory(from: source, byteCount: plane.rowBytes)
        source += rowBytes
        row += target.strides[number]
      }
    }
  }
}
