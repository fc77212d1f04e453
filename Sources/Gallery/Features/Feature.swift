import CoreGraphics
import Foundation
import QuartzCore

/// A tile of the feature sheet: name, background and a function that fills it, ``size`` points large, origin top left.
struct Feature: Sendable {
  static let size = CGSize(width: 160, height: 120)

  let name: String
  let background: ArtworkColor
  let fill: @Sendable (CALayer, Script) -> Void

  init(
    _ name: String, on background: ArtworkColor = .panel, fill: @escaping @Sendable (CALayer, Script) -> Void
  ) {
    (self.name, self.background, self.fill) = (name, background, fill)
  }

  /// Creates a tile with animations only.
  init(_ name: String, on background: ArtworkColor = .panel, fill: @escaping @Sendable (CALayer) -> Void) {
    self.init(name, on: background) { tile, _ in fill(tile) }
  }
}

extension ArtworkColor {
  /// The background for shadows.
  static let desk = ArtworkColor(0.87, 0.88, 0.91)
  static let white = ArtworkColor(1, 1, 1)
  static let black = ArtworkColor(0, 0, 0)
}

extension Artwork {
  /// The picture that tiles share, 4 to 3.
  static let valley = landscape(width: 480, height: 360, hue: 0.55)
  /// The picture that the valley changes into.
  static let dusk = landscape(width: 480, height: 360, hue: 0.95)
}

extension CALayer {
  @discardableResult func place<Layer: CALayer>(
    _ layer: Layer, _ name: String, _ frame: CGRect, color: CGColor? = nil, cornerRadius: CGFloat = 0
  ) -> Layer {
    layer.name = name
    layer.frame = frame
    layer.backgroundColor = color
    layer.cornerRadius = cornerRadius
    addSublayer(layer)
    return layer
  }

  @discardableResult func place(picture: CGImage, _ name: String, _ frame: CGRect, cornerRadius: CGFloat = 0) -> CALayer
  {
    let layer = place(CALayer(), name, frame, cornerRadius: cornerRadius)
    layer.contents = picture
    layer.masksToBounds = cornerRadius > 0
    return layer
  }

  /// Adds a shape that is stroked; without a line width, filled.
  @discardableResult func place(shape path: CGPath, _ name: String, _ color: CGColor, line: CGFloat = 0) -> CAShapeLayer
  {
    let shape = place(CAShapeLayer(), name, bounds)
    shape.path = path
    shape.fillColor = line > 0 ? nil : color
    shape.strokeColor = line > 0 ? color : nil
    shape.lineWidth = line
    return shape
  }

  /// Moves a property from one value to another and back, for ever.
  func swing(_ keyPath: String, from: Double, to: Double, duration: CFTimeInterval) {
    let animation = CABasicAnimation.swing(keyPath, from: from, to: to, duration: duration)
    animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    // Delayed copies are also in full swing when the scene begins.
    animation.beginTime = -8
    add(animation, forKey: keyPath)
  }
}

extension CGPath {
  static func lines(_ points: [CGPoint], closed: Bool = false) -> CGPath {
    let path = CGMutablePath()
    path.addLines(between: points)
    if closed { path.closeSubpath() }
    return path
  }

  /// Returns a star of five points drawn in one stroke, so that its lines cross.
  static func pentagram(center: CGPoint, radius: CGFloat) -> CGPath {
    lines(
      (0..<5).map { index in
        let angle = Double(index) * 0.8 * .pi - .pi / 2
        return CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
      }, closed: true)
  }

  /// Returns a circle that begins at the top and goes clockwise as seen.
  static func circle(center: CGPoint, radius: CGFloat) -> CGPath {
    let path = CGMutablePath()
    path.addArc(center: center, radius: radius, startAngle: -.pi / 2, endAngle: 1.5 * .pi, clockwise: false)
    return path
  }
}
