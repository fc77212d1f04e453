// Glyphs that are pictures, beside CATextLayer's, and characters that no font has.

import CoreGraphics
import CoreText
import Documents
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

@MainActor struct TextPictureTests {
  private static let fonts =
    #""fonts":{"list":[{"fName":"F","fFamily":"Liberation Sans","fStyle":"Regular"}]}"#

  /// A text of 20 points whose baseline begins at (4, 40).
  private func film(_ text: String, _ look: String = "", animators: String = "") throws -> Film {
    let look = object(#""t":"\#(text)","f":"F","s":20,"fc":[1,0,0]"#, look)
    return try Film(
      [
        layer(
          5, LayerOptions(), #""p":\#(fixed(4, 40))"#,
          #""t":{"d":{"k":[{"t":0,"s":\#(look)}]},"a":[\#(animators)]}"#)
      ], Self.fonts)
  }

  /// The same text by CATextLayer. It has a letter in it: the height of a line is that of letters, and what is above is
  /// cut off.
  private func reference(_ text: String, at place: CGPoint = CGPoint(x: 4, y: 40), opacity: Float = 1) -> CALayer {
    let font = CTFontCreateWithName("Liberation Sans", 20, nil)
    let line = CTLineCreateWithAttributedString(
      NSAttributedString(string: text, attributes: [NSAttributedString.Key(rawValue: kCTFontAttributeName): font]))
    var ascent: CGFloat = 0
    CTLineGetTypographicBounds(line, &ascent, nil, nil)
    let layer = CATextLayer()
    layer.frame = CGRect(x: place.x, y: place.y - ascent, width: 100, height: 60)
    layer.font = font
    layer.fontSize = 20
    layer.string = text
    layer.foregroundColor = .red
    layer.opacity = opacity
    return layer
  }

  /// Mean and largest difference of blocks of 4x4 pixels: where pictures are made smaller in other ways, their blocks
  /// are alike.
  private func difference(_ a: Picture, _ b: Picture) -> (mean: Double, most: Double) {
    var (sum, most) = (0.0, 0.0)
    for y in stride(from: 0, to: 64, by: 4) {
      for x in stride(from: 0, to: 64, by: 4) {
        for component in 0..<4 {
          var difference = 0
          for row in 0..<4 {
            for column in 0..<4 {
              difference += Int(a[x + column, y + row][component]) - Int(b[x + column, y + row][component])
            }
          }
          let mean = abs(Double(difference)) / 16
          (sum, most) = (sum + mean, max(most, mean))
        }
      }
    }
    return (sum / 1024, most)
  }

  @Test("Emoji stand where CATextLayer has them, in its colours", arguments: ["🍏a", "A🟥B", "🇯🇵a", "👩‍👩‍👧a", "❤️a"])
  func emoji(text: String) throws {
    let (film, expected) = try (self.film(text), picture(of: [reference(text)]))
    #expect(film.notes.isEmpty, "\(film.notes)")
    let shown = try film.picture()
    let (mean, most) = difference(shown, expected)
    expectAlike(mean < 0.6 && most < 20, shown, expected: expected, "\(mean), \(most)")
    #expect(!expected.isBlank)
  }

  @Test("Animators move emoji as they move letters")
  func animated() throws {
    let animators =
      #"{"s":{"t":0,"s":\#(fixed(0)),"e":\#(fixed(100))},"a":{"o":\#(fixed(40)),"p":\#(fixed(9, -7))}}"#
    let (shown, expected) = try (
      film("🍏a", animators: animators).picture(),
      picture(of: [reference("🍏a", at: CGPoint(x: 13, y: 33), opacity: 0.4)])
    )
    let (mean, most) = difference(shown, expected)
    expectAlike(mean < 0.6 && most < 20, shown, expected: expected, "\(mean), \(most)")
    // Twice as large about the middle of its width, on the baseline: four times the alpha.
    let grown = #"{"s":{"t":0,"s":\#(fixed(0)),"e":\#(fixed(100))},"a":{"s":\#(fixed(200, 200))}}"#
    func weight(_ picture: Picture) -> Double {
      stride(from: 3, to: picture.bytes.count, by: 4).reduce(0) { $0 + Double(picture.bytes[$1]) }
    }
    let shift = #"{"s":{"t":0,"s":\#(fixed(0)),"e":\#(fixed(100))},"a":{"p":\#(fixed(14, 10))}}"#
    let (small, large) = try (
      weight(film("🟥", animators: shift).picture()), weight(film("🟥", animators: "\(shift),\(grown)").picture())
    )
    #expect(abs(large / small - 4) < 0.15, "\(large / small)")
  }

  @Test("Tracking moves what stands behind an emoji")
  func tracking() throws {
    // By the font's own table (hmtx), 2,550 of 2,048 units to the em.
    let advance = 20 * 2550.0 / 2048
    func apart(_ x: Double) -> String {
      layer(
        5, LayerOptions(), #""p":\#(fixed(x, 40))"#,
        #""t":{"d":{"k":[{"t":0,"s":{"t":"🟥","f":"F","s":20,"fc":[1,0,0]}}]}}"#)
    }
    let (shown, expected) = try (
      film("🟥🟥", #""tr":250"#).picture(), Film([apart(4), apart(4 + advance + 5)], Self.fonts).picture()
    )
    let most = shown.difference(from: expected).most
    expectAlike(most <= 2, shown, expected: expected, "\(most)")
  }

  @Test("A text without fill and line shows no emoji, either")
  func invisible() throws {
    let look = #"{"t":"🍏","f":"F","s":20}"#
    let film = try Film(
      [layer(5, LayerOptions(), #""p":\#(fixed(4, 40))"#, #""t":{"d":{"k":[{"t":0,"s":\#(look)}]}}"#)], Self.fonts)
    #expect(try film.picture().isBlank)
  }

  /// Characters of a plane for private use, which no installed font has.
  @Test("Characters that no font has are said, with layer and font")
  func missing() throws {
    let film = try film("A\u{10FFFD}\u{10FFFC}\u{10FFFD}")
    #expect(
      film.notes == [
        "layers[0]: no font has '\u{10FFFD}' (U+10FFFD), '\u{10FFFC}' (U+10FFFC) of 'A', which is set in 'F'; "
          + "boxes are drawn"
      ], "\(film.notes)")
    // Of a character of several parts the whole is said, once.
    let parts = try self.film("\u{10FFFD}\u{308}\u{10FFFD}\u{308}")
    #expect(parts.notes.count == 1 && parts.notes[0].contains("(U+10FFFD U+0308) of 'A'"), "\(parts.notes)")
    let many = try self.film(String((0..<20).compactMap { Unicode.Scalar(0x10FF00 + $0).map(Character.init) }))
    #expect(many.notes.count == 1 && many.notes[0].contains("and 12 more characters"), "\(many.notes)")
    #expect(try self.film("A \\t\u{200D}\u{FE0F}é").notes.isEmpty)
  }

  @Test("Pictures of glyphs count among the images of a document")
  func budget() throws {
    let folder = try TemporaryFolder()
    let look = #"{"t":"🍏","f":"F","s":20,"fc":[1,0,0]}"#
    let text = Film.document(
      [layer(5, LayerOptions(), "", #""t":{"d":{"k":[{"t":0,"s":\#(look)}]}}"#)], Self.fonts)
    var options = SceneLoadOptions()
    options.limits.imageBytes = 1000
    let file = URL(filePath: try folder.write(text, to: "film.json"))
    let error = #expect(throws: SceneFileError.self) { try LottieScene(contentsOf: file, options: options) }
    #expect(error?.kind == .tooLarge)
  }
}
