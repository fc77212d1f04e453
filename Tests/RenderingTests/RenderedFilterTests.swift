// Filters against their definitions in doubles: maps of colours, Gaussians, squares, and the backdrop under frosted
// glass.

import CoreGraphics
import CoreImage
import Foundation
import Multiplane
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct RenderedFilterTests {
    private func filter(_ type: String, _ inputs: [String: Any] = [:]) -> CAFilter {
      let filter = CAFilter(type: type)
      for (key, value) in inputs { filter.setValue(value, forKey: key) }
      return filter
    }

    /// A filter and what it does to red, green, blue and alpha, not premultiplied.
    struct ColorCase: Sendable, CustomTestStringConvertible {
      let name: String
      let make: @MainActor @Sendable () -> [Any]
      let map: @Sendable (SIMD4<Double>) -> SIMD4<Double>
      var testDescription: String { name }
    }

    nonisolated private static func grey(_ c: SIMD4<Double>) -> Double { 0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z }

    nonisolated private static func saturated(_ c: SIMD4<Double>, _ s: Double) -> SIMD4<Double> {
      let l = 0.213 * c.x + 0.715 * c.y + 0.072 * c.z
      return SIMD4(l + s * (c.x - l), l + s * (c.y - l), l + s * (c.z - l), c.w)
    }

    nonisolated private static func each(_ c: SIMD4<Double>, _ body: (Double) -> Double) -> SIMD4<Double> {
      SIMD4(body(c.x), body(c.y), body(c.z), c.w)
    }

    nonisolated private static func own(_ type: String, _ key: String, _ value: Double) -> [Any] {
      let filter = CAFilter(type: type)
      filter.setValue(value, forKey: key)
      return [filter]
    }

    nonisolated static let cases: [ColorCase] = [
      ColorCase(name: "colorInvert", make: { [CAFilter(type: "colorInvert")] }, map: { each($0) { 1 - $0 } }),
      ColorCase(name: "CIColorInvert", make: { [CIFilter(name: "CIColorInvert")!] }, map: { each($0) { 1 - $0 } }),
      ColorCase(
        name: "colorSaturate", make: { own("colorSaturate", "inputAmount", 0.3) }, map: { saturated($0, 0.3) }),
      ColorCase(name: "more colour", make: { own("colorSaturate", "inputAmount", 2.5) }, map: { saturated($0, 2.5) }),
      ColorCase(
        name: "colorBrightness", make: { own("colorBrightness", "inputAmount", 0.2) }, map: { each($0) { $0 + 0.2 } }),
      ColorCase(
        name: "colorContrast", make: { own("colorContrast", "inputAmount", 1.7) },
        map: { each($0) { ($0 - 0.5) * 1.7 + 0.5 } }),
      ColorCase(
        name: "CIColorControls",
        make: {
          [
            CIFilter(
              name: "CIColorControls",
              parameters: ["inputSaturation": 0.5, "inputBrightness": -0.1, "inputContrast": 1.3])!
          ]
        }, map: { each(saturated($0, 0.5)) { ($0 - 0.5) * 1.3 + 0.5 - 0.1 } }),
      ColorCase(
        name: "CIExposureAdjust", make: { [CIFilter(name: "CIExposureAdjust", parameters: ["inputEV": 0.7])!] },
        map: { each($0) { $0 * pow(2, 0.7) } }),
      ColorCase(
        name: "CIGammaAdjust", make: { [CIFilter(name: "CIGammaAdjust", parameters: ["inputPower": 0.6])!] },
        map: { each($0) { pow($0, 0.6) } }),
      ColorCase(
        name: "CISepiaTone", make: { [CIFilter(name: "CISepiaTone", parameters: ["inputIntensity": 0.8])!] },
        map: { c in
          let full = SIMD4(
            0.393 * c.x + 0.769 * c.y + 0.189 * c.z, 0.349 * c.x + 0.686 * c.y + 0.168 * c.z,
            0.272 * c.x + 0.534 * c.y + 0.131 * c.z, c.w)
          return c * 0.2 + full * 0.8
        }),
      ColorCase(
        name: "CIHueAdjust", make: { [CIFilter(name: "CIHueAdjust", parameters: ["inputAngle": 1.2])!] },
        map: { hueTurned($0, 1.2) }),
      ColorCase(
        name: "colorHueRotate", make: { own("colorHueRotate", "inputAngle", -2) }, map: { hueTurned($0, -2) }),
      ColorCase(
        name: "CIColorMonochrome", make: { [CIFilter(name: "CIColorMonochrome")!] },
        map: { SIMD4(0.6 * grey($0), 0.45 * grey($0), 0.3 * grey($0), $0.w) }),
      ColorCase(
        name: "colorMonochrome", make: { own("colorMonochrome", "inputAmount", 0.75) },
        map: { c in each(c) { $0 + (grey(c) - $0) * 0.75 } }),
      ColorCase(
        name: "luminanceToAlpha", make: { [CAFilter(type: "luminanceToAlpha")] },
        map: { SIMD4(0, 0, 0, grey($0) * $0.w) }),
      ColorCase(
        name: "multiplyColor",
        make: {
          let filter = CAFilter(type: "multiplyColor")
          filter.setValue(CGColor(red: 0.2, green: 0.9, blue: 0.5, alpha: 0.7), forKey: "inputColor")
          return [filter]
        }, map: { $0 * SIMD4(0.2, 0.9, 0.5, 0.7) }),
      ColorCase(
        name: "CIColorMatrix",
        make: {
          [
            CIFilter(
              name: "CIColorMatrix",
              parameters: [
                "inputRVector": CIVector(x: 0, y: 0.5, z: 0.5, w: 0),
                "inputGVector": CIVector(x: 0.3, y: 0.2, z: 0, w: 0.4),
                "inputAVector": CIVector(x: 0.5, y: 0, z: 0, w: 0.5),
                "inputBiasVector": CIVector(x: 0.1, y: 0, z: -0.1, w: 0),
              ])!
          ]
        },
        map: {
          SIMD4(
            0.5 * $0.y + 0.5 * $0.z + 0.1, 0.3 * $0.x + 0.2 * $0.y + 0.4 * $0.w, $0.z - 0.1, 0.5 * $0.x + 0.5 * $0.w)
        }),
      ColorCase(
        name: "colorMatrix",
        make: {
          var matrix = CAColorMatrix()
          (matrix.m11, matrix.m13, matrix.m34, matrix.m25) = (0.5, 0.5, 0.3, 0.2)
          let filter = CAFilter(type: "colorMatrix")
          filter.setValue(matrix, forKey: "inputColorMatrix")
          return [filter]
        }, map: { SIMD4(0.5 * $0.x + 0.5 * $0.z, $0.y + 0.2, $0.z + 0.3 * $0.w, $0.w) }),
      ColorCase(
        name: "a chain",
        make: { own("colorContrast", "inputAmount", 3) + own("colorContrast", "inputAmount", 0.5) },
        map: { each($0) { ($0 - 0.5) * 1.5 + 0.5 } }),
    ]

    /// As the W3C's Filter Effects write it.
    nonisolated private static func hueTurned(_ c: SIMD4<Double>, _ angle: Double) -> SIMD4<Double> {
      let (cosine, sine) = (cos(angle), sin(angle))
      let m = [
        [
          0.213 + cosine * 0.787 - sine * 0.213, 0.715 - cosine * 0.715 - sine * 0.715,
          0.072 - cosine * 0.072 + sine * 0.928,
        ],
        [
          0.213 - cosine * 0.213 + sine * 0.143, 0.715 + cosine * 0.285 + sine * 0.140,
          0.072 - cosine * 0.072 - sine * 0.283,
        ],
        [
          0.213 - cosine * 0.213 - sine * 0.787, 0.715 - cosine * 0.715 + sine * 0.715,
          0.072 + cosine * 0.928 + sine * 0.072,
        ],
      ]
      func row(_ r: [Double]) -> Double { r[0] * c.x + r[1] * c.y + r[2] * c.z }
      return SIMD4(row(m[0]), row(m[1]), row(m[2]), c.w)
    }

    @Test(arguments: cases) func colors(_ filterCase: ColorCase) throws {
      for opaque in [true, false] {
        let image = CGImage.noise(40, 30, isOpaque: opaque)
        let filtered = layer(10, 12, 40, 30) {
          $0.contents = image
          $0.filters = filterCase.make()
        }
        let truth = PixelGrid(image).mapped { c in
          guard c.w > 0 else { return .zero }
          let mapped = filterCase.map(SIMD4(c.x / c.w, c.y / c.w, c.z / c.w, c.w))
            .clamped(lowerBound: .zero, upperBound: .one)
          return SIMD4(mapped.x * mapped.w, mapped.y * mapped.w, mapped.z * mapped.w, mapped.w)
        }
        let (most, place) = truth.placed(x: 10, y: 12, width: 64, height: 64).difference(
          try Canvas.small.pixels([filtered]))
        #expect(most <= 2, "\(filterCase.name): \(place)")
        if ProcessInfo.processInfo.environment["MULTIPLANE_ERRORS"] != nil { print(filterCase.name, opaque, most) }
      }
    }

    // MARK: Gaussians

    private func blurred(_ sigma: Double, type: String = "gaussianBlur") -> [Any] {
      [filter(type, ["inputRadius": sigma])]
    }

    @Test("inputRadius is the standard deviation", arguments: [0.8, 1.5, 3, 4, 5, 7.5, 12, 20])
    func gaussian(sigma: Double) throws {
      let image = CGImage.noise(60, 50, isOpaque: false)
      let layers = [
        layer(70, 50, 60, 50) {
          $0.contents = image
          $0.filters = blurred(sigma)
        }
      ]
      let truth = PixelGrid(image).placed(x: 70, y: 50, width: 200, height: 160).blurred(sigma)
      let (most, place) = truth.difference(try Canvas.large.pixels(layers))
      #expect(most <= 2, "\(sigma): \(place)")
      if ProcessInfo.processInfo.environment["MULTIPLANE_ERRORS"] != nil { print("blur", sigma, most) }
    }

    /// A solid square has no noise to hide in: its edge is the integral of the Gaussian.
    @Test(arguments: [2.0, 6, 15]) func solid(sigma: Double) throws {
      let layers = [layer(60, 40, 80, 70, .teal) { $0.filters = blurred(sigma, type: "CIGaussianBlur") }]
      var square = PixelGrid(width: 80, height: 70, SIMD4(0, 0.4, 0.6, 1))
      square = square.placed(x: 60, y: 40, width: 200, height: 160).blurred(sigma)
      let (most, place) = square.difference(try Canvas.large.pixels(layers))
      #expect(most <= 2, "\(sigma): \(place)")
    }

    /// Parts outside of the frame show inside it, once they are blurred; what the clip around cuts is cut afterwards.
    @Test func clippedAfterwards() throws {
      let image = CGImage.noise(60, 50)
      let around = layer(0, 0, 100, 160) {
        $0.masksToBounds = true
        $0.addSublayer(
          layer(70, -30, 60, 50) {
            $0.contents = image
            $0.filters = blurred(6)
          })
      }
      var truth = PixelGrid(image).placed(x: 70, y: 70, width: 200, height: 260).blurred(6)
      truth = PixelGrid(width: 200, height: 160).filled { x, y in x < 100 ? truth[x, y + 100] : .zero }
      let (most, place) = truth.difference(try Canvas.large.pixels([around]))
      #expect(most <= 2, "\(place)")
    }

    /// The radius follows the layer's coordinates: under a scale, along each axis.
    @Test func scaled() throws {
      let squeezed = layer(60, 50, 80, 60, .orange) {
        $0.transform = CATransform3DMakeScale(1, 0.5, 1)
        $0.filters = blurred(8)
      }
      var square = PixelGrid(width: 80, height: 30, SIMD4(1, 0.6, 0.2, 1)).placed(x: 60, y: 65, width: 200, height: 160)
      square = square.blurredApart(8, 4)
      let (most, place) = square.difference(try Canvas.large.pixels([squeezed]))
      #expect(most <= 2, "\(place)")
      let twice = Canvas(width: 100, height: 80, scale: 2)
      let large = layer(30, 20, 40, 30, .orange) { $0.filters = blurred(3) }
      let truth = PixelGrid(width: 80, height: 60, SIMD4(1, 0.6, 0.2, 1)).placed(x: 60, y: 40, width: 200, height: 160)
        .blurred(6)
      #expect(truth.difference(try twice.pixels([large])).0 <= 2)
    }

    /// Filters work on the layer with its sublayers; opacity and mask come after them.
    @Test func stages() throws {
      func tree(_ configure: (CALayer) -> Void) -> CALayer {
        layer(60, 50, 60, 40, .orange) {
          $0.addSublayer(layer(-20, 10, 40, 50, .teal))
          configure($0)
        }
      }
      var plain = PixelGrid(width: 200, height: 160).filled { x, y in
        if (40..<80).contains(x) && (60..<110).contains(y) { return SIMD4(0, 0.4, 0.6, 1) }
        return (60..<120).contains(x) && (50..<90).contains(y) ? SIMD4(1, 0.6, 0.2, 1) : .zero
      }
      plain = plain.blurred(5)
      let faded = try Canvas.large.pixels([
        tree {
          $0.filters = blurred(5)
          $0.opacity = 0.5
        }
      ])
      #expect(plain.mapped { $0 * 0.5 }.difference(faded).0 <= 2)
      let masked = try Canvas.large.pixels([
        tree {
          $0.filters = blurred(5)
          $0.mask = layer(-10, -10, 30, 80, CGColor(gray: 0, alpha: 0.4))
        }
      ])
      let cut = plain.filledFrom { x, y, color in
        (50..<80).contains(x) && (40..<120).contains(y) ? color * 0.4 : .zero
      }
      #expect(cut.difference(masked).0 <= 2)
      let clipped = try Canvas.large.pixels([
        layer(60, 50, 60, 40, .orange) {
          $0.filters = blurred(5)
          $0.masksToBounds = true
        }
      ])
      let alone = PixelGrid(width: 60, height: 40, SIMD4(1, 0.6, 0.2, 1)).placed(x: 60, y: 50, width: 200, height: 160)
        .blurred(5)
      let inside = alone.filledFrom { x, y, color in
        (60..<120).contains(x) && (50..<90).contains(y) ? color : .zero
      }
      #expect(inside.difference(clipped).0 <= 2)
    }

    // MARK: Squares

    @Test func pixellate() throws {
      let image = CGImage.noise(48, 40, isOpaque: false)
      let layers = [
        layer(8, 8, 48, 40) {
          $0.contents = image
          $0.filters = [filter("pixellate", ["inputScale": 8, "inputCenter": CGPoint(x: 4, y: 0)])]
        }
      ]
      let source = PixelGrid(image).placed(x: 8, y: 8, width: 64, height: 64)
      // Squares begin at 12 + 8 n and 8 + 8 n.
      let truth = PixelGrid(width: 64, height: 64).filled { x, y in
        let (left, top) = ((x + 4) / 8 * 8 - 4, y / 8 * 8)
        var sum = SIMD4<Double>.zero
        for row in top..<top + 8 {
          for column in left..<left + 8 where column >= 0 && column < 64 { sum += source[column, row] }
        }
        return sum / 64
      }
      let (most, place) = truth.difference(try Canvas.small.pixels(layers))
      #expect(most <= 2, "\(place)")
    }

    // MARK: Backdrops

    @Test(arguments: [3.0, 10]) func frosted(sigma: Double) throws {
      let image = CGImage.noise(200, 160)
      func scene() -> [CALayer] {
        [
          layer(0, 0, 200, 160) { $0.contents = image },
          layer(30, 0, 90, 120, CGColor(gray: 1, alpha: 0.25)) { $0.backgroundFilters = blurred(sigma) },
        ]
      }
      let behind = PixelGrid(image)
      let soft = behind.blurred(sigma, repeatingEdges: true)
      let truth = behind.filledFrom { x, y, color in
        guard (30..<120).contains(x) && y < 120 else { return color }
        return soft[x, y] * 0.75 + SIMD4(0.25, 0.25, 0.25, 0.25)
      }
      let (most, place) = truth.difference(try Canvas.large.pixels(scene()))
      // The blurred picture is rounded to bytes, and again under the panel.
      #expect(most <= 2.5, "\(place)")
    }

    /// A faded panel shows what lies behind it both ways; over something translucent nothing is drawn twice.
    @Test func fadedAndTranslucent() throws {
      let image = CGImage.noise(64, 64)
      let panel = layer(10, 12, 40, 30, CGColor(gray: 0, alpha: 0.5)) {
        $0.backgroundFilters = [filter("colorInvert")]
        $0.opacity = 0.25
      }
      let faded = PixelGrid(image).filledFrom { x, y, color in
        guard (10..<50).contains(x) && (12..<42).contains(y) else { return color }
        let glass = SIMD4(1 - color.x, 1 - color.y, 1 - color.z, 1) * 0.5 + SIMD4(0, 0, 0, 0.5)
        return color * 0.75 + glass * 0.25
      }
      let behind = layer(0, 0, 64, 64) { $0.contents = image }
      var (most, place) = faded.difference(try Canvas.small.pixels([behind, panel]))
      #expect(most <= 2, "\(place)")
      let glass = CGImage.noise(64, 64, isOpaque: false)
      let over = layer(0, 0, 64, 64) { $0.contents = glass }
      let clear = layer(10, 12, 40, 30) { $0.backgroundFilters = [filter("colorInvert")] }
      let truth = PixelGrid(glass).filledFrom { x, y, c in
        guard (10..<50).contains(x) && (12..<42).contains(y) else { return c }
        return SIMD4(c.w - c.x, c.w - c.y, c.w - c.z, c.w)
      }
      (most, place) = truth.difference(try Canvas.small.pixels([over, clear]))
      #expect(most <= 2, "\(place)")
    }
  }
}

extension PixelGrid {
  func filled(_ color: (Int, Int) -> SIMD4<Double>) -> PixelGrid { filledFrom { x, y, _ in color(x, y) } }

  func filledFrom(_ color: (Int, Int, SIMD4<Double>) -> SIMD4<Double>) -> PixelGrid {
    var result = self
    for y in 0..<height { for x in 0..<width { result[x, y] = color(x, y, self[x, y]) } }
    return result
  }

  /// A Gaussian of different deviations across and down.
  func blurredApart(_ x: Double, _ y: Double) -> PixelGrid {
    func turned(_ grid: PixelGrid) -> PixelGrid {
      var result = PixelGrid(width: grid.height, height: grid.width)
      for row in 0..<grid.height { for column in 0..<grid.width { result[row, column] = grid[column, row] } }
      return result
    }
    return turned(turned(blurredAcross(x)).blurredAcross(y))
  }

  private func blurredAcross(_ sigma: Double) -> PixelGrid {
    let reach = Int((6 * sigma).rounded(.up))
    var weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = weights.reduce(0, +)
    for index in weights.indices { weights[index] /= sum }
    var result = self
    for y in 0..<height {
      for x in 0..<width {
        result[x, y] = (-reach...reach).reduce(SIMD4<Double>.zero) { total, k in
          (0..<width).contains(x + k) ? total + self[x + k, y] * weights[k + reach] : total
        }
      }
    }
    return result
  }
}
