// The names of the extensions that an EGL client, an EGL display or a GL context has.

/// A set of extension names.
package struct ExtensionSet: Hashable, Sendable {
  private var members: Set<String>

  /// The extensions of a string as eglQueryString gives it: names with spaces between. nil, which EGL answers where it
  /// cannot say, is the empty set.
  init(_ names: UnsafePointer<CChar>?) {
    members = names.map { Set(String(cString: $0).split(separator: " ").map(String.init)) } ?? []
  }

  init(_ names: some Sequence<String>) {
    members = Set(names)
  }

  /// Whether the extension `name` is there.
  package func contains(_ name: String) -> Bool {
    members.contains(name)
  }

  /// The number of extensions.
  package var count: Int { members.count }

  /// The names in alphabetical order.
  package var names: [String] { members.sorted() }

  /// This set without `names`.
  func subtracting(_ names: Set<String>) -> ExtensionSet {
    ExtensionSet(members.subtracting(names))
  }
}

extension ExtensionSet: Codable {
  package init(from decoder: any Decoder) throws {
    members = Set(try [String](from: decoder))
  }

  /// Encodes the names in alphabetical order, so that two reports of one machine are the same text.
  package func encode(to encoder: any Encoder) throws {
    try names.encode(to: encoder)
  }
}
