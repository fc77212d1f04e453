// Linear maps of colours, as filters define them: on red, green, blue and alpha that are not premultiplied, and as they
// are encoded (sRGB with its gamma), as Core Animation computes. The coefficients are those of the W3C's Filter
// Effects, which WebKit has Core Animation's filters draw.

import Foundation

/// A map of colours: each row gives a component of the result.
package struct FilterMatrix: Equatable, Sendable {
  package var red: SIMD4<Double>
  package var green: SIMD4<Double>
  package var blue: SIMD4<Double>
  package var alpha: SIMD4<Double>
  /// The numbers added to red, green, blue and alpha.
  package var bias: SIMD4<Double>

  init(
    red: SIMD4<Double> = SIMD4(1, 0, 0, 0), green: SIMD4<Double> = SIMD4(0, 1, 0, 0),
    blue: SIMD4<Double> = SIMD4(0, 0, 1, 0), alpha: SIMD4<Double> = SIMD4(0, 0, 0, 1), bias: SIMD4<Double> = .zero
  ) {
    (self.red, self.green, self.blue, self.alpha, self.bias) = (red, green, blue, alpha, bias)
  }

  static let identity = FilterMatrix()

  /// Creates the map of four rows of five numbers, the last of each its bias; the identity for any other count.
  init(rows n: [Double]) {
    self.init()
    guard n.count == 20 else { return }
    red = SIMD4(n[0..<4])
    green = SIMD4(n[5..<9])
    blue = SIMD4(n[10..<14])
    alpha = SIMD4(n[15..<19])
    bias = SIMD4(n[4], n[9], n[14], n[19])
  }

  /// Whether alpha stays as it is: then the map is linear in premultiplied colours, too.
  package var keepsAlpha: Bool { alpha == SIMD4(0, 0, 0, 1) && bias.w == 0 }

  /// Returns the map that applies this one, then another; without clamping in between.
  func followed(by next: FilterMatrix) -> FilterMatrix {
    func row(_ r: SIMD4<Double>) -> SIMD4<Double> { red * r.x + green * r.y + blue * r.z + alpha * r.w }
    func offset(_ r: SIMD4<Double>) -> Double { (r * bias).sum() }
    return FilterMatrix(
      red: row(next.red), green: row(next.green), blue: row(next.blue), alpha: row(next.alpha),
      bias: next.bias + SIMD4(offset(next.red), offset(next.green), offset(next.blue), offset(next.alpha)))
  }

  /// Returns the map between this one (at 0) and another (at 1).
  func mixed(with other: FilterMatrix, _ t: Double) -> FilterMatrix {
    func mix(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> { a + (b - a) * t }
    return FilterMatrix(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue),
      alpha: mix(alpha, other.alpha), bias: mix(bias, other.bias))
  }
}

extension FilterMatrix {
  /// Multiplies each component.
  static func scale(_ factor: SIMD4<Double>) -> FilterMatrix {
    FilterMatrix(
      red: SIMD4(factor.x, 0, 0, 0), green: SIMD4(0, factor.y, 0, 0), blue: SIMD4(0, 0, factor.z, 0),
      alpha: SIMD4(0, 0, 0, factor.w))
  }

  static func scale(_ factor: Double) -> FilterMatrix { scale(SIMD4(factor, factor, factor, 1)) }

  /// Adds to red, green and blue.
  static func brightness(_ amount: Double) -> FilterMatrix { FilterMatrix(bias: SIMD4(amount, amount, amount, 0)) }

  /// `(c - 0.5) * amount + 0.5`.
  static func contrast(_ amount: Double) -> FilterMatrix {
    scale(amount).followed(by: brightness(0.5 - 0.5 * amount))
  }

  /// Multiplies by a power of two.
  static func exposure(_ power: Double) -> FilterMatrix { scale(exp2(min(max(power, -30), 30))) }

  static let inversion = scale(-1).followed(by: brightness(1))

  /// Changes the saturation: 0 is grey, 1 no change, above 1 more.
  static func saturation(_ s: Double) -> FilterMatrix {
    let luma = SIMD4(0.213, 0.715, 0.072, 0) * (1 - s)
    return FilterMatrix(
      red: luma + SIMD4(s, 0, 0, 0), green: luma + SIMD4(0, s, 0, 0), blue: luma + SIMD4(0, 0, s, 0))
  }

  /// Returns a turn about the axis of greys that keeps the luminance.
  static func hueRotation(_ angle: Double) -> FilterMatrix {
    let (c, s) = (cos(angle), sin(angle))
    let luma = SIMD4(0.213, 0.715, 0.072, 0)
    return FilterMatrix(
      red: luma + SIMD4(0.787, -0.715, -0.072, 0) * c + SIMD4(-0.213, -0.715, 0.928, 0) * s,
      green: luma + SIMD4(-0.213, 0.285, -0.072, 0) * c + SIMD4(0.143, 0.140, -0.283, 0) * s,
      blue: luma + SIMD4(-0.213, -0.715, 0.928, 0) * c + SIMD4(-0.787, 0.715, 0.072, 0) * s)
  }

  static func sepia(_ amount: Double) -> FilterMatrix {
    identity.mixed(
      with: FilterMatrix(
        red: SIMD4(0.393, 0.769, 0.189, 0), green: SIMD4(0.349, 0.686, 0.168, 0),
        blue: SIMD4(0.272, 0.534, 0.131, 0)), amount)
  }

  private static let luminance = SIMD4(0.2126, 0.7152, 0.0722, 0)

  /// Returns the map to the luminance in a colour, plus a bias.
  static func monochrome(_ color: SIMD4<Double>, bias: Double, _ amount: Double) -> FilterMatrix {
    identity.mixed(
      with: FilterMatrix(
        red: luminance * color.x, green: luminance * color.y, blue: luminance * color.z,
        bias: SIMD4(bias, bias, bias, 0)), amount)
  }
}
