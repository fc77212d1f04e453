// What the lexer makes of a source: the code's tokens, in order. White space, comments and the bytes that belong to no
// token are not listed; they are never looked at, and so never changed.

/// A piece of code.
struct Token {
  enum Kind {
    /// An identifier or a keyword, also in backticks.
    case word
    /// `#if`, `#selector`, and other words with a number sign.
    case pound
    /// A number, a regular expression, or a piece of a string between its quotes and interpolations.
    case literal
    /// An operator or a punctuation mark.
    case symbol
  }

  var kind: Kind
  /// The bytes of the source that it takes.
  var range: Range<Int>
  /// The line it begins in, counted from 1.
  var line: Int
  /// Whether no token stands before it in its line.
  var startsLine: Bool
  /// The bytes as text; of a literal empty, as no rule may look into one.
  var text: String
}

/// Why a source cannot be read as Swift.
struct LexError: Error, Equatable {
  /// Counted from 1.
  var line: Int
  /// What is wrong there.
  var reason: String
}
