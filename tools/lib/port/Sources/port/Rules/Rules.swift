// What is changed, and what is reported. Each rule looks at the whole source, in code that Linux compiles; applied to
// what it made, it finds nothing to change.

enum Rules {
  /// In the order in which they are applied: a construct that an earlier one has changed is no other's.
  static let all: [@Sendable (inout Draft) -> Void] = [
    systemConditions, extensionOverrides, imports, selectors, selectorCalls, keyPaths, managedProperties, attributes,
    optionalMembers, integerNames, oldNames, oldCalls, absoluteValues, missingImports, languageLimits, missingNames,
    absentTypes,
  ]
}
