// Numbers are NSNumber, which casts to every kind of number.

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
  /// Seconds that the frame is shown: the file's, but a tenth for up to a hundredth, as in browsers.
  var shownDelay: Double { delay <= 0.010001 ? 0.1 : delay }
}

// The values are those of Apple's constants, so that dictionaries written on one system are read on the other.

/// The width of the stored pixels, a number: before the orientation turns them.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The height of the stored pixels, a number: before the orientation turns them.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The depth of a stored component, in bits, a number.
public let kCGImagePropertyDepth: CFString = "Depth"
/// The meaning of the stored components: one of the `kCGImagePropertyColorModel` names.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// A number of ``CGImagePropertyOrientation``; there only where it is not upright.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Whether there may be transparency; there only where it is true.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// Whether the pixels are indices into a table of colours; there only where it is true.
public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// The resolution across, in pixels an inch, a number.
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// The resolution down, in pixels an inch, a number.
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// The name that the colour profile gives itself.
public let kCGImagePropertyProfileName: CFString = "ProfileName"
/// The size of the file, in bytes, a number.
public let kCGImagePropertyFileSize: CFString = "FileSize"
/// The colour model of red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// The colour model of grey alone.
public let kCGImagePropertyColorModelGray: CFString = "Gray"
/// The colour model of four inks.
public let kCGImagePropertyColorModelCMYK: CFString = "CMYK"
/// CIE L*a*b*; no format that is read has it.
public let kCGImagePropertyColorModelLab: CFString = "Lab"
/// Properties of TIFF, which EXIF shares.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The orientation, in ``kCGImagePropertyTIFFDictionary``.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"

/// The dictionary of properties that are GIF's own.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// The number of times that the animation is shown; 0 for ever.
public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// Seconds until the next frame; a tenth where the file says a hundredth or less.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// Seconds until the next frame, as the file says.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The width of the animation's canvas, in pixels.
public let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the animation's canvas, in pixels.
public let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The frames' delays: an array with a dictionary for each frame.
public let kCGImagePropertyGIFFrameInfoArray: CFString = "FrameInfo"

/// The dictionary of properties that are PNG's own.
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// The number of times that the animation is shown; 0 for ever.
public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// Seconds until the next frame; a tenth where the file says a hundredth or less.
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// Seconds until the next frame, as the file says.
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The width of the animation's canvas, in pixels.
public let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the animation's canvas, in pixels.
public let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The frames' delays: an array with a dictionary for each frame.
public let kCGImagePropertyAPNGFrameInfoArray: CFString = "FrameInfo"

/// The dictionary of properties that are WebP's own.
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
/// The number of times that the animation is shown; 0 for ever.
public let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
/// Seconds until the next frame; a tenth where the file says a hundredth or less.
public let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
/// Seconds until the next frame, as the file says.
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The width of the animation's canvas, in pixels.
public let kCGImagePropertyWebPCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the animation's canvas, in pixels.
public let kCGImagePropertyWebPCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The frames' delays: an array with a dictionary for each frame.
public let kCGImagePropertyWebPFrameInfoArray: CFString = "FrameInfo"

/// A guess at the type; not needed, as the first bytes tell the type.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Whether images may have floating-point components; they never do.
public let kCGImageSourceShouldAllowFloat: CFString = "kCGImageSourceShouldAllowFloat"
/// Whether images are kept decoded; they are, for as long as they live.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether images are decoded when they are made; they always are.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// Whether a thumbnail is made where the file has none.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether a thumbnail is made from the image.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
/// The longest side of a thumbnail, in pixels.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// Whether a thumbnail is turned upright.
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
/// The part of the size that is enough for an image: 2, 4 or 8 for a half, a quarter, an eighth.
public let kCGImageSourceSubsampleFactor: CFString = "kCGImageSourceSubsampleFactor"

/// The quality, from 0 (small) to 1 (best). JPEG: 0.9 where it is not given; WebP: lossless.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
/// The CGColor behind transparency in JPEG; white where it is not given.
public let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"
/// The longest side of a written image, in pixels.
public let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"

/// The index of the frame that the animation begins with, a number. Default: 0.
public let kCGImageAnimationStartIndex: CFString = "StartIndex"
/// Seconds for each frame, in place of the file's.
public let kCGImageAnimationDelayTime: CFString = "DelayTime"
/// The number of times that the animation is shown, in place of the file's; infinity or 0 for ever.
public let kCGImageAnimationLoopCount: CFString = "LoopCount"

/// The turn that brings stored pixels upright: the numbers of EXIF's tag 0x0112. Each case says where the first row and
/// the first column of the stored pixels are seen.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  /// The first row is the top, the first column the left side: the picture as it is stored.
  case up = 1
  /// The first row is the top, the first column the right side.
  case upMirrored = 2
  /// Bottom, right: turned by half a turn.
  case down = 3
  /// The first row is the bottom, the first column the left side.
  case downMirrored = 4
  /// The first row is the left side, the first column the top.
  case leftMirrored = 5
  /// Right, top: to be turned a quarter clockwise.
  case right = 6
  /// The first row is the right side, the first column the bottom.
  case rightMirrored = 7
  /// Left, bottom: to be turned a quarter counter-clockwise.
  case left = 8

  var stored: ImageOrientation { ImageOrientation(rawValue: Int(rawValue)) ?? .up }
}
