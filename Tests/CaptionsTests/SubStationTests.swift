// SubStation Alpha: what is read of dialogue and styles, against libass by FFmpeg's filter, and what is wrong or too
// much.

import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore
import TestFilms
import TestSupport
import Testing

@testable import Captions

@MainActor @Suite struct SubStationTests {
  private nonisolated static let head = """
    [Script Info]
    ; a comment
    ScriptType: v4.00+
    PlayResX: 640
    PlayResY: 360

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, Bold, Alignment, MarginL, MarginR, MarginV, Outline
    Style: Default,Liberation Sans,28,&H00FFFFFF,&H00000000,0,2,40,40,24,2
    Style: Top,Liberation Sans,40,&H000080FF,&H00FF0000,-1,7,40,40,24,0

    [Events]
    Format: Layer, Start, End, Style, Text

    """

  private nonisolated static func track(_ lines: String, head: String = head) throws -> CaptionTrack {
    try CaptionTrack(bytes: Array((head + lines).utf8), file: "a.ass")
  }

  @Test("Times, text, breaks, and the look of the style")
  func dialogue() throws {
    let track = try Self.track(
      """
      Dialogue: 0,0:00:01.50,0:00:02.25,Default,one\\Ntwo, three\\hfour
      Comment: 0,0:00:01.00,0:00:02.00,Default,not shown
      Dialogue: 0,0:00:03.00,0:00:04.00,Top,{\\i1}slanted{\\i0} and {\\c&H0000FF&\\fs20}red{\\r} again
      """)
    #expect(track.notes.isEmpty && track.cues.map(\.text) == ["one\ntwo, three\u{A0}four", "slanted and red again"])
    let first = track.cues[0]
    #expect(first.start == 1.5 && first.end == 2.25 && first.spans[0].font == "Liberation Sans")
    #expect(first.spans[0].lineHeight == 28.0 / 360 && first.look?.outlineWidth == 2.0 / 360)
    #expect(first.look?.outlineColor == CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))
    let second = track.cues[1]
    #expect(second.spans.map(\.isItalic) == [true, false, false, false])
    #expect(second.spans.map(\.isBold) == [true, true, true, true])
    let orange = CGColor(srgbRed: 1, green: 128.0 / 255, blue: 0, alpha: 1)
    #expect(second.spans[0].color == orange)
    #expect(second.spans[2].color == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    let heights: [Double?] = [40, 40, 20, 40].map { $0 / 360 }
    #expect(second.spans.map(\.lineHeight) == heights)
    #expect(second.look?.outlineColor == nil)
  }

  @Test("Karaoke has the times of its syllables")
  func karaoke() throws {
    let cue = try Self.track("Dialogue: 0,0:00:01.00,0:00:04.00,Default,{\\k50}one {\\kf100}two {\\k50}three").cues[0]
    #expect(cue.words.map(\.start) == [1, 1.5, 2.5] && cue.words.map(\.end) == [1.5, 2.5, 3])
  }

  @Test("Places: keys of a number pad with margins, and points")
  func places() throws {
    let track = try Self.track(
      """
      Dialogue: 0,0:00:01.00,0:00:02.00,Default,bottom
      Dialogue: 0,0:00:02.00,0:00:03.00,Top,left top
      Dialogue: 0,0:00:03.00,0:00:04.00,Default,{\\an6}right middle
      Dialogue: 0,0:00:04.00,0:00:05.00,Default,{\\an5\\pos(160,90)}a point
      """)
    let places = track.cues.compactMap(\.place)
    let shares: [Double] = [320, 40, 600, 160].map { $0 / 640 }
    #expect(places.map(\.x) == shares)
    let heights: [Double] = [336, 24, 180, 90].map { $0 / 360 }
    #expect(places.map(\.y) == heights)
    #expect(places.map(\.anchorX) == [0.5, 0, 1, 0.5] && places.map(\.anchorY) == [1, 0, 0.5, 0.5])
    #expect(places.map(\.isFixed) == [false, false, false, true])
  }

  @Test("What is not read is said, each once")
  func notes() throws {
    let track = try Self.track(
      """
      Dialogue: 0,0:00:01.00,0:00:02.00,Default,{\\blur2\\t(0,500,\\fs40)}text{\\p1}m 0 0 l 9 9{\\p0}!
      Dialogue: 0,0:00:01.00,0:00:02.00,Nobody,{\\fad(100,100)}more
      Picture: 0,0:00:01.00,0:00:02.00,Default,a.png
      """)
    #expect(track.cues.map(\.text) == ["text!", "more"])
    let messages = track.notes.map(\.message)
    for part in ["blur2", "t(0,500,", "drawings", "Nobody", "fad(100,100)", "picture"] {
      #expect(messages.count { $0.contains(part) } == 1, "\(part): \(messages)")
    }
  }

  @Test("Styles of SSA: places and colours by other numbers")
  func old() throws {
    let track = try Self.track(
      "Dialogue: Marked=0,0:00:01.00,0:00:02.00,Old,text",
      head: """
        [Script Info]
        [V4 Styles]
        Format: Name, Fontname, Fontsize, PrimaryColour, TertiaryColour, Bold, Alignment, Outline
        Style: Old,Liberation Sans,20,16744448,255,0,6,1
        [Events]
        Format: Marked, Start, End, Style, Text

        """)
    // 16744448 is FF8000 in blue, green, red.
    #expect(track.cues[0].spans[0].color == CGColor(srgbRed: 0, green: 128.0 / 255, blue: 1, alpha: 1))
    #expect(track.cues[0].look?.outlineColor == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
    let place = try #require(track.cues[0].place)
    #expect(place.anchorX == 0.5 && place.anchorY == 0)
  }

  @Test(
    "What is wrong, and where; what is too much",
    arguments: [
      ("[Script Info]\nTitle: a\n", 1), (head + "Dialogue: 0,0:00:01.00,late,Default,a\n", 14),
      (head + "Dialogue: 0\n", 14),
      (head + "Dialogue: 0,0:00:01.00,0:00:02.00,Default,\(String(repeating: "a", count: 20_000))", 14),
      (head + "Dialogue: 0,0:00:01.00,0:00:02.00,Default,\(String(repeating: "{\\b1}a", count: 2000))", 14),
      ("[V4+ Styles]\n" + String(repeating: "Style: a\n", count: 3) + "[Events]\nDialogue: 0,1,2,a,a\n", 6),
    ])
  func wrong(text: String, line: Int) {
    let error = #expect(throws: SceneFileError.self) { try CaptionTrack(bytes: Array(text.utf8), file: "a.ass") }
    #expect(error?.location.line == line, "\(error!)")
  }

  @Test("Hostile files are soon read")
  func hostile() {
    let many = (0..<3000).map { "Style: \($0)\n" }.joined()
    #expect(throws: SceneFileError.self) { try Self.track("", head: "[V4+ Styles]\n\(many)[Events]\n") }
    let time = CPUTime()
    for line in [
      String(repeating: "{", count: 15_000), String(repeating: "\\", count: 15_000),
      "{" + String(repeating: "\\t(", count: 5000) + "}a", String(repeating: "{\\r}", count: 4000) + "a",
      "{\\fs1e308\\fs-1e308\\pos(nan,inf)\\k1e308\\bord-1\\an99\\c&HZZ&\\1c&H&}a",
    ] { _ = try? Self.track("Dialogue: 0,0:00:01.00,0:00:02.00,Default,\(line)") }
    _ = try? Self.track(String(repeating: "Dialogue: 0,0:00:01.00,0:00:02.00,Default,a\n", count: 20_100))
    #expect(time.seconds < 60)
  }

  private nonisolated static let hasLibass: Bool =
    FFmpeg.isInstalled
    && (try? FFmpeg.run("ffmpeg", ["-filters"])).map { String(decoding: $0, as: UTF8.self).contains(" ass ") } == true

  @Test(
    "Where libass draws it, as large, within two points", .enabled(if: hasLibass),
    arguments: [
      "Default,A line at the bottom", "Default,Two lines\\Nat the bottom", "Top,Left top",
      "Default,{\\an6}right middle", "Default,{\\an5\\pos(200,120)}a point", "Default,{\\fs50}large",
    ])
  func libass(line: String) throws {
    let folder = try TemporaryFolder()
    let text = Self.head + "Dialogue: 0,0:00:00.00,0:00:02.00,\(line)\n"
    try folder.write(Array(text.utf8), to: "a.ass")
    let bytes = try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "color=black:s=640x360:r=1:d=1", "-vf", "ass=\(folder.path)/a.ass", "-frames:v", "1", "-f",
        "rawvideo", "-pix_fmt", "gray", "-",
      ])
    let truth = Self.box { bytes[$0] > 100 }
    let track = try CaptionTrack(bytes: Array(text.utf8), file: "a.ass")
    let renderer = try OffscreenRenderer(size: CGSize(width: 640, height: 360))
    let pixels = try renderer.pixels(of: track.makeLayer(size: CGSize(width: 640, height: 360)), at: 1)
    let box = Self.box { Int(pixels[4 * $0]) + Int(pixels[4 * $0 + 1]) + Int(pixels[4 * $0 + 2]) > 330 }
    for (ours, theirs) in [
      (box.minX, truth.minX), (box.maxX, truth.maxX), (box.minY, truth.minY), (box.maxY, truth.maxY),
    ] { #expect(abs(ours - theirs) <= 2, "\(line): \(box), libass \(truth)") }
  }

  private static func box(_ isSeen: (Int) -> Bool) -> CGRect {
    var box = CGRect.null
    for index in 0..<640 * 360 where isSeen(index) {
      box = box.union(CGRect(x: index % 640, y: index / 640, width: 1, height: 1))
    }
    return box
  }
}
