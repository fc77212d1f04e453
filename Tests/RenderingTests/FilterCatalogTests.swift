// Every row of the catalogue of filters, with inputs that are not the defaults, by every rasteriser: a row that is
// added is drawn here without a change of this file, and a formula fails until it is defined here.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct FilterCatalogTests {
    nonisolated static let kinds = FilterCatalog.names.filter { !FilterCatalog.isBlend($0) }
    nonisolated static let modes = FilterCatalog.names.filter { FilterCatalog.isBlend($0) }

    /// The definitions of the formulas, of a colour that is not premultiplied and the formula's numbers.
    private static let formulas: [String: (SIMD4<Double>, SIMD4<Double>) -> SIMD4<Double>] = [
      "gamma": { c, n in SIMD4(pow(c.x, n.x), pow(c.y, n.x), pow(c.z, n.x), c.w) },
      "luminance": { c, n in SIMD4(n.x, n.x, n.x, (0.2126 * c.x + 0.7152 * c.y + 0.0722 * c.z) * c.w) },
    ]

    private func filter(_ type: String) -> CAFilter {
      let filter = CAFilter(type: type)
      for input in FilterCatalog.defaults(of: type) ?? [] {
        let changed: AnimatableValue =
          switch input.value {
          case .number(let number): .number(number * 0.7 + 0.2)
          case .numbers(let numbers): .numbers(numbers.enumerated().map { $1 * 0.8 + Double($0 % 5) * 0.04 })
          case .color: .color(CGColor(red: 0.9, green: 0.5, blue: 0.2, alpha: 0.75))
          default: input.value
          }
        filter.setFilterInput(changed, forKey: input.key.name)
      }
      return filter
    }

    /// The picture that an operation makes of another, in the canvas; nil where this test has no definition of it.
    private func truth(of operation: FilterOperation, _ picture: PixelGrid) throws -> PixelGrid? {
      func mapped(_ map: (SIMD4<Double>) -> SIMD4<Double>) -> PixelGrid {
        placed(
          picture.mapped { c in
            let straight = c.w > 0 ? SIMD4(c.x / c.w, c.y / c.w, c.z / c.w, c.w) : .zero
            let result = map(straight).clamped(lowerBound: .zero, upperBound: .one)
            return SIMD4(result.x * result.w, result.y * result.w, result.z * result.w, result.w)
          })
      }
      switch operation {
      case .color(let m):
        return mapped { c in
          SIMD4((m.red * c).sum(), (m.green * c).sum(), (m.blue * c).sum(), (m.alpha * c).sum()) + m.bias
        }
      case .formula(let formula, let numbers):
        let definition = try #require(Self.formulas[formula.name], "no definition of \(formula.name)")
        return mapped { definition($0, numbers) }
      case .blur(let sigma): return placed(picture).blurred(sigma)
      case .pixellate: return nil
      }
    }

    private func placed(_ picture: PixelGrid) -> PixelGrid { picture.placed(x: 10, y: 12, width: 64, height: 64) }

    @Test("Every kind changes the picture by its operation", arguments: kinds)
    func kind(type: String) throws {
      let image = CGImage.noise(40, 30, isOpaque: false)
      let plain = placed(PixelGrid(image))
      let filter = filter(type)
      guard let operation = filter.filterValue.operation else {
        #expect(type.hasSuffix("Transition"), "\(type) changes nothing")
        return
      }
      let truth = try truth(of: operation, PixelGrid(image))
      var pictures: [[UInt8]] = []
      for canvas in Canvas.small.byEachRasterizer {
        let filtered = layer(10, 12, 40, 30) {
          $0.contents = image
          $0.filters = [filter]
        }
        let pixels = try canvas.pixels([filtered])
        #expect(plain.difference(pixels).0 > 4, "\(type) changes nothing by \(canvas.drawing)")
        if let (most, place) = truth?.difference(pixels) {
          #expect(most <= 2, "\(type) by \(canvas.drawing): \(place)")
        }
        pictures.append(pixels)
      }
      for other in pictures.dropFirst() {
        #expect(zip(pictures[0], other).allSatisfy { abs(Int($0) - Int($1)) <= 2 }, "\(type)")
      }
    }

    @Test("Every name of a blend mode blends by the mode's definition", arguments: modes)
    func mode(name: String) throws {
      let (behind, above) = (CGImage.noise(64, 64, isOpaque: false), CGImage.noise(48, 40, isOpaque: false))
      let mode = BlendMode(filter: name)
      let defined = try mode.map { mode in
        try #require(BlendTests.modes.first { BlendMode(filter: $0) == mode }, "no definition of \(name)")
      }
      let source = PixelGrid(above)
      var (over, truth) = (PixelGrid(behind), PixelGrid(behind))
      for y in 0..<40 {
        for x in 0..<48 {
          let (s, d) = (source[x, y], over[x + 9, y + 11])
          over[x + 9, y + 11] = s + d * (1 - s.w)
          truth[x + 9, y + 11] = defined.map { blendOracle($0, s, d) } ?? over[x + 9, y + 11]
        }
      }
      for canvas in Canvas.small.byEachRasterizer {
        let top = layer(9, 11, 48, 40) {
          $0.contents = above
          $0.compositingFilter = name
        }
        let pixels = try canvas.pixels([layer(0, 0, 64, 64) { $0.contents = behind }, top])
        let (most, place) = truth.difference(pixels)
        #expect(most <= 2, "\(name) by \(canvas.drawing): \(place)")
        #expect((over.difference(pixels).0 > 4) == (mode != nil), "\(name) by \(canvas.drawing)")
      }
    }
  }
}
