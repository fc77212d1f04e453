// Layers that others are put into, or drawn by.

import CoreGraphics
import QuartzCore

extension CALayer {
  /// A layer that carries others: its space is its superlayer's until something moves it.
  static func carrier(_ sublayers: [CALayer] = []) -> CALayer {
    let layer = CALayer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    if !sublayers.isEmpty { layer.sublayers = sublayers }
    return layer
  }
}

extension CAShapeLayer {
  /// A shape in its superlayer's space.
  static func outline() -> CAShapeLayer {
    let shape = CAShapeLayer()
    shape.anchorPoint = .zero
    shape.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    shape.fillColor = nil
    return shape
  }
}
