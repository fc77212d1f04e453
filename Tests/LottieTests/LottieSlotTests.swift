import CoreGraphics
import Documents
import Foundation
import Testing

@testable import Lottie

struct LottieSlotTests {
  private func json(_ text: String) throws -> JSON {
    try JSON.read(Array(text.utf8), file: "a.json", limits: SceneLimits())
  }

  /// The slots' users of a document, after a theme and replacements.
  private func apply(theme rules: String? = nil, _ slots: [String: LottieSlotValue] = [:]) throws -> JSON {
    var document = try json(Self.document)
    var replacements = LottieReplacements()
    replacements.slots = slots
    let theme = try rules.map { try LottieTheme(json(#"{"rules": [\#($0)]}"#), file: "t.json", animation: "a") }
    _ = try replacements.apply(to: &document, theme: theme, file: "a.json")
    return document
  }

  private func failure(_ slots: [String: LottieSlotValue]) -> SceneFileError? {
    do { _ = try apply(slots) } catch { return error as? SceneFileError }
    return nil
  }

  private static let document = """
    {"slots": {
       "ink": {"p": {"a": 0, "k": [0.5, 0.25, 0]}},
       "fade": {"p": {"a": 1, "k": [{"t": 0, "s": [10]}, {"t": 9, "s": [90]}]}},
       "place": {"p": {"a": 0, "k": [5, 6]}}},
     "fill": {"c": {"sid": "ink", "a": 1, "k": [{"t": 0, "s": [1, 1, 1]}], "x": "e", "ix": 4}},
     "o": {"sid": "fade"}, "p": {"sid": "place"}, "bare": {"sid": "alone", "a": 0, "k": 3},
     "gradient": {"g": {"sid": "sky", "p": 2, "k": {"a": 0, "k": [0, 0, 0, 0, 1, 1, 1, 1]}}},
     "text": {"t": {"d": {"sid": "title", "k": [{"t": 0, "s": {"t": "old", "f": "F", "s": 20}}]}}},
     "assets": [{"id": "i", "sid": "photo", "w": 1, "h": 2, "p": "data:x", "u": "", "e": 1}]}
    """

  @Test func valuesOfTheDocument() throws {
    let document = try apply()
    #expect(document["fill"]?["c"]?["k"] == .array([0.5, 0.25, 0].map(JSON.number)))
    #expect(document["fill"]?["c"]?["a"]?.number == 0)
    #expect(document["fill"]?["c"]?["x"] == nil)
    #expect(document["fill"]?["c"]?["ix"]?.number == 4)
    #expect(document["o"]?["k"]?[1]?["s"]?[0]?.number == 90)
    // A slot without a value leaves what is there.
    #expect(document["bare"]?["k"]?.number == 3)
  }

  private static let numberCases: [(slot: String, value: LottieSlotValue, place: String, expected: String)] = [
    ("fade", .number(40), "o", "40"),
    ("fade", .written("40", color: nil), "o", "40"),
    ("alone", .number(7), "bare", "7"),
    ("place", .vector([1, 2]), "p", "[1, 2]"),
    ("place", .written("1, 2.5", color: nil), "p", "[1, 2.5]"),
  ]

  @Test(arguments: numberCases)
  func numbers(slot: String, value: LottieSlotValue, place: String, expected: String) throws {
    let property = try apply([slot: value])[place]
    #expect(try property?["k"] == json(expected))
    #expect(property?["a"]?.number == 0)
  }

  @Test func colors() throws {
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    for value in [LottieSlotValue.color(red), .written("red", color: red), .vector([1, 0, 0])] {
      #expect(try apply(["ink": value])["fill"]?["c"]?["k"] == .array([1, 0, 0].map(JSON.number)))
    }
  }

  @Test func textsKeepTheirLook() throws {
    for value in [LottieSlotValue.text("new"), .written("new", color: nil)] {
      let look = try apply(["title": value])["text"]?["t"]?["d"]?["k"]?[0]?["s"]
      #expect(try look == json(#"{"t": "new", "f": "F", "s": 20}"#))
    }
  }

  @Test func images() throws {
    let asset = try apply(["photo": .image(URL(fileURLWithPath: "/tmp/x.png"))])["assets"]?[0]
    #expect(asset?["p"]?.string.map(LottieReplacedFiles.isOne) == true)
    #expect(asset?["w"]?.number == 1)
    #expect(asset?["e"] == nil)
  }

  @Test func errors() {
    let unknown = failure(["paper": .number(1)])
    #expect(unknown?.kind == .unknownName)
    #expect(
      unknown?.message
        == "no slot 'paper'; expected one of 'alone', 'fade', 'ink', 'photo', 'place', 'sky', 'title'")
    #expect(failure(["fade": .written("red", color: .black)])?.kind == .unsuitableValue)
    #expect(
      failure(["fade": .text("x")])?.message == "the slot 'fade' holds a number; expected a value of that kind")
    #expect(failure(["place": .written("1,x", color: nil)])?.kind == .unsuitableValue)
    #expect(failure(["fade": .number(.nan)])?.kind == .unsuitableValue)
    #expect(failure(["sky": .number(1)])?.message.contains("what only themes set") == true)
  }

  @Test func themes() throws {
    let document = try apply(
      theme: """
        {"id": "ink", "type": "Color", "value": "#ff0000"},
        {"id": "fade", "type": "Scalar", "keyframes": [{"frame": 0, "value": 1, "inTangent": {"x": 0, "y": 1},
          "outTangent": {"x": 1, "y": 0}}, {"frame": 5, "value": 2, "hold": true}]},
        {"id": "place", "type": "Vector", "value": [8, 9]},
        {"id": "sky", "type": "Gradient", "value": [{"offset": 0, "color": [1, 0, 0, 0.5]},
          {"offset": 1, "color": [0, 0, 1, 1]}]},
        {"id": "title", "type": "Text", "value": {"text": "new", "fontSize": 30, "justify": "Center"}},
        {"id": "photo", "type": "Image", "value": {"id": "b.png", "width": 7}},
        {"id": "alone", "type": "Scalar", "value": 5, "animations": ["b"]}
        """)
    #expect(document["fill"]?["c"]?["k"] == .array([1, 0, 0].map(JSON.number)))
    #expect(
      try document["o"]?["k"]
        == json(
          #"[{"t": 0, "s": [1], "i": {"x": 0, "y": 1}, "o": {"x": 1, "y": 0}}, {"t": 5, "s": [2], "h": 1}]"#))
    #expect(document["o"]?["a"]?.number == 1)
    #expect(document["p"]?["k"]?[1]?.number == 9)
    #expect(
      try document["gradient"]?["g"]?["k"]?["k"] == json("[0, 1, 0, 0, 1, 0, 0, 1, 0, 0.5, 1, 1]"))
    #expect(document["gradient"]?["g"]?["p"]?.number == 2)
    #expect(
      try document["text"]?["t"]?["d"]?["k"]?[0]?["s"] == json(#"{"t": "new", "f": "F", "s": 30, "j": 2}"#))
    #expect(document["assets"]?[0]?["p"]?.string == "b.png")
    #expect(document["assets"]?[0]?["w"]?.number == 7)
    #expect(document["assets"]?[0]?["h"]?.number == 2)
    #expect(document["bare"]?["k"]?.number == 3)
  }

  /// What is asked for lies above the theme.
  @Test func replacementsAreAboveThemes() throws {
    let rule = #"{"id": "fade", "type": "Scalar", "value": 5}"#
    #expect(try apply(theme: rule, ["fade": .number(6)])["o"]?["k"]?.number == 6)
  }

  @Test(arguments: [
    (#"{"type": "Color", "value": [1, 0, 0]}"#, "rules[0]: expected an 'id'"),
    (#"{"id": "x", "type": "Sound", "value": 1}"#, "rules[0], of the slot 'x': expected a 'type' among"),
    (##"{"id": "x", "type": "Color", "value": "#12"}"##, "rules[0], of the slot 'x'"),
    (#"{"id": "x", "type": "Scalar", "keyframes": [{"value": 1}]}"#, "rules[0], of the slot 'x'"),
    (#"{"id": "x", "type": "Gradient", "value": [{"offset": 0}]}"#, "rules[0], of the slot 'x'"),
  ])
  func malformedThemes(rule: String, message: String) {
    let error = #expect(throws: SceneFileError.self) { try apply(theme: rule) }
    #expect(error?.kind == .malformed)
    #expect(error?.message.hasPrefix(message) == true)
  }
}
