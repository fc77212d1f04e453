// Chromium's box-shadow, whose blur is twice the Gaussian's standard deviation, and drop-shadow, whose blur is the
// deviation itself; see Truth.swift.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Truth {
  static let shadows = [
    Truth("shadows-rectangle", interior: 3) { shadowed(40, 30, 80, 60, Shadow(radius: 8)) },
    Truth("shadows-offset", interior: 3) { shadowed(40, 30, 70, 50, Shadow(0.6, radius: 6, x: 8, y: 10)) },
    Truth("shadows-round", interior: 4, edge: 40, pixels: 100) {
      shadowed(40, 30, 80, 60, corner: 18, Shadow(0.8, radius: 10, y: 4))
    },
    // Of a circle Skia blurs a profile, up to 10 below the integral, which ShadowPatchTests compare with.
    Truth("shadows-circle", interior: 10, edge: 40, pixels: 200) {
      shadowed(50, 30, 60, 60, corner: 30, Shadow(Page.rgb(0, 60, 120), radius: 5, x: 5, y: 5))
    },
    Truth("shadows-wide", interior: 4, edge: 40, pixels: 60) {
      shadowed(55, 45, 50, 30, corner: 8, Shadow(radius: 30))
    },
    Truth("shadows-hard") { shadowed(30, 25, 80, 50, Shadow(.teal, 0.7, radius: 0, x: 12, y: 14)) },
    Truth("shadows-turned", interior: 4, edge: 60, pixels: 500) {
      let box = shadowed(45, 30, 70, 60, corner: 14, Shadow(0.7, radius: 7, x: 10))
      box.transform = turn(30)
      box
    },
    Truth("shadows-clipped", interior: 4, edge: 40, pixels: 160) {
      layer(20, 20, 100, 70, Page.paper) {
        $0.cornerRadius = 20
        $0.masksToBounds = true
        $0.addSublayer(shadowed(50, 30, 80, 60, corner: 10, Shadow(radius: 12)))
      }
    },
    Truth("shadows-scale", interior: 4, edge: 40, pixels: 200) {
      shadowed(40, 30, 80, 60, corner: 18, Shadow(0.8, radius: 10, y: 4))
    },
    Truth("shadows-two-corners", interior: 4, edge: 40, pixels: 100) {
      let box = shadowed(40, 30, 80, 60, corner: 28, Shadow(radius: 9))
      box.maskedCorners = [.layerMaxXMinYCorner, .layerMinXMaxYCorner]
      box
    },
    Truth("shadows-group", interior: 4, edge: 40, pixels: 60) { shadowedPair(Shadow(0.8, radius: 5, x: 6, y: 8)) },
    Truth("shadows-group-turned", interior: 4, edge: 60, pixels: 500) {
      let group = shadowedPair(Shadow(radius: 6))
      group.transform = turn(20)
      group
    },
    Truth("shadows-group-fading", interior: 4, edge: 40, pixels: 60) {
      Page.ground()
      let group = shadowedPair(Shadow(radius: 5, x: 6, y: 8))
      group.opacity = 0.6
      group
    },
    Truth("shadows-image", interior: 4) {
      let box = Page.pixels(Page.coverage, 40, 20, 80, 80)
      Shadow(Page.rgb(160, 0, 60), radius: 4, x: 5, y: 5).apply(to: box)
      box
    },
    Truth("shadows-translucent-group", interior: 4) {
      let group = Page.group(
        35, 25, 90, 70, layer(0, 0, 60, 50, .glass), layer(30, 20, 55, 45, Page.rgb(0, 102, 153, 0.4)))
      Shadow(radius: 6, x: 10, y: 10).apply(to: group)
      group
    },
  ]

  private struct Shadow {
    var color = CGColor.black
    var opacity: Float = 1
    var radius: Double
    var offset: CGSize

    init(_ color: CGColor = .black, _ opacity: Float = 1, radius: Double, x: Double = 0, y: Double = 0) {
      (self.color, self.opacity, self.radius) = (color, opacity, radius)
      offset = CGSize(width: x, height: y)
    }

    init(_ opacity: Float, radius: Double, x: Double = 0, y: Double = 0) {
      self.init(.black, opacity, radius: radius, x: x, y: y)
    }

    func apply(to layer: CALayer) {
      layer.shadowColor = color
      layer.shadowOpacity = opacity
      layer.shadowRadius = radius
      layer.shadowOffset = offset
    }
  }

  @MainActor private static func shadowed(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, corner: Double = 0, _ shadow: Shadow
  ) -> CALayer {
    layer(x, y, width, height, .orange) {
      $0.cornerRadius = corner
      shadow.apply(to: $0)
    }
  }

  @MainActor private static func shadowedPair(_ shadow: Shadow) -> CALayer {
    layer(35, 25, 90, 70) {
      $0.sublayers = Page.pair()
      shadow.apply(to: $0)
    }
  }
}
