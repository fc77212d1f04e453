import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import UIKit

extension FeatureSheet {
  static let copies: [Feature] = [
    Feature("replicator") { tile in
      let around = tile.place(CAReplicatorLayer(), "around", CGRect(x: 30, y: 10, width: 100, height: 100))
      around.instanceCount = 14
      around.instanceTransform = CATransform3DMakeRotation(2 * .pi / 14, 0, 0, 1)
      around.instanceColor = CGColor(red: 1, green: 1, blue: 0.1, alpha: 1)
      around.instanceGreenOffset = -0.05
      around.instanceBlueOffset = 0.065
      around.instanceDelay = 0.15
      let petal = around.place(
        CALayer(), "petal", CGRect(x: 42, y: 3, width: 16, height: 38),
        color: CGColor(red: 1, green: 0.85, blue: 1, alpha: 0.8),
        cornerRadius: 8)
      petal.anchorPoint = CGPoint(x: 0.5, y: 1)
      petal.position = CGPoint(x: 50, y: 41)
      petal.swing("transform.scale", from: 0.7, to: 1.15, duration: 1)
    },
    Feature("particles", on: .black) { tile in
      let fountain = tile.place(CAEmitterLayer(), "fountain", tile.bounds)
      fountain.emitterPosition = CGPoint(x: 80, y: 112)
      fountain.emitterSize = CGSize(width: 24, height: 0)
      fountain.emitterShape = .line
      fountain.renderMode = .additive
      // The fountain has been running for a while when the scene begins.
      fountain.timeOffset = 10
      fountain.emitterCells = [(1.0, 0.5, 0.2), (0.3, 0.6, 1)].map { red, green, blue in
        let cell = CAEmitterCell()
        cell.contents = Artwork.spark
        cell.birthRate = 70
        cell.lifetime = 1.9
        cell.velocity = 108
        cell.velocityRange = 40
        cell.emissionRange = 0.9
        cell.yAcceleration = 100
        cell.scale = 0.5
        cell.scaleRange = 0.3
        cell.scaleSpeed = -0.15
        cell.color = CGColor(red: red, green: green, blue: blue, alpha: 0.6)
        cell.greenRange = 0.3
        cell.alphaSpeed = -0.3
        return cell
      }
    },
    Feature("scrolling") { tile in
      let screen = tile.place(
        CAScrollLayer(), "screen", CGRect(x: 36, y: 10, width: 88, height: 100), color: .paper, cornerRadius: 14)
      screen.masksToBounds = true
      screen.borderWidth = 3
      screen.borderColor = .line
      for row in 0..<8 {
        let y = 10 + Double(row) * 26
        screen.place(
          picture: row.isMultiple(of: 2) ? Artwork.valley : Artwork.dusk, "icon",
          CGRect(x: 12, y: y, width: 20, height: 20), cornerRadius: 5)
        screen.place(
          CALayer(), "line", CGRect(x: 38, y: y + 4, width: 36, height: 4), color: .line, cornerRadius: 2)
        screen.place(
          CALayer(), "line", CGRect(x: 38, y: y + 12, width: 24, height: 4), color: CGColor(gray: 0.75, alpha: 1),
          cornerRadius: 2)
      }
      screen.scroll(to: CGPoint(x: 0, y: 42))
      screen.swing("bounds.origin.y", from: 0, to: 100, duration: 2)
    },
  ]

  static let transitions: [Feature] = [
    Feature("transitions") { tile, script in
      let push = CATransition()
      push.type = .push
      push.subtype = .fromRight
      let cover = CATransition()
      cover.type = .moveIn
      cover.subtype = .fromLeft
      let reveal = CATransition()
      reveal.type = .reveal
      reveal.subtype = .fromBottom
      let swipe = CATransition()
      swipe.filter = CIFilter(name: "CISwipeTransition", parameters: ["inputWidth": 40])
      for (index, transition) in [push, cover, reveal, swipe].enumerated() {
        let picture = tile.place(
          picture: Artwork.valley, "picture",
          CGRect(x: 12 + Double(index % 2) * 70, y: 10 + Double(index / 2) * 52, width: 66, height: 48))
        picture.masksToBounds = true
        picture.actions = ["contents": NSNull()]
        transition.duration = 1.5
        script.turn(at: [0.4, 2.2]) { turn in
          picture.add(transition, forKey: nil)
          picture.contents = turn == 0 ? Artwork.dusk : Artwork.valley
        }
      }
    },
    Feature("flip, curl", on: .desk) { tile, script in
      for (index, effect) in [UIView.AnimationOptions.transitionFlipFromLeft, .transitionCurlUp].enumerated() {
        let view = UIImageView(frame: CGRect(x: 12 + Double(index) * 72, y: 24, width: 64, height: 76))
        view.contentMode = .scaleAspectFill
        view.clipsToBounds = true
        view.image = UIImage(cgImage: Artwork.valley)
        tile.addSublayer(view.layer)
        tile.keep(view)
        script.turn(at: [0.4, 2.2]) { turn in
          UIView.transition(with: view, duration: 1.5, options: effect) {
            view.image = UIImage(cgImage: turn == 0 ? Artwork.dusk : Artwork.valley)
          }
        }
      }
    },
  ]
}

extension Artwork {
  fileprivate static let spark = softDot(width: 24)
}

extension Script {
  /// Runs a closure at each of several times, with the number of earlier runs.
  fileprivate func turn(at times: [CFTimeInterval], _ run: @escaping (Int) -> Void) {
    for (index, time) in times.enumerated() { at(time) { run(index) } }
  }
}
