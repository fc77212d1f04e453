// A shape layer's path: filled, then stroked, over the contents and below the sublayers.
//
// The pattern of dashes is part of the graphics state and is set only by a layer that has one; sublayers are drawn
// inside of that state. So a shape layer's dashes go on into sublayers that have none, as was measured.

import CoreGraphics
import Foundation

extension ContextRenderer {
  /// Draws what a shape layer adds.
  func drawShape(of layer: CALayer) {
    guard let shape = layer as? CAShapeLayer, let path = shape.path, !path.isEmpty else { return }
    let fill = shape.fillColor.flatMap { $0.alpha > 0 ? $0 : nil }
    let stroke = shape.strokeColor.flatMap { $0.alpha > 0 ? $0 : nil }
    if let fill {
      context.setFillColor(fill)
      context.addPath(path)
      context.fillPath(using: shape.fillRule == .evenOdd ? .evenOdd : .winding)
    }
    if let stroke { draw(path, of: shape, in: stroke) }
  }

  private func draw(_ path: CGPath, of shape: CAShapeLayer, in color: CGColor) {
    func number(_ value: CGFloat, _ fallback: CGFloat) -> CGFloat { value.isFinite ? value : fallback }
    let (start, end) = (number(shape.strokeStart, 0), number(shape.strokeEnd, 1))
    let width = number(shape.lineWidth, 1)
    guard width > 0, start < end, start < 1, end > 0 else { return }
    let line = path.trimmed(from: Double(start), to: Double(end))
    context.setStrokeColor(color)
    context.setLineWidth(width)
    context.setMiterLimit(number(shape.miterLimit, 10))
    context.setLineCap(shape.lineCap.style)
    context.setLineJoin(shape.lineJoin.style)
    if let pattern = shape.lineDashPattern {
      let lengths = pattern.map { CGFloat($0.doubleValue) }
      let isUsable = line.polygonLength / max(lengths.reduce(0, +), .leastNormalMagnitude) < Self.mostDashes
      context.setLineDash(phase: number(shape.lineDashPhase, 0), lengths: isUsable ? lengths : [])
    }
    context.addPath(line)
    context.strokePath()
  }

  /// A path with more repetitions of its pattern is stroked whole, as its dashes could not be told apart.
  private static let mostDashes: CGFloat = 50_000
}

extension CGPath {
  /// At least the length of the path: that of the lines between its points and control points.
  fileprivate var polygonLength: CGFloat {
    var (length, last): (CGFloat, CGPoint?) = (0, nil)
    for point in storage.points {
      if let last { length += hypot(point.x - last.x, point.y - last.y) }
      last = point
    }
    return length
  }
}

extension CAShapeLayerLineCap {
  fileprivate var style: CGLineCap {
    switch self {
    case .round: .round
    case .square: .square
    default: .butt
    }
  }
}

extension CAShapeLayerLineJoin {
  fileprivate var style: CGLineJoin {
    switch self {
    case .round: .round
    case .bevel: .bevel
    default: .miter
    }
  }
}
