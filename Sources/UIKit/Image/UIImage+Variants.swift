// Images made from others.

import CoreGraphics
import Foundation

extension UIImage {
  /// The image in one colour: its alpha times the colour's.
  public func withTintColor(_ color: UIColor) -> UIImage {
    guard let source = cgImage,
      let context = CGContext(
        data: nil, width: source.width, height: source.height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else { return self }
    let box = CGRect(x: 0, y: 0, width: source.width, height: source.height)
    context.draw(source, in: box)
    context.setBlendMode(.sourceIn)
    context.setFillColor(color.cgColor)
    context.fill(box)
    guard let image = context.makeImage() else { return self }
    return UIImage(cgImage: image, scale: scale, orientation: imageOrientation).with(self)
  }

  /// The image in one colour, in a rendering mode.
  public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    withTintColor(color).withRenderingMode(renderingMode)
  }

  /// The same image in another rendering mode.
  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    UIImage(self) { $0.renderingMode = renderingMode }
  }

  /// This image with what another one says of its use.
  private func with(_ other: UIImage) -> UIImage {
    UIImage(self) { form in
      (form.capInsets, form.resizingMode) = (other.capInsets, other.resizingMode)
      form.renderingMode = other.renderingMode
    }
  }

  /// The same image, which keeps the size of its corners, and of its sides across, where it is drawn to another size or
  /// shown by a ``UIImageView``.
  public func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode = .tile) -> UIImage {
    UIImage(self) { ($0.capInsets, $0.resizingMode) = (capInsets, resizingMode) }
  }

  /// The rectangle that stretches, in fractions of the image as it is seen upright; the whole image without caps.
  var stretchedPart: CGRect {
    let (width, height) = (max(size.width, 1e-9), max(size.height, 1e-9))
    func part(_ low: CGFloat, _ high: CGFloat, _ length: CGFloat) -> (CGFloat, CGFloat) {
      let first = min(max(low / length, 0), 1)
      return (first, max(1 - first - max(high / length, 0), 0))
    }
    let x = part(capInsets.left, capInsets.right, width)
    let y = part(capInsets.top, capInsets.bottom, height)
    return CGRect(x: x.0, y: y.0, width: x.1, height: y.1)
  }

  /// The same pixels, seen mirrored from left to right.
  public func withHorizontallyFlippedOrientation() -> UIImage {
    UIImage(self) { $0.orientation = imageOrientation.flippedHorizontally }
  }
}

extension UIImage.Orientation {
  fileprivate var flippedHorizontally: Self {
    switch self {
    case .up: .upMirrored
    case .upMirrored: .up
    case .down: .downMirrored
    case .downMirrored: .down
    case .left: .rightMirrored
    case .rightMirrored: .left
    case .right: .leftMirrored
    case .leftMirrored: .right
    }
  }
}
