// Shadows in the benchmark, at 1920x1080: one as wide as they get, and many.

import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  private static let shadowCanvas = CGSize(width: 1920, height: 1080)

  /// A shadow of radius 100 under a layer as large as the screen, which comes and goes a little.
  static let shadowFull = Demo(
    "shadow-full", "a shadow of radius 100 under a full-screen layer", size: shadowCanvas, duration: 4
  ) {
    let root = shadowBackground()
    let page = CALayer()
    page.name = "page"
    page.bounds = CGRect(origin: .zero, size: shadowCanvas)
    page.position = CGPoint(x: 960, y: 540)
    page.backgroundColor = CGColor(red: 0.97, green: 0.96, blue: 0.93, alpha: 1)
    page.cornerRadius = 24
    page.shadowRadius = 100
    page.shadowOpacity = 0.8
    page.shadowOffset = CGSize(width: 0, height: 40)
    // Far enough for all of the shadow to be seen in the course of it.
    let shrink = CABasicAnimation(keyPath: "transform.scale")
    shrink.fromValue = 1
    shrink.toValue = 0.7
    shrink.duration = 2
    shrink.autoreverses = true
    shrink.repeatCount = .infinity
    page.add(shrink, forKey: "shrink")
    root.addSublayer(page)
    return root
  }

  /// 100 rounded cards with shadows, moving by whole pixels and by fractions of them.
  static let shadowCards = Demo("shadow-cards", "100 cards with shadows, moving", size: shadowCanvas, duration: 4) {
    let root = shadowBackground()
    for index in 0..<100 {
      let card = CALayer()
      card.name = "card \(index)"
      let from = CGPoint(x: 96 + Double(index % 10) * 192, y: 54 + Double(index / 10) * 108)
      card.bounds = CGRect(x: 0, y: 0, width: 150, height: 84)
      card.position = from
      card.cornerRadius = 12
      card.backgroundColor =
        ArtworkColor(hue: Double(index) / 100, saturation: 0.25, value: 0.98).cgColor
      card.shadowOpacity = 0.5
      card.shadowRadius = 8
      card.shadowOffset = CGSize(width: 0, height: 4)
      let label = CALayer()
      label.frame = CGRect(x: 16, y: 16, width: 80, height: 10)
      label.backgroundColor = ArtworkColor(hue: Double(index) / 100, saturation: 0.7, value: 0.6).cgColor
      card.addSublayer(label)
      let move = CABasicAnimation(keyPath: "position")
      move.toValue = CGPoint(x: from.x + (index % 2 == 0 ? 30 : -25), y: from.y + (index % 3 == 0 ? 30 : -10))
      move.duration = 0.5
      move.autoreverses = true
      move.repeatCount = .infinity
      card.add(move, forKey: "move")
      root.addSublayer(card)
    }
    return root
  }

  private static func shadowBackground() -> CALayer {
    let root = CALayer()
    root.name = "canvas"
    root.frame = CGRect(origin: .zero, size: shadowCanvas)
    root.backgroundColor = CGColor(gray: 0.85, alpha: 1)
    return root
  }
}
