// Pictures of text in many scripts, to be looked at: set MULTIPLANE_TEXT_PICTURES to a folder. The test itself asks
// only that each picture holds something.

import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import Testing

@testable import TextLayout

@Suite("Text in pictures") struct PictureTests {
  @Test(
    "each script is drawn",
    arguments: [
      ("latin", "Helvetica", "Hamburgefonstiv, fjord: “Voilà”, AVATAR, ﬁﬂ office 0123456789 …"),
      ("times", "Times-BoldItalic", "The quick brown fox jumps over the lazy dog."),
      ("system", ".SFUI-Semibold", "System font in semibold, 12:34"),
      ("menlo", "Menlo", "let x = 0xFF // monospaced"),
      ("arabic", "Helvetica", "السلام عليكم، مرحبًا بالعالم 123"),
      ("hebrew", "Helvetica", "שָׁלוֹם עולם, English inside, 42"),
      ("hindi", "Helvetica", "नमस्ते दुनिया, क्षत्रिय हिन्दी"),
      ("japanese", "Helvetica", "日本語の文章、カタカナとひらがな。"),
      ("emoji", "Helvetica", "Emoji 👋🏽 👨‍👩‍👧 🇯🇵 ❤️ 🎉 inside"),
      ("marks", "Helvetica", "e\u{301} o\u{308} n\u{303} Z\u{30C}\u{323} ạ̈"),
    ])
  func script(name: String, font: String, text: String) throws {
    let style = TextStyle(font: TextFont(FontStyle(named: font), size: 28), color: .black)
    let frame = TextFrame(StyledText(text, style), in: TextRoom(width: 380))
    let context = try #require(CGContext.canvas(400, Int(frame.size.height) + 20))
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: 400, height: 1000))
    let empty = try #require(context.makeImage()).pixels
    frame.draw(in: context, at: CGPoint(x: 10, y: frame.size.height + 10), isFlipped: false)
    let image = try #require(context.makeImage())
    #expect(image.pixels != empty)
    if let folder = ProcessInfo.processInfo.environment["MULTIPLANE_TEXT_PICTURES"] {
      try ImageFile.write(image.bitmap, to: "\(folder)/\(name).png")
    }
  }
}

extension CGContext {
  static func canvas(_ width: Int, _ height: Int) -> CGContext? {
    CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
  }
}
