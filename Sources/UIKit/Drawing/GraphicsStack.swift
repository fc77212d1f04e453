// The contexts that UIKit's drawing calls draw to: a stack for each thread, as tiles are drawn on several at once.

import CoreGraphics
import Foundation

/// The contexts of one thread, innermost last.
final class GraphicsStack {
  private enum Entry {
    case context(CGContext)
    /// Begun with an image context; nil where there was no memory for it, or nothing to draw.
    case image(ImageCanvas?)
  }

  private var entries: [Entry] = []

  static var current: GraphicsStack {
    let key = "multiplane.UIGraphics"
    if let stack = Thread.current.threadDictionary[key] as? GraphicsStack { return stack }
    let stack = GraphicsStack()
    Thread.current.threadDictionary[key] = stack
    return stack
  }

  var context: CGContext? {
    switch entries.last {
    case .context(let context): context
    case .image(let canvas): canvas?.context
    case nil: nil
    }
  }

  /// The innermost image context, where that is the innermost context of all.
  var canvas: ImageCanvas? {
    if case .image(let canvas) = entries.last { return canvas }
    return nil
  }

  func push(_ context: CGContext) { entries.append(.context(context)) }

  func push(_ canvas: ImageCanvas?) { entries.append(.image(canvas)) }

  /// Ends the innermost context; without one, nothing happens.
  func pop() { _ = entries.popLast() }

  /// Ends the innermost context if it is an image's.
  func popImage() { if case .image = entries.last { entries.removeLast() } }
}

/// Draws with a context as the current one.
func withCurrentContext<Result>(_ context: CGContext, _ body: () throws -> Result) rethrows -> Result {
  let stack = GraphicsStack.current
  stack.push(context)
  defer { stack.pop() }
  return try body()
}

/// A bitmap in points, y down from the top left corner.
final class ImageCanvas {
  let context: CGContext
  private let bitmap: DrawingBitmap
  /// Pixels to a point.
  let scale: CGFloat

  /// A transparent canvas, or a black one; nil where it has no pixel.
  ///
  /// - Parameters:
  ///   - bounds: in points; the sides are rounded up to whole pixels. Of more than a bitmap may have, fewer are made.
  ///   - scale: pixels to a point; the screen's where it is not positive.
  init?(bounds: CGRect, scale: CGFloat, isOpaque: Bool) {
    let wanted = scale > 0 && scale.isFinite ? scale : UIScreen.main.scale
    let (wide, high) = (Double(bounds.size.width * wanted), Double(bounds.size.height * wanted))
    guard let fitting = DrawingBitmap.fittingFactor(width: wide, height: high), bounds.minX.isFinite,
      bounds.minY.isFinite
    else { return nil }
    let (width, height) = (wide * fitting - 1e-6, high * fitting - 1e-6)
    guard
      let bitmap = DrawingBitmap(
        width: max(1, Int(width.rounded(.up))), height: max(1, Int(height.rounded(.up))),
        format: isOpaque ? .opaqueColor : .color),
      let context = bitmap.makeContext()
    else { return nil }
    let scale = wanted * CGFloat(fitting)
    (self.context, self.bitmap, self.scale) = (context, bitmap, scale)
    context.translateBy(x: 0, y: CGFloat(bitmap.height))
    context.scaleBy(x: scale, y: -scale)
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
  }

  /// The image drawn so far.
  var image: UIImage { UIImage(cgImage: bitmap.makeImage(), scale: scale, orientation: .up) }
}
