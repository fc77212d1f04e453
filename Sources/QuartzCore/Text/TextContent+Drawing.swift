// Only the part of a text layer with pixels is a bitmap: bounds are often much larger than their text.

import CoreGraphics
import Foundation
import TextLayout

package struct TextPicture {
  /// The first column, from the top left corner of the bounds, y down.
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// Whether the text was laid out for this picture.
  package let isLaidOutAnew: Bool
  /// Whether a pixel is four bytes, premultiplied, rather than one of coverage.
  package var isColor: Bool { content.hasColors }

  private let content: TextContent
  private let frame: TextFrame
  /// The map from the bounds' upper left corner, y down, to the picture's lower left one, y up.
  private let toBitmap: CGAffineTransform

  fileprivate init(
    _ content: TextContent, _ frame: TextFrame, isLaidOutAnew: Bool, _ box: CGRect, scale: Double, phase: CGPoint
  ) {
    (self.content, self.frame, self.isLaidOutAnew) = (content, frame, isLaidOutAnew)
    (x, y, width, height) = (Int(box.minX), Int(box.minY), Int(box.width), Int(box.height))
    toBitmap = CGAffineTransform(
      a: scale, b: 0, c: 0, d: -scale, tx: phase.x - box.minX, ty: box.height + box.minY - phase.y)
  }

  /// Draws the picture onto cleared bytes, first row first, with `rowBytes` from row to row. Returns the number of
  /// glyph masks that had to be made.
  package func draw(
    onto pixels: UnsafeMutablePointer<UInt8>, rowBytes: Int, _ source: inout GlyphMaskSource
  ) -> Int {
    if !isColor {
      // Glyphs in one colour need no context.
      var bitmap = GlyphBitmap(
        pixels, width: width, height: height, stride: rowBytes, margin: 1, isQuantized: content.isQuantized, source)
      defer { source = bitmap.source }
      let upright = CGAffineTransform(scaleX: 1, y: -1).concatenating(toBitmap)
      if frame.draw(onto: &bitmap, matrix: upright) { return bitmap.madeCount }
    }
    drawInContext(pixels, rowBytes)
    return 0
  }

  private func drawInContext(_ pixels: UnsafeMutablePointer<UInt8>, _ rowBytes: Int) {
    guard
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: isColor ? CGColorSpaceCreateDeviceRGB() : CGColorSpaceCreateDeviceGray(),
        bitmapInfo: (isColor ? CGImageAlphaInfo.premultipliedLast : .alphaOnly).rawValue)
    else { return }
    context.clip(to: CGRect(x: 1, y: 1, width: width - 2, height: height - 2))
    context.concatenate(toBitmap)
    context.setShouldSubpixelQuantizeFonts(content.isQuantized)
    frame.draw(in: context, at: .zero, isFlipped: true)
    guard let data = context.data else { return }
    for row in 0..<height {
      (pixels + row * rowBytes).update(
        from: (data + row * context.bytesPerRow).assumingMemoryBound(to: UInt8.self), count: width * (isColor ? 4 : 1))
    }
  }
}

extension TextContent {
  /// The length of sides, in pixels, above which the scale is reduced.
  private static let longestSide = 8192.0

  /// Returns the scale of a picture, in pixels to a point, if `scale` is asked for.
  package func usableScale(_ scale: Double) -> Double {
    let scale = scale > 0 && scale.isFinite ? scale : 1
    return min(scale, Self.longestSide / Double(max(size.width, size.height, 1)))
  }

  /// Returns the text's picture, with one pixel without coverage around it, at `scale` pixels to a point, as
  /// ``usableScale(_:)`` says; nil if no text lies in the bounds. `phase` is the place of the bounds' top left corner
  /// in its pixel, y down, each from 0 to 1.
  package func picture(scale: Double, phase: CGPoint = .zero) -> TextPicture? {
    let (layout, isNew) = findLayout()
    let (frame, ink) = (layout.frame, layout.ink)
    // Bounds at a fraction of a pixel extend to the edges of the pixels that they touch.
    let whole = CGRect(
      x: 0, y: 0, width: (Double(size.width) * scale + phase.x - 1e-6).rounded(.up),
      height: (Double(size.height) * scale + phase.y - 1e-6).rounded(.up))
    guard !ink.isNull else { return nil }
    let shown = ink.applying(CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: phase.x, ty: phase.y)).insetBy(
      dx: -1, dy: -1
    ).integral.intersection(whole)
    guard !shown.isNull, shown.width >= 1, shown.height >= 1 else { return nil }
    return TextPicture(
      self, frame, isLaidOutAnew: isNew, shown.insetBy(dx: -1, dy: -1), scale: scale, phase: phase)
  }
}

extension TextFrame {
  /// The rectangle that the text covers, from the top left corner of its room, y down; null if it covers nothing.
  var inkBounds: CGRect {
    var ink = CGRect.null
    for placed in lines {
      let box = placed.line.drawnBounds
      guard !box.isNull else { continue }
      ink = ink.union(
        CGRect(
          x: placed.origin.x + box.minX, y: placed.origin.y - box.maxY, width: box.width, height: box.height))
    }
    return ink
  }
}

extension CATextLayer {
  /// Reports once that this machine does not have the font that plain text names, and its replacement.
  final func reportMissingFont() {
    guard let name = unverifiedFont, let host else { return }
    unverifiedFont = nil
    // Without the layer's name: a hundred layers in one font would repeat it.
    if let standing = Self.family(standingFor: name) {
      host.report(
        LayerIssue(.missingFont, "text names the font '\(name)', which is not installed; \(standing) stands in"))
    }
  }

  /// Returns the family that replaces a font that this machine does not have; nil for a font that it has.
  static func family(standingFor name: String) -> String? {
    let style = FontStyle(named: name)
    return FontLibrary.withLock { $0.hasFamily(style.family) ? nil : $0.face(style).style.family }
  }

  /// Draws the text in the layer's coordinates, which are user space; `isYDown` puts the first line at minimum y.
  final func drawText(in context: CGContext, isYDown: Bool) {
    guard let appearance = TextAppearance(values) else { return }
    context.saveGState()
    context.clip(to: bounds)
    context.setShouldSubpixelQuantizeFonts(appearance.content.isQuantized)
    let top = CGPoint(x: bounds.minX, y: isYDown ? bounds.minY : bounds.maxY)
    let frame = appearance.content.layout.frame
    if appearance.content.hasColors {
      frame.draw(in: context, at: top, isFlipped: isYDown)
    } else {
      frame.draw(in: context, at: top, isFlipped: isYDown, color: CGColor(rgba: appearance.tint))
    }
    context.restoreGState()
  }
}
