// The properties that layer classes add to CALayer's. A default stands here, and nowhere else: what frames draw reads
// it by the row.

import CoreGraphics
import Foundation

/// The rows of what CAShapeLayer adds.
package final class ShapeProperties: Sendable {
  package static let all = ShapeProperties()
  static let table = PropertyTable(all, inheriting: LayerProperties.table)

  package let path = LayerProperty("path", .path, .explicit)
  package let fillColor = LayerProperty("fillColor", .color, default: CGColor.opaqueBlack, .implicit)
  package let fillRule = LayerProperty(
    "fillRule", .constants(CAShapeLayerFillRule.nonZero, .evenOdd), default: CAShapeLayerFillRule.nonZero, .explicit)
  package let strokeColor = LayerProperty("strokeColor", .color, .implicit)
  package let strokeStart = LayerProperty("strokeStart", .number, default: 0, .implicit)
  package let strokeEnd = LayerProperty("strokeEnd", .number, default: 1, .implicit)
  package let lineWidth = LayerProperty("lineWidth", .length, default: 1, .implicit)
  package let miterLimit = LayerProperty("miterLimit", .number, default: 10, .implicit)
  package let lineCap = LayerProperty(
    "lineCap", .constants(CAShapeLayerLineCap.butt, .round, .square), default: CAShapeLayerLineCap.butt, .explicit)
  package let lineJoin = LayerProperty(
    "lineJoin", .constants(CAShapeLayerLineJoin.miter, .round, .bevel), default: CAShapeLayerLineJoin.miter, .explicit)
  package let lineDashPhase = LayerProperty("lineDashPhase", .number, default: 0, .implicit)
  package let lineDashPattern = LayerProperty("lineDashPattern", .numbers, .explicit)
}

/// The rows of what CAGradientLayer adds.
package final class GradientProperties: Sendable {
  package static let all = GradientProperties()
  static let table = PropertyTable(all, inheriting: LayerProperties.table)

  package let colors = LayerProperty("colors", .colors, .implicit)
  package let locations = LayerProperty("locations", .numbers, .implicit)
  package let startPoint = LayerProperty("startPoint", .point, default: CGPoint(x: 0.5, y: 0), .implicit)
  package let endPoint = LayerProperty("endPoint", .point, default: CGPoint(x: 0.5, y: 1), .implicit)
  package let type = LayerProperty(
    "type", .constants(CAGradientLayerType.axial, .radial, .conic), default: CAGradientLayerType.axial)
}

/// The rows of what CATextLayer adds.
package final class TextProperties: Sendable {
  package static let all = TextProperties()
  static let table = PropertyTable(all, inheriting: LayerProperties.table)

  let string = LayerProperty("string", .string, .explicit, redraws: true)
  let font = LayerProperty("font", .string, default: "Helvetica", redraws: true)
  let fontSize = LayerProperty("fontSize", .length, default: 36, .implicit, redraws: true)
  let foregroundColor = LayerProperty(
    "foregroundColor", .color, default: CGColor.opaqueWhite, .implicit, redraws: true)
  let wrapped = LayerProperty("wrapped", .boolean, default: false, redraws: true)
  let truncationMode = LayerProperty(
    "truncationMode", .constants(CATextLayerTruncationMode.none, .start, .end, .middle),
    default: CATextLayerTruncationMode.none, redraws: true)
  let alignmentMode = LayerProperty(
    "alignmentMode", .constants(CATextLayerAlignmentMode.natural, .left, .right, .center, .justified),
    default: CATextLayerAlignmentMode.natural, redraws: true)
  let allowsFontSubpixelQuantization = LayerProperty(
    "allowsFontSubpixelQuantization", .boolean, default: false, redraws: true)
}

/// The rows of what CAReplicatorLayer adds.
package final class ReplicatorProperties: Sendable {
  package static let all = ReplicatorProperties()
  static let table = PropertyTable(all, inheriting: LayerProperties.table)

  package let instanceCount = LayerProperty("instanceCount", .number, default: 1, .implicit)
  package let preservesDepth = LayerProperty("preservesDepth", .boolean, default: false)
  package let instanceDelay = LayerProperty("instanceDelay", .number, default: 0, .implicit)
  package let instanceTransform = LayerProperty(
    "instanceTransform", .transform, default: CATransform3DIdentity, .implicit)
  package let instanceColor = LayerProperty("instanceColor", .color, default: CGColor.opaqueWhite, .implicit)
  package let instanceRedOffset = LayerProperty("instanceRedOffset", .number, default: 0, .implicit)
  package let instanceGreenOffset = LayerProperty("instanceGreenOffset", .number, default: 0, .implicit)
  package let instanceBlueOffset = LayerProperty("instanceBlueOffset", .number, default: 0, .implicit)
  package let instanceAlphaOffset = LayerProperty("instanceAlphaOffset", .number, default: 0, .implicit)
}

/// The rows of what CAScrollLayer adds.
package final class ScrollProperties: Sendable {
  static let table = PropertyTable(ScrollProperties(), inheriting: LayerProperties.table)

  let scrollMode = LayerProperty(
    "scrollMode", .constants(CAScrollLayerScrollMode.none, .vertically, .horizontally, .both),
    default: CAScrollLayerScrollMode.both)
}

/// The rows of what CATiledLayer adds.
package final class TiledProperties: Sendable {
  static let all = TiledProperties()
  static let table = PropertyTable(all, inheriting: LayerProperties.table)

  let levelsOfDetail = LayerProperty("levelsOfDetail", .number, default: 1)
  let levelsOfDetailBias = LayerProperty("levelsOfDetailBias", .number, default: 0)
  let tileSize = LayerProperty("tileSize", .size, default: CGSize(width: 256, height: 256))
}

// The default colours are of sRGB, as measured on Apple's system, where `CGColor.black` is a grey.
extension CGColor {
  /// Opaque black in sRGB.
  static let opaqueBlack = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  /// Opaque white in sRGB.
  static let opaqueWhite = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
}
