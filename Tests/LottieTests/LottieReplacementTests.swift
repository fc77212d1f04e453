import CoreGraphics
import Documents
import Foundation
import Testing

@testable import Lottie

struct LottieReplacementTests {
  private func json(_ text: String) throws -> JSON {
    try JSON.read(Array(text.utf8), file: "a.json", limits: SceneLimits())
  }

  private func apply(
    _ document: String, theme: String? = nil, _ fill: (inout LottieReplacements) -> Void
  ) throws -> JSON {
    var document = try json(document)
    var replacements = LottieReplacements()
    fill(&replacements)
    let theme = try theme.map { try LottieTheme(json($0), file: "t.json", animation: "a") }
    _ = try replacements.apply(to: &document, theme: theme, file: "a.json")
    return document
  }

  private func failure(_ document: String, _ fill: (inout LottieReplacements) -> Void) -> SceneFileError? {
    do { _ = try apply(document, fill) } catch { return error as? SceneFileError }
    return nil
  }

  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)

  /// Two compositions: the main one shows "Inner" twice, under different names.
  private static let document = """
    {"layers": [
       {"ty": 5, "nm": "Title", "t": {"d": {"x": "expression", "k": [
         {"t": 0, "s": {"t": "one", "f": "F", "fc": [0, 0, 0]}}, {"t": 10, "s": {"t": "two", "f": "F"}}]}}},
       {"ty": 4, "nm": "Card", "shapes": [{"ty": "gr", "nm": "Shape 1", "it": [
         {"ty": "rc"}, {"ty": "fl", "nm": "Fill 1", "c": {"a": 1, "k": [{"t": 0, "s": [0, 0, 0]}], "x": "e"},
          "o": {"a": 0, "k": 50}},
         {"ty": "st", "nm": "Stroke 1", "c": {"a": 0, "k": [0, 0, 0]}}]}]},
       {"ty": 1, "nm": "Back.ground", "sc": "#ffffff", "ks": {"o": {"a": 1, "k": [{"t": 0, "s": [80]}, {"t": 9}]}}},
       {"ty": 0, "nm": "Left", "refId": "inner"}, {"ty": 0, "nm": "Right", "refId": "inner"}],
     "assets": [
       {"id": "inner", "layers": [
         {"ty": 4, "nm": "Dot", "shapes": [{"ty": "fl", "nm": "Fill 1", "c": {"a": 0, "k": [0, 0, 0]}}],
          "ef": [{"ty": 21, "nm": "Tint", "ef": [{"ty": 2, "nm": "Colour", "v": {"a": 0, "k": [0, 0, 0]}}]}]},
         {"ty": 5, "nm": "Title", "t": {"d": {"k": [{"t": 0, "s": {"t": "three"}}]}}}]},
       {"id": "photo", "w": 10, "h": 20, "u": "images/", "p": "a.png", "e": 1}, {"id": "drum", "p": "a.mp3"}]}
    """

  /// The paths whose colour is red after a replacement.
  private func reds(_ keyPath: String) throws -> Set<String> {
    let document = try apply(Self.document) { $0.colors = [(keyPath, Self.red)] }
    var found: Set<String> = []
    func isRed(_ property: JSON?) -> Bool {
      property == .object(["a": .number(0), "k": .array([1, 0, 0, 1].map(JSON.number))])
    }
    let (main, inner) = (document["layers"], document["assets"]?[0]?["layers"])
    if main?[0]?["t"]?["d"]?["k"]?[1]?["s"]?["fc"] == .array([1, 0, 0].map(JSON.number)) { found.insert("title") }
    if isRed(main?[1]?["shapes"]?[0]?["it"]?[1]?["c"]) { found.insert("card fill") }
    if isRed(main?[1]?["shapes"]?[0]?["it"]?[2]?["c"]) { found.insert("card stroke") }
    if main?[2]?["sc"]?.string == "#ff0000" { found.insert("solid") }
    if isRed(inner?[0]?["shapes"]?[0]?["c"]) { found.insert("dot fill") }
    if isRed(inner?[0]?["ef"]?[0]?["ef"]?[0]?["v"]) { found.insert("dot tint") }
    if inner?[1]?["t"]?["d"]?["k"]?[0]?["s"]?["fc"] != nil { found.insert("inner title") }
    return found
  }

  private static let keyPathCases: [(path: String, found: Set<String>)] = [
    ("Card.Shape 1.Fill 1", ["card fill"]),
    ("Card.Shape 1.Fill 1.Color", ["card fill"]),
    ("Card.*.Stroke 1", ["card stroke"]),
    ("Card.**", ["card fill", "card stroke"]),
    ("**.Fill 1.Color", ["card fill", "dot fill"]),
    ("**.Fill 1", ["card fill", "dot fill"]),
    ("Left.Dot.Fill 1", ["dot fill"]),
    ("Right.Dot.Tint.Colour", ["dot tint"]),
    ("*.Dot.**", ["dot fill", "dot tint"]),
    ("Title", ["title"]),
    ("**.Title", ["title", "inner title"]),
    ("Back.ground", ["solid"]),
    ("Back.ground.Color", ["solid"]),
    ("**", ["title", "card fill", "card stroke", "solid", "dot fill", "dot tint", "inner title"]),
    ("*", ["title", "solid"]),
    ("**.**.Color", ["title", "card fill", "card stroke", "solid", "dot fill", "dot tint", "inner title"]),
  ]

  @Test(arguments: keyPathCases)
  func keyPaths(path: String, found: Set<String>) throws {
    #expect(try reds(path) == found)
  }

  @Test func alphaIsOpacity() throws {
    let half = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 0.5)
    let document = try apply(Self.document) { $0.colors = [("**.Fill 1", half), ("Back.ground", half)] }
    let layers = document["layers"]
    #expect(layers?[1]?["shapes"]?[0]?["it"]?[1]?["o"]?["k"]?.number == 25)
    // One that did not say.
    #expect(document["assets"]?[0]?["layers"]?[0]?["shapes"]?[0]?["o"]?["k"]?.number == 50)
    #expect(layers?[2]?["ks"]?["o"]?["k"]?[0]?["s"]?[0]?.number == 40)
    #expect(layers?[2]?["sc"]?.string == "#00ff00")
  }

  @Test func laterColorsWin() throws {
    let document = try apply(Self.document) { $0.colors = [("Card.**", .black), ("Card.*.Fill 1", Self.red)] }
    #expect(document["layers"]?[1]?["shapes"]?[0]?["it"]?[1]?["c"]?["k"]?[0]?.number == 1)
    #expect(document["layers"]?[1]?["shapes"]?[0]?["it"]?[2]?["c"]?["k"]?[0]?.number == 0)
  }

  @Test func unknownColors() {
    let error = failure(Self.document) { $0.colors = [("Card.Fill 1", .black)] }
    #expect(error?.kind == .unknownName)
    #expect(
      error?.description
        == "a.json: no colour 'Card.Fill 1'; expected one of '**.Dot.Fill 1', '**.Dot.Tint.Colour', '**.Title', "
        + "'Back.ground', 'Card.Shape 1.Fill 1', 'Card.Shape 1.Stroke 1', 'Title'")
    #expect(failure(Self.document) { $0.colors = [("", .black)] }?.kind == .unsuitableValue)
  }

  /// Compositions that show each other end, as do many that show the next one twice.
  @Test func compositionsInCircles() throws {
    let circle = """
      {"layers": [{"ty": 0, "nm": "A", "refId": "a"}], "assets": [
        {"id": "a", "layers": [{"ty": 0, "nm": "A", "refId": "b"}]},
        {"id": "b", "layers": [{"ty": 0, "nm": "A", "refId": "a"}, {"ty": 1, "nm": "S", "sc": "#000000"}]}]}
      """
    let changed = try apply(circle) { $0.colors = [("A.A.A.A.S", Self.red)] }
    #expect(changed["assets"]?[1]?["layers"]?[1]?["sc"]?.string == "#ff0000")
    #expect(failure(circle) { $0.colors = [("A.A.A.S", .black)] }?.kind == .unknownName)
    let assets = (0..<60).map { index in
      let show = #"{"ty": 0, "nm": "X", "refId": "\#(index + 1)"}"#
      return #"{"id": "\#(index)", "layers": [\#(show), \#(show)]}"#
    }
    let tower =
      #"{"layers": [{"ty": 0, "nm": "X", "refId": "0"}], "assets": [\#(assets.joined(separator: ","))"#
      + ##", {"id": "60", "layers": [{"ty": 1, "nm": "S", "sc": "#000000"}]}]}"##
    #expect(
      try apply(tower) { $0.colors = [("**.S", Self.red)] }["assets"]?[60]?["layers"]?[0]?["sc"] == .string("#ff0000"))
  }

  @Test func texts() throws {
    let document = try apply(Self.document) { $0.texts["Title"] = "new\nlines" }
    let text = document["layers"]?[0]?["t"]?["d"]
    #expect(text?["k"]?[0]?["s"]?["t"]?.string == "new\nlines")
    #expect(text?["k"]?[1]?["s"]?["t"]?.string == "new\nlines")
    #expect(text?["k"]?[0]?["s"]?["f"]?.string == "F")
    #expect(text?["x"] == nil)
    #expect(document["assets"]?[0]?["layers"]?[1]?["t"]?["d"]?["k"]?[0]?["s"]?["t"]?.string == "new\nlines")
    #expect(
      failure(Self.document) { $0.texts["Card"] = "x" }?.message == "no text layer 'Card'; expected one of 'Title'")
  }

  @Test func images() throws {
    let document = try apply(Self.document) { $0.images["photo"] = URL(fileURLWithPath: "/tmp/b.png") }
    let asset = document["assets"]?[1]
    #expect(asset?["u"]?.string == "")
    #expect(asset?["p"]?.string.map(LottieReplacedFiles.isOne) == true)
    #expect(asset?["w"]?.number == 10)
    #expect(
      failure(Self.document) { $0.images["inner"] = URL(fileURLWithPath: "/b.png") }?.message
        == "no image 'inner'; expected one of 'photo'")
  }

  @Test func nothingToReplaceLeavesTheDocument() throws {
    #expect(try apply(Self.document) { _ in } == json(Self.document))
  }
}
