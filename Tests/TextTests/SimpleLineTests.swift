// Plain text, which HarfBuzz shapes without Pango: the same lines, to the last number.

import CPango
import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import TextLayout

@Suite("Plain lines") struct SimpleLineTests {
  private static let fonts = [
    "Helvetica", "Times-Italic", "Courier", "DejaVuSans", "Inter", "Verdana-Bold", "HelveticaNeue-Light",
  ]

  private func style(_ name: String, _ size: CGFloat = 17) -> TextStyle {
    TextStyle(font: TextFont(FontStyle(named: name), size: size), color: .black)
  }

  /// The line as the shorter way makes it, and as Pango does.
  private func lines(
    _ string: String, _ style: TextStyle, _ breaking: LineBreaking = LineBreaking(), start: Int = 0
  ) -> (simple: TextLine?, pango: TextLine?) {
    let run = StyledText.Run(range: start..<start + string.utf16.count, style: style)
    let paragraph = Paragraph(text: string, start: start, runs: [run])
    return FontLibrary.withLock { library in
      let shaper = Shaper.shared(library)
      let pango = shaper.lines(paragraph, breaking, library, at: PANGO_WRAP_WORD)
      return (shaper.simpleLine(paragraph, breaking, library), pango.count == 1 ? pango[0] : nil)
    }
  }

  private func expectSame(
    _ string: String, _ style: TextStyle, start: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (simple, pango) = lines(string, style, start: start)
    guard let simple, let pango else {
      Issue.record("'\(string)' is not plain", sourceLocation: sourceLocation)
      return
    }
    #expect(simple.description == pango.description, "'\(string)'", sourceLocation: sourceLocation)
  }

  @Test("kerning, ligatures, digits, signs: glyphs and places are Pango's", arguments: fonts)
  func words(font: String) {
    let strings = [
      "AVAToWa. T A LT Yo", "office affluent fjord", "Hello, world!", "0012", "12:34:56", "a", " ", "  a  ",
      "$1,000.00",
      "(a) [b] {c} <d>", "-- != == -> =>", "x*y/z^2", "\"quoted\" 'it's'", "#1 @home & more", "café naïve Übergröße",
      "“Well” — it’s…", "5 € to 10 €a", "layer tree frame 0059", "WWWWiiii", "1/2 3/4", "to.To,Tw-Ty",
    ]
    for string in strings { expectSame(string, style(font)) }
  }

  @Test("random strings, sizes and looks: every number is Pango's", arguments: fonts)
  func randomLines(font: String) {
    var random = SeededRandom(seed: font.utf8.reduce(0) { $0 + Int($1) })
    let characters = SimpleText.ascii + SimpleText.latin
    for index in 0..<300 {
      var style = style(font, CGFloat(random.number(0.5...90)))
      style.hasLigatures = index % 3 != 0
      style.font.hasTabularDigits = index % 5 == 0
      style.baselineOffset = index % 7 == 0 ? 3.25 : 0
      let part = index % 2 == 0 ? SimpleText.ascii : characters
      let units = (0..<random.whole(1...40)).map { _ in part[random.whole(0...part.count - 1)] }
      expectSame("n" + String(decoding: units, as: UTF16.self), style, start: index % 4)
      let signs = SimpleText.ascii.filter { !SimpleText.isLetter($0) }
      expectSame(
        String(decoding: (0..<8).map { _ in signs[random.whole(0...signs.count - 1)] }, as: UTF16.self), style)
    }
  }

  @Test("What Pango decides on goes to Pango")
  func others() {
    let plain = style("Helvetica")
    for string in [
      "", "tab\there", "שלום", "日本", "a\u{301}", "line\u{2028}end", "👍", "1\u{FE0F}\u{20E3}", "soft\u{AD}hyphen",
      "\u{7F}",
      "¼", "“…”", String(repeating: "long ", count: 200),
    ] {
      #expect(lines(string, plain).simple == nil, "'\(string)'")
    }
    var spaced = plain
    spaced.kern = 1
    #expect(lines("spaced", spaced).simple == nil)
    var leftward = plain
    leftward.paragraph.direction = .rightToLeft
    #expect(lines("leftward", leftward).simple == nil)
    var nothing = plain
    nothing.font.size = 0
    #expect(lines("nothing", nothing).simple == nil)
  }

  @Test("a line that fits its room is the same as without limits; one that does not is Pango's")
  func rooms() throws {
    let style = style("Helvetica")
    let width = try #require(lines("fits in here", style).pango).width
    var breaking = LineBreaking()
    for truncation in [nil, TextTruncation.start, .middle, .end] {
      breaking.truncation = truncation
      breaking.width = width + 0.5
      let (simple, pango) = lines("fits in here", style, breaking)
      #expect(try #require(simple).description == pango?.description)
      breaking.width = width - 0.5
      #expect(lines("fits in here", style, breaking).simple == nil)
    }
  }
}

extension TextLine {
  /// All numbers of it.
  fileprivate var description: String {
    let runs = runs.map { run in
      "\(run.font.postScriptName ?? "") \(run.size) \(run.glyphs) \(run.positions) \(run.advances) "
        + "\(run.stringIndices) \(run.isRightToLeft) \(run.minX) \(run.maxX) \(run.ascent) \(run.descent) "
        + "\(run.leading) \(run.style)"
    }
    return "\(runs) \(range) \(width) \(trailingSpace) \(ascent) \(descent) \(leading) \(isRightToLeft) \(isTruncated) "
      + "\(carets.map { "\($0.index): \($0.x)" })"
  }
}
