// Shapes with smooth edges for pictures drawn by code: each is a signed distance, and a pixel takes as much of the
// colour as the distance of its middle from the edge says.

import CoreGraphics
import Foundation

/// One pixel while shapes are painted over it. Lengths are in parts of the picture's width, from the top left corner.
struct Brush {
  let x: Double
  let y: Double
  /// The side of a pixel.
  let pixel: Double
  private(set) var color: ArtworkColor

  init(x: Double, y: Double, pixel: Double, on color: ArtworkColor) {
    (self.x, self.y, self.pixel, self.color) = (x, y, pixel, color)
  }

  /// Paints where a distance is negative.
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

  /// The length of a vector, whose square is a number: several times faster than `hypot`.
  private func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

  /// The distance from a disc.
  func disc(_ centerX: Double, _ centerY: Double, _ radius: Double) -> Double {
    length(x - centerX, y - centerY) - radius
  }

  /// The distance from a rectangle with round corners, outside that of its sides.
  func box(_ left: Double, _ top: Double, _ width: Double, _ height: Double, corner: Double = 0) -> Double {
    let dx = abs(x - left - width / 2) - width / 2 + corner
    let dy = abs(y - top - height / 2) - height / 2 + corner
    return length(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - corner
  }

  /// The distance from a stroke with round ends.
  func stroke(_ fromX: Double, _ fromY: Double, _ toX: Double, _ toY: Double, width: Double) -> Double {
    let (dx, dy) = (toX - fromX, toY - fromY)
    let along = min(max(((x - fromX) * dx + (y - fromY) * dy) / (dx * dx + dy * dy), 0), 1)
    return length(x - fromX - along * dx, y - fromY - along * dy) - width / 2
  }

  /// The distance from the sides of a convex polygon, its corners clockwise as seen.
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
  /// A picture painted shape by shape.
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
