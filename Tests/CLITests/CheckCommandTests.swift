// `multiplane check` as people run it: what it prints, how it ends, what it writes.
import Foundation
import Testing

@testable import CLI

@Suite(.serialized) struct CheckCommandTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
        <CALayer id="1" name="Card" bounds="0 0 320 200" position="160 100" backgroundColor="1 1 1">
          <sublayers>
            <CALayer id="2" name="Photo" bounds="0 0 50 50"><contents type="CGImage" src="no.png"/></CALayer>
            <CALayer id="3" name="Lost" bounds="0 0 50 50" position="900 60" backgroundColor="1 0 0"/>
          </sublayers>
        </CALayer>
      </caml>
      """, to: "card.caml")
  }

  @Test("Findings, and exit statuses by their severity")
  func statuses() throws {
    let found = try shell.run("multiplane check card.caml")
    #expect(found.status == 1 && found.text.contains("error missing-file") && found.text.contains("'no.png'"))
    #expect(found.text.contains("warning never-seen: "))
    #expect(try shell.run("multiplane check demo:postcard --fail-on warning").status == 0)
    #expect(try shell.run("sed -i '/no.png/d' card.caml; multiplane check card.caml").status == 0)
    #expect(try shell.run("multiplane check card.caml --fail-on warning").status == 1)
    #expect(try shell.run("multiplane check none.caml").status == 66)
    #expect(try shell.run("multiplane check card.caml --fail-on note").status == 64)
  }

  @Test("Expectations beside the scene, or in another file")
  func expectations() throws {
    try shell.write(
      ##"[{"expect": "colour-at", "point": [5, 5], "time": 0, "colour": "#00ff00"}]"##, to: "card.expect.json")
    let found = try shell.run("sed -i '/no.png/d' card.caml; multiplane check card.caml")
    #expect(found.status == 1 && found.text.contains("card.expect.json:1:2: the colour is #ffffffff"))
    try shell.write("[]", to: "none.json")
    #expect(try shell.run("multiplane check card.caml --expect none.json").status == 0)
    try shell.write("[{]", to: "broken.json")
    let broken = try shell.run("multiplane check card.caml --expect broken.json")
    #expect(broken.status == 65 && broken.text.contains("broken.json:1:3: "))
    #expect(try shell.run("multiplane check card.caml --expect nowhere.json").status == 66)
  }

  @Test("Each row in each size has a report; a bad text is found in its row")
  func rows() throws {
    try shell.write(
      """
      {"size": [320, 200], "background": "white", "layers": [
        {"type": "text", "name": "Title", "text": {"slot": "Title", "default": "Hello"}, "left": 10, "top": 10,
         "fontSize": 30, "foregroundColor": {"slot": "Ink", "default": "black"}}]}
      """, to: "t.scene.json")
    try shell.write("Title,Ink\nGood,#000000\nFaint,#eeeeee\n", to: "rows.csv")
    let check = "multiplane check t.scene.json --data rows.csv --fail-on warning"
    let found = try shell.run(check)
    #expect(found.status == 1, "\(found.text)")
    let reports = found.text.components(separatedBy: "row 2:")
    #expect(reports.count == 2 && reports[0].hasPrefix("row 1:\n"))
    #expect(!reports[0].contains("contrast") && reports[1].contains("contrast"), "\(found.text)")
    #expect(try shell.run("\(check) --rows 1").status == 0)
    let sizes = try shell.run(
      "\(check) --rows 1 --size 320x200,200x320 --json | grep '\"size\"\\|\"row\"' | tr -d ' \\n'")
    #expect(sizes.text.contains("\"row\":1,\"size\":\"320x200\"\"row\":1,\"size\":\"200x320\""), "\(sizes.text)")
    #expect(try shell.run("multiplane check t.scene.json --rows 1").status == ExitStatus.usage.rawValue)
    #expect(try shell.run("multiplane check demo:postcard --data rows.csv").status == ExitStatus.usage.rawValue)
    #expect(try shell.run("multiplane check t.scene.json --data none.csv").status == ExitStatus.noInput.rawValue)
  }

  @Test("A picture of each finding that is seen")
  func crops() throws {
    _ = try shell.run("multiplane check card.caml --crops out/pictures --json > report.json")
    #expect(try shell.run("ls out/pictures").text == "2-never-seen.png\n")
    #expect(try shell.run("grep -c out/pictures/2-never-seen.png report.json").text == "1\n")
  }

  private func title(_ gray: String, keyPath: String = "opacity", text: String = "A clean title") throws {
    try shell.write(
      """
      <caml><CALayer name="root" bounds="0 0 640 360" position="320 180" backgroundColor="0.08 0.09 0.14"><sublayers>
      <CATextLayer name="t" bounds="0 0 560 44" anchorPoint="0 0" position="40 160" string="\(text)" fontSize="11" \
      foregroundColor="\(gray)"><animations><animation type="CABasicAnimation" keyPath="\(keyPath)" duration="0.5">
      <fromValue type="real" value="0"/><toValue type="real" value="1"/></animation></animations></CATextLayer>
      </sublayers></CALayer></caml>
      """, to: "title.caml")
  }

  @Test("A title that fades in within half a second is looked at for three: no alarm of time, and faint text is found")
  func shortAnimations() throws {
    try title("1 1 1", text: "A title of so many letters that nobody reads it within half a second or a whole one")
    let clean = try shell.run("multiplane check title.caml --fail-on warning")
    #expect(clean.status == 0 && clean.text.contains("of 3.00 s"), "\(clean.text)")
    try title("0.2 0.2 0.25")
    let faint = try shell.run("multiplane check title.caml --fail-on warning")
    #expect(faint.status == 1 && faint.text.contains("warning contrast: "), "\(faint.text)")
    // An explicit duration is used as given.
    let short = try shell.run("multiplane check title.caml --duration 0.5")
    #expect(short.text.contains("of 0.50 s"))
  }

  @Test("A mistyped key path is an error with the nearest name")
  func keyPaths() throws {
    try title("1 1 1", keyPath: "postion.x")
    let found = try shell.run("multiplane check title.caml")
    #expect(found.status == 1 && found.text.contains("error unknown-key-path"), "\(found.text)")
    #expect(found.text.contains("did you mean 'position.x'?"))
  }
}
