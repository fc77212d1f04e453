// Pictures with soft edges, glows and shadows, from formulas, to be encoded with alpha.

import Foundation
import Testing

/// A picture as a function of a position, from 0 to 1, and a time: straight colour and alpha, each from 0 to 1.
package struct AlphaScene: Sendable, CustomTestStringConvertible {
  package let name: String
  package let color: @Sendable (_ x: Double, _ y: Double, _ time: Double) -> (rgb: SIMD3<Double>, alpha: Double)
  package var testDescription: String { name }

  /// Returns a frame as premultiplied RGBA, rounded as by a renderer.
  package func frame(_ index: Int, width: Int, height: Int) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let (rgb, alpha) = color(
          (Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height), Double(index) / 4)
        let bounded = min(max(alpha, 0), 1)
        for c in 0..<3 { pixels.append(UInt8((min(max(rgb[c], 0), 1) * bounded * 255).rounded())) }
        pixels.append(UInt8((bounded * 255).rounded()))
      }
    }
    return pixels
  }

  private static let backgrounds: [SIMD3<Double>] = [
    SIMD3(0, 0, 0), SIMD3(1, 1, 1), SIMD3(0.5, 0.5, 0.5), SIMD3(0.1, 0.8, 0.2), SIMD3(0.9, 0.1, 0.7),
  ]

  /// Returns the mean and the largest difference of a component, and the largest of luma, from 0 to 1, of decoded
  /// frames from the scene's, over black, white, grey, green and magenta. `decoded` returns the colour, straight or
  /// premultiplied, and the alpha of a frame's pixel, from 0 to 1.
  package func difference(
    of decoded: (_ frame: Int, _ pixel: Int) -> (SIMD3<Double>, Double), frames: Int, width: Int, height: Int,
    isStraight: Bool
  ) -> (mean: Double, largest: Double, fringe: Double) {
    var (sum, largest, count, fringe) = (0.0, 0.0, 0.0, 0.0)
    for frame in 0..<frames {
      let expected = self.frame(frame, width: width, height: height)
      for pixel in 0..<width * height {
        let source = (0..<4).map { Double(expected[pixel * 4 + $0]) / 255 }
        let (rgb, alpha) = decoded(frame, pixel)
        for background in Self.backgrounds {
          let ours = SIMD3(source[0], source[1], source[2]) + background * (1 - source[3])
          let theirs = (isStraight ? rgb * alpha : rgb) + background * (1 - alpha)
          let error = ours - theirs.clamped(lowerBound: .zero, upperBound: .one)
          fringe = max(fringe, abs((error * SIMD3(0.2126, 0.7152, 0.0722)).sum()))
          for c in 0..<3 {
            let difference = abs(error[c])
            (sum, largest, count) = (sum + difference, max(largest, difference), count + 1)
          }
        }
      }
    }
    return (sum / count, largest, fringe)
  }

  private static func distance(_ x: Double, _ y: Double, _ cx: Double, _ cy: Double) -> Double {
    hypot(x - cx, y - cy)
  }

  /// Returns 1 within a distance of an edge of a softness, 0 beyond.
  private static func inside(_ distance: Double, _ edge: Double, softness: Double) -> Double {
    let t = min(max((edge - distance) / softness + 0.5, 0), 1)
    return t * t * (3 - 2 * t)
  }

  /// Returns one over the other.
  private static func over(
    _ top: (rgb: SIMD3<Double>, alpha: Double), _ bottom: (rgb: SIMD3<Double>, alpha: Double)
  ) -> (rgb: SIMD3<Double>, alpha: Double) {
    let alpha = top.alpha + bottom.alpha * (1 - top.alpha)
    guard alpha > 0 else { return (.zero, 0) }
    return ((top.rgb * top.alpha + bottom.rgb * bottom.alpha * (1 - top.alpha)) / alpha, alpha)
  }

  private static let red = SIMD3(0.95, 0.1, 0.05)
  private static let green = SIMD3(0.1, 0.85, 0.2)
  private static let blue = SIMD3(0.1, 0.2, 0.95)
  private static let white = SIMD3(1.0, 1, 1)
  private static let black = SIMD3<Double>.zero

  package static let all: [AlphaScene] = [
    AlphaScene(name: "a disc with a soft edge") { x, y, t in
      (red, inside(distance(x, y, 0.4 + 0.1 * t, 0.5), 0.3, softness: 0.08))
    },
    AlphaScene(name: "a disc with an antialiased edge") { x, y, t in
      (green, inside(distance(x, y, 0.5, 0.45 + 0.05 * t), 0.35, softness: 0.01))
    },
    AlphaScene(name: "a white glow") { x, y, t in
      (white, exp(-pow(distance(x, y, 0.5, 0.5) / (0.15 + 0.05 * t), 2)))
    },
    AlphaScene(name: "a blue glow around a white core") { x, y, _ in
      let d = distance(x, y, 0.5, 0.5)
      return over((white, inside(d, 0.1, softness: 0.02)), (blue, exp(-pow(d / 0.25, 2))))
    },
    AlphaScene(name: "a card's shadow") { x, y, t in
      let (dx, dy) = (abs(x - 0.5) - 0.25, abs(y - 0.45 - 0.02 * t) - 0.2)
      let card = dx < 0 && dy < 0 ? 1.0 : 0
      let shadow = inside(max(dx, dy - 0.05), 0, softness: 0.2) * 0.5
      return over((white, card), (black, shadow))
    },
    AlphaScene(name: "shadows of black on nothing") { x, y, _ in (black, 0.6 * exp(-pow((y - 0.5) / 0.2, 2)) * x) },
    AlphaScene(name: "a ring") { x, y, t in
      (SIMD3(1, 0.6, 0.1), inside(abs(distance(x, y, 0.5, 0.5) - 0.3), 0.05 + 0.02 * t, softness: 0.04))
    },
    AlphaScene(name: "colours beside each other, all fading") { x, y, _ in
      (x < 0.35 ? red : x < 0.65 ? green : blue, 1 - y)
    },
    AlphaScene(name: "thin diagonal lines") { x, y, t in
      let phase = (x + y + 0.02 * t) * 5
      return (SIMD3(0.9, 0.9, 0.2), inside(abs(phase - phase.rounded()), 0.12, softness: 0.08))
    },
    AlphaScene(name: "a wash that is nearly transparent") { x, y, _ in (SIMD3(x, y, 1 - x), 0.03 * y) },
    AlphaScene(name: "a rainbow through a soft mask") { x, y, t in
      let hue = SIMD3(0.0, 2.1, 4.2) + 6.28 * x + t
      return (
        SIMD3(cos(hue.x), cos(hue.y), cos(hue.z)) * 0.5 + 0.5,
        inside(abs(y - 0.5), 0.25, softness: 0.3)
      )
    },
    AlphaScene(name: "sparks") { x, y, t in
      let (u, v) = (x * 5 + t * 0.3, y * 4)
      let d = hypot(u - u.rounded(), v - v.rounded())
      return (SIMD3(1, 0.9, 0.5), exp(-pow(d / 0.12, 2)))
    },
  ]
}
