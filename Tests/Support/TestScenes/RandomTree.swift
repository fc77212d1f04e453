// Random trees of layers, and random changes of them between frames.

import CoreGraphics
package import QuartzCore
import TestSupport

/// Makes trees and changes them.
package struct RandomTree {
  private var random: SeededRandom
  /// Whether layers show pictures that the CPU makes.
  private let drawsPictures: Bool
  private let images = [CGImage.plain(8, 8), .sample(12, 9, isOpaque: false)]

  package init(seed: Int, drawsPictures: Bool) {
    random = SeededRandom(seed: seed)
    self.drawsPictures = drawsPictures
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
  private mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  /// Adds sublayers to a root.
  package mutating func fill(_ root: CALayer) {
    for _ in 0..<6 { root.addSublayer(subtree(depth: 0)) }
  }

  private mutating func subtree(depth: Int) -> CALayer {
    let layer = plainLayer()
    layer.frame = CGRect(x: number(-20...300), y: number(-20...200), width: number(5...120), height: number(5...90))
    for _ in 0..<3 { decorate(layer) }
    guard depth < 3 else { return layer }
    for _ in 0..<Int.random(in: 0...4, using: &random) { layer.addSublayer(subtree(depth: depth + 1)) }
    return layer
  }

  private mutating func plainLayer() -> CALayer {
    switch Int.random(in: 0..<24, using: &random) {
    case 0:
      let replicator = CAReplicatorLayer()
      replicator.instanceCount = 3
      replicator.instanceTransform = CATransform3DMakeTranslation(9, 4, 0)
      return replicator
    case 1: return CATransformLayer()
    case 2 where drawsPictures:
      let shape = CAShapeLayer()
      shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 30, height: 20), transform: nil)
      return shape
    case 4 where drawsPictures:
      let text = CATextLayer()
      (text.string, text.fontSize) = ("kept", 14)
      return text
    case 3 where drawsPictures:
      let gradient = CAGradientLayer()
      gradient.colors = [CGColor.red, CGColor.teal]
      return gradient
    default: return CALayer()
    }
  }

  /// Changes a property that a layer shows.
  private mutating func decorate(_ layer: CALayer) {
    switch Int.random(in: 0..<18, using: &random) {
    case 0, 1, 2: layer.backgroundColor = [CGColor.red, .orange, .teal, .glass, .clear].randomElement(using: &random)!
    case 3: layer.contents = images.randomElement(using: &random)!
    case 4: layer.contents = nil
    case 5: layer.opacity = isOne(in: 2) ? 1 : Float(number(0...1))
    case 6: layer.masksToBounds.toggle()
    case 7: layer.borderWidth = isOne(in: 2) ? 0 : 2
    case 8: layer.transform = isOne(in: 2) ? CATransform3DIdentity : turn(number(-40...40))
    case 9: layer.bounds.size.width = number(5...120)
    case 10: layer.zPosition = isOne(in: 2) ? 0 : number(-3...3)
    case 11: layer.isHidden = isOne(in: 3)
    case 12 where isOne(in: 4):
      layer.sublayerTransform = isOne(in: 2) ? CATransform3DIdentity : tilt(20, 0, 1, distance: 400)
    case 13 where isOne(in: 4): layer.transform = tilt(number(-80...80), 0, 1, distance: 300)
    case 14 where isOne(in: 3): layer.mask = layer.mask == nil ? TestScenes.layer(3, 3, 40, 30, .red) : nil
    case 15 where drawsPictures: layer.cornerRadius = isOne(in: 2) ? 0 : 6
    case 16 where drawsPictures: layer.shadowOpacity = isOne(in: 2) ? 0 : 0.5
    case 17 where isOne(in: 4): layer.isGeometryFlipped.toggle()
    default: layer.position = CGPoint(x: number(-20...300), y: number(-20...200))
    }
  }

  private mutating func someLayer(below root: CALayer) -> CALayer {
    var all: [CALayer] = []
    root.forEachInTree { all.append($0) }
    return all.dropFirst().randomElement(using: &random) ?? root
  }

  /// Changes none or a few properties, with actions or without.
  package mutating func edit(_ root: CALayer, step: Int) {
    if isOne(in: 4) { return }
    CATransaction.begin()
    CATransaction.setDisableActions(!isOne(in: 8))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let layer = someLayer(below: root)
      switch Int.random(in: 0..<20, using: &random) {
      case 0: layer.addSublayer(subtree(depth: 2))
      case 1 where layer.superlayer?.mask !== layer: layer.removeFromSuperlayer()
      case 2 where layer.superlayer?.mask !== layer: layer.superlayer?.insertSublayer(layer, at: 0)
      case 3:
        let animation = CABasicAnimation(keyPath: "position.x")
        (animation.byValue, animation.duration) = (30, 0.35)
        layer.add(animation, forKey: nil)
      case 4 where isOne(in: 6): layer.speed = layer.speed == 1 ? 2 : 1
      default: decorate(layer)
      }
    }
    CATransaction.commit()
  }
}
