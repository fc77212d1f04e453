// Text of files that reaches the terminal: nothing in it is an order to the terminal, or a line that looks like ours.
import Foundation
import Testing

@testable import CLI

@Suite(.serialized) struct HostileTextTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// What terminals obey: Unicode's category Cc, and the explicit directional characters of UAX #9.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || 0x202A...0x202E ~= scalar.value
      || 0x2066...0x2069 ~= scalar.value
  }

  @Test("No scalar that terminals obey is written as it is; all others are")
  func scalars() {
    var wrong: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), scalar != "\n", scalar != "\t" else { continue }
      let text = "a\(Character(scalar))b"
      let shown = text.shown(.all)
      let isRight =
        Self.isObeyed(scalar) || value == 0x2028 || value == 0x2029
        ? !shown.unicodeScalars.contains(where: Self.isObeyed) && shown.hasPrefix("a\\u") && shown.hasSuffix("b")
        : shown.unicodeScalars.elementsEqual(text.unicodeScalars)
      if !isRight { wrong.append(value) }
    }
    #expect(wrong == [])
  }

  @Test("JSON stays the same JSON")
  func json() throws {
    let value = ["a": "\u{1B}[2J\u{9B}31m\u{202E}\u{7F}\n\"\\", "b": "x\u{2028}y"]
    let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self).shown(.all)
    #expect(!text.unicodeScalars.contains(where: Self.isObeyed))
    #expect(try JSONDecoder().decode([String: String].self, from: Data(text.utf8)) == value)
  }

  @Test("Only lines that are indented are lines of a message")
  func linesOfMessages() {
    #expect("a\nwrote b\n  c\n".shown(.indented) == "a\\nwrote b\n  c\\n")
    #expect("a\nb".shown(.none) == "a\\nb" && "a\nb".shown(.all) == "a\nb")
  }

  private static let esc = "\u{1B}]0;pwn\u{7}\u{9B}31m\u{202E}"

  /// Lines whose messages name what a file, or the command line, says.
  private static let lines: [(line: String, isForged: Bool)] = [
    ("render item.json -o o.png", false), ("inspect item.json", false), ("inspect item.json --json", false),
    ("render item.json --text x=y -o o.png", false), ("render item.json --marker \"$E\" -o o.png", false),
    ("render names.caml -o o.png", false), ("inspect names.caml", true), ("inspect names.caml --json", true),
    ("render item.json --data rows.csv -o '{name}.png'", false), ("render \"no$E.caml\" -o o.png", false),
    ("render \"no\nwrote forged\" -o o.png", true), ("render item.json -o \"o$E\nwrote forged.png\"", true),
    ("video item.json --duration 0.1 -o \"o$E\nwrote forged.mp4\"", true),
    ("video item.json --duration 0.1 --progress openjd -o \"o$E\nwrote forged.mp4\"", true),
    ("render item.json --font \"$E\" -o o.png", false), ("video item.json --audio \"$E\" -o o.mp4", false),
    ("render --nonsense\"$E\"", false), ("render item.json --size \"1\nwrote forged\" -o o.png", true),
    ("compare \"a$E.png\" b.png", false), ("chunk \"plan$E\" --index 0", false), ("demo:x\"$E\"", false),
  ]

  @Test("R-B7: names of documents, rows and files are shown, and not obeyed", arguments: lines.indices)
  func commands(index: Int) throws {
    let json = String(decoding: try JSONEncoder().encode(Self.esc + "\nwrote forged"), as: UTF8.self)
    try shell.write(
      """
      {"v":"5.5","fr":10,"ip":0,"op":10,"w":20,"h":20,"assets":[{"id":\(json),"w":1,"h":1,"u":"","p":\(json),"e":0}],
      "layers":[{"ty":4,"nm":\(json),"ip":0,"op":10,"st":0,"ks":{},"shapes":[{"ty":\(json),"nm":\(json)}]},
      {"ty":2,"refId":\(json),"nm":\(json),"ip":0,"op":10,"st":0,"ks":{}}]}
      """, to: "item.json")
    try shell.write(
      "<caml><CALayer name='\u{9B}31m\u{202E}&#10;wrote forged' bounds='0 0 9 9' nonsense\u{B7}='\u{9B}'/></caml>",
      to: "names.caml")
    try shell.write("name\n\"\(Self.esc)\"\n", to: "rows.csv")
    let (line, isForged) = Self.lines[index]
    let outcome = try shell.run(
      "E=$(printf '\\033]0;pwn\\007\\302\\233\\061m\\342\\200\\256'); multiplane \(line)")
    let obeyed = outcome.text.unicodeScalars.filter { $0 != "\n" && $0 != "\t" && Self.isObeyed($0) }
    #expect(obeyed.isEmpty, "\(line): \(outcome.text.debugDescription)")
    #expect(!outcome.text.split(separator: "\n").contains { $0.hasPrefix("wrote forged") }, "\(outcome.text)")
    #expect(outcome.text.isEmpty == false)
    if isForged { #expect(outcome.text.contains("forged"), "\(outcome.text)") }
  }
}
