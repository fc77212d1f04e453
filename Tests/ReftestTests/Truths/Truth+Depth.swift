// Chromium's perspective, preserve-3d and backface-visibility; see Truth.swift. CSS's perspective of d about the middle
// of an element is a sublayerTransform with m34 = -1/d; preserve-3d is CATransformLayer.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Truth {
  static let depth = [
    Truth("depth-tilt", interior: 1, edge: 80, pixels: 300) {
      seen(
        from: 300,
        layer(40, 25, 80, 70, .orange) {
          $0.transform = turn(50, 0, 1)
          $0.addSublayer(layer(20, 15, 40, 30, .teal))
        })
    },
    Truth("depth-tilt-x", interior: 1, edge: 80, pixels: 300) {
      seen(
        from: 200,
        layer(40, 25, 80, 70, .orange) {
          $0.cornerRadius = 16
          $0.transform = CATransform3DConcat(turn(20), turn(-55, 1, 0))
        })
    },
    Truth("depth-own-perspective", interior: 1, edge: 80, pixels: 300) {
      layer(40, 25, 80, 70, .orange) {
        $0.transform = tilt(-45, 0, 1, distance: 160)
        $0.addSublayer(layer(20, 15, 40, 30, .teal))
      }
    },
    Truth("depth-behind", interior: 1, edge: 80, pixels: 300) {
      seen(
        from: 300,
        deep(
          0, 0, 160, 120,
          [
            layer(30, 20, 60, 50, .orange) { $0.transform = CATransform3DMakeTranslation(0, 0, 40) },
            layer(60, 40, 60, 50, .teal),
          ]))
    },
    Truth("depth-intersecting", interior: 1, edge: 80, pixels: 400) { crossing() },
    Truth("depth-scale", interior: 1, edge: 80, pixels: 800) { crossing() },
    Truth("depth-intersecting-three", interior: 1, edge: 255, pixels: 500) {
      let sheets = [
        layer(40, 20, 80, 80, .orange),
        layer(40, 20, 80, 80, .teal) { $0.transform = turn(90, 0, 1) },
        layer(40, 20, 80, 80, CGColor.glass.copy(alpha: 1)) { $0.transform = turn(90, 1, 0) },
      ]
      let space = deep(0, 0, 160, 120, sheets)
      space.transform = CATransform3DConcat(turn(30, 0, 1), turn(-25, 1, 0))
      seen(from: 300, space)
    },
    Truth("depth-cube", interior: 1, edge: 255, pixels: 400) {
      let colors = [
        CGColor.orange, .teal, CGColor.glass.copy(alpha: 1)!, Page.rgb(60, 180, 90), Page.rgb(240, 220, 60),
        Page.rgb(120, 80, 200),
      ]
      let turns = [turn(0), turn(90, 0, 1), turn(180, 0, 1), turn(270, 0, 1), turn(90, 1, 0), turn(-90, 1, 0)]
      let forward = CATransform3DMakeTranslation(0, 0, 30)
      let cube = deep(
        50, 30, 60, 60,
        zip(colors, turns).map { color, turn in
          layer(0, 0, 60, 60, color) { $0.transform = CATransform3DConcat(forward, turn) }
        })
      cube.transform = CATransform3DConcat(turn(35, 0, 1), turn(-30, 1, 0))
      seen(from: 400, cube)
    },
    Truth("depth-flattened", interior: 1, edge: 80, pixels: 300) {
      seen(
        from: 300,
        layer(30, 20, 100, 80, Page.paper) {
          $0.transform = turn(30, 0, 1)
          // In CSS siblings of a flat element are not sorted by depth, here all are: each is flattened alone.
          for (color, degrees) in [(CGColor.orange, 40.0), (.teal, -40)] {
            let sheet = layer(20, 20, 60, 40, color) { $0.transform = turn(degrees, 0, 1) }
            $0.addSublayer(layer(0, 0, 100, 80) { $0.addSublayer(sheet) })
          }
        })
    },
    Truth("depth-backface", interior: 1, edge: 80, pixels: 300) {
      seen(
        from: 300,
        layer(20, 20, 50, 70, .orange) {
          $0.isDoubleSided = false
          $0.transform = turn(130, 0, 1)
        },
        layer(85, 20, 50, 70, .teal) {
          $0.isDoubleSided = false
          $0.transform = turn(30, 0, 1)
        })
    },
    Truth("depth-translucent", interior: 1, edge: 80, pixels: 400) { crossing(opacity: 0.6) },
    Truth("depth-clip", interior: 1, edge: 100, pixels: 500) {
      seen(
        from: 250,
        layer(35, 20, 90, 80, Page.paper) {
          $0.cornerRadius = 20
          $0.masksToBounds = true
          $0.transform = turn(40, 0, 1)
          $0.sublayers = [layer(-15, 20, 70, 80, .teal), layer(50, -10, 60, 50, .orange)]
        })
    },
  ]

  /// A turn in degrees about an axis of the plane.
  private static func turn(_ degrees: Double, _ x: Double, _ y: Double) -> CATransform3D {
    CATransform3DMakeRotation(degrees * .pi / 180, x, y, 0)
  }

  private static func turn(_ degrees: Double) -> CATransform3D { TestScenes.turn(degrees) }

  /// The page, seen from a distance.
  @MainActor private static func seen(from distance: Double, _ layers: CALayer...) -> CALayer {
    layer(0, 0, 160, 120) {
      $0.sublayerTransform.m34 = -1 / distance
      $0.sublayers = layers
    }
  }

  /// A space with depth.
  @MainActor private static func deep(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ layers: [CALayer]
  ) -> CALayer {
    let space = CATransformLayer()
    space.frame = CGRect(x: x, y: y, width: width, height: height)
    space.sublayers = layers
    return space
  }

  @MainActor private static func crossing(opacity: Float = 1) -> CALayer {
    let sheets = [(CGColor.orange, 40.0), (.teal, -40)].map { color, degrees in
      layer(40, 25, 80, 70, color) {
        $0.transform = turn(degrees, 0, 1)
        $0.opacity = opacity
      }
    }
    return seen(from: 300, deep(0, 0, 160, 120, sheets))
  }
}
