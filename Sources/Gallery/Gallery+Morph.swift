// A benchmark of paths: 200 shapes that change their form all the time, at 1920x1080.

import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  /// 200 shapes of twelve curves each that morph between three forms; every second one has an outline, every fifth a
  /// dashed one.
  static let morph = Demo(
    "morph", "200 morphing shapes, filled and outlined", size: CGSize(width: 1920, height: 1080), duration: 4
  ) {
    let root = CALayer()
    root.name = "canvas"
    root.frame = CGRect(x: 0, y: 0, width: 1920, height: 1080)
    root.backgroundColor = CGColor(gray: 0.97, alpha: 1)
    var random = SeededNumbers(seed: 5)
    for index in 0..<200 {
      let shape = CAShapeLayer()
      shape.name = "shape \(index)"
      shape.position = CGPoint(x: 48 + Double(index % 20) * 96, y: 54 + Double(index / 20) * 108)
      let radius = random.next(35...70)
      let forms = (0..<3).map { form in
        blossom(
          radius: radius, depth: random.next(0.05...0.5), lean: random.next(-0.6...0.6), turn: Double(form) * 0.4)
      }
      shape.path = forms[0]
      let color = ArtworkColor(hue: Double(index) / 200, saturation: 0.75, value: 0.95)
      shape.fillColor = color.cgColor.copy(alpha: 0.6)
      if index.isMultiple(of: 2) {
        shape.strokeColor = ArtworkColor(hue: Double(index) / 200, saturation: 0.9, value: 0.5).cgColor
        shape.lineWidth = 3
        if index.isMultiple(of: 5) { shape.lineDashPattern = [10, 6] }
      }
      let morph = CAKeyframeAnimation(keyPath: "path")
      morph.values = forms + [forms[0]]
      morph.duration = random.next(1.5...4)
      morph.calculationMode = .linear
      morph.repeatCount = .infinity
      shape.add(morph, forKey: "morph")
      root.addSublayer(shape)
    }
    return root
  }

  /// A closed form of twelve curves around the origin: six petals.
  private static func blossom(radius: Double, depth: Double, lean: Double, turn: Double) -> CGPath {
    let path = CGMutablePath()
    func point(_ step: Double, _ distance: Double) -> CGPoint {
      let angle = turn + step * .pi / 6
      return CGPoint(x: distance * cos(angle), y: distance * sin(angle))
    }
    func distance(_ step: Int) -> Double { step.isMultiple(of: 2) ? radius : radius * (1 - depth) }
    path.move(to: point(0, distance(0)))
    for step in 0..<12 {
      let (from, to) = (Double(step), Double(step + 1))
      path.addCurve(
        to: point(to, distance(step + 1)), control1: point(from + 0.35 + lean / 4, distance(step)),
        control2: point(to - 0.35 + lean / 4, distance(step + 1)))
    }
    path.closeSubpath()
    return path
  }
}
