import CoreGraphics
import Foundation

extension Artwork {
  /// A rocket that flies to the right: 256 pixels square.
  static let ship = painted(width: 256, height: 256) { brush in
    brush.fill(brush.polygon((0.02, 0.5), (0.24, 0.41), (0.24, 0.59)), .amber)
    brush.fill(brush.polygon((0.12, 0.5), (0.24, 0.45), (0.24, 0.55)), .paper)
    for side in [-1.0, 1] {
      let (near, far) = (0.5 + side * 0.1, 0.5 + side * 0.3)
      let fin = [(0.2, far), (0.34, far), (0.56, near), (0.22, near)]
      brush.fill(
        side < 0
          ? brush.polygon(fin[0], fin[1], fin[2], fin[3]) : brush.polygon(fin[3], fin[2], fin[1], fin[0]), .coral)
    }
    // The body is the intersection of two discs, cut off at the back.
    let body = max(brush.disc(0.5, 0.85, 0.52), brush.disc(0.5, 0.15, 0.52), 0.22 - brush.x)
    brush.fill(body, .paper)
    brush.fill(max(body, 0.72 - brush.x), .coral)
    brush.fill(max(body, brush.x - 0.27), .line)
    brush.fill(brush.disc(0.56, 0.5, 0.085), .line)
    brush.fill(brush.disc(0.56, 0.5, 0.06), .sky)
    brush.fill(brush.disc(0.54, 0.48, 0.02), .paper)
  }

  /// Returns a door with two panels and a knob at the right: 160 by 320 pixels.
  static func door() -> CGImage {
    let wood = ArtworkColor(0.72, 0.42, 0.26)
    let dark = ArtworkColor(0.54, 0.30, 0.18)
    return painted(width: 160, height: 320, on: wood) { brush in
      let grain = 0.5 + 0.5 * sin(brush.x * 60 + 3 * sin(brush.y * 4))
      brush.fill(-1, ArtworkColor(dark.red, dark.green, dark.blue, 0.22 * grain))
      for top in [0.16, 1.08] {
        brush.fill(brush.box(0.16, top, 0.68, 0.76, corner: 0.04), dark)
        brush.fill(brush.box(0.19, top + 0.03, 0.62, 0.7, corner: 0.03), wood.mixed(with: dark, 0.35))
        brush.fill(brush.box(0.28, top + 0.12, 0.44, 0.52, corner: 0.02), wood)
      }
      brush.fill(brush.disc(0.9, 1.0, 0.055), dark)
      brush.fill(brush.disc(0.89, 0.99, 0.045), .amber)
    }
  }

  /// Returns a ball with a highlight: 96 pixels square.
  static func ball(_ color: ArtworkColor) -> CGImage {
    let shade = color.mixed(with: .backdrop, 0.45)
    return painted(width: 96, height: 96) { brush in
      let light = min(max(brush.disc(0.36, 0.32, 0) / 0.75, 0), 1)
      brush.fill(brush.disc(0.5, 0.5, 0.49), color.mixed(with: shade, light * light))
      brush.fill(brush.disc(0.35, 0.31, 0.09), ArtworkColor(1, 1, 1, 0.55))
    }
  }

  /// Returns a child's drawing on white paper, `width` by `height` pixels, 4 to 3: a house under a sun.
  static func drawing(width: Int) -> CGImage {
    let strokes = Sketch.houseUnderSun.strokes
    // Most strokes are far from most rows, and a row's strokes from most of its pixels.
    var (row, near): (Double, [Sketch.Stroke]) = (-1, [])
    return painted(width: width, height: width * 3 / 4, on: .paper) { brush in
      let reach = 0.014 / 2 + brush.pixel
      if brush.y != row {
        row = brush.y
        near = strokes.filter { min($0.from.y, $0.to.y) - reach <= row && row <= max($0.from.y, $0.to.y) + reach }
      }
      for stroke in near
      where brush.x >= min(stroke.from.x, stroke.to.x) - reach
        && brush.x <= max(stroke.from.x, stroke.to.x) + reach
      {
        brush.fill(brush.stroke(stroke.from.x, stroke.from.y, stroke.to.x, stroke.to.y, width: 0.014), stroke.color)
      }
    }
  }
}

/// A drawing of strokes, in fractions of its width.
private struct Sketch {
  struct Stroke {
    let from: CGPoint
    let to: CGPoint
    let color: ArtworkColor
  }

  private(set) var strokes: [Stroke] = []

  mutating func line(_ points: [(x: Double, y: Double)], _ color: ArtworkColor) {
    for (a, b) in zip(points, points.dropFirst()) {
      strokes.append(Stroke(from: CGPoint(x: a.x, y: a.y), to: CGPoint(x: b.x, y: b.y), color: color))
    }
  }

  /// Adds an arc of a circle; `turns` go clockwise as seen, from the right.
  mutating func arc(
    _ x: Double, _ y: Double, radius: Double, turns: ClosedRange<Double>, _ color: ArtworkColor
  ) {
    let points = (0...16).map { step in
      let angle = (turns.lowerBound + (turns.upperBound - turns.lowerBound) * Double(step) / 16) * 2 * .pi
      return (x: x + radius * cos(angle), y: y + radius * sin(angle))
    }
    line(points, color)
  }

  static let houseUnderSun: Sketch = {
    var sketch = Sketch()
    sketch.line([(0.06, 0.62), (0.3, 0.6), (0.55, 0.62), (0.8, 0.6), (0.95, 0.63)], .mint)
    sketch.line([(0.3, 0.61), (0.3, 0.36), (0.62, 0.36), (0.62, 0.61)], .backdrop)
    sketch.line([(0.25, 0.38), (0.46, 0.18), (0.67, 0.38)], .coral)
    sketch.line([(0.41, 0.61), (0.41, 0.47), (0.51, 0.47), (0.51, 0.61)], .backdrop)
    sketch.arc(0.82, 0.2, radius: 0.07, turns: 0...1, .amber)
    for ray in 0..<8 {
      let angle = Double(ray) * .pi / 4
      let (c, s) = (cos(angle), sin(angle))
      sketch.line([(0.82 + 0.09 * c, 0.2 + 0.09 * s), (0.82 + 0.13 * c, 0.2 + 0.13 * s)], .amber)
    }
    sketch.arc(0.14, 0.4, radius: 0.06, turns: 0...1, .mint)
    sketch.line([(0.14, 0.46), (0.14, 0.61)], .backdrop)
    sketch.arc(0.14, 0.19, radius: 0.04, turns: 0.45...1.05, .sky)
    sketch.arc(0.21, 0.17, radius: 0.05, turns: 0.55...1.05, .sky)
    sketch.line([(0.1, 0.205), (0.26, 0.205)], .sky)
    return sketch
  }()
}

extension Artwork {
  /// Returns a white dot that fades out to its rim.
  static func softDot(width: Int) -> CGImage {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * width * 4)
    for y in 0..<width {
      for x in 0..<width {
        let (u, v) = (2 * (Double(x) + 0.5) / Double(width) - 1, 2 * (Double(y) + 0.5) / Double(width) - 1)
        let height = max(0, 1 - u * u - v * v)
        let byte = UInt8((255 * height * height * height).rounded())
        pixels += [byte, byte, byte, byte]
      }
    }
    return CGImage(width: width, height: width, premultipliedRGBA: pixels)
  }
}
