// Pixels of a text layer's text. Only the part that has any is a bitmap: bounds are often much larger than their text.

import CoreGraphics
import Foundation
import TextLayout

/// Text as pixels.
package struct TextPixels: Sendable {
  /// The first pixel, from the top left corner of the bounds, y down.
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int
  /// Whether a pixel is four bytes, premultiplied; else one of coverage.
  package let isColor: Bool
  /// First row first, without padding.
  package let bytes: [UInt8]
}

extension TextContent {
  /// Longer sides are drawn at a lower scale.
  private static let longestSide = 8192.0

  /// The scale that a picture can be made at, when `scale` is asked for, in pixels to a point.
  package func usableScale(_ scale: Double) -> Double {
    let scale = scale > 0 && scale.isFinite ? scale : 1
    return min(scale, Self.longestSide / Double(max(size.width, size.height, 1)))
  }

  /// Draws the text.
  ///
  /// - Parameters:
  ///   - scale: pixels to a point, as ``usableScale(_:)`` says.
  ///   - phase: where in its pixel the top left corner of the bounds lies, y down, each from 0 to 1.
  /// - Returns: nil where nothing of it lies in the bounds. Around it lies one pixel without coverage.
  package func pixels(scale: Double, phase: CGPoint = .zero) -> TextPixels? {
    let frame = frame
    // Bounds at a fraction of a pixel reach to the edges of the pixels that they touch.
    let whole = CGRect(
      x: 0, y: 0, width: (Double(size.width) * scale + phase.x - 1e-6).rounded(.up),
      height: (Double(size.height) * scale + phase.y - 1e-6).rounded(.up))
    let ink = frame.inkBounds
    guard !ink.isNull else { return nil }
    let shown = ink.applying(CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: phase.x, ty: phase.y)).insetBy(
      dx: -1, dy: -1
    ).integral.intersection(whole)
    guard !shown.isNull, shown.width >= 1, shown.height >= 1 else { return nil }
    let box = shown.insetBy(dx: -1, dy: -1)
    let (width, height) = (Int(box.width), Int(box.height))
    // To the bitmap's lower left corner, y up, from the bounds' upper left one, y down.
    let toBitmap = CGAffineTransform(
      a: scale, b: 0, c: 0, d: -scale, tx: phase.x - box.minX, ty: CGFloat(height) + box.minY - phase.y)
    guard let bytes = coverage(of: frame, width, height, toBitmap) ?? drawn(frame, width, height, toBitmap) else {
      return nil
    }
    return TextPixels(
      x: Int(box.minX), y: Int(box.minY), width: width, height: height, isColor: hasColors, bytes: bytes)
  }

  /// The coverage of text that is glyphs in one colour, without a context; nil for other text.
  private func coverage(of frame: TextFrame, _ width: Int, _ height: Int, _ toBitmap: CGAffineTransform) -> [UInt8]? {
    guard !hasColors else { return nil }
    var bitmap = GlyphBitmap(width: width, height: height, margin: 1, isQuantized: isQuantized)
    let upright = CGAffineTransform(scaleX: 1, y: -1).concatenating(toBitmap)
    return frame.draw(onto: &bitmap, matrix: upright) ? bitmap.bytes : nil
  }

  /// The pixels that a context draws.
  private func drawn(_ frame: TextFrame, _ width: Int, _ height: Int, _ toBitmap: CGAffineTransform) -> [UInt8]? {
    guard
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
        space: hasColors ? CGColorSpaceCreateDeviceRGB() : CGColorSpaceCreateDeviceGray(),
        bitmapInfo: (hasColors ? CGImageAlphaInfo.premultipliedLast : .alphaOnly).rawValue)
    else { return nil }
    context.clip(to: CGRect(x: 1, y: 1, width: width - 2, height: height - 2))
    context.concatenate(toBitmap)
    context.setShouldSubpixelQuantizeFonts(isQuantized)
    frame.draw(in: context, at: .zero, isFlipped: true)
    guard let data = context.data else { return nil }
    let rowBytes = width * (hasColors ? 4 : 1)
    return [UInt8](unsafeUninitializedCapacity: rowBytes * height) { buffer, count in
      for row in 0..<height {
        (buffer.baseAddress! + row * rowBytes).initialize(
          from: (data + row * context.bytesPerRow).assumingMemoryBound(to: UInt8.self), count: rowBytes)
      }
      count = rowBytes * height
    }
  }
}

extension TextFrame {
  /// What the text covers, from the top left corner of its room, y down; null for nothing.
  fileprivate var inkBounds: CGRect {
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
  /// Reports once that the font that plain text names is none of this machine's, and what stands in for it.
  final func reportMissingFont() {
    guard let name = unverifiedFont, let host else { return }
    unverifiedFont = nil
    let family = FontStyle(named: name).family
    guard !FontLibrary.withLock({ $0.hasFamily(family) }) else { return }
    let label = self.name.map { "text layer '\($0)'" } ?? "a text layer"
    host.report(
      "\(label) names the font '\(name)', which is not installed; \(FontLibrary.fallbackFamilies[0]) stands in")
  }

  /// Draws the text onto a context whose user space is the layer's coordinates.
  ///
  /// - Parameter isYDown: whether the first line lies at minimum y.
  final func drawText(in context: CGContext, isYDown: Bool) {
    guard let appearance = TextAppearance(values) else { return }
    context.saveGState()
    context.clip(to: bounds)
    context.setShouldSubpixelQuantizeFonts(appearance.content.isQuantized)
    let top = CGPoint(x: bounds.minX, y: isYDown ? bounds.minY : bounds.maxY)
    let frame = appearance.content.frame
    if appearance.content.hasColors {
      frame.draw(in: context, at: top, isFlipped: isYDown)
    } else {
      frame.draw(in: context, at: top, isFlipped: isYDown, color: CGColor(rgba: appearance.tint))
    }
    context.restoreGState()
  }
}
