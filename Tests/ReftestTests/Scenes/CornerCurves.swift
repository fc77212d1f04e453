// Reftests of corners: continuous curves, clips that cross, covered and shared edges; `ReftestTests.swift` tells how to
// add one.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  /// A rounded layer by its frame.
  private static func rounded(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double, _ color: CGColor? = .orange,
    _ corners: CACornerMask? = nil, curve: CALayerCornerCurve = .circular, _ configure: (CALayer) -> Void = { _ in }
  ) -> CALayer {
    layer(x, y, width, height, color) {
      $0.cornerRadius = radius
      $0.cornerCurve = curve
      if let corners { $0.maskedCorners = corners }
      configure($0)
    }
  }

  /// The same as a clip around layers.
  private static func clip(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double, at corners: CACornerMask? = nil,
    curve: CALayerCornerCurve = .circular, by transform: CATransform3D = CATransform3DIdentity, _ sublayers: CALayer...
  ) -> CALayer {
    rounded(x, y, width, height, radius, nil, corners, curve: curve) {
      $0.masksToBounds = true
      $0.transform = transform
      $0.sublayers = sublayers
    }
  }

  static let cornerCurves: [Reftest] = [
    Reftest("a clip to a continuous turned layer is that layer", .rounding) {
      clip(15.25, 8.5, 60, 50, 18, curve: .continuous, by: turn(22), layer(-5, -5, 80, 70, .orange))
    } equals: {
      rounded(15.25, 8.5, 60, 50, 18, curve: .continuous) { $0.transform = turn(22) }
    },
    Reftest("a continuous corner needs a radius") {
      rounded(10.5, 8, 60, 50, 0, curve: .continuous)
    } equals: {
      layer(10.5, 8, 60, 50, .orange)
    },
    Reftest("a radius of half the side is a circle with either curve", .rounding) {
      rounded(20.25, 8, 50, 50, 25, .glass, curve: .continuous)
    } equals: {
      rounded(20.25, 8, 50, 50, 25, .glass)
    },
    Reftest("a larger radius is half the side", .rounding) {
      rounded(10.25, 12, 70, 40, 400) { $0.transform = turn(-14) }
    } equals: {
      rounded(10.25, 12, 70, 40, 20) { $0.transform = turn(-14) }
    },
    Reftest("each corner by itself") {
      rounded(10, 8, 60, 48, 20)
    } equals: {
      rounded(10, 8, 30, 24, 20, .orange, .layerMinXMinYCorner)
      rounded(40, 8, 30, 24, 20, .orange, .layerMaxXMinYCorner)
      rounded(10, 32, 30, 24, 20, .orange, .layerMinXMaxYCorner)
      rounded(40, 32, 30, 24, 20, .orange, .layerMaxXMaxYCorner)
    },
    Reftest("each continuous corner by itself", .rounding) {
      rounded(10, 2, 68, 68, 20, .orange, curve: .continuous)
    } equals: {
      rounded(10, 2, 34, 34, 20, .orange, .layerMinXMinYCorner, curve: .continuous)
      rounded(44, 2, 34, 34, 20, .orange, .layerMaxXMinYCorner, curve: .continuous)
      rounded(10, 36, 34, 34, 20, .orange, .layerMinXMaxYCorner, curve: .continuous)
      rounded(44, 36, 34, 34, 20, .orange, .layerMaxXMaxYCorner, curve: .continuous)
    },
    Reftest("a mirrored layer rounds the other corner", .rounding) {
      rounded(10.25, 8.5, 60, 50, 30, .orange, .layerMinXMinYCorner, curve: .continuous) {
        $0.transform = CATransform3DMakeScale(-1, 1, 1)
      }
    } equals: {
      rounded(10.25, 8.5, 60, 50, 30, .orange, .layerMaxXMinYCorner, curve: .continuous)
    },
    Reftest("two opposite corners are a clip in a clip", .fuzzy(24, pixels: 60)) {
      rounded(15.25, 6, 60, 60, 60, .orange, [.layerMinXMinYCorner, .layerMaxXMaxYCorner])
    } equals: {
      clip(
        15.25, 6, 80, 80, 60, at: .layerMinXMinYCorner,
        clip(-20, -20, 80, 80, 60, at: .layerMaxXMaxYCorner, layer(0, 0, 90, 90, .orange)))
    },
    Reftest("two opposite corners, turned", .fuzzy(36, pixels: 80)) {
      rounded(20.25, 10, 50, 50, 40, .orange, [.layerMaxXMinYCorner, .layerMinXMaxYCorner]) { $0.transform = turn(30) }
    } equals: {
      layer(20.25, 10, 50, 50) {
        $0.transform = turn(30)
        $0.addSublayer(
          clip(
            -20, 0, 70, 70, 40, at: .layerMaxXMinYCorner,
            clip(20, -20, 70, 70, 40, at: .layerMinXMaxYCorner, layer(-30, -30, 150, 150, .orange))))
      }
    },
    Reftest("clips that cross commute", .fuzzy(8, pixels: 60)) {
      clip(10.25, 8, 60, 50, 25, clip(20, -10, 50, 64, 18, curve: .continuous, layer(-30, -30, 150, 150, .orange)))
    } equals: {
      clip(30.25, -2, 50, 64, 18, curve: .continuous, clip(-20, 10, 60, 50, 25, layer(-30, -30, 150, 150, .orange)))
    },
    Reftest("turned clips that cross commute", .fuzzy(12, pixels: 80)) {
      clip(
        20, 10, 50, 50, 16, by: turn(40), clip(-5, -5, 60, 60, 24, by: turn(-40), layer(-30, -30, 150, 150, .orange)))
    } equals: {
      clip(15, 5, 60, 60, 24, clip(5, 5, 50, 50, 16, by: turn(40), layer(-30, -30, 150, 150, .orange)))
    },
    Reftest("a turned layer that fills a turned clip shares its edges", .fuzzy(1)) {
      clip(15.25, 8.5, 60, 50, 14, by: turn(17), layer(0, 0, 60, 50, .orange))
    } equals: {
      rounded(15.25, 8.5, 60, 50, 14) { $0.transform = turn(17) }
    },
    Reftest("a sublayer that covers a rounded layer leaves nothing of its background", .fuzzy(1)) {
      rounded(12.25, 8.5, 60, 50, 18, .teal, curve: .continuous) {
        $0.masksToBounds = true
        $0.transform = turn(13)
        $0.addSublayer(layer(-20, -20, 120, 120, .orange))
        $0.addSublayer(layer(20, 15, 20, 20, .white))
      }
    } equals: {
      rounded(12.25, 8.5, 60, 50, 18, .orange, curve: .continuous) {
        $0.transform = turn(13)
        $0.addSublayer(layer(20, 15, 20, 20, .white))
      }
    },
    Reftest("a border as thick as half a side fills", .rounding) {
      rounded(10.25, 8.5, 60, 40, 18, nil, curve: .continuous) {
        $0.borderWidth = 20
        $0.borderColor = .orange
        $0.transform = turn(9)
      }
    } equals: {
      rounded(10.25, 8.5, 60, 40, 18, curve: .continuous) { $0.transform = turn(9) }
    },
    Reftest("a border's hole is a rounded clip turned inside out", .fuzzy(30, pixels: 300)) {
      rounded(10.5, 8, 70, 50, 22, .teal, curve: .continuous) {
        $0.borderWidth = 7
        $0.borderColor = .orange
      }
    } equals: {
      rounded(10.5, 8, 70, 50, 22, .orange, curve: .continuous) {
        $0.addSublayer(rounded(7, 7, 56, 36, 15, .teal, curve: .continuous))
      }
    },
  ]
}
