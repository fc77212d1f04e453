// Tiles of the sheet: layers that are drawn as one, filters, blending.

import CoreGraphics
import CoreImage
import Foundation
import QuartzCore

extension FeatureSheet {
  static let groups: [Feature] = [
    Feature("group opacity") { tile in
      for index in 0..<8 {
        tile.place(
          CALayer(), "stripe", CGRect(x: 0, y: 5 + Double(index) * 15, width: 160, height: 6), color: .line)
      }
      for (index, together) in [true, false].enumerated() {
        let group = tile.place(CALayer(), "group", CGRect(x: 10 + Double(index) * 72, y: 26, width: 68, height: 68))
        discs(in: group, [.coral, .amber, .sky])
        group.allowsGroupOpacity = together
        group.opacity = 0.6
      }
    },
    Feature("rasterized") { tile in
      for (index, scale) in [2.0, 0.35].enumerated() {
        let ship = tile.place(
          picture: Artwork.ship, "ship", CGRect(x: 12 + Double(index) * 70, y: 26, width: 66, height: 66))
        ship.transform = CATransform3DMakeRotation(-0.4, 0, 0, 1)
        ship.shouldRasterize = true
        ship.rasterizationScale = scale
        ship.magnificationFilter = index == 0 ? .linear : .nearest
      }
    },
  ]

  static let filters: [Feature] = [
    Feature("blur") { tile in
      for (index, radius) in [0.0, 1.5, 4].enumerated() {
        let ball = tile.place(
          picture: Artwork.ship, "ship", CGRect(x: 8 + Double(index) * 48, y: 36, width: 48, height: 48))
        ball.filters = [CIFilter(name: "CIGaussianBlur", parameters: [kCIInputRadiusKey: radius])].compactMap { $0 }
      }
    },
    Feature("colour filters", on: .black) { tile in
      let filters = [
        CIFilter(name: "CIHueAdjust", parameters: [kCIInputAngleKey: 2.2]),
        CIFilter(name: "CISepiaTone"),
        CIFilter(name: "CIColorInvert"),
        CIFilter(name: "CIColorControls", parameters: [kCIInputSaturationKey: 0, kCIInputContrastKey: 1.2]),
      ]
      for (index, filter) in filters.enumerated() {
        let picture = tile.place(
          picture: Artwork.valley, "picture",
          CGRect(x: Double(index % 2) * 81, y: Double(index / 2) * 61, width: 79, height: 59))
        picture.filters = [filter].compactMap { $0 }
      }
    },
    Feature("pixellate") { tile in
      tile.place(picture: Artwork.dusk, "picture", tile.bounds)
      let clip = tile.place(CALayer(), "clip", CGRect(x: 80, y: 0, width: 80, height: 120))
      clip.masksToBounds = true
      let coarse = clip.place(picture: Artwork.dusk, "coarse", CGRect(x: -80, y: 0, width: 160, height: 120))
      let filter = CAFilter(type: "pixellate")
      filter.setValue(8, forKey: "inputScale")
      coarse.filters = [filter]
    },
    Feature("blend modes", on: .black) { tile in
      let light = tile.place(CALayer(), "light", CGRect(x: 6, y: 26, width: 68, height: 68))
      discs(
        in: light,
        [ArtworkColor(1, 0.15, 0.15), ArtworkColor(0.1, 0.9, 0.2), ArtworkColor(0.2, 0.3, 1)].map(\.cgColor),
        mode: "screenBlendMode")
      tile.place(CALayer(), "page", CGRect(x: 80, y: 0, width: 80, height: 120), color: .white)
      let ink = tile.place(CALayer(), "ink", CGRect(x: 86, y: 26, width: 68, height: 68))
      discs(
        in: ink, [ArtworkColor(0, 0.8, 1), ArtworkColor(1, 0.15, 0.65), ArtworkColor(1, 0.9, 0)].map(\.cgColor),
        mode: "multiplyBlendMode")
    },
    Feature("frosted glass") { tile in
      tile.place(picture: Artwork.valley, "picture", tile.bounds)
      for index in 0..<5 {
        tile.place(
          CALayer(), "dot", CGRect(x: 10 + Double(index) * 30, y: 20 + Double(index * 37 % 64), width: 20, height: 20),
          color: .brights[index], cornerRadius: 10)
      }
      let panel = tile.place(
        CALayer(), "panel", CGRect(x: 32, y: 24, width: 96, height: 72), color: CGColor(gray: 1, alpha: 0.2),
        cornerRadius: 16)
      panel.borderWidth = 1
      panel.borderColor = CGColor(gray: 1, alpha: 0.6)
      let saturate = CAFilter(type: "colorSaturate")
      saturate.setValue(1.6, forKey: "inputAmount")
      panel.backgroundFilters =
        [CIFilter(name: "CIGaussianBlur", parameters: [kCIInputRadiusKey: 4]), saturate].compactMap { $0 }
      panel.swing("position.x", from: 66, to: 94, duration: 2)
    },
  ]

  /// Three discs that overlap, in a layer 68 points square.
  private static func discs(in layer: CALayer, _ colors: [CGColor], mode: String? = nil) {
    for (center, color) in zip([(34.0, 22.0), (22, 44), (46, 44)], colors) {
      let disc = layer.place(
        CALayer(), "disc", CGRect(center: CGPoint(x: center.0, y: center.1), side: 42), color: color, cornerRadius: 21)
      disc.compositingFilter = mode
    }
  }
}
