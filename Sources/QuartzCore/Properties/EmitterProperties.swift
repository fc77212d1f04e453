// The properties of emitter layers and of their cells.

import CoreGraphics
import Foundation

/// The rows of what CAEmitterLayer adds.
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

/// The private properties of Apple's emitter cells, by key. Apple's own documents set them.
package enum UndocumentedCellProperties {
  package static let kinds: [String: PropertyKind] = [
    "particleType": .enumeration(["sprite", "plane"]), "rotation": .number, "rotationRange": .number,
    "orientationLongitude": .number, "orientationLatitude": .number, "orientationRange": .number,
  ]
}

/// The rows of emitter cells. For numbers the class names no default, as Apple's does not.
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
