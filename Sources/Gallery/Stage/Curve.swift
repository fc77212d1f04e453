// The curves that things fly along, and the easing of things that no animation moves.

import CoreGraphics
import Foundation

/// A cubic Bézier curve.
struct Curve {
  var start: CGPoint
  var control1: CGPoint
  var control2: CGPoint
  var end: CGPoint

  init(_ start: CGPoint, _ control1: CGPoint, _ control2: CGPoint, _ end: CGPoint) {
    (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
  }

  /// The wave that chapter 8 and 9 fly along: up, through the middle, down, up again, `width` points long.
  static func wave(from start: CGPoint, width: CGFloat, height: CGFloat) -> Curve {
    Curve(
      start, CGPoint(x: start.x + width / 4, y: start.y - height),
      CGPoint(x: start.x + width * 3 / 4, y: start.y + height),
      CGPoint(x: start.x + width, y: start.y))
  }

  /// The point at a parameter from 0 to 1, by de Casteljau's construction.
  func point(at t: Double) -> CGPoint {
    var points = [start, control1, control2, end]
    while points.count > 1 { points = zip(points, points.dropFirst()).map { $0.moved(towards: $1, t) } }
    return points[0]
  }

  var path: CGPath {
    let path = CGMutablePath()
    path.move(to: start)
    path.addCurve(to: end, control1: control1, control2: control2)
    return path
  }
}

/// Functions from the part of the time that has passed to the part of the way that is done.
enum Easing {
  /// Begins and ends at rest: 3t² - 2t³.
  static func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }

  /// Falls, and bounces three times before it rests.
  ///
  /// Each arc is the parabola 1 - h + a(t - m)² between two touches of the floor. With one acceleration `a` for the
  /// fall, 1 - 1 + at² reaches the floor at `1/√a`; an arc of height h takes `2√(h/a)`. The heights are 1/4, 1/16 and
  /// 1/64, so that each arc takes half the time of the one before; the whole, 1/√a (1 + 1 + 1/2 + 1/4), is 1 for a =
  /// 2.75².
  static func bounce(_ t: Double) -> Double {
    let acceleration = 2.75 * 2.75
    var (touch, length, height) = (1 / 2.75, 1 / 2.75, 0.25)
    guard t > touch else { return acceleration * t * t }
    while t > touch + length && height > 1.0 / 64 {
      touch += length
      length /= 2
      height /= 4
    }
    let fromMiddle = t - (touch + length / 2)
    return 1 - height + acceleration * fromMiddle * fromMiddle
  }
}
