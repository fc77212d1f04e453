// The kit for a wrong pixel as people run it: inspect's questions, captured frames, replay.
import Foundation
import Testing

@testable import CLI

@Suite(.serialized) struct WrongPixelTests {
  private let shell: Shell

  private static let scene = """
    <caml><CALayer name="root" bounds="0 0 64 48" position="32 24" backgroundColor="1 0 0"><sublayers>
    <CALayer name="blue" bounds="0 0 20 20" position="20 20" backgroundColor="0 0 1" opacity="0.5"/>
    </sublayers></CALayer></caml>
    """

  init() throws {
    shell = try Shell()
    try shell.write(Self.scene, to: "s.caml")
  }

  @Test func pixel() throws {
    let inside = try shell.run("multiplane inspect s.caml --pixel 20,20")
    #expect(inside.status == 0 && inside.text.contains("pixel (20, 20) of the frame: #"))
    #expect(inside.text.contains("  root  solid") && inside.text.contains("  blue  solid"))
    #expect(try !shell.run("multiplane inspect s.caml --pixel 50,40").text.contains("blue"))
    #expect(try shell.run("multiplane inspect s.caml --pixel 20,20 --json").text.contains("\"layer\" : \"blue\""))
  }

  @Test(arguments: [
    ("inspect s.caml --pixel 64,0", "pixel (64, 0) lies outside the picture of 64x48 pixels"),
    ("inspect s.caml --pixel 1", "expected X,Y in pixels"), ("inspect s.caml --pixel=-1,2", "expected X,Y in pixels"),
    ("inspect s.caml --show overdraw", "give both"), ("inspect s.caml --show heat -o a.png", "'overdraw'"),
    ("inspect s.caml -o a.png", "give both"), ("video s.caml -o a.y4m --capture-frame 3", "give both"),
    ("bench s.caml demo:features --capture f", "--capture writes a frame of one scene"),
    ("inspect s.caml --tolerance 3", "give --pin, too"), ("inspect s.caml --fps 30", "give --pin, too"),
    ("inspect s.caml --pin a.png --pixel 1,1", "give it alone"),
    ("replay f --minimise", "give both"), ("replay f --against a.png", "give both"),
    ("replay f --bench --minimise --against a.png", "not both"), ("replay f -o a.nope", "no picture file"),
  ])
  func wrongUsage(line: String, words: String) throws {
    let outcome = try shell.run("multiplane \(line)")
    #expect(outcome.status == 64 && outcome.text.contains(words), "\(outcome.text)")
    #expect(shell.contents == ["s.caml"])
  }

  @Test(arguments: ["overdraw", "linear", "surfaces", "tiles"]) func show(what: String) throws {
    let outcome = try shell.run("multiplane inspect s.caml --show \(what) -o a.png && multiplane compare a.png a.png")
    #expect(outcome.status == 0 && outcome.text.contains("size       64x48"))
    #expect(what == "surfaces" || outcome.text.contains("#"))
  }

  @Test func capturedAndReplayed() throws {
    let line = "multiplane render s.caml -q -o a.png --capture a.frame && multiplane replay a.frame -o b.png"
    let outcome = try shell.run("\(line) && cmp a.png b.png")
    #expect(
      outcome.status == 0 && outcome.text.contains(/2 draws, drawn by .*: the bytes that were captured/),
      "\(outcome.text)")
    let inspected = try shell.run("multiplane inspect a.frame --pixel 20,20")
    #expect(inspected.text == (try shell.run("multiplane inspect s.caml --pixel 20,20")).text)
    #expect(try shell.run("multiplane replay a.frame --bench --frames 3").text.contains("frames a second"))
    #expect(try shell.run("multiplane replay none.frame").status == 66)
    #expect(try shell.run("multiplane replay s.caml").status == 65)
    #expect(try shell.run("head -c 900 a.frame > b.frame; multiplane replay b.frame").status == 65)
    #expect(try shell.run("multiplane replay a.frame --minimise --against a.png").status == 64)
  }

  /// A frame is pinned on the optimisation without which it is right; one that is right has nothing to pin.
  @Test func pinned() throws {
    let right = try shell.run("multiplane render s.caml -q -o a.png && multiplane inspect s.caml --pin a.png")
    #expect(right.status == 0 && right.text.contains("differing  0 of 3072 pixels"), "\(right.text)")
    try shell.write(Self.scene.replacingOccurrences(of: "0 0 1", with: "0 1 1"), to: "other.caml")
    let wrong = try shell.run("multiplane inspect other.caml --pin a.png --at 0.5 --fps 4")
    #expect(wrong.status == 1 && wrong.text.contains("differing  400 of 3072 pixels"), "\(wrong.text)")
    #expect(wrong.text.contains("without retention   400\n"))
    #expect(wrong.text.hasSuffix("none of them alone is at fault\n"))
    for (line, words) in [
      ("inspect s.caml --size 10x10 --pin a.png", "64x48 pixels, and the frame 10x10"),
      ("inspect s.caml --at 9999 --fps 60 --pin a.png", "more than 10000 frames"),
      ("render s.caml -q -o b.png --capture a.frame && multiplane inspect a.frame --pin a.png", "captured frame"),
    ] {
      let outcome = try shell.run("multiplane \(line)")
      #expect(outcome.status == 64 && outcome.text.contains(words), "\(outcome.text)")
    }
  }

  @Test func capturedOfAFilm() throws {
    let line = "multiplane video s.caml -q --duration 0.2 -o a.y4m --capture a.frame --capture-frame 2"
    #expect(try shell.run("\(line) && multiplane replay a.frame").text.contains("the bytes that were captured"))
    let late = try shell.run("multiplane video s.caml -q --duration 0.1 -o b.y4m --capture b.frame --capture-frame 3")
    #expect(late.status == 64 && late.text.contains("fewer frames than that"))
    #expect(!shell.contents.contains("b.frame"))
    #expect(
      try shell.run("multiplane bench s.caml --frames 2 --capture c.frame && multiplane replay c.frame").status == 0)
  }

  @Test func minimised() throws {
    try shell.write(Self.scene.replacingOccurrences(of: "0 0 1", with: "0 1 1"), to: "right.caml")
    let outcome = try shell.run(
      """
      multiplane render s.caml -q -o a.png --capture a.frame; multiplane render right.caml -q -o right.png
      multiplane replay a.frame --minimise --against right.png -o small.frame &&
        multiplane inspect small.frame --pixel 20,20
      """)
    #expect(outcome.status == 0 && outcome.text.contains("of 2 draws give the 400 wrong pixels"), "\(outcome.text)")
  }

  @Test func pageInABrowser() throws {
    let page = try shell.run(
      "multiplane inspect demo:features --html a.html && multiplane render demo:features -q -o a.png")
    #expect(page.status == 0)
    let text = try String(contentsOfFile: "\(shell.folder)/a.html", encoding: .utf8)
    #expect(text.contains("<h2>Surfaces</h2>") && !text.contains("src=\"http"))
    guard try shell.run("command -v chromium").status == 0 else {
      print("chromium is not installed: the page is not opened in a browser")
      return
    }
    let browser = try shell.run(
      """
      timeout 120 chromium --headless --no-sandbox --disable-gpu --user-data-dir=$PWD/profile \
        --window-size=1400,3000 --dump-dom file://$PWD/a.html 2>/dev/null |
        grep -o 'data-ready="[^"]*"'
      """)
    #expect(browser.text.contains(" pictures, 0 broken\""), "\(browser.text)")
  }
}
