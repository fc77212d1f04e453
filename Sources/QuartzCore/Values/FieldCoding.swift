// Key paths of objects whose values have fields, as in `toValue.x` and `contentsRect.size.width`: what animations and
// emitter cells have in common. Layers have more to their paths; see CALayer+KeyValueCoding.swift.

/// An object with values by key.
protocol FieldCoding: AnyObject {
  func value(forKey key: String) -> Any?
  func setValue(_ value: Any?, forKey key: String)
}

extension FieldCoding {
  /// The value of a key, or a field of it. Nil where there is no such field.
  func readField(_ keyPath: String) -> Any? {
    guard let (key, component) = splitField(keyPath) else { return value(forKey: keyPath) }
    return AnimatableValue(value(forKey: key))?[component]?.boxed
  }

  /// Sets the value of a key, or a field of it. Setting a field of nothing changes nothing.
  func writeField(_ value: Any?, _ keyPath: String) {
    guard let (key, component) = splitField(keyPath) else {
      setValue(value, forKey: keyPath)
      return
    }
    guard var whole = AnimatableValue(self.value(forKey: key)), let field = AnimatableValue(value) else { return }
    whole[component] = field
    setValue(whole.boxed, forKey: key)
  }
}

/// The key and the field of `a.b`; nil when what follows the first dot is no field's name, and the whole is a key.
private func splitField(_ keyPath: String) -> (key: String, component: ValueComponent)? {
  let parts = keyPath.split(separator: ".", maxSplits: 1)
  guard parts.count == 2, let component = ValueComponent(rawValue: String(parts[1])) else { return nil }
  return (String(parts[0]), component)
}
