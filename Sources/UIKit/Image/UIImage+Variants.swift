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
    return context.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: imageOrientation) } ?? self
  }

  /// The same image, which keeps the size of its corners, and of its sides across, where it is drawn to another size or shown
  /// by a ``UIImageView``.
  public func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode = .tile) -> UIImage {
    UIImage(self, capInsets: capInsets, resizingMode: resizingMode)
  }

  /// What stretches, in fractions of the image as it is seen upright; the whole where no caps are set.
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
    guard let source = cgImage else { return self }
    return UIImage(cgImage: source, scale: scale, orientation: imageOrientation.flippedHorizontally)
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
