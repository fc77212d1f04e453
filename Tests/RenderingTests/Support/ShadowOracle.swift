// The truth of shadows: the shape cut into thin rows, each weighed by a Gaussian that is summed up from its density,
// without an error function.

import Foundation

@testable import Compositor

/// The shadow of a rounded rectangle in double precision.
struct ShadowOracle {
  var width: Double
  var height: Double
  var radii: SIMD4<Double>
  var sigma: Double
  /// The side of the pixel that the shadow is averaged over; 0 for none.
  var pixel: Double

  private let step: Double
  /// The density averaged over a pixel, and its running sum, at multiples of `step` from `-reach`.
  private let density: [Double]
  private let cumulative: [Double]
  private let reach: Double

  init(width: Double, height: Double, radii: SIMD4<Double> = .zero, sigma: Double, pixel: Double = 0) {
    self.width = width
    self.height = height
    self.radii = radii
    self.sigma = sigma
    self.pixel = pixel
    reach = 6 * sigma + pixel
    step = pixel > 0 ? min(sigma, pixel) / 64 : sigma / 64
    let count = Int(2 * reach / step) + 2
    // The plain density, summed, gives its integral; differences of that over a pixel give the average.
    var plain = [0.0]
    for index in 1..<count {
      let t = (-reach + (Double(index) - 0.5) * step) / sigma
      plain.append(plain[index - 1] + exp(-0.5 * t * t) / (sigma * (2 * Double.pi).squareRoot()) * step)
    }
    var density: [Double] = []
    for index in 0..<count {
      let x = -reach + Double(index) * step
      if pixel == 0 {
        let t = x / sigma
        density.append(exp(-0.5 * t * t) / (sigma * (2 * Double.pi).squareRoot()))
      } else {
        let ahead = Self.look(x + pixel / 2, plain, -reach, step)
        density.append((ahead - Self.look(x - pixel / 2, plain, -reach, step)) / pixel)
      }
    }
    self.density = density
    var sum = [0.0]
    for index in 1..<count { sum.append(sum[index - 1] + (density[index] + density[index - 1]) / 2 * step) }
    cumulative = sum
  }

  private static func look(_ x: Double, _ table: [Double], _ start: Double, _ step: Double) -> Double {
    let place = (x - start) / step
    if place <= 0 { return table[0] }
    if place >= Double(table.count - 1) { return table[table.count - 1] }
    let index = Int(place)
    return table[index] + (table[index + 1] - table[index]) * (place - Double(index))
  }

  func value(_ x: Double, _ y: Double) -> Double {
    // The rows of a rectangle are all alike.
    if radii == .zero { return span(x, width) * span(y, height) }
    let (low, high) = (max(0, y - reach), min(height, y + reach))
    guard low < high else { return 0 }
    let rows = max(400, Int((high - low) / (sigma / 40)))
    let row = (high - low) / Double(rows)
    var sum = 0.0
    for index in 0..<rows {
      let at = low + (Double(index) + 0.5) * row
      let left = max(inset(at, radii[0]), inset(height - at, radii[2]))
      let right = width - max(inset(at, radii[1]), inset(height - at, radii[3]))
      guard left < right else { continue }
      let across = Self.look(x - left, cumulative, -reach, step) - Self.look(x - right, cumulative, -reach, step)
      sum += across * Self.look(y - at, density, -reach, step) * row
    }
    return sum
  }

  private func span(_ at: Double, _ size: Double) -> Double {
    Self.look(at, cumulative, -reach, step) - Self.look(at - size, cumulative, -reach, step)
  }

  /// How far an arc has come in from the side, at a depth below the corner.
  private func inset(_ depth: Double, _ radius: Double) -> Double {
    guard depth < radius else { return 0 }
    return radius - (radius * radius - (radius - depth) * (radius - depth)).squareRoot()
  }
}

extension ShadowPatch {
  /// What bilinear sampling shows at a position from the rectangle's corner, from 0 to 1.
  func sample(_ x: Double, _ y: Double, width: Double, height: Double) -> Double {
    func place(_ axis: ShadowAxis, _ at: Double, _ size: Double) -> Double {
      guard axis.stretches else { return axis.texel(at: at, size: size, part: 0) }
      if at < axis.flatFromMin { return axis.texel(at: at, size: size, part: 0) }
      if size - at < axis.flatFromMax { return axis.texel(at: at, size: size, part: 2) }
      return axis.texel(at: at, size: size, part: 1)
    }
    let (u, v) = (place(columns, x, width) - 0.5, place(rows, y, height) - 0.5)
    func texel(_ column: Int, _ row: Int) -> Double {
      let (c, r) = (min(max(column, 0), columns.count - 1), min(max(row, 0), rows.count - 1))
      return Double(coverage[r * columns.count + c]) / 255
    }
    let (i, j) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
    let (fx, fy) = (u - Double(i), v - Double(j))
    return (texel(i, j) * (1 - fx) + texel(i + 1, j) * fx) * (1 - fy)
      + (texel(i, j + 1) * (1 - fx) + texel(i + 1, j + 1) * fx) * fy
  }
}
