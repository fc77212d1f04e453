// Differences of colours as they are seen: delta E 2000 (CIE 142:2001), and delta E ITP (ITU-R BT.2124) for colours of
// a high dynamic range.
//
// Tested by ColorDifferenceTests.

import Foundation
package import ImageFiles

/// A picture's colours with all of their bits.
package struct ComparedColors {
  /// Red, green, blue and alpha of a pixel from 0 to 1, straight.
  private let component: (_ pixel: Int) -> SIMD4<Double>
  fileprivate let space: DeepPicture.Space
  fileprivate let is16: Bool

  /// The colours of a picture of 16 bits.
  package init(_ picture: DeepPicture) {
    space = picture.space ?? .sRGB
    is16 = true
    let (words, channels) = (picture.words, picture.isOpaque ? 3 : 4)
    component = { pixel in
      let start = pixel * channels
      let alpha = channels == 4 ? Double(words[start + 3]) : 65_535
      return SIMD4(Double(words[start]), Double(words[start + 1]), Double(words[start + 2]), alpha) / 65_535
    }
  }

  /// The colours of an image of bytes.
  package init(_ image: CGImage) {
    (space, is16) = (.sRGB, false)
    let pixels = image.pixels
    component = { pixel in
      let start = pixel * 4
      let alpha = Double(pixels[start + 3])
      guard alpha > 0 else { return .zero }
      let color = SIMD3(Double(pixels[start]), Double(pixels[start + 1]), Double(pixels[start + 2])) / alpha
      return SIMD4(color, alpha / 255)
    }
  }

  /// Returns a pixel's colour times its alpha, as it shows over black.
  fileprivate subscript(pixel: Int) -> SIMD4<Double> {
    let color = component(pixel)
    return SIMD4(SIMD3(color.x, color.y, color.z) * color.w, color.w)
  }
}

package struct ColorDifferences: Equatable, Sendable, Encodable {
  package enum Formula: String, Sendable, Encodable {
    case e2000 = "dE 2000"
    case itp = "dE ITP"
  }

  package let formula: Formula
  /// The largest difference, and the mean over all pixels.
  package private(set) var most = 0.0
  package private(set) var mean = 0.0
  /// The pixel with the largest difference; nil if all are equal.
  package private(set) var worst: ImageComparison.Place?
  /// The largest and the mean difference of a component, in 65535ths; nil for two pictures of bytes, and for
  /// different spaces.
  package private(set) var most16: Int?
  package private(set) var mean16: Double?

  init(_ a: ComparedColors, _ b: ComparedColors, width: Int, count: Int) {
    let (first, second) = (ColorAppearance(a.space), ColorAppearance(b.space))
    formula = first.isHighRange && second.isHighRange ? .itp : .e2000
    var (sum, components, largest) = (0.0, 0.0, 0.0)
    for pixel in 0..<count {
      let (one, other) = (a[pixel], b[pixel])
      guard one != other || a.space != b.space else { continue }
      let difference = (one - other).replacing(with: other - one, where: one .< other)
      largest = max(largest, difference.max())
      components += difference.sum() / 4
      let seen =
        formula == .itp
        ? ColorAppearance.itpDifference(first.itp(one), second.itp(other))
        : ColorAppearance.e2000(first.lab(one), second.lab(other))
      sum += seen
      if seen > most { (most, worst) = (seen, ImageComparison.Place(x: pixel % width, y: pixel / width)) }
    }
    mean = sum / Double(count)
    guard a.is16 || b.is16, a.space == b.space else { return }
    // Bounded: components are from 0 to 1.
    (most16, mean16) = (Int((largest * 65_535).rounded()), components / Double(count) * 65_535)
  }
}

/// The appearance of colours of a space.
struct ColorAppearance {
  private let curve: ColorTransfer
  private let toLinearSRGB: ColorMatrix
  let isHighRange: Bool

  /// The colours of a space; sRGB's for one that is not known.
  init(_ space: DeepPicture.Space) {
    curve = space.curve ?? .sRGB
    isHighRange = curve == .pq || curve == .hlg
    let primaries = space.chromaticities ?? .rec709
    toLinearSRGB = ColorMatrix.linearSRGB(fromXYZ: primaries.white.xyz) * primaries.toXYZ
  }

  private func light(_ color: SIMD4<Double>) -> SIMD3<Double> {
    toLinearSRGB * SIMD3(color.x, color.y, color.z).mapped(curve.decode)
  }

  /// Returns CIE L*a*b* under D65.
  func lab(_ color: SIMD4<Double>) -> SIMD3<Double> {
    let xyz = RGBPrimaries.rec709.toXYZ * light(color)
    let ratios = xyz / Chromaticity.d65.xyz
    let edge = 6 / 29.0
    let f = ratios.mapped { $0 > edge * edge * edge ? cbrt($0) : $0 / (3 * edge * edge) + 4 / 29.0 }
    return SIMD3(116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z))
  }

  /// Returns ICtCp of ITU-R BT.2100 by PQ, with Ct halved.
  func itp(_ color: SIMD4<Double>) -> SIMD3<Double> {
    let toWide = ColorMatrix.linearSRGB(fromXYZ: RGBPrimaries.rec2020.white.xyz) * RGBPrimaries.rec2020.toXYZ
    let wide = (toWide.inverse * light(color)).mapped { max($0, 0) }
    let lms = ColorMatrix(SIMD3(1688, 683, 99), SIMD3(2146, 2951, 309), SIMD3(262, 462, 3688)) * wide / 4096
    let coded = lms.mapped(ColorTransfer.pq.encode)
    let ictcp =
      ColorMatrix(SIMD3(2048, 6610, 17_933), SIMD3(2048, -13_613, -17_390), SIMD3(0, 7003, -543)) * coded / 4096
    return SIMD3(ictcp.x, ictcp.y / 2, ictcp.z)
  }

  static func itpDifference(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    720 * ((a - b) * (a - b)).sum().squareRoot()
  }

  /// Returns CIEDE2000 of two colours of L*a*b*, with weights of 1.
  static func e2000(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let chroma = (hypot(a.y, a.z) + hypot(b.y, b.z)) / 2
    let seventh = pow(chroma, 7)
    let g = 0.5 * (1 - (seventh / (seventh + pow(25, 7))).squareRoot())
    func polar(_ lab: SIMD3<Double>) -> (l: Double, c: Double, h: Double) {
      let x = lab.y * (1 + g)
      let angle = x == 0 && lab.z == 0 ? 0 : atan2(lab.z, x)
      return (lab.x, hypot(x, lab.z), angle < 0 ? angle + 2 * .pi : angle)
    }
    let (p, q) = (polar(a), polar(b))
    let hasHue = p.c * q.c != 0
    var turn = hasHue ? q.h - p.h : 0
    if turn > .pi { turn -= 2 * .pi } else if turn < -.pi { turn += 2 * .pi }
    let (dl, dc, dh) = (q.l - p.l, q.c - p.c, 2 * (p.c * q.c).squareRoot() * sin(turn / 2))
    let (l, c) = ((p.l + q.l) / 2, (p.c + q.c) / 2)
    var h = p.h + q.h
    if hasHue {
      if abs(p.h - q.h) <= .pi { h /= 2 } else { h = h < 2 * .pi ? h / 2 + .pi : h / 2 - .pi }
    }
    let t =
      1 - 0.17 * cos(h - .pi / 6) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + .pi / 30) - 0.2 * cos(4 * h - 63 * .pi / 180)
    let middle = (l - 50) * (l - 50)
    let sl = 1 + 0.015 * middle / (20 + middle).squareRoot()
    let (sc, sh) = (1 + 0.045 * c, 1 + 0.015 * c * t)
    let power = pow(c, 7)
    let bent = (h * 180 / .pi - 275) / 25
    let rt = -2 * (power / (power + pow(25, 7))).squareRoot() * sin(.pi / 3 * exp(-bent * bent))
    let (x, y, z) = (dl / sl, dc / sc, dh / sh)
    return max(x * x + y * y + z * z + rt * y * z, 0).squareRoot()
  }
}
