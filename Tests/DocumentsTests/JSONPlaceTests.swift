import Testing

@testable import Documents

struct JSONPlaceTests {
  /// Columns count characters: the member "é" ends at column 4.
  private static let text = #"""
    {"a": [1,
      {"b~/c": "]}\"", "d": 2}],
     "é": {"x": null}}
    """#

  private func place(_ steps: [JSONPlace.Step]) -> JSONPlace? {
    steps.reduce(nil) { JSONPlace.at($1, in: $0) }
  }

  @Test("A pointer escapes ~ and / (RFC 6901)") func pointers() {
    #expect(place([.key("layers"), .index(2), .key("opacity")])?.pointer == "/layers/2/opacity")
    #expect(place([.key("a/b~c"), .key("")])?.pointer == "/a~1b~0c/")
  }

  @Test(arguments: [
    ([JSONPlace.Step.key("a")], "1:7", "1:2"), ([.key("a"), .index(0)], "1:8", "1:8"),
    ([.key("a"), .index(1), .key("b~/c")], "2:12", "2:4"), ([.key("a"), .index(1), .key("d")], "2:25", "2:20"),
    ([.key("é"), .key("x")], "3:13", "3:8"),
    // A missing member has the place of its object.
    ([.key("a"), .index(1), .key("none")], "2:3", "2:3"), ([.key("none")], "1:1", "1:1"),
  ])
  func locations(steps: [JSONPlace.Step], value: String, name: String) {
    for prefix in ["", "\u{FEFF}"] {
      let bytes = Array((prefix + Self.text).utf8)
      let found = [false, true].map { place(steps)?.location(in: bytes, file: "f", isName: $0) }
      #expect(found.map { $0.map { "\($0.line):\($0.column)" } } == [value, name])
    }
  }

  @Test(
    "The names of a document's members, up to its first fault",
    arguments: [
      (#"{"a": [{"b": 1}], "c": "}", "d": {}}"#, ["a", "c", "d"]), (#" {"a": 1 "b": 2}"#, ["a"]), ("[]", []), ("", []),
      (#"{"a": nonsense, "b": 2, "#, ["a", "b"]), (#"{"\u0061": 1}"#, ["a"]), (#"{"a"}"#, []),
    ] as [(String, Set<String>)])
  func memberNames(text: String, names: Set<String>) {
    #expect(JSON.memberNames(of: Array(text.utf8)) == names)
  }

  @Test("A second member of a name is an error, with its place, where it is refused") func duplicates() throws {
    let text = "{\"a\": {\"b\": 1,\n \"b\": 2}}"
    #expect(try JSON.read(Array(text.utf8), file: "f", limits: SceneLimits())["a"]?["b"] == .number(2))
    let error = #expect(throws: SceneFileError.self) {
      try JSON.read(Array(text.utf8), file: "f", limits: SceneLimits(), refusingDuplicates: true)
    }
    #expect(error?.kind == .malformed && error?.location.line == 2 && error?.message.contains("'b'") == true)
  }
}
