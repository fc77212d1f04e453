// Core Text's calls, as client code makes them.

import CoreText
import Foundation
import Testing

@Suite("Core Text") struct CoreTextTests {
  private func string(_ text: String, size: CGFloat = 20, _ more: [String: Any] = [:]) -> NSAttributedString {
    var attributes: [NSAttributedString.Key: Any] = [
      .init(kCTFontAttributeName): CTFontCreateWithName("Helvetica", size, nil)
    ]
    for (key, value) in more { attributes[.init(key)] = value }
    return NSAttributedString(string: text, attributes: attributes)
  }

  @Test("fonts, their names and measures")
  func fonts() throws {
    let font = CTFontCreateWithName("Helvetica-Bold", 20, nil)
    #expect(CTFontGetSize(font) == 20 && CTFontCopyPostScriptName(font) == "LiberationSans-Bold")
    #expect(CTFontCopyFamilyName(font) == "Liberation Sans" && CTFontGetUnitsPerEm(font) == 2048)
    #expect(abs(CTFontGetAscent(font) - 1854.0 / 2048 * 20) < 1e-9)
    #expect(abs(CTFontGetDescent(font) - 434.0 / 2048 * 20) < 1e-9)
    #expect(CTFontGetSymbolicTraits(font) == .traitBold)
    let italic = try #require(CTFontCreateCopyWithSymbolicTraits(font, 0, nil, .traitItalic, .traitItalic))
    #expect(CTFontCopyPostScriptName(italic) == "LiberationSans-BoldItalic")
    #expect(CTFontGetSize(CTFontCreateWithName("Menlo", 0, nil)) == 12)
    // A name that stands for nothing.
    #expect(CTFontCopyFamilyName(CTFontCreateWithName("NoSuchFont", 10, nil)) == "Liberation Sans")
    let described = CTFontCreateWithFontDescriptor(
      CTFontDescriptorCreateWithAttributes([
        kCTFontFamilyNameAttribute: "Times", kCTFontSizeAttribute: 15,
        kCTFontTraitsAttribute: [kCTFontSymbolicTrait: CTFontSymbolicTraits.traitBold.rawValue] as CFDictionary,
      ]), 0, nil)
    #expect(CTFontCopyPostScriptName(described) == "LiberationSerif-Bold" && CTFontGetSize(described) == 15)
    let system = try #require(CTFontCreateUIFontForLanguage(.emphasizedSystem, 0, nil))
    #expect(CTFontCopyPostScriptName(system) == "Inter-Bold" && CTFontGetSize(system) == 13)
  }

  @Test("glyphs of characters, surrogates too; advances, boxes, outlines")
  func glyphs() throws {
    let font = CTFontCreateWithName("Helvetica", 1000, nil)
    let characters = Array("Hi".utf16)
    var glyphs = [CGGlyph](repeating: 0, count: 2)
    #expect(CTFontGetGlyphsForCharacters(font, characters, &glyphs, 2))
    var advances = [CGSize](repeating: .zero, count: 2)
    let sum = CTFontGetAdvancesForGlyphs(font, .horizontal, glyphs, &advances, 2)
    #expect(abs(sum - 722 - 222) < 1 && abs(advances[0].width - 722) < 1)
    var boxes = [CGRect](repeating: .zero, count: 2)
    let box = CTFontGetBoundingRectsForGlyphs(font, .default, glyphs, &boxes, 2)
    let outline = try #require(CTFontCreatePathForGlyph(font, glyphs[0], nil))
    #expect(boxes[0] == outline.boundingBoxOfPath && box == boxes[0].union(boxes[1]))
    // H has an upright stem at its left and none in its middle.
    #expect(outline.contains(CGPoint(x: boxes[0].minX + 40, y: 100)) && !outline.contains(CGPoint(x: 361, y: 100)))
    let emoji = Array("🎉".utf16)
    #expect(!CTFontGetGlyphsForCharacters(font, emoji, &glyphs, 2) && glyphs == [0, 0])
    let pictures = CTFontCreateWithName("AppleColorEmoji", 20, nil)
    #expect(CTFontGetGlyphsForCharacters(pictures, emoji, &glyphs, 2) && glyphs[0] != 0 && glyphs[1] == 0)
    #expect(CTFontCreatePathForGlyph(pictures, glyphs[0], nil) == nil)
  }

  @Test("lines: width, bounds, runs, carets")
  func lines() throws {
    let line = CTLineCreateWithAttributedString(string("Hello "))
    var (ascent, descent, leading): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
    let width = CTLineGetTypographicBounds(line, &ascent, &descent, &leading)
    #expect(abs(width - (2.278 + 0.278) * 20) < 0.03 && abs(CTLineGetTrailingWhitespaceWidth(line) - 5.56) < 0.02)
    #expect(abs(ascent + descent + leading - 2355.0 / 2048 * 20) < 1e-6)
    #expect(CTLineGetGlyphCount(line) == 6 && CTLineGetStringRange(line) == CFRangeMake(0, 6))
    let run = try #require(CTLineGetGlyphRuns(line).first as? CTRun)
    var positions = [CGPoint](repeating: .zero, count: 6)
    CTRunGetPositions(run, CFRangeMake(0, 0), &positions)
    #expect(positions[0] == .zero && abs(positions[1].x - 0.722 * 20) < 0.02)
    var indices = [CFIndex](repeating: -1, count: 2)
    CTRunGetStringIndices(run, CFRangeMake(2, 2), &indices)
    #expect(indices == [2, 3] && CTRunGetStringRange(run) == CFRangeMake(0, 6) && CTRunGetStatus(run) == [])
    #expect(CTRunGetAttributes(run)[kCTFontAttributeName] as? CTFont == CTFontCreateWithName("Helvetica", 20, nil))
    #expect(CTLineGetStringIndexForPosition(line, CGPoint(x: 15, y: 0)) == 1)
    #expect(abs(CTLineGetOffsetForStringIndex(line, 1, nil) - positions[1].x) < 1e-9)
    #expect(abs(CTLineGetPenOffsetForFlush(line, 0.5, 100) - (100 - 2.278 * 20) / 2) < 0.03)
    let hebrew = CTLineCreateWithAttributedString(string("שלום"))
    #expect((CTLineGetGlyphRuns(hebrew).first as? CTRun).map { CTRunGetStatus($0) } == .rightToLeft)
  }

  @Test("a line cut to a width")
  func truncation() throws {
    let line = CTLineCreateWithAttributedString(string("A long line of words"))
    let cut = try #require(CTLineCreateTruncatedLine(line, 80, .end, nil))
    #expect(CTLineGetTypographicBounds(cut, nil, nil, nil) <= 80 && CTLineGetGlyphCount(cut) < 12)
    #expect(CTLineCreateTruncatedLine(line, 1000, .end, nil) === line)
    #expect(
      CTLineCreateTruncatedLine(line, 2, .end, nil) == nil && CTLineCreateTruncatedLine(line, 0, .end, nil) == nil)
  }

  @Test("frames: lines from the top of the box, what fits, the suggested size")
  func frames() throws {
    let text = string("several words in several lines")
    let framesetter = CTFramesetterCreateWithAttributedString(text)
    var fit = CFRange()
    let size = CTFramesetterSuggestFrameSizeWithConstraints(
      framesetter, CFRange(), nil, CGSize(width: 120, height: CGFloat.greatestFiniteMagnitude), &fit)
    #expect(size.width <= 120 && abs(size.height - 3 * 2355.0 / 2048 * 20) < 1e-6 && fit == CFRangeMake(0, text.length))
    let path = CGMutablePath()
    path.addRect(CGRect(x: 30, y: 40, width: 120, height: 50))
    let frame = CTFramesetterCreateFrame(framesetter, CFRange(), path, nil)
    let lines = try #require(CTFrameGetLines(frame) as? [CTLine])
    #expect(lines.count == 2 && CTFrameGetVisibleStringRange(frame).length < text.length)
    var origins = [CGPoint](repeating: .zero, count: 2)
    CTFrameGetLineOrigins(frame, CFRange(), &origins)
    #expect(abs(origins[0].y - (50 - 1854.0 / 2048 * 20)) < 1e-6 && origins[0].x == 0)
    #expect(abs(origins[0].y - origins[1].y - 2355.0 / 2048 * 20) < 1e-6)
    // The rest goes on in a second frame.
    let start = CTFrameGetVisibleStringRange(frame).length
    let rest = CTFramesetterCreateFrame(framesetter, CFRangeMake(start, 0), path, nil)
    #expect((CTFrameGetLines(rest) as? [CTLine]).map { CTLineGetStringRange($0[0]).location } == start)
    let none = CGMutablePath()
    none.addRect(CGRect(x: 0, y: 0, width: 100, height: 5))
    #expect(CTFrameGetLines(CTFramesetterCreateFrame(framesetter, CFRange(), none, nil)).isEmpty)
  }

  @Test("a typesetter breaks where a frame does")
  func typesetter() throws {
    let text = string("several words in several lines\nand more")
    let typesetter = CTTypesetterCreateWithAttributedString(text)
    var start = 0
    var ranges: [String] = []
    while start < text.length {
      let count = CTTypesetterSuggestLineBreak(typesetter, start, 120)
      try #require(count > 0)
      ranges.append(NSString(string: text.string).substring(with: NSRange(location: start, length: count)))
      let line = CTTypesetterCreateLine(typesetter, CFRangeMake(start, count))
      #expect(CTLineGetStringRange(line).location == start)
      start += count
    }
    #expect(ranges == ["several ", "words in ", "several lines\n", "and more"] || ranges.joined() == text.string)
    #expect(CTTypesetterSuggestLineBreak(typesetter, text.length, 120) == 0)
  }

  @Test("the end of a line belongs to it: of empty lines, and at the end of a frame")
  func lineEnds() {
    let text = string("\n\nab\r\ncd\u{2028}ef")
    let typesetter = CTTypesetterCreateWithAttributedString(text)
    let breaks = sequence(first: 0) { start in
      start < text.length ? start + CTTypesetterSuggestLineBreak(typesetter, start, 120) : nil
    }
    #expect(Array(breaks) == [0, 1, 2, 6, 9, 11])
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 120, height: 25))
    let framesetter = CTFramesetterCreateWithAttributedString(string("one\r\ntwo\n"))
    let visible = CTFrameGetVisibleStringRange(CTFramesetterCreateFrame(framesetter, CFRange(), path, nil))
    #expect(visible == CFRangeMake(0, 5))
    let rest = CTFramesetterCreateFrame(framesetter, CFRangeMake(visible.length, 0), path, nil)
    #expect(CTFrameGetVisibleStringRange(rest) == CFRangeMake(5, 4))
    var fit = CFRange()
    _ = CTFramesetterSuggestFrameSizeWithConstraints(
      framesetter, CFRange(), nil, CGSize(width: 120, height: 25), &fit)
    #expect(fit == CFRangeMake(0, 5))
    _ = CTFramesetterSuggestFrameSizeWithConstraints(framesetter, CFRange(), nil, .zero, &fit)
    #expect(fit == CFRangeMake(0, 9))
  }

  @Test("drawing: a frame and its lines are the same picture; attributes colour it")
  func drawing() throws {
    func picture(_ body: (CGContext) -> Void) throws -> [UInt8] {
      let context = try #require(CGContext.canvas(160, 100))
      body(context)
      return try #require(context.makeImage()).pixels
    }
    let text = string(
      "two colours in lines", size: 20, [kCTForegroundColorAttributeName: CGColor(red: 1, green: 0, blue: 0, alpha: 1)])
    let path = CGMutablePath()
    path.addRect(CGRect(x: 10, y: 10, width: 120, height: 80))
    let frame = CTFramesetterCreateFrame(CTFramesetterCreateWithAttributedString(text), CFRange(), path, nil)
    let whole = try picture { CTFrameDraw(frame, $0) }
    let lines = try #require(CTFrameGetLines(frame) as? [CTLine])
    var origins = [CGPoint](repeating: .zero, count: lines.count)
    CTFrameGetLineOrigins(frame, CFRange(), &origins)
    let byLine = try picture { context in
      for (line, origin) in zip(lines, origins) {
        context.textPosition = CGPoint(x: 10 + origin.x, y: 10 + origin.y)
        CTLineDraw(line, context)
      }
    }
    let byRun = try picture { context in
      for (line, origin) in zip(lines, origins) {
        context.textPosition = CGPoint(x: 10 + origin.x, y: 10 + origin.y)
        for run in CTLineGetGlyphRuns(line).compactMap({ $0 as? CTRun }) { CTRunDraw(run, context, CFRange()) }
      }
    }
    #expect(whole == byLine && whole == byRun && whole.contains(255))
    #expect(stride(from: 0, to: whole.count, by: 4).allSatisfy { whole[$0 + 1] == 0 && whole[$0] == whole[$0 + 3] })
    let fromContext = string("text", size: 20, [kCTForegroundColorFromContextAttributeName: true])
    let green = try picture { context in
      context.setFillColor(CGColor(red: 0, green: 1, blue: 0, alpha: 1))
      context.textPosition = CGPoint(x: 10, y: 10)
      CTLineDraw(CTLineCreateWithAttributedString(fromContext), context)
    }
    #expect(stride(from: 0, to: green.count, by: 4).contains { green[$0 + 1] == 255 && green[$0] == 0 })
  }

  @Test("paragraph styles by settings")
  func paragraphStyle() throws {
    var alignment = CTTextAlignment.right
    var spacing: CGFloat = 7
    let style = withUnsafePointer(to: &alignment) { alignment in
      withUnsafePointer(to: &spacing) { spacing in
        CTParagraphStyleCreate(
          [
            CTParagraphStyleSetting(spec: .alignment, valueSize: 1, value: alignment),
            CTParagraphStyleSetting(spec: .lineSpacing, valueSize: MemoryLayout<CGFloat>.size, value: spacing),
          ], 2)
      }
    }
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 200, height: 100))
    let text = string("Hello\nHello", size: 20, [kCTParagraphStyleAttributeName: style])
    let frame = CTFramesetterCreateFrame(CTFramesetterCreateWithAttributedString(text), CFRange(), path, nil)
    var origins = [CGPoint](repeating: .zero, count: 2)
    CTFrameGetLineOrigins(frame, CFRange(), &origins)
    #expect(abs(origins[0].x - (200 - 2.278 * 20)) < 0.02)
    #expect(abs(origins[0].y - origins[1].y - 2355.0 / 2048 * 20 - 7) < 1e-6)
  }

  @Test("tab stops by settings")
  func tabStops() {
    var tabs: CFArray = [CTTextTabCreate(.left, 70, nil), CTTextTabCreate(.right, 180, nil)]
    let style = withUnsafePointer(to: &tabs) { tabs in
      CTParagraphStyleCreate(
        [CTParagraphStyleSetting(spec: .tabStops, valueSize: MemoryLayout<CFArray>.size, value: tabs)], 1)
    }
    let line = CTLineCreateWithAttributedString(string("\tA\tB", size: 20, [kCTParagraphStyleAttributeName: style]))
    #expect(abs(CTLineGetOffsetForStringIndex(line, 1, nil) - 70) < 0.05)
    #expect(abs(CTLineGetTypographicBounds(line, nil, nil, nil) - 180) < 0.05)
    let tab = CTTextTabCreate(.center, 12, nil)
    #expect(CTTextTabGetAlignment(tab) == .center && CTTextTabGetLocation(tab) == 12)
  }
}
