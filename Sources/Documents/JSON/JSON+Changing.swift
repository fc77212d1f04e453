// Changing a document in place: what is not changed is neither copied nor visited twice.

extension JSON {
  /// Changes the value of a key; leaves a value that is not an object, or does not have the key, as it is.
  package mutating func change(_ key: String, _ body: (inout JSON) -> Void) {
    guard case .object(var members) = self, var value = members[key] else { return }
    // The only reference to what is changed is the one that changes it.
    self = .null
    members[key] = .null
    body(&value)
    members[key] = value
    self = .object(members)
  }

  /// Changes every element of an array; leaves a value that is not an array as it is.
  package mutating func changeElements(_ body: (inout JSON) -> Void) {
    guard case .array(var values) = self else { return }
    self = .null
    for index in values.indices {
      var value = JSON.null
      swap(&value, &values[index])
      body(&value)
      values[index] = value
    }
    self = .array(values)
  }

  /// Sets the value of a key of an object, or removes it with nil; leaves a value that is not an object as it is.
  package mutating func set(_ key: String, _ value: JSON?) {
    guard case .object(var members) = self else { return }
    self = .null
    members[key] = value
    self = .object(members)
  }
}
