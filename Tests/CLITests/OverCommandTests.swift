// `multiplane video` with a clip: --over and --under, what the film takes of the clip, what is refused, and the same
// film by many processes.
import Foundation
import ImageFiles
import TestFilms
import Testing

@Suite(.enabled(if: FFmpeg.isInstalled)) struct OverCommandTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write(Self.title, to: "title.caml")
  }

  /// A red plate in the lowest quarter, that goes to the right in half a second.
  private static let title = """
    <?xml version="1.0" encoding="UTF-8"?>
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 96 32" position="48 16">
        <sublayers>
          <CALayer bounds="0 0 20 6" position="50 4" backgroundColor="1 0 0">
            <animations>
              <animation type="CABasicAnimation" keyPath="position.x" duration="0.5">
                <fromValue type="real" value="20"/><toValue type="real" value="50"/>
              </animation>
            </animations>
          </CALayer>
        </sublayers>
      </CALayer>
    </caml>
    """

  private func path(_ name: String) -> String { "\(shell.folder)/\(name)" }

  private func write(_ name: String, count: Int = 60, rate: String = "30000/1001", hasSound: Bool = true) throws {
    try BarCode.write(
      count, rate: rate, to: path(name), ["-c:v", "libx264", "-bf", "3", "-g", "15"],
      sound: hasSound ? ["-c:a", "aac"] : nil)
  }

  @Test("A film over a clip has its size, rate, length and sound; the scene begins and ends when it is said to")
  func film() throws {
    try write("clip.mp4")
    let outcome = try shell.run("multiplane video title.caml --over clip.mp4 --at 0.5 --duration 1 -q -o film.mp4")
    #expect(outcome.status == 0 && outcome.text.isEmpty, "\(outcome.text)")
    let stream = try FFmpeg.stream(path("film.mp4"), "width,height,r_frame_rate,nb_frames,pix_fmt")
    #expect(
      stream["width"] == "96" && stream["height"] == "32" && stream["r_frame_rate"] == "30000/1001"
        && stream["nb_frames"] == "60" && stream["pix_fmt"] == "yuv420p", "\(stream)")
    #expect(try FFmpeg.stream(path("film.mp4"), "codec_name", kind: "a:0")["codec_name"] == "aac")
    #expect(try BarCode.truth(of: path("film.mp4")).map(\.number) == Array(0..<60))
    let colors = try FFmpeg.frames(of: path("film.mp4"), as: "rgb24")
    // From frame 15 (0.5005 s) to 44 (1.468 s); the plate stands from frame 30 on.
    func isRed(_ frame: Int, _ x: Int) -> Bool {
      let start = (frame * 96 * 32 + 28 * 96 + x) * 3
      return colors[start] > 180 && colors[start + 1] < 80 && colors[start + 2] < 80
    }
    for frame in 0..<60 { #expect((14..<56).contains { isRed(frame, $0) } == (15..<45 ~= frame), "frame \(frame)") }
    #expect(isRed(15, 16) && !isRed(15, 54) && isRed(40, 54) && !isRed(40, 16))
  }

  @Test("--from and --to cut the clip, and its sound with it")
  func part() throws {
    try write("clip.mkv", count: 100, rate: "25")
    #expect(try shell.run("multiplane video title.caml --over clip.mkv --from 1 --to 3 -q -o film.mkv").status == 0)
    #expect(try BarCode.truth(of: path("film.mkv")).map(\.number) == Array(25..<75))
    let sound = try FFmpeg.run("ffmpeg", ["-i", path("film.mkv"), "-f", "s16le", "-ac", "1", "-ar", "48000", "-"])
    #expect(abs(sound.count / 2 - 96_000) < 3000)
    #expect(
      try shell.run("multiplane video title.caml --over clip.mkv --from 1 --to 3 --mute -q -o mute.mkv").status == 0)
    #expect(try FFmpeg.stream(path("mute.mkv"), "codec_name", kind: "a:0").isEmpty)
  }

  @Test("A clip of an old matrix goes through pixels, says so, and keeps its colours", arguments: ["fcc", "smpte240m"])
  func oldMatrices(matrix: String) throws {
    _ = try FFmpeg.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "color=blue:size=96x32:rate=25:duration=0.2", "-vf",
        "format=gbrp,scale=out_color_matrix=\(matrix),format=yuv420p", "-colorspace", matrix, "-c:v", "libx264", "-qp",
        "0",
        path("old.mp4"),
      ])
    let outcome = try shell.run("multiplane video title.caml --over old.mp4 -o film.mp4")
    #expect(outcome.status == 0 && outcome.text.contains("an old matrix of colours"), "\(outcome.text)")
    #expect(try FFmpeg.stream(path("film.mp4"), "color_space")["color_space"] != matrix)
    let color = try FFmpeg.frames(of: path("film.mp4"), as: "rgb24")[(4 * 96 + 10) * 3..<(4 * 96 + 10) * 3 + 3]
    for (actual, blue) in zip(color, [0, 0, 255]) { #expect(abs(Int(actual) - blue) <= 3, "\(Array(color))") }
  }

  @Test("A film of another size says that its pictures go through pixels; the clip fills it as asked")
  func sizes() throws {
    try write("clip.mp4", count: 5, rate: "25", hasSound: false)
    for (fit, corner) in [("contain", false), ("cover", true), ("fill", true)] {
      let outcome = try shell.run(
        "multiplane video title.caml --over clip.mp4 --size 96x96 --fit \(fit) -o \(fit).mp4")
      #expect(outcome.status == 0 && outcome.text.contains("converted to RGB and back"), "\(outcome.text)")
      let colors = try FFmpeg.frames(of: path("\(fit).mp4"), as: "gray")
      try #require(colors.count == 5 * 96 * 96)
      // Picture 1 has its leftmost bar white: the corner above is the clip's, or nothing's.
      let start = 96 * 96 + 8 * 96 + 2
      #expect((colors[start] > 128) == (corner && fit == "fill"), "\(fit): \(colors[start])")
    }
  }

  @Test("The same bytes by many processes", arguments: ["--over clip.mp4 --at 0.3", "--under alpha.mov --duration 1"])
  func farm(clip: String) throws {
    try write("clip.mp4")
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "testsrc2=s=96x32:r=25:d=1,format=rgba,colorchannelmixer=aa=0.5", "-c:v", "qtrle",
        path("alpha.mov"),
      ])
    try shell.expectFarmMakes("title.caml \(clip) --segment 0.2s", hiding: ["title.caml", "clip.mp4", "alpha.mov"])
  }

  @Test("What cannot be is refused with its reason, and leaves nothing")
  func refusals() throws {
    try write("clip.mp4", count: 25, rate: "25")
    try FFmpeg.run("ffmpeg", ["-f", "lavfi", "-i", "sine=d=0.1", path("tone.wav")])
    try shell.write("no film", to: "text.mp4")
    let before = shell.contents
    for (arguments, status, words) in [
      ("--over clip.mp4 --under clip.mp4", 64, "give one of them"), ("--at 1", 64, "--over or --under"),
      ("--to 1", 64, "--over or --under"), ("--fit fill", 64, "--over or"),
      ("--over missing.mp4", 66, "missing.mp4"), ("--over text.mp4", 65, "text.mp4"),
      ("--over tone.wav", 65, "no pictures"), ("--over clip.mp4 --from 1.5", 64, "not before the end"),
      ("--over clip.mp4 --to 3", 64, "beyond the end"), ("--over clip.mp4 --at 2", 64, "before the scene begins"),
      ("--over clip.mp4 --hashes a.txt", 64, "--hashes"), ("--over clip.mp4 --key key.mp4", 64, "--key"),
      ("--over /dev/zero", 65, "/dev/zero"),
    ] as [(String, Int32, String)] {
      let outcome = try shell.run("multiplane video title.caml \(arguments) -q -o film.mp4")
      #expect(outcome.status == status && outcome.text.contains(words), "\(arguments): \(outcome)")
      #expect(shell.contents == before, "\(arguments)")
    }
    // The clip is no output.
    let digest = try SHA256.digest(ofFile: path("clip.mp4"))
    #expect(try shell.run("multiplane video title.caml --over clip.mp4 -q -o clip.mp4").status == 64)
    #expect(try SHA256.digest(ofFile: path("clip.mp4")) == digest)
  }
}
