// Reftests of corners; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  static let corners: [Reftest] =
    [
      Reftest("no corner is rounded where none is asked for") {
        round(10, 8, 60, 50, 15, corners: [])
      } equals: {
        layer(10, 8, 60, 50, .orange)
      },
      Reftest("a clip to a round layer is the round layer", .rounding) {
        layer(10.25, 8.5, 60, 50) {
          $0.cornerRadius = 15
          $0.masksToBounds = true
          $0.addSublayer(layer(-5, -5, 80, 70, .orange))
        }
      } equals: {
        round(10.25, 8.5, 60, 50, 15)
      },
      Reftest(
        "a round clip of an image is a round mask of it", .rounding, except: [.flipped: .skip("images stay upright")]
      ) {
        layer(16, 12, 64, 48) {
          $0.contents = CGImage.sample(64, 48)
          $0.cornerRadius = 20
          $0.masksToBounds = true
        }
      } equals: {
        let image = layer(16, 12, 64, 48) { $0.contents = CGImage.sample(64, 48) }
        masked(image, by: round(0, 0, 64, 48, 20))
      },
      Reftest("contents are not rounded without a clip", except: [.flipped: .skip("images stay upright")]) {
        layer(16, 12, 64, 48) {
          $0.contents = CGImage.noise(64, 48)
          $0.cornerRadius = 20
        }
      } equals: {
        layer(16, 12, 64, 48) { $0.contents = CGImage.noise(64, 48) }
      },
      Reftest("twice the size has twice the radius", .rounding) {
        round(23, 18, 30, 20, 6) { $0.transform = CATransform3DMakeScale(2, 2, 1) }
      } equals: {
        round(8, 8, 60, 40, 12)
      },
      Reftest("placed by position and anchor point", .rounding) {
        layer(0, 0, 50, 40, .orange) {
          $0.cornerRadius = 14
          $0.anchorPoint = CGPoint(x: 0.2, y: 1)
          $0.position = CGPoint(x: 30.5, y: 52.25)
        }
      } equals: {
        round(20.5, 12.25, 50, 40, 14)
      },
      Reftest("a circle is as round turned as upright", .fuzzy(24, pixels: 220)) {
        round(23, 11, 50, 50, 25) { $0.transform = turn(37) }
      } equals: {
        round(23, 11, 50, 50, 25)
      },
      Reftest("a turned round layer by a turned superlayer", .rounding) {
        round(23, 16, 50, 40, 10) { $0.transform = turn(20) }
      } equals: {
        layer(0, 0, 96, 72) {
          $0.transform = turn(20)
          $0.addSublayer(round(23, 16, 50, 40, 10))
        }
      },
      Reftest("a clip that holds all of a round layer changes nothing", .rounding) {
        layer(5, 5, 80, 60) {
          $0.cornerRadius = 18
          $0.masksToBounds = true
          $0.addSublayer(round(10, 10, 60, 40, 16))
        }
      } equals: {
        round(15, 15, 60, 40, 16)
      },
      Reftest("a round clip in an upright one", .rounding) {
        layer(20, 10, 50, 50) {
          $0.masksToBounds = true
          let inner = layer(-15, 5, 80, 40) {
            $0.cornerRadius = 14
            $0.masksToBounds = true
            $0.addSublayer(layer(0, 0, 80, 40, .orange))
          }
          $0.addSublayer(inner)
        }
      } equals: {
        layer(20, 10, 50, 50) {
          $0.masksToBounds = true
          $0.addSublayer(round(-15, 5, 80, 40, 14))
        }
      },
      // Turned, twelve pixels of the inner mask's arc take its coverage twice: to be looked into.
      Reftest("a round clip in a round clip is a mask in a mask", .fuzzy(3), except: [.rotated: .fuzzy(64, pixels: 12)])
      {
        layer(5, 5, 70, 50) {
          $0.cornerRadius = 20
          $0.masksToBounds = true
          let inner = layer(20.5, 15, 70, 50) {
            $0.cornerRadius = 24
            $0.masksToBounds = true
            $0.addSublayer(layer(-10, -10, 90, 70, .orange))
          }
          $0.addSublayer(inner)
        }
      } equals: {
        let inner = masked(layer(20.5, 15, 70, 50, .orange), by: round(0, 0, 70, 50, 24))
        masked(layer(5, 5, 70, 50) { $0.addSublayer(inner) }, by: round(0, 0, 70, 50, 20))
      },
      Reftest("a translucent border is a ring over the background", .fuzzy(60, pixels: 130)) {
        round(12, 10, 70, 50, 18) {
          $0.borderWidth = 6
          $0.borderColor = .glass
        }
      } equals: {
        round(12, 10, 70, 50, 18)
        round(12, 10, 70, 50, 18, nil) {
          $0.borderWidth = 6
          $0.borderColor = .glass
        }
      },
      Reftest("an opaque border is the larger layer behind the smaller one", .fuzzy(40, pixels: 130)) {
        round(12, 10, 70, 50, 18) {
          $0.borderWidth = 6
          $0.borderColor = .teal
        }
      } equals: {
        round(12, 10, 70, 50, 18, .teal)
        round(18, 16, 58, 38, 12)
      },
      Reftest("a border as wide as half the layer fills it", .rounding) {
        round(12, 10, 70, 50, 18, nil) {
          $0.borderWidth = 25
          $0.borderColor = .teal
        }
      } equals: {
        round(12, 10, 70, 50, 18, .teal)
      },
      Reftest("a radius on its way", .rounding, at: 0.5) {
        round(12, 10, 70, 50, 0) { $0.add(animation("cornerRadius", 4.0, 20.0), forKey: nil) }
      } equals: {
        round(12, 10, 70, 50, 12)
      },
    ] + cornerByCorner

  /// Each corner alone: the round layer with the other three filled up.
  private static let cornerByCorner = [
    ("min x, min y", CACornerMask.layerMinXMinYCorner), ("max x, min y", .layerMaxXMinYCorner),
    ("min x, max y", .layerMinXMaxYCorner), ("max x, max y", .layerMaxXMaxYCorner),
  ].map { name, corner in
    Reftest("only the corner at \(name)", .rounding) {
      round(14, 10, 60, 50, 18, corners: corner)
    } equals: {
      round(14, 10, 60, 50, 18)
      if corner != .layerMinXMinYCorner { layer(14, 10, 30, 25, .orange) }
      if corner != .layerMaxXMinYCorner { layer(44, 10, 30, 25, .orange) }
      if corner != .layerMinXMaxYCorner { layer(14, 35, 30, 25, .orange) }
      if corner != .layerMaxXMaxYCorner { layer(44, 35, 30, 25, .orange) }
    }
  }

  /// A round layer.
  @MainActor private static func round(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double, _ color: CGColor? = .orange,
    corners: CACornerMask? = nil, configure: (CALayer) -> Void = { _ in }
  ) -> CALayer {
    layer(x, y, width, height, color) {
      $0.cornerRadius = radius
      if let corners { $0.maskedCorners = corners }
      configure($0)
    }
  }
}
