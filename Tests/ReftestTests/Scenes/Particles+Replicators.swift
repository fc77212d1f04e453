// Reftests of replicators, a part of `particles`; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import Foundation
import QuartzCore
import TestScenes
import Testing

/// A replicator by its frame.
@MainActor func replicator(
  _ x: Double, _ y: Double, _ width: Double, _ height: Double, count: Int,
  _ step: CATransform3D = CATransform3DIdentity, _ configure: (CAReplicatorLayer) -> Void = { _ in }
) -> CAReplicatorLayer {
  let layer = CAReplicatorLayer()
  layer.frame = CGRect(x: x, y: y, width: width, height: height)
  layer.instanceCount = count
  layer.instanceTransform = step
  configure(layer)
  return layer
}

func stepped(_ x: Double, _ y: Double, _ z: Double = 0) -> CATransform3D {
  CATransform3DMakeTranslation(x, y, z)
}

/// A colour of which all of red, green and blue are there.
func rgb(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) -> CGColor {
  CGColor(red: red, green: green, blue: blue, alpha: alpha)
}

/// A basic animation that is linear, lasts a second, and stays.
func linearAnimation(_ keyPath: String, from: Any, to: Any) -> CABasicAnimation {
  let animation = CABasicAnimation(keyPath: keyPath)
  animation.fromValue = from
  animation.toValue = to
  animation.duration = 1
  animation.fillMode = .both
  animation.isRemovedOnCompletion = false
  return animation
}

let replicatorReftests: [Reftest] = [
  Reftest("copies in a row are layers in a row") {
    replicator(4, 6, 20, 20, count: 4, stepped(22, 3.5)) { $0.addSublayer(layer(2, 3, 14, 10.5, .orange)) }
  } equals: {
    for k in 0..<4 { layer(6 + 22 * Double(k), 9 + 3.5 * Double(k), 14, 10.5, .orange) }
  },
  Reftest("copies turn about the middle of the bounds", .fuzzy(1)) {
    replicator(20.5, 8, 56, 56, count: 12, turn(30)) { $0.addSublayer(layer(25, 1, 6, 14, .teal)) }
  } equals: {
    for k in 0..<12 {
      layer(20.5, 8, 56, 56) {
        $0.addSublayer(layer(25, 1, 6, 14, .teal))
        $0.transform = turn(30 * Double(k))
      }
    }
  },
  Reftest("each copy lies above the one before, and its sublayers keep their order", .fuzzy(1)) {
    replicator(0, 0, 96, 72, count: 3, stepped(9, 7)) {
      $0.addSublayer(layer(8, 8, 40, 30, rgb(0.9, 0.3, 0.2)) { $0.zPosition = 2 })
      $0.addSublayer(layer(20, 16, 40, 30, rgb(0.2, 0.3, 0.9)))
    }
  } equals: {
    for k in 0..<3 {
      layer(20 + 9 * Double(k), 16 + 7 * Double(k), 40, 30, rgb(0.2, 0.3, 0.9))
      layer(8 + 9 * Double(k), 8 + 7 * Double(k), 40, 30, rgb(0.9, 0.3, 0.2))
    }
  },
  Reftest("no copy, but the replicator's own background and border") {
    replicator(10, 10, 60, 40, count: 0) {
      $0.backgroundColor = .teal
      $0.borderWidth = 3
      $0.addSublayer(layer(5, 5, 20, 20, .orange))
    }
  } equals: {
    layer(10, 10, 60, 40, .teal) { $0.borderWidth = 3 }
  },
  Reftest("the background is drawn once, the copies inside the clip") {
    replicator(10, 10, 50, 40, count: 5, stepped(16, 6.5)) {
      $0.backgroundColor = .teal
      $0.masksToBounds = true
      $0.cornerRadius = 9
      $0.instanceColor = rgb(1, 0, 0)
      $0.addSublayer(layer(4, 4, 12, 12, rgb(1, 1, 1)))
    }
  } equals: {
    layer(10, 10, 50, 40, .teal) {
      $0.masksToBounds = true
      $0.cornerRadius = 9
      for k in 0..<5 { $0.addSublayer(layer(4 + 16 * Double(k), 4 + 6.5 * Double(k), 12, 12, rgb(1, 0, 0))) }
    }
  },
  Reftest("colours are multiplied, offsets added up and cut at 0 and 1", .rounding) {
    replicator(2, 10, 20, 50, count: 5, stepped(18, 0)) {
      $0.instanceColor = rgb(1, 0.5, 0.2)
      $0.instanceRedOffset = -0.4
      $0.instanceBlueOffset = 0.3
      $0.addSublayer(layer(1, 2, 14, 44, rgb(0.8, 0.6, 1)))
    }
  } equals: {
    for (k, red, blue) in [(0.0, 1, 0.2), (1, 0.6, 0.5), (2, 0.2, 0.8), (3, 0, 1), (4, 0, 1)] {
      layer(3 + 18 * k, 12, 14, 44, rgb(0.8 * red, 0.6 * 0.5, blue))
    }
  },
  Reftest("colours tint images, borders, and groups drawn to surfaces", .fuzzy(2)) {
    replicator(0, 0, 96, 72, count: 2, stepped(44.5, 0)) {
      $0.instanceColor = rgb(1, 1, 1)
      $0.instanceGreenOffset = -1
      $0.addSublayer(
        layer(4, 6, 40, 60, rgb(0.5, 0.8, 0.4)) {
          $0.opacity = 0.6
          $0.borderWidth = 5
          $0.borderColor = rgb(0.2, 1, 0.9)
          $0.addSublayer(layer(6, 6, 28, 40) { $0.contents = CGImage.swatch(rgb(0.9, 0.7, 0.3)) })
        })
    }
  } equals: {
    for k in 0..<2 {
      let green = 1 - Double(k)
      layer(4 + 44.5 * Double(k), 6, 40, 60, rgb(0.5, 0.8 * green, 0.4)) {
        $0.opacity = 0.6
        $0.borderWidth = 5
        $0.borderColor = rgb(0.2, green, 0.9)
        $0.addSublayer(layer(6, 6, 28, 40) { $0.contents = CGImage.swatch(rgb(0.9, 0.7 * green, 0.3)) })
      }
    }
  },
  Reftest("alpha fades each sublayer as a group", .fuzzy(2)) {
    replicator(0, 0, 96, 72, count: 3, stepped(28, 0)) {
      $0.instanceAlphaOffset = -0.4
      $0.addSublayer(
        layer(6, 10, 24, 40, .orange) { $0.addSublayer(layer(4, 4, 16.5, 20, .teal)) })
    }
  } equals: {
    for (k, alpha) in [(0.0, 1), (1, 0.6), (2, 0.2)] as [(Double, Float)] {
      layer(6 + 28 * k, 10, 24, 40, .orange) {
        $0.addSublayer(layer(4, 4, 16.5, 20, .teal))
        $0.opacity = alpha
      }
    }
  },
  Reftest("replicators in replicators multiply, positions and colours", .fuzzy(1)) {
    replicator(2, 2, 92, 24, count: 3, stepped(0, 22.5)) {
      $0.instanceRedOffset = -0.3
      let row = replicator(0, 0, 92, 24, count: 4, stepped(23, 0)) {
        $0.instanceBlueOffset = -0.2
        $0.instanceRedOffset = -0.1
      }
      row.addSublayer(layer(2, 2, 18, 16.25, rgb(1, 0.8, 1)))
      $0.addSublayer(row)
    }
  } equals: {
    for y in 0..<3 {
      for x in 0..<4 {
        let red = (1 - 0.3 * Double(y)) * (1 - 0.1 * Double(x))
        layer(4 + 23 * Double(x), 4 + 22.5 * Double(y), 18, 16.25, rgb(red, 0.8, 1 - 0.2 * Double(x)))
      }
    }
  },
  Reftest("each copy runs later than the one before", .fuzzy(1), at: 0.75) {
    replicator(2, 2, 20, 60, count: 4, stepped(22, 0)) {
      $0.instanceDelay = 0.25
      $0.addSublayer(
        layer(2, 2, 16, 12, .orange) {
          $0.add(linearAnimation("position.y", from: 10.0, to: 50.0), forKey: nil)
          $0.add(linearAnimation("backgroundColor", from: CGColor.orange, to: CGColor.teal), forKey: nil)
        })
    }
  } equals: {
    for k in 0..<4 {
      layer(4 + 22 * Double(k), 2, 16, 12, .orange) {
        let early = linearAnimation("position.y", from: 12.0, to: 52.0)
        let other = linearAnimation("backgroundColor", from: CGColor.orange, to: CGColor.teal)
        early.beginTime = 1e-9 + 0.25 * Double(k)
        other.beginTime = early.beginTime
        $0.add(early, forKey: nil)
        $0.add(other, forKey: nil)
      }
    }
  },
  Reftest("a late copy goes on when the animation is over and gone", .fuzzy(1), at: 1.25) {
    replicator(2, 2, 20, 60, count: 3, stepped(30, 0)) {
      $0.instanceDelay = 0.5
      $0.addSublayer(
        layer(2, 2, 16, 12, .orange) {
          let fall = CABasicAnimation(keyPath: "position.y")
          (fall.fromValue, fall.toValue, fall.duration) = (10.0, 50.0, 1)
          $0.add(fall, forKey: nil)
        })
    }
  } equals: {
    layer(4, 4, 16, 12, .orange)
    layer(34, 2 + 4 + 30, 16, 12, .orange)
    layer(64, 2 + 4 + 10, 16, 12, .orange)
  },
  Reftest("delays of nested replicators add up", .fuzzy(1), at: 0.9) {
    replicator(0, 0, 96, 24, count: 3, stepped(0, 24)) {
      $0.instanceDelay = 0.2
      let row = replicator(0, 0, 96, 24, count: 3, stepped(32, 0)) { $0.instanceDelay = 0.1 }
      row.addSublayer(
        layer(0, 8, 8, 8, .orange) { $0.add(linearAnimation("position.x", from: 4.0, to: 24.0), forKey: nil) })
      $0.addSublayer(row)
    }
  } equals: {
    for y in 0..<3 {
      for x in 0..<3 {
        let time = 0.9 - 0.2 * Double(y) - 0.1 * Double(x)
        layer(32 * Double(x) + 20 * time, 8 + 24 * Double(y), 8, 8, .orange)
      }
    }
  },
  Reftest("copies in perspective, by the step's own matrix", .fuzzy(2)) {
    layer(0, 0, 96, 72) {
      $0.sublayerTransform.m34 = -1 / 200
      $0.addSublayer(
        replicator(8, 10, 80, 52, count: 5, stepped(14, 0, -40)) {
          $0.preservesDepth = true
          $0.addSublayer(layer(2, 8, 30, 34, .orange))
        })
    }
  } equals: {
    layer(0, 0, 96, 72) {
      $0.sublayerTransform.m34 = -1 / 200
      for k in (0..<5).reversed() {
        $0.addSublayer(layer(10 + 14 * Double(k), 18, 30, 34, .orange) { $0.zPosition = -40 * Double(k) })
      }
    }
  },
  Reftest("without preservesDepth the copies lie in the replicator's plane") {
    layer(0, 0, 96, 72) {
      $0.sublayerTransform.m34 = -1 / 200
      $0.addSublayer(
        replicator(8, 10, 80, 52, count: 3, stepped(14, 0, -40)) { $0.addSublayer(layer(2, 8, 30, 34, .glass)) })
    }
  } equals: {
    layer(0, 0, 96, 72) {
      for k in (0..<3).reversed() { $0.addSublayer(layer(10 + 14 * Double(k), 18, 30, 34, .glass)) }
    }
  },
  Reftest("a replicator as a mask", .fuzzy(1)) {
    layer(4, 4, 88, 64, .orange) {
      $0.mask = replicator(0, 0, 88, 64, count: 4, stepped(21.5, 3)) { $0.addSublayer(layer(2, 2, 12, 40, .teal)) }
    }
  } equals: {
    for k in 0..<4 { layer(6 + 21.5 * Double(k), 6 + 3 * Double(k), 12, 40, .orange) }
  },
  Reftest("colours tint shapes, and the shadows of copies lie under them", .fuzzy(2)) {
    replicator(0, 0, 96, 72, count: 2, stepped(44.5, 0)) {
      $0.instanceColor = rgb(1, 1, 1)
      $0.instanceGreenOffset = -1
      let shape = CAShapeLayer()
      shape.path = CGPath(ellipseIn: CGRect(x: 8, y: 12, width: 32, height: 44), transform: nil)
      shape.fillColor = rgb(0.5, 0.8, 0.4)
      shape.strokeColor = rgb(0.9, 0.9, 0.1)
      shape.lineWidth = 4
      $0.addSublayer(shape)
      $0.addSublayer(
        layer(14, 4, 20, 12, rgb(0.3, 0.9, 0.9)) {
          ($0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (0.7, 3, CGSize(width: 2, height: 3))
        })
    }
  } equals: {
    for k in 0..<2 {
      let green = 1 - Double(k)
      layer(44.5 * Double(k), 0, 1, 1) {
        let shape = CAShapeLayer()
        shape.path = CGPath(ellipseIn: CGRect(x: 8, y: 12, width: 32, height: 44), transform: nil)
        shape.fillColor = rgb(0.5, 0.8 * green, 0.4)
        shape.strokeColor = rgb(0.9, 0.9 * green, 0.1)
        shape.lineWidth = 4
        $0.addSublayer(shape)
        $0.addSublayer(
          layer(14, 4, 20, 12, rgb(0.3, 0.9 * green, 0.9)) {
            ($0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (0.7, 3, CGSize(width: 2, height: 3))
          })
      }
    }
  },
]
