// Values of a file in messages. A file may hold megabytes in one attribute; a message is for a person.

extension StringProtocol {
  /// The text, or where it is longer than 80 characters, its beginning.
  package var excerpt: String {
    let longest = 80
    let beginning = prefix(longest + 1)
    return beginning.count > longest ? "\(beginning.prefix(longest))…" : String(self)
  }
}
