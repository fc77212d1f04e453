import CoreGraphics
import Coverage
import Foundation

/// A seeded source of numbers: the same paths in each run.
struct Dice: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return state &* 0x2545_F491_4F6C_DD1D
  }

  mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
  mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func point(_ size: Double) -> CGPoint { CGPoint(x: number(0...size), y: number(0...size)) }

  /// One to three subpaths of lines and curves, open and closed, crossing themselves and each other.
  mutating func path(size: Double, curves: Bool = true) -> CGPath {
    let path = CGMutablePath()
    for _ in 0..<whole(1...3) {
      path.move(to: point(size))
      for _ in 0..<whole(2...6) {
        switch curves ? whole(0...2) : 0 {
        case 0: path.addLine(to: point(size))
        case 1: path.addQuadCurve(to: point(size), control: point(size))
        default: path.addCurve(to: point(size), control1: point(size), control2: point(size))
        }
      }
      if Bool.random(using: &self) { path.closeSubpath() }
    }
    return path
  }

  /// A turn, a scale between 1/2 and 2 in each direction, and a place at a fraction of a pixel.
  mutating func map(size: Double, isUniform: Bool = false) -> CGAffineTransform {
    let scale = CGSize(width: number(0.5...2), height: number(0.5...2))
    return CGAffineTransform(translationX: size / 2 + number(-1...1), y: size / 2 + number(-1...1))
      .rotated(by: number(0...6.3)).scaledBy(x: scale.width, y: isUniform ? scale.width : scale.height)
      .translatedBy(x: -size / 2, y: -size / 2)
  }

  mutating func stroke() -> ShapeStroke {
    var stroke = ShapeStroke()
    stroke.width = number(0.5...14)
    stroke.cap = [.butt, .round, .square][whole(0...2)]
    stroke.join = [.miter, .round, .bevel][whole(0...2)]
    stroke.miterLimit = number(1...12)
    return stroke
  }
}

extension PathRasterizer {
  /// The coverage of all pixels of a canvas.
  func coverage(width: Int, height: Int) -> [UInt8] {
    let mask = mask(in: PixelBox(0, 0, width, height))
    return (0..<height).flatMap { y in (0..<width).map { x in mask?[x, y] ?? 0 } }
  }
}

extension CGPath {
  /// The coverage of the filled path on a canvas.
  func coverage(
    _ width: Int, _ height: Int, _ rule: CGPathFillRule = .winding, _ map: PixelMap = .identity
  ) -> [UInt8] {
    PathRasterizer(self, rule: rule, map: map, visible: PixelBox(0, 0, width, height))
      .coverage(width: width, height: height)
  }

  static func lines(_ points: [(Double, Double)], closed: Bool = false) -> CGPath {
    let path = CGMutablePath()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    if closed { path.closeSubpath() }
    return path
  }

  static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGPath {
    CGPath(rect: CGRect(x: x, y: y, width: width, height: height), transform: nil)
  }
}

extension Sequence<UInt8> {
  /// The covered area in pixels.
  var area: Double { Double(reduce(0) { $0 + Int($1) }) / 255 }
}
