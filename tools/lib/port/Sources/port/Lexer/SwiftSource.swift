// A source as the rules see it: tokens, and what is known of each: whether it is compiled on Linux, and in what braces
// it stands.

/// A source of Swift, read.
struct SwiftSource {
  /// What a pair of braces belongs to.
  enum Scope: Equatable {
    case file
    case type
    case `protocol`
    case `extension`
    /// A function's body, a closure, accessors.
    case code
  }

  let bytes: [UInt8]
  let tokens: [Token]
  /// The innermost braces around each token.
  let scopes: [Scope]
  let conditions: Conditions
  /// How the source ends its lines.
  let newline: String
  /// The type that the innermost braces around each token declare or extend; nil outside of types.
  let types: [String?]
  /// Of each opening bracket, the one that closes it.
  private let closings: [Int: Int]
  /// The innermost bracket that is open before each token; -1 where none is.
  private let openings: [Int]

  init(_ bytes: [UInt8]) throws(LexError) {
    self.bytes = bytes
    tokens = try Lexer.tokens(of: bytes)
    conditions = try Conditions(tokens, in: bytes)
    (scopes, types) = Self.scopes(of: tokens)
    (closings, openings) = Self.brackets(of: tokens)
    let end = bytes.firstIndex { $0 == .newline || $0 == .carriageReturn }
    newline =
      end.map { bytes[$0] == .newline ? "\n" : bytes[$0...].starts(with: [0x0D, 0x0A]) ? "\r\n" : "\r" } ?? "\n"
  }

  /// The tokens that are compiled on Linux, or may be.
  var activeIndices: [Int] { tokens.indices.filter { conditions.activity[$0] != .no } }

  /// The text of a token; empty past either end, and of literals.
  func text(_ index: Int) -> String { tokens.indices.contains(index) ? tokens[index].text : "" }

  /// Whether the tokens from one on read so.
  func reads(_ texts: String..., at index: Int) -> Bool {
    texts.indices.allSatisfy { text(index + $0) == texts[$0] }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The source's text from the beginning of a token to the end of another.
  func text(from first: Int, through last: Int) -> String {
    text(tokens[first].range.lowerBound..<tokens[last].range.upperBound)
  }

  /// The bracket that closes the one at an index; nil where none does.
  func closing(_ index: Int) -> Int? { closings[index] }

  /// The brace that opens the innermost ones around a token; nil outside of braces.
  func openingOfBraces(around index: Int) -> Int? {
    var opening = openings[index]
    while opening >= 0, tokens[opening].text != "{" { opening = openings[opening] }
    return opening >= 0 ? opening : nil
  }

  /// The brace that closes the innermost ones around a token; nil outside of braces.
  func closingOfBraces(around index: Int) -> Int? { openingOfBraces(around: index).flatMap { closings[$0] } }

  /// The bracket that opens the innermost ones around a token; -1 outside of brackets.
  func enclosing(_ index: Int) -> Int { openings[index] }

  /// Whether a word names an argument or a parameter: a colon follows in parentheses, and no expression ends there, as
  /// in `(a ? b : c)`.
  func isLabel(_ index: Int) -> Bool {
    guard text(index + 1) == ":", openings[index] >= 0, tokens[openings[index]].text == "(" else { return false }
    return ["(", ","].contains(text(index - 1))
      || tokens[index - 1].kind == .word && !["is", "as", "try", "await", "case"].contains(text(index - 1))
  }

  /// Whether a declaration's keyword has a modifier in front of it.
  func isModified(_ keyword: Int, by modifier: String) -> Bool {
    var index = keyword - 1
    while index >= 0, Self.modifiers.contains(text(index)) {
      if text(index) == modifier { return true }
      index -= 1
    }
    return false
  }

  private static func brackets(of tokens: [Token]) -> (closings: [Int: Int], openings: [Int]) {
    var stack: [Int] = []
    var closings: [Int: Int] = [:]
    var openings: [Int] = []
    for (index, token) in tokens.enumerated() {
      if [")", "]", "}"].contains(token.text), let opening = stack.popLast() { closings[opening] = index }
      openings.append(stack.last ?? -1)
      if ["(", "[", "{"].contains(token.text) { stack.append(index) }
    }
    return (closings, openings)
  }

  // MARK: Declarations

  static let modifiers: Set<String> = [
    "public", "private", "fileprivate", "internal", "open", "package", "static", "class", "final", "override", "weak",
    "unowned", "lazy", "dynamic", "optional", "required", "convenience", "mutating", "nonmutating", "indirect",
    "nonisolated", "isolated", "consuming", "borrowing", "prefix", "postfix", "infix", "distributed",
  ]
  static let declarations: Set<String> = [
    "var", "let", "func", "init", "deinit", "subscript", "class", "struct", "enum", "protocol", "extension", "actor",
    "typealias", "case", "associatedtype",
  ]

  /// The keyword of the declaration whose attributes or modifiers begin at a token; nil where there is none.
  func declarationKeyword(from index: Int) -> Int? {
    var next = index
    while next < tokens.count {
      let word = tokens[next]
      if word.text == "@" {
        guard let end = endOfAttribute(next) else { return nil }
        next = end + 1
      } else if Self.modifiers.contains(word.text), text(next + 1) != "_",
        word.text != "class" || Self.modifiers.union(Self.declarations).contains(text(next + 1))
      {
        // `private(set)`, `unowned(unsafe)`
        next = text(next + 1) == "(" ? (closing(next + 1) ?? next) + 1 : next + 1
      } else {
        return word.kind == .word && Self.declarations.contains(word.text) ? next : nil
      }
    }
    return nil
  }

  /// The last token of an attribute that begins at an at sign.
  func endOfAttribute(_ index: Int) -> Int? {
    guard tokens.indices.contains(index + 1), tokens[index + 1].kind == .word else { return nil }
    let name = index + 1
    guard text(name + 1) == "(", tokens[name + 1].range.lowerBound == tokens[name].range.upperBound else { return name }
    return closing(name + 1)
  }

  /// Whether a word is a modifier of a declaration here, not a name: another modifier or a keyword follows.
  func isModifier(_ index: Int) -> Bool {
    guard tokens[index].kind == .word, text(index - 1) != ".", tokens.indices.contains(index + 1) else { return false }
    if index > 0, ["let", "var", "func", "case"].contains(text(index - 1)) { return false }
    return tokens[index + 1].line == tokens[index].line && declarationKeyword(from: index + 1) != nil
  }

  private static func scopes(of tokens: [Token]) -> (scopes: [Scope], types: [String?]) {
    var stack: [(scope: Scope, type: String?)] = [(.file, nil)]
    var scopes: [Scope] = []
    var types: [String?] = []
    scopes.reserveCapacity(tokens.count)
    types.reserveCapacity(tokens.count)
    var pending: (scope: Scope, type: String?)?
    for (index, token) in tokens.enumerated() {
      if token.text == "}", stack.count > 1 { stack.removeLast() }
      scopes.append(stack[stack.count - 1].scope)
      types.append(stack[stack.count - 1].type)
      switch token.text {
      case "{":
        stack.append(pending ?? (.code, stack[stack.count - 1].type))
        pending = nil
      case "}", ";": pending = nil
      case "class", "struct", "enum", "actor", "protocol", "extension":
        let before = index > 0 ? tokens[index - 1].text : ""
        guard ![".", ":", ",", "&"].contains(before), tokens.indices.contains(index + 1),
          tokens[index + 1].kind == .word, !SwiftSource.declarations.contains(tokens[index + 1].text),
          !SwiftSource.modifiers.contains(tokens[index + 1].text)
        else { break }
        pending = (
          token.text == "extension" ? .extension : token.text == "protocol" ? .protocol : .type,
          path(from: index + 1, tokens)
        )
      default: break
      }
    }
    return (scopes, types)
  }

  /// The names from a token on with dots between them.
  private static func path(from index: Int, _ tokens: [Token]) -> String {
    var last = index
    while tokens.indices.contains(last + 2), tokens[last + 1].text == ".", tokens[last + 2].kind == .word { last += 2 }
    return tokens[index...last].map(\.text).joined()
  }
}
