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
    guard let property = type(of: self).properties[key] else { return managedValue(forKey: key) }
    switch property.storage {
    case .accessor(let get, _): return get(self)
    case .timing: return timing.value(forKey: key)
    case .named: return managedValue(forKey: key) ?? property.unset
    }
  }

  final func writeValue(_ value: Any?, forKey key: String) {
    switch type(of: self).properties[key]?.storage {
    case .accessor(_, let set): set?(self, value)
    case .timing: changeTiming { _ = $0.setValue(value, forKey: key, defaults: .layerDefault) }
    case .named, nil: setManagedValue(value, forKey: key)
    }
  }

  final func changeTiming(_ change: (inout MediaTiming) -> Void) {
    var changed = timing
    change(&changed)
    guard changed != timing else { return }
    observed { timing = changed }
    noteChange(.timing)
  }
}

// A property that was not set takes its value from the style dictionary, its nested styles, or the class. CALayer's
// rendering properties take the style's values when the style is set, so that frames need not look there; those of
// subclasses are looked up when they are read, and by commits. Timing properties and the tree do not follow it.
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

  final func styleValue(forKey key: String) -> Any? { style?.firstInStyles { $0[key] } }

  final func styleAction(forKey event: String) -> Any? {
    style?.firstInStyles { ($0["actions"] as? [AnyHashable: Any])?[event] }
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
    guard !extraValues.isEmpty, let style else { return values }
    var values = values
    _ = style.firstInStyles { level in
      for case (let key as String, let value) in level
      where LayerProperties.table[key]?.field == nil && extraValues[key] == nil {
        let key = ManagedKey(key)
        if values.managed[key] == nil, let value = AnimatableValue(value) { values.managed[key] = value }
      }
      return nil as Void?
    }
    return values
  }

  /// Whether a value of the key would be archived, as measured: set values, and a few that always are.
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

extension [AnyHashable: Any] {
  /// Returns the first result in this style dictionary and those nested under "style".
  func firstInStyles<Result>(_ find: (Self) -> Result?) -> Result? {
    var next: Self? = self
    // A longer chain is a dictionary that contains itself.
    for _ in 0..<64 {
      guard let current = next else { return nil }
      if let found = find(current) { return found }
      next = current["style"] as? Self
    }
    return nil
  }
}
