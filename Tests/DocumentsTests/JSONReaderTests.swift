import Foundation
import Testing

@testable import Documents

struct JSONReaderTests {
  private func read(_ text: String, limits: SceneLimits = SceneLimits()) throws -> JSON {
    try JSON.read(Array(text.utf8), file: "a.json", limits: limits)
  }

  private func failure(_ text: String, limits: SceneLimits = SceneLimits()) -> SceneFileError? {
    do throws(SceneFileError) {
      _ = try JSON.read(Array(text.utf8), file: "a.json", limits: limits)
      return nil
    } catch {
      return error
    }
  }

  @Test func values() throws {
    let document = try read(
      "\u{FEFF} {\"a\": [1, -2.5, true, null, \"x\"],\r\n\t\"b\": {\"c\": false, \"d\": {}}, \"e\": []}\n")
    #expect(
      document
        == .object([
          "a": .array([.number(1), .number(-2.5), .bool(true), .null, .string("x")]),
          "b": .object(["c": .bool(false), "d": .object([:])]), "e": .array([]),
        ]))
    #expect(try read("7") == .number(7))
  }

  @Test func valuesAreAskedForByWhatTheyAre() throws {
    let document = try read(#"{"n": 2, "zero": 0, "b": true, "s": "t", "list": [5]}"#)
    #expect(document["n"]?.number == 2)
    #expect(document["n"]?.bool == true)
    #expect(document["zero"]?.bool == false)
    #expect(document["b"]?.bool == true)
    #expect(document["b"]?.number == nil)
    #expect(document["s"]?.string == "t")
    #expect(document["s"]?.bool == nil)
    #expect(document["list"]?[0]?.number == 5)
    #expect(document["list"]?[1] == nil)
    #expect(document["list"]?[-1] == nil)
    #expect(document["list"]?.array?.count == 1)
    #expect(document["missing"] == nil)
    #expect(document[0] == nil)
    #expect(document["list"]?["n"] == nil)
    #expect(document.object?.count == 5)
  }

  @Test func lastOfTwoMembersCounts() throws {
    #expect(try read(#"{"a": 1, "a": 2}"#)["a"] == .number(2))
  }

  @Test(arguments: [
    (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\uD83D\uDE00!""#, "😀!"),
    (#""\uD83Dx""#, "\u{FFFD}x"),
    (#""\uD83D\u0041""#, "\u{FFFD}A"),
    (#""\uDE00""#, "\u{FFFD}"),
    ("\"é€😀\"", "é€😀"),
    (#""\u0000""#, "\0"),
    (#""""#, ""),
  ])
  func strings(text: String, value: String) throws {
    #expect(try read(text) == .string(value))
  }

  /// Numbers are the nearest `Double`, as the standard library reads them.
  @Test(arguments: [
    "0", "-0", "0.1", "0.833", "123.456", "1e2", "1E-2", "1.5e+3", "9007199254740993", "0.30000000000000004", "1e22",
    "1e23", "123456789012345678901234567890", "1.7976931348623157e308", "5e-324", "1e-400", "0.000000000000000000001",
    "2.2250738585072011e-308", "1e00000000000000000000001", "0e99999999", "18446744073709551616.5",
  ])
  func numbers(text: String) throws {
    let value = try #require(try read(text).number)
    #expect(value.bitPattern == Double(text)?.bitPattern)
  }

  @Test(arguments: [
    ("", "1:1: the document is empty; expected a value"),
    ("  \n ", "2:2: the document is empty; expected a value"),
    ("[1,\n 2,, 3]", "2:4: ','; expected a value"),
    ("[1, 2", "1:6: the file ends here; expected ',' or ']' after an array's value"),
    ("[1 2]", "1:4: '2'; expected ',' or ']' after an array's value"),
    ("[1,]", "1:4: ']'; expected a value"),
    ("{\"é\": 1 \"b\": 2}", "1:9: '\"'; expected ',' or '}' after the value of 'é'"),
    ("{\"a\" 1}", "1:6: '1'; expected ':' after the name 'a'"),
    ("{a: 1}", "1:2: 'a'; expected a member's name in quotes"),
    ("{\"a\": 1,}", "1:9: '}'; expected a member's name in quotes"),
    ("[NaN]", "1:2: 'N'; expected a value"),
    ("[-Infinity]", "1:3: 'I'; expected a digit"),
    ("[1e999]", "1:2: the number 1e999 is too large; expected at most 1.8e308"),
    ("[01]", "1:2: a number that begins with 0; expected '0.', or no '0' before other digits"),
    ("[1.]", "1:4: ']'; expected a digit after '.'"),
    ("[1e]", "1:4: ']'; expected a digit of the exponent"),
    ("[.5]", "1:2: '.'; expected a value"),
    ("[tru]", "1:2: 't'; expected a value"),
    ("\"ab\n\"", "1:4: a control character (0xa) in a string; expected '\\n', '\\t' or '\\u' and four digits"),
    ("[\n\"ab", "2:1: a string without end; expected '\"'"),
    ("\"a\\", "1:3: an unknown escape; expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"),
    ("\"\\u12g4\"", "1:2: an escape '\\u' without its digits; expected four hexadecimal digits"),
    ("[] []", "1:4: more after the end of the value; expected the end of the file"),
    ("<svg/>", "1:1: '<'; expected a value"),
    ("[é]", "1:2: a character that is no ASCII; expected a value"),
    ("\0", "1:1: a control character (0x0); expected a value"),
  ])
  func malformed(text: String, message: String) {
    let error = failure(text)
    #expect(error?.description == "a.json:" + message)
    #expect(error?.kind == .malformed)
  }

  @Test func bytesThatAreNoUTF8() {
    #expect(
      throws: SceneFileError(
        .malformed, at: SourceLocation(file: "a", line: 2, column: 3), "bytes that are no UTF-8; expected UTF-8")
    ) {
      try JSON.read(Array("[\n\"é".utf8) + [0xFF] + Array("\"]".utf8), file: "a", limits: SceneLimits())
    }
  }

  @Test func limitsAreErrors() throws {
    var limits = SceneLimits()
    limits.documentBytes = 400
    limits.elementDepth = 3
    limits.elementCount = 5
    #expect(try read("[[[1,2,3,4,5,6]]]", limits: limits) == read("[[[1,2,3,4,5,6]]]"))
    #expect(
      failure("[[[[1]]]]", limits: limits)?.description
        == "a.json:1:4: arrays and objects nested more than 3 deep; that is the most a document may have")
    // An object and its members.
    #expect(try read(#"{"a":1,"b":1,"c":1,"d":1}"#, limits: limits).object?.count == 4)
    let many = failure(#"{"a":1,"b":1,"c":1,"d":1,"e":1}"#, limits: limits)
    #expect(
      many?.description
        == "a.json:1:26: more than 5 arrays, objects and members; that is the most a document may have")
    #expect(many?.kind == .tooLarge)
    #expect(failure(String(repeating: " ", count: 401), limits: limits)?.kind == .tooLarge)
    // As deep as a bomb is.
    #expect(failure(String(repeating: "[", count: 1_000_000))?.kind == .tooLarge)
    #expect(failure(String(repeating: "{\"a\":", count: 1_000_000))?.kind == .tooLarge)
  }

  /// Every beginning of a document, and every document with one byte changed, is read or refused.
  @Test func damagedDocuments() {
    let whole = Array(#"{"a": [1.5e3, "\u00e9\\x", true, null], "b": {"é": -0.25}}"#.utf8)
    for end in whole.indices {
      #expect(throws: SceneFileError.self) {
        try JSON.read(Array(whole[..<end]), file: "a", limits: SceneLimits())
      }
      for byte in UInt8.min...UInt8.max {
        var changed = whole
        changed[end] = byte
        _ = try? JSON.read(changed, file: "a", limits: SceneLimits())
      }
    }
  }
}
