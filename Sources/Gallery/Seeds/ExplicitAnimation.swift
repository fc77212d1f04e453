// Animation objects that are added to layers, of one property each, and groups of them (chapter 8).
//
// Tested by ExplicitSceneTests, ImplicitSceneTests and TimeSceneTests.

import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension Gallery {
  /// Three ways to animate to a colour. On the left the model is never set, and the colour jumps back; in the middle
  /// the model is set first, and the animation begins at the shown value; on the right the delegate sets it at the end.
  static let basic = Demo(
    "basic", "a basic animation that jumps back, and two that stay: by the model, by the delegate", duration: 4.6
  ) { stage in
    let squares = (0..<3).map { index in
      stage.add("square \(index)", .sky, CGRect(x: 20 + Double(index) * 98, y: 60, width: 84, height: 84))
    }
    func fade(to color: CGColor) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: "backgroundColor")
      animation.toValue = color
      animation.duration = 0.8
      return animation
    }
    func setColor(_ layer: CALayer, _ color: CGColor?) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.backgroundColor = color
      CATransaction.commit()
    }
    let button = stage.addButton()
    for (index, color) in [CGColor.coral, .amber, .mint].enumerated() {
      stage.tap(button, at: 0.4 + Double(index) * 1.4) {
        squares[0].add(fade(to: color), forKey: nil)

        let second = fade(to: color)
        second.fromValue = squares[1].presentation()?.backgroundColor
        setColor(squares[1], color)
        squares[1].add(second, forKey: nil)

        let third = fade(to: color)
        // The layer keeps a copy, with the values that were set for custom keys.
        third.setValue(squares[2], forKey: "square")
        third.delegate = AnimationObserver { animation, _ in
          guard let square = animation.value(forKey: "square") as? CALayer else { return }
          setColor(square, color)
        }
        squares[2].add(third, forKey: nil)
      }
    }
  }

  /// A series of colours: on the left with linear steps, on the right with steps that ease in, as a lamp does.
  static let keyframes = Demo(
    "keyframes", "four colours as keyframes, paced evenly and with a timing function for each step", duration: 5
  ) { stage in
    let even = stage.add("even", .sky, CGRect(x: 34, y: 40, width: 116, height: 116))
    let pulsing = stage.add("eased", .sky, CGRect(x: 170, y: 40, width: 116, height: 116), cornerRadius: 58)
    stage.tap(stage.addButton(), at: 0.5) {
      let animation = CAKeyframeAnimation(keyPath: "backgroundColor")
      animation.values = [CGColor.sky, CGColor.coral, CGColor.mint, CGColor.sky]
      animation.duration = 2
      animation.repeatCount = 2
      even.add(animation, forKey: nil)
      animation.timingFunctions = Array(repeating: CAMediaTimingFunction(name: .easeIn), count: 3)
      pulsing.add(animation, forKey: nil)
    }
  }

  /// Two ships along the same curve; the lower one turns its nose along the path.
  static let path = Demo("path", "ships along a curve, one of which turns with it", duration: 5) { stage in
    for (y, mode) in [(62.0, nil), (156, CAAnimationRotationMode.rotateAuto)] {
      let wave = UIBezierPath()
      wave.move(to: CGPoint(x: 40, y: y))
      wave.addCurve(
        to: CGPoint(x: 280, y: y), controlPoint1: CGPoint(x: 100, y: y - 110),
        controlPoint2: CGPoint(x: 220, y: y + 110))
      stage.add(.wave(from: CGPoint(x: 40, y: y), width: 240, height: 110))
      let ship = stage.add("ship", picture: Artwork.ship, CGRect(center: CGPoint(x: 40, y: y), side: 56))
      ship.zPosition = 1
      let fly = CAKeyframeAnimation(keyPath: "position")
      fly.path = wave.cgPath
      fly.rotationMode = mode
      fly.duration = 4
      fly.beginTime = 0.5
      fly.fillMode = .both
      fly.isRemovedOnCompletion = false
      ship.add(fly, forKey: "fly")
    }
  }

  /// Four turns: half a turn of the transform; a whole turn of the transform, which does not move; a whole turn of the
  /// virtual property; and that together with a scale.
  static let virtualRotation = Demo(
    "virtual-rotation", "turns by transform and by transform.rotation, where a whole turn is one", duration: 5
  ) { stage in
    func animation(_ keyPath: String, to value: Any? = nil, by: Any? = nil) -> CABasicAnimation {
      let animation = CABasicAnimation(keyPath: keyPath)
      animation.toValue = value
      animation.byValue = by
      animation.duration = 2
      return animation
    }
    let wholeTurn = 2 * CGFloat.pi
    let turns = [
      [animation("transform", to: CATransform3DMakeRotation(.pi, 0, 0, 1))],
      [animation("transform", to: CATransform3DMakeRotation(wholeTurn, 0, 0, 1))],
      [animation("transform.rotation", by: wholeTurn)],
      [animation("transform.rotation", by: wholeTurn), animation("transform.scale", to: 0.5)],
    ]
    for (index, animations) in turns.enumerated() {
      let cell = CGRect(x: 48 + Double(index % 2) * 116, y: 8 + Double(index / 2) * 104, width: 108, height: 98)
      let panel = stage.add("panel", .panel, cell)
      let ship = stage.add("ship", picture: Artwork.ship, CGRect(x: 14, y: 9, width: 80, height: 80), to: panel)
      for time in [0.5, 2.8] {
        stage.script.at(time) { for animation in animations { ship.add(animation, forKey: nil) } }
      }
    }
    stage.mark(0.5)
    stage.mark(2.8)
  }

  /// A path and a colour in one group, which gives both its four seconds.
  static let group = Demo("group", "a path and a colour as one group", duration: 5) { stage in
    let wave = Curve.wave(from: CGPoint(x: 40, y: 108), width: 240, height: 150)
    stage.add(wave)
    let square = stage.add("square", .mint, CGRect(center: wave.start, side: 52))
    square.zPosition = 1

    let fly = CAKeyframeAnimation(keyPath: "position")
    fly.path = wave.path
    fly.rotationMode = .rotateAuto
    let blush = CABasicAnimation(keyPath: "backgroundColor")
    blush.toValue = CGColor.coral

    let group = CAAnimationGroup()
    group.animations = [fly, blush]
    group.duration = 4
    group.beginTime = 0.5
    square.add(group, forKey: nil)
  }

  /// A turn that is stopped half way, and one that comes to its end: the lamp shows the delegate's flag.
  static let cancelled = Demo(
    "cancelled", "a turning ship is stopped; the lamp shows whether the delegate heard finished", duration: 5.4
  ) { stage in
    let ship = stage.add("ship", picture: Artwork.ship, CGRect(center: CGPoint(x: 160, y: 84), side: 120))
    let start = stage.add("start", .sky, CGRect(x: 70, y: 172, width: 52, height: 28), cornerRadius: 14)
    let stop = stage.add("stop", .coral, CGRect(x: 198, y: 172, width: 52, height: 28), cornerRadius: 6)
    let lamp = stage.add("lamp", .panel, CGRect(center: CGPoint(x: 160, y: 186), side: 28), cornerRadius: 14)
    lamp.borderWidth = 3
    lamp.borderColor = .line

    func begin() {
      lamp.backgroundColor = .panel
      let turn = CABasicAnimation(keyPath: "transform.rotation")
      turn.duration = 2
      turn.byValue = 2 * CGFloat.pi
      turn.delegate = AnimationObserver { _, finished in lamp.backgroundColor = finished ? .mint : .coral }
      ship.add(turn, forKey: "turn")
    }
    stage.tap(start.position, at: 0.4, begin)
    stage.tap(stop.position, at: 1.6) { ship.removeAnimation(forKey: "turn") }
    stage.tap(start.position, at: 2.8, begin)
  }
}

/// A delegate that calls closures when an animation begins and ends.
final class AnimationObserver: NSObject, CAAnimationDelegate {
  private let started: () -> Void
  private let stopped: (CAAnimation, Bool) -> Void

  /// - Parameters:
  ///   - started: called at the beginning.
  ///   - stopped: called at the end, with the animation and whether it was finished.
  init(started: @escaping () -> Void = {}, stopped: @escaping (_ animation: CAAnimation, _ finished: Bool) -> Void) {
    self.started = started
    self.stopped = stopped
  }

  func animationDidStart(_ anim: CAAnimation) { started() }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stopped(anim, flag) }
}
