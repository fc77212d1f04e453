import CoreGraphics
import Foundation

package final class LayerProperties: Sendable {
  package static let all = LayerProperties()
  package static let table = PropertyTable(all, inheriting: TimingProperties.table)

  /// The properties that are fields of the values that frames read.
  package static let fields = table.added.filter { $0.field != nil }
  /// The fields whose change keeps the layer's picture.
  package static let placement = fields.filter { $0.scope == .place }

  // Geometry
  let bounds = LayerProperty("bounds", .rect, \.bounds, { $0.bounds = $1 }, .implicit)
  let position = LayerProperty("position", .point, \.position, { $0.position = $1 }, .implicit, .place)
  let zPosition = LayerProperty("zPosition", .length, \.zPosition, { $0.zPosition = $1 }, .implicit, .place)
  let anchorPoint = LayerProperty("anchorPoint", .point, \.anchorPoint, { $0.anchorPoint = $1 }, .implicit)
  let anchorPointZ = LayerProperty("anchorPointZ", .length, \.anchorPointZ, { $0.anchorPointZ = $1 }, .implicit, .place)
  let transform = LayerProperty("transform", .transform, \.transform, { $0.transform = $1 }, .implicit, .place)
  let sublayerTransform = LayerProperty(
    "sublayerTransform", .transform, \.sublayerTransform, { $0.sublayerTransform = $1 }, .implicit)
  let frame = LayerProperty(
    "frame", .rect, get: { $0.frame }, set: { layer, value in AnimatableValue(value)?.rect.map { layer.frame = $0 } })
  let hidden = LayerProperty("hidden", .boolean, \.isHidden, { $0.isHidden = $1 }, .fades, .place)
  let doubleSided = LayerProperty("doubleSided", .boolean, \.isDoubleSided, { $0.isDoubleSided = $1 })
  let geometryFlipped = LayerProperty(
    "geometryFlipped", .boolean, \.isGeometryFlipped, { $0.isGeometryFlipped = $1 }, .fades)
  let masksToBounds = LayerProperty("masksToBounds", .boolean, \.masksToBounds, { $0.masksToBounds = $1 }, .fades)

  // Contents. A value that is not an image is kept outside the field, and shows nothing.
  let contents = LayerProperty(
    LayerField("contents", .image, \.contents), .dissolves, get: { $0.contents }, set: { $0.contents = $1 })
  let contentsRect = LayerProperty("contentsRect", .rect, \.contentsRect, { $0.contentsRect = $1 }, .implicit)
  let contentsCenter = LayerProperty("contentsCenter", .rect, \.contentsCenter, { $0.contentsCenter = $1 }, .implicit)
  let contentsGravity = LayerProperty(
    "contentsGravity", .constants(CALayerContentsGravity.all), \.contentsGravity, { $0.contentsGravity = $1 })
  let contentsScale = LayerProperty("contentsScale", .number, \.contentsScale, { $0.contentsScale = $1 }, .implicit)
  let contentsFormat = LayerProperty(
    "contentsFormat", .string, default: CALayerContentsFormat.RGBA8Uint, archived: .always)
  let minificationFilter = LayerProperty(
    "minificationFilter", .constants(CALayerContentsFilter.all), \.minificationFilter, { $0.minificationFilter = $1 })
  let magnificationFilter = LayerProperty(
    "magnificationFilter", .constants(CALayerContentsFilter.all), \.magnificationFilter, { $0.magnificationFilter = $1 }
  )
  let minificationFilterBias = LayerProperty(
    "minificationFilterBias", .number, \.minificationFilterBias, { $0.minificationFilterBias = $1 })
  let opaque = LayerProperty("opaque", .boolean, unset: false, archived: .whenSet)
  let needsDisplayOnBoundsChange = LayerProperty(
    "needsDisplayOnBoundsChange", .boolean, unset: false, archived: .whenSet)
  let drawsAsynchronously = LayerProperty("drawsAsynchronously", .boolean, default: false, archived: .whenSet)

  // Appearance
  let backgroundColor = LayerProperty(
    "backgroundColor", .color, \.backgroundColor, { $0.backgroundColor = $1 }, .implicit)
  let cornerRadius = LayerProperty("cornerRadius", .length, \.cornerRadius, { $0.cornerRadius = $1 }, .implicit)
  let cornerCurve = LayerProperty(
    "cornerCurve", .constants(CALayerCornerCurve.all), \.cornerCurve, { $0.cornerCurve = $1 }, archived: .always)
  let maskedCorners = LayerProperty("maskedCorners", .bits, \.maskedCorners, { $0.maskedCorners = $1 }, .fades)
  let borderWidth = LayerProperty("borderWidth", .length, \.borderWidth, { $0.borderWidth = $1 }, .implicit)
  let borderColor = LayerProperty("borderColor", .color, \.borderColor, { $0.borderColor = $1 }, .implicit)
  let opacity = LayerProperty("opacity", .number, \.opacity, { $0.opacity = $1 }, .implicit, .place)
  let allowsGroupOpacity = LayerProperty(
    "allowsGroupOpacity", .boolean, \.allowsGroupOpacity, { $0.allowsGroupOpacity = $1 }, archived: .always)
  let allowsEdgeAntialiasing = LayerProperty(
    "allowsEdgeAntialiasing", .boolean, \.allowsEdgeAntialiasing, { $0.allowsEdgeAntialiasing = $1 }, archived: .always)
  let edgeAntialiasingMask = LayerProperty(
    "edgeAntialiasingMask", .bits, \.edgeAntialiasingMask, { $0.edgeAntialiasingMask = $1 })
  let shadowColor = LayerProperty("shadowColor", .color, \.shadowColor, { $0.shadowColor = $1 }, .implicit)
  let shadowOpacity = LayerProperty("shadowOpacity", .number, \.shadowOpacity, { $0.shadowOpacity = $1 }, .implicit)
  let shadowOffset = LayerProperty("shadowOffset", .size, \.shadowOffset, { $0.shadowOffset = $1 }, .implicit)
  let shadowRadius = LayerProperty("shadowRadius", .length, \.shadowRadius, { $0.shadowRadius = $1 }, .implicit)
  let shadowPath = LayerProperty("shadowPath", .path, \.shadowPath, { $0.shadowPath = $1 })
  let shouldRasterize = LayerProperty("shouldRasterize", .boolean, \.shouldRasterize, { $0.shouldRasterize = $1 })
  let rasterizationScale = LayerProperty(
    "rasterizationScale", .number, \.rasterizationScale, { $0.rasterizationScale = $1 }, .implicit)
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

  // Extended dynamic range
  let preferredDynamicRange = LayerProperty(
    "preferredDynamicRange", default: CALayer.DynamicRange.standard, archived: .whenSet)
  let toneMapMode = LayerProperty("toneMapMode", default: CALayer.ToneMapMode.automatic, archived: .whenSet)
  let contentsHeadroom = LayerProperty("contentsHeadroom", default: 0, archived: .whenSet)
  let wantsExtendedDynamicRangeContent = LayerProperty(
    "wantsExtendedDynamicRangeContent", default: false, archived: .whenSet)
  let wantsDynamicContentScaling = LayerProperty("wantsDynamicContentScaling", unset: false)
}

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
