// The properties that layer classes add to CALayer's. Frames read the defaults from these rows.

import CoreGraphics
import Foundation

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

package final class ScrollProperties: Sendable {
  static let table = PropertyTable(ScrollProperties(), inheriting: LayerProperties.table)

  let scrollMode = LayerProperty(
    "scrollMode", .constants(CAScrollLayerScrollMode.none, .vertically, .horizontally, .both),
    default: CAScrollLayerScrollMode.both)
}

package final class TiledProperties: Sendable {
  static let all = TiledProperties()
  static let table = PropertyTable(all, inheriting: LayerProperties.table)

  let levelsOfDetail = LayerProperty("levelsOfDetail", .number, default: 1)
  let levelsOfDetailBias = LayerProperty("levelsOfDetailBias", .number, default: 0)
  let tileSize = LayerProperty("tileSize", .size, default: CGSize(width: 256, height: 256))
}

// The default colours are of sRGB, as measured on Apple's system, where `CGColor.black` is a grey.
extension CGColor {
  /// Black of the sRGB space.
  static let opaqueBlack = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  static let opaqueWhite = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
}

package final class EmitterProperties: Sendable {
  package static let all = EmitterProperties()
  package static let table = PropertyTable(all, inheriting: LayerProperties.table)

  package let emitterCells = LayerProperty("emitterCells")
  package let birthRate = LayerProperty("birthRate", .number, default: 1, .implicit)
  package let lifetime = LayerProperty("lifetime", .number, default: 1, .implicit)
  package let emitterPosition = LayerProperty("emitterPosition", .point, default: CGPoint.zero, .implicit)
  package let emitterZPosition = LayerProperty("emitterZPosition", .length, default: 0, .implicit)
  package let emitterSize = LayerProperty("emitterSize", .size, default: CGSize.zero, .implicit)
  package let emitterDepth = LayerProperty("emitterDepth", .length, default: 0, .implicit)
  package let emitterShape = LayerProperty(
    "emitterShape", .constants(CAEmitterLayerEmitterShape.point, .line, .rectangle, .cuboid, .circle, .sphere),
    default: CAEmitterLayerEmitterShape.point)
  package let emitterMode = LayerProperty(
    "emitterMode", .constants(CAEmitterLayerEmitterMode.points, .outline, .surface, .volume),
    default: CAEmitterLayerEmitterMode.volume)
  package let renderMode = LayerProperty(
    "renderMode",
    .constants(CAEmitterLayerRenderMode.unordered, .oldestFirst, .oldestLast, .backToFront, .additive),
    default: CAEmitterLayerRenderMode.unordered)
  package let preservesDepth = LayerProperty("preservesDepth", .boolean, default: false)
  package let velocity = LayerProperty("velocity", .number, default: 1, .implicit)
  package let scale = LayerProperty("scale", .number, default: 1, .implicit)
  package let spin = LayerProperty("spin", .number, default: 1, .implicit)
  package let seed = LayerProperty("seed", .number, default: 0)
}

/// The private properties of Apple's emitter cells, by key, which Apple's own documents set.
package enum UndocumentedCellProperties {
  package static let kinds: [String: PropertyKind] = [
    "particleType": .enumeration(["sprite", "plane"]), "rotation": .number, "rotationRange": .number,
    "orientationLongitude": .number, "orientationLatitude": .number, "orientationRange": .number,
  ]
}

/// The rows of emitter cells. Numbers have no default in the class, as in Apple's.
package final class CellProperties: Sendable {
  package static let table = PropertyTable(CellProperties(), inheriting: TimingProperties.table)

  let name = LayerProperty("name", .string)
  let style = LayerProperty("style")
  let enabled = LayerProperty("enabled", .boolean, default: true)
  let contents = LayerProperty("contents", .image)
  let contentsRect = LayerProperty("contentsRect", .rect, default: CGRect(x: 0, y: 0, width: 1, height: 1))
  let contentsScale = LayerProperty("contentsScale", .number, default: 1)
  let magnificationFilter = LayerProperty(
    "magnificationFilter", .constants(CALayerContentsFilter.all), default: CALayerContentsFilter.linear)
  let minificationFilter = LayerProperty(
    "minificationFilter", .constants(CALayerContentsFilter.all), default: CALayerContentsFilter.linear)
  let minificationFilterBias = LayerProperty("minificationFilterBias", .number, unset: 0)
  let emitterCells = LayerProperty("emitterCells")
  let birthRate = LayerProperty("birthRate", .number, unset: 0)
  let lifetime = LayerProperty("lifetime", .number, unset: 0)
  let lifetimeRange = LayerProperty("lifetimeRange", .number, unset: 0)
  let emissionLatitude = LayerProperty("emissionLatitude", .number, unset: 0)
  let emissionLongitude = LayerProperty("emissionLongitude", .number, unset: 0)
  let emissionRange = LayerProperty("emissionRange", .number, unset: 0)
  let velocity = LayerProperty("velocity", .number, unset: 0)
  let velocityRange = LayerProperty("velocityRange", .number, unset: 0)
  let xAcceleration = LayerProperty("xAcceleration", .number, unset: 0)
  let yAcceleration = LayerProperty("yAcceleration", .number, unset: 0)
  let zAcceleration = LayerProperty("zAcceleration", .number, unset: 0)
  let scale = LayerProperty("scale", .number, default: 1)
  let scaleRange = LayerProperty("scaleRange", .number, unset: 0)
  let scaleSpeed = LayerProperty("scaleSpeed", .number, unset: 0)
  let spin = LayerProperty("spin", .number, unset: 0)
  let spinRange = LayerProperty("spinRange", .number, unset: 0)
  let color = LayerProperty("color", .color, default: CGColor.opaqueWhite)
  let redRange = LayerProperty("redRange", .number, unset: 0)
  let greenRange = LayerProperty("greenRange", .number, unset: 0)
  let blueRange = LayerProperty("blueRange", .number, unset: 0)
  let alphaRange = LayerProperty("alphaRange", .number, unset: 0)
  let redSpeed = LayerProperty("redSpeed", .number, unset: 0)
  let greenSpeed = LayerProperty("greenSpeed", .number, unset: 0)
  let blueSpeed = LayerProperty("blueSpeed", .number, unset: 0)
  let alphaSpeed = LayerProperty("alphaSpeed", .number, unset: 0)
}
