// Films of parts, `.film.json`: which part is seen when, transitions, sounds, errors, and the same bytes by every way.
import Foundation
import ImageCodecs
import ImageFiles
import TestFilms
import Testing

@testable import CLI

@Suite struct FilmDocumentTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write(
      """
      {"size": [64, 36], "background": {"slot": "Back", "default": "red"}, "layers": [
        {"type": "text", "text": {"slot": "Title", "default": "A"}, "left": 2, "top": 2, "fontSize": 20,
         "foregroundColor": "white"}]}
      """, to: "title.scene.json")
  }

  /// The colour of a pixel of a film's picture.
  private func color(at time: Double, x: Int = 60, y: Int = 30) throws -> [UInt8] {
    let outcome = try shell.run("multiplane render a.film.json --at \(time) -q -o p.png")
    #expect(outcome.status == 0, "\(outcome.text)")
    let picture = try ImageFile.decode(contentsOfFile: "\(shell.folder)/p.png").bitmap
    let place = (y * picture.width + x) * 4
    return Array(picture.pixels[place..<place + 3])
  }

  private func film(_ parts: String, _ more: String = "", rate: Int = 10) throws {
    try shell.write("{\"size\": [64, 36], \"rate\": \(rate), \"parts\": [\(parts)]\(more)}", to: "a.film.json")
  }

  @Test("Parts follow each other, scenes with their values") func order() throws {
    try film(
      """
      {"color": "blue", "duration": 1}, {"scene": "title.scene.json", "duration": 2, "values": {"Back": "lime"}},
      {"color": "white", "duration": 1}
      """)
    #expect(try color(at: 0) == [0, 0, 255] && color(at: 0.99) == [0, 0, 255])
    #expect(try color(at: 1) == [0, 255, 0] && color(at: 2.9) == [0, 255, 0])
    #expect(try color(at: 3) == [255, 255, 255])
    let video = try shell.run("multiplane video a.film.json -o a.mkv --codec ffv1")
    #expect(video.status == 0 && video.text.contains("40 frames"), "\(video.text)")
  }

  @Test(
    "Sixty cuts of a clip, in its order, are the clip; their decoders take turns in little memory",
    .enabled(if: FFmpeg.isInstalled))
  func cuts() throws {
    let clip = "-f lavfi -i testsrc2=size=64x36:rate=20:duration=6 -c:v libx264 -preset veryfast -g 40 -pix_fmt yuv420p"
    #expect(try shell.run("ffmpeg -v error -y \(clip) clip.mp4").status == 0)
    func digest(_ parts: String, _ options: String) throws -> String {
      try film(parts, rate: 20)
      let made = try shell.run(
        "multiplane video a.film.json \(options) -q -o a.mkv --codec ffv1 && ffmpeg -v error -i a.mkv -f md5 -")
      #expect(made.status == 0, "\(made.text)")
      return made.text
    }
    let whole = try digest("{\"clip\": \"clip.mp4\"}", "")
    let cuts = (0..<60).map {
      "{\"clip\": \"clip.mp4\", \"start\": \(Double($0) / 10), \"end\": \(Double($0 + 1) / 10)}"
    }
    .joined(separator: ",")
    #expect(try digest(cuts, "--max-memory 24M --jobs 1") == whole)
    #expect(try digest(cuts, "--jobs 2") == whole)
    // All at the same time are too many.
    let over = (0..<40).map { "{\"clip\": \"clip.mp4\", \"start\": \(Double($0) / 10), \"begin\": 0}" }
    try film("{\"color\": \"red\", \"duration\": 6}", ", \"over\": [\(over.joined(separator: ","))]")
    let many = try shell.run("multiplane render a.film.json -o p.png")
    #expect(many.status == ExitStatus.malformedInput.rawValue && many.text.contains("32 at a time"), "\(many.text)")
  }

  /// The digests of a film's frames, decoded in their own form.
  private func digests(_ file: String) throws -> [String] {
    let read = try shell.run("ffmpeg -v error -i \(file) -map 0:v -f framemd5 - | grep -v '#' | sed 's/.*, *//'")
    #expect(read.status == 0, "\(read.text)")
    return read.text.split(separator: "\n").map(String.init)
  }

  @Test(
    "The pictures of a clip that is alone are the film's, sample for sample; others are drawn",
    .enabled(if: FFmpeg.isInstalled),
    arguments: ["", "-chroma_sample_location center", "-color_range pc", "-colorspace bt709"])
  func passing(form: String) throws {
    let source = "-f lavfi -i testsrc2=size=64x36:rate=10:duration=6"
    #expect(try shell.run("ffmpeg -v error -y \(source) -pix_fmt yuv420p \(form) -c:v ffv1 clip.mkv").status == 0)
    let clip = try digests("clip.mkv")
    #expect(clip.count == 60 && Set(clip).count > 40)
    // The clip is alone from 1 on, but for an overlay from 2 to 3, and a fade from 4.5 to 5.
    try film(
      """
      {"color": "teal", "duration": 1}, {"clip": "clip.mkv", "start": 1, "end": 5, "name": "A"},
      {"scene": "title.scene.json", "duration": 1, "transition": {"type": "fade", "duration": 0.5}},
      {"clip": "clip.mkv", "end": 1, "speed": 0.5}
      """, ", \"over\": [{\"scene\": \"title.scene.json\", \"begin\": 2, \"duration\": 1}]")
    func films(_ more: String, _ name: String, as file: String? = nil) throws -> [String] {
      let made = try shell.run("multiplane video a.film.json --codec h264 --crf 0 \(more) -q -o \(name)")
      #expect(made.status == 0, "\(made.text)")
      return try digests(file ?? name)
    }
    let frames = try films("--jobs 1", "a.mkv")
    #expect(frames.count == 75)
    for frame in frames.indices {
      let alone = 10..<20 ~= frame || 30..<45 ~= frame || frame >= 55
      let picture = frame >= 55 ? (frame - 55) / 2 : frame
      let isSame = frames[frame] == clip[min(picture, 59)]
      #expect(isSame == alone, "frame \(frame)")
    }
    #expect(try films("--jobs 2", "b.mkv") == frames)
    // A film of another size, one with captions, and one whose layers are changed are drawn.
    try shell.write("{\"size\": [64, 64], \"rate\": 10, \"parts\": [{\"clip\": \"clip.mkv\"}]}", to: "s.film.json")
    let stretched = try shell.run(
      "multiplane video s.film.json --size 64x36 --fit fill --codec h264 --crf 0 -q -o s.mkv")
    #expect(try stretched.status == 0 && digests("s.mkv").allSatisfy { !clip.contains($0) })
    #expect(try films("--size 32x18", "c.mkv").allSatisfy { !clip.contains($0) })
    try shell.write("1\n00:00:01,500 --> 00:00:02,000\nHello\n", to: "a.srt")
    #expect(try films("--captions a.srt", "d.mkv").allSatisfy { !clip.contains($0) })
    try shell.write("layer:A.opacity\n0.5\n", to: "rows.csv")
    let row = try films("--data rows.csv", "e-{row}.mkv", as: "e-1.mkv")
    #expect(row.count == 75 && row.allSatisfy { !clip.contains($0) })
  }

  @Test("A clip whose matrix changes passes until then, and stays below a scene", .enabled(if: FFmpeg.isInstalled))
  func changedMatrix() throws {
    let source = "-f lavfi -i testsrc2=size=64x36:rate=10:duration=1 -pix_fmt yuv420p -c:v libx264 -crf 0"
    for (name, options) in [("a", "-colorspace smpte170m"), ("b", "-colorspace bt709 -output_ts_offset 1")] {
      #expect(try shell.run("ffmpeg -v error -y \(source) \(options) \(name).ts").status == 0)
    }
    try film("{\"clip\": \"ab.ts\"}")
    try shell.write("{\"size\": [64, 36], \"layers\": []}", to: "empty.scene.json")
    let made = try shell.run(
      "cat a.ts b.ts > ab.ts && multiplane video a.film.json --codec h264 --crf 0 -q -o a.mkv && "
        + "multiplane video empty.scene.json --over ab.ts -q -o over.mp4")
    #expect(made.status == 0, "\(made.text)")
    let (clip, frames) = (try digests("ab.ts"), try digests("a.mkv"))
    #expect(frames.count >= 19 && frames.prefix(9) == clip.prefix(9))
    #expect(frames.suffix(8).allSatisfy { !clip.contains($0) })
  }

  @Test("The pictures of a clip of PQ pass as below a scene", .enabled(if: FFmpeg.isInstalled))
  func passingPQ() throws {
    let source = "-f lavfi -i testsrc2=size=64x36:rate=10:duration=2 -pix_fmt yuv420p10"
    let tags = "-color_trc smpte2084 -color_primaries bt2020 -colorspace bt2020nc"
    #expect(try shell.run("ffmpeg -v error -y \(source) \(tags) -c:v ffv1 clip.mkv").status == 0)
    try film("{\"clip\": \"clip.mkv\"}")
    try shell.write("{\"size\": [64, 36], \"layers\": []}", to: "empty.scene.json")
    let made = try shell.run(
      "multiplane video a.film.json --dynamic-range pq -q -o a.mp4 && "
        + "multiplane video empty.scene.json --over clip.mkv -q -o b.mp4")
    #expect(made.status == 0, "\(made.text)")
    let frames = try digests("a.mp4")
    #expect(try frames.count == 20 && frames == digests("b.mp4"))
  }

  @Test("Captions have the style of the document, and those of the command line replace them") func captions() throws {
    try shell.write("1\n00:00:00,000 --> 00:00:02,000\nMMMM\n", to: "a.srt")
    /// The rows of the picture that have white pixels.
    func rows(_ captions: String, _ options: String = "") throws -> ClosedRange<Int> {
      try shell.write(
        "{\"size\": [64, 64], \"parts\": [{\"color\": \"blue\", \"duration\": 2}], \"captions\": \(captions)}",
        to: "a.film.json")
      let made = try shell.run("multiplane render a.film.json --at 1 \(options) -q -o p.png")
      #expect(made.status == 0, "\(made.text)")
      let picture = try ImageFile.decode(contentsOfFile: "\(shell.folder)/p.png").bitmap
      let lit = (0..<64).filter { y in (0..<64).contains { picture.pixels[(y * 64 + $0) * 4] > 200 } }
      return try #require(lit.first)...(try #require(lit.last))
    }
    let usual = try rows("{\"file\": \"a.srt\", \"size\": 12}")
    #expect(usual.lowerBound > 40)
    let styled = try rows("{\"file\": \"a.srt\", \"size\": 12, \"place\": [0.5, 0]}")
    #expect(styled.upperBound < 24)
    let replaced = try rows("{\"file\": \"a.srt\", \"place\": [0.5, 0]}", "--captions a.srt --caption-size 12")
    #expect(replaced == usual)
    try film("{\"color\": \"red\"}", ", \"captions\": {\"file\": \"a.srt\", \"place\": \"top\"}")
    let wrong = try shell.run("multiplane check a.film.json")
    #expect(wrong.text.contains("/captions/place: 'top'; expected [x, y], each from 0 to 1"), "\(wrong.text)")
  }

  @Test("A film without a rate has its clips'; their sound fades in transitions", .enabled(if: FFmpeg.isInstalled))
  func clipDefaults() throws {
    let source = "-f lavfi -i testsrc2=size=64x36:rate=25:duration=4 -f lavfi -i sine=f=440:d=4:r=48000"
    #expect(try shell.run("ffmpeg -v error -y \(source) -c:v ffv1 -c:a pcm_s16le clip.mkv").status == 0)
    try shell.write(
      """
      {"size": [64, 36], "parts": [{"color": "red", "duration": 1},
        {"clip": "clip.mkv", "start": 1, "end": 6, "transition": {"type": "fade", "duration": 1}},
        {"color": "blue", "duration": 2, "transition": {"type": "push", "duration": 1}}]}
      """, to: "a.film.json")
    let made = try shell.run("multiplane video a.film.json -o a.wav && multiplane video a.film.json -q -o a.mkv")
    #expect(
      made.status == 0 && made.text.contains("the clip has 4 s; its last picture stands until second 6"), "\(made.text)"
    )
    let rate = try shell.run("ffprobe -v error -select_streams v -show_entries stream=r_frame_rate -of csv=p=0 a.mkv")
    #expect(rate.text.contains("25/1"), "\(rate.text)")
    func level(_ from: Double) throws -> Double {
      let read = try shell.run(
        "ffmpeg -hide_banner -ss \(from) -t 0.1 -i a.wav -af volumedetect -f null - 2>&1 "
          + "| grep -o 'mean_volume: [-0-9.]*'")
      return try #require(Double(read.text.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst(13)))
    }
    let whole = try level(1.5)
    #expect(try level(0.2) < whole - 10 && level(0.8) > level(0.2) + 6)
  }

  @Test(
    "A clip by a slot is its default or the user's, with its seconds and its loop", .enabled(if: FFmpeg.isInstalled))
  func slots() throws {
    for (name, color) in [("a", "red"), ("b", "blue")] {
      let source =
        "-f lavfi -i color=\(color):size=64x36:rate=10:duration=1 -f lavfi -i color=lime:size=64x36:rate=10:d=1"
      let made = try shell.run(
        "ffmpeg -v error -y \(source) -filter_complex 'concat=n=2' -c:v ffv1 -pix_fmt yuv444p \(name).mkv")
      #expect(made.status == 0)
    }
    try film("{\"clip\": {\"slot\": \"Clip\", \"default\": \"a.mkv\"}, \"duration\": 3}")
    func hue(_ options: String, _ time: Double) throws -> Int {
      let made = try shell.run("multiplane render a.film.json \(options) --at \(time) -q -o p.png")
      #expect(made.status == 0, "\(made.text)")
      let pixels = try ImageFile.decode(contentsOfFile: "\(shell.folder)/p.png").bitmap.pixels
      return try #require((0..<3).max { pixels[$0] < pixels[$1] })
    }
    #expect(try hue("", 0.5) == 0 && hue("", 1.5) == 1)
    #expect(try hue("--layer Clip=b.mkv", 0.5) == 2 && hue("--layer Clip=b.mkv@1-2", 0.5) == 1)
    #expect(try hue("--layer Clip=b.mkv@0-1,loop", 1.5) == 2)
    let missing = try shell.run("multiplane render a.film.json --layer Clip=none.mkv -o p.png")
    #expect(missing.status == ExitStatus.noInput.rawValue, "\(missing)")
    let own = try shell.run("multiplane video a.film.json -o a.mkv")
    #expect(own.status == ExitStatus.usage.rawValue && own.text.contains("which is read"), "\(own)")
  }

  @Test("Names of parts lead to what is seen; a transition may be a slot") func names() throws {
    for (name, color) in [("a", "red"), ("b", "lime")] {
      let scene = "{\"size\": [64, 36], \"background\": \"\(color)\", \"layers\": []}"
      #expect(try shell.run("echo '\(scene)' | multiplane render - -q -o \(name).png").status == 0)
    }
    try film(
      """
      {"image": "a.png", "name": "A", "duration": 1}, {"color": "blue", "name": "B", "duration": 1,
       "transition": {"slot": "Way", "default": {"type": "fade", "duration": 0.2}}}
      """)
    #expect(try color(at: 0.5) == [255, 0, 0] && color(at: 1.5) == [0, 0, 255])
    for (part, time) in [("A", 0.5), ("B", 1.5)] {
      let made = try shell.run("multiplane render a.film.json --image \(part)=b.png --at \(time) -q -o p.png")
      let pixels = try ImageFile.decode(contentsOfFile: "\(shell.folder)/p.png").bitmap.pixels
      #expect(made.status == 0 && Array(pixels.prefix(3)) == [0, 255, 0], "\(part): \(made.text)")
    }
  }

  @Test("The loudness of the document is that of --loudness", .enabled(if: FFmpeg.isInstalled))
  func loudness() throws {
    #expect(try shell.run("ffmpeg -v error -f lavfi -i sine=f=440:d=2:r=48000 -c:a pcm_s16le tone.wav").status == 0)
    let part = "{\"color\": \"red\", \"duration\": 2}"
    func sound(_ member: String, _ options: String) throws -> Data {
      try film(part, ", \"sounds\": [{\"file\": \"tone.wav\"}]\(member)")
      let made = try shell.run(
        "multiplane video a.film.json \(options) -q -o a.wav && multiplane video a.film.json -q -o a.gif")
      #expect(made.status == 0, "\(made.text)")
      return try Data(contentsOf: URL(filePath: "\(shell.folder)/a.wav"))
    }
    let quiet = try sound(", \"loudness\": -30", "")
    #expect(try quiet == sound("", "--loudness -30") && quiet != sound("", ""))
    #expect(try quiet == sound(", \"loudness\": -20", "--loudness -30"))
    try film(part, ", \"loudness\": 3")
    #expect(try shell.run("multiplane check a.film.json").text.contains("-70 to 0"))
  }

  @Test("Transitions: the middle of each, by its formula") func transitions() throws {
    // x of two points: the left and the right half of the picture.
    let expected: [(String, [UInt8], [UInt8])] = [
      ("\"fade\"", [128, 128, 128], [128, 128, 128]),
      ("{\"type\": \"push\", \"duration\": 0.5}", [0, 0, 0], [255, 255, 255]),
      ("{\"type\": \"moveIn\", \"subtype\": \"fromLeft\"}", [255, 255, 255], [0, 0, 0]),
      ("{\"type\": \"reveal\"}", [0, 0, 0], [255, 255, 255]),
      ("{\"type\": \"wipe\", \"subtype\": \"fromLeft\"}", [255, 255, 255], [0, 0, 0]),
    ]
    for (transition, left, right) in expected {
      try film(
        """
        {"color": "black", "duration": 2}, {"color": "white", "duration": 2, "transition": \(transition)}
        """
      )
      // The second part begins at 1.5, and is whole at 2; the film ends at 3.5.
      let (a, b) = (try color(at: 1.75, x: 2), try color(at: 1.75, x: 61))
      #expect(zip(a, left).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(transition): \(a)")
      #expect(zip(b, right).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(transition): \(b)")
      #expect(try color(at: 1.49) == [0, 0, 0] && color(at: 2.01) == [255, 255, 255], "\(transition)")
    }
    try film(
      """
      {"color": "white", "duration": 1},
      {"color": "white", "duration": 1, "transition": {"type": "through", "duration": 0.5, "color": "red"}}
      """)
    #expect(try color(at: 1) == [255, 0, 0] && color(at: 0.74) == [255, 255, 255])
  }

  @Test("What lies over the parts has times of its own, and sizes are chosen by aspect") func overlays() throws {
    try shell.write(
      """
      {"size": {"16:9": [64, 36], "1:1": [36, 36]}, "parts": [{"color": {"1:1": "lime", "default": "blue"},
       "duration": 3}], "over": [{"color": "red", "begin": 1, "duration": 1}]}
      """, to: "a.film.json")
    #expect(try color(at: 0.5) == [0, 0, 255] && color(at: 1.5) == [255, 0, 0] && color(at: 2) == [0, 0, 255])
    #expect(try shell.run("multiplane render a.film.json --aspect 1:1 -q -o s.png").status == 0)
    let square = try ImageFile.decode(contentsOfFile: "\(shell.folder)/s.png").bitmap
    #expect(square.width == 36 && Array(square.pixels.prefix(3)) == [0, 255, 0])
  }

  @Test(
    "Errors name the place",
    arguments: [
      ("{\"colour\": \"red\"}", "/parts/0/colour: a part has no member 'colour'; did you mean 'color'?"),
      ("{\"duration\": 1}", "/parts/0: a part is one of scene, clip, image or color"),
      ("{\"color\": \"red\", \"transition\": \"fade\"}", "the first part follows no other; leave 'transition' out"),
      ("{\"scene\": \"../title.scene.json\"}", "/parts/0/scene"), ("{\"clip\": \"none.mp4\"}", "/parts/0/clip"),
      ("{\"scene\": \"title.scene.json\", \"values\": {\"Nobody\": \"x\"}}", "nothing named 'Nobody'"),
      ("{\"scene\": \"a.film.json\"}", "/parts/0/scene"),
      (
        "{\"color\": \"red\", \"duration\": 1}, {\"color\": \"red\", \"transition\": {\"duration\": 2}}",
        "the transition is longer than one of its parts"
      ),
    ])
  func errors(parts: String, message: String) throws {
    try film(parts)
    let outcome = try shell.run("multiplane render a.film.json -q -o p.png")
    #expect([ExitStatus.malformedInput, .noInput, .usage].map(\.rawValue).contains(outcome.status))
    #expect(outcome.text.contains(message), "\(outcome.text)")
  }

  @Test("Clips with their sound, music under speech; a farm makes the same bytes", .enabled(if: FFmpeg.isInstalled))
  func clips() throws {
    let speech = "sine=f=300:d=4:r=48000,volume='if(between(t,1,2),1,0)':eval=frame"
    let made = try shell.run(
      "ffmpeg -v error -f lavfi -i testsrc2=s=64x36:r=10:d=4 -f lavfi -i \"\(speech)\" -c:v ffv1 "
        + "-c:a pcm_s16le c.mkv && ffmpeg -v error -f lavfi -i sine=f=3000:d=2:r=48000 -c:a pcm_s16le m.wav")
    #expect(made.status == 0, "\(made.text)")
    try film(
      """
      {"clip": "c.mkv"}, {"clip": "c.mkv", "start": 1, "end": 4, "speed": 0.5, "transition": "fade"}
      """, ", \"sounds\": [{\"file\": \"m.wav\", \"loop\": true, \"duck\": true, \"fadeOut\": 0.5}]", rate: 30)
    try shell.expectFarmMakes("a.film.json", hiding: ["c.mkv", "m.wav", "a.film.json"])
    let (before, under, after) = (try level(0.2, 0.8), try level(1.4, 1.9), try level(3.1, 3.4))
    // 18 dB of speech above the threshold lower the music by seven eighths of it.
    #expect(before - under > 9 && abs(before - after) < 1.5, "\(before), \(under), \(after)")
  }

  /// The level of the music in a stretch of the film, in dB.
  private func level(_ from: Double, _ to: Double) throws -> Double {
    let outcome = try shell.run(
      "ffmpeg -hide_banner -i whole.mp4 -af 'atrim=\(from):\(to),highpass=f=2000,highpass=f=2000,volumedetect' "
        + "-f null - 2>&1 | sed -n 's/.*mean_volume: \\(.*\\) dB/\\1/p'")
    return try #require(Double(outcome.text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }
}
