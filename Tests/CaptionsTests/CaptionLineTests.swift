// The line heights of captions, and the number of their lines. Truth: CSS 2's rule that a line is as
// high as its font and those that stand in for it ask for, and that letters of two lines never meet.

import CoreGraphics
import CoreText
import Foundation
import Testing
import TextLayout

@testable import Captions

@MainActor @Suite struct CaptionLineTests {
  private func block(_ text: String, width: CGFloat = 600, height: CGFloat = 600, _ style: CaptionStyle = .init())
    -> CaptionBlock
  {
    CaptionBlock(
      CaptionTrack.Cue(start: 0, end: 1, text: text), style, fontSize: 40, pictureHeight: 720, lines: .center,
      room: CGSize(width: width, height: height))
  }

  private nonisolated static let scripts = [
    "Latin gjpqy\nÅÄÖ second", "日本語の字幕\n二行目です東京", "مرحبا بالعالم\nسطر ثانٍ طويل", "שלום עולם\nשורה שנייה",
    "ภาษาไทยที่นี่\nบรรทัดที่สอง", "हिन्दी में शीर्षक\nदूसरी पंक्ति", "مرحبا\nLatin ÅÄÖ\n日本語", "한국어 자막\n두 번째 줄",
  ]

  @Test("Lines of any script stand as far apart as the font asks for at least, and no two ems", arguments: scripts)
  func pitch(text: String) {
    let block = self.block(text)
    let font = CTFontCreateWithName("Helvetica-Bold", 40, nil)
    let own = CTFontGetAscent(font) + CTFontGetDescent(font)
    #expect(block.fontSize == 40 && block.lines.count == text.split(separator: "\n").count)
    for (line, next) in zip(block.lines, block.lines.dropFirst()) {
      let pitch = next.baseline - line.baseline
      #expect(pitch >= own - 0.01 && pitch <= 64, "\(pitch)")
      let (above, below) = (line.line.imageBounds, next.line.imageBounds)
      #expect(line.baseline - above.minY < next.baseline - below.maxY, "letters of two lines meet")
    }
    let last = block.lines[block.lines.count - 1]
    #expect(last.baseline - last.line.imageBounds.minY <= block.size.height + 0.01)
  }

  @Test("Lines of Latin letters stand one line height of their font apart")
  func latin() {
    let font = CTFontCreateWithName("Helvetica-Bold", 40, nil)
    let height = CTFontGetAscent(font) + CTFontGetDescent(font) + CTFontGetLeading(font)
    let lines = block("one\ntwo").lines
    #expect(abs(lines[1].baseline - lines[0].baseline - height) < 0.01)
  }

  @Test("A caption takes up to four lines before it is set smaller, and fewer where these do")
  func wrapping() {
    let words = "A caption of as many words as fit into a narrow picture in a few lines of large letters"
    for (width, count) in [(2000.0, 1), (1000, 2), (620, 3), (470, 4)] {
      let block = self.block(words, width: CGFloat(width))
      #expect(block.fontSize == 40 && block.lines.count == count, "\(width): \(block.lines.count)")
    }
    let small = block(words, width: 300)
    #expect(small.fontSize < 40 && small.lines.count == 4 && !small.isCut)
    var style = CaptionStyle()
    style.mostLines = 2
    #expect(block(words, width: 470, style).lines.count == 2)
  }

  @Test("A word that is a little too wide is set smaller, one that is far too wide is broken")
  func longWords() {
    let one = block("Rindfleischetikett", width: 330)
    #expect(one.lines.count == 1 && one.fontSize < 40 && one.fontSize >= 30)
    let address = block(String(repeating: "supercalifragilistic", count: 4), width: 500)
    #expect(address.fontSize == 40 && 3...4 ~= address.lines.count)
  }
}
