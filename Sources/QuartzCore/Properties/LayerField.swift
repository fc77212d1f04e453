// Where a property of CALayer lies in the flat values that frames read. Frames write animated fields by their offset: a
// `WritableKeyPath` would cost tens of nanoseconds a write, and a copy of all values a read.

import Foundation
import Synchronization

/// A field of ``LayerValues`` that is a property.
package final class LayerField: Sendable {
  /// The property's key.
  let key: String
  let kind: PropertyKind
  /// The value that the field begins with.
  let initial: AnimatableValue
  /// One bit for each field; see ``LayerFieldSet``.
  let bit: UInt64

  private let offset: Int
  private let load: @Sendable (UnsafeRawPointer) -> AnimatableValue
  private let store: @Sendable (AnimatableValue, UnsafeMutableRawPointer) -> Void
  private let storeComponent: @Sendable (AnimatableValue, ValueComponent, UnsafeMutableRawPointer) -> Void

  @inline(__always)
  init<Value: FieldValue>(_ key: String, _ kind: PropertyKind, _ path: KeyPath<LayerValues, Value>) {
    guard let offset = MemoryLayout<LayerValues>.offset(of: path) else {
      preconditionFailure("LayerField \(key): not a stored property of LayerValues")
    }
    (self.key, self.kind, self.offset) = (key, kind, offset)
    load = { $0.assumingMemoryBound(to: Value.self).pointee.animatable }
    store = { $1.assumingMemoryBound(to: Value.self).pointee.assign($0) }
    storeComponent = { $2.assumingMemoryBound(to: Value.self).pointee.assign($0, to: $1) }
    initial = LayerValues.defaults[keyPath: path].animatable
    let number = Self.count.wrappingAdd(1, ordering: .relaxed).oldValue
    precondition(number < UInt64.bitWidth, "LayerField \(key): LayerFieldSet has one bit for each field, and 64 bits")
    bit = 1 << UInt64(number)
  }

  private static let count = Atomic(0)

  /// The field itself; `Value` is its type.
  fileprivate func load<Value>(as type: Value.Type, at values: UnsafeRawPointer) -> Value {
    (values + offset).assumingMemoryBound(to: type).pointee
  }

  fileprivate func value(at values: UnsafeRawPointer) -> AnimatableValue { load(values + offset) }

  fileprivate func write(_ value: AnimatableValue, at values: UnsafeMutableRawPointer) { store(value, values + offset) }

  fileprivate func write(
    _ value: AnimatableValue, to component: ValueComponent, at values: UnsafeMutableRawPointer
  ) {
    storeComponent(value, component, values + offset)
  }
}

extension LayerField: Hashable {
  package static func == (a: LayerField, b: LayerField) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension LayerValues {
  /// Reads or writes a field. A value of the wrong kind leaves it as it is.
  package subscript(field: LayerField) -> AnimatableValue {
    get { withUnsafePointer(to: self) { field.value(at: $0) } }
    set { withUnsafeMutablePointer(to: &self) { field.write(newValue, at: $0) } }
  }

  /// A field's value, read in place: the getter of the subscript copies all values first.
  mutating func current(_ field: LayerField) -> AnimatableValue {
    withUnsafeMutablePointer(to: &self) { field.value(at: $0) }
  }

  /// A field itself, read in place; `Value` is its type.
  mutating func load<Value>(_ field: LayerField, as type: Value.Type) -> Value {
    withUnsafeMutablePointer(to: &self) { field.load(as: type, at: $0) }
  }

  /// Writes a component of a field. A value of the wrong kind leaves it as it is.
  mutating func write(_ value: AnimatableValue, to component: ValueComponent, of field: LayerField) {
    withUnsafeMutablePointer(to: &self) { field.write(value, to: component, at: $0) }
  }
}

/// A set of properties that are fields.
package struct LayerFieldSet: Sendable {
  private var bits: UInt64 = 0

  func contains(_ property: LayerProperty) -> Bool { bits & property.bit != 0 }
  mutating func insert(_ property: LayerProperty) { bits |= property.bit }
}
