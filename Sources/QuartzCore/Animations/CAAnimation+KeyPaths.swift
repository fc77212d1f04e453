// Key paths of animations, and how key-value coding turns `Any` into the type of a property.

import Foundation

extension CAAnimation: FieldCoding {
  /// The value at a path: a key, then perhaps a field of its value, as in `toValue.x`. Nil where there is no such
  /// field.
  public func value(forKeyPath keyPath: String) -> Any? { readField(keyPath) }

  /// Sets the value at a path: a key, or a field of its value. Setting a field of nothing changes nothing.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) { writeField(value, keyPath) }
}

// Nil sets zero, as Apple's key-value coding asks of number properties; what is no number changes nothing.

func assignNumber(_ value: Any?, to property: inout CGFloat) {
  if value == nil { property = 0 } else if let number = AnimatableValue(value)?.number { property = CGFloat(number) }
}

func assignNumber(_ value: Any?, to property: inout Bool) {
  if value == nil { property = false } else if let number = AnimatableValue(value)?.number { property = number != 0 }
}

/// A string constant from itself or from its raw value.
func constant<T: RawRepresentable<String>>(_ value: Any?) -> T? {
  value as? T ?? (value as? String).flatMap(T.init(rawValue:))
}

/// An array of numbers from numbers of any type; nil unless all are.
func numberArray(_ value: Any?) -> [NSNumber]? {
  if let numbers = value as? [NSNumber] { return numbers }
  guard case .numbers(let numbers)? = value.flatMap({ AnimatableValue($0) }) else { return nil }
  return numbers.map { NSNumber(value: $0) }
}
