// Pictures as doubles, for oracles that compute pixel by pixel, and the comparison of bytes with them.

package import CoreGraphics
import Foundation
import QuartzCore

/// Premultiplied colours from 0 to 1.
package struct PixelGrid {
  package var width: Int
  package var height: Int
  package var colors: [SIMD4<Double>]

  package init(width: Int, height: Int, _ color: SIMD4<Double> = .zero) {
    (self.width, self.height) = (width, height)
    colors = Array(repeating: color, count: width * height)
  }

  package init(_ image: CGImage) {
    self.init(width: image.width, height: image.height)
    for index in colors.indices {
      colors[index] = SIMD4((0..<4).map { Double(image.pixels[index * 4 + $0]) / 255 })
    }
  }

  package subscript(x: Int, y: Int) -> SIMD4<Double> {
    get { colors[y * width + x] }
    set { colors[y * width + x] = newValue }
  }

  /// Returns the colour at a pixel; beyond the edge that of the nearest one.
  package func clamped(_ x: Int, _ y: Int) -> SIMD4<Double> {
    self[min(max(x, 0), width - 1), min(max(y, 0), height - 1)]
  }

  /// Returns a larger picture, transparent but for this one at a place.
  package func placed(x: Int, y: Int, width: Int, height: Int) -> PixelGrid {
    var result = PixelGrid(width: width, height: height)
    for row in 0..<self.height where (0..<height).contains(row + y) {
      for column in 0..<self.width where (0..<width).contains(column + x) {
        result[column + x, row + y] = self[column, row]
      }
    }
    return result
  }

  package func mapped(_ body: (SIMD4<Double>) -> SIMD4<Double>) -> PixelGrid {
    var result = self
    for index in colors.indices { result.colors[index] = body(colors[index]) }
    return result
  }

  /// Returns the picture blurred by a deviation in pixels; its edge is transparent beyond, or repeats its last pixels.
  package func blurred(_ sigma: Double, repeatingEdges: Bool = false) -> PixelGrid {
    let reach = Int((6 * sigma).rounded(.up))
    var weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = weights.reduce(0, +)
    for index in weights.indices { weights[index] /= sum }
    func pass(_ grid: PixelGrid, dx: Int, dy: Int) -> PixelGrid {
      var result = grid
      for y in 0..<height {
        for x in 0..<width {
          var color = SIMD4<Double>.zero
          for k in -reach...reach {
            let (a, b) = (x + k * dx, y + k * dy)
            guard repeatingEdges || ((0..<width).contains(a) && (0..<height).contains(b)) else { continue }
            color += grid.clamped(a, b) * weights[k + reach]
          }
          result[x, y] = color
        }
      }
      return result
    }
    return pass(pass(self, dx: 1, dy: 0), dx: 0, dy: 1)
  }

  /// Returns the largest difference of a byte from these colours, in 255ths, and its place.
  package func difference(
    _ bytes: [UInt8], where isCompared: (Int, Int) -> Bool = { _, _ in true }
  ) -> (Double, String) {
    var (most, place) = (0.0, "")
    for y in 0..<height {
      for x in 0..<width where isCompared(x, y) {
        for i in 0..<4 {
          let expected = self[x, y][i] * 255
          let byte = Double(bytes[(y * width + x) * 4 + i])
          if abs(byte - expected) > most {
            most = abs(byte - expected)
            place = "(\(x), \(y))[\(i)]: \(byte), expected \(expected)"
          }
        }
      }
    }
    return (most, place)
  }
}
