// A source's pictures, whole and small.

public import CoreGraphics
import Foundation
import ImageFiles

/// The image at `index`, as it is stored: its orientation is a property. Of an animation it is the whole canvas.
/// Colours are converted to sRGB.
///
/// - Parameters:
///   - isrc: the source.
///   - index: of the image, from 0.
///   - options: ``kCGImageSourceSubsampleFactor`` is honoured by JPEG and by WebP that is no animation.
/// - Returns: nil when there is no such image, or it cannot be decoded.
public func CGImageSourceCreateImageAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
  let factor = ImageOptions(options).number(kCGImageSourceSubsampleFactor) ?? 1
  let reduction = [2, 4, 8].contains(factor) ? 1 / factor : 1
  return isrc.picture(index) { reader throws(ImageFileError) in try reader.picture(at: index, reduction: reduction) }
}

/// A small picture of the image at `index`, no side longer than ``kCGImageSourceThumbnailMaxPixelSize``, never larger
/// than the image. JPEG and WebP are decoded at a reduced size, which is much faster.
///
/// Files' own thumbnails are not read. So it takes ``kCGImageSourceCreateThumbnailFromImageAlways`` or
/// ``kCGImageSourceCreateThumbnailFromImageIfAbsent``; without either, the function returns nil. With
/// ``kCGImageSourceCreateThumbnailWithTransform`` it is turned upright.
public func CGImageSourceCreateThumbnailAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
  let options = ImageOptions(options)
  guard
    options.flag(kCGImageSourceCreateThumbnailFromImageAlways)
      || options.flag(kCGImageSourceCreateThumbnailFromImageIfAbsent)
  else { return nil }
  let limit = options.number(kCGImageSourceThumbnailMaxPixelSize).map { Int(min(max($0, 1), 1e6)) } ?? .max
  let small = isrc.picture(index) { reader throws(ImageFileError) in try reader.picture(at: index, fitting: limit) }
  guard let small, let reader = isrc.reader else { return nil }
  return options.flag(kCGImageSourceCreateThumbnailWithTransform) ? small.turned(reader.header.orientation) : small
}

extension CGImageSource {
  /// Returns the picture that `decode` makes; nil when it throws, and the source remembers the error.
  fileprivate func picture(
    _ index: Int, _ decode: (ImageFileReader) throws(ImageFileError) -> DecodedImage
  ) -> CGImage? {
    guard let reader, (0..<reader.frameCount).contains(index) else { return nil }
    do throws(ImageFileError) {
      return try decode(reader).image
    } catch {
      fail(error)
      return nil
    }
  }
}

/// A dictionary of options, whose values may be numbers of any kind.
struct ImageOptions {
  private let values: CFDictionary

  init(_ values: CFDictionary?) { self.values = values ?? [:] }

  /// A finite number.
  func number(_ key: CFString) -> Double? {
    let number: Double? =
      switch values[key] {
      case let value as Double: value
      case let value as Int: Double(value)
      case let value as CGFloat: Double(value)
      case let value as Float: Double(value)
      case let value as UInt32: Double(value)
      case let value as Int32: Double(value)
      case let value as NSNumber: value.doubleValue
      default: nil
      }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  func flag(_ key: CFString) -> Bool { values[key] as? Bool ?? (number(key).map { $0 != 0 } ?? false) }

  func dictionary(_ key: CFString) -> ImageOptions { ImageOptions(values[key] as? CFDictionary) }

  func value(_ key: CFString) -> Any? { values[key] }
}
