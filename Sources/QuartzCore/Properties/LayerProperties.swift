// The properties of CALayer, and those of CAMediaTiming, which emitter cells have, too.

import CoreGraphics
import Foundation

/// The rows of CALayer's properties.
package final class LayerProperties: Sendable {
  package static let all = LayerProperties()
  package static let table = PropertyTable(all, inheriting: TimingProperties.table)

  /// Those that are fields of the values that frames read.
  package static let fields = table.added.filter { $0.field != nil }
  /// The fields of which a change leaves the layer's picture as it is.
  package static let placement = fields.filter { $0.scope == .place }

  // Geometry
  let bounds = LayerProperty("bounds", .rect, \.bounds, \.bounds, .implicit)
  let position = LayerProperty("position", .point, \.position, \.position, .implicit, .place)
  let zPosition = LayerProperty("zPosition", .length, \.zPosition, \.zPosition, .implicit, .place)
  let anchorPoint = LayerProperty("anchorPoint", .point, \.anchorPoint, \.anchorPoint, .implicit)
  let anchorPointZ = LayerProperty("anchorPointZ", .length, \.anchorPointZ, \.anchorPointZ, .implicit, .place)
  let transform = LayerProperty("transform", .transform, \.transform, \.transform, .implicit, .place)
  let sublayerTransform = LayerProperty(
    "sublayerTransform", .transform, \.sublayerTransform, \.sublayerTransform, .implicit)
  let frame = LayerProperty(
    "frame", .rect, get: { $0.frame }, set: { layer, value in AnimatableValue(value)?.rect.map { layer.frame = $0 } })
  let hidden = LayerProperty("hidden", .boolean, \.isHidden, \.isHidden, .fades, .place)
  let doubleSided = LayerProperty("doubleSided", .boolean, \.isDoubleSided, \.isDoubleSided)
  let geometryFlipped = LayerProperty("geometryFlipped", .boolean, \.isGeometryFlipped, \.isGeometryFlipped, .fades)
  let masksToBounds = LayerProperty("masksToBounds", .boolean, \.masksToBounds, \.masksToBounds, .fades)

  // Contents. What is no image is kept beside the field, and shows nothing.
  let contents = LayerProperty(
    LayerField("contents", .image, \.contents), .dissolves, get: { $0.contents }, set: { $0.contents = $1 })
  let contentsRect = LayerProperty("contentsRect", .rect, \.contentsRect, \.contentsRect, .implicit)
  let contentsCenter = LayerProperty("contentsCenter", .rect, \.contentsCenter, \.contentsCenter, .implicit)
  let contentsGravity = LayerProperty(
    "contentsGravity", .constants(CALayerContentsGravity.all), \.contentsGravity, \.contentsGravity)
  let contentsScale = LayerProperty("contentsScale", .number, \.contentsScale, \.contentsScale, .implicit)
  let contentsFormat = LayerProperty(
    "contentsFormat", .string, default: CALayerContentsFormat.RGBA8Uint, archived: .always)
  let minificationFilter = LayerProperty(
    "minificationFilter", .constants(CALayerContentsFilter.all), \.minificationFilter, \.minificationFilter)
  let magnificationFilter = LayerProperty(
    "magnificationFilter", .constants(CALayerContentsFilter.all), \.magnificationFilter, \.magnificationFilter)
  let minificationFilterBias = LayerProperty(
    "minificationFilterBias", .number, \.minificationFilterBias, \.minificationFilterBias)
  let opaque = LayerProperty("opaque", .boolean, unset: false, archived: .whenSet)
  let needsDisplayOnBoundsChange = LayerProperty(
    "needsDisplayOnBoundsChange", .boolean, unset: false, archived: .whenSet)
  let drawsAsynchronously = LayerProperty("drawsAsynchronously", .boolean, default: false, archived: .whenSet)

  // Appearance
  let backgroundColor = LayerProperty("backgroundColor", .color, \.backgroundColor, \.backgroundColor, .implicit)
  let cornerRadius = LayerProperty("cornerRadius", .length, \.cornerRadius, \.cornerRadius, .implicit)
  let cornerCurve = LayerProperty(
    "cornerCurve", .constants(CALayerCornerCurve.all), \.cornerCurve, \.cornerCurve, archived: .always)
  let maskedCorners = LayerProperty("maskedCorners", .bits, \.maskedCorners, \.maskedCorners, .fades)
  let borderWidth = LayerProperty("borderWidth", .length, \.borderWidth, \.borderWidth, .implicit)
  let borderColor = LayerProperty("borderColor", .color, \.borderColor, \.borderColor, .implicit)
  let opacity = LayerProperty("opacity", .number, \.opacity, \.opacity, .implicit, .place)
  let allowsGroupOpacity = LayerProperty(
    "allowsGroupOpacity", .boolean, \.allowsGroupOpacity, \.allowsGroupOpacity, archived: .always)
  let allowsEdgeAntialiasing = LayerProperty(
    "allowsEdgeAntialiasing", .boolean, \.allowsEdgeAntialiasing, \.allowsEdgeAntialiasing, archived: .always)
  let edgeAntialiasingMask = LayerProperty(
    "edgeAntialiasingMask", .bits, \.edgeAntialiasingMask, \.edgeAntialiasingMask)
  let shadowColor = LayerProperty("shadowColor", .color, \.shadowColor, \.shadowColor, .implicit)
  let shadowOpacity = LayerProperty("shadowOpacity", .number, \.shadowOpacity, \.shadowOpacity, .implicit)
  let shadowOffset = LayerProperty("shadowOffset", .size, \.shadowOffset, \.shadowOffset, .implicit)
  let shadowRadius = LayerProperty("shadowRadius", .length, \.shadowRadius, \.shadowRadius, .implicit)
  let shadowPath = LayerProperty("shadowPath", .path, \.shadowPath, \.shadowPath)
  let shouldRasterize = LayerProperty("shouldRasterize", .boolean, \.shouldRasterize, \.shouldRasterize)
  let rasterizationScale = LayerProperty(
    "rasterizationScale", .number, \.rasterizationScale, \.rasterizationScale, .implicit)
  let filters = LayerProperty("filters", nil, .fades, archived: .whenSet)
  let backgroundFilters = LayerProperty("backgroundFilters", nil, .fades, archived: .whenSet)
  let compositingFilter = LayerProperty("compositingFilter", .string, .fades, archived: .whenSet)

  // The tree
  let name = LayerProperty(
    "name", .string, archived: .whenSet, get: { $0.name },
    set: { layer, value in if value == nil || value is String { layer.name = value as? String } })
  let sublayers = LayerProperty(
    "sublayers", nil, .fades, get: { $0.sublayers },
    set: { layer, value in if value == nil || value is [CALayer] { layer.sublayers = value as? [CALayer] } })
  let superlayer = LayerProperty("superlayer", get: { $0.superlayer })
  let mask = LayerProperty(
    "mask", nil, .fades, get: { $0.mask },
    set: { layer, value in if value == nil || value is CALayer { layer.mask = value as? CALayer } })

  // Behaviour
  let delegate = LayerProperty(
    "delegate", get: { $0.delegate },
    set: { layer, value in
      if value == nil || value is any CALayerDelegate { layer.delegate = value as? any CALayerDelegate }
    })
  let actions = LayerProperty("actions", archived: .whenSet)
  let style = LayerProperty(
    "style", archived: .whenSet, get: { $0.style },
    set: { layer, value in
      if value == nil || value is [AnyHashable: Any] { layer.style = value as? [AnyHashable: Any] }
    })
  let layoutManager = LayerProperty("layoutManager", archived: .whenSet)
  let constraints = LayerProperty("constraints", archived: .whenSet)
  let autoresizingMask = LayerProperty("autoresizingMask", unset: 0, archived: .whenSet)

  // Extended dynamic range; kept only
  let preferredDynamicRange = LayerProperty(
    "preferredDynamicRange", default: CALayer.DynamicRange.standard, archived: .whenSet)
  let toneMapMode = LayerProperty("toneMapMode", default: CALayer.ToneMapMode.automatic, archived: .whenSet)
  let contentsHeadroom = LayerProperty("contentsHeadroom", default: 0, archived: .whenSet)
  let wantsExtendedDynamicRangeContent = LayerProperty(
    "wantsExtendedDynamicRangeContent", default: false, archived: .whenSet)
  let wantsDynamicContentScaling = LayerProperty("wantsDynamicContentScaling", unset: false)
}

/// The rows of CAMediaTiming's properties.
package final class TimingProperties: Sendable {
  package static let table = PropertyTable(TimingProperties())

  let beginTime = LayerProperty(timing: "beginTime", .number)
  let duration = LayerProperty(timing: "duration", .extent)
  let speed = LayerProperty(timing: "speed", .number)
  let timeOffset = LayerProperty(timing: "timeOffset", .number)
  let repeatCount = LayerProperty(timing: "repeatCount", .extent)
  let repeatDuration = LayerProperty(timing: "repeatDuration", .extent)
  let autoreverses = LayerProperty(timing: "autoreverses", .boolean)
  let fillMode = LayerProperty(
    timing: "fillMode",
    .constants(
      CAMediaTimingFillMode.removed, CAMediaTimingFillMode.forwards, CAMediaTimingFillMode.backwards,
      CAMediaTimingFillMode.both))
}
