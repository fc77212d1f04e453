// A drawing that is drawn again.

public import Foundation

/// A bitmap that is drawn to through a context of its own, and drawn into others.
public final class CGLayer {
  /// The context that draws to the layer; its user space is the layer's, from the bottom left corner.
  public let context: CGContext?
  /// In points of the layer's user space.
  public let size: CGSize

  /// A layer for drawing into `context`, as many pixels large as `size` takes there. Nil where that is nothing, or too
  /// much.
  public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: CFDictionary?) {
    let (sx, sy) = (hypot(context.ctm.a, context.ctm.b), hypot(context.ctm.c, context.ctm.d))
    let (width, height) = ((size.width * sx).rounded(.up), (size.height * sy).rounded(.up))
    guard width >= 1, height >= 1, width <= 32767, height <= 32767,
      let own = CGContext(
        data: nil, width: Int(width), height: Int(height), bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else { return nil }
    own.scaleBy(x: width / size.width, y: height / size.height)
    self.context = own
    self.size = size
  }
}

extension CGContext {
  /// Draws a layer at its size, its bottom left corner at a point of user space.
  public func draw(_ layer: CGLayer, at point: CGPoint) { draw(layer, in: CGRect(origin: point, size: layer.size)) }

  /// Draws a layer so that it fills a rectangle of user space.
  public func draw(_ layer: CGLayer, in rect: CGRect) {
    guard let image = layer.context?.makeImage() else { return }
    draw(image, in: rect)
  }
}
