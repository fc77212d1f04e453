// Views' layers animate within blocks only; views have transitions of their own (chapters 7, 8 and 10).

import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension Gallery {
  /// The same change of two views: above outside any block, with a jump; below within one, easing out.
  static let viewAnimation = Demo(
    "view-animation", "views jump when they are set, and move where that happens in an animation block", duration: 5
  ) { stage in
    let views = [70.0, 146].map { y in
      let view = UIView(frame: CGRect(center: CGPoint(x: 66, y: y), side: 56))
      view.backgroundColor = UIColor(cgColor: .sky)
      view.layer.cornerRadius = 10
      stage.root.addSublayer(view.layer)
      stage.keep(view)
      return view
    }
    for (index, (x, color)) in [(254.0, CGColor.coral), (160, .amber), (66, .sky)].enumerated() {
      stage.tap(CGPoint(x: x, y: 194), at: 0.5 + Double(index) * 1.5) {
        func change(_ view: UIView) {
          view.center.x = x
          view.backgroundColor = UIColor(cgColor: color)
        }
        change(views[0])
        UIView.animate(withDuration: 1, delay: 0, options: .curveEaseOut, animations: { change(views[1]) })
      }
    }
  }

  /// An image view in each of the seven transitions of views, and last one view replacing another.
  static let viewTransitions = Demo(
    "view-transitions", "pictures change by flips, curls and dissolving; last, one view replaces another", duration: 5
  ) { stage in
    let effects: [UIView.AnimationOptions] = [
      .transitionFlipFromLeft, .transitionFlipFromRight, .transitionFlipFromTop, .transitionFlipFromBottom,
      .transitionCurlUp, .transitionCurlDown, .transitionCrossDissolve,
    ]
    let pictures = [0.55, 0.95, 0.1].map { UIImage(cgImage: Artwork.landscape(width: 136, height: 160, hue: $0)) }
    func frame(_ index: Int) -> CGRect {
      CGRect(x: 17 + Double(index % 4) * 73, y: 20 + Double(index / 4) * 96, width: 68, height: 80)
    }
    let order = [1, 2, 0]
    for (index, effect) in effects.enumerated() {
      let view = UIImageView(frame: frame(index))
      view.layer.name = "picture \(index)"
      view.image = pictures[0]
      stage.root.addSublayer(view.layer)
      stage.keep(view)
      for (turn, picture) in order.enumerated() {
        stage.script.at(0.5 + Double(turn) * 1.5) {
          UIView.transition(with: view, duration: 1, options: effect, animations: { view.image = pictures[picture] })
        }
      }
    }
    let container = UIView(frame: frame(effects.count))
    container.layer.name = "views in turn"
    stage.root.addSublayer(container.layer)
    stage.keep(container)
    let views = pictures.map { picture in
      let view = UIImageView(frame: container.bounds)
      view.image = picture
      return view
    }
    container.addSubview(views[0])
    for (turn, picture) in order.enumerated() {
      stage.mark(0.5 + Double(turn) * 1.5)
      stage.script.at(0.5 + Double(turn) * 1.5) {
        guard let old = container.subviews.first else { return }
        UIView.transition(from: old, to: views[picture], duration: 1, options: .transitionFlipFromLeft)
      }
    }
  }
}

// Implicit animation (chapter 7): a layer animates when a property is set.
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

  /// A colour fades in within one second; then the completion block turns the layer by a quarter.
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
          // The transaction and its duration are over: the turn takes a quarter of a second.
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

  /// Taps outside the square send it there, slowly; taps on it change its colour. It is hit where it is seen, which
  /// only its presentation knows: the model is at its goal already.
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
    // Half way to the goal at 1.6 s. The next tap, on the goal, misses: the model is there, but not the visible square.
    for (x, y, time) in [(250.0, 170.0, 0.4), (154, 114, 1.6), (250, 170, 2.1), (238, 160, 3.2), (62, 62, 3.8)] {
      let point = CGPoint(x: x, y: y)
      let goal = stage.add("goal", nil, CGRect(center: point, side: 8), cornerRadius: 4)
      goal.borderColor = .line
      goal.borderWidth = 1
      stage.tap(point, at: time) { touch(point) }
    }
  }
}
