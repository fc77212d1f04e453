// Tiles of shadows against the integral itself.

import Foundation
import Testing

@testable import Compositor

@Suite struct ShadowPatchTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var width: Double
    var height: Double
    var radii = SIMD4<Double>.zero
    var sigma: Double
    var pixel = 0.0
    var testDescription: String { "\(width)x\(height) radii \(radii) sigma \(sigma) pixel \(pixel)" }
  }

  /// The largest difference between a tile and the integral, of 255, over the tile's reach.
  private func error(_ test: Case, points: Int = 37) -> (error: Double, tile: ShadowPatch) {
    let shape = ShadowShape(
      width: test.width, height: test.height, radii: test.radii, sigma: test.sigma, pixelWidth: test.pixel,
      pixelHeight: test.pixel)
    let tile = ShadowPatch(shape)
    let oracle = ShadowOracle(
      width: test.width, height: test.height, radii: test.radii, sigma: test.sigma, pixel: test.pixel)
    let reach = 3 * test.sigma + test.pixel / 2
    var worst = 0.0
    // Positions that favour the ends, where the corners are, and never fall on a pattern of texels.
    func positions(_ size: Double, _ leading: Double, _ trailing: Double) -> [Double] {
      let near = (0..<points).map { -reach + (leading + 2 * reach) * (Double($0) + 0.37) / Double(points) }
      let far = (0..<points / 2).map {
        size + reach - (trailing + 2 * reach) * (Double($0) + 0.61) / Double(points / 2)
      }
      return (near + far).filter { $0 < size + reach && $0 > -reach }
    }
    let r = test.radii
    for y in positions(test.height, max(r[0], r[1]), max(r[2], r[3])) {
      for x in positions(test.width, max(r[0], r[2]), max(r[1], r[3])) {
        let sampled = tile.sample(x, y, width: test.width, height: test.height)
        worst = max(worst, abs(sampled - oracle.value(x, y)) * 255)
      }
    }
    return (worst, tile)
  }

  @Test(arguments: [
    Case(width: 100, height: 60, sigma: 3), Case(width: 100.3, height: 60.7, sigma: 3, pixel: 1),
    Case(width: 4, height: 3, sigma: 10), Case(width: 0.5, height: 200, sigma: 3, pixel: 1),
    Case(width: 30, height: 20, sigma: 5, pixel: 0.5), Case(width: 500, height: 300, sigma: 100, pixel: 1),
    Case(width: 4000, height: 3000, sigma: 200, pixel: 1), Case(width: 100, height: 60, sigma: 1.3, pixel: 1),
    Case(width: 33, height: 21, sigma: 0.8, pixel: 0.33),
  ]) func rectangles(test: Case) {
    let (error, _) = error(test)
    #expect(error <= 1, "\(error)")
  }

  @Test(arguments: [
    Case(width: 100, height: 60, radii: SIMD4(repeating: 12), sigma: 3, pixel: 1),
    Case(width: 100, height: 60, radii: SIMD4(repeating: 30), sigma: 4, pixel: 1),  // a pill
    Case(width: 40, height: 40, radii: SIMD4(repeating: 20), sigma: 6, pixel: 1),  // a disc
    Case(width: 40, height: 40, radii: SIMD4(repeating: 20), sigma: 30, pixel: 1),
    Case(width: 120, height: 80, radii: SIMD4(0, 5, 40, 21.5), sigma: 5, pixel: 1),
    Case(width: 60, height: 50, radii: SIMD4(25, 0, 0, 25), sigma: 2, pixel: 0.5),
    Case(width: 300, height: 200, radii: SIMD4(repeating: 100), sigma: 1.5, pixel: 1),
    Case(width: 600, height: 400, radii: SIMD4(repeating: 40), sigma: 60, pixel: 1),
    Case(width: 900, height: 700, radii: SIMD4(20, 60, 100, 0), sigma: 200, pixel: 1),
    Case(width: 3, height: 2, radii: SIMD4(repeating: 1), sigma: 2.5, pixel: 1),
  ]) func roundedRectangles(test: Case) {
    let (error, _) = error(test)
    #expect(error <= 1, "\(error)")
  }

  @Test func deviations() {
    for index in 0..<14 {
      let sigma = 1.25 * pow(1.5, Double(index))
      let test = Case(width: 150, height: 90, radii: SIMD4(repeating: 18), sigma: sigma, pixel: 1)
      let (error, tile) = error(test, points: 21)
      #expect(error <= 1, "\(error) at \(sigma)")
      #expect(tile.coverage.count < 55_000, "\(tile.columns.count)x\(tile.rows.count) at \(sigma)")
    }
  }

  @Test(arguments: [0.01, 0.1, 0.3, 0.7, 1.2], [(0.0, 0.0), (0.5, 0.25), (0.125, 0.875)])
  func tilesForThePixelGrid(sigma: Double, phase: (Double, Double)) {
    // Edges in pixels.
    let (minX, minY) = (10 + phase.0, 20 + phase.1)
    let (maxX, maxY) = (minX + 37.25, minY + 21.5)
    let radii = SIMD4<Double>(0, 3, 9, 6.5)
    func inset(_ edge: Double) -> UInt8 { UInt8((edge - edge.rounded(.down)) * 256) }
    let shape = ShadowShape(
      width: maxX - minX, height: maxY - minY, radii: radii, sigma: sigma, pixelWidth: 1, pixelHeight: 1,
      phase: ShadowShape.Phase(minX: inset(minX), maxX: inset(-maxX), minY: inset(minY), maxY: inset(-maxY)))
    let tile = ShadowPatch(shape)
    let oracle = ShadowOracle(width: maxX - minX, height: maxY - minY, radii: radii, sigma: sigma, pixel: 1)
    var worst = 0.0
    for y in 16...46 {
      for x in 6...51 {
        let (px, py) = (Double(x) + 0.5 - minX, Double(y) + 0.5 - minY)
        let sampled = tile.sample(px, py, width: maxX - minX, height: maxY - minY)
        worst = max(worst, abs(sampled - oracle.value(px, py)) * 255)
      }
    }
    #expect(worst <= 1, "\(worst)")
  }

  @Test func longSidesShareATile() {
    func shape(_ width: Double, _ height: Double) -> ShadowShape {
      ShadowShape(
        width: width, height: height, radii: SIMD4(repeating: 8), sigma: 4, pixelWidth: 1, pixelHeight: 1)
    }
    #expect(shape(100, 80) == shape(433.5, 91.25))
    #expect(shape(100, 80) != shape(100, 20))
  }

  @Test func wideShadowsTakeFewTexels() {
    let shape = ShadowShape(
      width: 1920, height: 1080, radii: .zero, sigma: 200, pixelWidth: 0.5, pixelHeight: 0.5)
    let tile = ShadowPatch(shape)
    #expect(tile.coverage.count < 6000, "\(tile.columns.count)x\(tile.rows.count)")
  }
}
