// Blend modes computed pixel by pixel where cairo lacks them or differs from Core Graphics: the modes of hue,
// plus-darker, colour burn, soft light, and the modes of Porter and Duff that change pixels outside a group's shape.
//
// The formulas are those of the PDF blend modes, on gamma-encoded components: with straight colours cs and cd, the
// premultiplied result is (1 - ad) S + (1 - as) D + as ad B(cs, cd). Two are Core Graphics' own, as measured: colour
// burn is held at 0 only after it is mixed, and soft light has one formula for all sources.

import CCairo
import Foundation

extension CGContext {
  /// Returns the blend of a group with the part of the target that it covers; nil if that is empty. `shape`, a group of
  /// the same box, has the coverage as its alpha; without it all pixels that are not transparent are covered.
  func blended(_ group: DrawingGroup, shape: DrawingGroup?, _ mode: CGBlendMode) -> DrawingGroup? {
    guard let target = cairo_get_target(cairo) else { return nil }
    var (offsetX, offsetY) = (0.0, 0.0)
    cairo_surface_get_device_offset(target, &offsetX, &offsetY)
    let (left, top) = (max(group.x, Int(-offsetX)), max(group.y, Int(-offsetY)))
    let right = min(group.x + group.width, Int(-offsetX) + Int(cairo_image_surface_get_width(target)))
    let bottom = min(group.y + group.height, Int(-offsetY) + Int(cairo_image_surface_get_height(target)))
    guard let result = DrawingGroup(x: left, y: top, width: right - left, height: bottom - top) else { return nil }
    // The target's pixels in cairo's own format, whatever theirs.
    cairo_set_operator(result.cairo, CAIRO_OPERATOR_SOURCE)
    cairo_set_source_surface(result.cairo, target, 0, 0)
    cairo_paint(result.cairo)
    let blend = PixelBlend(mode: mode, alpha: Float(state.alpha), isSwapped: store.isSwapped)
    group.withPixels { source, sourceStride in
      (shape ?? group).withPixels { covered, _ in
        result.withPixels { destination, stride in
          for y in 0..<result.height {
            let row = (y + top - group.y) * sourceStride + (left - group.x)
            let (from, under) = (source + row, covered + row)
            let to = destination + y * stride
            for x in 0..<result.width where under[x] != 0 {
              to[x] = blend(from[x], to[x], coverage: shape == nil ? 255 : under[x] >> 24)
            }
          }
        }
      }
    }
    return result
  }
}

/// A blend mode of premultiplied words.
struct PixelBlend {
  let mode: CGBlendMode
  /// The factor that multiplies the source.
  let alpha: Float
  /// Whether red is in the lowest byte.
  let isSwapped: Bool

  /// Blends one pixel. `coverage`, from 0 to 255, is the source's and already multiplied into it.
  func callAsFunction(_ source: UInt32, _ destination: UInt32, coverage: UInt32) -> UInt32 {
    let d = unpack(destination)
    return pack(result(unpack(source) * alpha, d) + kept(d, 1 - Float(coverage) / 255))
  }

  /// Returns the part of the destination that remains where the source does not cover the whole pixel. In the other
  /// modes a fainter source changes less, so that their results include it.
  private func kept(_ d: SIMD4<Float>, _ share: Float) -> SIMD4<Float> { mode.changesWithoutSource ? d * share : .zero }

  /// Blends two premultiplied colours: red, green, blue, alpha.
  private func result(_ s: SIMD4<Float>, _ d: SIMD4<Float>) -> SIMD4<Float> {
    switch mode {
    case .clear: return .zero
    case .copy: return s
    case .sourceIn: return s * d.w
    case .sourceOut: return s * (1 - d.w)
    case .destinationIn: return d * s.w
    case .destinationAtop: return s * (1 - d.w) + d * s.w
    case .plusDarker:
      let a = min(s.w + d.w, 1)
      let c = SIMD4<Float>(repeating: a) - (SIMD4(repeating: d.w) - d) - (SIMD4(repeating: s.w) - s)
      return SIMD4(max(c.x, 0), max(c.y, 0), max(c.z, 0), a)
    default:
      guard s.w > 0, d.w > 0 else { return s + d * (1 - s.w) }
      let (cs, cd) = (SIMD3(s.x, s.y, s.z) / s.w, SIMD3(d.x, d.y, d.z) / d.w)
      let mixed = mixed(cs, cd)
      let weight = s.w * d.w
      let b = SIMD4(mixed.x, mixed.y, mixed.z, 1) * weight
      return s * (1 - d.w) + d * (1 - s.w) + b
    }
  }

  private func mixed(_ s: SIMD3<Float>, _ d: SIMD3<Float>) -> SIMD3<Float> {
    switch mode {
    case .colorBurn:
      // Without a source nothing remains of a component below 1.
      let burnt = 1 - (1 - d) / s.replacing(with: .leastNormalMagnitude, where: s .<= 0)
      return burnt.replacing(with: 1, where: d .>= 1)
    case .softLight: return (1 - 2 * s) * d * d + 2 * s * d
    case .hue: return d.luminosity(of: s.saturated(to: d.saturation))
    case .saturation: return d.luminosity(of: d.saturated(to: s.saturation))
    case .color: return d.luminosity(of: s)
    case .luminosity: return s.luminosity(of: d)
    default: return s
    }
  }

  private func unpack(_ word: UInt32) -> SIMD4<Float> {
    let bytes = SIMD4<UInt32>(word >> 16 & 255, word >> 8 & 255, word & 255, word >> 24)
    let color = SIMD4<Float>(bytes) / 255
    return isSwapped ? SIMD4(color.z, color.y, color.x, color.w) : color
  }

  private func pack(_ color: SIMD4<Float>) -> UInt32 {
    let c = isSwapped ? SIMD4(color.z, color.y, color.x, color.w) : color
    let bytes = SIMD4<UInt32>((c.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrAwayFromZero))
    return bytes.w << 24 | bytes.x << 16 | bytes.y << 8 | bytes.z
  }
}

extension SIMD3<Float> {
  private var luminosity: Float { 0.3 * x + 0.59 * y + 0.11 * z }

  fileprivate var saturation: Float { self.max() - self.min() }

  /// Returns `color` with this colour's luminosity, brought back into range around that.
  fileprivate func luminosity(of color: SIMD3<Float>) -> SIMD3<Float> {
    let target = luminosity
    var result = color + (target - color.luminosity)
    let (low, high) = (result.min(), result.max())
    if low < 0 { result = target + (result - target) * (target / (target - low)) }
    if high > 1 { result = target + (result - target) * ((1 - target) / (high - target)) }
    return result
  }

  /// Returns the colour with another saturation, its least component 0.
  fileprivate func saturated(to saturation: Float) -> SIMD3<Float> {
    let range = self.max() - self.min()
    return range > 0 ? (self - self.min()) * (saturation / range) : .zero
  }
}

/// The method of mixing a source S with a destination D: PDF's blend functions, then Porter and Duff's operators.
public enum CGBlendMode: Int32, CaseIterable, Sendable {
  /// The source over the destination.
  case normal = 0
  /// S x D: never lighter than either.
  case multiply = 1
  /// 1 - (1 - S)(1 - D): never darker than either.
  case screen = 2
  /// Multiplies or screens, depending on the destination.
  case overlay = 3
  /// The darker of both, component by component.
  case darken = 4
  /// The lighter of both, component by component.
  case lighten = 5
  /// Brightens the destination to reflect the source.
  case colorDodge = 6
  /// Darkens the destination to reflect the source.
  case colorBurn = 7
  /// Darkens or lightens, depending on the source.
  case softLight = 8
  /// Multiplies or screens, depending on the source.
  case hardLight = 9
  /// The absolute difference: |S - D|.
  case difference = 10
  /// The same as difference, but with less contrast: S + D - 2 S D.
  case exclusion = 11
  /// The hue of the source with the saturation and luminosity of the destination.
  case hue = 12
  /// The saturation of the source with the hue and luminosity of the destination.
  case saturation = 13
  /// The hue and saturation of the source with the luminosity of the destination.
  case color = 14
  /// The luminosity of the source with the hue and saturation of the destination.
  case luminosity = 15
  /// Transparent: 0.
  case clear = 16
  /// The source alone: S.
  case copy = 17
  /// The source where the destination is: S Da.
  case sourceIn = 18
  /// The source where the destination is not: S (1 - Da).
  case sourceOut = 19
  /// The source over the destination, where that is: S Da + D (1 - Sa).
  case sourceAtop = 20
  /// The destination over the source: S (1 - Da) + D.
  case destinationOver = 21
  /// The destination where the source is: D Sa.
  case destinationIn = 22
  /// The destination where the source is not: D (1 - Sa).
  case destinationOut = 23
  /// The destination over the source, where that is: S (1 - Da) + D Sa.
  case destinationAtop = 24
  /// Each where the other is not: S (1 - Da) + D (1 - Sa).
  case xor = 25
  /// max(0, 1 - ((1 - D) + (1 - S))).
  case plusDarker = 26
  /// The sum, limited to white: min(1, S + D).
  case plusLighter = 27
}

/// The quality of interpolation where an image is drawn larger or smaller than its size.
public enum CGInterpolationQuality: Int32, Sendable {
  /// The quality that the context chooses.
  case `default` = 0
  /// Each pixel has the colour of the nearest one of the image.
  case none = 1
  /// Each pixel is interpolated between the four nearest ones of the image (bilinear).
  case low = 2
  /// Filtered over all pixels that fall on one, as far as that is cheap.
  case medium = 4
  /// Filtered over all pixels that fall on one.
  case high = 3
}

/// The parts of a path to paint: its fill, its stroke, or both.
public enum CGPathDrawingMode: Int32, Sendable {
  /// The path is filled by the winding rule.
  case fill = 0
  /// The path is filled by the even-odd rule.
  case eoFill = 1
  /// The path is stroked.
  case stroke = 2
  /// Filled by the winding rule, then stroked.
  case fillStroke = 3
  /// Filled by the even-odd rule, then stroked.
  case eoFillStroke = 4
}
