// A benchmark scene, at 1920x1080: frosted glass that moves over a picture.

import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  /// A rounded panel over a picture as large as a video's: what lies behind it is blurred anew in each frame.
  static let frosted = Demo(
    "frosted", "a frosted panel that moves over a picture", size: CGSize(width: 1920, height: 1080), duration: 4
  ) {
    let root = CALayer()
    root.name = "canvas"
    root.frame = CGRect(x: 0, y: 0, width: 1920, height: 1080)
    root.backgroundColor = .black
    let picture = CALayer()
    picture.name = "picture"
    picture.frame = root.bounds
    picture.contents = Artwork.landscape(width: 1920, height: 1080, hue: 0.58)
    root.addSublayer(picture)

    let panel = CALayer()
    panel.name = "panel"
    panel.bounds = CGRect(x: 0, y: 0, width: 960, height: 540)
    panel.position = CGPoint(x: 660, y: 560)
    panel.backgroundColor = CGColor(gray: 1, alpha: 0.18)
    panel.cornerRadius = 48
    panel.borderWidth = 2
    panel.borderColor = CGColor(gray: 1, alpha: 0.5)
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(24, forKey: "inputRadius")
    let saturate = CAFilter(type: "colorSaturate")
    saturate.setValue(1.5, forKey: "inputAmount")
    panel.backgroundFilters = [blur, saturate]
    root.addSublayer(panel)

    let move = CABasicAnimation(keyPath: "position.x")
    move.toValue = 1260
    move.duration = 2
    move.autoreverses = true
    move.repeatCount = .infinity
    panel.add(move, forKey: "move")
    return root
  }
}
