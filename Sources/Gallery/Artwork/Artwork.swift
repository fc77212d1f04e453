// Pictures drawn by code, pixel by pixel: the scenes need images, and nothing that others made.
// Tested by DemoTests.

import CoreGraphics
import Foundation

/// A colour while a picture is computed: components from 0 to 1, not premultiplied.
struct ArtworkColor {
  var red: Double, green: Double, blue: Double, alpha: Double

  init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// A colour by hue (turns), saturation and value.
  init(hue: Double, saturation: Double, value: Double) {
    func channel(_ n: Double) -> Double {
      let k = (n + hue * 6).truncatingRemainder(dividingBy: 6)
      return value - value * saturation * max(0, min(k, 4 - k, 1))
    }
    self.init(channel(5), channel(3), channel(1))
  }

  func mixed(with other: ArtworkColor, _ t: Double) -> ArtworkColor {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * t }
    return ArtworkColor(
      mix(red, other.red), mix(green, other.green), mix(blue, other.blue), mix(alpha, other.alpha))
  }

  var cgColor: CGColor { CGColor(red: red, green: green, blue: blue, alpha: alpha) }
}

enum Artwork {
  /// A picture from a function of the position, in fractions from the top left.
  static func image(width: Int, height: Int, _ color: (_ x: Double, _ y: Double) -> ArtworkColor) -> CGImage {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for row in 0..<height {
      for column in 0..<width {
        let c = color((Double(column) + 0.5) / Double(width), (Double(row) + 0.5) / Double(height))
        for component in [c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha] {
          pixels.append(UInt8((min(max(component, 0), 1) * 255).rounded()))
        }
      }
    }
    return CGImage(width: width, height: height, premultipliedRGBA: pixels)
  }

  /// Hills under a sky, one behind the other; `hue` in turns.
  static func landscape(width: Int, height: Int, hue: Double) -> CGImage {
    let sky = ArtworkColor(hue: hue, saturation: 0.25, value: 1)
    let horizon = ArtworkColor(hue: hue + 0.08, saturation: 0.55, value: 1)
    let aspect = Double(width) / Double(height)
    // Of each column the crests of the hills.
    let crests = (0..<width * 4).map { place in
      let (x, depth) = ((Double(place / 4) + 0.5) / Double(width), Double(place % 4))
      return 0.5 + depth * 0.12 + 0.06 * sin(x * aspect * (2.2 + depth) + depth * 1.9 + hue * 9)
        + 0.02 * sin(x * aspect * 9 + depth)
    }
    let colors = (0..<4).map { hill in
      let depth = Double(hill)
      return ArtworkColor(
        hue: hue + 0.45 + depth * 0.03, saturation: 0.35 + depth * 0.12, value: 0.85 - depth * 0.18)
    }
    return image(width: width, height: height) { x, y in
      let column = Int(x * Double(width)) * 4
      var color = sky.mixed(with: horizon, min(y * 1.6, 1))
      let (sunX, sunY) = ((x - 0.72) * aspect, y - 0.28)
      if sunX * sunX + sunY * sunY < 0.11 * 0.11 { color = ArtworkColor(1, 0.97, 0.85) }
      for hill in 0..<4 {
        if y > crests[column + hill] { color = colors[hill] }
      }
      return color
    }
  }
}

/// Random numbers that are the same on every machine (a linear congruential generator, Numerical Recipes' constants).
struct SeededNumbers {
  private var state: UInt32

  init(seed: UInt32) { state = seed }

  /// The next number in a range.
  mutating func next(_ range: ClosedRange<Double>) -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    let fraction = Double((state >> 8) & 0xffff) / 65536
    return range.lowerBound + (range.upperBound - range.lowerBound) * fraction
  }
}
