// UIKit's drawing functions draw to the thread's current context; without one they do nothing.

public import CoreGraphics
import Foundation
import QuartzCore

/// Returns the current context: that of the view being drawn, of an image, or one that was pushed. Nil outside.
public func UIGraphicsGetCurrentContext() -> CGContext? { GraphicsStack.current.context }

/// Makes `context` the current one of this thread, until ``UIGraphicsPopContext()``.
public func UIGraphicsPushContext(_ context: CGContext) { GraphicsStack.current.push(context) }

/// Pops the context that was pushed last; without one, nothing happens.
public func UIGraphicsPopContext() { GraphicsStack.current.pop() }

// MARK: Images

/// Begins an image at one pixel to a point, with a transparent background.
public func UIGraphicsBeginImageContext(_ size: CGSize) { UIGraphicsBeginImageContextWithOptions(size, false, 1) }

/// Begins an image of a size in points, at `scale` pixels to a point, 0 for the screen's: a context becomes the current
/// one, y down from the top left corner, until ``UIGraphicsEndImageContext()``; none for an empty or infinite size. An
/// `opaque` image has no alpha, and is black where nothing is drawn.
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {
  GraphicsStack.current.push(ImageCanvas(bounds: CGRect(origin: .zero, size: size), scale: scale, isOpaque: opaque))
}

/// Returns the image drawn so far to the innermost canvas; nil if the current context is not an image's.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? { GraphicsStack.current.canvas?.image }

/// Ends the innermost image; nothing happens if the current context is not an image's.
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

/// Clips to a rectangle.
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }

extension CGContext {
  fileprivate func fill(_ rects: [CGRect], _ blendMode: CGBlendMode) {
    saveGState()
    setBlendMode(blendMode)
    fill(rects)
    restoreGState()
  }
}

// A path is drawn in its own style; the context's line attributes do not count, and are not changed.
extension UIBezierPath {
  /// Fills the path with the current fill colour.
  public func fill() { draw { $0.fillPath(using: rule) } }

  /// Fills the path with the current fill colour, under a blend mode and an alpha from 0 to 1.
  public func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
    draw(blendMode, alpha) { $0.fillPath(using: rule) }
  }

  /// Strokes the path with the current stroke colour.
  public func stroke() { draw { $0.strokePath() } }

  /// Strokes the path with the current stroke colour, under a blend mode and an alpha from 0 to 1.
  public func stroke(with blendMode: CGBlendMode, alpha: CGFloat) { draw(blendMode, alpha) { $0.strokePath() } }

  /// Clips to the inside of the path; an empty path leaves nothing.
  public func addClip() {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.beginPath()
    context.addPath(path)
    context.clip(using: rule)
  }

  private var rule: CGPathFillRule { usesEvenOddFillRule ? .evenOdd : .winding }

  private func draw(_ blendMode: CGBlendMode? = nil, _ alpha: CGFloat? = nil, _ paint: (CGContext) -> Void) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    context.saveGState()
    defer { context.restoreGState() }
    if let blendMode { context.setBlendMode(blendMode) }
    if let alpha { context.setAlpha(alpha) }
    context.setLineWidth(lineWidth)
    context.setLineCap(lineCapStyle)
    context.setLineJoin(lineJoinStyle)
    context.setMiterLimit(miterLimit)
    context.setFlatness(flatness)
    context.setLineDash(phase: dashPhase, lengths: dashes)
    context.beginPath()
    context.addPath(path)
    paint(context)
  }
}

// Images are upright where y points down, as in UIKit's contexts.
extension UIImage {
  /// Draws the image at its size, its top left corner at a point.
  public func draw(at point: CGPoint) { draw(at: point, blendMode: .normal, alpha: 1) }

  /// Draws the image at its size, its top left corner at a point, under a blend mode and an alpha from 0 to 1.
  public func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
    draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
  }

  /// Draws the image so that it fills a rectangle.
  public func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

  /// Draws the image so that it fills a rectangle, under a blend mode and an alpha from 0 to 1.
  public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
    guard let context = UIGraphicsGetCurrentContext(), let image = cgImage else { return }
    let rect = rect.standardized
    context.saveGState()
    defer { context.restoreGState() }
    context.setBlendMode(blendMode)
    context.setAlpha(alpha)
    if capInsets != .zero { return drawInParts(in: rect, context) }
    // Core Graphics draws images upright where y points up: from the bottom left corner of the rectangle.
    context.translateBy(x: rect.minX, y: rect.maxY)
    context.scaleBy(x: 1, y: -1)
    context.concatenate(imageOrientation.upright(in: rect.size))
    context.draw(image, in: CGRect(origin: .zero, size: imageOrientation.stored(rect.size)))
  }

  /// Draws the image by the parts that its caps define, as a layer shows them.
  private func drawInParts(in rect: CGRect, _ context: CGContext) {
    let layer = CALayer()
    layer.bounds.size = rect.size
    (layer.contents, layer.contentsScale, layer.contentsCenter) = (uprightImage, scale, stretchedPart)
    context.translateBy(x: rect.minX, y: rect.minY)
    layer.render(in: context)
  }

  /// Fills a rectangle with copies of the image at its size, from the origin of the context's coordinates.
  public func drawAsPattern(in rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(), let image = cgImage else { return }
    context.saveGState()
    defer { context.restoreGState() }
    context.clip(to: rect)
    context.scaleBy(x: 1, y: -1)
    context.concatenate(imageOrientation.upright(in: size))
    context.draw(image, in: CGRect(origin: .zero, size: imageOrientation.stored(size)), byTiling: true)
  }
}

extension UIImage.Orientation {
  /// Returns the size of the stored pixels of an image with an upright size.
  fileprivate func stored(_ size: CGSize) -> CGSize {
    swapsSides ? CGSize(width: size.height, height: size.width) : size
  }

  /// Returns the transform from stored to upright pixels, of the upright `size`, both with y up from the lower left.
  fileprivate func upright(in size: CGSize) -> CGAffineTransform {
    let (w, h) = (size.width, size.height)
    return switch self {
    case .up: .identity
    case .down: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
    case .left: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: w, ty: 0)
    case .right: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: h)
    case .upMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: 1, tx: w, ty: 0)
    case .downMirrored: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: h)
    case .leftMirrored: CGAffineTransform(a: 0, b: -1, c: -1, d: 0, tx: w, ty: h)
    case .rightMirrored: CGAffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    }
  }
}
