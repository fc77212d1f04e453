// What is wrong with a file of JSON, in words for who has it.

extension DecodingError {
  /// Returns the place of the error, and the value that was expected there: `chunks[0].frames: missing`.
  ///
  /// - Parameter what: what the file should be.
  func place(in what: String) -> String {
    if case .keyNotFound(let key, let context) = self {
      return "\(Self.name(context.codingPath + [key])): missing"
    }
    if case .typeMismatch(let type, let context) = self {
      let name = context.codingPath.isEmpty ? "the file" : Self.name(context.codingPath)
      return "\(name): of another kind; expected \(Self.noun(type))"
    }
    if case .valueNotFound(let type, let context) = self {
      return "\(Self.name(context.codingPath)): null; expected \(Self.noun(type))"
    }
    if case .dataCorrupted(let context) = self, !context.codingPath.isEmpty {
      return "\(Self.name(context.codingPath)): out of range"
    }
    return "no JSON of \(what)"
  }

  private static func name(_ path: [any CodingKey]) -> String {
    path.reduce("") { name, key in
      if let index = key.intValue { return "\(name)[\(index)]" }
      return name.isEmpty ? key.stringValue : "\(name).\(key.stringValue)"
    }
  }

  private static func noun(_ type: Any.Type) -> String {
    switch type {
    case is Int.Type, is Double.Type, is Int64.Type: "a number"
    case is String.Type: "a text"
    case is Bool.Type: "true or false"
    default: "\(type)".hasPrefix("Array") ? "a list" : "an object"
    }
  }
}
