// Chromium's opacity, mask-image and clip-path; see Truth.swift.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Truth {
  static let groups =
    [
      Truth("groups-opacity", edge: 20, pixels: 60) {
        Page.ground()
        layer(30, 20, 100, 80) {
          $0.opacity = 0.5
          $0.sublayers = Page.pair()
        }
      },
      Truth("groups-nested", interior: 2) {
        Page.ground()
        let inner = Page.group(40, 20, 70, 60, layer(0, 0, 50, 40, .teal), layer(20, 15, 50, 40, .orange))
        inner.opacity = 0.5
        let outer = Page.group(20, 15, 120, 90, layer(0, 0, 70, 60, .orange), inner)
        outer.opacity = 0.7
        outer
      },
      Truth("groups-turned", interior: 2, edge: 40, pixels: 500) {
        Page.ground()
        layer(40, 25, 80, 70) {
          $0.opacity = 0.6
          $0.transform = turn(35)
          $0.sublayers = Page.pair()
        }
      },
      Truth("groups-clipped", interior: 2, edge: 24, pixels: 160) {
        Page.ground()
        layer(20, 15, 120, 90, .teal) {
          $0.opacity = 0.6
          $0.cornerRadius = 30
          $0.masksToBounds = true
          $0.addSublayer(layer(40, 30, 100, 80, .orange))
        }
      },
    ] + masks

  private static let fading = [CGColor.black, CGColor(gray: 0, alpha: 0)]

  private static let masks = [
    Truth("masks-gradient", interior: 2) {
      masked(20, 15, 120, 90, by: Page.gradient(0, 0, 120, 90, fading), picture(120, 90))
    },
    Truth("masks-gradient-steep", interior: 3, edge: 12, pixels: 240) {
      let mask = Page.gradient(
        0, 0, 120, 90, [fading[1], .black, .black, fading[1]], [0.4, 0.5, 0.7, 1], from: (0.5, 0), to: (0.5, 1))
      masked(20, 15, 120, 90, by: mask, picture(120, 90))
    },
    Truth("masks-radial", interior: 3) {
      let mask = Page.gradient(0, 0, 90, 90, fading, [0.6, 1], from: (0.5, 0.5), to: (1, 1), type: .radial)
      masked(35, 15, 90, 90, by: mask, [layer(0, 0, 90, 90, .orange), layer(20, 15, 40, 45, .teal)])
    },
    Truth("masks-image") {
      let picture = [layer(0, 0, 80, 80, .orange), layer(20, 15, 40, 45, .teal)]
      masked(40, 20, 80, 80, by: Page.pixels(Page.coverage, 0, 0, 80, 80), picture)
    },
    Truth("masks-turned", interior: 3, edge: 60, pixels: 400) {
      let picture = [layer(0, 0, 80, 80, .orange), layer(20, 15, 40, 45, .teal)]
      let box = masked(40, 20, 80, 80, by: Page.gradient(0, 0, 80, 80, fading), picture)
      box.transform = turn(30)
      box
    },
    Truth("masks-nested", interior: 3) {
      Page.ground()
      let inner = masked(
        0, 0, 120, 90, by: Page.gradient(0, 0, 120, 90, fading, from: (0.5, 0), to: (0.5, 1)), picture(120, 90))
      masked(20, 15, 120, 90, by: Page.gradient(0, 0, 120, 90, fading.reversed()), [inner])
    },
    Truth("masks-group-opacity", interior: 2) {
      Page.ground()
      let box = masked(20, 15, 120, 90, by: Page.gradient(0, 0, 120, 90, fading), picture(120, 90))
      box.opacity = 0.6
      box
    },
    // Chromium clips each sublayer on its own: what is below shows at the edge.
    Truth("masks-shape", edge: 70, pixels: 420) {
      let path = CGMutablePath()
      path.addLines(between: [(60, 0), (120, 45), (60, 90), (0, 45)].map { CGPoint(x: $0.0, y: $0.1) })
      path.closeSubpath()
      let mask = CAShapeLayer()
      mask.path = path
      masked(20, 15, 120, 90, by: mask, picture(120, 90))
    },
  ]

  @MainActor private static func masked(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, by mask: CALayer, _ sublayers: [CALayer]
  ) -> CALayer {
    layer(x, y, width, height) {
      $0.sublayers = sublayers
      $0.mask = mask
    }
  }

  @MainActor private static func picture(_ width: Double, _ height: Double) -> [CALayer] {
    [layer(0, 0, width, height, .orange), layer(20, 15, 60, 45, .teal)]
  }
}
