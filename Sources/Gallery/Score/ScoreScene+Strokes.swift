// Curves and lines: arcs, paths, lines.

import CoreGraphics
import Foundation
import QuartzCore

extension ScoreScene {
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

  /// MotionMark's Paths: pieces from point to point of a grid, straight, quadratic or cubic, each in its
  /// own colour and width; their control points wander.
  static let paths = ScoreScene("paths", "strokes of lines, quadratic and cubic curves that bend", seed: 22) {
    { index, random in
      let layer = CAShapeLayer()
      // Points of a grid, as MotionMark has them.
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
