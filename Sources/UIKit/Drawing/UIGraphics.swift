// UIKit's functions of drawing. They draw to the current context of the thread; without one they do nothing.

public import CoreGraphics
import Foundation

/// The context that drawing goes to: that of the view that is being drawn, of an image, or one that was pushed. Nil
/// outside.
public func UIGraphicsGetCurrentContext() -> CGContext? { GraphicsStack.current.context }

/// Makes `context` the current one of this thread, until ``UIGraphicsPopContext()``.
public func UIGraphicsPushContext(_ context: CGContext) { GraphicsStack.current.push(context) }

/// Ends the context that was pushed last; without one, nothing happens.
public func UIGraphicsPopContext() { GraphicsStack.current.pop() }

// MARK: Images

/// Begins an image at one pixel to a point, with a transparent background.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Begins an image: a context becomes the current one, y down from the top left corner, until
/// ``UIGraphicsEndImageContext()``.
///
/// - Parameters:
///   - size: in points. Of one that is empty or no number, there is no current context until the end.
///   - opaque: without alpha, black where nothing is drawn.
///   - scale: pixels to a point; 0 for the screen's.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  GraphicsStack.current.push(ImageCanvas(bounds: CGRect(origin: .zero, size: size), scale: scale, isOpaque: opaque))
}

/// Returns the image drawn so far to the canvas that was begun last; nil if the current context is not an image's.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? { GraphicsStack.current.canvas?.image }

/// Ends the image that was begun last; where the current context is not an image's, nothing happens.
public func UIGraphicsEndImageContext() { GraphicsStack.current.popImage() }

// MARK: Colours

extension UIColor {
  /// Makes this the colour of fills and strokes of the current context; a dynamic colour as it is now.
  public func set() {
    setFill()
    setStroke()
  }

  /// Makes this the colour of fills of the current context.
  public func setFill() { UIGraphicsGetCurrentContext()?.setFillColor(cgColor) }

  /// Makes this the colour of strokes of the current context.
  public func setStroke() { UIGraphicsGetCurrentContext()?.setStrokeColor(cgColor) }
}

// MARK: Rectangles

/// Fills a rectangle with the fill colour, which replaces what is there.
public func UIRectFill(_ rect: CGRect) { UIRectFillUsingBlendMode(rect, .copy) }

/// Fills a rectangle with the fill colour.
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  UIGraphicsGetCurrentContext()?.fill([rect], blendMode)
}

/// Fills a frame, one point wide, inside a rectangle with the fill colour, which replaces what is there.
public func UIRectFrame(_ rect: CGRect) { UIRectFrameUsingBlendMode(rect, .copy) }

/// Fills a frame, one point wide, inside a rectangle with the fill colour.
public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  let rect = rect.standardized
  guard rect.width > 2, rect.height > 2 else { return UIRectFillUsingBlendMode(rect, blendMode) }
  let inner = rect.insetBy(dx: 1, dy: 1)
  UIGraphicsGetCurrentContext()?.fill(
    [
      CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: 1),
      CGRect(x: rect.minX, y: inner.maxY, width: rect.width, height: 1),
      CGRect(x: rect.minX, y: inner.minY, width: 1, height: inner.height),
      CGRect(x: inner.maxX, y: inner.minY, width: 1, height: inner.height),
    ], blendMode)
}

/// Restricts drawing to a rectangle.
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }

extension CGContext {
  /// Fills rectangles with the fill colour under a blend mode.
  fileprivate func fill(_ rects: [CGRect], _ blendMode: CGBlendMode) {
    saveGState()
    setBlendMode(blendMode)
    fill(rects)
    restoreGState()
  }
}
