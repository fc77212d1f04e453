// Reftests of masks; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  static let masks: [Reftest] = [
    Reftest("a rectangle as mask cuts to it") {
      masked(layer(10, 10, 60, 40, .orange), by: layer(8, 4, 30, 20, .black))
    } equals: {
      layer(18, 14, 30, 20, .orange)
    },
    Reftest("a rectangle between pixels as mask", .rounding) {
      masked(layer(10, 10, 60, 40, .orange), by: layer(8.25, 4.5, 30.5, 20.75, .black))
    } equals: {
      layer(18.25, 14.5, 30.5, 20.75, .orange)
    },
    Reftest("a rounded rectangle as mask is a rounded clip", .rounding) {
      masked(layer(10, 10, 60, 50, .orange), by: layer(5.5, 5.25, 50, 40, .black) { $0.cornerRadius = 12 })
    } equals: {
      layer(15.5, 15.25, 50, 40, .orange) { $0.cornerRadius = 12 }
    },
    Reftest("a turned mask on an upright layer", .rounding) {
      masked(layer(0, 0, 96, 72, .orange), by: layer(28, 21, 40, 30, .black) { $0.transform = turn(30) })
    } equals: {
      layer(28, 21, 40, 30, .orange) { $0.transform = turn(30) }
    },
    Reftest("a turned layer with its mask", .fuzzy(2)) {
      masked(layer(18, 11, 60, 50, .orange) { $0.transform = turn(25) }, by: layer(10, 10, 40, 30, .black))
    } equals: {
      layer(18, 11, 60, 50) {
        $0.transform = turn(25)
        $0.addSublayer(layer(10, 10, 40, 30, .orange))
      }
    },
    Reftest("a translucent mask is group opacity", .fuzzy(2)) {
      masked(layer(0, 0, 96, 72) { $0.sublayers = overlapping() }, by: layer(0, 0, 96, 72, .black.copy(alpha: 0.5)))
    } equals: {
      layer(0, 0, 96, 72) {
        $0.opacity = 0.5
        $0.sublayers = overlapping()
      }
    },
    Reftest("the opacity of a mask", .fuzzy(2)) {
      masked(layer(10, 10, 60, 40, .orange), by: layer(0, 0, 60, 40, .black) { $0.opacity = 0.4 })
    } equals: {
      layer(10, 10, 60, 40, .orange) { $0.opacity = 0.4 }
    },
    Reftest("the colour of a mask does not matter, its alpha does") {
      masked(layer(10, 10, 60, 40, .orange), by: layer(5, 5, 30, 20.5, .red) { $0.cornerRadius = 6 })
    } equals: {
      masked(layer(10, 10, 60, 40, .orange), by: layer(5, 5, 30, 20.5, .black) { $0.cornerRadius = 6 })
    },
    Reftest("a tree as mask", .rounding) {
      let mask = layer(0, 0, 80, 60)
      mask.sublayers = [layer(0, 0, 30.5, 20, .black), layer(40, 25, 30, 20.25, .red)]
      masked(layer(8, 6, 80, 60, .orange), by: mask)
    } equals: {
      layer(8, 6, 30.5, 20, .orange)
      layer(48, 31, 30, 20.25, .orange)
    },
    Reftest("an image as mask is taken by its alpha", .rounding) {
      masked(layer(10, 10, 60, 40, .orange), by: layer(5, 5, 40, 30) { $0.contents = CGImage.plain(4, 4, alpha: 128) })
    } equals: {
      layer(15, 15, 40, 30, CGColor.orange.copy(alpha: 128 / 255))
    },
    Reftest("an empty mask hides everything", mayBeBlank: true) {
      masked(layer(10, 10, 60, 40, .orange), by: layer(0, 0, 60, 40))
    } equals: {
    },
    Reftest("a mask beyond the layer shows what lies beyond it") {
      let wide = layer(30, 20, 30, 30, .teal) { $0.addSublayer(layer(-20, 5, 70, 20, .orange)) }
      masked(wide, by: layer(-10, 0, 50, 15, .black))
    } equals: {
      layer(30, 20, 30, 15, .teal)
      layer(20, 25, 50, 10, .orange)
    },
    Reftest("a mask and the clip to bounds multiply", .rounding) {
      let clip = layer(20, 15, 50, 40) {
        $0.masksToBounds = true
        $0.addSublayer(layer(-10, -10, 80, 60, .orange))
      }
      masked(clip, by: layer(-10, 10, 40, 50, .black))
    } equals: {
      layer(20, 25, 30, 30, .orange)
    },
    Reftest("a masked group in a masked group", .rounding) {
      let inner = masked(layer(0, 0, 60, 50, .orange), by: layer(10.5, 0, 40, 50, .black))
      masked(layer(10, 10, 60, 50) { $0.addSublayer(inner) }, by: layer(0, 10.25, 60, 30, .black))
    } equals: {
      layer(20.5, 20.25, 40, 30, .orange)
    },
    Reftest("a mask moves with the origin of bounds", .rounding) {
      let scrolled = layer(10, 10, 60, 40) {
        $0.bounds.origin = CGPoint(x: 20, y: 30)
        $0.addSublayer(layer(20, 30, 60, 40, .orange))
      }
      masked(scrolled, by: layer(25, 35, 30, 20.5, .black))
    } equals: {
      layer(15, 15, 30, 20.5, .orange)
    },
    Reftest("a moving mask", .rounding, at: 0.5) {
      let mask = layer(0, 0, 20, 40, .black) { $0.add(slide(x: 10, to: 50), forKey: nil) }
      masked(layer(10, 10, 70, 40, .orange), by: mask)
    } equals: {
      layer(30, 10, 20, 40, .orange)
    },
    Reftest("a mask takes part in group opacity", .fuzzy(2)) {
      masked(
        layer(0, 0, 96, 72) {
          $0.opacity = 0.5
          $0.sublayers = overlapping()
        }, by: layer(10, 10, 70, 40, .black))
    } equals: {
      layer(10, 10, 70, 40) {
        $0.masksToBounds = true
        $0.bounds.origin = CGPoint(x: 10, y: 10)
        $0.opacity = 0.5
        $0.sublayers = overlapping()
      }
    },
  ]

  /// Gives a layer its mask.
  @MainActor static func masked(_ layer: CALayer, by mask: CALayer) -> CALayer {
    layer.mask = mask
    return layer
  }

  /// Two opaque layers, the second over a part of the first.
  @MainActor static func overlapping() -> [CALayer] {
    [layer(10, 8, 40, 36, .orange), layer(30.5, 24, 44, 34.25, .teal) { $0.cornerRadius = 8 }]
  }

  /// A second of moving `position.x` at an even pace.
  static func slide(x from: Double, to: Double) -> CAAnimation {
    animation("position.x", from, to)
  }

  /// A second of animation at an even pace.
  static func animation(_ keyPath: String, _ from: Any, _ to: Any) -> CAAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, 1)
    return animation
  }
}
