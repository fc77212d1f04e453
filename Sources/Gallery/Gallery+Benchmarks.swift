// Each scene of the benchmark is one kind of load, large enough to measure, at 1920x1080.

import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  static let canvas = CGSize(width: 1920, height: 1080)

  /// 1,000 opaque rectangles that all move, their edges on whole pixels as on iOS, where layers are not antialiased.
  static let rectangles = Demo(
    "rectangles", "1,000 moving opaque rectangles, edges on whole pixels", size: canvas, duration: 4
  ) { movingRectangles(antialiased: false) }

  /// The opaque rectangles with antialiased edges.
  static let antialiasedRectangles = Demo(
    "rectangles-antialiased", "1,000 moving opaque rectangles, edges antialiased", size: canvas, duration: 4
  ) { movingRectangles(antialiased: true) }

  private static func movingRectangles(antialiased: Bool) -> CALayer {
    let root = background(white: 1)
    var random = SeededNumbers(seed: 1)
    for index in 0..<1000 {
      let layer = CALayer()
      layer.name = "rectangle \(index)"
      layer.bounds = CGRect(x: 0, y: 0, width: random.next(8...40).rounded(), height: random.next(8...40).rounded())
      let from = CGPoint(x: random.next(0...1920), y: random.next(0...1080))
      layer.position = from
      layer.backgroundColor = CGColor(
        red: random.next(0...1), green: random.next(0...1), blue: random.next(0...1), alpha: 1)
      layer.allowsEdgeAntialiasing = antialiased
      let to = CGPoint(x: from.x + random.next(-120...120), y: from.y + random.next(-120...120))
      layer.add(CABasicAnimation.swing("position", to: to, duration: random.next(1...2)), forKey: "move")
      root.addSublayer(layer)
    }
    return root
  }

  /// 200 cards: an image clipped by rounded corners under a border, all moving by whole pixels.
  static let cards = Demo(
    "cards", "200 bordered, rounded cards with images", size: canvas, duration: 4
  ) {
    let root = background(white: 1)
    let images = (0..<16).map { Artwork.landscape(width: 256, height: 256, hue: Double($0) / 16) }
    for index in 0..<200 {
      let layer = CALayer()
      layer.name = "card \(index)"
      layer.bounds = CGRect(x: 0, y: 0, width: 180, height: 120)
      let from = CGPoint(x: 48 + Double(index % 20) * 96, y: 54 + Double(index / 20) * 108)
      layer.position = from
      layer.contents = images[index % 16]
      layer.contentsGravity = .resizeAspectFill
      layer.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 2.0 / 3)
      layer.cornerRadius = 16
      layer.masksToBounds = true
      layer.borderWidth = 2
      layer.borderColor = CGColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
      // 30 points in half a second: a whole pixel a frame at 60 frames a second.
      let to = CGPoint(x: from.x + (index % 2 == 0 ? 30 : -30), y: from.y + (index % 3 == 0 ? 30 : 0))
      layer.add(CABasicAnimation.swing("position", to: to, duration: 0.5), forKey: "move")
      root.addSublayer(layer)
    }
    return root
  }

  /// 1,000 translucent sprites that turn.
  static let sprites = Demo("sprites", "1,000 rotating translucent sprites", size: canvas, duration: 4) {
    let root = background(white: 1)
    var random = SeededNumbers(seed: 2)
    let images = (0..<8).map { index in
      let color = ArtworkColor(hue: Double(index) / 8, saturation: 0.7, value: 1)
      return Artwork.image(width: 64, height: 64) { x, y in
        let distance = hypot(x - 0.5, y - 0.5)
        let petal = 0.32 + 0.12 * cos(atan2(y - 0.5, x - 0.5) * Double(index + 3))
        return ArtworkColor(color.red, color.green, color.blue, min(max((petal - distance) * 20, 0), 1))
      }
    }
    for index in 0..<1000 {
      let layer = CALayer()
      layer.name = "sprite \(index)"
      layer.bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
      layer.position = CGPoint(x: random.next(0...1920), y: random.next(0...1080))
      layer.contents = images[index % 8]
      layer.opacity = Float(random.next(0.3...1))
      let turn = CABasicAnimation(keyPath: "transform.rotation.z")
      let start = random.next(0...6.28)
      turn.fromValue = start
      turn.toValue = start + 2 * Double.pi
      turn.duration = 2
      turn.repeatCount = .infinity
      layer.add(turn, forKey: "turn")
      root.addSublayer(layer)
    }
    return root
  }

  /// 10,000 layers in 100 groups of nested rows, 1,000 of them animated, to measure sampling and flattening.
  static let tree = Demo("tree", "10,000 layers, 1,000 of them animated", size: canvas, duration: 4) {
    let root = background(white: 1)
    for group in 0..<100 {
      let box = CALayer()
      box.name = "group \(group)"
      box.frame = CGRect(x: Double(group % 10) * 192, y: Double(group / 10) * 108, width: 190, height: 106)
      root.addSublayer(box)
      for index in 0..<99 {
        let layer = CALayer()
        layer.frame = CGRect(x: Double(index % 11) * 17 + 2, y: Double(index / 11) * 11 + 3, width: 13, height: 8)
        layer.backgroundColor =
          ArtworkColor(hue: Double(group) / 100, saturation: 0.3 + Double(index) / 150, value: 0.9).cgColor
        layer.allowsEdgeAntialiasing = false
        box.addSublayer(layer)
        guard index % 10 == 7 else { continue }
        let move = CABasicAnimation(keyPath: "position.y")
        move.byValue = 6
        move.duration = 0.5 + Double(index) / 100
        move.autoreverses = true
        move.repeatCount = .infinity
        layer.add(move, forKey: "move")
      }
    }
    return root
  }

  static func background(white: Double) -> CALayer {
    CALayer("canvas", CGColor(gray: white, alpha: 1), CGRect(origin: .zero, size: canvas))
  }

  /// 100 rounded cards with shadows, moving by whole pixels and by fractions of them.
  static let shadowCards = Demo("shadow-cards", "100 cards with shadows, moving", size: canvas, duration: 4) {
    let root = background(white: 0.85)
    for index in 0..<100 {
      let card = CALayer()
      card.name = "card \(index)"
      let from = CGPoint(x: 96 + Double(index % 10) * 192, y: 54 + Double(index / 10) * 108)
      card.bounds = CGRect(x: 0, y: 0, width: 150, height: 84)
      card.position = from
      card.cornerRadius = 12
      card.backgroundColor =
        ArtworkColor(hue: Double(index) / 100, saturation: 0.25, value: 0.98).cgColor
      card.shadowOpacity = 0.5
      card.shadowRadius = 8
      card.shadowOffset = CGSize(width: 0, height: 4)
      let label = CALayer()
      label.frame = CGRect(x: 16, y: 16, width: 80, height: 10)
      label.backgroundColor = ArtworkColor(hue: Double(index) / 100, saturation: 0.7, value: 0.6).cgColor
      card.addSublayer(label)
      let to = CGPoint(x: from.x + (index % 2 == 0 ? 30 : -25), y: from.y + (index % 3 == 0 ? 30 : -10))
      card.add(CABasicAnimation.swing("position", to: to, duration: 0.5), forKey: "move")
      root.addSublayer(card)
    }
    return root
  }

  /// 200 shapes of twelve curves each that morph between three forms all the time, at 1920x1080; every second one has
  /// an outline, every fifth a dashed one.
  static let morph = Demo(
    "morph", "200 morphing shapes, filled and outlined", size: canvas, duration: 4
  ) {
    let root = background(white: 0.97)
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

  /// Returns a closed form of twelve curves around the origin: six petals.
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
