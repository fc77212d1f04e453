// Explicit animations, as an app keeps them in one place.

import UIKit

enum Motions {
  /// Along half a circle below `center`, from right to left, nose first.
  static func flight(around center: CGPoint, radius: CGFloat) -> CAKeyframeAnimation {
    let route = UIBezierPath(arcCenter: center, radius: radius, startAngle: 0, endAngle: .pi, clockwise: true)
    let flight = CAKeyframeAnimation(keyPath: "position")
    flight.path = route.cgPath
    flight.calculationMode = .paced
    flight.rotationMode = .rotateAuto
    flight.duration = 4
    flight.fillMode = .both
    flight.isRemovedOnCompletion = false
    return flight
  }

  /// Through two straight legs and a curve, each at its own pace.
  static func tour() -> CAKeyframeAnimation {
    let route = UIBezierPath()
    route.move(to: .zero)
    route.addLine(to: CGPoint(x: 100, y: 0))
    route.addLine(to: CGPoint(x: 100, y: 100))
    route.addCurve(
      to: CGPoint(x: 200, y: 100), controlPoint1: CGPoint(x: 100, y: 150), controlPoint2: CGPoint(x: 200, y: 150))
    let tour = CAKeyframeAnimation(keyPath: "position")
    tour.path = route.cgPath
    tour.keyTimes = [0, 0.25, 0.5, 1]
    tour.timingFunctions = [
      CAMediaTimingFunction(name: .linear),
      CAMediaTimingFunction(name: .easeIn),
      CAMediaTimingFunction(controlPoints: 0.2, 0, 0.2, 1),
    ]
    tour.duration = 4
    return tour
  }

  /// A field that shakes its head.
  static func shake() -> CAKeyframeAnimation {
    let shake = CAKeyframeAnimation(keyPath: "position.x")
    shake.values = [0, 10, -10, 10, 0]
    shake.keyTimes = [0, NSNumber(value: 1 / 6.0), NSNumber(value: 3 / 6.0), NSNumber(value: 5 / 6.0), 1]
    shake.duration = 0.6
    shake.isAdditive = true
    return shake
  }

  static func corners(of rect: CGRect) -> CAKeyframeAnimation {
    let corners = CAKeyframeAnimation(keyPath: "position")
    corners.values = [
      NSValue(cgPoint: rect.origin),
      NSValue(cgPoint: CGPoint(x: rect.maxX, y: rect.minY)),
      CGPoint(x: rect.maxX, y: rect.maxY) as NSValue,
    ]
    corners.duration = 2
    corners.timingFunction = CAMediaTimingFunction(name: CAMediaTimingFunctionName.linear)
    return corners
  }

  /// Grows with a bounce.
  static func pop() -> CASpringAnimation {
    let pop = CASpringAnimation(keyPath: "transform.scale")
    pop.mass = 1
    pop.stiffness = 200
    pop.damping = 8
    pop.initialVelocity = 0
    pop.fromValue = 0.5
    pop.toValue = 1.0
    pop.duration = pop.settlingDuration
    return pop
  }

  /// Fades out while turning and growing.
  static func vanish() -> CAAnimationGroup {
    let fade = CABasicAnimation(keyPath: "opacity")
    fade.fromValue = NSNumber(value: 1)
    fade.toValue = NSNumber(value: 0)

    let grow = CABasicAnimation(keyPath: "bounds")
    grow.toValue = NSValue(cgRect: CGRect(x: 0, y: 0, width: 200, height: 200))

    let spin = CABasicAnimation(keyPath: "transform")
    spin.valueFunction = CAValueFunction(name: .rotateZ)
    spin.fromValue = 0
    spin.toValue = CGFloat.pi / 2
    spin.beginTime = 0.5
    spin.fillMode = .backwards

    let group = CAAnimationGroup()
    group.animations = [fade, grow, spin]
    group.duration = 1
    group.timingFunction = CAMediaTimingFunction(name: .linear)
    group.fillMode = .forwards
    group.isRemovedOnCompletion = false
    return group
  }

  static func blink() -> CABasicAnimation {
    let blink = CABasicAnimation(keyPath: "opacity")
    blink.fromValue = 1
    blink.toValue = 0
    blink.duration = 0.5
    blink.autoreverses = true
    blink.repeatCount = .infinity
    return blink
  }
}
