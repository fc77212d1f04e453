// A plane of alpha and its Gaussian blur, on the CPU: for the shadows of drawn bitmaps. Layers' shadows are the
// compositor's.

import Foundation

/// Alphas from 0 to 255, row by row.
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

  /// Blurs by a Gaussian of the given standard deviation, in pixels, cut off at two of them, which is where Core
  /// Graphics' shadows were measured to end; outside the plane there is nothing. Large ones are blurred at a fraction
  /// of the resolution, at which a standard deviation is still 8 pixels: what that loses is below a 255th.
  mutating func blur(sigma: Double) {
    guard sigma > 0.05 else { return }
    let factor = max(1, Int(sigma / 8))
    guard factor > 1 else {
      let kernel = Self.kernel(sigma, reach: 2 * sigma)
      blurRows(kernel)
      transposed { $0.blurRows(kernel) }
      return
    }
    var small = reduced(factor)
    // The boxes of the reduction and the tent of the enlargement blur, too: their variances and reaches are taken off.
    let boxes = (Double(factor * factor) - 1) / 12 + Double(factor * factor) / 6
    let rest = max(sigma * sigma - boxes, 0.25).squareRoot() / Double(factor)
    let kernel = Self.kernel(rest, reach: 2 * sigma / Double(factor) - 0.5)
    small.blurRows(kernel)
    small.transposed { $0.blurRows(kernel) }
    enlarge(small, factor)
  }

  private static func kernel(_ sigma: Double, reach: Double) -> [Float] {
    let weights = (0...max(Int(reach), 1)).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = weights[0] + 2 * weights.dropFirst().reduce(0, +)
    return weights.map { Float($0 / sum) }
  }

  private mutating func blurRows(_ kernel: [Float]) {
    let reach = kernel.count - 1
    var padded = [Float](repeating: 0, count: width + 2 * reach)
    for y in 0..<height {
      let start = y * width
      for x in 0..<width { padded[reach + x] = values[start + x] }
      for x in 0..<width {
        var sum = padded[reach + x] * kernel[0]
        for k in 1..<max(kernel.count, 1) { sum += (padded[reach + x - k] + padded[reach + x + k]) * kernel[k] }
        values[start + x] = sum
      }
    }
  }

  private mutating func transposed(_ body: (inout AlphaPlane) -> Void) {
    var turned = AlphaPlane(width: height, height: width)
    for y in 0..<height { for x in 0..<width { turned[y, x] = self[x, y] } }
    body(&turned)
    for y in 0..<height { for x in 0..<width { self[x, y] = turned[y, x] } }
  }

  /// Averages of squares of `factor` pixels.
  private func reduced(_ factor: Int) -> AlphaPlane {
    var small = AlphaPlane(width: (width + factor - 1) / factor, height: (height + factor - 1) / factor)
    let share = 1 / Float(factor * factor)
    for y in 0..<height { for x in 0..<width { small[x / factor, y / factor] += self[x, y] * share } }
    return small
  }

  /// Takes the values of a plane that was reduced, bilinearly.
  private mutating func enlarge(_ small: AlphaPlane, _ factor: Int) {
    func at(_ x: Int, _ y: Int) -> Float {
      small[min(max(x, 0), small.width - 1), min(max(y, 0), small.height - 1)]
    }
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
