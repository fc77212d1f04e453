// Parts of films, and the digests of their frames.
import Foundation
import Testing

@testable import CLI

@Suite(.serialized) struct FramePartTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write(
      """
      <caml><CALayer bounds="0 0 64 64" name="root"><sublayers>
      <CALayer name="box" bounds="0 0 20 20" position="10 32" backgroundColor="1 0 0"/></sublayers>
      <states><LKState name="far"><elements>
      <LKStateSetValue targetId="box" keyPath="position.x"><value type="integer" value="50"/></LKStateSetValue>
      </elements></LKState></states></CALayer></caml>
      """, to: "box.caml")
  }

  private static let scenes = [
    "demo:postcard --size 64x48 --duration 1", "demo:features --size 96x64 --duration 1 --from 0.25 --fps 24000/1001",
    "box.caml --duration 1 --states base,far@0.5", "demo:particles --size 64x64 --duration 1",
  ]

  @Test("--frames A-B are the frames of the whole film, with its numbers", arguments: scenes)
  func parts(scene: String) throws {
    let outcome = try shell.run(
      """
      mkdir whole part; multiplane video \(scene) -q -o whole/%02d.png --hashes whole.txt
      multiplane video \(scene) -q --frames 11-17 -o part/%02d.png --hashes part.txt
      for f in part/*; do cmp $f whole/${f#part/} && echo $f; done
      grep -E '^1[1-7] ' whole.txt >a; grep -E '^[0-9]' part.txt >b; cmp a b && echo same
      """)
    #expect(outcome.text == (11...17).map { "part/\($0).png\n" }.joined() + "same\n")
  }

  @Test("What is beyond the film's end is left out, and said")
  func clamped() throws {
    let scene = "multiplane video demo:postcard --size 64x48 --duration 0.5"
    let outcome = try shell.run("\(scene) --progress none --frames 10-99 -o %d.png 2>&1; ls *.png | wc -l")
    #expect(outcome.text == "multiplane: note: --frames ends at 99, and the film at frame 14\n5\n")
    for (range, words) in [
      ("15-20", "the film's are 0 to 14"), ("9-2", "the first frame and the last"), ("-3", "expected"),
    ] {
      let outcome = try shell.run("\(scene) --frames=\(range) -o a.mp4 2>&1")
      #expect(outcome.status == 64 && outcome.text.contains(words))
    }
    try shell.write("", to: "a.wav")
    #expect(try shell.run("\(scene) --frames 1-2 --audio a.wav -o a.mp4").status == 64)
  }

  @Test("verify finds the first frame that differs", arguments: scenes)
  func verify(scene: String) throws {
    let parts = scene.split(separator: " ", maxSplits: 1).map(String.init)
    let states = parts[1].contains("--states") ? "--states base,far@0.5" : ""
    let outcome = try shell.run(
      """
      multiplane video \(scene) -q -o a.mp4 --hashes a.txt
      multiplane verify a.txt \(parts[0]) \(states) -q; echo $?
      awk '$1 ~ /^[0-9]+$/ && $1 >= 12 { $2 = sprintf("%064d", 0) } 1' a.txt > b.txt
      multiplane verify b.txt \(parts[0]) \(states) -q; echo $?
      """)
    #expect(outcome.text.hasPrefix("0\nmultiplane: frame 12, at "))
    #expect(outcome.text.hasSuffix("differs from b.txt\n1\n"))
  }

  @Test("verify says which frame it is: the first of another scene, one of a part")
  func differences() throws {
    let outcome = try shell.run(
      """
      multiplane video box.caml --duration 1 --frames 3-9 -q -o a.mp4 --hashes a.txt
      sed 's/position="10 32"/position="12 32"/' box.caml > other.caml; multiplane verify a.txt other.caml -q; echo $?
      multiplane verify a.txt box.caml --size 32x32 -q; echo $?; multiplane verify a.txt box.caml --background '#00f' -q
      """)
    #expect(outcome.text.contains("frame 3, at 0.1 s, differs from a.txt\n1\n"))
    #expect(outcome.text.contains("the frames had 64x64 pixels, and have 32x32\n1\n"))
    #expect(outcome.text.components(separatedBy: "frame 3,").count == 3)
  }

  @Test(
    "A file that is none of --hashes is refused",
    arguments: [
      ("", "expected 'multiplane frames 1'"), ("multiplane frames 1\npixels 9x9\n", "expected"),
      ("multiplane frames 1\n0 12\n", ":2: expected a frame's number and its SHA-256"),
    ])
  func damaged(text: String, words: String) throws {
    try shell.write(text, to: "a.txt")
    let outcome = try shell.run("multiplane verify a.txt demo:postcard")
    #expect(outcome.status == 65 && outcome.text.contains(words))
    #expect(try shell.run("multiplane verify none.txt demo:postcard").status == 66)
  }
}
