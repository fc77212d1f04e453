import CoreGraphics
import CoreImage
import Foundation
import QuartzCore

extension FeatureSheet {
  static let shapes: [Feature] = [
    Feature("fill rules") { tile in
      for (index, rule) in [CAShapeLayerFillRule.nonZero, .evenOdd].enumerated() {
        let star = CGPath.pentagram(center: CGPoint(x: 44 + Double(index) * 72, y: 62), radius: 36)
        let shape = tile.place(shape: star, "star", .amber)
        shape.fillRule = rule
        shape.strokeColor = .paper
        shape.lineWidth = 2.5
        shape.lineJoin = .round
      }
    },
    Feature("joins, caps, dashes") { tile in
      let joins: [CAShapeLayerLineJoin] = [.miter, .round, .bevel]
      let caps: [CAShapeLayerLineCap] = [.butt, .round, .square]
      for (index, color) in [CGColor.sky, .coral, .mint].enumerated() {
        let x = 18 + Double(index) * 46
        let points = [(0.0, 48.0), (16, 20), (32, 48)].map { CGPoint(x: x + $0.0, y: $0.1) }
        let angle = tile.place(shape: .lines(points), "angle", color, line: 10)
        angle.lineJoin = joins[index]
        angle.lineCap = caps[index]
      }
      let dashes: [[NSNumber]] = [[0, 9], [16, 8], [14, 5, 3, 5]]
      for (index, color) in [CGColor.amber, .violet, .paper].enumerated() {
        let wave = Curve.wave(from: CGPoint(x: 14, y: 70 + Double(index) * 16), width: 132, height: 22)
        let line = tile.place(shape: wave.path, "dashes", color, line: index == 2 ? 2 : 5)
        line.lineDashPattern = dashes[index]
        line.lineCap = index == 0 ? .round : .butt
        line.swing("lineDashPhase", from: 0, to: 48, duration: 4)
      }
    },
    Feature("stroke start and end", on: .black) { tile in
      for (index, (color, part)) in [(CGColor.coral, 0.82), (.mint, 0.64), (.sky, 0.4)].enumerated() {
        let ring = CGPath.circle(center: CGPoint(x: 80, y: 60), radius: 46 - Double(index) * 14)
        guard let faint = color.copy(alpha: 0.22) else { continue }
        tile.place(shape: ring, "track", faint, line: 11)
        let done = tile.place(shape: ring, "ring", color, line: 11)
        done.lineCap = .round
        done.strokeEnd = part
        let grow = CABasicAnimation(keyPath: "strokeEnd")
        grow.fromValue = 0
        grow.duration = 0.9
        grow.timingFunction = CAMediaTimingFunction(name: .easeOut)
        done.add(grow, forKey: "grow")
      }
    },
  ]

  static let gradients: [Feature] = [
    Feature("axial gradient") { tile in
      let sky = tile.place(CAGradientLayer(), "sky", tile.bounds)
      sky.colors = [CGColor.violet, CGColor.coral, CGColor.amber, CGColor.paper]
      sky.locations = [0.1, 0.5, 0.8, 1]
      sky.startPoint = CGPoint(x: 0.15, y: 0)
      sky.endPoint = CGPoint(x: 0.6, y: 1)
    },
    Feature("radial gradient", on: .desk) { tile in
      let shade = tile.place(CAGradientLayer(), "shade", CGRect(x: 34, y: 86, width: 92, height: 22))
      shade.type = .radial
      shade.colors = [CGColor(gray: 0, alpha: 0.45), CGColor(gray: 0, alpha: 0)]
      shade.startPoint = CGPoint(x: 0.5, y: 0.5)
      shade.endPoint = CGPoint(x: 1, y: 1)
      let ball = tile.place(CAGradientLayer(), "ball", CGRect(x: 40, y: 14, width: 80, height: 80), cornerRadius: 40)
      ball.type = .radial
      ball.colors = [CGColor.white, CGColor.sky, ArtworkColor(0.08, 0.16, 0.5).cgColor]
      ball.locations = [0, 0.35, 1]
      ball.startPoint = CGPoint(x: 0.35, y: 0.3)
      ball.endPoint = CGPoint(x: 1.1, y: 1.05)
    },
    Feature("conic gradient") { tile in
      let wheel = tile.place(CAGradientLayer(), "wheel", CGRect(x: 32, y: 12, width: 96, height: 96))
      wheel.type = .conic
      wheel.colors = (0...12).map { ArtworkColor(hue: Double($0) / 12, saturation: 0.75, value: 1).cgColor }
      wheel.startPoint = CGPoint(x: 0.5, y: 0.5)
      wheel.endPoint = CGPoint(x: 0.5, y: 0)
      let ring = CAShapeLayer()
      ring.frame = wheel.bounds
      ring.path = .circle(center: CGPoint(x: 48, y: 48), radius: 36)
      ring.fillColor = nil
      ring.strokeColor = .white
      ring.lineWidth = 24
      wheel.mask = ring
    },
  ]

  static let corners: [Feature] = [
    Feature("corners") { tile in
      let leaf = tile.place(
        CALayer(), "two corners", CGRect(x: 14, y: 14, width: 60, height: 40), color: .mint, cornerRadius: 20)
      leaf.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
      let tab = tile.place(
        CALayer(), "upper corners", CGRect(x: 14, y: 66, width: 60, height: 40), color: .amber, cornerRadius: 14)
      tab.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
      for (layer, width) in [(leaf, 4.0), (tab, 2)] {
        layer.borderWidth = width
        layer.borderColor = .paper
      }
      let icon = tile.place(
        CALayer(), "continuous", CGRect(x: 86, y: 30, width: 60, height: 60), color: .sky, cornerRadius: 18)
      icon.cornerCurve = .continuous
      icon.borderWidth = 4
      icon.borderColor = .paper
    },
    Feature("clips in clips") { tile in
      let outer = tile.place(
        CALayer(), "outer", CGRect(x: 18, y: 12, width: 124, height: 96), color: .coral, cornerRadius: 34)
      outer.masksToBounds = true
      let inner = outer.place(
        CALayer(), "inner", CGRect(x: 16, y: 12, width: 104, height: 84), color: .paper, cornerRadius: 22)
      inner.masksToBounds = true
      inner.transform = CATransform3DMakeRotation(-0.25, 0, 0, 1)
      let picture = inner.place(picture: Artwork.valley, "picture", CGRect(x: 7, y: 7, width: 110, height: 90))
      picture.cornerRadius = 17
      picture.masksToBounds = true
      picture.transform = CATransform3DMakeRotation(0.25, 0, 0, 1)
      outer.borderWidth = 3
      outer.borderColor = .paper
    },
  ]

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
