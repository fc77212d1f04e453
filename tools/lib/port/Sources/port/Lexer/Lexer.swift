// A lexer for Swift: enough of the language's lexical structure to tell code from comments, strings and regular
// expressions, in every spelling they have. Code inside of a string's interpolation is code.
//
// A slash begins a regular expression where the compiler takes it for one: in front of an operand, without a space
// after it, and with another slash in the same line (SE-0354).

/// Reads a source once, from its beginning to its end.
struct Lexer {
  /// Strings in interpolations of strings, at most; deeper ones are an error, as each takes stack.
  static let maximumDepth = 100

  let bytes: [UInt8]
  var position = 0
  var line = 1
  private var lineOfLastToken = 0
  private(set) var tokens: [Token] = []
  var depth = 0

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The tokens of a source.
  static func tokens(of bytes: [UInt8]) throws(LexError) -> [Token] {
    var lexer = Lexer(bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { lexer.position = 3 }
    if lexer.isNext("#!") { lexer.skipLine() }
    try lexer.lexCode(isInterpolation: false)
    return lexer.tokens
  }

  // MARK: Bytes

  /// The byte so far ahead, or 0 past the end.
  func peek(_ offset: Int = 0) -> UInt8 {
    let index = position + offset
    return bytes.indices.contains(index) ? bytes[index] : 0
  }

  var isAtEnd: Bool { position >= bytes.count }

  func isNext(_ text: StaticString, at offset: Int = 0) -> Bool {
    text.withUTF8Buffer { text in
      let start = position + offset
      return start >= 0 && start + text.count <= bytes.count && bytes[start..<start + text.count].elementsEqual(text)
    }
  }

  /// Whether a byte ends a line. Of CR LF, the second one does.
  var isAtNewline: Bool { peek() == .newline || (peek() == .carriageReturn && peek(1) != .newline) }

  /// Goes one byte on, and counts the line that it ends.
  mutating func advance() {
    if isAtNewline { line += 1 }
    position += 1
  }

  mutating func advance(by count: Int) { for _ in 0..<count where !isAtEnd { advance() } }

  private mutating func skipLine() { while !isAtEnd, peek() != .newline, peek() != .carriageReturn { position += 1 } }

  // MARK: Code

  /// Reads code to the end of the source, or to the parenthesis that ends an interpolation, which it leaves.
  mutating func lexCode(isInterpolation: Bool) throws(LexError) {
    var parentheses = 0
    let start = line
    while !isAtEnd {
      let byte = peek()
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), .newline, .carriageReturn, 0, 0x0B, 0x0C: advance()
      case UInt8(ascii: "/") where isNext("//"): skipLine()
      case UInt8(ascii: "/") where isNext("/*"): try skipBlockComment()
      case UInt8(ascii: "\""): try lexString(marks: 0)
      case UInt8(ascii: "#"): try lexNumberSign()
      case UInt8(ascii: "`"): lexBackticks()
      case UInt8(ascii: "/") where canBeginRegex: if !lexRegex() { lexOperator() }
      case UInt8(ascii: "0")...UInt8(ascii: "9"): lexWhile(.literal) { $0.isWordByte }
      case _ where byte.isWordByte: lexWhile(.word) { $0.isWordByte }
      case _ where byte.isOperatorByte: lexOperator()
      case UInt8(ascii: ".") where isNext(".."): lexWhile(.symbol) { $0.isOperatorByte || $0 == UInt8(ascii: ".") }
      default:
        if byte == UInt8(ascii: "(") { parentheses += 1 }
        if byte == UInt8(ascii: ")") {
          if isInterpolation && parentheses == 0 { return }
          parentheses -= 1
        }
        add(.symbol, from: position, to: position + 1)
      }
    }
    if isInterpolation { throw LexError(line: start, reason: "an interpolation of a string has no end") }
  }

  /// Adds a token, and goes to its end.
  mutating func add(_ kind: Token.Kind, from start: Int, to end: Int) {
    let text = kind == .literal ? "" : String(decoding: bytes[start..<end], as: UTF8.self)
    tokens.append(
      Token(kind: kind, range: start..<end, line: line, startsLine: line != lineOfLastToken, text: text))
    while position < end { advance() }
    lineOfLastToken = line
  }

  private mutating func lexWhile(_ kind: Token.Kind, _ belongs: (UInt8) -> Bool) {
    var end = position + 1
    while end < bytes.count, belongs(bytes[end]) { end += 1 }
    add(kind, from: position, to: end)
  }

  /// An operator ends where a comment begins.
  private mutating func lexOperator() {
    var end = position + 1
    while end < bytes.count, bytes[end].isOperatorByte {
      if isNext("//", at: end - position) || isNext("/*", at: end - position) { break }
      end += 1
    }
    add(.symbol, from: position, to: end)
  }

  private mutating func lexBackticks() {
    var end = position + 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "`"), bytes[end] != .newline { end += 1 }
    add(.word, from: position, to: min(end + 1, bytes.count))
  }

  /// A raw string, a regular expression, or a word such as `#if`.
  private mutating func lexNumberSign() throws(LexError) {
    var marks = 1
    while peek(marks) == UInt8(ascii: "#") { marks += 1 }
    if peek(marks) == UInt8(ascii: "\"") {
      try lexString(marks: marks)
    } else if peek(marks) == UInt8(ascii: "/") {
      try lexRegex(marks: marks)
    } else if marks == 1, peek(1).isWordByte {
      lexWhile(.pound) { $0.isWordByte }
    } else {
      add(.symbol, from: position, to: position + marks)
    }
  }

  /// Block comments nest.
  private mutating func skipBlockComment() throws(LexError) {
    let start = line
    var depth = 0
    repeat {
      if isAtEnd { throw LexError(line: start, reason: "a comment has no end") }
      if isNext("/*") {
        depth += 1
        position += 2
      } else if isNext("*/") {
        depth -= 1
        position += 2
      } else {
        advance()
      }
    } while depth > 0
  }
}

extension UInt8 {
  static let newline = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// Letters, digits, and everything that is not ASCII.
  var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  var isOperatorByte: Bool { "/=-+!*%<>&|^~?".utf8.contains(self) }
}
