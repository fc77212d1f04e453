// Chromium's border-radius, overflow: hidden and images; see Truth.swift.

import CoreGraphics
import QuartzCore
import TestScenes
import Testing

extension Truth {
  static let corners =
    [
      Truth("corners-all", edge: 24, pixels: 120) { layer(20, 15, 120, 90, .orange) { $0.cornerRadius = 24 } },
      Truth("corners-scale", edge: 24, pixels: 240) { layer(20, 15, 120, 90, .orange) { $0.cornerRadius = 24 } },
      // Chromium draws this one as a path, less exactly than the others.
      Truth("corners-two", edge: 36, pixels: 120) {
        layer(20, 15, 120, 90, .orange) {
          $0.cornerRadius = 30
          $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
        }
      },
      Truth("corners-circle", edge: 24, pixels: 260) { layer(35, 15, 90, 90, .teal) { $0.cornerRadius = 45 } },
      Truth("corners-border", edge: 24, pixels: 240) { bordered(20, 15, 120, 90, radius: 24, width: 7) },
      Truth("corners-border-thick", edge: 24, pixels: 120) { bordered(20, 15, 120, 90, radius: 12, width: 20) },
      Truth("corners-turned", edge: 40, pixels: 400) {
        layer(35, 25, 90, 70, .orange) {
          $0.cornerRadius = 20
          $0.transform = turn(25)
        }
      },
      Truth("corners-border-turned", edge: 40, pixels: 700) {
        let box = bordered(35, 25, 90, 70, radius: 20, width: 6)
        box.transform = turn(-15)
        box
      },
      Truth("corners-translucent", edge: 24, pixels: 160) {
        layer(10, 10, 90, 70, .teal)
        layer(50, 35, 95, 75, .glass) { $0.cornerRadius = 30 }
      },
    ] + clips + contents

  private static let clips = [
    Truth("clips-round", edge: 24, pixels: 200) { clip(20, 15, 120, 90, radius: 26, children()) },
    Truth("clips-scale", edge: 24, pixels: 400) { clip(20, 15, 120, 90, radius: 26, children()) },
    Truth("clips-nested", edge: 40, pixels: 260) {
      let inner = clip(30, 25, 110, 80, radius: 34, [layer(-20, 15, 90, 90, .orange)], color: .teal)
      clip(15, 10, 120, 90, radius: 26, [inner])
    },
    Truth("clips-turned", edge: 60, pixels: 500) {
      let box = clip(35, 25, 90, 70, radius: 18, [layer(-15, 20, 70, 60, .teal), layer(40, -10, 60, 50, .glass)])
      box.transform = turn(20)
      box
    },
    Truth("clips-turned-inside", edge: 50, pixels: 500) {
      let inner = clip(30, 30, 110, 50, radius: 0, [layer(50, -10, 40, 80, .orange)], color: .teal)
      inner.transform = turn(30)
      clip(20, 15, 120, 90, radius: 26, [inner])
    },
    // CSS clips to the inner edge of the border, Core Animation to the outer one, under the border.
    Truth("clips-border", edge: 60, pixels: 40) {
      // CSS places what is inside a border from the border's inner edge.
      let box = clip(20, 15, 120, 90, radius: 22, [layer(-15, 25, 80, 80, .orange)])
      box.borderWidth = 5
      box.borderColor = .teal
      box
    },
  ]

  private static let contents = [
    Truth("contents-pixels") { Page.pixels(Page.image, 40, 20, 80, 80) },
    Truth("contents-round", edge: 24, pixels: 120) {
      let box = Page.pixels(Page.image, 40, 20, 80, 80)
      box.cornerRadius = 24
      box.masksToBounds = true
      box
    },
    Truth("contents-cover") {
      let box = Page.pixels(Page.image, 20, 25, 120, 64)
      box.contentsGravity = .resizeAspectFill
      box.masksToBounds = true
      box
    },
  ]

  @MainActor private static func bordered(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double, width border: Double
  ) -> CALayer {
    layer(x, y, width, height, .orange) {
      $0.cornerRadius = radius
      $0.borderWidth = border
      $0.borderColor = .teal
    }
  }

  @MainActor private static func clip(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double, _ sublayers: [CALayer],
    color: CGColor = Page.paper
  ) -> CALayer {
    layer(x, y, width, height, color) {
      $0.cornerRadius = radius
      $0.masksToBounds = true
      $0.sublayers = sublayers
    }
  }

  @MainActor private static func children() -> [CALayer] {
    [layer(-15, 20, 70, 60, .teal), layer(40, -20, 60, 80, .glass), layer(70, 50, 60, 60, .orange)]
  }
}
