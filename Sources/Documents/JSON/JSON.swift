// A JSON document as values. Numbers are all `Double`, as the formats that are read here mean them.

/// A value of a JSON document.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// Always finite.
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// The value of a key; nil if the value is not an object, or does not have the key.
  package subscript(key: String) -> JSON? { object?[key] }

  /// The value at an index; nil if the value is not an array, and beyond its end.
  package subscript(index: Int) -> JSON? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }

  /// A number; nil for all else, a bool included.
  package var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }

  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// A bool, or of a number, whether it is other than 0.
  package var bool: Bool? {
    switch self {
    case .bool(let value): value
    case .number(let value): value != 0
    default: nil
    }
  }

  package var array: [JSON]? {
    if case .array(let values) = self { values } else { nil }
  }

  package var object: [String: JSON]? {
    if case .object(let members) = self { members } else { nil }
  }
}
