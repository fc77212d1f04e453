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

extension Rules {
  /// `#if os(iOS)`: what an app says of iOS it says of the system that UIKit runs on, here Linux. The conditions hold
  /// on iOS as they did, so that a source stays good for both.
  static func systemConditions(_ draft: inout Draft) {
    let source = draft.source
    for condition in source.conditions.appleOnly {
      let words = source.tokens[condition].map(\.text)
      // `||` binds weaker than what else may stand there.
      let isMixed = words.contains { $0 == "&&" || $0.first == "!" }
      for index in condition where source.reads("os", "(", "iOS", ")", at: index) {
        let text = source.text(from: index, through: index + 3)
        draft.replace(
          tokens: index, through: index + 3, with: isMixed ? "(\(text) || os(Linux))" : "\(text) || os(Linux)")
      }
    }
  }
}
