package import CoreGraphics
package import Foundation
import Synchronization

/// A field of ``LayerValues`` that is a property. Frames write animated fields by their offset: a `WritableKeyPath`
/// would cost tens of nanoseconds a write, and a copy of all values a read.
package final class LayerField: Sendable {
  let key: String
  let kind: PropertyKind
  let initial: AnimatableValue
  /// The field's bit in ``LayerFieldSet``.
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

  /// Returns the field as a `Value`, its type.
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

  /// Returns a field's value, read in place: the subscript's getter copies all values first.
  mutating func current(_ field: LayerField) -> AnimatableValue {
    withUnsafeMutablePointer(to: &self) { field.value(at: $0) }
  }

  /// Returns a field as a `Value`, its type, read in place.
  mutating func load<Value>(_ field: LayerField, as type: Value.Type) -> Value {
    withUnsafeMutablePointer(to: &self) { field.load(as: type, at: $0) }
  }

  /// Writes a component of a field. A value of the wrong kind leaves it as it is.
  mutating func write(_ value: AnimatableValue, to component: ValueComponent, of field: LayerField) {
    withUnsafeMutablePointer(to: &self) { field.write(value, to: component, at: $0) }
  }
}

package struct LayerFieldSet: Sendable {
  private var bits: UInt64 = 0

  func contains(_ property: LayerProperty) -> Bool { bits & property.bit != 0 }
  mutating func insert(_ property: LayerProperty) { bits |= property.bit }
}

package protocol FieldValue: SendableMetatype {
  var animatable: AnimatableValue { get }
  /// Sets a value; one of the wrong kind changes nothing.
  mutating func assign(_ value: AnimatableValue)
  /// Sets a component; a value of the wrong kind changes nothing.
  mutating func assign(_ value: AnimatableValue, to component: ValueComponent)
}

extension FieldValue {
  package mutating func assign(_ value: AnimatableValue, to component: ValueComponent) {
    var whole = animatable
    whole[component] = value
    assign(whole)
  }
}

extension CGFloat: FieldValue {
  package var animatable: AnimatableValue { .number(Double(self)) }
  package mutating func assign(_ value: AnimatableValue) { if let number = value.number { self = CGFloat(number) } }
}

extension Float: FieldValue {
  package var animatable: AnimatableValue { .number(Double(self)) }
  package mutating func assign(_ value: AnimatableValue) { if let number = value.number { self = Float(number) } }
}

extension Bool: FieldValue {
  package var animatable: AnimatableValue { .number(self ? 1 : 0) }
  package mutating func assign(_ value: AnimatableValue) { if let number = value.number { self = number != 0 } }
}

extension CGPoint: FieldValue {
  package var animatable: AnimatableValue { .point(self) }
  package mutating func assign(_ value: AnimatableValue) { if let point = value.point { self = point } }
}

extension CGSize: FieldValue {
  package var animatable: AnimatableValue { .size(self) }
  package mutating func assign(_ value: AnimatableValue) { if let size = value.size { self = size } }
}

extension CGRect: FieldValue {
  package var animatable: AnimatableValue { .rect(self) }
  package mutating func assign(_ value: AnimatableValue) { if let rect = value.rect { self = rect } }
}

extension CATransform3D: FieldValue {
  package var animatable: AnimatableValue { .transform(self) }
  package mutating func assign(_ value: AnimatableValue) { if let transform = value.transform { self = transform } }
  // In place: a frame has many, and reading the whole as a value first costs as much again.
  package mutating func assign(_ value: AnimatableValue, to component: ValueComponent) {
    setComponent(component, to: value)
  }
}

extension FieldValue where Self: RawRepresentable<String> {
  package var animatable: AnimatableValue { .string(rawValue) }
  package mutating func assign(_ value: AnimatableValue) {
    if let constant = value.string.flatMap(Self.init(rawValue:)) { self = constant }
  }
}

extension FieldValue where Self: OptionSet, RawValue: FixedWidthInteger {
  package var animatable: AnimatableValue { .number(Double(rawValue)) }
  package mutating func assign(_ value: AnimatableValue) {
    if let bits = value.bits { self = Self(rawValue: RawValue(truncatingIfNeeded: bits)) }
  }
}

extension CALayerContentsGravity: FieldValue {}
extension CALayerContentsFilter: FieldValue {}
extension CALayerCornerCurve: FieldValue {}
extension CACornerMask: FieldValue {}
extension CAEdgeAntialiasingMask: FieldValue {}

/// A class of objects that an optional field may hold.
package protocol FieldObject: AnyObject, SendableMetatype {
  var animatable: AnimatableValue { get }
  /// Returns the object of this class in a value, or nil.
  static func object(in value: AnimatableValue) -> AnyObject?
}

extension CGColor: FieldObject {
  package var animatable: AnimatableValue { .color(self) }
  package static func object(in value: AnimatableValue) -> AnyObject? {
    if case .color(let color) = value { color } else { nil }
  }
}

extension CGImage: FieldObject {
  package var animatable: AnimatableValue { .image(self) }
  package static func object(in value: AnimatableValue) -> AnyObject? {
    if case .image(let image) = value { image } else { nil }
  }
}

extension CGPath: FieldObject {
  package var animatable: AnimatableValue { .path(self) }
  package static func object(in value: AnimatableValue) -> AnyObject? {
    if case .path(let path) = value { path } else { nil }
  }
}

extension Optional: FieldValue where Wrapped: FieldObject {
  package var animatable: AnimatableValue { self?.animatable ?? .none }
  package mutating func assign(_ value: AnimatableValue) {
    if let object = Wrapped.object(in: value) {
      self = unsafeDowncast(object, to: Wrapped.self)
    } else if case .none = value {
      self = nil
    }
  }
}
