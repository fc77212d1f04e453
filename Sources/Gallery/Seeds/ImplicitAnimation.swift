// Implicit animation (chapter 7): a property is set, and the layer goes there by itself.

import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  /// Taps change colours: on the left in a quarter of a second, on the right within a transaction of one second.
  static let implicitColor = Demo(
    "implicit-color", "a colour is set and fades in by itself, in 0.25 s and in a transaction of 1 s", duration: 5
  ) { stage in
    let quick = stage.add("quarter second", .sky, CGRect(x: 34, y: 48, width: 116, height: 116))
    let slow = stage.add("one second", .sky, CGRect(x: 170, y: 48, width: 116, height: 116))
    for (index, color) in [CGColor.coral, .amber, .mint].enumerated() {
      let time = 0.6 + Double(index) * 1.4
      stage.add("choice", color, CGRect(x: 118 + Double(index) * 30, y: 184, width: 24, height: 24), cornerRadius: 12)
      stage.tap(CGPoint(x: 130 + Double(index) * 30, y: 196), at: time) {
        quick.backgroundColor = color
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        slow.backgroundColor = color
        CATransaction.commit()
      }
    }
  }

  /// A colour fades in within one second, and when it is there, the completion block turns the layer by a quarter.
  static let completionBlock = Demo(
    "completion-block", "a colour fades in, then a transaction's completion block turns the square", duration: 5
  ) { stage in
    let square = stage.add("square", .sky, CGRect(center: CGPoint(x: 160, y: 94), side: 110))
    stage.add("corner", .paper, CGRect(x: 10, y: 10, width: 22, height: 22), cornerRadius: 5, to: square)
    let button = stage.addButton()
    for (index, color) in [CGColor.coral, .violet, .mint].enumerated() {
      stage.tap(button, at: 0.4 + Double(index) * 1.5) {
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        CATransaction.setCompletionBlock {
          // By now the transaction is over, and its duration with it: the turn takes a quarter of a second.
          square.setAffineTransform(square.affineTransform().rotated(by: .pi / 2))
        }
        square.backgroundColor = color
        CATransaction.commit()
      }
    }
  }

  /// A transition as the layer's action for its colour: the new colour pushes the old one out.
  static let customAction = Demo(
    "custom-action", "a push in a layer's actions: the new colour slides in from the left", duration: 5
  ) { stage in
    let push = CATransition()
    push.type = .push
    push.subtype = .fromLeft
    let square = stage.add("square", .sky, CGRect(center: CGPoint(x: 160, y: 94), side: 130))
    square.actions = ["backgroundColor": push]
    let button = stage.addButton()
    for (index, color) in [CGColor.coral, .amber, .mint].enumerated() {
      stage.tap(button, at: 0.6 + Double(index) * 1.4) { square.backgroundColor = color }
    }
  }

  /// Taps beside the square send it there, slowly; taps on it change its colour. It is hit where it is seen, which only
  /// its presentation knows: the model is at its goal already.
  static let presentationHit = Demo(
    "presentation-hit", "a moving square is hit where it is seen: its colour changes, else it moves to the tap",
    duration: 6.4
  ) { stage in
    let square = stage.add("square", .sky, CGRect(x: 30, y: 30, width: 64, height: 64))
    square.zPosition = 1
    var colors = CGColor.brights.dropFirst()
    func touch(_ point: CGPoint) {
      if square.presentation()?.hitTest(point) != nil {
        square.backgroundColor = colors.removeFirst()
      } else {
        CATransaction.begin()
        CATransaction.setAnimationDuration(2.4)
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
        square.position = point
        CATransaction.commit()
      }
    }
    // Half way to the goal at 1.6 s. The next tap, on the goal, misses: the model is there, but not what is seen.
    for (x, y, time) in [(250.0, 170.0, 0.4), (154, 114, 1.6), (250, 170, 2.1), (238, 160, 3.2), (62, 62, 3.8)] {
      let point = CGPoint(x: x, y: y)
      let goal = stage.add("goal", nil, CGRect(center: point, side: 8), cornerRadius: 4)
      goal.borderColor = .line
      goal.borderWidth = 1
      stage.tap(point, at: time) { touch(point) }
    }
  }
}
