// What a file and its images say of themselves. Numbers are NSNumber, which casts to every kind of number.

public import CoreGraphics
import Foundation
import ImageFiles

/// The properties of the file: its length, and of an animation its canvas, how often it is shown and the delay of each
/// frame, in the dictionary of its format. Nil while it cannot be read.
public func CGImageSourceCopyProperties(_ isrc: CGImageSource, _ options: CFDictionary?) -> CFDictionary? {
  guard let reader = isrc.reader else { return nil }
  var properties: CFDictionary = [kCGImagePropertyFileSize: NSNumber(value: isrc.byteCount)]
  if let keys = AnimationKeys(reader.codec), let loopCount = reader.header.loopCount {
    let frames: [CFDictionary] = reader.header.frames.map { keys.delays(of: $0) }
    properties[keys.dictionary] =
      [
        keys.loopCount: NSNumber(value: loopCount),
        keys.canvasWidth: NSNumber(value: reader.header.width),
        keys.canvasHeight: NSNumber(value: reader.header.height),
        keys.frames: frames,
      ] as CFDictionary
  }
  return properties
}

/// Returns the properties of the image at `index`; nil when the source does not have that image.
public func CGImageSourceCopyPropertiesAtIndex(
  _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CFDictionary? {
  guard let reader = isrc.reader, reader.header.frames.indices.contains(index) else { return nil }
  let header = reader.header
  var properties: CFDictionary = [
    kCGImagePropertyPixelWidth: NSNumber(value: header.width),
    kCGImagePropertyPixelHeight: NSNumber(value: header.height),
    kCGImagePropertyDepth: NSNumber(value: header.depth),
    kCGImagePropertyColorModel: header.colorModel.propertyValue,
  ]
  // As Apple's, these are there where they say something.
  if header.mayHaveAlpha { properties[kCGImagePropertyHasAlpha] = NSNumber(value: true) }
  if header.isIndexed { properties[kCGImagePropertyIsIndexed] = NSNumber(value: true) }
  if let name = header.profileName { properties[kCGImagePropertyProfileName] = name }
  if let resolution = header.resolution {
    properties[kCGImagePropertyDPIWidth] = NSNumber(value: resolution.x)
    properties[kCGImagePropertyDPIHeight] = NSNumber(value: resolution.y)
  }
  if header.orientation != .up {
    let number = NSNumber(value: header.orientation.rawValue)
    properties[kCGImagePropertyOrientation] = number
    properties[kCGImagePropertyTIFFDictionary] = [kCGImagePropertyTIFFOrientation: number] as CFDictionary
  }
  if let keys = AnimationKeys(reader.codec), header.isAnimated {
    properties[keys.dictionary] = keys.delays(of: header.frames[index])
  }
  return properties
}

extension ImageFileHeader.ColorModel {
  fileprivate var propertyValue: CFString {
    switch self {
    case .gray: kCGImagePropertyColorModelGray
    case .rgb: kCGImagePropertyColorModelRGB
    case .cmyk: kCGImagePropertyColorModelCMYK
    }
  }
}

/// A format's keys for animations: all formats' are those of GIF, in a dictionary of their own.
struct AnimationKeys {
  let dictionary: CFString
  let loopCount = kCGImagePropertyGIFLoopCount
  let delay = kCGImagePropertyGIFDelayTime
  let unclampedDelay = kCGImagePropertyGIFUnclampedDelayTime
  let canvasWidth = kCGImagePropertyGIFCanvasPixelWidth
  let canvasHeight = kCGImagePropertyGIFCanvasPixelHeight
  let frames = kCGImagePropertyGIFFrameInfoArray

  /// Nil for a format without animations.
  init?(_ codec: ImageCodec) {
    guard let dictionary = codec.animationProperties else { return nil }
    self.dictionary = dictionary
  }

  func delays(of frame: ImageFileHeader.Frame) -> CFDictionary {
    [delay: NSNumber(value: frame.shownDelay), unclampedDelay: NSNumber(value: frame.delay)]
  }
}

extension ImageFileHeader.Frame {
  /// Seconds that the frame is shown: those of the file, except that up to a hundredth means a tenth, as in browsers:
  /// such files were made for machines that could not be so fast.
  var shownDelay: Double { delay <= 0.010001 ? 0.1 : delay }
}
