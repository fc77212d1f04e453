// Key-value coding without an Objective-C runtime: one table of rendering properties (`LayerKey`), the timing
// properties, and a dictionary for every other key.

import Foundation

extension CALayer {
  final func readValue(forKeyPath keyPath: String) -> Any? {
    if let path = LayerKeyPath(keyPath), case .filter = path.root { return values[path].boxed }
    guard let (key, rest) = Self.split(keyPath) else { return value(forKey: keyPath) }
    let whole = value(forKey: key)
    if let layer = whole as? CALayer { return layer.value(forKeyPath: rest) }
    return ValueComponent(rawValue: rest).flatMap { AnimatableValue(whole)?[$0]?.boxed }
  }

  final func writeValue(_ value: Any?, forKeyPath keyPath: String) {
    if let path = LayerKeyPath(keyPath), case .filter(let filter) = path.root {
      if let value = AnimatableValue(value) { setFilterInput(path, filter, to: value) }
      return
    }
    guard let (key, rest) = Self.split(keyPath) else {
      setValue(value, forKey: keyPath)
      return
    }
    let whole = self.value(forKey: key)
    if let layer = whole as? CALayer {
      layer.setValue(value, forKeyPath: rest)
      return
    }
    guard let component = ValueComponent(rawValue: rest), let field = AnimatableValue(value),
      var fields = AnimatableValue(whole), fields.hasComponent(component)
    else { return }
    fields[component] = field
    setValue(fields.boxed, forKey: key)
  }

  private static func split(_ keyPath: String) -> (key: String, rest: String)? {
    guard let dot = keyPath.firstIndex(of: ".") else { return nil }
    return (String(keyPath[..<dot]), String(keyPath[keyPath.index(after: dot)...]))
  }

  final func readValue(forKey key: String) -> Any? {
    if let property = LayerKey(rawValue: key) {
      return property == .contents ? contents : values[property].boxed
    }
    switch key {
    case "frame": return frame
    case "name": return name
    case "sublayers": return sublayers
    case "superlayer": return superlayer
    case "mask": return mask
    case "style": return style
    case "delegate": return delegate
    default: return timing.value(forKey: key) ?? managedValue(forKey: key) ?? Self.unsetValues[key]
    }
  }

  final func writeValue(_ value: Any?, forKey key: String) {
    if let property = LayerKey(rawValue: key) {
      write(value, to: property)
      return
    }
    switch key {
    case "frame": if let rect = AnimatableValue(value)?.rect { frame = rect }
    case "name": if value == nil || value is String { name = value as? String }
    case "mask": if value == nil || value is CALayer { mask = value as? CALayer }
    case "delegate": if value == nil || value is any CALayerDelegate { delegate = value as? any CALayerDelegate }
    case "style": if value == nil || value is [AnyHashable: Any] { style = value as? [AnyHashable: Any] }
    case "sublayers": if value == nil || value is [CALayer] { sublayers = value as? [CALayer] }
    default:
      var changed = timing
      if changed.setValue(value, forKey: key, defaults: .layerDefault) {
        setTiming(changed)
      } else {
        setManagedValue(value, forKey: key)
      }
    }
  }

  /// Goes through the property's own setter, so that overrides see the change.
  private func write(_ value: Any?, to property: LayerKey) {
    guard let converted = AnimatableValue(value) ?? (property == .contents ? AnimatableValue.none : nil) else { return }
    let isColor = LayerKeyPath(property).valueKind == .color
    var next = values
    next[property] = value == nil && !isColor ? LayerValues.defaults[property] : converted
    switch property {
    case .bounds: bounds = next.bounds
    case .position: position = next.position
    case .zPosition: zPosition = next.zPosition
    case .anchorPoint: anchorPoint = next.anchorPoint
    case .anchorPointZ: anchorPointZ = next.anchorPointZ
    case .transform: transform = next.transform
    case .sublayerTransform: sublayerTransform = next.sublayerTransform
    case .hidden: isHidden = next.isHidden
    case .doubleSided: isDoubleSided = next.isDoubleSided
    case .geometryFlipped: isGeometryFlipped = next.isGeometryFlipped
    case .masksToBounds: masksToBounds = next.masksToBounds
    case .contents: contents = value
    case .contentsRect: contentsRect = next.contentsRect
    case .contentsCenter: contentsCenter = next.contentsCenter
    case .contentsGravity: contentsGravity = next.contentsGravity
    case .contentsScale: contentsScale = next.contentsScale
    case .minificationFilter: minificationFilter = next.minificationFilter
    case .magnificationFilter: magnificationFilter = next.magnificationFilter
    case .minificationFilterBias: minificationFilterBias = next.minificationFilterBias
    case .backgroundColor: backgroundColor = next.backgroundColor
    case .cornerRadius: cornerRadius = next.cornerRadius
    case .cornerCurve: cornerCurve = next.cornerCurve
    case .maskedCorners: maskedCorners = next.maskedCorners
    case .borderWidth: borderWidth = next.borderWidth
    case .borderColor: borderColor = next.borderColor
    case .opacity: opacity = next.opacity
    case .allowsGroupOpacity: allowsGroupOpacity = next.allowsGroupOpacity
    case .allowsEdgeAntialiasing: allowsEdgeAntialiasing = next.allowsEdgeAntialiasing
    case .edgeAntialiasingMask: edgeAntialiasingMask = next.edgeAntialiasingMask
    case .shadowColor: shadowColor = next.shadowColor
    case .shadowOpacity: shadowOpacity = next.shadowOpacity
    case .shadowOffset: shadowOffset = next.shadowOffset
    case .shadowRadius: shadowRadius = next.shadowRadius
    case .shadowPath: shadowPath = next.shadowPath
    case .shouldRasterize: shouldRasterize = next.shouldRasterize
    case .rasterizationScale: rasterizationScale = next.rasterizationScale
    }
  }

  /// What properties that are kept by name read as when they were not set; their class defaults are nil.
  private static let unsetValues: [String: any Sendable] = [
    "autoresizingMask": 0, "contentsHeadroom": 0.0, "opaque": false, "needsDisplayOnBoundsChange": false,
    "preferredDynamicRange": DynamicRange.standard.rawValue, "toneMapMode": ToneMapMode.automatic.rawValue,
    "wantsDynamicContentScaling": false, "wantsExtendedDynamicRangeContent": false,
  ]

  /// The defaults that differ from zero of the type.
  static func standardDefaultValue(forKey key: String) -> Any? {
    if let property = LayerKey(rawValue: key) {
      let value = LayerValues.defaults[property]
      return value.isZero ? nil : value.boxed
    }
    switch key {
    case "speed", "duration", "fillMode": return MediaTiming.layerDefault.value(forKey: key)
    case "drawsAsynchronously": return NSNumber(value: false)
    case "contentsFormat": return CALayerContentsFormat.RGBA8Uint.rawValue
    case "preferredDynamicRange": return CALayer.DynamicRange.standard.rawValue
    case "toneMapMode": return CALayer.ToneMapMode.automatic.rawValue
    case "contentsHeadroom": return NSNumber(value: 0)
    case "wantsExtendedDynamicRangeContent": return NSNumber(value: false)
    default: return nil
    }
  }
}

extension AnimatableValue {
  /// Whether the value is what nil stands for: zero, or the identity of a transform.
  fileprivate var isZero: Bool {
    switch self {
    case .number(let value): value == 0
    case .point(let value): value == .zero
    case .size(let value): value == .zero
    case .rect(let value): value == .zero
    case .transform(let value): value == CATransform3DIdentity
    case .none: true
    case .color, .image, .path, .numbers, .list, .string: false
    }
  }
}
