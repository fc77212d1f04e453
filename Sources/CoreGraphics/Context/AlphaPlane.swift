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
    guard factor > 1 else { return blur(sigma: sigma, reach: 2 * sigma) }
    var small = reduced(factor)
    // The boxes of the reduction and the tent of the enlargement blur, too: their variances and reaches are taken off.
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
