// Where a property's value comes from when it was not set: the style dictionary, its nested styles, the class.
//
// The rendering properties of CALayer are brought to the style's values when the style is set, so that frames need not
// look there; what subclasses declare is looked up when it is read, and by commits. The timing properties and the tree
// do not follow the style.

import Foundation

extension CALayer {
  /// Values for properties that were not set; "actions" holds actions by event, "style" the next dictionary to look in.
  /// The shallowest value wins. Never asked for `bounds` and `frame`. Default: nil.
  public var style: [AnyHashable: Any]? {
    get { extraValues["style"] as? [AnyHashable: Any] }
    set {
      observed {
        extraValues["style"] = newValue
        applyStyle()
      }
    }
  }

  /// The value of a key in the style dictionaries.
  final func styleValue(forKey key: String) -> Any? { firstInStyles { $0[key] } }

  final func styleAction(forKey event: String) -> Any? {
    firstInStyles { ($0["actions"] as? [AnyHashable: Any])?[event] }
  }

  /// What a key that is not a property of CALayer has when nothing was set.
  final func fallbackValue(forKey key: String) -> Any? {
    styleValue(forKey: key) ?? type(of: self).defaultValue(forKey: key) ?? valueOfCell(forKey: key)
  }

  /// Brings the rendering properties that were not set to the style's values, or to the defaults.
  private func applyStyle() {
    var changed = values
    for key in LayerKey.allCases where key != .bounds && !explicitKeys.contains(key) {
      let value = styleValue(forKey: key.rawValue).flatMap { AnimatableValue($0) }
      changed[key] = value ?? LayerValues.defaults[key]
    }
    values = changed
    updateFilters()
    noteChange(.values)
  }

  /// What a commit copies: the values, and what the style has for properties of subclasses that were not set.
  final var valuesForCommit: LayerValues {
    guard !extraValues.isEmpty, style != nil else { return values }
    var values = values
    _ = firstInStyles { level in
      for case (let key as String, let value) in level where LayerKey(rawValue: key) == nil && extraValues[key] == nil {
        let key = ManagedKey(key)
        if values.managed[key] == nil, let value = AnimatableValue(value) { values.managed[key] = value }
      }
      return nil as Void?
    }
    return values
  }

  private func firstInStyles<T>(_ find: ([AnyHashable: Any]) -> T?) -> T? {
    var next = style
    // A chain longer than this is a dictionary that contains itself.
    for _ in 0..<64 {
      guard let current = next else { return nil }
      if let found = find(current) { return found }
      next = current["style"] as? [AnyHashable: Any]
    }
    return nil
  }

  /// Whether a value of the key would be archived, as measured: what was set, and a few that always are.
  final func isArchived(_ key: String) -> Bool {
    switch key {
    case "allowsEdgeAntialiasing", "allowsGroupOpacity", "cornerCurve", "contentsFormat": return true
    case "frame", "superlayer", "wantsDynamicContentScaling": return false
    default: break
    }
    if let property = LayerKey(rawValue: key) { return explicitKeys.contains(property) }
    if timing.value(forKey: key) != nil { return timing != .layerDefault && !isDefaultTiming(key) }
    return Self.storedKeys.contains(key) && (values.managed[ManagedKey(key)] != nil || extraValues[key] != nil)
  }

  private func isDefaultTiming(_ key: String) -> Bool {
    AnimatableValue(timing.value(forKey: key)) == AnimatableValue(MediaTiming.layerDefault.value(forKey: key))
  }

  /// Properties of CALayer that are kept by name.
  private static let storedKeys: Set<String> = [
    "name", "actions", "style", "layoutManager", "constraints", "filters", "backgroundFilters", "compositingFilter",
    "opaque",
    "needsDisplayOnBoundsChange", "drawsAsynchronously", "autoresizingMask", "preferredDynamicRange",
    "contentsHeadroom",
    "toneMapMode", "wantsExtendedDynamicRangeContent",
  ]
}

/// A set of CALayer's own properties.
package struct LayerKeySet: Sendable {
  private var bits: UInt64 = 0

  package func contains(_ key: LayerKey) -> Bool { bits & key.bit != 0 }
  package mutating func insert(_ key: LayerKey) { bits |= key.bit }
}

extension LayerKey {
  /// One bit for each property: an enumeration without payloads is stored as its ordinal number.
  fileprivate var bit: UInt64 { 1 << UInt64(unsafeBitCast(self, to: UInt8.self)) }
}
