// A Gaussian blur of a coverage on the CPU, for the shadows of paths: the picture is small (its texels are as coarse as
// the blur allows), and it is kept as long as the path and the blur stay.

import CoreGraphics

/// A separable Gaussian kernel over texels.
struct BlurKernel: Equatable {
  /// The weight of the centre, then of each pair of neighbours outward. They add up to 1, pairs counted twice.
  var weights: [Float]

  /// - Parameter sigma: the standard deviation in texels.
  init(sigma: Double) {
    let variance = sigma * sigma
    guard variance > 0.1 else {
      // Narrower than a texel: the three weights of that variance.
      weights = [Float(1 - max(variance, 0)), Float(max(variance, 0) / 2)]
      return
    }
    // Each weight is the Gaussian's integral over a texel; that adds the variance of a texel, which is taken off first.
    let inner = (variance - 1.0 / 12).squareRoot()
    let count = Int(bounded: (Gaussian.reach * sigma).rounded(.up))
    var exact = (0...count).map { index in
      let x = Double(index)
      return Gaussian.cumulative((x + 0.5) / inner) - Gaussian.cumulative((x - 0.5) / inner)
    }
    let sum = exact[0] + 2 * exact.dropFirst().reduce(0, +)
    for index in exact.indices { exact[index] /= sum }
    weights = exact.map { Float($0) }
  }

  var radius: Int { weights.count - 1 }
}

/// Bytes of coverage, first row first.
package struct CoverageMap: Equatable, Sendable {
  package var width: Int
  package var height: Int
  package var bytes: [UInt8]

  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height, "\(bytes.count) bytes are not \(width)x\(height)")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// The map blurred; outside it is taken to be empty.
  ///
  /// - Parameters:
  ///   - sigmaX: the standard deviation in texels, across.
  ///   - sigmaY: the same, down.
  package func blurred(sigmaX: Double, sigmaY: Double) -> CoverageMap {
    guard width > 0, height > 0 else { return self }
    var field = bytes.map { Float($0) }
    Self.blurRows(&field, width: width, BlurKernel(sigma: sigmaX))
    Self.blurColumns(&field, width: width, BlurKernel(sigma: sigmaY))
    return CoverageMap(width: width, height: height, bytes: field.map { UInt8(min(max($0 + 0.5, 0), 255)) })
  }

  private static func blurRows(_ field: inout [Float], width: Int, _ kernel: BlurKernel) {
    let radius = kernel.radius
    // One row, with empty texels at both ends.
    var row = [Float](repeating: 0, count: width + 2 * radius)
    field.withUnsafeMutableBufferPointer { field in
      row.withUnsafeMutableBufferPointer { row in
        for start in stride(from: 0, to: field.count, by: width) {
          for x in 0..<width {
            row[radius + x] = field[start + x]
            field[start + x] *= kernel.weights[0]
          }
          for tap in 1..<kernel.weights.count {
            let weight = kernel.weights[tap]
            for x in 0..<width { field[start + x] += weight * (row[radius + x - tap] + row[radius + x + tap]) }
          }
        }
      }
    }
  }

  private static func blurColumns(_ field: inout [Float], width: Int, _ kernel: BlurKernel) {
    let height = field.count / width
    let source = field
    source.withUnsafeBufferPointer { source in
      field.withUnsafeMutableBufferPointer { field in
        for y in 0..<height {
          let start = y * width
          for x in 0..<width { field[start + x] *= kernel.weights[0] }
          for tap in 1..<kernel.weights.count {
            let weight = kernel.weights[tap]
            for row in [y - tap, y + tap] where row >= 0 && row < height {
              for x in 0..<width { field[start + x] += weight * source[row * width + x] }
            }
          }
        }
      }
    }
  }
}
