import UIKit

extension UIImage {
  /// Top to bottom, from one colour to another.
  static func gradient(_ colors: [UIColor], size: CGSize) -> UIImage {
    UIGraphicsImageRenderer(size: size).image { context in
      let space = CGColorSpaceCreateDeviceRGB()
      guard
        let gradient = CGGradient(colorsSpace: space, colors: colors.map { $0.cgColor } as CFArray, locations: [0, 1])
      else { return }
      context.cgContext.drawLinearGradient(
        gradient, start: .zero, end: CGPoint(x: 0, y: size.height),
        options: [.drawsBeforeStartLocation, .drawsAfterEndLocation])
    }
  }

  func resized(to size: CGSize) -> UIImage {
    let format = UIGraphicsImageRendererFormat.default()
    format.scale = 1
    return UIGraphicsImageRenderer(size: size, format: format).image { _ in
      draw(in: CGRect(origin: .zero, size: size))
    }
  }

  func rounded(radius: CGFloat) -> UIImage? {
    UIGraphicsBeginImageContextWithOptions(size, false, scale)
    defer { UIGraphicsEndImageContext() }
    let rect = CGRect(origin: .zero, size: size)
    UIBezierPath(roundedRect: rect, cornerRadius: radius).addClip()
    draw(in: rect)
    return UIGraphicsGetImageFromCurrentImageContext()
  }

  /// The alpha of the image in a colour, the way it was done before `withTintColor(_:)`.
  func filled(with color: UIColor) -> UIImage? {
    guard let mask = cgImage else { return nil }
    UIGraphicsBeginImageContextWithOptions(size, false, scale)
    defer { UIGraphicsEndImageContext() }
    guard let context = UIGraphicsGetCurrentContext() else { return nil }
    let rect = CGRect(origin: .zero, size: size)
    context.translateBy(x: 0, y: size.height)
    context.scaleBy(x: 1, y: -1)
    context.clip(to: rect, mask: mask)
    color.setFill()
    context.fill(rect)
    return UIGraphicsGetImageFromCurrentImageContext()
  }

  var grayscale: UIImage? {
    guard let image = cgImage else { return nil }
    let context = CGContext(
      data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: image.width,
      space: CGColorSpaceCreateDeviceGray(), bitmapInfo: CGImageAlphaInfo.none.rawValue)
    context?.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    return context?.makeImage().map { UIImage(cgImage: $0) }
  }
}
