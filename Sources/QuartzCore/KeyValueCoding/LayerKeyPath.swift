import Synchronization

/// A key path, resolved once: into a property or one field of it.
package struct LayerKeyPath: Hashable, Sendable {
  package enum Root: Hashable, Sendable {
    case field(LayerField)
    case managed(ManagedKey)
    case filter(FilterKeyPath)
  }

  package var root: Root
  package var component: ValueComponent?

  init(_ field: LayerField, _ component: ValueComponent? = nil) {
    root = .field(field)
    self.component = component
  }

  /// Resolves a key path into CALayer's own properties (`position`, `position.x`, `transform.rotation.z`) or its
  /// filters (`filters.NAME.inputKey`). Nil if the first part is neither, or the rest is not a field of that property.
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

  /// Resolves a key path into any other key, `strokeEnd` or `startPoint.x`; nil if the rest is not the name of a field.
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
  /// The kind of value that the field, or a component of it, takes; nil for values by name, which take any.
  var valueKind: ValueKind? {
    guard case .field(let field) = root else { return component.map { _ in .number } }
    guard let component else { return field.kind.valueKind }
    return field.initial[component]?.kind
  }

  /// Whether values between two others mean something; true for values by name.
  var isInterpolated: Bool {
    guard case .field(let field) = root else { return true }
    return field.kind.isInterpolated
  }
}

/// The interned name of a property that is not one of CALayer's own. CALayer's properties are fields of `LayerValues`;
/// those that subclasses add are kept by name, and interned so that a frame compares and hashes small integers.
package struct ManagedKey: Hashable, Sendable, CustomStringConvertible {
  private let id: Int32

  /// Creates the key of a name; the same name always gives the same key.
  package init(_ name: String) { id = Self.table.withLock { $0.id(of: name) } }

  package var name: String { Self.table.withLock { $0.names[Int(id)] } }
  package var description: String { name }

  private struct Table {
    var ids: [String: Int32] = [:]
    var names: [String] = []

    mutating func id(of name: String) -> Int32 {
      if let id = ids[name] { return id }
      let id = Int32(names.count)
      ids[name] = id
      names.append(name)
      return id
    }
  }

  private static let table = Mutex(Table())
}

/// The values of managed properties of one layer. Copies of an empty list, which most layers have, are free.
package struct ManagedValues: Equatable, Sendable {
  private var values: [ManagedKey: AnimatableValue]?

  package init() {}

  package subscript(key: ManagedKey) -> AnimatableValue? {
    get { values?[key] }
    set {
      if values == nil {
        guard newValue != nil else { return }
        values = [:]
      }
      values![key] = newValue
    }
  }

  /// Whether two values are known to be equal without comparison: copies without a change since.
  package func isCopy(of other: ManagedValues) -> Bool {
    // A dictionary is a reference to its storage.
    unsafeBitCast(values, to: UInt.self) == unsafeBitCast(other.values, to: UInt.self)
  }

  /// The value of a property; its initial value if none is set.
  package subscript(property: LayerProperty) -> AnimatableValue { self[property.managedKey] ?? property.initial }

  /// Returns the number of a property; its initial number if the value is not a number.
  package func number(_ property: LayerProperty) -> Double {
    guard case .number(let number)? = values?[property.managedKey] else { return property.initialNumber }
    return number
  }

  /// Returns the number of a property; its initial number if the value is not a finite number.
  package func finiteNumber(_ property: LayerProperty) -> Double {
    let number = number(property)
    return number.isFinite ? number : property.initialNumber
  }

  package func isTrue(_ property: LayerProperty) -> Bool { number(property) != 0 }

  mutating func set(_ others: ManagedValues) {
    guard let values, let others = others.values else {
      values = values ?? others.values
      return
    }
    self.values = values.merging(others) { _, new in new }
  }
}
