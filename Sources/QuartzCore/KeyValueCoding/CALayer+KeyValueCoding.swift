// Key-value coding without an Objective-C runtime: one table of rendering properties (`LayerKey`), the timing properties,
// and a dictionary for every other key.

import Foundation

extension CALayer {
  /// The value at a key path such as `position.x` or `transform.rotation.z`.
  public func value(forKeyPath keyPath: String) -> Any? {
    if let path = LayerKeyPath(keyPath) { return values[path].boxed }
    if let (key, rest) = Self.split(keyPath) {
      if let component = ValueComponent(rawValue: rest) {
        return AnimatableValue(value(forKey: key))?[component]?.boxed
      }
      return (value(forKey: key) as? CALayer)?.value(forKeyPath: rest)
    }
    return value(forKey: keyPath)
  }

  /// Sets the value at a key path such as `position.x` or `transform.rotation.z`. Fields of a value of the wrong type, or of
  /// a key that holds none, are left as they are.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let (key, rest) = Self.split(keyPath) else {
      setValue(value, forKey: keyPath)
      return
    }
    if let component = ValueComponent(rawValue: rest) {
      guard var whole = AnimatableValue(self.value(forKey: key)), let field = AnimatableValue(value) else { return }
      whole[component] = field
      setValue(whole, forKey: key)
    } else if let layer = self.value(forKey: key) as? CALayer {
      layer.setValue(value, forKeyPath: rest)
    }
  }

  private static func split(_ keyPath: String) -> (key: String, rest: String)? {
    guard let dot = keyPath.firstIndex(of: ".") else { return nil }
    return (String(keyPath[..<dot]), String(keyPath[keyPath.index(after: dot)...]))
  }

  func readValue(forKey key: String) -> Any? {
    if let property = LayerKey(rawValue: key) {
      return property == .contents ? contents : values[property].boxed
    }
    switch key {
    case "frame": return frame
    case "name": return name
    case "sublayers": return sublayers
    case "superlayer": return superlayer
    default: return timing.value(forKey: key) ?? extraValues[key] ?? Self.defaultValue(forKey: key)
    }
  }

  func writeValue(_ value: Any?, forKey key: String) {
    if let property = LayerKey(rawValue: key) {
      write(AnimatableValue(value) ?? .none, to: property, original: value)
      return
    }
    switch key {
    case "frame": if let rect = AnimatableValue(value)?.rect { frame = rect }
    case "name": name = value as? String
    case "sublayers": sublayers = value as? [CALayer]
    default:
      if timing.setValue(value, forKey: key, defaults: .layerDefault) {
        noteChange(.timing)
      } else {
        extraValues[key] = value
      }
    }
  }

  /// Goes through the property's own setter, so that overrides see the change.
  private func write(_ value: AnimatableValue, to property: LayerKey, original: Any?) {
    var next = values
    next[property] = original == nil ? LayerValues.defaults[property] : value
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
    case .contents: contents = original
    case .contentsRect: contentsRect = next.contentsRect
    case .contentsCenter: contentsCenter = next.contentsCenter
    case .contentsGravity: contentsGravity = next.contentsGravity
    case .contentsScale: contentsScale = next.contentsScale
    case .minificationFilter: minificationFilter = next.minificationFilter
    case .magnificationFilter: magnificationFilter = next.magnificationFilter
    case .backgroundColor: backgroundColor = next.backgroundColor
    case .cornerRadius: cornerRadius = next.cornerRadius
    case .maskedCorners: maskedCorners = next.maskedCorners
    case .borderWidth: borderWidth = next.borderWidth
    case .borderColor: borderColor = next.borderColor
    case .opacity: opacity = next.opacity
    case .allowsGroupOpacity: allowsGroupOpacity = next.allowsGroupOpacity
    case .allowsEdgeAntialiasing: allowsEdgeAntialiasing = next.allowsEdgeAntialiasing
    case .edgeAntialiasingMask: edgeAntialiasingMask = next.edgeAntialiasingMask
    }
  }

  /// The defaults that differ from zero of the type, as measured on Apple's framework.
  static func standardDefaultValue(forKey key: String) -> Any? {
    switch key {
    case "anchorPoint": CGPoint(x: 0.5, y: 0.5)
    case "contentsScale", "speed": NSNumber(value: 1)
    case "edgeAntialiasingMask", "maskedCorners": NSNumber(value: 15)
    case "allowsEdgeAntialiasing", "allowsGroupOpacity": NSNumber(value: true)
    case "duration": NSNumber(value: Double.infinity)
    case "fillMode": CAMediaTimingFillMode.removed
    default: nil
    }
  }
}
