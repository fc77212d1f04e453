// One of each special layer, set up as an app does.

import UIKit

final class ProgressRing {
  let track = CAShapeLayer()
  let bar = CAShapeLayer()

  init(diameter: CGFloat) {
    let circle = UIBezierPath(
      arcCenter: CGPoint(x: diameter / 2, y: diameter / 2), radius: diameter / 2 - 5, startAngle: -.pi / 2,
      endAngle: 3 * .pi / 2, clockwise: true)
    for shape in [track, bar] {
      shape.frame = CGRect(x: 0, y: 0, width: diameter, height: diameter)
      shape.path = circle.cgPath
      shape.fillColor = UIColor.clear.cgColor
      shape.lineWidth = 10
      shape.lineCap = .round
      shape.lineJoin = .round
    }
    track.strokeColor = UIColor.systemGray5.cgColor
    track.lineDashPattern = [6, 3]
    bar.strokeColor = UIColor.systemBlue.cgColor
    bar.strokeEnd = 0
    track.addSublayer(bar)
  }

  func setProgress(_ progress: CGFloat, animated: Bool) {
    if animated {
      let animation = CABasicAnimation(keyPath: "strokeEnd")
      animation.fromValue = bar.presentation()?.strokeEnd ?? bar.strokeEnd
      animation.toValue = progress
      animation.duration = 1
      bar.add(animation, forKey: "strokeEnd")
    }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    bar.strokeEnd = progress
    CATransaction.commit()
  }
}

enum Decorations {
  static func sky(frame: CGRect) -> CAGradientLayer {
    let gradient = CAGradientLayer()
    gradient.frame = frame
    gradient.colors = [UIColor.blue.cgColor, UIColor(white: 1, alpha: 1).cgColor]
    gradient.locations = [0.0, 1.0]
    gradient.startPoint = CGPoint(x: 0.5, y: 0)
    gradient.endPoint = CGPoint(x: 0.5, y: 1)
    gradient.type = .axial
    return gradient
  }

  static func sunrise(on gradient: CAGradientLayer) {
    let colors = CABasicAnimation(keyPath: "colors")
    colors.fromValue = gradient.colors
    colors.toValue = [UIColor.red.cgColor, UIColor.white.cgColor]
    colors.duration = 2
    gradient.add(colors, forKey: "sunrise")

    let move = CABasicAnimation(keyPath: "locations")
    move.fromValue = [0.0, 0.5] as [NSNumber]
    move.toValue = [0.5, 1.0]
    move.duration = 2
    gradient.add(move, forKey: "move")
  }

  /// The activity indicator that every tutorial on replicators makes.
  static func activityIndicator(dots count: Int) -> CAReplicatorLayer {
    let replicator = CAReplicatorLayer()
    replicator.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
    replicator.instanceCount = count
    replicator.instanceDelay = CFTimeInterval(1.0 / Float(count))
    let angle = (CGFloat.pi * 2) / CGFloat(count)
    replicator.instanceTransform = CATransform3DMakeRotation(angle, 0, 0, 1)
    replicator.instanceColor = UIColor.white.cgColor
    replicator.instanceAlphaOffset = -0.05

    let dot = CALayer()
    dot.frame = CGRect(x: 27, y: 0, width: 6, height: 6)
    dot.backgroundColor = UIColor.systemOrange.cgColor
    dot.cornerRadius = 3
    replicator.addSublayer(dot)
    dot.add(Motions.blink(), forKey: "blink")
    return replicator
  }

  static func title(_ text: String) -> CATextLayer {
    let title = CATextLayer()
    title.frame = CGRect(x: 0, y: 0, width: 200, height: 30)
    title.string = text
    title.font = "HelveticaNeue-Bold" as CFTypeRef
    title.fontSize = 18
    title.foregroundColor = UIColor.label.cgColor
    title.alignmentMode = .center
    title.truncationMode = .end
    title.isWrapped = true
    title.contentsScale = UIScreen.main.scale
    return title
  }

  static func confetti(width: CGFloat, image: UIImage?) -> CAEmitterLayer {
    let emitter = CAEmitterLayer()
    emitter.emitterPosition = CGPoint(x: width / 2, y: -10)
    emitter.emitterShape = .line
    emitter.emitterSize = CGSize(width: width, height: 1)
    emitter.renderMode = .additive
    emitter.beginTime = CACurrentMediaTime()

    let colors: [UIColor] = [.systemRed, .systemGreen, UIColor(red: 0.2, green: 0.4, blue: 1, alpha: 1)]
    emitter.emitterCells = colors.enumerated().map { index, color in
      let cell = CAEmitterCell()
      cell.name = "confetti\(index)"
      cell.contents = image?.cgImage
      cell.color = color.cgColor
      cell.birthRate = 6.0
      cell.lifetime = 14.0
      cell.lifetimeRange = 0
      cell.velocity = CGFloat(350)
      cell.velocityRange = 80
      cell.emissionLongitude = CGFloat.pi
      cell.emissionRange = .pi / 4
      cell.spin = 3.5
      cell.scale = 0.5
      cell.scaleRange = 0.25
      cell.alphaSpeed = -0.1
      cell.yAcceleration = 100
      return cell
    }
    return emitter
  }
}
