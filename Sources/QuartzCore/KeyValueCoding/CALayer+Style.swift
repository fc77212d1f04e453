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
      if presented == nil, type(of: self).needsDisplay(forKey: "style") { setNeedsDisplay() }
    }
  }

  /// The value of a key in the style dictionaries.
  final func styleValue(forKey key: String) -> Any? { firstInStyles { $0[key] } }

  final func styleAction(forKey event: String) -> Any? {
    firstInStyles { ($0["actions"] as? [AnyHashable: Any])?[event] }
  }

  /// Returns the value of a key that was not set and is not a property of CALayer.
  final func fallbackValue(forKey key: String) -> Any? {
    styleValue(forKey: key) ?? type(of: self).defaultValue(forKey: key) ?? valueOfCell(forKey: key)
  }

  /// Brings the rendering properties that were not set to the style's values, or to the defaults.
  private func applyStyle() {
    var changed = values
    for property in LayerProperties.fields where property !== Self.rows.bounds && !explicitFields.contains(property) {
      changed[property] = styleValue(forKey: property.key).flatMap { AnimatableValue($0) } ?? property.initial
    }
    values = changed
    updateFilters()
    noteChange(.values)
  }

  /// The values that a commit copies: the layer's, and the style's for properties of subclasses that were not set.
  final var valuesForCommit: LayerValues {
    guard !extraValues.isEmpty, style != nil else { return values }
    var values = values
    _ = firstInStyles { level in
      for case (let key as String, let value) in level
      where LayerProperties.table[key]?.field == nil && extraValues[key] == nil {
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
    guard let property = type(of: self).properties[key] else { return false }
    switch property.archiving {
    case .always: return true
    case .never: return false
    case .whenSet: break
    }
    if property.field != nil { return explicitFields.contains(property) }
    if case .timing = property.storage { return timing != .layerDefault && !isDefaultTiming(key) }
    return values.managed[property.managedKey] != nil || extraValues[key] != nil
  }

  private func isDefaultTiming(_ key: String) -> Bool {
    AnimatableValue(timing.value(forKey: key)) == AnimatableValue(MediaTiming.layerDefault.value(forKey: key))
  }
}
