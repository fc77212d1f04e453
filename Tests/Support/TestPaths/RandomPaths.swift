package import CoreGraphics
package import Coverage
import Foundation
package import TestSupport

extension SeededRandom {
  package mutating func point(_ size: Double) -> CGPoint { CGPoint(x: number(0...size), y: number(0...size)) }

  /// Returns one to three subpaths of lines and curves, open and closed, crossing themselves and each other. `bend` is
  /// the most that control points lie from their chords, as a fraction of `size`; from about 1/4 on there are hairpins,
  /// at which cairo's strokes have holes and corners.
  package mutating func path(size: Double, curves: Bool = true, bend: Double = 1) -> CGPath {
    let path = CGMutablePath()
    for _ in 0..<whole(1...3) {
      path.move(to: point(size))
      for _ in 0..<whole(2...6) {
        let (start, end) = (path.currentPoint, point(size))
        switch curves ? whole(0...2) : 0 {
        case 0: path.addLine(to: end)
        case 1: path.addQuadCurve(to: end, control: control(start, end, 0.5, size, bend))
        default:
          path.addCurve(
            to: end, control1: control(start, end, 1 / 3, size, bend), control2: control(start, end, 2 / 3, size, bend))
        }
      }
      if Bool.random(using: &self) { path.closeSubpath() }
    }
    return path
  }

  private mutating func control(
    _ start: CGPoint, _ end: CGPoint, _ fraction: Double, _ size: Double, _ bend: Double
  ) -> CGPoint {
    if bend >= 1 { return point(size) }
    // The reach is in proportion to the chord: the bends of a short one must not be tighter.
    let reach = bend * min(size, hypot(end.x - start.x, end.y - start.y))
    return CGPoint(
      x: start.x + (end.x - start.x) * fraction + number(-reach...reach),
      y: start.y + (end.y - start.y) * fraction + number(-reach...reach))
  }

  /// Returns a turn, a scale between 1/2 and 2 in each direction, and a place at a fraction of a pixel.
  package mutating func map(size: Double, isUniform: Bool = false) -> CGAffineTransform {
    let scale = CGSize(width: number(0.5...2), height: number(0.5...2))
    return CGAffineTransform(translationX: size / 2 + number(-1...1), y: size / 2 + number(-1...1))
      .rotated(by: number(0...6.3)).scaledBy(x: scale.width, y: isUniform ? scale.width : scale.height)
      .translatedBy(x: -size / 2, y: -size / 2)
  }

  package mutating func stroke() -> ShapeStroke {
    var stroke = ShapeStroke()
    stroke.width = number(0.5...14)
    stroke.cap = [.butt, .round, .square][whole(0...2)]
    stroke.join = [.miter, .round, .bevel][whole(0...2)]
    stroke.miterLimit = number(1...12)
    return stroke
  }
}

extension PathRasterizer {
  /// Returns the coverage of all pixels of a canvas.
  package func coverage(width: Int, height: Int) -> [UInt8] {
    let mask = mask(in: PixelBox(0, 0, width, height))
    return (0..<height).flatMap { y in (0..<width).map { x in mask?[x, y] ?? 0 } }
  }
}

extension CGPath {
  /// Returns the coverage of the filled path on a canvas.
  package func coverage(
    _ width: Int, _ height: Int, _ rule: CGPathFillRule = .winding, _ map: PixelMap = .identity
  ) -> [UInt8] {
    PathRasterizer(self, rule: rule, map: map, visible: PixelBox(0, 0, width, height))
      .coverage(width: width, height: height)
  }

  package static func lines(_ points: [(Double, Double)], closed: Bool = false) -> CGPath {
    let path = CGMutablePath()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    if closed { path.closeSubpath() }
    return path
  }

  package static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGPath {
    CGPath(rect: CGRect(x: x, y: y, width: width, height: height), transform: nil)
  }
}

extension Sequence<UInt8> {
  /// The covered area in pixels.
  package var area: Double { Double(reduce(0) { $0 + Int($1) }) / 255 }
}
