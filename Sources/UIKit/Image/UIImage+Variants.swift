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
