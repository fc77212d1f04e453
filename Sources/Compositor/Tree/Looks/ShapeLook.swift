import CoreGraphics
import Coverage
import Foundation
import QuartzCore

/// A shape layer's path, colours and stroke at one time, their reach, and the path as a rectangle, which is drawn
/// without a mask.
struct ShapeLook: Equatable, Sendable {
  var path: CGPath
  /// The premultiplied colour; without alpha nothing is filled.
  var fillColor: SIMD4<Float>
  var fillRule: CGPathFillRule
  /// The premultiplied colour; without alpha nothing is stroked.
  var strokeColor: SIMD4<Float>
  var stroke: ShapeStroke
  /// The box around fill and stroke, in the layer's coordinates.
  var area: Box
  /// The path as a rectangle, perhaps rounded; nil for other paths.
  var simple: SimpleShape?

  var isFilled: Bool { fillColor.w > 0 }
  var isStroked: Bool { strokeColor.w > 0 }
}

extension ShapeLook {
  /// The shape of a layer's values; nil if nothing is drawn. Unset values, and numbers that are not finite, count as
  /// CAShapeLayer's defaults.
  init?(_ values: LayerValues) {
    let (managed, rows) = (values.managed, ShapeProperties.all)
    guard case .path(let path) = managed[rows.path], !path.isEmpty else { return nil }
    func color(_ property: LayerProperty) -> SIMD4<Float> {
      if case .color(let color) = managed[property] { LayerLook.premultiplied(color) } else { .zero }
    }
    self.path = path
    area = .empty
    fillColor = color(rows.fillColor)
    strokeColor = color(rows.strokeColor)
    fillRule = managed[rows.fillRule].string == CAShapeLayerFillRule.evenOdd.rawValue ? .evenOdd : .winding
    stroke = ShapeStroke()
    if strokeColor.w > 0 {
      stroke.width = managed.finiteNumber(rows.lineWidth)
      stroke.miterLimit = managed.finiteNumber(rows.miterLimit)
      stroke.start = managed.finiteNumber(rows.strokeStart)
      stroke.end = managed.finiteNumber(rows.strokeEnd)
      stroke.phase = managed.finiteNumber(rows.lineDashPhase)
      if case .numbers(let lengths) = managed[rows.lineDashPattern] { stroke.dashes = lengths }
      switch managed[rows.lineCap].string {
      case CAShapeLayerLineCap.round.rawValue: stroke.cap = .round
      case CAShapeLayerLineCap.square.rawValue: stroke.cap = .square
      default: break
      }
      switch managed[rows.lineJoin].string {
      case CAShapeLayerLineJoin.round.rawValue: stroke.join = .round
      case CAShapeLayerLineJoin.bevel.rawValue: stroke.join = .bevel
      default: break
      }
      if stroke.isEmpty { strokeColor = .zero }
    }
    guard fillColor.w > 0 || strokeColor.w > 0 else { return nil }
    // The control points' box is the path's or a little more, and costs no search for extrema.
    let box = Box(path.boundingBox)
    area = strokeColor.w > 0 ? box.insetBy(-stroke.reach(on: path)) : box
    guard !area.isEmpty else { return nil }
    simple = path.simpleShape
  }
}

extension ShapeLook: PartLook {
  static var kind: LayerKind? { .shape }

  /// A path is drawn whatever the bounds.
  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> ShapeLook? { ShapeLook(values) }

  func mark(_ look: inout LayerLook) {
    look.flags.insert(.drawsShape)
    if isFilled && isStroked { look.flags.insert(.drawsStrokeOverFill) }
  }
}
