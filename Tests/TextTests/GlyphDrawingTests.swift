// Glyphs in a context: kept masks against outlines that cairo fills, and the modes, transforms and effects of drawing.

import Dispatch
import Foundation
import Synchronization
import Testing

@testable import CoreGraphics

@Suite("Glyphs in a context") struct GlyphDrawingTests {
  private func canvas(_ body: (CGContext) -> Void) throws -> CGImage {
    let context = try #require(CGContext.canvas(200, 80))
    context.setFillColor(.white)
    context.fill(CGRect(x: 0, y: 0, width: 200, height: 80))
    context.setFillColor(.black)
    body(context)
    return try #require(context.makeImage())
  }

  private func prepare(_ context: CGContext, _ size: CGFloat) throws -> [CGGlyph] {
    let font = try #require(CGFont("Helvetica"))
    context.setFont(font)
    context.setFontSize(size)
    return "Rags&8".unicodeScalars.map { font.glyph(for: $0) }
  }

  private func difference(_ a: CGImage, _ b: CGImage) -> (largest: Int, mean: Double) {
    let all = zip(a.pixels, b.pixels).map { abs(Int($0) - Int($1)) }
    return (all.max() ?? 0, Double(all.reduce(0, +)) / Double(all.count))
  }

  private func places(_ count: Int, _ step: CGFloat) -> [CGPoint] {
    (0..<count).map { CGPoint(x: 5 + CGFloat($0) * step, y: 20.25) }
  }

  @Test("kept masks are what cairo fills of the outlines", arguments: [8.0, 13, 24.5, 40], [0.0, 0.3])
  func masks(size: CGFloat, angle: CGFloat) throws {
    func picture(_ draw: (CGContext, [CGGlyph]) -> Void) throws -> CGImage {
      try canvas { context in
        guard let glyphs = try? prepare(context, size) else { return }
        context.rotate(by: angle)
        // Rotated, positions are sixteenths of a pixel: finer than what 8 bits show of an edge.
        context.setShouldSubpixelQuantizeFonts(false)
        draw(context, glyphs)
      }
    }
    let kept = try picture { $0.showGlyphs($1, at: places($1.count, 31.5)) }
    let filled = try picture { context, glyphs in
      let font = CGFont("Helvetica")!
      for (glyph, place) in zip(glyphs, places(glyphs.count, 31.5)) {
        guard let outline = font.outline(of: glyph) else { continue }
        let scale = size / 2048
        var map = CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: place.x, ty: place.y)
        context.addPath(outline.copy(using: &map)!)
      }
      context.fillPath()
    }
    let found = difference(kept, filled)
    // cairo's own coverage is of 15 rows a pixel.
    #expect(found.largest <= 20 && found.mean < 0.15)
  }

  @Test("large glyphs are outlines, and go over from small ones without a step")
  func large() throws {
    let small = try canvas { context in
      _ = try? prepare(context, 199.9)
      context.showGlyphs([CGFont("Helvetica")!.glyph(for: "R")], at: [CGPoint(x: 4, y: -30)])
    }
    let large = try canvas { context in
      _ = try? prepare(context, 200.1)
      context.showGlyphs([CGFont("Helvetica")!.glyph(for: "R")], at: [CGPoint(x: 4, y: -30)])
    }
    #expect(difference(small, large).mean < 0.5)
  }

  @Test("modes: fill, stroke, clip, nothing")
  func modes() throws {
    func picture(_ mode: CGTextDrawingMode) throws -> CGImage {
      try canvas { context in
        guard let glyphs = try? prepare(context, 60) else { return }
        context.setTextDrawingMode(mode)
        context.setStrokeColor(CGColor(red: 1, green: 0, blue: 0, alpha: 1))
        context.setLineWidth(2)
        context.showGlyphs(glyphs, at: places(glyphs.count, 40))
        if mode.rawValue >= 4 {
          context.setFillColor(CGColor(red: 0, green: 0, blue: 1, alpha: 1))
          context.fill(CGRect(x: 0, y: 0, width: 200, height: 80))
        }
      }
    }
    func colors(_ image: CGImage) -> (black: Int, red: Int, blue: Int) {
      var counts = (black: 0, red: 0, blue: 0)
      for pixel in stride(from: 0, to: image.pixels.count, by: 4) {
        switch (image.pixels[pixel], image.pixels[pixel + 1], image.pixels[pixel + 2]) {
        case (0, 0, 0): counts.black += 1
        case (255, 0, 0): counts.red += 1
        case (0, 0, 255): counts.blue += 1
        default: break
        }
      }
      return counts
    }
    let fill = colors(try picture(.fill))
    #expect(fill.black > 1000 && fill.red == 0 && fill.blue == 0)
    let stroke = colors(try picture(.stroke))
    #expect(stroke.black == 0 && stroke.red > 300)
    let both = colors(try picture(.fillStroke))
    #expect(both.black > 500 && both.black < fill.black && both.red == stroke.red)
    let clip = colors(try picture(.clip))
    #expect(clip.black == 0 && abs(clip.blue - fill.black) < fill.black / 50)
    #expect(colors(try picture(.fillClip)).blue == clip.blue)
    #expect(colors(try picture(.invisible)) == (0, 0, 0))
  }

  @Test("text matrix and transform multiply; the matrix survives a restored state")
  func matrix() throws {
    let plain = try canvas { context in
      guard let glyphs = try? prepare(context, 30) else { return }
      context.showGlyphs(glyphs, at: places(glyphs.count, 30))
    }
    let moved = try canvas { context in
      guard let glyphs = try? prepare(context, 15) else { return }
      context.saveGState()
      context.textMatrix = CGAffineTransform(scaleX: 2, y: 2)
      context.restoreGState()
      context.translateBy(x: 1, y: 0)
      context.showGlyphs(
        glyphs, at: places(glyphs.count, 30).map { CGPoint(x: ($0.x - 1) / 2, y: $0.y / 2) })
    }
    #expect(plain.pixels == moved.pixels)
    let flipped = try canvas { context in
      guard let glyphs = try? prepare(context, 30) else { return }
      context.translateBy(x: 0, y: 80)
      context.scaleBy(x: 1, y: -1)
      context.textMatrix = CGAffineTransform(scaleX: 1, y: -1)
      context.showGlyphs(glyphs, at: places(glyphs.count, 30).map { CGPoint(x: $0.x, y: -(80 - $0.y)) })
    }
    #expect(plain.pixels == flipped.pixels)
  }

  @Test("glyphs in a row move the text position by their advances, and spacing")
  func advances() throws {
    let context = try #require(CGContext.canvas(200, 80))
    let glyphs = try prepare(context, 20)
    context.textPosition = CGPoint(x: 10, y: 20)
    glyphs.withUnsafeBufferPointer { context.showGlyphs(g: $0.baseAddress, count: $0.count) }
    // R, a, g, s, ampersand, 8 of Helvetica.
    let width = Double(722 + 556 + 556 + 500 + 667 + 556) / 1000 * 20
    #expect(abs(context.textPosition.x - 10 - width) < 0.05 && context.textPosition.y == 20)
    context.setCharacterSpacing(2)
    context.textPosition = .zero
    "Rags&8".withCString { context.showText(string: $0, length: 6) }
    #expect(abs(context.textPosition.x - width - 12) < 0.05)
    "Times-Roman".withCString { context.selectFont(name: $0, size: 20, textEncoding: .encodingMacRoman) }
    context.setCharacterSpacing(0)
    context.textPosition = .zero
    "W".withCString { context.showText(string: $0, length: 1) }
    #expect(abs(context.textPosition.x - 18.88) < 0.05)
    let steps = glyphs.map { _ in CGSize(width: 7, height: 1) }
    context.textPosition = .zero
    context.showGlyphsWithAdvances(glyphs: glyphs, advances: steps, count: glyphs.count)
    #expect(context.textPosition == CGPoint(x: 42, y: 6))
  }

  @Test("whole pixels: glyphs of one kind look the same wherever they stand")
  func wholePixels() throws {
    let font = try #require(CGFont("Helvetica"))
    func column(_ x: CGFloat, positioned: Bool) throws -> [UInt8] {
      let image = try canvas { context in
        context.setFont(font)
        context.setFontSize(20)
        context.setShouldSubpixelPositionFonts(positioned)
        context.showGlyphs([font.glyph(for: "l")], at: [CGPoint(x: x, y: 20)])
      }
      return image.pixels
    }
    #expect(try column(20.0, positioned: false) == column(20.4, positioned: false))
    #expect(try column(20.0, positioned: true) != column(20.4, positioned: true))
    // A quarter of a pixel is told from the next.
    #expect(try column(20.25, positioned: true) != column(20.5, positioned: true))
  }

  @Test("shadow, pattern alpha and blend mode see a run as one shape")
  func effects() throws {
    let shadowed = try canvas { context in
      guard let glyphs = try? prepare(context, 40) else { return }
      context.setShadow(
        offset: CGSize(width: 6, height: -6), blur: 0, color: CGColor(red: 1, green: 0, blue: 0, alpha: 1))
      context.showGlyphs(glyphs, at: places(glyphs.count, 30))
    }
    var red = 0
    for pixel in stride(from: 0, to: shadowed.pixels.count, by: 4) where shadowed.pixels[pixel] == 255 {
      if shadowed.pixels[pixel + 1] == 0 { red += 1 }
    }
    #expect(red > 200)
    // Glyphs of a run that overlap do not darken each other.
    let overlapping = try canvas { context in
      guard let glyphs = try? prepare(context, 60) else { return }
      context.setAlpha(0.5)
      context.showGlyphs([glyphs[0], glyphs[0]], at: [CGPoint(x: 10, y: 10), CGPoint(x: 14, y: 10)])
    }
    #expect(overlapping.pixels.min() == 127 || overlapping.pixels.min() == 128)
  }

  @Test("positions, sizes and matrices that are no numbers draw nothing")
  func badValues() throws {
    let blank = try canvas { _ in }
    let image = try canvas { context in
      guard let glyphs = try? prepare(context, 20) else { return }
      context.showGlyphs([glyphs[0]], at: [CGPoint(x: CGFloat.nan, y: 0)])
      context.showGlyphs([glyphs[0]], at: [CGPoint(x: 1e300, y: 0)])
      context.showGlyphs([65535], at: [CGPoint(x: 10, y: 10)])
      context.showGlyphs([], at: [])
      context.setFontSize(.nan)
      context.showGlyphs(glyphs, at: places(glyphs.count, 20))
      context.setFontSize(1e30)
      context.showGlyphs(glyphs, at: places(glyphs.count, 20))
      context.setFontSize(20)
      context.scaleBy(x: 0, y: 1)
      context.showGlyphs(glyphs, at: places(glyphs.count, 20))
    }
    #expect(image.pixels == blank.pixels)
  }

  @Test("a colour glyph keeps its colours, and takes the fill's alpha")
  func colorGlyphs() throws {
    let font = try #require(CGFont("AppleColorEmoji"))
    func picture(_ color: CGColor) throws -> CGImage {
      try canvas { context in
        context.setFont(font)
        context.setFontSize(50)
        context.setFillColor(color)
        context.showGlyphs([font.glyph(for: "🍓")], at: [CGPoint(x: 20, y: 20)])
      }
    }
    let opaque = try picture(.black)
    let colors = Set(stride(from: 0, to: opaque.pixels.count, by: 4).map { Array(opaque.pixels[$0..<$0 + 3]) })
    #expect(colors.count > 100)
    #expect(try picture(CGColor(red: 0, green: 1, blue: 0, alpha: 1)).pixels == opaque.pixels)
    #expect(try picture(.clear).pixels == canvas { _ in }.pixels)
  }

  @Test("A set without masks counts once, however often it is asked for")
  func emptySets() throws {
    let face = try #require(CGFont("Helvetica")).face
    var cache = GlyphMaskCache()
    func key(_ scale: CGFloat) -> GlyphMapKey { GlyphMapKey(face, toBase: CGAffineTransform(scaleX: scale, y: scale)) }
    let first = cache.set(key(1))
    for _ in 0..<20_000 { _ = cache.set(key(2)) }
    #expect(cache.set(key(1)) === first)
  }
  @Test("Threads that draw with the same masks, which none has made yet, draw what one thread draws")
  func threads() throws {
    let face = try #require(CGFont("Helvetica")).face
    let glyphs = (30..<190).map { CGGlyph($0) }
    let (width, height) = (64, 64)
    // Sizes whose masks nobody has.
    @Sendable func draw(_ number: Int, size: CGFloat) -> [UInt8] {
      var pixels = [UInt8](repeating: 0, count: width * height)
      let order = glyphs.indices.map { glyphs[($0 * 37 + number * 53) % glyphs.count] }
      let places = glyphs.indices.map { index -> CGPoint in
        let (column, row) = (CGFloat(index % 4), CGFloat(index / 4 % 4))
        return CGPoint(x: 20 + column / 4, y: 20 + row / 4)
      }
      pixels.withUnsafeMutableBufferPointer { pixels in
        var bitmap = GlyphBitmap(
          pixels.baseAddress!, width: width, height: height, stride: width, margin: 1, isQuantized: true,
          GlyphMaskSource())
        let isShown = bitmap.show(order, at: places, from: .zero, of: face, size: size, matrix: .identity)
        #expect(isShown)
      }
      return pixels
    }
    for round in 0..<20 {
      let size = 17.03 + CGFloat(round) / 100
      let drawn = Mutex([Int: [UInt8]]())
      DispatchQueue.concurrentPerform(iterations: 6) { number in
        let pixels = draw(number, size: size)
        drawn.withLock { $0[number] = pixels }
      }
      let all = drawn.withLock { $0 }
      for number in 0..<6 { #expect(all[number] == draw(number, size: size)) }
      #expect(Set(all.values).count > 1)
    }
  }
}
