// Key paths of layers, resolved once: into the fields that all layers have, values by name, and filters.

/// A key path, resolved: a property, or one field of it.
package struct LayerKeyPath: Hashable, Sendable {
  /// The place where a property is kept.
  package enum Root: Hashable, Sendable {
    /// A field that all layers have.
    case field(LayerField)
    /// One that is kept by name, or any other key.
    case managed(ManagedKey)
    /// An input of a filter that the layer has.
    case filter(FilterKeyPath)
  }

  package var root: Root
  /// The field; nil for the whole property.
  package var component: ValueComponent?

  init(_ field: LayerField, _ component: ValueComponent? = nil) {
    root = .field(field)
    self.component = component
  }

  /// Resolves a key path into CALayer's own properties, `position`, `position.x`, `transform.rotation.z` and so on, or
  /// into its filters, `filters.NAME.inputKey`. Nil when the first part is neither, or the rest is not a field of that
  /// property.
  package init?(_ keyPath: String) {
    let parts = keyPath.split(separator: ".", maxSplits: 1)
    guard let first = parts.first, let field = LayerProperties.table[String(first)]?.field else {
      self.init(filter: keyPath)
      return
    }
    guard parts.count == 2 else {
      self.init(field)
      return
    }
    guard let component = ValueComponent(rawValue: String(parts[1])),
      field.initial.hasComponent(component)
    else { return nil }
    self.init(field, component)
  }

  /// Resolves a key path into any other key, `strokeEnd` or `startPoint.x`. Nil when what follows the key is no field
  /// of any value.
  package init?(managed keyPath: String) {
    // A property of an emitter's cell is a key of its own.
    if EmitterCellPath(keyPath) != nil {
      root = .managed(ManagedKey(keyPath))
      return
    }
    let parts = keyPath.split(separator: ".", maxSplits: 1)
    guard let first = parts.first, LayerProperties.table[String(first)]?.field == nil else { return nil }
    root = .managed(ManagedKey(String(first)))
    guard parts.count == 2 else { return }
    guard let component = ValueComponent(rawValue: String(parts[1])) else { return nil }
    self.component = component
  }

  /// Resolves a key path into a filter; nil for any other.
  private init?(filter keyPath: String) {
    var field: Substring?
    guard let filter = FilterKeyPath(keyPath, field: &field) else { return nil }
    root = .filter(filter)
    guard let field else { return }
    guard let component = ValueComponent(rawValue: String(field)) else { return nil }
    self.component = component
  }

  /// The property's name, without the field.
  package var key: String {
    switch root {
    case .field(let field): field.key
    case .managed(let key): key.name
    case .filter(let path): path.list.rawValue
    }
  }
}

extension LayerKeyPath {
  /// The kind of value that the field, or a component of it, takes; nil for what is kept by name, which takes what it
  /// is given.
  var valueKind: ValueKind? {
    guard case .field(let field) = root else { return component.map { _ in .number } }
    guard let component else { return field.kind.valueKind }
    return field.initial[component]?.kind
  }

  /// Whether values between two others mean something; true for what is kept by name.
  var isInterpolated: Bool {
    guard case .field(let field) = root else { return true }
    return field.kind.isInterpolated
  }
}
