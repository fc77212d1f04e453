// Messages that name what was meant, and folders that are made.
import Foundation
import ImageFiles
import Testing

@testable import CLI

@Suite struct MessageTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test(
    "The nearest of some names, by edits",
    arguments: [
      ("rendr", "render"), ("vido", "video"), ("ispect", "inspect"), ("renedr", "render"), ("VIDEO", "video"),
      ("comp", "compare"), ("frobnicate", nil), ("", nil), ("x", nil),
    ])
  func nearest(text: String, name: String?) {
    let names = ["render", "video", "verify", "plan", "chunk", "join", "inspect", "compare"]
    #expect(names.nearest(to: text) == name)
  }

  @Test(
    "Mistakes are answered with what was probably meant",
    arguments: [
      ("rendr demo:postcard -o a.png", 64, "no command 'rendr'", "did you mean 'render'?"),
      ("render demo:postcrad -o a.png", 66, "no scene demo:postcrad", "did you mean 'demo:postcard'?"),
      ("render demo:postcard --at -1 -o a.png", 64, "'-1' is invalid", "expected seconds, 0 or more"),
      ("video demo:postcard --codec h265 -o a.mp4", 64, "no video encoder", "did you mean 'hevc'?"),
      ("video demo:postcard --codec x264 -o a.mp4", 64, "no video encoder", "did you mean 'h264'?"),
      ("video demo:postcard --codec prorse -o a.mov", 64, "no video encoder", "did you mean 'prores'?"),
      ("video demo:postcard --audio-codec acc -o a.mov", 64, "expected aac", "did you mean 'aac'?"),
      ("video demo:postcard --loudness 3 -o a.mp4", 64, "'3' is invalid", "expected LUFS"),
      ("video demo:postcard --audio a.mp3:lop -o a.mp4", 66, "a.mp3:lop: no such file", ":in=SECONDS"),
      ("render scene.caml --state Lokced -o a.png", 64, "no state 'Lokced'", "did you mean 'Locked'?"),
    ] as [(String, Int32, String, String)])
  func mistakes(line: String, status: Int32, problem: String, guess: String) throws {
    try shell.write(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 16 16">
        <states><LKState name="Locked"><elements/></LKState><LKState name="Sleep"><elements/></LKState></states>
      </CALayer></caml>
      """, to: "scene.caml")
    let outcome = try shell.run("multiplane \(line)")
    #expect(outcome.status == status && outcome.text.contains(problem), "\(outcome)")
    #expect(outcome.text.contains(guess), "\(outcome)")
  }

  @Test func negativeNumbersAreValues() {
    let joined = MultiplaneCommand.joiningNegativeNumbers(
      ["video", "s", "--loudness", "-14", "-o", "-", "--at", "-1e3", "--quiet", "-q", "--crf=1", "-2"])
    #expect(
      joined == ["video", "s", "--loudness=-14", "-o", "-", "--at=-1e3", "--quiet", "-q", "--crf=1", "-2"])
  }

  @Test("Folders of a sequence are made, and taken away where there are no pictures")
  func folders() throws {
    let film = "demo:basic --duration 0.1 --fps 20 --size 32x32"
    let made = try shell.run("multiplane video \(film) -q -o 'film/of/%02d.png' && ls film/of")
    #expect(made.text == "00.png\n01.png\n", "\(made.text)")
    let failed = try shell.run("multiplane video \(film) --depth 10 -q -o 'other/of/%02d.png'; ls -d other")
    #expect(!failed.text.hasSuffix("other\n"), "\(failed.text)")
    let file = try shell.run("touch file; multiplane video \(film) -o 'file/%02d.png'")
    #expect(file.status == 73 && file.text.contains("file: it is a file, and no folder"), "\(file)")
  }

  @Test("A row's folder that is a file is an output that cannot be written")
  func rowsIntoAFile() throws {
    try shell.write("name\na\nb\n", to: "rows.csv")
    try shell.write("", to: "file")
    try shell.write(
      "<caml xmlns=\"http://www.apple.com/CoreAnimation/1.0\"><CALayer bounds=\"0 0 16 16\"/></caml>", to: "s.caml")
    let outcome = try shell.run("multiplane render s.caml --data rows.csv -o 'file/{name}.png'")
    #expect(outcome.status == 73, "\(outcome)")
    #expect(outcome.text.contains("file: it is a file, and no folder") && !outcome.text.contains("NSError"))
  }

  @Test("A transparent scene in a format without alpha is said, once, unless something was chosen")
  func transparency() throws {
    func scene(_ width: Int) -> String {
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0"><CALayer bounds="0 0 32 32" position="16 16">
        <sublayers><CALayer bounds="0 0 \(width) 32" position="\(width / 2) 16" backgroundColor="1 0 0"/></sublayers>
      </CALayer></caml>
      """
    }
    try shell.write(scene(32), to: "opaque.caml")
    try shell.write(scene(30), to: "open.caml")
    for (line, count) in [
      ("video open.caml --duration 0.2 -o a.mp4", 1), ("video open.caml --duration 0.2 -o a.gif", 1),
      ("video opaque.caml --duration 0.2 -o a.mp4", 0), ("video open.caml --duration 0.2 -o a.webm", 0),
      ("video open.caml --duration 0.2 -o a.mp4 --background white", 0),
      ("video open.caml --duration 0.2 -o a.mp4 --background black", 0),
      ("video open.caml --duration 0.2 -o a.mp4 --alpha none", 0), ("video open.caml --duration 0.2 -o a.mp4 -q", 0),
      ("video open.caml --duration 0.2 -o a.mp4 --key k.mp4", 0), ("plan open.caml --duration 0.2 -o plan", 1),
    ] {
      let outcome = try shell.run("multiplane \(line)")
      let notes = outcome.text.split(separator: "\n").filter { $0.contains("lies over black") }
      #expect(outcome.status == 0 && notes.count == count, "\(line): \(outcome)")
      #expect(notes.allSatisfy { $0.contains("--background") })
    }
    // Looking for it changes no frame.
    let same = try shell.run(
      "multiplane video open.caml --duration 0.2 -o a.mp4; multiplane video open.caml --duration 0.2 -q -o b.mp4; "
        + "cmp a.mp4 b.mp4 && echo same")
    #expect(same.text.hasSuffix("same\n"))
  }
}
