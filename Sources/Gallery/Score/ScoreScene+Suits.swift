// Suits: the four signs of playing cards, plain, or cut out of a gradient.

import CoreGraphics
import Foundation
import QuartzCore

extension ScoreScene {
  /// MotionMark's Suits: hearts, diamonds, spades and clubs that move and turn, every second one a gradient under a
  /// mask of its form.
  static let suits = ScoreScene("suits", "signs of playing cards that turn, half of them masked gradients", seed: 41) {
    let forms = [heart(), diamond(), spade(), club()]
    return { index, random in
      let side = random.next(24...64)
      let shape = CAShapeLayer()
      var scale = CGAffineTransform(scaleX: side, y: side)
      shape.path = forms[(index / 2) % forms.count].copy(using: &scale)
      let hue = random.next(0...1)
      let color = ArtworkColor(hue: hue, saturation: 0.8, value: 0.8).cgColor
      shape.frame = CGRect(x: 0, y: 0, width: side, height: side)
      shape.fillColor = color
      var layer: CALayer = shape
      if !index.isMultiple(of: 2) {
        let gradient = CAGradientLayer()
        gradient.bounds = shape.bounds
        gradient.colors = [color, ArtworkColor(hue: hue + 0.2, saturation: 0.8, value: 0.95).cgColor]
        gradient.mask = shape
        layer = gradient
      }
      let movement = ScoreMovement(&random, margin: side)
      let (phase, spin) = (random.next(0...6.28), random.next(-2...2))
      return Element(layer: layer) { time in
        layer.position = movement.place(at: time)
        layer.transform = CATransform3DMakeRotation(phase + spin * time, 0, 0, 1)
      }
    }
  }

  /// A heart in the unit square, its tip at `tip`; upside down where that is above the lobes.
  private static func addHeart(to path: CGMutablePath, tip: Double, lobes: Double) {
    let notch = lobes + (tip - lobes) * 0.25
    path.move(to: CGPoint(x: 0.5, y: tip))
    for side in [-1.0, 1] {
      let outer = CGPoint(x: 0.5 + side * 0.6, y: lobes + (tip - lobes) * 0.45)
      let top = CGPoint(x: 0.5 + side * 0.35, y: lobes - (tip - lobes) * 0.2)
      if side < 0 {
        path.addCurve(to: CGPoint(x: 0.5, y: notch), control1: outer, control2: top)
      } else {
        path.addCurve(to: CGPoint(x: 0.5, y: tip), control1: top, control2: outer)
      }
    }
    path.closeSubpath()
  }

  private static func heart() -> CGPath {
    let path = CGMutablePath()
    addHeart(to: path, tip: 0.95, lobes: 0.05)
    return path
  }

  private static func diamond() -> CGPath {
    let path = CGMutablePath()
    path.addLines(between: [(0.5, 0.02), (0.85, 0.5), (0.5, 0.98), (0.15, 0.5)].map { CGPoint(x: $0, y: $1) })
    path.closeSubpath()
    return path
  }

  private static func addStem(to path: CGMutablePath) {
    path.addLines(between: [(0.5, 0.55), (0.62, 0.98), (0.38, 0.98)].map { CGPoint(x: $0, y: $1) })
    path.closeSubpath()
  }

  private static func spade() -> CGPath {
    let path = CGMutablePath()
    addHeart(to: path, tip: 0.02, lobes: 0.8)
    addStem(to: path)
    return path
  }

  private static func club() -> CGPath {
    let path = CGMutablePath()
    for (x, y) in [(0.5, 0.25), (0.27, 0.57), (0.73, 0.57)] {
      path.addEllipse(in: CGRect(x: x - 0.22, y: y - 0.22, width: 0.44, height: 0.44))
    }
    addStem(to: path)
    return path
  }
}
