import Foundation

/// Rows of alphas from 0 to 255, and their Gaussian blur on the CPU, for shadows in bitmaps.
struct AlphaPlane {
  let width: Int
  let height: Int
  private var values: [Float]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    values = Array(repeating: 0, count: width * height)
  }

  subscript(x: Int, y: Int) -> Float {
    get { values[y * width + x] }
    set { values[y * width + x] = newValue }
  }

  /// Blurs by a Gaussian of standard deviation `sigma`, in pixels, cut off at two deviations, where Core Graphics'
  /// shadows were measured to end. Outside the plane alpha is 0. Large blurs run at a fraction of the resolution, with
  /// a deviation of at least 8 pixels there; the error is below 1/255.
  mutating func blur(sigma: Double) {
    guard sigma > 0.05 else { return }
    let factor = max(1, Int(sigma / 8))
    guard factor > 1 else { return blur(sigma: sigma, reach: 2 * sigma) }
    var small = reduced(factor)
    // The boxes that reduce and the tent that enlarges blur, too: their variances and reaches are subtracted.
    let boxes = (Double(factor * factor) - 1) / 12 + Double(factor * factor) / 6
    let rest = max(sigma * sigma - boxes, 0.25).squareRoot() / Double(factor)
    small.blur(sigma: rest, reach: 2 * sigma / Double(factor) - 0.5)
    enlarge(small, factor)
  }

  private mutating func blur(sigma: Double, reach: Double) {
    let kernel = GaussianKernel(sigma: sigma, radius: max(Int(reach), 1), .centers)
    kernel.blurRows(&values, width: width)
    kernel.blurColumns(&values, width: width)
  }

  /// Returns the averages of squares of `factor` pixels.
  private func reduced(_ factor: Int) -> AlphaPlane {
    var small = AlphaPlane(width: (width + factor - 1) / factor, height: (height + factor - 1) / factor)
    let share = 1 / Float(factor * factor)
    for y in 0..<height { for x in 0..<width { small[x / factor, y / factor] += self[x, y] * share } }
    return small
  }

  /// Replaces the values by those of a reduced plane, interpolated bilinearly.
  private mutating func enlarge(_ small: AlphaPlane, _ factor: Int) {
    func at(_ x: Int, _ y: Int) -> Float { small[min(max(x, 0), small.width - 1), min(max(y, 0), small.height - 1)] }
    for y in 0..<height {
      let v = (Float(y) + 0.5) / Float(factor) - 0.5
      let top = Int(v.rounded(.down))
      let fy = v - Float(top)
      for x in 0..<width {
        let u = (Float(x) + 0.5) / Float(factor) - 0.5
        let left = Int(u.rounded(.down))
        let fx = u - Float(left)
        let upper = at(left, top) * (1 - fx) + at(left + 1, top) * fx
        let lower = at(left, top + 1) * (1 - fx) + at(left + 1, top + 1) * fx
        self[x, y] = upper * (1 - fy) + lower * fy
      }
    }
  }
}

/// A separable Gaussian kernel over pixels, for shadows on the CPU and the weights of the compositor's GPU blur.
package struct GaussianKernel: Equatable, Sendable {
  package enum Sampling: Sendable {
    /// The Gaussian at the pixel's centre.
    case centers
    /// The Gaussian's integral over the pixel.
    case integrals
  }

  /// The weight of the centre, then those outward, each of two neighbours. Their sum, pairs counted twice, is 1.
  package let weights: [Float]

  /// Creates a kernel of deviation `sigma` that reaches `radius` to either side, both in pixels.
  package init(sigma: Double, radius: Int, _ sampling: Sampling) {
    let variance = sigma * sigma
    let exact: [Double]
    switch sampling {
    case .centers: exact = (0...radius).map { exp(-Double($0 * $0) / (2 * variance)) }
    case .integrals where variance <= 0.1:
      // A Gaussian narrower than a pixel is replaced by three weights of its variance.
      weights = [Float(1 - max(variance, 0)), Float(max(variance, 0) / 2)]
      return
    case .integrals:
      // The integrals add the variance of a pixel, which is subtracted first.
      let inner = (variance - 1.0 / 12).squareRoot()
      exact = (0...radius).map { index in
        let x = Double(index)
        return Self.cumulative((x + 0.5) / inner) - Self.cumulative((x - 0.5) / inner)
      }
    }
    let sum = exact[0] + 2 * exact.dropFirst().reduce(0, +)
    weights = exact.map { Float($0 / sum) }
  }

  package var radius: Int { weights.count - 1 }

  /// The share of the standard normal distribution below `t`.
  package static func cumulative(_ t: Double) -> Double { 0.5 * erfc(-t * 0.707_106_781_186_547_6) }

  /// Blurs each row of a field of `width` columns, which is 0 outside.
  package func blurRows(_ field: inout [Float], width: Int) {
    // One row, padded with zeros at both ends.
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

  /// Blurs each column of a field of `width` columns, which is 0 outside.
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
