// The names of properties and options. Their values are those of Apple's constants, so that dictionaries written on one
// system are read on the other.

public import CoreGraphics
import ImageFiles

// Images

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

// GIF

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

// PNG and its animations

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

// WebP

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

// Options of sources

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

// Options of destinations

/// The quality, from 0 (small) to 1 (best). JPEG: 0.9 where it is not given; WebP: lossless.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
/// The CGColor behind transparency in JPEG; white where it is not given.
public let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"
/// The longest side of a written image, in pixels.
public let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"

// Options of animations

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

  /// The same for the codecs.
  var stored: ImageOrientation { ImageOrientation(rawValue: Int(rawValue)) ?? .up }
}
