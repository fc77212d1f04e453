// The Gaussian blur on the CPU: of the shadows of drawn bitmaps, and of the compositor's shadows of paths. Its blur on
// the GPU takes its weights from here, too.

import Foundation

/// A separable Gaussian kernel over pixels.
package struct GaussianKernel: Equatable, Sendable {
  /// The method of computing a pixel's weight.
  package enum Sampling: Sendable {
    /// The Gaussian at the pixel's centre.
    case centers
    /// The Gaussian's integral over the pixel.
    case integrals
  }

  /// The weight of the centre, then of each pair of neighbours outward. They add up to 1, pairs counted twice.
  package let weights: [Float]

  /// - Parameters:
  ///   - sigma: the standard deviation in pixels.
  ///   - radius: how many pixels it reaches to either side; beyond it is cut off.
  ///   - sampling: what a weight is.
  package init(sigma: Double, radius: Int, _ sampling: Sampling) {
    let variance = sigma * sigma
    let exact: [Double]
    switch sampling {
    case .centers: exact = (0...radius).map { exp(-Double($0 * $0) / (2 * variance)) }
    case .integrals where variance <= 0.1:
      // Narrower than a pixel: the three weights of that variance.
      weights = [Float(1 - max(variance, 0)), Float(max(variance, 0) / 2)]
      return
    case .integrals:
      // Integrals add the variance of a pixel, which is taken off first.
      let inner = (variance - 1.0 / 12).squareRoot()
      exact = (0...radius).map { index in
        let x = Double(index)
        return Self.cumulative((x + 0.5) / inner) - Self.cumulative((x - 0.5) / inner)
      }
    }
    let sum = exact[0] + 2 * exact.dropFirst().reduce(0, +)
    weights = exact.map { Float($0 / sum) }
  }

  /// The number of pixels that the kernel extends to either side.
  package var radius: Int { weights.count - 1 }

  /// The share of a Gaussian of deviation 1 that lies below `t`.
  package static func cumulative(_ t: Double) -> Double { 0.5 * erfc(-t * 0.707_106_781_186_547_6) }

  /// Blurs each row of a field of `width` columns, outside of which there is nothing.
  package func blurRows(_ field: inout [Float], width: Int) {
    // One row, with empty pixels at both ends.
    var row = [Float](repeating: 0, count: width + 2 * radius)
    field.withUnsafeMutableBufferPointer { field in
      row.withUnsafeMutableBufferPointer { row in
        for start in stride(from: 0, to: field.count, by: width) {
          for x in 0..<width {
            row[radius + x] = field[start + x]
            field[start + x] *= weights[0]
          }
          for tap in 1..<weights.count {
            let weight = weights[tap]
            for x in 0..<width { field[start + x] += weight * (row[radius + x - tap] + row[radius + x + tap]) }
          }
        }
      }
    }
  }

  /// Blurs each column of a field of `width` columns, outside of which there is nothing.
  package func blurColumns(_ field: inout [Float], width: Int) {
    let height = field.count / width
    let source = field
    source.withUnsafeBufferPointer { source in
      field.withUnsafeMutableBufferPointer { field in
        for y in 0..<height {
          let start = y * width
          for x in 0..<width { field[start + x] *= weights[0] }
          for tap in 1..<weights.count {
            let weight = weights[tap]
            for row in [y - tap, y + tap] where row >= 0 && row < height {
              for x in 0..<width { field[start + x] += weight * source[row * width + x] }
            }
          }
        }
      }
    }
  }
}
