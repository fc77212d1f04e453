// Key-value coding without an Objective-C runtime: the table of the class's properties (Properties), and a dictionary
// for every other key.

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
    case .timing:
      var changed = timing
      _ = changed.setValue(value, forKey: key, defaults: .layerDefault)
      setTiming(changed)
    case .named, nil: setManagedValue(value, forKey: key)
    }
  }
}
