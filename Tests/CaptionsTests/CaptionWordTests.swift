// When each word of a caption is said.

import Testing

@testable import Captions

@Suite struct CaptionWordTests {
  private func parts(_ cue: CaptionTrack.Cue) -> [String] {
    let units = Array(cue.text.utf16)
    return cue.words.map { String(decoding: units[$0.range], as: UTF16.self) }
  }

  @Test("Words without times share their caption's by their length")
  func shared() {
    let cue = CaptionTrack.Cue(start: 10, end: 20, text: "One three\nat  me")
    #expect(parts(cue) == ["One", "three", "at", "me"])
    // 3, 5, 2 and 2 characters of 12.
    let starts: [Double] = [10, 12.5, 10 + 80.0 / 12, 10 + 100.0 / 12]
    for (word, start) in zip(cue.words, starts) { #expect(abs(word.start - start) < 1e-9) }
    #expect(cue.words.last?.end == 20)
  }

  @Test("Times of the file hold, and what stands between two shares what is between them")
  func timed() throws {
    var spans = ["One ", "two three ", "four"].map { CaptionTrack.Span($0) }
    (spans[0].start, spans[1].start, spans[2].start) = (1, 2, 3)
    spans[2].end = 3.25
    let cue = CaptionTrack.Cue(start: 0, end: 4, spans: spans)
    #expect(parts(cue) == ["One", "two", "three", "four"])
    #expect(cue.words.map(\.start) == [1, 2, 2 + 3.0 / 8, 3] && cue.words.map(\.end) == [2, 2 + 3.0 / 8, 3, 3.25])
  }

  @Test("Scripts without spaces are said character by character; what belongs together is one")
  func characters() {
    #expect(parts(CaptionTrack.Cue(start: 0, end: 1, text: "日本語 の")) == ["日", "本", "語", "の"])
    let mixed = ["가족", "👨‍👩‍👧‍👦🇯🇵", "e\u{301}t"]
    #expect(parts(CaptionTrack.Cue(start: 0, end: 1, text: mixed.joined(separator: " "))) == mixed)
    #expect(parts(CaptionTrack.Cue(start: 0, end: 1, text: "مرحبا بالعالم")) == ["مرحبا", "بالعالم"])
  }

  @Test("Times out of order, and outside of the caption's, end nothing before it begins")
  func disorder() {
    var spans = ["a ", "b ", "c"].map { CaptionTrack.Span($0) }
    (spans[0].start, spans[1].start, spans[2].start) = (5, 2, 900)
    let cue = CaptionTrack.Cue(start: 1, end: 6, spans: spans)
    for word in cue.words { #expect(1...6 ~= word.start && word.start <= word.end && word.end <= 6) }
    #expect(zip(cue.words, cue.words.dropFirst()).allSatisfy { $0.start <= $1.start })
    #expect(CaptionTrack.Cue(start: 0, end: 1, text: " \n ").words.isEmpty)
  }

  @Test(
    "Rolling captions: lines that are carried on are past, the word before the first time is said from the beginning"
  )
  func rolling() throws {
    let track = try CaptionTrack(
      bytes: Array(
        """
        WEBVTT

        00:00:00.160 --> 00:00:02.429 align:start position:0%
         
        today<00:00:00.560><c> we</c><00:00:00.920><c> build</c>

        00:00:02.429 --> 00:00:02.439 align:start position:0%
        today we build
         

        00:00:02.439 --> 00:00:04.749 align:start position:0%
        today we build
        from<00:00:02.760><c> two</c><00:00:03.000><c> planks</c>
        """.utf8), file: "rolling.vtt")
    let words = track.cues.map(\.words)
    #expect(words[0].map(\.start) == [0.16, 0.56, 0.92] && words[0].map(\.end) == [0.56, 0.92, 2.429])
    // As all of it was said in the cue before.
    #expect(words[1].map(\.start) == [2.429, 2.429, 2.429] && words[1].map(\.end) == [2.429, 2.429, 2.429])
    #expect(parts(track.cues[2]) == ["today", "we", "build", "from", "two", "planks"])
    #expect(words[2].map(\.start) == [2.439, 2.439, 2.439, 2.439, 2.76, 3])
    #expect(words[2].map(\.end) == [2.439, 2.439, 2.439, 2.76, 3, 4.749])
  }

  @Test("Words in front of the first time are there from the beginning, of whatever script", arguments: 1...12)
  func past(seed: Int) {
    let texts = ["one two\nthree four ", "日本語\n字幕", "a\n\nb c ", "مرحبا بالعالم ", "x "]
    var spans = [CaptionTrack.Span(texts[seed % texts.count]), CaptionTrack.Span("then "), CaptionTrack.Span("more")]
    (spans[1].start, spans[2].start) = (2, 3)
    let cue = CaptionTrack.Cue(start: Double(seed) / 8, end: 4, spans: spans)
    let before = cue.words.filter { $0.range.upperBound <= spans[0].text.utf16.count }
    #expect(!before.isEmpty && before.allSatisfy { $0.start == cue.start && $0.end <= 2 })
    #expect(zip(cue.words, cue.words.dropFirst()).allSatisfy { $0.start <= $1.start })
  }
}
