// Types as text. The symbol graph spells them as the source does, so that one type has several spellings.

/// Reading and normalising the text of types.
enum TypeSpelling {
  /// The one spelling of a type: without attributes and ownership, aliases resolved, spaces as in `[Key: Value]`.
  static func canonical(_ source: Substring, aliases: [String: String]) -> String {
    var words = source.replacing(" :", with: ":").split(separator: " ", omittingEmptySubsequences: true)
    words.removeAll { $0.hasPrefix("@") || $0 == "sending" || $0 == "borrowing" || $0 == "inout" }
    let text = words.joined(separator: " ").replacing("(@escaping ", with: "(").replacing("(@Sendable ", with: "(")
    return resolving(text, aliases)
  }

  /// The text with each identifier that names an alias replaced by what it stands for.
  private static func resolving(_ text: String, _ aliases: [String: String]) -> String {
    var result = ""
    var word = ""
    for character in text + " " {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        // Only the first component of a dotted name can be an alias that the tables use.
        let isMember = result.last == "."
        result += isMember ? word : aliases[word].map { resolving($0, aliases.filter { $0.key != word }) } ?? word
        word = ""
        result.append(character)
      }
    }
    return String(result.dropLast())
  }

  /// The parts of a list between commas that lie in no bracket.
  static func split(_ list: Substring) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = list.startIndex
    for index in list.indices {
      depth += nesting(at: index, in: list)
      if list[index] == ",", depth == 0 {
        parts.append(list[start..<index])
        start = list.index(after: index)
      }
    }
    if start < list.endIndex { parts.append(list[start...]) }
    return parts.map { $0.drop { $0 == " " } }
  }

  /// Where the bracket that opens at `open` closes.
  static func closing(_ open: String.Index, in text: Substring) -> String.Index? {
    var depth = 0
    for index in text[open...].indices {
      depth += nesting(at: index, in: text)
      if depth == 0 { return index }
    }
    return nil
  }

  /// +1 for an opening bracket, -1 for a closing one; the arrow `->` is none.
  private static func nesting(at index: String.Index, in text: Substring) -> Int {
    switch text[index] {
    case "(", "[", "<": 1
    case ")", "]": -1
    case ">": index > text.startIndex && text[text.index(before: index)] == "-" ? 0 : -1
    default: 0
    }
  }
}
