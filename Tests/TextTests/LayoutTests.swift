// Layout in numbers, with the fonts that tools/setup installs: widths, lines, where text is cut.

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import TextLayout

@Suite("Text layout") struct LayoutTests {
  private let pangram = "The quick brown fox jumps over the lazy dog."

  private func style(_ name: String = "Helvetica", _ size: CGFloat = 20) -> TextStyle {
    TextStyle(font: TextFont(FontStyle(named: name), size: size), color: .black)
  }

  private func text(_ string: String, _ name: String = "Helvetica", _ size: CGFloat = 20) -> StyledText {
    StyledText(string, style(name, size))
  }

  private func shown(_ frame: TextFrame, _ string: String) -> [String] {
    let units = Array(string.utf16)
    return frame.lines.map { String(decoding: units[$0.line.range], as: UTF16.self) }
  }

  @Test("a line is as wide as its letters: Helvetica's widths, Courier's cells", arguments: [1.0, 12, 36, 1000])
  func width(size: CGFloat) {
    let hello = TextLine(text("Hello", "Helvetica", size))
    // 722 + 556 + 222 + 222 + 556 thousandths of an em.
    #expect(abs(hello.width - 2.278 * size) < 0.001 * size)
    let courier = TextLine(text("Hello, world", "Courier", size))
    #expect(abs(courier.width - 12 * 0.6 * size) < 0.002 * size)
    #expect(abs(hello.ascent - 1854 / 2048 * size) < 1e-9 * size)
    #expect(abs(hello.descent - 434 / 2048 * size) < 1e-9 * size)
    #expect(abs(hello.leading - 67 / 2048 * size) < 1e-9 * size)
  }

  @Test("pairs are kerned: AV is narrower than A and V")
  func kerning() {
    let pair = TextLine(text("AV")).width
    let apart = TextLine(text("A")).width + TextLine(text("V")).width
    // 152 units of 2048 in Liberation Sans; 70 thousandths in Helvetica.
    #expect(abs(apart - pair - 152 / 2048 * 20) < 0.02)
  }

  @Test("letter spacing stands between characters")
  func tracking() {
    var wide = style()
    wide.kern = 3
    let plain = TextLine(text("Hello")).width
    #expect(abs(TextLine(StyledText("Hello", wide)).width - plain - 4 * 3) < 0.01)
  }

  @Test(
    "lines are broken at words, and words that are too long at characters",
    arguments: [
      (200.0, ["The quick brown fox ", "jumps over the lazy ", "dog."]),
      (500.0, ["The quick brown fox jumps over the lazy dog."]),
      (100.0, ["The quick ", "brown fox ", "jumps over ", "the lazy ", "dog."]),
    ])
  func wrapping(width: Double, lines: [String]) {
    let frame = TextFrame(text(pangram), in: TextRoom(width: width))
    #expect(shown(frame, pangram) == lines)
    #expect(frame.size.width <= width && frame.shownLength == pangram.utf16.count)
    // The distance of baselines is the font's line height.
    for (a, b) in zip(frame.lines, frame.lines.dropFirst()) {
      #expect(abs(b.origin.y - a.origin.y - 2355 / 2048 * 20) < 1e-6)
    }
    #expect(abs(frame.lines[0].origin.y - 1854 / 2048 * 20) < 1e-6)
    let long = TextFrame(text("Donaudampfschifffahrt"), in: TextRoom(width: 60))
    #expect(long.lines.count > 2 && long.lines.allSatisfy { $0.line.width <= 60 })
  }

  @Test(
    "texts that Pango's own way of breaking long words ends the process for",
    arguments: [
      "\u{EC4}\u{633} \u{FE0F}\u{E17}", "\u{94D}\u{1F3FD}\u{94D}\u{30C6}",
      "ג\u{200C}לב\u{202A}\u{200D}َໄ\u{AD}️א س。 ️ท.日 aaa",
    ],
    [0.0, 0.01, 1, 20, 50, 200])
  func narrow(string: String, width: Double) {
    let frame = TextFrame(text(string), in: TextRoom(width: width))
    // Nothing is lost, and nothing stands twice.
    var next = 0
    for placed in frame.lines {
      #expect(placed.line.range.lowerBound == next)
      next = placed.line.range.upperBound
    }
    #expect(next == string.utf16.count && frame.shownLength == next)
  }

  @Test("a word that is too long goes on beside the words behind it")
  func longWords() {
    let string = "an Donaudampfschiffe x y"
    let frame = TextFrame(text(string), in: TextRoom(width: 120))
    let lines = shown(frame, string)
    #expect(lines.joined() == string && lines[0] == "an " && frame.lines.allSatisfy { $0.line.width <= 120 })
    #expect(lines.contains { $0.hasSuffix("e x y") }, "\(lines)")
  }

  @Test("text that is not wrapped is one line; line ends are spaces in it")
  func unwrapped() {
    var room = TextRoom(width: 50)
    room.isSingleLine = true
    room.lineBreak = .clip
    let frame = TextFrame(text("one\ntwo\r\nthree"), in: room)
    #expect(frame.lines.count == 1)
    #expect(abs(frame.lines[0].line.width - TextLine(text("one two  three")).width) < 0.01)
  }

  @Test(
    "paragraphs begin lines; a line end at the end does not, empty paragraphs are lines",
    arguments: [
      ("a\nb", 2), ("a\r\nb", 2), ("a\n\nb", 3), ("a\n", 1), ("\n", 1), ("", 1), ("a\u{2029}b\u{2028}c", 3),
      ("\n\n\n", 3),
    ])
  func paragraphs(string: String, count: Int) {
    let frame = TextFrame(text(string), in: TextRoom(width: 300))
    #expect(frame.lines.count == count)
    #expect(abs(frame.size.height - CGFloat(count) * 2355 / 2048 * 20) < 1e-6)
  }

  @Test(
    "a line that is too long is cut where it is told to", arguments: [TextTruncation.start, .middle, .end])
  func truncation(part: TextTruncation) throws {
    var room = TextRoom(width: 160)
    room.isSingleLine = true
    room.lineBreak = .truncate(part)
    let frame = TextFrame(text(pangram), in: room)
    let line = try #require(frame.lines.first).line
    #expect(frame.lines.count == 1 && line.isTruncated)
    // What is left and one more glyph would be too wide.
    #expect(line.width <= 160 && line.width > 140)
    let clusters = Set(line.runs.flatMap(\.stringIndices))
    let kept = pangram.utf16.indices.map { pangram.utf16.distance(from: pangram.startIndex, to: $0) }.filter {
      clusters.contains($0)
    }
    let gap = zip(kept, kept.dropFirst()).first { $1 - $0 > 1 }
    switch part {
    case .start: #expect(!clusters.contains(2) && clusters.contains(43))
    case .end: #expect(clusters.contains(0) && !clusters.contains(30) && gap == nil)
    case .middle: #expect(clusters.contains(0) && clusters.contains(43) && gap != nil)
    }
  }

  @Test(
    "a character is cut off whole: no vowel sign, mark or half of a pair is left over",
    arguments: [TextTruncation.start, .middle, .end])
  func truncatedCharacters(part: TextTruncation) throws {
    let accents = "e\u{301}o\u{308}n\u{303}"
    for string in ["शब्दों के बीच की जगह और उनका अंत", accents + accents, "👨‍👩‍👧👋🏽🇯🇵❤️🎉👨‍👩‍👧👋🏽🇯🇵"] {
      // Where characters begin, in UTF-16 units.
      let starts = Set(string.indices.map { $0.utf16Offset(in: string) })
      let whole = TextLine(text(string)).width
      for step in 1..<20 {
        var room = TextRoom(width: whole * CGFloat(step) / 20)
        room.isSingleLine = true
        room.lineBreak = .truncate(part)
        let line = try #require(TextFrame(text(string), in: room).lines.first).line
        let units = Set(line.runs.flatMap(\.stringIndices))
        for unit in units where !starts.contains(unit) {
          // A mark that is drawn has its letter drawn.
          let letter = starts.filter { $0 < unit }.max()
          #expect(letter.map { units.contains($0) } == true, "\(string) at \(unit)")
        }
      }
    }
  }

  @Test("the point of truncation, in numbers")
  func truncationPoint() throws {
    var room = TextRoom(width: 160)
    room.isSingleLine = true
    room.lineBreak = .truncate(.end)
    let frame = TextFrame(text(pangram), in: room)
    let line = try #require(frame.lines.first).line
    let expected = TextLine(text("The quick brow…"))
    #expect(line.runs.map(\.glyphs.count).reduce(0, +) == 15)
    #expect(abs(line.width - expected.width) < 0.01)
  }

  @Test("the last line that fits is cut, whether by height or by count")
  func truncatedParagraph() throws {
    var byHeight = TextRoom(width: 200, height: 50)
    byHeight.truncation = .end
    var byCount = TextRoom(width: 200)
    byCount.lineLimit = 2
    byCount.truncation = .end
    for room in [byHeight, byCount] {
      let frame = TextFrame(text(pangram), in: room)
      #expect(frame.lines.count == 2)
      #expect(!frame.lines[0].line.isTruncated && frame.lines[1].line.isTruncated)
      #expect(shown(frame, pangram)[0] == "The quick brown fox ")
      #expect(frame.lines[1].line.width <= 200)
    }
    // All fits: nothing is cut.
    byCount.lineLimit = 3
    #expect(TextFrame(text(pangram), in: byCount).lines.allSatisfy { !$0.line.isTruncated })
    // The line fits, but another paragraph follows.
    byCount.lineLimit = 1
    let more = TextFrame(text("one\ntwo"), in: byCount)
    #expect(more.lines.count == 1 && more.lines[0].line.isTruncated)
    #expect(abs(more.lines[0].line.width - TextLine(text("one…")).width) < 0.01)
  }

  @Test("lines stand left, right, in the middle, from edge to edge; by nature as the script runs")
  func alignment() throws {
    func x(_ alignment: TextAlignment, _ string: String = "Hello") -> (CGFloat, CGFloat) {
      var room = TextRoom(width: 300)
      room.alignment = alignment
      let placed = TextFrame(text(string), in: room).lines[0]
      return (placed.origin.x, placed.line.width)
    }
    let width = TextLine(text("Hello")).width
    #expect(x(.left).0 == 0 && x(.natural).0 == 0)
    #expect(abs(x(.right).0 - (300 - width)) < 0.01 && abs(x(.center).0 - (300 - width) / 2) < 0.01)
    // The last line of a paragraph is not stretched.
    #expect(x(.justified).0 == 0 && abs(x(.justified).1 - width) < 0.01)
    let hebrew = TextLine(text("שלום")).width
    #expect(abs(x(.natural, "שלום").0 - (300 - hebrew)) < 0.01 && x(.left, "שלום").0 == 0)
    var room = TextRoom(width: 200)
    room.alignment = .justified
    let lines = TextFrame(text(pangram), in: room).lines
    #expect(lines.dropLast().allSatisfy { abs($0.line.width - $0.line.trailingSpace - 200) < 0.1 })
    #expect(lines.last!.line.width < 100)
  }

  @Test("text that runs both ways: glyphs from left to right, carets in reading order")
  func bidirectional() throws {
    let line = TextLine(text("abc שלום def"))
    #expect(!line.isRightToLeft && line.runs.contains { $0.isRightToLeft })
    for run in line.runs {
      let indices = run.stringIndices
      #expect(indices == (run.isRightToLeft ? indices.sorted(by: >) : indices.sorted()))
      #expect(run.positions.map(\.x) == run.positions.map(\.x).sorted())
    }
    // The first Hebrew letter stands to the right of the last one.
    #expect(line.offset(of: 4) > line.offset(of: 7))
    let arabic = TextLine(text("مرحبا"))
    #expect(arabic.isRightToLeft)
    // Letters join: other glyphs than those of the letters alone.
    let joined = Set(arabic.runs.flatMap(\.glyphs))
    let alone = Set("مرحبا".map { TextLine(text(String($0))).runs[0].glyphs[0] })
    #expect(joined != alone)
  }

  @Test(
    "characters of several units and scalars are one cluster",
    arguments: [
      ("e\u{301}", 1), ("👨‍👩‍👧", 1), ("🇯🇵", 1), ("👋🏽", 1), ("क्षि", 1), ("日本語", 3),
    ])
  func clusters(string: String, count: Int) {
    let line = TextLine(text(string))
    #expect(Set(line.runs.flatMap(\.stringIndices)).count == count)
    #expect(line.runs.allSatisfy { !$0.glyphs.contains(0) })
  }

  @Test("each script finds its font")
  func fallbacks() throws {
    for (string, family) in [
      ("مرحبا", "Noto Sans Arabic"), ("हिन्दी", "Noto Sans Devanagari"), ("日本語", "VL PGothic"),
      ("🎉", "Noto Color Emoji"), ("สวัสดี", "Noto Sans Thai"), ("0123", "Liberation Sans"), ("★", "DejaVu Sans"),
    ] {
      let line = TextLine(text(string))
      #expect(line.runs.allSatisfy { $0.font.face.style.family == family }, "\(string)")
    }
  }

  @Test("an emoji is a picture as large as its font's size")
  func emoji() throws {
    let line = TextLine(text("🎉", "Helvetica", 40))
    let run = try #require(line.runs.first)
    #expect(run.font.face.hasPictures && line.runs.count == 1 && run.glyphs.count == 1)
    // 2550 of 2048 units.
    #expect(abs(line.width - 1.245 * 40) < 0.1)
    let box = line.imageBounds
    #expect(abs(box.width - 136.0 / 109 * 40) < 0.1)
  }

  @Test("runs of several looks in one line")
  func runs() throws {
    let big = style("Times-Bold", 30)
    let styled = StyledText(
      string: "small big", runs: [.init(range: 0..<6, style: style()), .init(range: 6..<9, style: big)])
    let line = TextLine(styled)
    #expect(line.runs.map(\.size) == [20, 30])
    #expect(abs(line.width - TextLine(text("small ")).width - TextLine(StyledText("big", big)).width) < 0.01)
    #expect(abs(line.ascent - 1825 / 2048 * 30) < 0.01)
    // A ligature would join letters of two looks.
    var red = style()
    red.color = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let split = TextLine(
      StyledText(string: "Hello", runs: [.init(range: 0..<2, style: style()), .init(range: 2..<5, style: red)]))
    #expect(split.runs.map(\.glyphs.count) == [2, 3] && abs(split.width - TextLine(text("Hello")).width) < 0.01)
  }

  @Test("sizes far apart in one line, a picture at the large one")
  func runsFarApart() throws {
    let large = style("Helvetica", 9000)
    let styled = StyledText(
      string: "a🎉a",
      runs: [
        .init(range: 0..<1, style: style("Helvetica", 0.05)), .init(range: 1..<3, style: large),
        .init(range: 3..<4, style: large),
      ])
    let line = TextLine(styled)
    #expect(line.runs.map(\.size) == [0.05, 9000, 9000])
    // 2550 of 2048 units, and 1139 of 2048.
    #expect(abs(line.width / 9000 - 1.245 - 0.556) < 0.002)
  }

  @Test("indents, spacing, line heights")
  func paragraphFormat() throws {
    var look = style()
    look.paragraph.firstLineHeadIndent = 30
    look.paragraph.headIndent = 10
    look.paragraph.tailIndent = -20
    look.paragraph.lineSpacing = 4
    look.paragraph.paragraphSpacing = 12
    let string = pangram + "\nNext"
    let frame = TextFrame(StyledText(string, look), in: TextRoom(width: 230))
    #expect(frame.lines.count == 4)
    #expect(frame.lines.map(\.origin.x) == [30, 10, 10, 30])
    #expect(frame.lines.allSatisfy { $0.origin.x + $0.line.width - $0.line.trailingSpace <= 210 })
    let height: CGFloat = 2355 / 2048 * 20
    #expect(abs(frame.lines[1].origin.y - frame.lines[0].origin.y - height - 4) < 0.01)
    #expect(abs(frame.lines[3].origin.y - frame.lines[2].origin.y - height - 16) < 0.01)
    look.paragraph = ParagraphFormat()
    look.paragraph.minimumLineHeight = 50
    #expect(TextFrame(StyledText("a\nb", look), in: TextRoom()).size.height == 100)
    look.paragraph.maximumLineHeight = 10
    look.paragraph.minimumLineHeight = 0
    #expect(TextFrame(StyledText("a\nb", look), in: TextRoom()).size.height == 20)
  }

  /// Where the characters of a text's first line stand.
  private func carets(_ string: String, of characters: String, _ look: TextStyle, width: CGFloat = 400) -> [CGFloat] {
    let frame = TextFrame(StyledText(string, look), in: TextRoom(width: width))
    guard let placed = frame.lines.first else { return [] }
    return characters.map { character in
      let index = string.distance(from: string.startIndex, to: string.firstIndex(of: character)!)
      return placed.origin.x + placed.line.offset(of: index)
    }
  }

  @Test("tabs go on at multiples of 28 points where nothing else is said, at every size", arguments: [4.0, 12, 20])
  func standardTabs(size: CGFloat) {
    let found = carets("\tA\tB\t\tC", of: "ABC", style("Helvetica", size))
    for (x, expected) in zip(found, [28.0, 56, 112]) { #expect(abs(x - expected) < 0.02, "\(found)") }
    // Behind what is wider than a stop, the next one.
    let wide = carets("wide\tA", of: "A", style("Helvetica", size))
    let width = TextLine(text("wide", "Helvetica", size)).width
    #expect(abs(wide[0] - ((width / 28).rounded(.down) + 1) * 28) < 0.02)
    // Beyond the twelve they go on.
    let far = carets(String(repeating: "\t", count: 13) + "A", of: "A", style("Helvetica", size))
    #expect(abs(far[0] - 13 * 28) < 0.02)
  }

  @Test("tab stops: text begins, ends, is centred there, or has its decimal point there")
  func tabStops() {
    var look = style()
    let width = TextLine(text("12.5")).width
    look.paragraph.tabs = [TextTab(200, .trailing), TextTab(50)]
    #expect(abs(carets("\tA\tB12.5", of: "A", look)[0] - 50) < 0.02)
    func start(_ alignment: TextTab.Alignment) -> CGFloat {
      look.paragraph.tabs = [TextTab(150, alignment)]
      return carets("\t12.5", of: "1", look)[0]
    }
    #expect(abs(start(.leading) - 150) < 0.02 && abs(start(.trailing) - (150 - width)) < 0.05)
    #expect(abs(start(.center) - (150 - width / 2)) < 0.05)
    #expect(abs(start(.character(".")) - (150 - TextLine(text("12")).width - TextLine(text(".")).width / 2)) < 0.05)
    // Behind the last one at multiples of the interval.
    look.paragraph.tabs = [TextTab(50)]
    look.paragraph.defaultTabInterval = 40
    #expect(zip(carets("\tA\tB\tC", of: "ABC", look), [50, 80, 120]).allSatisfy { abs($0 - $1) < 0.05 })
    // Counted from the edge, not from the indent: the usual list.
    look.paragraph = ParagraphFormat()
    look.paragraph.firstLineHeadIndent = 10
    look.paragraph.headIndent = 30
    look.paragraph.tabs = [TextTab(30)]
    let list = TextFrame(StyledText("•\tseveral words of an item of a list", look), in: TextRoom(width: 150))
    #expect(list.lines.count > 1 && list.lines[1].origin.x == 30 && list.lines[0].origin.x == 10)
    #expect(abs(10 + list.lines[0].line.offset(of: 2) - 30) < 0.05)
    // What makes no sense is left out.
    for location in [CGFloat.nan, .infinity, -5, 0, 1e30] {
      look.paragraph = ParagraphFormat()
      look.paragraph.tabs = [TextTab(location)]
      look.paragraph.defaultTabInterval = location
      #expect(carets("\tA", of: "A", look).allSatisfy { $0.isFinite && $0 > 0 })
    }
  }

  @Test("sizes and rooms that make no sense neither hang nor crash")
  func badValues() {
    for size in [CGFloat.nan, .infinity, -1, 0, 1e-30, 1e30, 10_000] {
      let frame = TextFrame(text("Hello", "Helvetica", size), in: TextRoom(width: 100, height: 100))
      #expect(frame.lines.allSatisfy { $0.line.width.isFinite })
    }
    for side in [CGFloat.nan, .infinity, -1, 0, 1e-30, 1e30] {
      _ = TextFrame(text(pangram), in: TextRoom(width: side, height: side))
      var room = TextRoom(width: side, height: side)
      room.truncation = .middle
      room.lineBreak = .characters
      _ = TextFrame(text(pangram), in: room)
    }
    let strange = "\u{0}\u{1}\u{FFFE}\u{202E}\u{200D}\u{FE0F}\u{E0001}\u{10FFFF}\t\t"
    #expect(TextFrame(text(strange), in: TextRoom(width: 100)).lines.count >= 1)
    #expect(TextLine(text(String(repeating: "word ", count: 40_000))).width.isFinite)
  }

  @Test("layout does not depend on the size it is asked at")
  func scaling() throws {
    let small = TextFrame(text(pangram, "Times-Italic", 1), in: TextRoom(width: 10))
    let large = TextFrame(text(pangram, "Times-Italic", 300), in: TextRoom(width: 3000))
    #expect(small.lines.map(\.line.range) == large.lines.map(\.line.range))
    for (a, b) in zip(small.lines, large.lines) { #expect(abs(a.line.width * 300 - b.line.width) < 1e-6) }
  }
}

/// Text that takes long to lay out, or did; found by tools/fuzz and by hand. Measured in a release build: 20 s and more
/// each.
@Suite("Costs of text") struct TextCostTests {
  private func frame(_ string: String, size: CGFloat = 12) -> TextFrame {
    let style = TextStyle(font: TextFont(FontStyle(named: "Helvetica"), size: size), color: .black)
    return TextFrame(StyledText(string, style), in: TextRoom(width: 200, height: 200))
  }

  @Test(
    "Characters that show nothing take no time that grows with their square (B6)",
    arguments: ["\u{200B}", "\u{202E}\u{202C}", "\u{2066}", "\u{FE0F}"])
  func hiddenCharacters(hidden: String) {
    let time = CPUTime()
    defer { #expect(time.seconds < 60) }
    let letters = frame("ab").lines[0].line
    let line = frame("a" + String(repeating: hidden, count: 49_000 / hidden.utf16.count) + "b").lines[0].line
    #expect(line.runs.flatMap(\.glyphs).starts(with: [letters.runs[0].glyphs[0]]))
    #expect(abs(line.width - letters.width) < 0.01 || line.width < letters.width)
  }

  @Test("Of a long paragraph in little room only what shows is set (B6)")
  func longParagraphs() {
    let time = CPUTime()
    defer { #expect(time.seconds < 60) }
    let fox = String(repeating: "The quick brown fox ", count: 5000)
    #expect(frame(fox, size: 5000).lines.count == 1)
    let lines = frame(fox).lines
    #expect(lines.count == frame(String(fox.prefix(4000))).lines.count)
  }

  @Test("A long paragraph is broken in parts as it is in one go")
  func parts() {
    let style = TextStyle(font: TextFont(FontStyle(named: "Helvetica"), size: 12), color: .black)
    var random = 1
    let words = (0..<3000).map { _ in
      random = (random * 75 + 74) % 65_537
      return String(repeating: "word", count: 1 + random % 5)
    }
    let text = words.joined(separator: " ")
    let lines = TextFrame(StyledText(text, style), in: TextRoom(width: 300)).lines.map(\.line)
    #expect(lines.first?.range.lowerBound == 0 && lines.last?.range.upperBound == text.utf16.count)
    let units = Array(text.utf16)
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(line.range.upperBound == next.range.lowerBound)
      #expect(line.width - line.trailingSpace <= 300.01)
      // The next line's first word did not fit.
      let word = units[next.range].prefix { $0 != 32 }
      let whole = TextLine(StyledText(String(decoding: units[line.range] + word, as: UTF16.self), style))
      #expect(whole.width > 300)
    }
  }
}
