// Strings, with their interpolations, and regular expressions.

extension Lexer {
  /// A string that begins here, with so many number signs before its quotes.
  mutating func lexString(marks: Int) throws(LexError) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw LexError(line: line, reason: "more than \(Self.maximumDepth) strings inside of each other")
    }
    let first = line
    let isMultiline = isNext("\"\"\"", at: marks) && !isOneLine(marks: marks)
    let quotes = isMultiline ? 3 : 1
    var start = position
    var end = position + marks + quotes
    while end < bytes.count {
      let ahead = end - position
      switch bytes[end] {
      case UInt8(ascii: "\\") where hasMarks(marks, at: ahead + 1):
        let next = end + 1 + marks
        if next < bytes.count, bytes[next] == UInt8(ascii: "(") {
          add(.literal, from: start, to: next + 1)
          try lexCode(isInterpolation: true)
          start = position
          end = position + 1
        } else {
          // What is escaped ends nothing; a line's end does, unless there may be several.
          end = next < bytes.count && (bytes[next] != .newline || isMultiline) ? next + 1 : next
        }
      case UInt8(ascii: "\"")
      where (!isMultiline || isNext("\"\"\"", at: ahead)) && hasMarks(marks, at: ahead + quotes):
        add(.literal, from: start, to: end + quotes + marks)
        return
      case .newline where !isMultiline, .carriageReturn where !isMultiline:
        throw LexError(line: first, reason: "a string has no end")
      default: end += 1
      }
    }
    throw LexError(line: first, reason: "a string has no end")
  }

  /// Whether three quotes after number signs are a quote in quotes, as in `#"""#`: the string ends in the same line.
  private func isOneLine(marks: Int) -> Bool {
    guard marks > 0 else { return false }
    var offset = marks + 1
    while position + offset < bytes.count, peek(offset) != .newline, peek(offset) != .carriageReturn {
      if peek(offset) == UInt8(ascii: "\""), hasMarks(marks, at: offset + 1) { return true }
      offset += 1
    }
    return false
  }

  private func hasMarks(_ count: Int, at offset: Int) -> Bool {
    (0..<count).allSatisfy { peek(offset + $0) == UInt8(ascii: "#") }
  }

  // MARK: Regular expressions

  /// Whether a slash here stands in front of an operand: a regular expression, if it ends in this line.
  var canBeginRegex: Bool {
    guard ![UInt8(ascii: " "), UInt8(ascii: "\t"), .newline, .carriageReturn, 0].contains(peek(1)) else { return false }
    let before = position == 0 ? UInt8(ascii: " ") : bytes[position - 1]
    guard !before.isOperatorByte, let last = tokens.last else { return !before.isOperatorByte }
    switch last.kind {
    case .literal, .pound: return false
    case .word: return Self.wordsBeforeOperands.contains(last.text)
    case .symbol: return ![")", "]", "}", ".", "?", "!"].contains(last.text)
    }
  }

  private static let wordsBeforeOperands: Set<String> = [
    "return", "throw", "in", "case", "where", "if", "guard", "while", "switch", "try", "await", "yield", "else", "is",
    "as", "repeat", "do", "each", "consume", "copy",
  ]

  /// A regular expression between slashes; false where it is none after all, as no slash ends it in this line.
  mutating func lexRegex() -> Bool {
    var end = position + 1
    var groups = 0
    while end < bytes.count, bytes[end] != .newline, bytes[end] != .carriageReturn {
      switch bytes[end] {
      case UInt8(ascii: "\\"): end += 1
      case UInt8(ascii: "("): groups += 1
      case UInt8(ascii: ")"):
        groups -= 1
        if groups < 0 { return false }
      case UInt8(ascii: "/"):
        guard bytes[end - 1] != UInt8(ascii: " "), bytes[end - 1] != UInt8(ascii: "\t") else { return false }
        // Two slashes begin a comment.
        if end == position + 1 { return false }
        add(.literal, from: position, to: end + 1)
        return true
      default: break
      }
      end += 1
    }
    return false
  }

  /// A regular expression between slashes with number signs, of one line or, where nothing follows the first slash in
  /// its line, of several.
  mutating func lexRegex(marks: Int) throws(LexError) {
    var end = position + marks + 1
    var isMultiline = end
    while isMultiline < bytes.count, bytes[isMultiline] == UInt8(ascii: " ") { isMultiline += 1 }
    let mayEndLines =
      isMultiline < bytes.count && (bytes[isMultiline] == .newline || bytes[isMultiline] == .carriageReturn)
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "\\"): end += 2
      case UInt8(ascii: "/") where hasMarks(marks, at: end - position + 1):
        add(.literal, from: position, to: end + 1 + marks)
        return
      case .newline where !mayEndLines, .carriageReturn where !mayEndLines:
        throw LexError(line: line, reason: "a regular expression has no end")
      default: end += 1
      }
    }
    throw LexError(line: line, reason: "a regular expression has no end")
  }
}
