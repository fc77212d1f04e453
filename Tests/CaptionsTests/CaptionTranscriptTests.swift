// Transcripts as programs write them: each shape with the same two words at the same times, by the programs'
// documentation.

import Documents
import Testing

@testable import Captions

@Suite struct CaptionTranscriptTests {
  private func track(_ text: String) throws -> CaptionTrack {
    try CaptionTrack(bytes: Array(text.utf8), file: "words.json")
  }

  @Test(
    "Hello from .2 to .5 s, there from .5 to .9",
    arguments: [
      // AssemblyAI: milliseconds, which no member says.
      #"""
      {"text": "Hello there", "words": [{"text": "Hello", "start": 200, "end": 500, "confidence": 0.9},
       {"text": "there.", "start": 500, "end": 900, "confidence": 0.9}]}
      """#,
      // Deepgram, whose punctuated word is the one to be shown.
      #"""
      {"results": {"channels": [{"alternatives": [{"transcript": "hello there", "words": [
        {"word": "hello", "start": 0.2, "end": 0.5, "punctuated_word": "Hello"},
        {"word": "there", "start": 0.5, "end": 0.9, "punctuated_word": "there."}]}]}]}}
      """#,
      // Remotion's Caption.
      #"""
      [{"text": "Hello", "startMs": 200, "endMs": 500, "timestampMs": 350, "confidence": 0.99},
       {"text": " there.", "startMs": 500, "endMs": 900, "timestampMs": null, "confidence": null}]
      """#,
      // Remotion's pages.
      #"""
      {"pages": [{"text": "Hello there.", "startMs": 200, "durationMs": 700, "tokens": [
        {"text": "Hello", "fromMs": 200, "toMs": 500}, {"text": " there.", "fromMs": 500, "toMs": 900}]}]}
      """#,
      // whisper.cpp: tokens are parts of words, and some are marks.
      #"""
      {"systeminfo": "", "transcription": [{"timestamps": {"from": "00:00:00,200", "to": "00:00:00,900"},
        "offsets": {"from": 200, "to": 900}, "text": " Hello there.", "tokens": [
          {"text": "[_BEG_]", "offsets": {"from": 0, "to": 0}}, {"text": " Hel", "offsets": {"from": 200, "to": 300}},
          {"text": "lo", "offsets": {"from": 300, "to": 500}}, {"text": " there", "offsets": {"from": 500, "to": 800}},
          {"text": ".", "offsets": {"from": 800, "to": 900}}]}]}
      """#,
      // WhisperX, with a word that it could not place.
      #"""
      {"segments": [{"start": 0.2, "end": 0.9, "text": " Hello there.", "words": [
        {"word": "Hello", "start": 0.2, "end": 0.5}, {"word": "there.", "end": 0.9}]}], "word_segments": []}
      """#,
      #"[{"text": "Hello", "start": 0.2, "end": 0.5}, {"text": "there.", "start": 0.5, "end": 0.9}]"#,
    ])
  func shapes(text: String) throws {
    let cues = try track(text).cues
    try #require(cues.count == 1 && cues[0].text == "Hello there.", "\(cues)")
    let (cue, words) = (cues[0], cues[0].words)
    #expect(cue.start == 0.2 && cue.end == 0.9)
    #expect(words.map(\.start) == [0.2, 0.5] && words.map(\.end) == [0.5, 0.9], "\(words)")
  }

  @Test("Whole seconds of usual words stay seconds; milliseconds are said")
  func units() throws {
    let seconds = try track(#"[{"word": "a", "start": 0, "end": 1}, {"word": "b", "start": 1, "end": 3}]"#)
    #expect(seconds.cues.last?.end == 3 && seconds.notes.isEmpty)
    let milliseconds = try track(#"{"words": [{"text": "a", "start": 0, "end": 240}]}"#)
    #expect(milliseconds.cues.last?.end == 0.24 && milliseconds.notes.map(\.message).contains { $0.contains("milli") })
  }

  @Test("Tokens that are not the text give the text, and a note")
  func tokens() throws {
    let track = try track(
      #"""
      {"transcription": [{"offsets": {"from": 0, "to": 900}, "text": " 日本", "tokens": [
        {"text": " \ufffd", "offsets": {"from": 0, "to": 900}}]}]}
      """#)
    #expect(track.cues.map(\.text) == ["日本"] && track.notes.count == 1)
  }

  @Test(
    "What is wrong, by its path",
    arguments: [
      (#"{"results": {"channels": []}}"#, "results.channels[0]"),
      (#"[{"text": "a", "startMs": -1, "endMs": 3}]"#, "[0].startMs"),
      (#"{"transcription": [{"offsets": {"from": "a"}, "text": "b"}]}"#, "transcription[0].offsets.from"),
      (#"{"transcription": [{"text": "b"}]}"#, "transcription[0]"),
    ])
  func wrong(text: String, words: String) {
    let error = #expect(throws: SceneFileError.self) { try track(text) }
    #expect(error?.kind == .malformed && error?.description.contains(words) == true, "\(error!)")
  }

  @Test(
    "A file that gives no caption says so",
    arguments: ["", "[]", "WEBVTT\n", #"{"words": []}"#, #"{"segments": []}"#, "[Script Info]\n[Events]\n"])
  func none(text: String) throws {
    let track = try track(text)
    #expect(track.cues.isEmpty && track.notes.map(\.message) == ["there is no caption in the file"])
  }
}
