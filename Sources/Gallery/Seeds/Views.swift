// What views add (chapters 7, 8 and 10): their layers do not animate by themselves, but within blocks; and transitions
// of their own.

import CoreGraphics
import Foundation
import QuartzCore
import UIKit

extension Gallery {
  /// The same change of two views. Above it is made outside any block, and they jump; below within one, and it eases
  /// out.
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

  /// A picture view in each of the seven effects that views have, and in the last place one view in the place of
  /// another.
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
