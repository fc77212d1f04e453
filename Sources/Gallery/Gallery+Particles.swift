import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  /// Three kinds of sparks, 5,000 alive at any time, with additive blending.
  static let particles = Demo(
    "particles", "5,000 particles, additive", size: CGSize(width: 1920, height: 1080), duration: 4
  ) {
    let root = night(CGRect(x: 0, y: 0, width: 1920, height: 1080))
    let emitter = CAEmitterLayer()
    emitter.name = "sparks"
    emitter.frame = root.bounds
    emitter.emitterPosition = CGPoint(x: 960, y: 600)
    emitter.emitterSize = CGSize(width: 160, height: 0)
    emitter.emitterShape = .circle
    emitter.emitterMode = .outline
    emitter.renderMode = .additive
    // The emitter has been running for a while when the scene begins.
    emitter.timeOffset = 10
    let dot = Artwork.softDot(width: 64)
    let colors: [(red: Double, green: Double, blue: Double)] = [(1, 0.45, 0.2), (0.3, 0.6, 1), (0.9, 0.3, 0.8)]
    emitter.emitterCells = colors.enumerated().map { index, color in
      let cell = CAEmitterCell()
      cell.contents = dot
      cell.birthRate = index == 0 ? 450 : 400
      cell.lifetime = 4
      cell.velocity = 190
      cell.velocityRange = 240
      cell.emissionRange = .pi / 2
      cell.yAcceleration = CGFloat(70 - 45 * index)
      cell.scale = 0.4
      cell.scaleRange = 0.4
      cell.scaleSpeed = -0.06
      cell.color = CGColor(red: color.red, green: color.green, blue: color.blue, alpha: 0.8)
      cell.greenRange = 0.3
      cell.alphaSpeed = -0.19
      return cell
    }
    root.addSublayer(emitter)
    return root
  }

  /// A camp fire: flames and smoke from a line, and sparks that leave trails.
  static let fire = Demo(
    "fire", "a camp fire: flames, smoke, and sparks with trails", size: CGSize(width: 640, height: 480), duration: 5
  ) {
    let root = night(CGRect(x: 0, y: 0, width: 640, height: 480))
    let dot = Artwork.softDot(width: 64)
    root.addSublayer(hearth("smoke", at: CGPoint(x: 320, y: 330), width: 60, .unordered, [smoke(dot)]))
    root.addSublayer(hearth("flames", at: CGPoint(x: 320, y: 400), width: 150, .additive, [flame(dot), spark(dot)]))
    for (index, turn) in [0.22, -0.2, 0.02].enumerated() {
      let log = CALayer()
      log.name = "log \(index)"
      log.bounds = CGRect(x: 0, y: 0, width: 230, height: 26)
      log.position = CGPoint(x: 320, y: 408 + 7 * index)
      log.cornerRadius = 13
      log.backgroundColor = CGColor(red: 0.3 - 0.05 * Double(index), green: 0.17, blue: 0.11, alpha: 1)
      log.transform = CATransform3DMakeRotation(turn, 0, 0, 1)
      root.insertSublayer(log, at: 1)
    }
    return root
  }

  private static func night(_ bounds: CGRect) -> CALayer {
    CALayer("night", CGColor(red: 0.03, green: 0.03, blue: 0.07, alpha: 1), bounds)
  }

  private static func hearth(
    _ name: String, at place: CGPoint, width: Double, _ mode: CAEmitterLayerRenderMode, _ cells: [CAEmitterCell]
  ) -> CAEmitterLayer {
    let layer = CAEmitterLayer()
    layer.name = name
    layer.emitterPosition = place
    layer.emitterSize = CGSize(width: width, height: 0)
    layer.emitterShape = .line
    layer.renderMode = mode
    layer.emitterCells = cells
    layer.timeOffset = 10
    return layer
  }

  private static func flame(_ dot: CGImage) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.name = "flame"
    cell.contents = dot
    cell.birthRate = 320
    cell.lifetime = 1.1
    cell.lifetimeRange = 0.7
    cell.velocity = 90
    cell.velocityRange = 60
    cell.emissionRange = 0.7
    cell.yAcceleration = -120
    cell.scale = 1.1
    cell.scaleRange = 0.4
    cell.scaleSpeed = -0.75
    cell.color = CGColor(red: 0.9, green: 0.36, blue: 0.1, alpha: 0.32)
    cell.greenSpeed = -0.22
    cell.alphaSpeed = -0.2
    return cell
  }

  private static func smoke(_ dot: CGImage) -> CAEmitterCell {
    let cell = CAEmitterCell()
    cell.name = "smoke"
    cell.contents = dot
    cell.birthRate = 16
    cell.lifetime = 4
    cell.velocity = 55
    cell.velocityRange = 20
    cell.emissionRange = 0.4
    cell.xAcceleration = 6
    cell.scale = 1
    cell.scaleSpeed = 0.7
    cell.color = CGColor(red: 0.55, green: 0.52, blue: 0.55, alpha: 0.09)
    cell.alphaSpeed = -0.022
    return cell
  }

  private static func spark(_ dot: CGImage) -> CAEmitterCell {
    let trail = CAEmitterCell()
    trail.name = "trail"
    trail.contents = dot
    trail.birthRate = 45
    trail.lifetime = 0.45
    trail.scale = 0.8
    trail.scaleSpeed = -1.2
    trail.alphaSpeed = -1.6
    let cell = CAEmitterCell()
    cell.name = "spark"
    cell.contents = dot
    cell.birthRate = 9
    cell.lifetime = 2
    cell.lifetimeRange = 1.2
    cell.velocity = 190
    cell.velocityRange = 90
    cell.emissionRange = 0.9
    cell.yAcceleration = 35
    cell.scale = 0.09
    cell.scaleRange = 0.04
    cell.color = CGColor(red: 1, green: 0.7, blue: 0.35, alpha: 0.9)
    cell.emitterCells = [trail]
    return cell
  }

  /// A replicator in a replicator, both delayed: spokes of dots, in which a wave runs outward and around.
  static let replicator = Demo(
    "replicator", "one dot, copied along spokes and around, each copy later", size: CGSize(width: 640, height: 640),
    duration: 4
  ) {
    let root = page(640, 640, CGColor(red: 0.07, green: 0.08, blue: 0.14, alpha: 1))

    let around = CAReplicatorLayer()
    around.name = "around"
    around.frame = root.bounds
    around.instanceCount = 24
    around.instanceTransform = CATransform3DMakeRotation(2 * .pi / 24, 0, 0, 1)
    around.instanceDelay = 4.0 / 24
    around.instanceRedOffset = -0.03
    root.addSublayer(around)

    let spoke = CAReplicatorLayer()
    spoke.name = "spoke"
    spoke.frame = root.bounds
    spoke.instanceCount = 9
    // Every dot is farther from the middle, turned, and larger than the one before.
    spoke.instanceTransform = CATransform3DRotate(CATransform3DMakeScale(1.22, 1.22, 1), 0.09, 0, 0, 1)
    spoke.instanceDelay = 0.14
    spoke.instanceGreenOffset = -0.07
    spoke.instanceColor = CGColor(red: 1, green: 0.95, blue: 0.9, alpha: 1)
    around.addSublayer(spoke)

    let dot = CALayer()
    dot.name = "dot"
    dot.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
    dot.position = CGPoint(x: 320, y: 266)
    dot.cornerRadius = 4.5
    dot.backgroundColor = CGColor(red: 1, green: 0.85, blue: 0.75, alpha: 1)
    dot.swing("transform.scale", from: 0.35, to: 1.25, duration: 1)
    dot.swing("opacity", from: 0.35, to: 1, duration: 1)
    spoke.addSublayer(dot)
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
