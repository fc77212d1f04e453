// What tools/port takes for code, and what for comments, strings and regular expressions, which it never touches.
import Testing

@testable import port

@Suite struct PortLexerTests {
  /// The words of code in a source.
  private func words(_ text: String) throws -> [String] {
    try Lexer.tokens(of: Array(text.utf8)).filter { $0.kind == .word || $0.kind == .pound }.map(\.text)
  }

  @Test(arguments: [
    ("a // b\nc", ["a", "c"]),
    ("a /* b /* c */ d */ e", ["a", "e"]),
    ("a /* // */ b", ["a", "b"]),
    ("a+/* b */c", ["a", "c"]),
    (#"a "b" c"#, ["a", "c"]),
    (#"a "b\" c" d"#, ["a", "d"]),
    (#"a "b \(c + "d \(e) f") g" h"#, ["a", "c", "e", "h"]),
    (#"a "\((b, (c)))" d"#, ["a", "b", "c", "d"]),
    (##"a #"b " \(c) \#(d) e"# f"##, ["a", "d", "f"]),
    (##"a #"""# b"##, ["a", "b"]),
    ("a \"\"\"\n  b \"c\" \\(d)\n  \\\"\"\" e \"\"\" f", ["a", "d", "f"]),
    ("a #\"\"\"\n b \"\"\" c \\#(d)\n \"\"\"# e", ["a", "d", "e"]),
    ("a = /b \"c/; d", ["a", "d"]),
    ("a / b / c", ["a", "b", "c"]),
    ("a(x)/b/c", ["a", "x", "b", "c"]),
    ("f(/b c/, d)", ["f", "d"]),
    ("return /b\\/c/ \n d", ["return", "d"]),
    ("a = #/b \" / c/# d", ["a", "d"]),
    ("a = #/\n b \"\n/# d", ["a", "d"]),
    ("#!/usr/bin/env swift b\na", ["a"]),
    ("\u{FEFF}a `b c` é #if", ["a", "`b c`", "é", "#if"]),
  ])
  func codeIsToldFromTheRest(text: String, expected: [String]) throws {
    #expect(try words(text) == expected)
  }

  @Test func linesAreCountedInEveryStyle() throws {
    let tokens = try Lexer.tokens(of: Array("a\nb\r\nc\rd /*\n*/ e \"\"\"\n\"\"\" f".utf8)).filter { $0.kind == .word }
    #expect(tokens.map(\.line) == [1, 2, 3, 4, 5, 6])
    #expect(tokens.map(\.startsLine) == [true, true, true, true, true, false])
  }

  @Test(arguments: [
    ("a\n\"b\nc", LexError(line: 2, reason: "a string has no end")),
    ("\"\"\"\nb", LexError(line: 1, reason: "a string has no end")),
    ("a /* b\n/* c */", LexError(line: 1, reason: "a comment has no end")),
    ("a \"\\(b\"", LexError(line: 1, reason: "a string has no end")),
    ("a = #/b\nc/#", LexError(line: 1, reason: "a regular expression has no end")),
    ("\n#endif", LexError(line: 2, reason: "#endif without #if")),
    ("#if DEBUG\na", LexError(line: 2, reason: "#if without #endif")),
  ])
  func whatIsNoSwiftIsRefused(text: String, expected: LexError) {
    #expect(throws: expected) { try PortedSource(Array(text.utf8)) }
  }

  @Test func stringsInStringsHaveABound() {
    let text = String(repeating: "\"\\(", count: 100_000)
    #expect(throws: LexError.self) { try Lexer.tokens(of: Array(text.utf8)) }
  }

  @Test func damagedSourcesEndInAnErrorOrAreRead() {
    // Every beginning of a source with everything in it.
    let text = Array(
      ("#if os(iOS)\n@objc(a) class B: C { \"x\\(#keyPath(D.e))\" #\"\\#(f)\"# /* g */ /h/ #/i/# #selector(j(_:)) } "
        + "\n#endif").utf8)
    for end in text.indices { _ = try? PortedSource(Array(text[..<end])) }
    for start in text.indices { _ = try? PortedSource(Array(text[start...])) }
  }
}
