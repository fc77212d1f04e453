// `multiplane convert`: what a scene looks like, and its bytes, in another form and back.
import Foundation
import Testing

@Suite struct ConvertCommandTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// The demos that are documents.
  static let documents = ["postcard", "shadow-full", "particles", "fire", "replicator", "frosted"]
  /// The demos in code whose scene changes nothing by code while it runs.
  static let demos = [
    "path", "swinging-door", "timing-curves", "rectangles", "cards", "sprites", "tree", "morph", "shadow-cards",
    "labels",
  ]

  private func render(_ scene: String) throws -> Data {
    let outcome = try shell.run("multiplane render '\(scene)' --at 0.7 -q -o picture.png")
    #expect(outcome.status == 0, "\(scene): \(outcome.text)")
    return try Data(contentsOf: URL(filePath: "\(shell.folder)/picture.png"))
  }

  private func convert(_ scene: String, to output: String, saying notes: Int? = 0) throws {
    let outcome = try shell.run("multiplane convert '\(scene)' -o \(output)")
    #expect(outcome.status == 0 && outcome.text.contains("wrote \(output)"), "\(outcome.text)")
    guard let notes else { return }
    #expect(outcome.text.components(separatedBy: "multiplane: note: ").count == notes + 1, "\(outcome.text)")
  }

  @Test(
    "A demo as JSON, from there as a package, and from there as CAML has the demo's bytes", arguments: demos + documents
  )
  func gallery(name: String) throws {
    let picture = try render("demo:\(name)")
    try convert("demo:\(name)", to: "a.scene.json", saying: Self.documents.contains(name) ? 0 : 1)
    #expect(try render("a.scene.json") == picture)
    // CAML cannot hold the duration of some demos.
    try convert("a.scene.json", to: "b.ca", saying: nil)
    #expect(try render("b.ca") == picture)
    try convert("b.ca", to: "c.caml")
    #expect(try render("c.caml") == picture)
  }

  /// A document that uses what both forms can say.
  private static let document = """
    {"size": [120, 80], "background": "#203040", "layers": [
      {"name": "plate", "left": 4, "top": 6, "width": 40, "height": 30, "cornerRadius": 6, "backgroundColor": "tomato",
       "filters": [{"type": "gaussianBlur", "name": "b", "inputRadius": 2}],
       "animations": [
         {"keyPath": "transform.rotation.z", "from": 0, "to": "20deg", "duration": 1, "timing": [0.2, 0.1, 0.3, 1]},
         {"keyPath": "position", "path": "M10 10 C 40 0 60 60 80 40", "duration": 2, "rotationMode": "auto"},
         {"type": "spring", "keyPath": "opacity", "from": 0, "to": 1, "bounce": 0.2, "perceptualDuration": 0.4},
         {"type": "group", "duration": 2, "animations": [
           {"keyPath": "filters.b.inputRadius", "values": [0, 5, 1], "keyTimes": [0, 0.4, 1],
            "timing": ["easeIn", "linear"], "duration": 2}]}]},
      {"type": "text", "text": "a < b & \\"c\\"\\nd", "left": 50, "top": 8, "fontSize": 14, "foregroundColor": "#fff8"},
      {"type": "gradient", "gradientType": "radial", "left": 60, "top": 40, "width": 50, "height": 30,
       "colors": ["red", "rgb(0 0 255 / 40%)"], "locations": [0.2, 1], "compositingFilter": "screenBlendMode",
       "mask": {"type": "shape", "path": {"ellipse": [0, 0, 50, 30]}}},
      {"type": "shape", "path": "M0 0 L30 0 L15 20 Z", "left": 10, "top": 50, "width": 30, "height": 20,
       "fillColor": null, "strokeColor": "gold", "lineWidth": 3, "lineDashPattern": [4, 2]},
      {"type": "replicator", "left": 70, "top": 4, "width": 20, "height": 20, "instanceCount": 3,
       "instanceTransform": [{"translate": [8, 5]}, {"rotate": "10deg"}], "instanceColor": "#8ff",
       "sublayers": [{"left": 0, "top": 0, "width": 6, "height": 6, "backgroundColor": "white"}]}],
     "states": [{"name": "On", "set": {"plate.opacity": 0.5, "plate.backgroundColor": "lime"}}]}
    """

  @Test("A document of every kind of value has its bytes as CAML and back, in its states, too") func document() throws {
    try shell.write(Self.document, to: "a.scene.json")
    try convert("a.scene.json", to: "b.caml")
    try convert("b.caml", to: "c.scene.json")
    let picture = try render("a.scene.json")
    #expect(try render("b.caml") == picture && render("c.scene.json") == picture)
    let states = try ["a.scene.json", "b.caml", "c.scene.json"].map { name in
      let outcome = try shell.run("multiplane render \(name) --state On --at 0.7 -q -o s.png")
      #expect(outcome.status == 0, "\(name): \(outcome.text)")
      return try Data(contentsOf: URL(filePath: "\(shell.folder)/s.png"))
    }
    #expect(states[1] == states[0] && states[2] == states[0] && states[0] != picture)
  }

  @Test("Slots and aspects become the values of the run") func values() throws {
    try shell.write(
      """
      {"size": {"16:9": [64, 36], "9:16": [36, 64]}, "layers": [
        {"width": "50%", "height": "50%", "left": 0, "top": 0, "backgroundColor": {"slot": "C", "default": "red"}}]}
      """, to: "a.scene.json")
    let outcome = try shell.run("multiplane convert a.scene.json --aspect 9:16 --color C=lime -q -o b.scene.json")
    #expect(outcome.status == 0 && outcome.text.isEmpty, "\(outcome.text)")
    let text = try String(contentsOf: URL(filePath: "\(shell.folder)/b.scene.json"), encoding: .utf8)
    #expect(text.contains("\"size\": [36, 64]") && text.contains("#00ff00") && !text.contains("slot"), "\(text)")
  }

  @Test("What the other form cannot say is told") func notes() throws {
    try shell.write(
      """
      {"size": [8, 8], "duration": 9, "layers": [{"width": 8, "height": 8, "left": 0, "top": 0,
        "animations": [{"type": "transition", "transition": "push", "duration": 1}]}]}
      """, to: "a.scene.json")
    let outcome = try shell.run("multiplane convert a.scene.json -o b.caml")
    #expect(outcome.text.contains("the duration, 9 s, is left out"), "\(outcome.text)")
    #expect(outcome.text.contains("a transition is left out"), "\(outcome.text)")
  }

  @Test("Wrong outputs are errors, and leave nothing", arguments: ["a.png", "b", "missing/c.caml"])
  func outputs(name: String) throws {
    let outcome = try shell.run("multiplane convert demo:path -o \(name)")
    #expect(outcome.status != 0 && outcome.text.contains("error"), "\(outcome.text)")
    #expect(shell.contents.isEmpty)
  }
}
