// Films in layers by the command: --layer, columns of data, a scene that comes with the program, and farms.
import Foundation
import ImageFiles
import TestFilms
import Testing

@testable import CLI

@Suite(.enabled(if: FFmpeg.isInstalled)) struct LayerFilmTests {
  private let shell: Shell

  /// A film of 2 seconds, 25 pictures each, and a card with a layer for it.
  init() throws {
    shell = try Shell()
    try BarCode.write(
      50, rate: "25", to: "\(shell.folder)/clip.mp4", ["-c:v", "libx264", "-bf", "3", "-g", "15"],
      sound: ["-c:a", "aac"])
    try shell.write(
      """
      <caml><CALayer bounds="0 0 96 32" position="48 16" backgroundColor="0 0 0"><sublayers>
      <CALayer name="screen" bounds="0 0 96 32" position="48 16"/></sublayers></CALayer></caml>
      """, to: "card.caml")
    try shell.write(
      """
      {"v":"5.9.0","fr":25,"ip":0,"op":100,"w":96,"h":32,
       "layers":[{"ty":1,"nm":"screen","ip":0,"op":100,"st":25,"ks":{},"sw":96,"sh":32,"sc":"#000000"}]}
      """, to: "card.json")
  }

  private func path(_ name: String) -> String { "\(shell.folder)/\(name)" }

  private func numbers(_ name: String) throws -> [Int] { try BarCode.truth(of: path(name)).map(\.number) }

  /// The numbers of a film of the card for 4 seconds.
  private func film(_ argument: String, of scene: String = "card.caml") throws -> [Int] {
    let outcome = try shell.run(
      "multiplane video \(scene) --layer 'screen=\(argument)' --fps 25 --duration 4 --codec ffv1 -q -o film.mkv")
    #expect(outcome.status == 0 && outcome.text.isEmpty, "\(outcome.text)")
    return try numbers("film.mkv")
  }

  @Test("A stretch of a film in a layer, once, holding, in a loop")
  func layer() throws {
    let none = [Int](repeating: 0, count: 50)
    #expect(try film("clip.mp4") == Array(0..<50) + none)
    #expect(try film("clip.mp4@1,loop") == (0..<100).map { 25 + $0 % 25 })
    #expect(try film("clip.mp4@0.4-1.2,hold") == Array(10..<30) + [Int](repeating: 29, count: 80))
    // In a Lottie document from the layer's beginning on; before it, it holds its first picture.
    #expect(
      try film("clip.mp4,hold", of: "card.json")
        == [Int](repeating: 0, count: 25) + Array(0..<50) + [Int](repeating: 49, count: 25))
  }

  @Test("A film lasts as long as what plays in it; its sound is left out, and that is said once")
  func notes() throws {
    let outcome = try shell.run(
      "multiplane video card.caml --layer screen=clip.mp4 --fps 25 --codec ffv1 --progress none -o film.mkv")
    #expect(outcome.status == 0, "\(outcome.text)")
    let words = "clip.mp4: films in layers are silent: its sound is left out\n"
    #expect(outcome.text.components(separatedBy: words).count == 2, "\(outcome.text)")
    #expect(try numbers("film.mkv") == Array(0..<50))
    #expect(try FFmpeg.stream(path("film.mkv"), "codec_name", kind: "a:0").isEmpty)
    // A picture of the same moment.
    let picture = try shell.run(
      "multiplane render card.caml --layer screen=clip.mp4 --at 1.01 -q -o one.png && ffmpeg -v error -i film.mkv -vf "
        + "'select=eq(n\\,25)' -frames:v 1 two.png && multiplane compare one.png two.png")
    #expect(picture.status == 0, "\(picture.text)")
  }

  @Test("A film for each row, by a column of a table or of JSON")
  func rows() throws {
    try shell.write("name,clip:screen\na,clip.mp4@1\nb,\nc,clip.mp4@9\nd,\"clip.mp4,loop\"\n", to: "rows.csv")
    try shell.write(
      #"[{"name":"a","clip:screen":"clip.mp4@1"},{"name":"b"},{"name":"c","clip:screen":"clip.mp4@9"},"#
        + #"{"name":"d","clip:screen":"clip.mp4,loop"}]"#, to: "rows.json")
    for (rows, line) in [("csv", "4:3"), ("json", "1:")] {
      let outcome = try shell.run(
        "multiplane video card.caml --data rows.\(rows) --fps 25 --duration 3 --codec ffv1 -q -o '\(rows)-{name}.mkv' "
          + "--manifest rows.jsonl")
      #expect(outcome.status == ExitStatus.malformedInput.rawValue, "\(outcome.text)")
      let manifest = try String(contentsOfFile: path("rows.jsonl"), encoding: .utf8)
      #expect(
        manifest.contains("rows.\(rows):\(line)") && manifest.contains("clip:screen: the seconds from 9.0 on"),
        "\(manifest)")
      #expect(try numbers("\(rows)-a.mkv") == Array(25..<50) + [Int](repeating: 0, count: 50))
      #expect(try numbers("\(rows)-b.mkv") == [Int](repeating: 0, count: 75))
      #expect(try numbers("\(rows)-d.mkv") == (0..<75).map { $0 % 50 })
      #expect(!shell.contents.contains("\(rows)-c.mkv"))
    }
  }

  @Test("The same bytes by many processes, which have the film from the plan", arguments: ["card.caml", "card.json"])
  func farm(scene: String) throws {
    try shell.expectFarmMakes(
      "\(scene) --layer screen=clip.mp4@0.2,loop --fps 25 --duration 3 --segment 0.4s", hiding: ["clip.mp4", scene])
    #expect(try numbers("joined.mp4") == numbers("whole.mp4"))
  }

  @Test("What cannot be is refused with its reason, and leaves nothing")
  func refusals() throws {
    try shell.write("no film", to: "text.mp4")
    #expect(mkfifo(path("fifo"), 0o600) == 0)
    let before = shell.contents
    for (arguments, status, words) in [
      ("card.caml --layer clip.mp4", 64, "expected NAME=FILE[@IN[-OUT]][,loop|hold]"),
      ("card.caml --layer screen=", 64, "expected NAME=FILE"),
      ("card.caml --layer scren=clip.mp4", 64, "no layer 'scren'; expected one of "),
      ("demo:postcard --layer none=clip.mp4", 64, "no layer 'none'"),
      ("demo:postcard --text a=b", 64, "--layer alone is for them"),
      ("card.json --layer box=clip.mp4", 64, "no layer of an image, a solid or a composition 'box'"),
      ("card.caml --layer screen=missing.mp4", 66, "missing.mp4"),
      ("card.caml --layer screen=text.mp4", 65, "text.mp4"), ("card.caml --layer screen=fifo", 65, "fifo"),
      ("card.caml --layer screen=/dev/zero", 65, "/dev/zero"),
      ("card.caml --layer screen=http://127.0.0.1:9/a.mp4", 66, "a.mp4"),
      ("card.caml --layer screen=clip.mp4@2", 64, "it has those from 0 to 2.0"),
      ("card.caml --layer screen=clip.mp4 --max-memory 2M", 65, "raise --max-memory"),
    ] as [(String, Int32, String)] {
      let outcome = try shell.run("timeout 20 \"$MULTIPLANE\" video \(arguments) --duration 1 -q -o film.mp4")
      #expect(outcome.status == status && outcome.text.contains(words), "\(arguments): \(outcome)")
      #expect(shell.contents == before, "\(arguments)")
    }
    // The film is no output.
    let digest = try SHA256.digest(ofFile: path("clip.mp4"))
    #expect(try shell.run("multiplane video card.caml --layer screen=clip.mp4 -q -o clip.mp4").status == 64)
    #expect(try SHA256.digest(ofFile: path("clip.mp4")) == digest)
  }

  @Test("Pictures that cannot be decoded are told of")
  func damaged() throws {
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path("clip.mp4"))))
    let start = try #require(bytes.firstRange(of: Array("mdat".utf8))).upperBound
    let end = try #require(bytes.firstRange(of: Array("moov".utf8))).lowerBound - 4
    for index in (start + end) / 2..<end { bytes[index] = 0xFF }
    try Data(bytes).write(to: URL(filePath: path("part.mp4")))
    let line = "multiplane video card.caml --layer screen=part.mp4 --fps 25 --codec ffv1 --progress none -o film.mkv"
    let outcome = try shell.run(line)
    #expect(outcome.status == 0 && outcome.text.contains("part.mp4: the picture at "), "\(outcome.text)")
  }

  @Test("Two films of 4K in one scene, where --max-memory allows it, and not where it does not")
  func large() throws {
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "testsrc=s=3840x2160:r=5:d=0.4,format=yuv420p10le", "-c:v", "libx265", "-preset",
        "ultrafast", "-x265-params", "log-level=error", path("large.mp4"),
      ])
    try shell.write(
      """
      <caml><CALayer bounds="0 0 192 54" position="96 27"><sublayers>
      <CALayer name="a" bounds="0 0 96 54" position="48 27"/><CALayer name="b" bounds="0 0 96 54" position="144 27"/>
      </sublayers></CALayer></caml>
      """, to: "two.caml")
    let film = "two.caml --layer a=large.mp4 --layer b=large.mp4@0.2 --fps 5 --codec ffv1 -q -o"
    let outcome = try shell.run(
      "multiplane video \(film) two.mkv && multiplane video \(film) one.mkv --max-memory 512M")
    #expect(outcome.status == 65 && outcome.text.contains("raise --max-memory"), "\(outcome.text)")
    #expect(shell.contents.contains("two.mkv") && !shell.contents.contains("one.mkv"))
  }
}
