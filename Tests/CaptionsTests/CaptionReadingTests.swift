// What files of captions say beside times and texts, what is wrong with them and where, and what nobody should read.

import CoreGraphics
import Documents
import Foundation
import TestSupport
import Testing

@testable import Captions

@Suite struct CaptionReadingTests {
  private func track(_ text: String, _ file: String = "a.srt") throws(SceneFileError) -> CaptionTrack {
    try CaptionTrack(bytes: Array(text.utf8), file: file)
  }

  private func truth(_ name: String) throws -> CaptionTrack {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Truths")
    return try CaptionTrack(contentsOf: folder.appending(path: name))
  }

  @Test("Looks of SubRip: bold, italic, underlined, colours, also within each other and never closed")
  func subRipLooks() throws {
    let cues = try truth("tags.srt").cues
    let first = cues[0].spans
    #expect(first.map(\.text) == ["Bold", " and ", "italic", " and ", "under"])
    #expect(first.map(\.isBold) == [true, false, false, false, false])
    #expect(first.map(\.isItalic) == [false, false, true, false, false])
    #expect(first.map(\.isUnderlined) == [false, false, false, false, true])
    #expect(cues[1].spans[0].color == CGColor(srgbRed: 1, green: 128.0 / 255, blue: 0, alpha: 1))
    let both = try #require(cues[1].spans.last)
    #expect(both.text == "both" && both.isBold && both.isItalic && both.color == nil)
    #expect(cues[2].spans.map(\.isItalic) == [true])
  }

  @Test("Looks of WebVTT: voices and languages say nothing, classes of colours do")
  func webVTTLooks() throws {
    let cues = try truth("tags.vtt").cues
    #expect(cues[0].spans.map(\.text) == ["I ", "say", " ", "so"])
    #expect(cues[0].spans.map(\.isBold) == [false, true, false, false])
    #expect(cues[1].spans[0].color == CGColor(srgbRed: 1, green: 1, blue: 0, alpha: 1))
    #expect(cues[1].spans.dropFirst().allSatisfy { $0.color == nil })
  }

  @Test("Text that looks like markup stays, and small text is left out")
  func markup() throws {
    #expect(try truth("less.srt").cues.map(\.text) == ["3 < 4 and 5 > 2", "A & B"])
    #expect(try truth("entities.vtt").cues[0].text == "A & B <c> d")
    let ruby = try track("WEBVTT\n\n00:01.000 --> 00:02.000\n<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>です\n")
    #expect(ruby.cues[0].text == "漢字です" && ruby.notes.count == 1)
    let other = try track("1\n00:00:01,000 --> 00:00:02,000\n<x>tag</x> {\\pos(1,2)}here {braces}\n")
    #expect(other.cues[0].text == "<x>tag</x> here {braces}" && other.notes.count == 1)
  }

  @Test("Places: keys of a number pad, and WebVTT's settings")
  func places() throws {
    let keys = try truth("place.srt").cues.map(\.place)
    #expect(keys == [CaptionPlace(x: 0.5, y: 0), CaptionPlace(x: 0, y: 1, lines: .left)])
    let settings = try truth("settings.vtt").cues.map(\.place)
    let first = try #require(settings[0])
    #expect(first.x == 0 && first.anchorX == 0 && first.y == 0 && first.anchorY == nil && first.lines == .left)
    let second = try #require(settings[1])
    #expect(second.x == 0.25 && abs(second.y - 0.1) < 1e-12 && second.width == 0.5 && second.anchorY == 0)
    let unknown = try track("WEBVTT\n\n00:01.000 --> 00:02.000 vertical:rl align:end nonsense\na\n")
    let end = try #require(unknown.cues[0].place)
    #expect(end.x == 1 && end.anchorX == 1 && end.y == 1 && end.lines == .right && unknown.notes.count == 2)
  }

  @Test("What is skipped is said, with its line")
  func notes() throws {
    let style = try truth("style.vtt")
    #expect(style.notes.map(\.location.line) == [3] && style.notes[0].message.contains("style sheet"))
    let backward = try truth("backward.srt")
    #expect(backward.cues.count == 1 && backward.notes.map(\.location.line) == [2])
    #expect(backward.cues[0].line == 6)
    #expect(try truth("head.vtt").notes.isEmpty)
  }

  @Test(
    "Errors say the line, and the column",
    arguments: [
      ("1\n00:00:01,000 --> 00:00:xx,000\na\n", 2, 18), ("1\n00:00:01,000 --> \na\n", 2, 18),
      ("1\n00:61:01,000 --> 00:00:02,000\na\n\n", 0, 0), ("hello\nworld\n", 1, 1),
      ("1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n1:2:99 --> 1:3:00\nb\n", 6, 1),
      ("WEBVTTX\n\n00:01.000 --> 00:02.000\na\n", 1, 7), ("WEBVTT\n\n00:01.000 --> 00:0x.000\na\n", 3, 15),
      ("WEBVTT\n\nnonsense --> 00:02.000\na\n", 3, 1), ("[{\"word\": \"a\", \"start\": }]", 1, 25),
      ("[1, 2", 1, 6),
    ])
  func errors(text: String, line: Int, column: Int) throws {
    guard line > 0 else {
      // Minutes beyond 59 behind no hours are minutes.
      #expect(try track(text).cues.isEmpty)
      return
    }
    let error = #expect(throws: SceneFileError.self) { try track(text) }
    #expect(error?.kind == .malformed && error?.location.line == line && error?.location.column == column, "\(error!)")
  }

  @Test(
    "Words as JSON: what is wrong, by its path",
    arguments: [
      ("{}", "words"), ("[1]", "[0]"), ("[{\"word\": 3, \"start\": 1}]", "[0]"), ("[{\"word\": \"a\"}]", "start"),
      ("{\"words\": [{\"word\": \"a\", \"start\": -1}]}", "words[0].start"),
      ("{\"words\": [{\"word\": \"a\", \"start\": 1e300}]}", "words[0].start"),
      ("{\"segments\": [{\"text\": \"a\"}]}", "segments[0]"), ("{\"segments\": [{\"start\": 1, \"end\": 2}]}", "text"),
      ("{\"segments\": [7]}", "segments[0]"),
    ])
  func wrongWords(text: String, words: String) throws {
    let error = #expect(throws: SceneFileError.self) { try track(text, "a.json") }
    #expect(error?.kind == .malformed && error?.description.contains(words) == true, "\(error!)")
  }

  @Test("Bytes that are no UTF-8 are refused with their line")
  func otherEncodings() throws {
    var bytes = Array("1\n00:00:01,000 --> 00:00:02,000\nZwei Stra".utf8)
    bytes += [0xDF, 0x65, 0x0A]
    let error = #expect(throws: SceneFileError.self) { try CaptionTrack(bytes: bytes, file: "a.srt") }
    #expect(error?.location.line == 3)
    // An odd last byte of UTF-16 is nothing.
    #expect(try CaptionTrack(bytes: [0xFF, 0xFE, 0x31], file: "a.srt").cues.isEmpty)
  }

  @Test(
    "An empty file has no captions",
    arguments: ["", "\n\n", "WEBVTT", "WEBVTT\n", "WEBVTT\n\nNOTE nothing\n", "[]", "\u{FEFF}"])
  func empty(text: String) throws { #expect(try track(text).cues.isEmpty) }

  @Test("What is too much is refused, or soon read")
  func hostile() throws {
    let long = "1\n00:00:01,000 --> 00:00:02,000\n" + String(repeating: "a", count: 5000)
    #expect(#expect(throws: SceneFileError.self) { try track(long) }?.kind == .tooLarge)
    let tags = "1\n00:00:01,000 --> 00:00:02,000\n" + String(repeating: "<b>a", count: 2000)
    #expect(#expect(throws: SceneFileError.self) { try track(tags) }?.kind == .tooLarge)
    let many = String(repeating: "00:00:01,000 --> 00:00:02,000\na\n\n", count: 20_001)
    #expect(#expect(throws: SceneFileError.self) { try track(many) }?.kind == .tooLarge)
    let large = [UInt8](repeating: 0x20, count: 9 << 20)
    #expect(#expect(throws: SceneFileError.self) { try CaptionTrack(bytes: large, file: "a") }?.kind == .tooLarge)
    let time = CPUTime()
    for text in [
      String(repeating: "<", count: 4 << 20), String(repeating: "&", count: 1 << 20),
      String(repeating: "-->\n", count: 1 << 20), "WEBVTT\n\n" + String(repeating: "-->\n", count: 100),
      String(repeating: "1:", count: 1 << 20), "WEBVTT\n" + String(repeating: "\n\n", count: 1 << 20),
      "[" + String(repeating: "[", count: 1 << 20), String(repeating: "1\n", count: 1 << 20) + "0:0:1 --> 0:0:2\na",
    ] { _ = try? track(text) }
    #expect(time.seconds < 60)
  }

  @Test("Words with times: as cues of sentences, with spaces where the file has none")
  func jsonWords() throws {
    let cues = try truth("words.json").cues
    #expect(cues.map(\.text) == ["Hello world.", "Again"])
    #expect(cues.map(\.start) == [0.5, 3] && cues.map(\.end) == [1.4, 3.5])
    let segments = try truth("segments.json").cues
    #expect(segments.map(\.text) == ["Hi you", "No words here"])
    #expect(segments[0].spans.map(\.start) == [0.1, 0.5] && segments[1].spans.map(\.start) == [nil])
  }
}
