// Text layers in frames: where text lies, that it is what a context draws of the same text, and that what does not
// change costs nothing. Section 20 of the semantics list.

import Compositor
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import SceneFiles
import TestScenes
import TestSupport
import Testing
import UIKit

extension RenderingTests {
  @MainActor @Suite struct RenderedTextTests {
    private func label(_ string: Any, _ frame: CGRect = CGRect(x: 10, y: 10, width: 180, height: 140)) -> CATextLayer {
      let layer = CATextLayer()
      layer.frame = frame
      layer.string = string
      layer.fontSize = 30
      layer.foregroundColor = .black
      return layer
    }

    /// What is covered: the first and last row and column, and how much.
    private func ink(_ pixels: [UInt8], width: Int = 200) -> (box: CGRect, sum: Int) {
      var (x0, y0, x1, y1, sum) = (Int.max, Int.max, -1, -1, 0)
      for pixel in 0..<pixels.count / 4 where pixels[pixel * 4 + 3] > 0 {
        let (x, y) = (pixel % width, pixel / width)
        (x0, y0, x1, y1) = (min(x0, x), min(y0, y), max(x1, x), max(y1, y))
        sum += Int(pixels[pixel * 4 + 3])
      }
      return x1 < 0 ? (.null, 0) : (CGRect(x: x0, y: y0, width: x1 - x0 + 1, height: y1 - y0 + 1), sum)
    }

    @Test("20.4 the first line lies at the top of the bounds, whichever way y points")
    func top() throws {
      // H from the baseline to its height of 1409 units; the baseline lies 1854 below the top.
      for isFlipped in [false, true] {
        let canvas = Canvas(width: 200, height: 160, isFlipped: isFlipped)
        let layer = label("H", CGRect(x: 10, y: isFlipped ? 10 : 10, width: 180, height: 140))
        let found = ink(try canvas.pixels([layer]))
        // Seen from above, 10 points lie over the layer in either case.
        #expect(abs(found.box.minY - (10 + 30 * (1854 - 1409) / 2048)) <= 1)
        #expect(abs(found.box.maxY - (10 + 30 * 1854 / 2048)) <= 1)
        // H begins 168 units from its origin.
        #expect(abs(found.box.minX - (10 + 30 * 168 / 2048)) <= 1)
      }
    }

    @Test("20.4 unwrapped text is on one line, wrapped text on several; the bounds cut it off")
    func wrapping() throws {
      let text = "one two three four five six"
      let unwrapped = ink(try Canvas.large.pixels([label(text)]))
      #expect(unwrapped.box.height <= 30 && unwrapped.box.maxX == 190)
      let layer = label(text)
      layer.isWrapped = true
      let wrapped = ink(try Canvas.large.pixels([layer]))
      #expect(wrapped.box.height > 60 && wrapped.box.maxX < 190)
      let newlines = ink(try Canvas.large.pixels([label("one\ntwo")]))
      #expect(newlines.box.height <= 30)
      let low = label(text, CGRect(x: 10, y: 10, width: 180, height: 20))
      low.isWrapped = true
      #expect(ink(try Canvas.large.pixels([low])).box.maxY <= 30)
    }

    @Test("20.5 natural is left for Latin, right for Hebrew; left, centre, right, justified")
    func alignment() throws {
      func box(_ mode: CATextLayerAlignmentMode, _ text: String = "Text", isWrapped: Bool = false) throws -> CGRect {
        let layer = label(text)
        layer.alignmentMode = mode
        layer.isWrapped = isWrapped
        return ink(try Canvas.large.pixels([layer])).box
      }
      let (left, center, right) = (try box(.left), try box(.center), try box(.right))
      #expect(try box(.natural) == left && left.minX < 13 && right.maxX > 186)
      #expect(abs(center.midX - 100) < 2 && abs(left.width - right.width) <= 1)
      #expect(try box(.natural, "שלום").maxX > 186)
      #expect(try box(CATextLayerAlignmentMode(rawValue: "diagonal")) == left)
      let justified = try box(.justified, "words in a row stretch", isWrapped: true)
      #expect(justified.maxX >= 188 && justified.minX < 13)
    }

    @Test("20.6 truncation shortens the line, which stops short of the edge")
    func truncation() throws {
      let text = "A long line that is cut somewhere"
      func picture(_ mode: CATextLayerTruncationMode) throws -> [UInt8] {
        let layer = label(text)
        layer.truncationMode = mode
        return try Canvas.large.pixels([layer])
      }
      let (none, start) = (try picture(.none), try picture(.start))
      let (middle, end) = (try picture(.middle), try picture(.end))
      #expect(ink(none).box.maxX == 190)
      for cut in [start, middle, end] {
        #expect(ink(cut).box.maxX < 190)
        #expect(cut != none)
      }
      #expect(Set([start, middle, end]).count == 3)
    }

    @Test("20.1 an attributed string has its own font and colours; 20.3 a font object's size does not count")
    func attributed() throws {
      let string = NSAttributedString(
        string: "Text", attributes: [.init("CTForegroundColor"): CGColor(red: 1, green: 0, blue: 0, alpha: 1)])
      let layer = label(string)
      let small = try Canvas.large.pixels([layer])
      // Helvetica at 12 points, whatever the layer's font size.
      #expect(ink(small).box.height < 12)
      let isRed = stride(from: 0, to: small.count, by: 4).allSatisfy {
        small[$0 + 1] == 0 && small[$0] == small[$0 + 3]
      }
      #expect(isRed)
      let (named, object) = (label("Text"), label("Text"))
      named.font = "Times-Bold"
      object.font = CGFont("Times-Bold")
      #expect(try Canvas.large.pixels([named]) == Canvas.large.pixels([object]))
      #expect(try Canvas.large.pixels([named]) != Canvas.large.pixels([label("Text")]))
    }

    @Test("20.2 white Helvetica at 36 points by default; 20.8 antialiasing is grey")
    func defaults() throws {
      let layer = CATextLayer()
      layer.frame = CGRect(x: 10, y: 10, width: 180, height: 140)
      layer.string = "Hello"
      let pixels = try Canvas(width: 200, height: 160, background: .black).pixels([layer])
      var isGray = true
      for pixel in stride(from: 0, to: pixels.count, by: 4) {
        let (red, green, blue) = (pixels[pixel], pixels[pixel + 1], pixels[pixel + 2])
        if red != green || green != blue { isGray = false }
      }
      #expect(isGray)
      #expect(pixels.contains(255))
      let explicit = label("Hello")
      (explicit.font, explicit.fontSize, explicit.foregroundColor) = ("Helvetica", 36, .white)
      #expect(try Canvas(width: 200, height: 160, background: .black).pixels([explicit]) == pixels)
    }

    @Test("2.2 text lies over the background and under contents, sublayers and border")
    func order() throws {
      let layer = label("HHHHHHHH")
      layer.backgroundColor = .white
      let shown = try Canvas.large.pixels([layer])
      #expect(stride(from: 0, to: shown.count, by: 4).contains { shown[$0] == 0 && shown[$0 + 3] == 255 })
      layer.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 255, 255])
      let hidden = try Canvas.large.pixels([layer])
      #expect(!stride(from: 0, to: hidden.count, by: 4).contains { hidden[$0 + 2] == 0 && hidden[$0 + 3] == 255 })
    }

    @Test("what a frame shows is what render(in:) draws", arguments: [1.0, 2])
    func renderIn(scale: Double) throws {
      for (text, isWrapped) in [
        ("Hello, fjord", false), ("several words in several lines 🎉 and more", true), ("नमस्ते שלום", false),
      ] {
        let layer = label(text, CGRect(x: 0, y: 0, width: 200, height: 160))
        layer.isWrapped = isWrapped
        layer.contentsScale = scale
        let canvas = Canvas(width: 200, height: 160, scale: scale)
        let frame = try canvas.pixels([layer])
        let drawn = canvas.drawn { context in
          context.concatenate(CGAffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: CGFloat(context.height)))
          layer.render(in: context)
        }
        #expect(largestDifference(frame, drawn.pixels) <= 1)
      }
    }

    @Test(
      "text at a fraction of a pixel is drawn there, not resampled: what a context draws of it at that place",
      arguments: [(0.25, 0.5), (0.125, 0.875), (-3.375, 0), (0.07, 0.93)])
    func fractions(x: Double, y: Double) throws {
      for isQuantized in [false, true] {
        let layer = label("Hello, fjord", CGRect(x: 10 + x, y: 10 + y, width: 180, height: 140))
        layer.allowsFontSubpixelQuantization = isQuantized
        let frame = try Canvas.large.pixels([layer])
        // The nearest eighth of a pixel; where glyphs are at quarters, the nearest quarter.
        let steps = isQuantized ? 4.0 : 8
        let (shownX, shownY) = (((10 + x) * steps).rounded() / steps - 10, ((10 + y) * steps).rounded() / steps - 10)
        let drawn = Canvas.large.drawn { context in
          context.concatenate(
            CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 10 + shownX, ty: CGFloat(context.height) - 10 - shownY))
          layer.render(in: context)
        }
        #expect(largestDifference(frame, drawn.pixels) <= 1, "quantized: \(isQuantized)")
      }
    }

    @Test("text that moves by fractions is drawn at eighths of a pixel, and kept at each")
    func fractionsAreKept() throws {
      let renderer = try Canvas.large.makeRenderer()
      let layer = label("Hello")
      let root = Canvas.large.root([layer])
      _ = try renderer.pixels(of: root, at: 0)
      for (step, (place, made)) in [(10.125, 1), (10.13, 0), (10, 0), (13.125, 0), (13.25, 1)].enumerated() {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.frame.origin.x = place
        CATransaction.commit()
        _ = try renderer.pixels(of: root, at: Double(step + 1) / 60)
        #expect(renderer.statistics.counters.textsMade == made, "at \(place)")
      }
    }

    @Test("what changed of a text is laid out, and glyphs that it has not shown there before are rasterised")
    func workOfText() throws {
      let renderer = try Canvas.large.makeRenderer()
      let layer = label("0012")
      layer.font = "Courier" as CFTypeRef
      // Each cell is 15 pixels wide, and no other test draws at this size.
      layer.fontSize = 15.0 * 2048 / 1229
      let root = Canvas.large.root([layer])
      let steps: [(text: String, x: Double, laidOut: Int, glyphs: Int)] = [
        ("0012", 10, 1, 3), ("0012", 13, 0, 0), ("0012", 13.125, 0, 3), ("0012", 11, 0, 0), ("0021", 10, 1, 0),
        ("0123", 10, 1, 1), ("0123", 10, 0, 0), ("3210", 20.125, 1, 1),
      ]
      for (step, (text, x, laidOut, glyphs)) in steps.enumerated() {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.string = text
        layer.frame.origin.x = x
        CATransaction.commit()
        _ = try renderer.pixels(of: root, at: Double(step) / 60)
        let counters = renderer.statistics.counters
        #expect(counters.textsLaidOut == laidOut && counters.glyphsMade == glyphs, "\(text) at \(x)")
      }
    }

    @Test("the same text at half the scale, turned, and seen from afar stays in its place")
    func transforms() throws {
      let reference = ink(try Canvas.large.pixels([label("Hamburg")]))
      for scale in [0.5, 2.0] {
        let layer = label("Hamburg")
        layer.contentsScale = scale
        let found = ink(try Canvas.large.pixels([layer]))
        #expect(abs(found.box.midX - reference.box.midX) < 2 && abs(found.box.midY - reference.box.midY) < 2)
        #expect(abs(found.sum - reference.sum) < reference.sum / 20)
      }
      // A quarter turn, twice, is a half turn.
      let turned = label("Hamburg")
      turned.transform = CATransform3DMakeRotation(.pi, 0, 0, 1)
      let upside = try Canvas.large.pixels([turned])
      let plain = try Canvas.large.pixels([label("Hamburg")])
      var worst = 0
      for pixel in 0..<200 * 160 {
        worst = max(worst, abs(Int(upside[pixel * 4 + 3]) - Int(plain[(200 * 160 - 1 - pixel) * 4 + 3])))
      }
      #expect(worst <= 2)
      // At a tenth of its size it covers a hundredth.
      let far = label("Hamburg")
      far.transform = CATransform3DMakeScale(0.1, 0.1, 1)
      #expect(abs(ink(try Canvas.large.pixels([far])).sum - reference.sum / 100) < reference.sum / 1000)
    }

    /// What is drawn row by row is not uploaded.
    private static let uploading = Canvas(width: 200, height: 160, drawing: .gl)

    @Test("fontSize and foregroundColor animate; a colour draws no text anew, a size does")
    func animation() throws {
      let renderer = try Self.uploading.makeRenderer()
      let layer = label("Hello")
      let root = Canvas.large.root([layer])
      _ = try renderer.pixels(of: root, at: 0)
      let color = CABasicAnimation(keyPath: "foregroundColor")
      color.toValue = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      color.duration = 1
      layer.add(color, forKey: "color")
      let red = try renderer.pixels(of: root, at: 0.5)
      #expect(red.contains { $0 > 100 && $0 < 140 } && renderer.statistics.counters.textsMade == 0)
      #expect(renderer.statistics.counters.paintedPictures == 1 && renderer.statistics.uploads == 1)
      let grow = CABasicAnimation(keyPath: "fontSize")
      grow.fromValue = 10
      grow.toValue = 60
      grow.duration = 1
      layer.add(grow, forKey: "grow")
      let early = ink(try renderer.pixels(of: root, at: 0.6))
      let late = ink(try renderer.pixels(of: root, at: 1.4))
      #expect(late.box.height > early.box.height * 1.5)
      #expect(renderer.statistics.counters.textsMade == 1)
      // Keyframes of the string itself, one after another.
      let words = CAKeyframeAnimation(keyPath: "string")
      words.values = ["I", "WWWW"]
      words.calculationMode = .discrete
      words.duration = 1
      layer.add(words, forKey: "words")
      layer.removeAnimation(forKey: "grow")
      let narrow = ink(try renderer.pixels(of: root, at: 1.5))
      let wide = ink(try renderer.pixels(of: root, at: 2.2))
      #expect(narrow.box.width < 10 && wide.box.width > 80)
    }

    @Test("8.13 a new size or colour begins an implicit animation")
    func implicit() throws {
      let renderer = try Canvas.large.makeRenderer()
      let layer = label("H")
      let root = Canvas.large.root([layer])
      _ = try renderer.pixels(of: root, at: 0)
      layer.fontSize = 60
      layer.foregroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      CATransaction.flush()
      #expect(layer.animation(forKey: "fontSize") != nil && layer.animation(forKey: "foregroundColor") != nil)
      let middle = ink(try renderer.pixels(of: root, at: 0.125))
      let end = ink(try renderer.pixels(of: root, at: 1))
      #expect(middle.box.height > 22 && middle.box.height < end.box.height)
    }

    @Test(
      "labels that stay cost no drawing and no upload; those that change are one upload; equal ones share a picture")
    func work() throws {
      let renderer = try Self.uploading.makeRenderer()
      let labels = (0..<40).map { index in
        label("Label \(index)", CGRect(x: Double(index % 4) * 50, y: Double(index / 4) * 16, width: 48, height: 15))
      }
      for label in labels { label.fontSize = 10 }
      let root = Canvas.large.root(labels)
      _ = try renderer.pixels(of: root, at: 0)
      #expect(renderer.statistics.counters.textsMade == 40 && renderer.statistics.uploads == 1)
      let first = try renderer.pixels(of: root, at: 0.1)
      #expect(renderer.statistics.counters.textsMade == 0 && renderer.statistics.counters.textsFound == 40)
      #expect(renderer.statistics.uploads == 0)
      for index in stride(from: 0, to: 40, by: 2) { labels[index].string = "New \(index)" }
      CATransaction.flush()
      let second = try renderer.pixels(of: root, at: 0.2)
      #expect(renderer.statistics.counters.textsMade == 20 && renderer.statistics.counters.textsFound == 20)
      #expect(renderer.statistics.uploads == 1 && first != second)
      // Moved by whole pixels, faded, hidden and shown: the same pictures.
      for label in labels {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        label.position.x += 3
        label.opacity = 0.5
        CATransaction.commit()
      }
      _ = try renderer.pixels(of: root, at: 0.3)
      #expect(renderer.statistics.counters.textsMade == 0 && renderer.statistics.uploads == 0)
      for label in labels { label.string = "the same" }
      CATransaction.flush()
      _ = try renderer.pixels(of: root, at: 0.4)
      #expect(renderer.statistics.counters.textsMade == 1 && renderer.statistics.counters.textsFound == 39)
      // For 100 frames more nothing is made, and nothing is forgotten.
      for frame in 0..<100 {
        _ = try renderer.pixels(of: root, at: 0.5 + Double(frame) / 60)
        #expect(renderer.statistics.counters.textsMade == 0 && renderer.statistics.uploads == 0)
      }
    }

    /// The usual way to centre text: a subclass moves the context before `super` draws.
    private final class Lowered: CATextLayer {
      var drawings = 0
      override func draw(in ctx: CGContext) {
        drawings += 1
        ctx.saveGState()
        ctx.translateBy(x: 0, y: 20)
        super.draw(in: ctx)
        ctx.restoreGState()
      }
    }

    private class Plain: CATextLayer {}

    @Test(
      "5.2 a subclass that overrides draw(in:) is drawn by it, with the text drawn by super; others are text as before")
    func subclasses() throws {
      func made(_ layer: CATextLayer, lower: CGFloat = 0) -> CATextLayer {
        layer.frame = CGRect(x: 10, y: 10 + lower, width: 150, height: 100)
        (layer.string, layer.fontSize, layer.foregroundColor) = ("Text, a 🎉", 24, .teal)
        layer.font = "Times-Bold"
        return layer
      }
      let lowered = made(Lowered()) as! Lowered
      let (root, renderer) = (Canvas.large.root([lowered]), try Canvas.large.makeRenderer())
      let picture = try renderer.pixels(of: root)
      #expect(try largestDifference(picture, Canvas.large.pixels([made(CATextLayer(), lower: 20)])) <= 1)
      #expect(try renderer.pixels(of: root) == picture && lowered.drawings == 1)
      let attributed = NSAttributedString(string: "Attributed", attributes: [.font: UIFont.systemFont(ofSize: 30)])
      let (own, other) = (made(Lowered()), made(CATextLayer(), lower: 20))
      (own.string, other.string) = (attributed, attributed)
      #expect(try largestDifference(Canvas.large.pixels([own]), Canvas.large.pixels([other])) <= 1)
      // In render(in:) text shows before anybody displayed it.
      func drawn(_ layer: CATextLayer, lower: CGFloat) -> [UInt8] {
        Canvas.large.drawn { context in
          context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 160 - lower))
          layer.render(in: context)
        }.pixels
      }
      #expect(largestDifference(drawn(made(Lowered()), lower: 0), drawn(made(CATextLayer()), lower: 20)) <= 1)
      // What the text depends on marks it, and so does the size of its room.
      lowered.string = "Other"
      #expect(try renderer.pixels(of: root) != picture && lowered.drawings == 2)
      lowered.bounds.size.width = 60
      _ = try renderer.pixels(of: root)
      #expect(lowered.drawings == 3)
      let plain = made(Plain())
      #expect(plain.contents == nil && plain.needsDisplay())
      #expect(try Canvas.large.pixels([plain]) == Canvas.large.pixels([made(CATextLayer())]))
      #expect(plain.contents == nil && !plain.needsDisplay())
    }

    @Test(
      "draw(in:) of a text layer draws its text from the top, whichever way the context's y points",
      arguments: [false, true])
    func drawing(isYDown: Bool) throws {
      let layer = label("Text", CGRect(x: 0, y: 0, width: 200, height: 160))
      let drawn = Canvas.large.drawn { context in
        if isYDown { context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 160)) }
        layer.draw(in: context)
      }
      let pixels = try Canvas.large.pixels([layer])
      #expect(largestDifference(drawn.pixels, pixels) <= 1)
    }

    @Test("a font that is not installed is reported once; Apple's stand for others and are not")
    func missingFonts() throws {
      let (known, unknown) = (label("a"), label("b"))
      known.font = "AvenirNext-DemiBold"
      unknown.font = "No Such Font"
      let (root, renderer) = (Canvas.large.root([known, unknown]), try Canvas.large.makeRenderer())
      _ = try renderer.pixels(of: root)
      let issues = renderer.takeIssues()
      #expect(issues.count == 1 && issues.first?.description.contains("'No Such Font'") == true)
      #expect(issues.first?.description.contains("Liberation Sans") == true)
      unknown.string = "c"
      _ = try renderer.pixels(of: root)
      #expect(renderer.takeIssues().isEmpty)
    }

    @Test("a document's text layer is drawn as one made by code")
    func document() throws {
      let folder = try TemporaryFolder()
      let file = folder.file("text.caml")
      let document = """
        <?xml version="1.0" encoding="UTF-8"?>
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
          <CALayer bounds="0 0 200 160" position="100 80">
            <sublayers>
              <CATextLayer bounds="0 0 180 140" position="100 80" fontSize="20" wrapped="1" truncationMode="end"
                alignmentMode="center" foregroundColor="1 0 0">
                <string type="string" value="Hello &amp; bye, in words that go on and on"/>
                <font type="string" value="Times-Bold"/>
              </CATextLayer>
            </sublayers>
          </CALayer>
        </caml>
        """
      try document.write(toFile: file, atomically: true, encoding: .utf8)
      let scene = try Scene(path: file)
      #expect(scene.notes.isEmpty)
      let layer = label("Hello & bye, in words that go on and on")
      layer.font = "Times-Bold"
      layer.fontSize = 20
      layer.foregroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      layer.isWrapped = true
      layer.truncationMode = .end
      layer.alignmentMode = .center
      let read = try Canvas.large.renderer.pixels(of: scene.rootLayer)
      #expect(try read == Canvas.large.pixels([layer]) && ink(read).sum > 0)
    }

    @Test("a mask, a shadow and a clip of text")
    func effects() throws {
      let mask = label("Mask", CGRect(x: 0, y: 0, width: 180, height: 140))
      let masked = layer(10, 10, 180, 140, .teal) { $0.mask = mask }
      let plain = try Canvas.large.pixels([label("Mask")])
      let found = try Canvas.large.pixels([masked])
      #expect(ink(found).box == ink(plain).box && abs(ink(found).sum - ink(plain).sum) < ink(plain).sum / 50)
      let shadowed = label("Mask")
      shadowed.shadowOpacity = 1
      shadowed.shadowOffset = CGSize(width: 20, height: 40)
      shadowed.shadowRadius = 0
      let cast = ink(try Canvas.large.pixels([shadowed]))
      #expect(cast.box.maxX == ink(plain).box.maxX + 20 && cast.box.maxY == ink(plain).box.maxY + 40)
    }

    @Test("sizes, scales and bounds that make no sense neither hang nor crash, and take little memory")
    func badValues() throws {
      for value in [CGFloat.nan, .infinity, -.infinity, -5, 0, 1e-30, 1e30] {
        let layer = label("Hello")
        layer.fontSize = value
        _ = try Canvas.small.pixels([layer])
        let scaled = label("Hello")
        scaled.contentsScale = value
        _ = try Canvas.small.pixels([scaled])
        let wide = label("Hello wide world")
        wide.isWrapped = true
        wide.truncationMode = .middle
        // Bounds that are no numbers trap, whatever the layer.
        if value.isFinite { wide.bounds = CGRect(x: value, y: -value, width: abs(value), height: abs(value)) }
        _ = try Canvas.small.pixels([wide])
      }
      let huge = label(String(repeating: "word ", count: 50_000), CGRect(x: 0, y: 0, width: 1e6, height: 1e6))
      huge.isWrapped = true
      _ = try Canvas.small.pixels([huge])
      let object = label(NSObject())
      #expect(ink(try Canvas.small.pixels([object]), width: 64).sum == 0)
    }
  }
}
