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

  /// A white square of 4 by 4 in a scene of 40 by 20, 4 from its left edge and from its top.
  private static let corner = """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 40 20" position="20 10">
        <sublayers><CALayer bounds="0 0 4 4" position="6 14" backgroundColor="1 1 1"/></sublayers>
      </CALayer>
    </caml>
    """

  @Test(
    "A scene over a clip of another shape is where CSS has it by object-fit and object-position",
    arguments: [
      // The scene's box in a clip of 64 by 96: its origin, and its scale across and down.
      ("", 0, 32, 1.6, 1.6), ("--scene-align 'left bottom'", 0, 64, 1.6, 1.6), ("--scene-fit cover", -64, 0, 4.8, 4.8),
      ("--scene-fit cover --scene-align left", 0, 0, 4.8, 4.8), ("--scene-fit fill", 0, 0, 1.6, 4.8),
      ("--scene-fit none --scene-align 'right top'", 24, 0, 1, 1), ("--scale 2", 0, 32, 1.6, 1.6),
      ("--scale 2 --scene-fit none --scene-align '0% 0%'", 0, 0, 2, 2),
    ] as [(String, Double, Double, Double, Double)])
  func placed(options: String, left: Double, top: Double, across: Double, down: Double) throws {
    try shell.write(Self.corner, to: "corner.caml")
    try FFmpeg.run(
      "ffmpeg",
      ["-f", "lavfi", "-i", "color=black:s=64x96:r=25:d=0.12", "-c:v", "ffv1", "-pix_fmt", "yuv444p", path("tall.mkv")])
    let outcome = try shell.run(
      "multiplane video corner.caml --over tall.mkv --codec ffv1 \(options) -o film.mkv")
    #expect(outcome.status == 0, "\(outcome.text)")
    let size = try FFmpeg.stream(path("film.mkv"), "width,height")
    #expect(size["width"] == "64" && size["height"] == "96")
    let pixels = try FFmpeg.frames(of: path("film.mkv"), as: "gray").prefix(64 * 96)
    for y in 0..<96 {
      for x in 0..<64 {
        let (u, v) = ((Double(x) + 0.5 - left) / across, (Double(y) + 0.5 - top) / down)
        // Pixels on an edge are grey.
        guard min(abs(u - 4), abs(u - 8)) * across > 0.6, min(abs(v - 4), abs(v - 8)) * down > 0.6 else { continue }
        let isWhite = 4..<8 ~= u && 4..<8 ~= v
        try #require((pixels[y * 64 + x] > 128) == isWhite, "\(options): \(x), \(y)")
      }
    }
  }

  @Test("A scene that no frame shows is said, by planes and by pixels", arguments: ["tall.mkv", "tall.gif"])
  func unseen(clip: String) throws {
    try shell.write(Self.corner, to: "corner.caml")
    try FFmpeg.run("ffmpeg", ["-f", "lavfi", "-i", "color=black:s=64x96:r=25:d=0.12", path(clip)])
    let words = "no frame of the film shows anything of the scene"
    let cut = "multiplane video corner.caml --over \(clip) --scene-fit cover"
    #expect(try shell.run("\(cut) --scene-align right -o film.mkv").text.contains(words))
    #expect(try !shell.run("\(cut) --scene-align left -o film.mkv").text.contains(words))
  }

  @Test("With --over, a note reports a scene whose background covers the clip")
  func hidden() throws {
    let opaque = Self.corner.replacing(#"position="20 10""#, with: #"position="20 10" backgroundColor="1 0 0""#)
    try shell.write(Self.corner, to: "corner.caml")
    try shell.write(opaque, to: "opaque.caml")
    try FFmpeg.run("ffmpeg", ["-f", "lavfi", "-i", "color=black:s=64x96:r=25:d=0.12", path("clip.mkv")])
    let words = "the scene's background covers the clip; remove the backgroundColor"
    for (scene, option, isTold) in [("opaque", "over", true), ("corner", "over", false), ("opaque", "under", false)] {
      let text = try shell.run("multiplane video \(scene).caml --\(option) clip.mkv -o \(scene)-\(option).mkv").text
      #expect(text.contains(words) == isTold, "\(scene) --\(option): \(text)")
    }
  }

  @Test("Pictures in files are a clip, at the rate that they are said to have; a gap among them is an error")
  func sequence() throws {
    try FileManager.default.createDirectory(atPath: path("seq"), withIntermediateDirectories: true)
    try BarCode.write(12, rate: "25", to: path("seq/a%03d.png"), ["-start_number", "7"], sound: nil)
    let over = "multiplane video title.caml --over 'seq/a%03d.png@25'"
    #expect(try shell.run("\(over) -q -o film.mkv").status == 0)
    #expect(try BarCode.truth(of: path("film.mkv")).map(\.number) == Array(0..<12))
    let stream = try FFmpeg.stream(path("film.mkv"), "width,height,r_frame_rate")
    #expect(stream["width"] == "96" && stream["height"] == "32" && stream["r_frame_rate"] == "25/1", "\(stream)")
    #expect(try shell.run("\(over) --from 0.2 --to 0.4 -q -o film.mkv").status == 0)
    #expect(try BarCode.truth(of: path("film.mkv")).map(\.number) == Array(5..<10))
    // In place of a damaged picture the previous one shows; a missing picture is an error.
    try shell.write("no picture", to: "seq/a010.png")
    let damaged = try shell.run("\(over) -o film.mkv")
    #expect(damaged.status == 0 && damaged.text.contains("seq/a010.png"), "\(damaged)")
    #expect(try BarCode.truth(of: path("film.mkv")).map(\.number) == [0, 1, 2, 2] + Array(4..<12))
    try FileManager.default.removeItem(atPath: path("seq/a010.png"))
    let gap = try shell.run("\(over) -o film2.mkv")
    #expect(gap.status == 65 && gap.text.contains("a010.png is missing"), "\(gap)")
    #expect(try shell.run("multiplane video title.caml --over 'none/%d.png' -o film2.mkv").status == 65)
  }

  @Test("A still picture is shown for as long as the scene lasts, or up to --to")
  func still() throws {
    try FFmpeg.run("ffmpeg", ["-f", "lavfi", "-i", "color=blue:s=96x32:d=0.04", "-frames:v", "1", path("still.png")])
    for (options, frames) in [("", "15"), ("--to 1", "30"), ("--at 0.5", "30"), ("--duration 0.2 --fps 25", "5")] {
      let outcome = try shell.run("multiplane video title.caml --over still.png \(options) -o film.mkv")
      #expect(outcome.status == 0, "\(options): \(outcome)")
      let count = try FFmpeg.run(
        "ffprobe",
        [
          "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0",
          path("film.mkv"),
        ])
      #expect(String(decoding: count, as: UTF8.self).trimmingCharacters(in: .newlines) == frames, "\(options)")
      let pixels = try FFmpeg.frames(of: path("film.mkv"), as: "rgb24")
      #expect(pixels[2] > 200 && pixels[0] < 60, "\(options)")
    }
  }

  @Test(
    "A clip that is turned by quarters lies upright under the scene, in planes",
    arguments: [90, 180, 270])
  func turned(degrees: Int) throws {
    // The upright picture has a white top left quarter. ffmpeg counts degrees counterclockwise.
    let upright = degrees == 180 ? "64x32" : "32x64"
    _ = try FFmpeg.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i",
        "color=black:s=\(upright):r=25:d=0.2,drawbox=0:0:iw/2:ih/2:white:fill,"
          + ["90": "transpose=clock", "180": "hflip,vflip", "270": "transpose=cclock"]["\(degrees)"]!,
        "-c:v", "libx264", "-pix_fmt", "yuv420p", "-qp", "0", path("flat.mp4"),
      ])
    _ = try FFmpeg.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-i", path("flat.mp4"), "-c", "copy", "-metadata:s:v", "rotate=\(degrees)",
        path("turned.mp4"),
      ])
    let outcome = try shell.run("multiplane video title.caml --over turned.mp4 --at 0.16 -o film.mp4")
    #expect(outcome.status == 0 && !outcome.text.contains("RGB"), "\(outcome)")
    let size = try FFmpeg.stream(path("film.mp4"), "width,height")
    let (width, height) = degrees == 180 ? (64, 32) : (32, 64)
    #expect(size["width"] == "\(width)" && size["height"] == "\(height)")
    let pixels = try FFmpeg.frames(of: path("film.mp4"), as: "gray")
    for (x, y, isWhite) in [
      (4, 4, true), (width - 5, 4, false), (4, height - 5, false), (width - 5, height - 5, false),
    ] {
      #expect((pixels[y * width + x] > 128) == isWhite, "\(degrees): \(x), \(y)")
    }
  }

  @Test("A clip's transparency is kept where the format holds it, and noted where not; what holds none refuses --alpha")
  func transparency() throws {
    _ = try FFmpeg.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "color=red:s=96x32:r=25:d=0.12,format=rgba,colorchannelmixer=aa=0.5",
        "-c:v", "qtrle", path("alpha.mov"),
      ])
    for name in ["film.mov", "film.mkv", "film.webm"] {
      let outcome = try shell.run("multiplane video title.caml --over alpha.mov --at 0.1 -q -o \(name)")
      #expect(outcome.status == 0, "\(outcome)")
      let decoder = name.hasSuffix("webm") ? ["-c:v", "libvpx-vp9"] : []
      let pixels = [UInt8](
        try FFmpeg.run(
          "ffmpeg", ["-v", "error"] + decoder + ["-i", path(name), "-f", "rawvideo", "-pix_fmt", "rgba", "-"]))
      #expect(abs(Int(pixels[3]) - 128) <= 3 && pixels[0] > 240, "\(name): \(pixels.prefix(4))")
    }
    let black = try shell.run("multiplane video title.caml --over alpha.mov -o film.mp4")
    #expect(black.status == 0 && black.text.contains("lies over black"), "\(black)")
    for line in [
      "--over alpha.mov --alpha straight -o x.mp4", "--alpha straight -o x.gif",
      "--alpha straight --codec hevc -o x.mp4",
    ] {
      let refused = try shell.run("multiplane video title.caml \(line)")
      #expect(refused.status == 64 && refused.text.contains("has no alpha"), "\(line): \(refused)")
    }
  }

  @Test("Ten bits are HEVC that players take, and H.264 of 8 bits where that is asked for; 4:2:2 is no H.264 unasked")
  func depths() throws {
    for (format, name) in [("yuv420p10le", "ten.mkv"), ("yuv422p", "wide.mkv")] {
      _ = try FFmpeg.run(
        "ffmpeg",
        [
          "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=96x32:r=25:d=0.2", "-c:v", "ffv1", "-pix_fmt", format,
          path(name),
        ])
    }
    for (options, codec, pixels, tag) in [
      ("--over ten.mkv", "hevc", "yuv420p10le", "hvc1"), ("--over ten.mkv --depth 8", "h264", "yuv420p", "avc1"),
      ("--over ten.mkv --codec h264", "h264", "yuv420p10le", "avc1"), ("--over wide.mkv", "h264", "yuv420p", "avc1"),
      ("--over wide.mkv --codec h264", "h264", "yuv422p", "avc1"),
    ] {
      #expect(try shell.run("multiplane video title.caml \(options) -q -o film.mp4").status == 0, "\(options)")
      let stream = try FFmpeg.stream(path("film.mp4"), "codec_name,pix_fmt,codec_tag_string")
      #expect(
        stream["codec_name"] == codec && stream["pix_fmt"] == pixels && stream["codec_tag_string"] == tag,
        "\(options): \(stream)")
    }
  }

  @Test("What a film leaves out of its clip is said; a timecode goes on in QuickTime")
  func leftOut() throws {
    _ = try FFmpeg.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=96x32:r=25:d=2", "-f", "lavfi", "-i", "sine=d=2", "-f",
        "lavfi", "-i", "sine=800:d=2", "-map", "0:v", "-map", "1:a", "-map", "2:a", "-timecode", "10:00:59:20", "-c:v",
        "libx264", "-flags", "+ilme+ildct", "-x264-params", "tff=1", "-c:a", "aac", path("rich.mov"),
      ])
    let outcome = try shell.run("multiplane video title.caml --over rich.mov --from 0.4 -o film.mov")
    #expect(outcome.status == 0)
    for words in ["interlaced", "2 streams of sound"] { #expect(outcome.text.contains(words), "\(outcome.text)") }
    #expect(!outcome.text.contains("timecode"), "\(outcome.text)")
    let code = try FFmpeg.run(
      "ffprobe", ["-v", "error", "-show_entries", "stream_tags=timecode", "-of", "csv=p=0", path("film.mov")])
    #expect(String(decoding: code, as: UTF8.self).contains("10:01:00:05"))
    let other = try shell.run("multiplane video title.caml --over rich.mov --mute -o film.mp4")
    #expect(other.text.contains("timecode is left out") && !other.text.contains("streams of sound"), "\(other.text)")
  }

  @Test("A film over a clip of a variable or a low rate has one at which the scene moves, and says why")
  func rates() throws {
    func make(_ filter: String, _ name: String) throws {
      _ = try FFmpeg.run(
        "ffmpeg",
        [
          "-v", "error", "-y", "-f", "lavfi", "-i", filter, "-fps_mode", "vfr", "-c:v", "libx264", "-pix_fmt",
          "yuv420p", path(name),
        ])
    }
    try make("testsrc2=s=96x32:r=1:d=20,select='not(between(t,4,11))'", "screen.mp4")
    try make("testsrc2=s=96x32:r=30:d=10,select='not(eq(n,100))'", "onedrop.mp4")
    try make("testsrc2=s=96x32:r=30:d=10,select='not(between(mod(n,30),5,14))*not(between(t,3,5))'", "vfr.mp4")
    try make("testsrc2=s=96x32:r=10:d=2", "ten.mp4")
    for (name, rate, words) in [
      ("screen.mp4", "30/1", "moves smoothly"), ("onedrop.mp4", "30/1", "densest"), ("vfr.mp4", "30/1", "densest"),
      ("ten.mp4", "30/1", "10 pictures a second"),
    ] {
      let outcome = try shell.run("multiplane video title.caml --over \(name) -o film.mp4")
      #expect(outcome.status == 0 && outcome.text.contains(words), "\(name): \(outcome.text)")
      #expect(try FFmpeg.stream(path("film.mp4"), "r_frame_rate")["r_frame_rate"] == rate, "\(name)")
    }
    // The film has as many changes as the clip: no picture is lost.
    let distinct = { (name: String) -> Int in
      let pixels = try FFmpeg.frames(of: self.path(name), as: "gray")
      let frames = stride(from: 0, to: pixels.count, by: 96 * 32).map { pixels[$0..<$0 + 96 * 28] }
      return 1
        + zip(frames, frames.dropFirst()).filter { a, b in
          zip(a, b).contains { abs(Int($0) - Int($1)) > 24 }
        }.count
    }
    try shell.write("<caml><CALayer bounds='0 0 96 32'/></caml>", to: "empty.caml")
    #expect(try shell.run("multiplane video empty.caml --over vfr.mp4 -q -o film.mp4").status == 0)
    #expect(try distinct("film.mp4") == distinct("vfr.mp4"))
    #expect(try shell.run("multiplane video empty.caml --over ten.mp4 -q -o film.mp4").status == 0)
    #expect(try FFmpeg.stream(path("film.mp4"), "r_frame_rate")["r_frame_rate"] == "10/1")
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
      ("--to 1", 64, "--over or --under"), ("--fit fill", 64, "--over or --under"),
      ("--over missing.mp4", 66, "missing.mp4"), ("--over text.mp4", 65, "text.mp4"),
      ("--over tone.wav", 65, "no pictures"), ("--over clip.mp4 --from 1.5", 64, "not before the end"),
      ("--over clip.mp4 --to 3", 64, "beyond the end"), ("--over clip.mp4 --at 2", 64, "before the scene begins"),
      ("--over clip.mp4 --fit cover", 64, "--scene-fit"), ("--over clip.mp4 --align left", 64, "--scene-align"),
      ("--scene-fit cover", 64, "--over or --under"), ("--scene-align left", 64, "--over or --under"),
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
