import CoreGraphics
import Foundation
import QuartzCore

extension ScoreScene {
  /// MotionMark's Suits: hearts, diamonds, spades and clubs that move and turn, every second one a masked gradient.
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

  /// Adds a heart in the unit square, its tip at `tip`; upside down if the tip is above the lobes.
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

  /// MotionMark's Arcs: parts of rings on a grid, every fifth a pie, which turn about their centres.
  static let arcs = ScoreScene("arcs", "parts of rings and pies that turn about their centres", seed: 21) {
    { index, random in
      let layer = CAShapeLayer()
      let radius = random.next(14...56)
      let (from, span) = (random.next(0...6.28), random.next(0.6...5))
      let path = CGMutablePath()
      let isPie = index % 5 == 4
      if isPie { path.move(to: .zero) }
      path.addArc(center: .zero, radius: radius, startAngle: from, endAngle: from + span, clockwise: false)
      if isPie { path.closeSubpath() }
      layer.path = path
      let color = ArtworkColor(hue: random.next(0...1), saturation: 0.75, value: 0.85).cgColor
      layer.fillColor = isPie ? color : nil
      layer.strokeColor = isPie ? nil : color
      layer.lineWidth = random.next(2...12)
      layer.position = CGPoint(x: (random.next(0...32)).rounded() * 60, y: (random.next(0...18)).rounded() * 60)
      let spin = random.next(0.5...2) * (index.isMultiple(of: 2) ? 1 : -1)
      return Element(layer: layer) { time in layer.transform = CATransform3DMakeRotation(spin * time, 0, 0, 1) }
    }
  }

  /// MotionMark's Paths: pieces from point to point of a grid, straight, quadratic or cubic, each in its own colour and
  /// width; their control points wander.
  static let paths = ScoreScene("paths", "strokes of lines, quadratic and cubic curves that bend", seed: 22) {
    { index, random in
      let layer = CAShapeLayer()
      // Points of a grid, as in MotionMark.
      let start = CGPoint(x: random.next(2...78).rounded() * 24, y: random.next(4...41).rounded() * 24)
      let to = CGPoint(
        x: start.x + random.next(-4...4).rounded() * 24, y: start.y + random.next(-4...4).rounded() * 24)
      layer.fillColor = nil
      layer.strokeColor = ArtworkColor(hue: random.next(0...1), saturation: 0.8, value: 0.8).cgColor
      layer.lineWidth = random.next(1...6)
      layer.lineCap = .round
      let (phase, reach) = (random.next(0...6.28), random.next(24...96))
      let kind = index % 3
      return Element(layer: layer) { time in
        let angle = phase + 2 * time
        let (dx, dy) = (reach * cos(angle), reach * sin(angle))
        let path = CGMutablePath()
        path.move(to: start)
        switch kind {
        case 0: path.addLine(to: CGPoint(x: to.x + dx / 2, y: to.y + dy / 2))
        case 1: path.addQuadCurve(to: to, control: CGPoint(x: start.x + dx, y: start.y + dy))
        default:
          path.addCurve(
            to: to, control1: CGPoint(x: start.x + dx, y: start.y + dy), control2: CGPoint(x: to.x - dy, y: to.y + dx))
        }
        layer.path = path
      }
    }
  }

  /// MotionMark's Lines: rays about three centres, whose lengths change.
  static let lines = ScoreScene("lines", "rays about three centres, whose lengths change", seed: 23) {
    { index, random in
      let layer = CAShapeLayer()
      let centre = CGPoint(x: 480 * Double(index % 3 + 1), y: 540)
      let angle = random.next(0...2 * .pi)
      let (near, length) = (random.next(60...320), random.next(30...140))
      let (phase, speed) = (random.next(0...6.28), random.next(1...4))
      layer.strokeColor =
        ArtworkColor(hue: Double(index % 3) / 3 + 0.05, saturation: random.next(0.4...1), value: 0.8)
        .cgColor
      layer.lineWidth = random.next(1...8)
      let (c, s) = (cos(angle), sin(angle))
      return Element(layer: layer) { time in
        let far = near + length * (1 + 0.6 * sin(phase + speed * time))
        let path = CGMutablePath()
        path.move(to: CGPoint(x: centre.x + near * c, y: centre.y + near * s))
        path.addLine(to: CGPoint(x: centre.x + far * c, y: centre.y + far * s))
        layer.path = path
      }
    }
  }
}
