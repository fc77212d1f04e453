import CoreText
import QuartzCore
import UIKit

/// The outlines of a line of text, its baseline at y = 0 and y up, to be drawn by a shape layer.
func outline(of string: String, font: UIFont) -> CGPath {
  let letters = CGMutablePath()
  let attributed = NSAttributedString(string: string, attributes: [.font: font])
  let line = CTLineCreateWithAttributedString(attributed as CFAttributedString)
  let runs = CTLineGetGlyphRuns(line) as! [CTRun]
  for run in runs {
    let attributes = CTRunGetAttributes(run) as NSDictionary
    let runFont = attributes[kCTFontAttributeName as String] as! CTFont
    for index in 0..<CTRunGetGlyphCount(run) {
      var glyph = CGGlyph()
      var position = CGPoint.zero
      CTRunGetGlyphs(run, CFRangeMake(index, 1), &glyph)
      CTRunGetPositions(run, CFRangeMake(index, 1), &position)
      if let letter = CTFontCreatePathForGlyph(runFont, glyph, nil) {
        letters.addPath(letter, transform: CGAffineTransform(translationX: position.x, y: position.y))
      }
    }
  }
  return letters
}

/// A text layer whose one line stands in the middle of its bounds.
final class CenteredTextLayer: CATextLayer {
  override func draw(in context: CGContext) {
    let offset = (bounds.height - preferredFrameSize().height) / 2
    context.saveGState()
    context.translateBy(x: 0, y: offset)
    super.draw(in: context)
    context.restoreGState()
  }
}

/// Draws a column of text onto a context whose y points down; returns how many lines there are.
func drawColumn(_ string: NSAttributedString, width: CGFloat, height: CGFloat, in context: CGContext) -> Int {
  context.textMatrix = .identity
  context.translateBy(x: 0, y: height)
  context.scaleBy(x: 1.0, y: -1.0)
  let path = CGMutablePath()
  path.addRect(CGRect(x: 0, y: 0, width: width, height: height))
  let framesetter = CTFramesetterCreateWithAttributedString(string as CFAttributedString)
  let frame = CTFramesetterCreateFrame(framesetter, CFRangeMake(0, string.length), path, nil)
  CTFrameDraw(frame, context)
  let lines = CTFrameGetLines(frame) as! [CTLine]
  var origins = Array(repeating: CGPoint.zero, count: lines.count)
  CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &origins)
  return lines.count
}
