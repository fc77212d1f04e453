// Numbers are NSNumber, which casts to every type of number.

public import CoreGraphics
import Foundation
import ImageFiles

/// Returns the properties of the file: its length, and of an animation canvas, loop count and delays, in the dictionary
/// of its format. Nil while it cannot be read.
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

/// Returns the properties of the image at `index`; nil for a missing image.
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
  // As in Apple's framework, these are present only if they are true.
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

/// The keys of a format's animations: GIF's in the format's own dictionary.
struct AnimationKeys {
  let dictionary: CFString
  let loopCount = kCGImagePropertyGIFLoopCount
  let delay = kCGImagePropertyGIFDelayTime
  let unclampedDelay = kCGImagePropertyGIFUnclampedDelayTime
  let canvasWidth = kCGImagePropertyGIFCanvasPixelWidth
  let canvasHeight = kCGImagePropertyGIFCanvasPixelHeight
  let frames = kCGImagePropertyGIFFrameInfoArray

  /// Creates the keys; returns nil for a format without animations.
  init?(_ codec: ImageCodec) {
    guard let dictionary = codec.animationProperties else { return nil }
    self.dictionary = dictionary
  }

  func delays(of frame: ImageFileHeader.Frame) -> CFDictionary {
    [delay: NSNumber(value: frame.shownDelay), unclampedDelay: NSNumber(value: frame.delay)]
  }
}

extension ImageFileHeader.Frame {
  /// The duration of the frame in seconds: the file's, but a tenth for up to a hundredth, as in browsers.
  var shownDelay: Double { delay <= 0.010001 ? 0.1 : delay }
}

// The values are those of Apple's constants, so that dictionaries can be exchanged between systems.

/// The width of the stored pixels, before the orientation, a number.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"
/// The height of the stored pixels, before the orientation, a number.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"
/// The number of bits of a stored component, a number.
public let kCGImagePropertyDepth: CFString = "Depth"
/// The meaning of the stored components: one of the `kCGImagePropertyColorModel` names.
public let kCGImagePropertyColorModel: CFString = "ColorModel"
/// A number of ``CGImagePropertyOrientation``; missing if it is upright.
public let kCGImagePropertyOrientation: CFString = "Orientation"
/// Whether there may be transparency; missing if not.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"
/// Whether the pixels are indices into a table of colours; missing if not.
public let kCGImagePropertyIsIndexed: CFString = "IsIndexed"
/// The resolution across, in pixels an inch, a number.
public let kCGImagePropertyDPIWidth: CFString = "DPIWidth"
/// The resolution down, in pixels an inch, a number.
public let kCGImagePropertyDPIHeight: CFString = "DPIHeight"
/// The name in the colour profile.
public let kCGImagePropertyProfileName: CFString = "ProfileName"
/// The size of the file in bytes, a number.
public let kCGImagePropertyFileSize: CFString = "FileSize"
/// The colour model of red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
/// The colour model of grey.
public let kCGImagePropertyColorModelGray: CFString = "Gray"
/// The colour model of four inks.
public let kCGImagePropertyColorModelCMYK: CFString = "CMYK"
/// The colour model of CIE L*a*b*, which no supported format has.
public let kCGImagePropertyColorModelLab: CFString = "Lab"
/// Properties of TIFF, which EXIF shares.
public let kCGImagePropertyTIFFDictionary: CFString = "{TIFF}"
/// The orientation, in ``kCGImagePropertyTIFFDictionary``.
public let kCGImagePropertyTIFFOrientation: CFString = "Orientation"

/// The dictionary of GIF's own properties.
public let kCGImagePropertyGIFDictionary: CFString = "{GIF}"
/// The number of times that the animation is shown; 0 for endless.
public let kCGImagePropertyGIFLoopCount: CFString = "LoopCount"
/// The number of seconds until the next frame; a tenth if the file has a hundredth or less.
public let kCGImagePropertyGIFDelayTime: CFString = "DelayTime"
/// The number of seconds until the next frame, as in the file.
public let kCGImagePropertyGIFUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The width of the animation's canvas, in pixels.
public let kCGImagePropertyGIFCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the animation's canvas, in pixels.
public let kCGImagePropertyGIFCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The frames' delays, an array of a dictionary for each frame.
public let kCGImagePropertyGIFFrameInfoArray: CFString = "FrameInfo"

/// The dictionary of PNG's own properties.
public let kCGImagePropertyPNGDictionary: CFString = "{PNG}"
/// The number of times that the animation is shown; 0 for endless.
public let kCGImagePropertyAPNGLoopCount: CFString = "LoopCount"
/// The number of seconds until the next frame; a tenth if the file has a hundredth or less.
public let kCGImagePropertyAPNGDelayTime: CFString = "DelayTime"
/// The number of seconds until the next frame, as in the file.
public let kCGImagePropertyAPNGUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The width of the animation's canvas, in pixels.
public let kCGImagePropertyAPNGCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the animation's canvas, in pixels.
public let kCGImagePropertyAPNGCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The frames' delays, an array of a dictionary for each frame.
public let kCGImagePropertyAPNGFrameInfoArray: CFString = "FrameInfo"

/// The dictionary of WebP's own properties.
public let kCGImagePropertyWebPDictionary: CFString = "{WebP}"
/// The number of times that the animation is shown; 0 for endless.
public let kCGImagePropertyWebPLoopCount: CFString = "LoopCount"
/// The number of seconds until the next frame; a tenth if the file has a hundredth or less.
public let kCGImagePropertyWebPDelayTime: CFString = "DelayTime"
/// The number of seconds until the next frame, as in the file.
public let kCGImagePropertyWebPUnclampedDelayTime: CFString = "UnclampedDelayTime"
/// The width of the animation's canvas, in pixels.
public let kCGImagePropertyWebPCanvasPixelWidth: CFString = "CanvasPixelWidth"
/// The height of the animation's canvas, in pixels.
public let kCGImagePropertyWebPCanvasPixelHeight: CFString = "CanvasPixelHeight"
/// The frames' delays, an array of a dictionary for each frame.
public let kCGImagePropertyWebPFrameInfoArray: CFString = "FrameInfo"

/// The supposed type; without effect, as the signature determines the type.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Whether images may have floating-point components; without effect, as they never do.
public let kCGImageSourceShouldAllowFloat: CFString = "kCGImageSourceShouldAllowFloat"
/// Whether images stay decoded; without effect, as they always do.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether images are decoded at their creation; without effect, as they always are.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// Whether a thumbnail is made for a file without a thumbnail.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether a thumbnail is made from the image.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
/// The longest side of a thumbnail, in pixels.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"
/// Whether a thumbnail is turned upright.
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
/// The reduction that suffices for an image: 2, 4 or 8 for a half, a quarter, an eighth of the size.
public let kCGImageSourceSubsampleFactor: CFString = "kCGImageSourceSubsampleFactor"

/// The quality, from 0 (small) to 1 (best). Default: 0.9 for JPEG, lossless for WebP.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
/// The CGColor behind transparency in JPEG. Default: white.
public let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"
/// The longest side of a written image, in pixels.
public let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"

/// The index of the animation's first frame, a number. Default: 0.
public let kCGImageAnimationStartIndex: CFString = "StartIndex"
/// The number of seconds of each frame, instead of the file's.
public let kCGImageAnimationDelayTime: CFString = "DelayTime"
/// The number of times that the animation is shown, instead of the file's; infinity or 0 for endless.
public let kCGImageAnimationLoopCount: CFString = "LoopCount"

/// The transform from stored pixels to the upright picture, with the numbers of EXIF's tag 0x0112. Each case names the
/// sides of the picture at which the first row and the first column are seen.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  /// The first row is the top, the first column the left side: the picture is stored upright.
  case up = 1
  /// The first row is the top, the first column the right side.
  case upMirrored = 2
  /// The first row is the bottom, the first column the right side: the picture is to be turned by half a turn.
  case down = 3
  /// The first row is the bottom, the first column the left side.
  case downMirrored = 4
  /// The first row is the left side, the first column the top.
  case leftMirrored = 5
  /// The first row is the right side, the first column the top: to be turned a quarter clockwise.
  case right = 6
  /// The first row is the right side, the first column the bottom.
  case rightMirrored = 7
  /// The first row is the left side, the first column the bottom: to be turned a quarter counter-clockwise.
  case left = 8

  var stored: ImageOrientation { ImageOrientation(rawValue: Int(rawValue)) ?? .up }
}
