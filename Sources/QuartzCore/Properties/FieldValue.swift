// The types of the fields of `LayerValues`, and their way to and from `AnimatableValue`.

package import CoreGraphics
package import Foundation

/// A type that a field of ``LayerValues`` may have.
package protocol FieldValue: SendableMetatype {
  /// The value in the form that animations compute with.
  var animatable: AnimatableValue { get }
  /// Takes a value; one of the wrong kind changes nothing.
  mutating func assign(_ value: AnimatableValue)
  /// Takes a value for a component; one of the wrong kind changes nothing.
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

// String constants and option sets.

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

/// A class of objects that a field may hold, or nil.
package protocol FieldObject: AnyObject, SendableMetatype {
  var animatable: AnimatableValue { get }
  /// Returns the object of this class in a value; nil if the value holds no such object.
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
