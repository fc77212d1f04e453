// Tiles of the sheet: pictures in layers.

import CoreGraphics
import Foundation
import QuartzCore

extension FeatureSheet {
  static let contents: [Feature] = [
    Feature("nine slices") { tile in
      for frame in [
        CGRect(x: 12, y: 14, width: 40, height: 40), CGRect(x: 12, y: 64, width: 84, height: 42),
        CGRect(x: 62, y: 14, width: 34, height: 40), CGRect(x: 106, y: 14, width: 42, height: 92),
      ] {
        let plate = tile.place(picture: plaque, "plate", frame)
        plate.contentsScale = 4
        plate.contentsCenter = CGRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
      }
    },
    Feature("gravities") { tile in
      let gravities: [CALayerContentsGravity] = [.resize, .resizeAspect, .resizeAspectFill, .topRight]
      for (index, gravity) in gravities.enumerated() {
        let frame = CGRect(x: 12 + Double(index % 2) * 70, y: 12 + Double(index / 2) * 50, width: 66, height: 46)
        let box = tile.place(picture: ball, "box", frame)
        box.contentsGravity = gravity
        box.contentsScale = 4
        box.masksToBounds = true
        box.backgroundColor = .backdrop
        box.borderWidth = 1
        box.borderColor = .line
      }
    },
  ]

  private static let ball = Artwork.ball(.coral)

  /// A plate with a rim and four rivets, 128 pixels square: its middle fifth is plain.
  private static let plaque = Artwork.painted(width: 128, height: 128) { brush in
    brush.fill(brush.box(0.01, 0.01, 0.98, 0.98, corner: 0.3), .sky)
    brush.fill(brush.box(0.07, 0.07, 0.86, 0.86, corner: 0.24), .backdrop)
    brush.fill(brush.box(0.11, 0.11, 0.78, 0.78, corner: 0.2), ArtworkColor.sky.mixed(with: .backdrop, 0.4))
    for (x, y) in [(0.26, 0.26), (0.74, 0.26), (0.26, 0.74), (0.74, 0.74)] {
      brush.fill(brush.disc(x, y, 0.075), .amber)
    }
  }
}
