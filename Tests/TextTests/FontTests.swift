// Fonts by name, and their measures. What they are compared with: the widths of Helvetica, Times and Courier as Adobe
// published them in thousandths of an em, and the tables of the installed files.

import CoreGraphics
import Foundation
import Testing

@Suite("Fonts") struct FontTests {
  @Test(
    "Apple's names stand for installed families",
    arguments: [
      ("Helvetica", "Liberation Sans", 400, false), ("Helvetica-Bold", "Liberation Sans", 700, false),
      ("HelveticaNeue-LightItalic", "Liberation Sans", 300, true), ("Helvetica Neue", "Liberation Sans", 400, false),
      ("ArialMT", "Liberation Sans", 400, false), ("Arial-BoldItalicMT", "Liberation Sans", 700, true),
      ("TimesNewRomanPS-BoldMT", "Liberation Serif", 700, false), ("Times-Roman", "Liberation Serif", 400, false),
      ("Courier-Oblique", "Liberation Mono", 400, true), ("CourierNewPSMT", "Liberation Mono", 400, false),
      (".SFUIText-Semibold", "Inter", 600, false), ("SFProDisplay-Heavy", "Inter Display", 800, false),
      (".AppleSystemUIFont", "Inter", 400, false), ("Menlo-Regular", "DejaVu Sans Mono", 400, false),
      ("AvenirNext-DemiBold", "Inter", 600, false), ("GeezaPro", "Noto Sans Arabic", 400, false),
      ("HiraginoSans-W6", "VL PGothic", 600, false), ("KohinoorDevanagari-Regular", "Noto Sans Devanagari", 400, false),
      ("AppleColorEmoji", "Noto Color Emoji", 400, false), ("Noto Sans Thai Bold", "Noto Sans Thai", 700, false),
      ("Noto Sans", "Noto Sans", 400, false),
    ])
  func name(_ name: String, family: String, weight: Int, isItalic: Bool) throws {
    let style = FontStyle(named: name)
    #expect(style == FontStyle(family: family, weight: weight, isItalic: isItalic))
    let font = try #require(CGFont(name))
    #expect(font.face.style.family == family)
    #expect(font.face.style.isItalic == (isItalic && font.face.style.isItalic))
  }

  @Test("a name that stands for nothing installed is no font")
  func unknown() {
    for name in ["NoSuchFont-Bold", "", " ", "-", "\u{0}", String(repeating: "x", count: 10_000)] {
      #expect(CGFont(name) == nil)
    }
  }

  @Test(
    "letters are as wide as Helvetica's, Times' and Courier's",
    arguments: [
      ("Helvetica", "AaHilmW0.", [667, 556, 722, 222, 222, 833, 944, 556, 278]),
      ("Helvetica-Bold", "AaHilmW0.", [722, 556, 722, 278, 278, 889, 944, 556, 278]),
      ("Times-Roman", "AaHilmW0.", [722, 444, 722, 278, 278, 778, 944, 500, 250]),
      ("Times-Bold", "AaHilmW0.", [722, 500, 778, 278, 278, 833, 1000, 500, 250]),
      ("Courier", "AaHilmW0.", [600, 600, 600, 600, 600, 600, 600, 600, 600]),
    ])
  func widths(name: String, letters: String, thousandths: [Int]) throws {
    let font = try #require(CGFont(name))
    for (scalar, expected) in zip(letters.unicodeScalars, thousandths) {
      var glyph = font.glyph(for: scalar)
      var advance: Int32 = 0
      #expect(font.getGlyphAdvances(glyphs: &glyph, count: 1, advances: &advance))
      let width = Double(advance) / Double(font.unitsPerEm) * 1000
      #expect(abs(width - Double(expected)) < 1, "\(scalar)")
    }
  }

  @Test("The built-in font is Liberation Sans in all that it has")
  func lastResort() throws {
    let installed = try #require(CGFont("Liberation Sans"))
    let builtIn = CGFont(face: FontLibrary.withLock { FontFace.lastResort(in: $0) })
    #expect(builtIn.postScriptName == "MultiplaneSans" && builtIn.fullName == "Multiplane Sans")
    #expect(builtIn.measures.ascent == installed.ascent && builtIn.measures.descent == installed.descent)
    for value in [0x20...0x7E, 0xA1...0x17F, 0x391...0x3A1, 0x410...0x44F, 0x2013...0x2014].joined() {
      let scalar = try #require(Unicode.Scalar(value))
      var (own, other) = (builtIn.glyph(for: scalar), installed.glyph(for: scalar))
      var (width, expected): (Int32, Int32) = (0, 0)
      #expect(builtIn.getGlyphAdvances(glyphs: &own, count: 1, advances: &width) && own != 0, "\(scalar)")
      #expect(installed.getGlyphAdvances(glyphs: &other, count: 1, advances: &expected) && width == expected)
      #expect(builtIn.outline(of: own) == installed.outline(of: other), "\(scalar)")
    }
    // The box for what it lacks.
    #expect(builtIn.glyph(for: "한") == 0 && builtIn.outline(of: 0) != nil)
  }

  @Test("measures of Liberation Sans, as its tables have them")
  func measures() throws {
    let font = try #require(CGFont("Helvetica"))
    #expect(font.unitsPerEm == 2048 && font.ascent == 1854 && font.descent == -434 && font.leading == 67)
    #expect(font.postScriptName == "LiberationSans" && font.fullName == "Liberation Sans" && font.italicAngle == 0)
    #expect(font.numberOfGlyphs > 2000)
    // Capital letters are a little lower than an em's three quarters, small ones than its half.
    #expect((1400...1480).contains(font.capHeight) && (1040...1100).contains(font.xHeight))
    let italic = try #require(CGFont("Helvetica-Oblique"))
    #expect(italic.postScriptName == "LiberationSans-Italic" && italic.italicAngle == -12)
  }

  @Test("glyphs by name, names by glyph, boxes, tables")
  func glyphs() throws {
    let font = try #require(CGFont("Helvetica"))
    var glyph = font.getGlyphWithGlyphName(name: "ampersand")
    #expect(glyph == font.glyph(for: "&") && font.name(for: glyph) == "ampersand")
    #expect(font.getGlyphWithGlyphName(name: "no such name") == 0)
    var box = CGRect.zero
    glyph = font.glyph(for: "H")
    #expect(font.getGlyphBBoxes(glyphs: &glyph, count: 1, bboxes: &box))
    #expect(box.minY == 0 && box.maxY == CGFloat(font.capHeight))
    var outside: CGGlyph = 65535
    #expect(!font.getGlyphBBoxes(glyphs: &outside, count: 1, bboxes: &box) && box.isNull)
    #expect(font.name(for: outside) == nil)
    let tags = try #require(font.tableTags as? [UInt32])
    let head: UInt32 = 0x6865_6164
    #expect(tags.contains(head))
    let bytes = try #require(font.table(for: head))
    // Its checked number stands at byte 12.
    #expect(bytes.count == 54 && Array(bytes[12..<16]) == [0x5F, 0x0F, 0x3C, 0xF5])
    #expect(font.table(for: 0) == nil && font.table(for: 0x7878_7878) == nil)
  }

  @Test("a font from the bytes of its file, and bytes that are none")
  func data() throws {
    let file = try FontRegistrationTests.liberation("LiberationSerif-Bold")
    let provider = try #require(CGDataProvider(url: file))
    let font = try #require(CGFont(provider))
    #expect(font.postScriptName == "LiberationSerif-Bold")
    #expect(
      font.outline(of: font.glyph(for: "H"))?.boundingBoxOfPath
        == CGFont("Times-Bold").flatMap {
          $0.outline(of: $0.glyph(for: "H"))?.boundingBoxOfPath
        })
    for bytes in [Data(), Data([0, 1, 0, 0]), Data(repeating: 7, count: 1000)] {
      #expect(CGFont(try #require(CGDataProvider(data: bytes))) == nil)
    }
    // A file that was cut off is no font, or one whose glyphs are missing.
    let whole = try Data(contentsOf: file)
    for count in stride(from: 1000, to: whole.count, by: 40_000) {
      guard let cut = CGFont(try #require(CGDataProvider(data: whole.prefix(count)))) else { continue }
      _ = cut.outline(of: 40)
      _ = cut.measures
    }
  }
}
