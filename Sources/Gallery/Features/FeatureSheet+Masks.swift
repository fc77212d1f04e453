// Tiles of the sheet: what cuts a layer, and what it throws onto what lies behind.

import CoreGraphics
import Foundation
import QuartzCore

extension FeatureSheet {
  static let masks: [Feature] = [
    Feature("mask") { tile in
      let picture = tile.place(picture: Artwork.valley, "picture", tile.bounds)
      let mask = CAShapeLayer()
      mask.frame = tile.bounds
      mask.path = heart
      picture.mask = mask
    },
    Feature("soft mask", on: .black) { tile in
      tile.place(picture: Artwork.dusk, "picture", CGRect(x: 34, y: 10, width: 92, height: 66), cornerRadius: 6)
      let mirrored = tile.place(
        picture: Artwork.dusk, "reflection", CGRect(x: 34, y: 79, width: 92, height: 66), cornerRadius: 6)
      mirrored.setAffineTransform(CGAffineTransform(scaleX: 1, y: -1))
      let fade = CAGradientLayer()
      fade.frame = mirrored.bounds
      fade.colors = [CGColor(gray: 0, alpha: 0.55), CGColor(gray: 0, alpha: 0)]
      fade.startPoint = CGPoint(x: 0.5, y: 1)
      fade.endPoint = CGPoint(x: 0.5, y: 0.42)
      mirrored.mask = fade
    },
  ]

  static let shadows: [Feature] = [
    Feature("shadow of a rounded layer", on: .desk) { tile in
      for (index, radius) in [1.5, 4, 9].enumerated() {
        let card = tile.place(
          CALayer(), "card", CGRect(x: 14 + Double(index) * 49, y: 30, width: 34, height: 52), color: .white,
          cornerRadius: 9)
        card.shadowOpacity = 0.45
        card.shadowRadius = radius
        card.shadowOffset = CGSize(width: 0, height: radius)
        card.place(
          CALayer(), "dot", CGRect(x: 10, y: 10, width: 14, height: 14), color: .brights[index], cornerRadius: 7)
      }
    },
    Feature("shadow path", on: .desk) { tile in
      let photo = tile.place(CALayer(), "photo", CGRect(x: 32, y: 20, width: 96, height: 72), color: .white)
      photo.place(picture: Artwork.dusk, "picture", CGRect(x: 5, y: 5, width: 86, height: 62))
      // As if the corners bent upwards: lowest at the sides.
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 6, y: 40))
      path.addLine(to: CGPoint(x: 90, y: 40))
      path.addLine(to: CGPoint(x: 93, y: 82))
      path.addQuadCurve(to: CGPoint(x: 3, y: 82), control: CGPoint(x: 48, y: 62))
      path.closeSubpath()
      photo.shadowPath = path
      photo.shadowOffset = .zero
      photo.shadowOpacity = 0.6
      photo.shadowRadius = 3.5
    },
    Feature("shadow of its own shape", on: .desk) { tile in
      let ship = tile.place(picture: Artwork.ship, "ship", CGRect(x: 34, y: 12, width: 88, height: 88))
      ship.transform = CATransform3DMakeRotation(-0.5, 0, 0, 1)
      ship.shadowColor = ArtworkColor(0.1, 0.15, 0.45).cgColor
      ship.shadowOpacity = 0.5
      ship.shadowRadius = 4
      ship.shadowOffset = CGSize(width: 2, height: 16)
    },
  ]

  private static let heart: CGPath = {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 80, y: 108))
    path.addCurve(
      to: CGPoint(x: 26, y: 44), control1: CGPoint(x: 60, y: 88), control2: CGPoint(x: 26, y: 68))
    path.addCurve(to: CGPoint(x: 80, y: 36), control1: CGPoint(x: 26, y: 8), control2: CGPoint(x: 68, y: 6))
    path.addCurve(to: CGPoint(x: 134, y: 44), control1: CGPoint(x: 92, y: 6), control2: CGPoint(x: 134, y: 8))
    path.addCurve(
      to: CGPoint(x: 80, y: 108), control1: CGPoint(x: 134, y: 68), control2: CGPoint(x: 100, y: 88))
    path.closeSubpath()
    return path
  }()
}
