// The tables quartzcore.txt and coregraphics.txt: a type at the margin, its members indented below it.

/// A type of Apple's, with the members that clients use.
struct APIType {
  /// "class", "struct", "enum", "protocol"; "extension" for a type of another framework; "globals".
  var kind: String
  /// The type's name, nested ones with a dot; ``APITable/globals`` for what belongs to no type.
  var name: String
  /// Superclass and protocols.
  var inherits: [String]
  /// The members in the table's order, as written there.
  var members: [String]
}

/// One of the tables.
struct APITable {
  /// The name under which functions and constants outside of types are listed.
  static let globals = "globals"

  /// The types in the file's order.
  var types: [APIType] = []

  /// Reads a table.
  init(text: String, path: String) throws(CoverageError) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix(" ") {
        guard !types.isEmpty else {
          throw CoverageError("\(path):\(index + 1): a member before the first type")
        }
        types[types.count - 1].members.append(Self.declaration(line))
      } else {
        guard let type = Self.type(line) else {
          throw CoverageError("\(path):\(index + 1): expected \"KIND NAME : INHERITED, ...\", found \"\(line)\"")
        }
        types.append(type)
      }
    }
  }

  private static func type(_ line: Substring) -> APIType? {
    if line == globals { return APIType(kind: globals, name: globals, inherits: [], members: []) }
    let halves = line.split(separator: " : ", maxSplits: 1)
    let words = halves[0].split(separator: " ")
    guard words.count == 2 else { return nil }
    let inherits = halves.count == 2 ? halves[1].split(separator: ", ").map(String.init) : []
    return APIType(kind: String(words[0]), name: String(words[1]), inherits: inherits, members: [])
  }

  /// A member's line without indentation and without the value that follows a property or an enum case. Default
  /// arguments stay: they stand before the closing parenthesis.
  private static func declaration(_ line: Substring) -> String {
    let text = line.drop { $0 == " " }
    if let value = text.firstRange(of: "} = ") { return String(text[...value.lowerBound]) }
    if text.hasPrefix("case "), let value = text.firstRange(of: " = ") { return String(text[..<value.lowerBound]) }
    return String(text)
  }
}
