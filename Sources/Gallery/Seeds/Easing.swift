// The pace of a movement, by timing functions and by keyframes (chapter 10).

import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  private static let named: [CAMediaTimingFunctionName] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]

  /// Squares that transactions send across, which differ only in the timing function.
  static let easing = Demo(
    "easing", "five squares race in transactions with linear, ease in, ease out, both, and default pace", duration: 5.4
  ) { stage in
    let squares = named.enumerated().map { row, name in
      let y = 28 + Double(row) * 40
      stage.add("track", .panel, CGRect(x: 38, y: y - 2, width: 244, height: 4), cornerRadius: 2)
      return stage.add(name.rawValue, .brights[row], CGRect(center: CGPoint(x: 38, y: y), side: 30), cornerRadius: 7)
    }
    for (x, time) in [(282.0, 0.5), (38, 3.0)] {
      stage.mark(time)
      stage.script.at(time) {
        for (square, name) in zip(squares, named) {
          CATransaction.begin()
          CATransaction.setAnimationDuration(1.8)
          CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: name))
          square.position = CGPoint(x: x, y: square.position.y)
          CATransaction.commit()
        }
      }
    }
  }

  /// The named functions and one of our own as graphs: time to the right, progress up. The dot on each moves evenly in
  /// x, by the function itself in y, and so stays on the curve.
  static let timingCurves = Demo(
    "timing-curves", "the graphs of timing functions by their control points, and dots that follow them", duration: 4
  ) { stage in
    let functions =
      named.map { CAMediaTimingFunction(name: $0) } + [CAMediaTimingFunction(controlPoints: 1, 0, 0.75, 1)]
    for (index, function) in functions.enumerated() {
      let panel = stage.add(
        "graph", .panel, CGRect(x: 19 + Double(index % 3) * 97, y: 10 + Double(index / 3) * 102, width: 88, height: 96))
      // In a graph, y points up.
      panel.isGeometryFlipped = true
      let (origin, side) = (CGPoint(x: 10, y: 14), 68.0)
      stage.add("axis", .line, CGRect(x: 8, y: 12, width: 72, height: 1), cornerRadius: 0, to: panel)
      stage.add("axis", .line, CGRect(x: 8, y: 12, width: 1, height: 72), cornerRadius: 0, to: panel)
      let points = (0..<4).map { index in
        var values: [Float] = [0, 0]
        function.getControlPoint(at: index, values: &values)
        return CGPoint(x: origin.x + CGFloat(values[0]) * side, y: origin.y + CGFloat(values[1]) * side)
      }
      let color = index < named.count ? CGColor.brights[index] : .paper
      stage.add(Curve(points[0], points[1], points[2], points[3]), color: color, dots: 24, to: panel)
      let dot = stage.add("dot", .paper, CGRect(center: origin, side: 10), cornerRadius: 5, to: panel)
      for (keyPath, from, pace) in [
        ("position.x", origin.x, CAMediaTimingFunction(name: .linear)), ("position.y", origin.y, function),
      ] {
        let move = CABasicAnimation(keyPath: keyPath)
        move.fromValue = from
        move.toValue = from + side
        move.timingFunction = pace
        move.duration = 1.7
        move.autoreverses = true
        move.repeatCount = .infinity
        move.beginTime = 0.3
        move.fillMode = .backwards
        dot.add(move, forKey: keyPath)
      }
    }
  }

  /// A clock at nine past ten, two seconds before the minute is full. Its hands start slowly, jump, and come to rest.
  static let clock = Demo("clock", "clock hands tick with a timing function of their own", duration: 6) { stage in
    let face = addClockFace(to: stage)
    func hand(_ name: String, _ color: CGColor, length: Double, width: Double) -> CALayer {
      let hand = stage.add(
        name, color, CGRect(x: 0, y: 0, width: width, height: length), cornerRadius: width / 2, to: face)
      hand.anchorPoint = CGPoint(x: 0.5, y: 0.88)
      hand.position = CGPoint(x: 98, y: 98)
      return hand
    }
    // The hands, with the duration of a turn in seconds.
    let hands = [
      (hand("hours", .backdrop, length: 62, width: 8), 43200.0),
      (hand("minutes", .backdrop, length: 88, width: 6), 3600),
      (hand("seconds", .coral, length: 98, width: 3), 60),
    ]
    stage.add("pin", .coral, CGRect(center: CGPoint(x: 98, y: 98), side: 12), cornerRadius: 6, to: face)

    func show(_ seconds: Double, animated: Bool) {
      for (hand, turn) in hands {
        // The minute hand jumps once a minute.
        let steps = turn == 3600 ? (seconds / 60).rounded(.down) * 60 : seconds
        let transform = CATransform3DMakeRotation(2 * .pi * steps.truncatingRemainder(dividingBy: turn) / turn, 0, 0, 1)
        let tick = CABasicAnimation(keyPath: "transform")
        tick.fromValue = hand.presentation()?.value(forKey: "transform")
        tick.toValue = transform
        tick.duration = 0.5
        tick.timingFunction = CAMediaTimingFunction(controlPoints: 1, 0, 0.75, 1)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        hand.transform = transform
        CATransaction.commit()
        if animated { hand.add(tick, forKey: nil) }
      }
    }
    let start = Double((10 * 60 + 8) * 60 + 57)
    show(start, animated: false)
    for second in 1...5 {
      stage.mark(Double(second) - 0.5)
      stage.script.at(Double(second) - 0.5) { show(start + Double(second), animated: true) }
    }
  }

  private static func addClockFace(to stage: SeedCanvas) -> CALayer {
    let face = stage.add("face", .paper, CGRect(center: CGPoint(x: 160, y: 110), side: 196), cornerRadius: 98)
    face.borderWidth = 6
    face.borderColor = .line
    for hour in 0..<12 {
      let isQuarter = hour % 3 == 0
      let tick = stage.add(
        "tick", .backdrop, CGRect(x: 0, y: 0, width: isQuarter ? 4 : 2, height: isQuarter ? 14 : 8), cornerRadius: 1,
        to: face)
      tick.position = CGPoint(x: 98, y: 98)
      tick.anchorPoint = CGPoint(x: 0.5, y: 84 / tick.bounds.height)
      tick.setAffineTransform(CGAffineTransform(rotationAngle: Double(hour) * .pi / 6))
    }
    return face
  }

  /// Two balls fall and bounce. On the left the heights and times of the bounces are keyframes, eased in between; on
  /// the right every frame is a keyframe, by an easing function.
  static let bouncingBall = Demo(
    "bouncing-ball", "a ball by keyframes with timing functions, and one by 60 frames of an easing function",
    duration: 5
  ) { stage in
    let (top, floor) = (34.0, 182.0)
    stage.add("floor", .line, CGRect(x: 60, y: 204, width: 200, height: 4), cornerRadius: 2)
    let balls = [(112.0, ArtworkColor.coral), (208, .sky)].map { x, color in
      stage.add("ball", picture: Artwork.ball(color), CGRect(center: CGPoint(x: x, y: top), side: 44))
    }
    func drop(_ ball: CALayer, _ fall: CAKeyframeAnimation) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      ball.position.y = floor
      CATransaction.commit()
      fall.duration = 1.4
      ball.add(fall, forKey: nil)
    }
    for time in [0.4, 2.8] {
      stage.mark(time)
      stage.script.at(time) {
        let few = CAKeyframeAnimation(keyPath: "position")
        few.values = [top, floor, top + 110, floor, top + 136, floor, top + 145, floor].map {
          NSValue(cgPoint: CGPoint(x: balls[0].position.x, y: $0))
        }
        let (easeIn, easeOut) = (CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .easeOut))
        few.timingFunctions = [easeIn, easeOut, easeIn, easeOut, easeIn, easeOut, easeIn]
        few.keyTimes = [0, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1]
        drop(balls[0], few)

        let (from, to) = (CGPoint(x: balls[1].position.x, y: top), CGPoint(x: balls[1].position.x, y: floor))
        let many = CAKeyframeAnimation(keyPath: "position")
        many.values = (0...60).map { from.moved(towards: to, Easing.bounce(Double($0) / 60)) }
        drop(balls[1], many)
      }
    }
  }
}
