// Machines without fonts, as small containers are: their folders of fonts are empty in a mount namespace of its own.
import Foundation
import ImageFiles
import TestSupport
import Testing

@Suite(.serialized, .enabled(if: Fontless.isPossible, "needs a mount namespace, which this machine refuses"))
struct FontlessTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write(Self.scene, to: "scene.caml")
    for (name, font) in [("own", "Liberation Sans"), ("other", "Nowhere Sans")] {
      let text = #""t":{"d":{"k":[{"t":0,"s":{"t":"Añ Ωж 12","f":"F","s":30,"fc":[1,0,0],"j":0}}]}}"#
      try shell.write(
        """
        {"v":"5.9.0","fr":10,"ip":0,"op":10,"w":180,"h":60,
         "fonts":{"list":[{"fName":"F","fFamily":"\(font)","fStyle":"Regular"}]},
         "layers":[{"ty":5,"nm":"A","ip":0,"op":10,"st":0,"ks":{"p":{"a":0,"k":[4,40]}},\(text)}]}
        """, to: "\(name).json")
    }
  }

  private static let scene = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 96 64" position="48 32"><sublayers>
      <CATextLayer bounds="0 0 90 30" position="48 30" string="Åpfel" fontSize="24" foregroundColor="1 1 1"/>
    </sublayers></CALayer></caml>
    """

  /// The built-in font is a part of Liberation Sans: the same picture, to the byte.
  @Test("Text is set in the built-in font, which is said", arguments: ["own.json", "other.json", "scene.caml"])
  func texts(name: String) throws {
    #expect(try shell.run("multiplane render \(name) -q -o with.png").status == 0)
    let without = try shell.run("\(Fontless.prefix) \"$MULTIPLANE\" render \(name) -o without.png'")
    #expect(without.status == 0 && without.text.contains("no font is installed"), "\(without.text)")
    if name.hasSuffix("json") { #expect(without.text.contains("Multiplane Sans stands for it"), "\(without.text)") }
    #expect(try shell.run("cmp with.png without.png").status == 0)
  }

  @Test(
    "A check says once that there is no font, and how one is brought along", arguments: ["other.json", "scene.caml"])
  func check(name: String) throws {
    let outcome = try shell.run("\(Fontless.prefix) \"$MULTIPLANE\" check \(name) --json'")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any]
    let report = try #require(object?["report"] as? [String: Any], "\(outcome.text)")
    let findings = try #require(report["findings"] as? [[String: Any]]).filter {
      $0["rule"] as? String == "fallback-font"
    }
    let messages = findings.compactMap { $0["message"] as? String }
    // The font that is named, and that there is none at all.
    #expect(messages.count == 2 && messages.count { $0.contains("no font is installed") } == 1, "\(messages)")
    #expect(findings.allSatisfy { ($0["advice"] as? String)?.contains("--font") == true })
    #expect(!outcome.text.contains("such layers") && !outcome.text.contains("CTFontManager"), "\(outcome.text)")
  }

  @Test("Scenes of interface code, and emoji that no font has, do not end the program")
  func demos() throws {
    let outcome = try shell.run("\(Fontless.prefix) \"$MULTIPLANE\" render demo:labels -o a.png'")
    #expect(outcome.status == 0, "\(outcome.text)")
    // Of its two hundred layers a third is in this font.
    let notes = outcome.text.split(separator: "\n").filter { $0.contains("names the font 'Menlo'") }
    #expect(notes.count == 1 && notes[0].hasSuffix("; Multiplane Sans stands in"), "\(outcome.text)")
    let emoji = try shell.run("\(Fontless.prefix) \"$MULTIPLANE\" render own.json --text A=😀é한 -o b.png'")
    #expect(emoji.status == 0, "\(emoji.text)")
  }

  @Test("A font that the user brings comes before the built-in one")
  func broughtAlong() throws {
    let font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    try #require(FileManager.default.fileExists(atPath: font), "fonts-dejavu-core is installed by tools/setup")
    #expect(try shell.run("cp \(font) own.ttf").status == 0)
    let named = try String(contentsOfFile: "\(shell.folder)/own.json", encoding: .utf8)
    try shell.write(named.replacing("Liberation Sans", with: "DejaVu Sans"), to: "dejavu.json")
    #expect(try shell.run("multiplane render dejavu.json -q -o with.png").status == 0)
    for (scene, words) in [("dejavu.json", nil), ("other.json", "; DejaVu Sans Book stands for it" as String?)] {
      let outcome = try shell.run("\(Fontless.prefix) \"$MULTIPLANE\" render \(scene) --font own.ttf -o without.png'")
      #expect(outcome.status == 0 && !outcome.text.contains("no font is installed"), "\(outcome.text)")
      if let words { #expect(outcome.text.contains(words), "\(outcome.text)") }
      #expect(try shell.run("cmp with.png without.png").status == 0)
    }
  }

  @Test(
    "Chunks and the join of a film that was planned with fonts are the film", arguments: ["own.json", "scene.caml"])
  func farm(scene: String) throws {
    let film = "\(scene) --duration 0.4 --fps 10 --segment 0.2s"
    #expect(try shell.run("multiplane video \(film) -q -o whole.mp4").status == 0)
    #expect(try shell.run("multiplane plan \(film) -q -o plan").text == "2\n")
    for line in ["chunk plan --index 1 -q", "chunk plan --index 0 -q", "join plan -q -o joined.mp4"] {
      let outcome = try shell.run("\(Fontless.prefix) \"$MULTIPLANE\" \(line)'")
      #expect(outcome.status == 0 && outcome.text.isEmpty, "\(line): \(outcome.text)")
    }
    #expect(try shell.run("cmp whole.mp4 joined.mp4").status == 0)
  }
}

private enum Fontless {
  /// What goes before a command without quotes of its own; a quote ends it.
  static let prefix =
    "unshare -rm sh -c 'for folder in /usr/share/fonts /usr/local/share/fonts; do "
    + "[ ! -d $folder ] || mount -t tmpfs none $folder; done; exec"

  static let isPossible = (try? Shell().run("\(prefix) true'"))?.status == 0
}
