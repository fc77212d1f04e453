// --captions by all commands: over scenes and clips, by many processes, and what is refused.

import Foundation
import ImageFiles
import TestFilms
import Testing

@Suite(.serialized) struct CaptionCommandTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write(
      """
      <caml><CALayer bounds="0 0 320 180" position="160 90"><sublayers>
      <CALayer name="sign" bounds="0 0 120 40" position="80 140" backgroundColor="0 0 1"/></sublayers></CALayer></caml>
      """, to: "scene.caml")
    try shell.write(
      "1\n00:00:00,400 --> 00:00:01,000\nHello <i>captions</i>\n\n2\n00:00:00,600 --> 00:00:01,400\n日本語 مرحبا\n",
      to: "a.srt")
  }

  private func path(_ name: String) -> String { "\(shell.folder)/\(name)" }

  @Test("Over a scene: nothing where there is no caption, and the same by plan, chunk and join")
  func scene() throws {
    let outcome = try shell.run(
      """
      multiplane render scene.caml -q -o bare.png; multiplane render scene.caml --captions a.srt -q -o early.png
      multiplane render scene.caml --captions a.srt --at 0.8 -q -o shown.png
      cmp bare.png early.png && ! cmp -s bare.png shown.png
      """)
    #expect(outcome.status == 0, "\(outcome.text)")
    let film = "scene.caml --captions a.srt --caption-words karaoke --duration 2 --fps 10 --segment 0.4s"
    let whole = try shell.run("multiplane video \(film) -q -o whole.mp4")
    #expect(whole.status == 0, "\(whole.text)")
    let farm = try shell.run(
      """
      multiplane plan \(film) --chunks 4 -q -o plan && mkdir away && mv plan a.srt away && cd away && \
      mv a.srt hidden && for i in 3 1 0 2; do multiplane chunk plan --index $i -q || exit 1; done && \
      multiplane join plan -q -o ../joined.mp4 && grep -c '"captions"' plan/plan.json && mv hidden ../a.srt && \
      echo changed >> plan/files/captions-0/a.srt && rm plan/chunks/* && multiplane chunk plan --index 0
      """)
    #expect(farm.status == 65 && farm.text.contains("it has changed since it was planned"), "\(farm.text)")
    #expect(try SHA256.digest(ofFile: path("joined.mp4")) == SHA256.digest(ofFile: path("whole.mp4")))
  }

  @Test(
    "Over a clip: times are the clip's, frames without a caption are the clip's own", .enabled(if: FFmpeg.isInstalled))
  func clip() throws {
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "color=gray:s=320x180:r=10:d=2", "-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p",
        path("clip.mp4"),
      ])
    let film = "scene.caml --over clip.mp4 --at 1.6 --captions a.srt --segment 0.5s"
    let outcome = try shell.run("multiplane video \(film) -o film.mp4 --crf 0")
    #expect(outcome.status == 0 && !outcome.text.contains("converted to RGB"), "\(outcome.text)")
    let luma = try FFmpeg.frames(of: path("film.mp4"), as: "gray")
    try #require(luma.count == 20 * 320 * 180)
    func differing(_ frame: Int) -> Int {
      let start = frame * 320 * 180
      return (start..<start + 320 * 180).count { abs(Int(luma[$0]) - Int(luma[0])) > 24 }
    }
    for frame in 0..<20 {
      #expect((differing(frame) > 100) == (4..<14 ~= frame || frame >= 16), "\(frame): \(differing(frame))")
    }
    // A part of the clip has the captions of its seconds.
    #expect(try shell.run("multiplane video \(film) --from 1 -q -o part.mp4 --crf 0").status == 0)
    let part = try FFmpeg.frames(of: path("part.mp4"), as: "gray")
    try #require(part.count == 10 * 320 * 180)
    let shown = (0..<320 * 180).count { abs(Int(part[$0]) - Int(luma[10 * 320 * 180 + $0])) > 24 }
    #expect(shown == 0)
    let farm = try shell.run(
      """
      multiplane plan \(film) --crf 0 --chunks 3 -q -o plan && \
      for i in 2 0 1; do multiplane chunk plan --index $i -q || exit 1; done && multiplane join plan -q -o joined.mp4
      """)
    #expect(farm.status == 0, "\(farm.text)")
    #expect(try SHA256.digest(ofFile: path("joined.mp4")) == SHA256.digest(ofFile: path("film.mp4")))
  }

  @Test("A layer of the scene lends its place and its background, and is not shown")
  func template() throws {
    let outcome = try shell.run(
      """
      multiplane render scene.caml --captions a.srt --caption-like sign -q -o none.png
      multiplane render scene.caml --captions a.srt --caption-like sign --at 0.5 -q -o sign.png
      multiplane inspect scene.caml --captions a.srt --caption-like sign --at 0.5 --pixel 80,40
      """)
    #expect(outcome.status == 0, "\(outcome.text)")
  }

  @Test("Rows of data, several sizes, and other sizes have captions, too")
  func rows() throws {
    try shell.write("name\na\nb\n", to: "rows.csv")
    let outcome = try shell.run(
      """
      multiplane render scene.caml --captions a.srt --at 0.8 --data rows.csv \
      --size 320x180,180x320 -q -o '{name}-{size}.png' && \
      multiplane render scene.caml --captions a.srt --at 0.8 --size 180x320 -q -o alone.png && \
      cmp alone.png b-180x320.png
      """)
    #expect(outcome.status == 0, "\(outcome.text)")
  }

  @Test("What cannot be is refused with its reason, and leaves nothing")
  func refusals() throws {
    try shell.write("1\n00:00:01,000 --> 00:00:0x\na\n", to: "bad.srt")
    try shell.write("nothing\n", to: "none.srt")
    let before = shell.contents
    for (arguments, status, words) in [
      ("--captions missing.srt", 66, "missing.srt"), ("--captions bad.srt", 65, "bad.srt:2:18"),
      ("--captions none.srt", 65, "none.srt:1:1"), ("--captions /dev/zero", 66, "/dev/zero"),
      ("--caption-size 12", 64, "--captions"), ("--captions a.srt --caption-size 0", 64, "points"),
      ("--captions a.srt --caption-words sing", 64, "karaoke"),
      ("--captions a.srt --caption-box blurple", 64, "colour"),
      ("--captions a.srt --caption-like nobody", 64, "nobody"),
      ("--captions a.srt --caption-outline 'red:-1'", 64, "points"),
    ] as [(String, Int32, String)] {
      let outcome = try shell.run("multiplane render scene.caml \(arguments) -q -o a.png")
      #expect(outcome.status == status && outcome.text.contains(words), "\(arguments): \(outcome)")
      #expect(shell.contents == before, "\(arguments)")
    }
    let same = try shell.run("cp a.srt a.png; multiplane render scene.caml --captions a.png -q -o a.png")
    #expect(same.status == 64 && same.text.contains("which is read"), "\(same)")
  }
}
