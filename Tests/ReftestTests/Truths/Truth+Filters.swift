// Chromium's mix-blend-mode, filter and backdrop-filter; see Truth.swift.

import CoreGraphics
import CoreImage
import Foundation
import QuartzCore
import TestScenes
import Testing

extension Truth {
  static let blending =
    [
      "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
      "difference", "exclusion", "hue", "saturation", "color", "luminosity",
    ].map { mode in
      Truth("blending-\(mode)", interior: 2) {
        ground()
        let front = strips([(20, 200, 120), (255, 255, 255), (60, 20, 120)], [23, 24, 23], across: 100, areRows: true)
        front.frame.origin = CGPoint(x: 30, y: 25)
        front.compositingFilter = filterName(mode)
        front
      }
    }
    + ["multiply", "overlay", "color-dodge", "luminosity"].map { mode in
      Truth("blending-alpha-\(mode)", interior: 2) {
        layer(10, 10, 100, 70, Page.rgb(200, 120, 40, 0.6))
        layer(50, 40, 100, 70, Page.rgb(40, 120, 220, 0.7)) { $0.compositingFilter = filterName(mode) }
      }
    } + [
      Truth("blending-group", interior: 2) {
        ground()
        Page.group(
          30, 25, 100, 70, layer(0, 0, 60, 50, Page.rgb(120, 200, 120)), layer(40, 20, 60, 50, Page.rgb(220, 140, 220))
        ) { $0.compositingFilter = "multiplyBlendMode" }
      },
      Truth("blending-plus-lighter", interior: 2) {
        ground()
        let front = strips([(20, 200, 120), (255, 255, 255), (60, 20, 120)], [23, 24, 23], across: 100, areRows: true)
        front.frame.origin = CGPoint(x: 30, y: 25)
        front.compositingFilter = "plusL"
        front
      },
      Truth("blending-round-turned", interior: 2, edge: 60, pixels: 400) {
        ground()
        layer(40, 30, 80, 60, Page.rgb(90, 200, 160)) {
          $0.compositingFilter = "differenceBlendMode"
          $0.cornerRadius = 20
          $0.transform = turn(20)
        }
      },
    ]

  static let filters = [
    Truth("filters-blur", interior: 5) { picture([filter("gaussianBlur", "inputRadius", 5)]) },
    Truth("filters-blur-small", interior: 5) { picture([filter("gaussianBlur", "inputRadius", 1)]) },
    Truth("filters-blur-wide", interior: 6) { picture([filter("gaussianBlur", "inputRadius", 20)]) },
    Truth("filters-blur-scale", interior: 5) { picture([filter("gaussianBlur", "inputRadius", 5)]) },
    Truth("filters-contrast", interior: 2, edge: 16, pixels: 120) {
      picture([filter("colorContrast", "inputAmount", 0.6)])
    },
    Truth("filters-contrast-more", interior: 2, edge: 16, pixels: 120) {
      picture([filter("colorContrast", "inputAmount", 1.5)])
    },
    Truth("filters-saturate", interior: 2, edge: 16, pixels: 120) {
      picture([filter("colorSaturate", "inputAmount", 2)])
    },
    Truth("filters-saturate-less", interior: 2, edge: 16, pixels: 120) {
      picture([filter("colorSaturate", "inputAmount", 0.4)])
    },
    Truth("filters-grayscale", interior: 2, edge: 16, pixels: 120) {
      picture([filter("colorSaturate", "inputAmount", 0)])
    },
    Truth("filters-hue", interior: 2, edge: 16, pixels: 120) {
      picture([filter("colorHueRotate", "inputAngle", 80 * Double.pi / 180)])
    },
    Truth("filters-invert", interior: 2, edge: 16, pixels: 120) { picture([filter("colorInvert")]) },
    Truth("filters-chain", interior: 5) {
      picture([filter("gaussianBlur", "inputRadius", 3), filter("colorInvert")])
    },
    Truth("filters-blur-turned", interior: 5) {
      let turned = picture([filter("gaussianBlur", "inputRadius", 5)])
      turned.transform = turn(30)
      turned
    },
    // A factor of all colours, which Core Image calls an exposure.
    Truth("filters-brightness", interior: 2, edge: 16, pixels: 120) {
      picture([CIFilter(name: "CIExposureAdjust", parameters: [kCIInputEVKey: log2(1.4)])].compactMap { $0 })
    },
    Truth("filters-sepia", interior: 2, edge: 16, pixels: 120) {
      picture([CIFilter(name: "CISepiaTone")].compactMap { $0 })
    },
    Truth("filters-backdrop-blur", interior: 5, edge: 40, pixels: 120) {
      ground()
      layer(40, 30, 80, 60, Page.rgb(255, 255, 255, 0.3)) {
        $0.backgroundFilters = [filter("gaussianBlur", "inputRadius", 6)]
      }
    },
    Truth("filters-backdrop-hard", interior: 5, edge: 40, pixels: 120) {
      halves()
      layer(40, 30, 80, 60) {
        $0.backgroundFilters = [filter("gaussianBlur", "inputRadius", 8)]
        $0.cornerRadius = 16
        $0.masksToBounds = true
      }
    },
    Truth("filters-backdrop-round", interior: 3, edge: 60, pixels: 160) {
      ground()
      layer(40, 30, 80, 60, Page.rgb(255, 255, 255, 0.2)) {
        $0.backgroundFilters = [filter("colorInvert")]
        $0.cornerRadius = 22
        $0.masksToBounds = true
      }
    },
    Truth("filters-backdrop-turned", interior: 3, edge: 120, pixels: 400) {
      halves()
      layer(45, 30, 70, 60) {
        $0.backgroundFilters = [filter("colorInvert")]
        $0.transform = turn(30)
        $0.masksToBounds = true
      }
    },
  ]

  /// "color-dodge" as "colorDodgeBlendMode".
  private static func filterName(_ mode: String) -> String {
    let words = mode.split(separator: "-")
    return String(words[0]) + words.dropFirst().map(\.capitalized).joined() + "BlendMode"
  }

  private static func filter(_ type: String, _ key: String? = nil, _ value: Double = 0) -> CAFilter {
    let filter = CAFilter(type: type)
    if let key { filter.setValue(value, forKey: key) }
    return filter
  }

  /// Bars of colours, side by side or row by row.
  @MainActor private static func strips(
    _ colors: [(Double, Double, Double)], _ sizes: [Double], across: Double, areRows: Bool = false
  ) -> CALayer {
    let total = sizes.reduce(0, +)
    let group = areRows ? layer(0, 0, across, total) : layer(0, 0, total, across)
    var place = 0.0
    for (color, size) in zip(colors, sizes) {
      let fill = Page.rgb(color.0, color.1, color.2)
      group.addSublayer(areRows ? layer(0, place, across, size, fill) : layer(place, 0, size, across, fill))
      place += size
    }
    return group
  }

  private static let colors = [(200.0, 40.0, 40.0), (240, 220, 60), (30, 80, 200)]

  @MainActor private static func ground() -> CALayer {
    let ground = strips(colors, [47, 46, 47], across: 100)
    ground.frame.origin = CGPoint(x: 10, y: 10)
    return ground
  }

  @MainActor private static func halves() -> [CALayer] {
    [layer(0, 0, 80, 120, .orange), layer(80, 0, 80, 120, .teal)]
  }

  /// What the filters' pages filter.
  @MainActor private static func picture(_ filters: [Any]) -> CALayer {
    let round = layer(20, 20, 60, 40, Page.rgb(20, 160, 120, 0.8)) { $0.cornerRadius = 12 }
    return Page.group(30, 20, 100, 80, strips(colors, [33, 34, 33], across: 80), round) { $0.filters = filters }
  }
}
