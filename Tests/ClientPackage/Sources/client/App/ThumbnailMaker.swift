import Foundation
import ImageIO
import UIKit

/// Pictures of files: small ones for lists, and the frames of animations.
final class ThumbnailMaker {
  /// A small picture, upright.
  func thumbnail(for data: Data, maxPixelSize: CGFloat) -> UIImage? {
    let sourceOptions = [kCGImageSourceShouldCache: false] as CFDictionary
    guard let source = CGImageSourceCreateWithData(data as CFData, sourceOptions) else { return nil }
    let options: [CFString: Any] = [
      kCGImageSourceCreateThumbnailFromImageAlways: true,
      kCGImageSourceCreateThumbnailWithTransform: true,
      kCGImageSourceShouldCacheImmediately: true,
      kCGImageSourceThumbnailMaxPixelSize: maxPixelSize,
    ]
    return CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary).map { UIImage(cgImage: $0) }
  }

  /// The frames of a GIF, and how long it takes.
  func animation(in data: Data) -> UIImage? {
    guard let source = CGImageSourceCreateWithData(data as CFData, nil) else { return nil }
    var images: [UIImage] = []
    var duration: TimeInterval = 0
    for index in 0..<CGImageSourceGetCount(source) {
      guard let image = CGImageSourceCreateImageAtIndex(source, index, nil) else { continue }
      images.append(UIImage(cgImage: image))
      let properties = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [CFString: Any]
      let gif = properties?[kCGImagePropertyGIFDictionary] as? [CFString: Any]
      duration += gif?[kCGImagePropertyGIFDelayTime] as? Double ?? 0.1
    }
    return UIImage.animatedImage(with: images, duration: duration)
  }

  /// A GIF of pictures, each shown for a time in seconds.
  func gif(of images: [UIImage], delay: Double) -> Data? {
    let data = NSMutableData()
    guard
      let destination = CGImageDestinationCreateWithData(
        data as CFMutableData, "com.compuserve.gif" as CFString, images.count, nil)
    else { return nil }
    let whole = [kCGImagePropertyGIFDictionary: [kCGImagePropertyGIFLoopCount: 0]]
    CGImageDestinationSetProperties(destination, whole as CFDictionary)
    let each = [kCGImagePropertyGIFDictionary: [kCGImagePropertyGIFDelayTime: delay]]
    for case let image? in images.map(\.cgImage) {
      CGImageDestinationAddImage(destination, image, each as CFDictionary)
    }
    return CGImageDestinationFinalize(destination) ? data as Data : nil
  }
}
