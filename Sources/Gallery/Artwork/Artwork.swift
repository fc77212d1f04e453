// Tested by DemoTests.

import CoreGraphics
import Foundation

/// A colour while a picture is computed: components from 0 to 1, not premultiplied.
struct ArtworkColor {
  var red: Double, green: Double, blue: Double, alpha: Double

  init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Creates a colour by hue (turns), saturation and value.
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
  /// Returns a picture from a function of the position, in fractions from the top left.
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

  /// Hills under a sky, in rows; `hue` in turns.
  static func landscape(width: Int, height: Int, hue: Double) -> CGImage {
    let sky = ArtworkColor(hue: hue, saturation: 0.25, value: 1)
    let horizon = ArtworkColor(hue: hue + 0.08, saturation: 0.55, value: 1)
    let aspect = Double(width) / Double(height)
    // The crests of the hills in each column.
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

  mutating func next(_ range: ClosedRange<Double>) -> Double {
    state = state &* 1_664_525 &+ 1_013_904_223
    let fraction = Double((state >> 8) & 0xffff) / 65536
    return range.lowerBound + (range.upperBound - range.lowerBound) * fraction
  }
}

/// One pixel while shapes with smooth edges are painted over it. Each shape is a signed distance; a pixel's coverage
/// follows from the distance of its middle. Lengths are fractions of the picture's width, from the top left corner.
struct Brush {
  let x: Double
  let y: Double
  let pixel: Double
  private(set) var color: ArtworkColor

  init(x: Double, y: Double, pixel: Double, on color: ArtworkColor) {
    (self.x, self.y, self.pixel, self.color) = (x, y, pixel, color)
  }

  /// Paints where a signed distance is negative, with a smooth edge.
  mutating func fill(_ distance: Double, _ paint: ArtworkColor) {
    let cover = min(max(0.5 - distance / pixel, 0), 1) * paint.alpha
    guard cover > 0 else { return }
    // Source over, not premultiplied.
    let alpha = cover + color.alpha * (1 - cover)
    func over(_ source: Double, _ below: Double) -> Double {
      (source * cover + below * color.alpha * (1 - cover)) / alpha
    }
    color = ArtworkColor(
      over(paint.red, color.red), over(paint.green, color.green), over(paint.blue, color.blue), alpha)
  }

  /// Returns the length of a vector whose square is finite: several times faster than `hypot`.
  private func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  func disc(_ centerX: Double, _ centerY: Double, _ radius: Double) -> Double {
    length(x - centerX, y - centerY) - radius
  }

  /// Returns the signed distance from a rectangle with rounded corners.
  func box(_ left: Double, _ top: Double, _ width: Double, _ height: Double, corner: Double = 0) -> Double {
    let dx = abs(x - left - width / 2) - width / 2 + corner
    let dy = abs(y - top - height / 2) - height / 2 + corner
    return length(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - corner
  }

  func stroke(_ fromX: Double, _ fromY: Double, _ toX: Double, _ toY: Double, width: Double) -> Double {
    let (dx, dy) = (toX - fromX, toY - fromY)
    let along = min(max(((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy), 0), 1)
    return length(x - fromX - along * dx, y - fromY - along * dy) - width / 2
  }

  /// Returns the distance from the sides of a convex polygon, its corners clockwise as seen.
  func polygon(_ corners: (x: Double, y: Double)...) -> Double {
    var farthest = -Double.infinity
    for index in corners.indices {
      let (a, b) = (corners[index], corners[index + 1 < corners.count ? index + 1 : 0])
      let (dx, dy) = (b.x - a.x, b.y - a.y)
      farthest = max(farthest, ((x - a.x) * dy - (y - a.y) * dx) / length(dx, dy))
    }
    return farthest
  }
}

extension Artwork {
  static func painted(
    width: Int, height: Int, on background: ArtworkColor = ArtworkColor(0, 0, 0, 0), _ paint: (inout Brush) -> Void
  ) -> CGImage {
    let ratio = Double(height) / Double(width)
    return image(width: width, height: height) { x, y in
      var brush = Brush(x: x, y: y * ratio, pixel: 1 / Double(width), on: background)
      paint(&brush)
      return brush.color
    }
  }
}

// The scenes of the seeds share a few colours, so that a colour has one meaning.
extension ArtworkColor {
  static let backdrop = ArtworkColor(0.10, 0.12, 0.17)
  /// The ground of a group of layers.
  static let panel = ArtworkColor(0.16, 0.19, 0.26)
  static let line = ArtworkColor(0.33, 0.38, 0.48)
  /// The colour of paper, and of things that stand out most.
  static let paper = ArtworkColor(0.96, 0.95, 0.91)
  static let coral = ArtworkColor(0.98, 0.45, 0.38)
  static let amber = ArtworkColor(1.00, 0.74, 0.30)
  static let mint = ArtworkColor(0.36, 0.84, 0.64)
  static let sky = ArtworkColor(0.36, 0.66, 1.00)
  static let violet = ArtworkColor(0.66, 0.51, 0.97)
}

extension CGColor {
  static let backdrop = ArtworkColor.backdrop.cgColor
  static let panel = ArtworkColor.panel.cgColor
  static let line = ArtworkColor.line.cgColor
  static let paper = ArtworkColor.paper.cgColor
  static let coral = ArtworkColor.coral.cgColor
  static let amber = ArtworkColor.amber.cgColor
  static let mint = ArtworkColor.mint.cgColor
  static let sky = ArtworkColor.sky.cgColor
  static let violet = ArtworkColor.violet.cgColor

  /// The bright colours, to use one after the other.
  static let brights = [sky, coral, amber, mint, violet]
}
