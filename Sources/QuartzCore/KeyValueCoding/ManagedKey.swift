// Properties that subclasses add. CALayer's own properties are fields of `LayerValues`; what a subclass adds, one of
// ours or a client's, is kept by name. Names are interned, so that a frame compares and hashes small integers.

import Synchronization

/// The interned name of a property that is not one of CALayer's own.
package struct ManagedKey: Hashable, Sendable, CustomStringConvertible {
  private let id: Int32

  /// The key of a name; the same name always gives the same key.
  package init(_ name: String) { id = Self.table.withLock { $0.id(of: name) } }

  /// The property's name.
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

/// The values of managed properties of one layer. Most layers have none, and a copy then costs nothing.
package struct ManagedValues: Equatable, Sendable {
  private var values: [ManagedKey: AnimatableValue]?

  package init() {}

  /// The value of a key; nil where none is set.
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

  /// Whether these are known to be equal without a look at them: copies of which none was changed since.
  package func isCopy(of other: ManagedValues) -> Bool {
    // A dictionary is a reference to its storage.
    unsafeBitCast(values, to: UInt.self) == unsafeBitCast(other.values, to: UInt.self)
  }

  /// The value of a property; where none is set, what it begins with.
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

  /// Whether a property is true.
  package func isTrue(_ property: LayerProperty) -> Bool { number(property) != 0 }

  /// Sets all keys that `others` has a value for.
  mutating func set(_ others: ManagedValues) {
    guard let values, let others = others.values else {
      values = values ?? others.values
      return
    }
    self.values = values.merging(others) { _, new in new }
  }
}
