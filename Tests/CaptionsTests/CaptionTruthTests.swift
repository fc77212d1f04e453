// Files of captions against libraries that share nothing with this package: their times as FFmpeg's demuxers tell them,
// and times and texts as the Python modules srt and webvtt (Debian's python3-srt and python3-webvtt) read them.

import Foundation
import TestFilms
import TestSupport
import Testing

@testable import Captions

@Suite struct CaptionTruthTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Truths")

  private static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    .filter { $0.hasSuffix(".srt") || $0.hasSuffix(".vtt") || $0.hasSuffix(".ass") }

  private static func path(_ file: String) -> String { folder.appending(path: file).path }

  /// What FFmpeg 5.1 reads otherwise, and why it is no truth: it has no cue without a number in front, loses the first
  /// block behind a head that ends with CR and all behind a style sheet, and shows what ends before it begins.
  private static let notFFmpeg = ["nonumbers.srt", "cr.vtt", "style.vtt", "backward.srt"]

  @Test("There are as many files as were made")
  func count() { #expect(Self.files.count == 33) }

  @Test("Times are those of FFmpeg's demuxers", .enabled(if: FFmpeg.isInstalled), arguments: files)
  func times(file: String) throws {
    guard !Self.notFFmpeg.contains(file) else { return }
    let said = String(
      decoding: try FFmpeg.run(
        "ffprobe", ["-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0", Self.path(file)]),
      as: UTF8.self)
    let expected = said.split(separator: "\n").map { $0.split(separator: ",").prefix(2).compactMap { Double($0) } }
    let cues = try CaptionTrack(path: Self.path(file)).cues
    try #require(!expected.isEmpty && cues.count == expected.count, "\(cues.count), not \(expected.count)")
    for (cue, truth) in zip(cues, expected) {
      #expect(abs(cue.start - truth[0]) < 1e-6 && abs(cue.end - cue.start - truth[1]) < 1e-5, "\(cue)")
    }
  }

  private static let python = URL(filePath: "/usr/bin/python3")

  private static let hasModules: Bool =
    (try? Process.runToEnd(python, ["-c", "import srt, webvtt"]))?.hasSucceeded == true

  /// Prints start, end and text of each cue as JSON: tags, overrides and entities aside, of which the modules know
  /// less, without white space at ends of lines, and without cues that show nothing.
  private static let script = """
    import sys, json, re, html
    def seconds(text):
      h, m, s = text.split(':')
      return int(h) * 3600 + int(m) * 60 + float(s)
    path = sys.argv[1]
    data = open(path, 'rb').read()
    text = data.decode('utf-16' if data[:2] in (b'\\xff\\xfe', b'\\xfe\\xff') else 'utf-8-sig')
    if path.endswith('.srt'):
      import srt
      cues = [(c.start.total_seconds(), c.end.total_seconds(), c.content) for c in srt.parse(text)]
    else:
      import webvtt
      cues = [(seconds(c.start), seconds(c.end), html.unescape(c.text)) for c in webvtt.read(path)]
    def plain(text):
      text = re.sub(r'</?(b|i|u|font)( [^>]*)?>|\\{\\\\[^}]*\\}', '', text) if path.endswith('.srt') else text
      return '\\n'.join(line.strip() for line in text.strip().split('\\n'))
    cues = sorted((s, e, plain(t)) for s, e, t in cues if e > s and t.strip())
    print(json.dumps(cues))
    """

  @Test(
    "Times and texts are those of Python's modules", .enabled(if: hasModules),
    arguments: files.filter { !$0.hasSuffix(".ass") })
  func texts(file: String) throws {
    let said = try Process.runToEnd(Self.python, ["-c", Self.script, Self.path(file)])
    // Debian 13's version of the module takes no hours of three digits.
    if file == "day.vtt", said.text.contains("Invalid timestamp '100:") { return }
    try #require(said.hasSucceeded, "\(said.text)")
    let expected = try #require(try JSONSerialization.jsonObject(with: Data(said.text.utf8)) as? [[Any]])
    let cues = try CaptionTrack(path: Self.path(file)).cues
    try #require(!expected.isEmpty && cues.count == expected.count, "\(cues.count), not \(expected.count)")
    for (cue, truth) in zip(cues, expected) {
      let start = try #require(truth[0] as? Double)
      let end = try #require(truth[1] as? Double)
      #expect(abs(cue.start - start) < 1e-6 && abs(cue.end - end) < 1e-6, "\(cue)")
      #expect(cue.text == truth[2] as? String, "\(file)")
    }
  }
}
