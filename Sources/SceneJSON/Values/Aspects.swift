// Values by aspect: `{"9:16": 72, "default": 56}` in a document whose `size` has the aspects 16:9 and 9:16.
//
// Tested by SceneAspectTests.

package import Documents

extension SceneAspect {
  /// Returns the aspects of a document, the names in its `size`, the widest first; none for a document of one size.
  package static func all(of document: JSON) -> [SceneAspect] {
    guard let size = document["size"], size.isByAspect, let members = size.object else { return [] }
    return members.keys.compactMap { SceneAspect(name: $0) }.sorted { ($1.ratio, $0.name) < ($0.ratio, $1.name) }
  }

  /// Returns the name of an aspect that is written as `16x9` or `16/9`.
  static func spelled(_ name: String) -> String { String(name.map { "xX×/".contains($0) ? ":" : $0 }) }
}

extension JSON {
  private static let standard = "default"

  /// Whether the value is an object of values by aspect: its names are aspects, or `default` beside them.
  var isByAspect: Bool {
    guard let members = object, !members.isEmpty else { return false }
    let names = members.keys.filter { $0 != Self.standard }
    return !names.isEmpty && names.allSatisfy { SceneAspect(name: $0) != nil }
  }

  /// A name of the object that is an aspect but for its colon; nil for other values.
  var misspelledAspect: String? {
    object?.keys.sorted().first { SceneAspect(name: $0) == nil && SceneAspect(name: SceneAspect.spelled($0)) != nil }
  }

  /// Returns the value for an aspect with its name; nil for other values, and where it is missing.
  func value(by aspect: SceneAspect) -> (name: String, value: JSON)? {
    guard isByAspect else { return nil }
    return [aspect.name, Self.standard].lazy.compactMap { (name) in self[name].map { (name, $0) } }.first
  }
}
