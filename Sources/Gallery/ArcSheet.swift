package import CoreGraphics
import Foundation
import QuartzCore
import UIKit

/// A drawing with arcs about the origin, as apps make them, shown as a shape layer and as a layer that draws itself.
package struct ArcSample: Sendable {
  enum Style: Sendable {
    case fill
    case evenOdd
    /// A stroke with a line width, in points, and lengths of dashes and gaps.
    case stroke(CGFloat, [CGFloat] = [])
  }

  package let name: String
  /// The area that the drawing covers, in square points.
  package let area: Double
  let style: Style
  /// The fraction of the path's length that the shape layer strokes.
  let strokeEnd: CGFloat
  /// Adds the path to a context's current one.
  let trace: @Sendable (CGContext) -> Void
  /// Traces the path for the layer that draws itself; nil to use `trace`.
  let drawn: (@Sendable (CGContext) -> Void)?

  init(
    _ name: String, _ area: Double, _ style: Style = .fill, strokeEnd: CGFloat = 1,
    drawn: (@Sendable (CGContext) -> Void)? = nil, trace: @escaping @Sendable (CGContext) -> Void
  ) {
    (self.name, self.area, self.style, self.strokeEnd) = (name, area, style, strokeEnd)
    (self.trace, self.drawn) = (trace, drawn)
  }

  init(bezier name: String, _ area: Double, _ style: Style = .fill, _ make: @escaping @Sendable () -> UIBezierPath) {
    self.init(name, area, style) { $0.addPath(make().cgPath) }
  }

  init(
    path name: String, _ area: Double, _ style: Style = .fill, _ build: @escaping @Sendable (CGMutablePath) -> Void
  ) {
    self.init(name, area, style) {
      let path = CGMutablePath()
      build(path)
      $0.addPath(path)
    }
  }

  private var path: CGPath? {
    let context = CGContext(
      data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    context.map(trace)
    return context?.path
  }

  func shape(_ color: CGColor) -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.path = path
    layer.fillColor = nil
    switch style {
    case .fill: layer.fillColor = color
    case .evenOdd: (layer.fillColor, layer.fillRule) = (color, .evenOdd)
    case .stroke(let width, let dashes):
      (layer.strokeColor, layer.lineWidth, layer.strokeEnd) = (color, width, strokeEnd)
      if !dashes.isEmpty { layer.lineDashPattern = dashes.map { NSNumber(value: Double($0)) } }
    }
    return layer
  }

  func draw(in context: CGContext, _ color: CGColor) {
    (drawn ?? trace)(context)
    context.setFillColor(color)
    context.setStrokeColor(color)
    switch style {
    case .fill: context.fillPath()
    case .evenOdd: context.fillPath(using: .evenOdd)
    case .stroke(let width, let dashes):
      context.setLineWidth(width)
      context.setLineDash(phase: 0, lengths: dashes)
      context.strokePath()
    }
  }
}

/// The squares of the samples: two each, for the shape layer and the layer that draws itself.
package enum ArcSheet {
  package static let side = 52.0
  private static let columns = 6
  private static let gap = 12.0

  /// The colour of the samples, on white.
  package static let color = CGColor(red: 0, green: 0.35, blue: 0.7, alpha: 1)

  /// Returns the squares of a sample, in points of the scene, y down.
  package static func squares(of index: Int) -> (shape: CGRect, drawn: CGRect) {
    let x = gap + Double(index % columns) * (2 * side + gap)
    let y = gap + Double(index / columns) * (side + gap)
    return (CGRect(x: x, y: y, width: side, height: side), CGRect(x: x + side, y: y, width: side, height: side))
  }

  static var size: CGSize {
    CGSize(
      width: gap + Double(columns) * (2 * side + gap),
      height: gap + Double((samples.count + columns - 1) / columns) * (side + gap))
  }

  static func fill(_ root: CALayer) {
    for (index, sample) in samples.enumerated() {
      let (left, right) = squares(of: index)
      let shape = sample.shape(color)
      shape.name = sample.name
      shape.frame = left
      shape.bounds.origin = CGPoint(x: -side / 2, y: -side / 2)
      root.addSublayer(shape)
      let drawn = ArcPicture()
      drawn.name = "\(sample.name), drawn"
      drawn.sample = sample
      drawn.frame = right
      drawn.bounds.origin = CGPoint(x: -side / 2, y: -side / 2)
      drawn.contentsScale = 2
      drawn.setNeedsDisplay()
      root.addSublayer(drawn)
    }
  }

  private static let r: CGFloat = 20
  private static let disc = Double.pi * 400
  private static let turn = 2 * CGFloat.pi
  private static let ring = 2 * Double.pi * 18 * 4
  private static let center = CGPoint.zero

  package static let samples: [ArcSample] = bezierPaths + mutablePaths + contexts + corners + rings

  private static let bezierPaths: [ArcSample] = [
    ArcSample(bezier: "oval in rect", disc) { UIBezierPath(ovalIn: CGRect(x: -r, y: -r, width: 2 * r, height: 2 * r)) },
    ArcSample(bezier: "arc center, clockwise", disc) {
      UIBezierPath(arcCenter: center, radius: r, startAngle: 0, endAngle: turn, clockwise: true)
    },
    ArcSample(bezier: "arc center, not clockwise", disc) {
      UIBezierPath(arcCenter: center, radius: r, startAngle: 0, endAngle: turn, clockwise: false)
    },
    ArcSample(bezier: "arc center from the top", disc) {
      UIBezierPath(arcCenter: center, radius: r, startAngle: -.pi / 2, endAngle: 1.5 * .pi, clockwise: false)
    },
    ArcSample(bezier: "pie of a quarter", disc / 4) {
      let pie = UIBezierPath()
      pie.move(to: center)
      pie.addArc(withCenter: center, radius: r, startAngle: 0, endAngle: .pi / 2, clockwise: true)
      pie.close()
      return pie
    },
    ArcSample(bezier: "pie of three quarters", disc * 3 / 4) {
      let pie = UIBezierPath(arcCenter: center, radius: r, startAngle: 0, endAngle: .pi / 2, clockwise: false)
      pie.addLine(to: center)
      pie.close()
      return pie
    },
  ]

  private static let mutablePaths: [ArcSample] = [
    ArcSample(path: "ellipse in", disc) { $0.addEllipse(in: CGRect(x: -r, y: -r, width: 2 * r, height: 2 * r)) },
    ArcSample(path: "ellipse, wide", .pi * 20 * 10) {
      $0.addEllipse(in: CGRect(x: -r, y: -10, width: 2 * r, height: 20))
    },
    ArcSample(path: "arc 0 to 2 pi, clockwise", disc) {
      $0.addArc(center: center, radius: r, startAngle: 0, endAngle: turn, clockwise: true)
    },
    ArcSample(path: "arc 0 to -2 pi, counter-clockwise", disc) {
      $0.addArc(center: center, radius: r, startAngle: 0, endAngle: -turn, clockwise: false)
    },
    ArcSample(path: "arc 0 to 4 pi, clockwise", disc) {
      $0.addArc(center: center, radius: r, startAngle: 0, endAngle: 2 * turn, clockwise: true)
    },
    ArcSample(path: "half, by an arc", disc / 2) {
      $0.addArc(center: center, radius: r, startAngle: 0, endAngle: .pi, clockwise: false)
    },
    ArcSample(path: "arc through a transform", .pi * 20 * 10) {
      $0.addArc(
        center: center, radius: r, startAngle: 0, endAngle: turn, clockwise: true,
        transform: CGAffineTransform(scaleX: 1, y: 0.5))
    },
    ArcSample(path: "relative arc, a turn", disc) {
      $0.addRelativeArc(center: center, radius: r, startAngle: 1, delta: turn)
    },
    ArcSample(path: "relative arc, a third back", disc / 3) {
      $0.move(to: center)
      $0.addRelativeArc(center: center, radius: r, startAngle: 0, delta: -turn / 3)
      $0.closeSubpath()
    },
    ArcSample(path: "donut, even-odd", disc * 3 / 4, .evenOdd) {
      $0.addArc(center: center, radius: r, startAngle: 0, endAngle: turn, clockwise: false)
      $0.closeSubpath()
      $0.addEllipse(in: CGRect(x: -r / 2, y: -r / 2, width: r, height: r))
    },
    ArcSample(path: "donut, by directions", disc * 3 / 4) {
      $0.addArc(center: center, radius: r, startAngle: 0, endAngle: turn, clockwise: false)
      $0.closeSubpath()
      $0.move(to: CGPoint(x: r / 2, y: 0))
      $0.addArc(center: center, radius: r / 2, startAngle: 0, endAngle: turn, clockwise: true)
      $0.closeSubpath()
    },
    ArcSample(path: "slice of a donut", disc * 3 / 4 / 4) {
      $0.addArc(center: center, radius: r, startAngle: 0, endAngle: .pi / 2, clockwise: false)
      $0.addArc(center: center, radius: r / 2, startAngle: .pi / 2, endAngle: 0, clockwise: true)
      $0.closeSubpath()
    },
  ]

  private static let contexts: [ArcSample] = [
    ArcSample("context: arc, clockwise", disc) {
      $0.addArc(center: center, radius: r, startAngle: 0, endAngle: turn, clockwise: true)
    },
    ArcSample("context: arc from the top", disc) {
      $0.addArc(center: center, radius: r, startAngle: .pi / 2, endAngle: -1.5 * .pi, clockwise: false)
    },
    ArcSample("context: pie", disc / 6) {
      $0.move(to: center)
      $0.addArc(center: center, radius: r, startAngle: 0, endAngle: turn / 6, clockwise: false)
      $0.closePath()
    },
    ArcSample("context: ellipse", disc) { $0.addEllipse(in: CGRect(x: -r, y: -r, width: 2 * r, height: 2 * r)) },
  ]

  private static let corners: [ArcSample] = [
    ArcSample("tangent arcs", 40 * 30 - (4 - .pi) * 64) { context in
      let corners = [(20.0, 15.0), (-20, 15), (-20, -15), (20, -15)].map { CGPoint(x: $0.0, y: $0.1) }
      context.move(to: CGPoint(x: 20, y: 0))
      for (index, corner) in corners.enumerated() {
        context.addArc(tangent1End: corner, tangent2End: corners[(index + 1) % 4], radius: 8)
      }
      context.closePath()
    },
    ArcSample(bezier: "rounded rect", 40 * 30 - (4 - .pi) * 64) {
      UIBezierPath(roundedRect: CGRect(x: -20, y: -15, width: 40, height: 30), cornerRadius: 8)
    },
  ]

  private static let rings: [ArcSample] = [
    ArcSample(bezier: "ring by stroke", ring, .stroke(4)) {
      UIBezierPath(arcCenter: center, radius: 18, startAngle: 0, endAngle: turn, clockwise: false)
    },
    ArcSample(path: "ring of dashes", ring / 2, .stroke(4, [turn * 18 / 24])) {
      $0.addArc(center: center, radius: 18, startAngle: 0, endAngle: turn, clockwise: true)
    },
    ArcSample(path: "oval of dashes", ring * 2 / 3, .stroke(4, [turn * 18 / 18, turn * 18 / 36])) {
      $0.addEllipse(in: CGRect(x: -18, y: -18, width: 36, height: 36))
    },
    ArcSample(
      "progress, stroke end", ring * 0.625, .stroke(4), strokeEnd: 0.625,
      drawn: {
        $0.addArc(center: center, radius: 18, startAngle: .pi / 2, endAngle: .pi / 2 - 0.625 * turn, clockwise: true)
      },
      trace: { $0.addArc(center: center, radius: 18, startAngle: .pi / 2, endAngle: -1.5 * .pi, clockwise: true) }),
    ArcSample(
      "progress, whole turn back", ring * 0.25, .stroke(4), strokeEnd: 0.25,
      drawn: { $0.addArc(center: center, radius: 18, startAngle: 0, endAngle: -turn / 4, clockwise: true) },
      trace: { $0.addArc(center: center, radius: 18, startAngle: 0, endAngle: turn, clockwise: true) }),
    ArcSample(path: "gauge", ring * 0.75, .stroke(4)) {
      $0.addArc(center: center, radius: 18, startAngle: -.pi / 4, endAngle: 1.25 * .pi, clockwise: false)
    },
  ]
}

extension Gallery {
  static let arcs = Demo(
    "arcs", "circles, arcs and pies in all the ways that they are written", size: ArcSheet.size, duration: 2
  ) {
    let root = page(ArcSheet.size.width, ArcSheet.size.height, .white)
    ArcSheet.fill(root)
    return root
  }
}

private final class ArcPicture: CALayer {
  var sample: ArcSample?

  override func draw(in ctx: CGContext) { sample?.draw(in: ctx, ArcSheet.color) }
}
