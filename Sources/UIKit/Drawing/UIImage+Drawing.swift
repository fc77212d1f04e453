// An image drawn to the current context, upright where y points down, as it does in UIKit's.

public import CoreGraphics
import Foundation
import QuartzCore

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

  /// Draws the image by the parts that its caps make, as a layer shows them.
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
  /// The size of the stored pixels of an image that has this size upright.
  fileprivate func stored(_ size: CGSize) -> CGSize {
    swapsSides ? CGSize(width: size.height, height: size.width) : size
  }

  /// Returns the transform from where the pixels are stored to where they are seen, both with y up from the bottom left
  /// corner.
  ///
  /// - Parameter size: upright.
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
