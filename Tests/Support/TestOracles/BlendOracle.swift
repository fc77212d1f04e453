// Blend modes in double precision, as PDF and the W3C's Compositing and Blending define them, on colours that are not
// premultiplied; operators of Porter and Duff as fractions of both.

import Foundation

/// Blends one pixel of a surface with one of its backdrop, both premultiplied.
package func blendOracle(_ mode: String, _ source: SIMD4<Double>, _ backdrop: SIMD4<Double>) -> SIMD4<Double> {
  let (sa, da) = (source.w, backdrop.w)
  if let (fs, fd) = porterDuff(mode, sa, da) {
    return (source * fs + backdrop * fd).clamped(lowerBound: .zero, upperBound: .one)
  }
  switch mode {
  case "plusD":
    let alpha = min(1, sa + da)
    var result = SIMD4<Double>(repeating: alpha)
    // Each component adds what it lacks of being full.
    for i in 0..<3 { result[i] = max(0, alpha - ((sa - source[i]) + (da - backdrop[i]))) }
    return result
  case "multiply": return source * backdrop
  case "minimum": return pointwiseMin(source, backdrop)
  case "maximum": return pointwiseMax(source, backdrop)
  default: break
  }
  let cs = sa > 0 ? (0..<3).map { source[$0] / sa } : [0, 0, 0]
  let cb = da > 0 ? (0..<3).map { backdrop[$0] / da } : [0, 0, 0]
  let mixed = nonSeparable(mode, cs, cb) ?? (0..<3).map { separable(mode, cs[$0], cb[$0]) }
  var result = SIMD4<Double>(0, 0, 0, sa + da - sa * da)
  for i in 0..<3 {
    result[i] = (1 - da) * sa * cs[i] + (1 - sa) * da * cb[i] + sa * da * mixed[i]
  }
  return result
}

private func porterDuff(_ mode: String, _ sa: Double, _ da: Double) -> (Double, Double)? {
  switch mode {
  case "clear": (0, 0)
  case "copy": (1, 0)
  case "sourceIn": (da, 0)
  case "sourceOut": (1 - da, 0)
  case "sourceAtop": (da, 1 - sa)
  case "destOver": (1 - da, 1)
  case "destIn": (0, sa)
  case "destOut": (0, 1 - sa)
  case "destAtop": (1 - da, sa)
  case "xor": (1 - da, 1 - sa)
  case "plusL": (1, 1)
  default: nil
  }
}

private func separable(_ mode: String, _ s: Double, _ b: Double) -> Double {
  switch mode {
  case "multiplyBlendMode": return s * b
  case "screenBlendMode": return s + b - s * b
  case "overlayBlendMode": return separable("hardLightBlendMode", b, s)
  case "darkenBlendMode": return min(s, b)
  case "lightenBlendMode": return max(s, b)
  case "colorDodgeBlendMode": return b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
  case "colorBurnBlendMode": return b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
  case "hardLightBlendMode": return s <= 0.5 ? 2 * s * b : (2 * s - 1) + b - (2 * s - 1) * b
  case "softLightBlendMode":
    if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
    let d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
    return b + (2 * s - 1) * (d - b)
  case "differenceBlendMode": return abs(s - b)
  case "exclusionBlendMode": return s + b - 2 * s * b
  default: preconditionFailure("no oracle for \(mode)")
  }
}

private func nonSeparable(_ mode: String, _ s: [Double], _ b: [Double]) -> [Double]? {
  switch mode {
  case "hueBlendMode": return setLum(setSat(s, sat(b)), lum(b))
  case "saturationBlendMode": return setLum(setSat(b, sat(s)), lum(b))
  case "colorBlendMode": return setLum(s, lum(b))
  case "luminosityBlendMode": return setLum(b, lum(s))
  default: return nil
  }
}

private func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
private func sat(_ c: [Double]) -> Double { c.max()! - c.min()! }

private func setLum(_ c: [Double], _ wanted: Double) -> [Double] {
  var c = c.map { $0 + wanted - lum(c) }
  let l = lum(c)
  let (n, x) = (c.min()!, c.max()!)
  if n < 0 { c = c.map { l + ($0 - l) * l / (l - n) } }
  if x > 1 { c = c.map { l + ($0 - l) * (1 - l) / (x - l) } }
  return c
}

/// Sets the saturation by sorting, as the definition does.
private func setSat(_ c: [Double], _ wanted: Double) -> [Double] {
  let order = c.indices.sorted { c[$0] < c[$1] }
  var result = [0.0, 0, 0]
  if c[order[2]] > c[order[0]] {
    result[order[1]] = (c[order[1]] - c[order[0]]) * wanted / (c[order[2]] - c[order[0]])
    result[order[2]] = wanted
  }
  return result
}
