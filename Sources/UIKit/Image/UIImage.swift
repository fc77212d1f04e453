// An image for client code: a CGImage with a scale and an orientation. Layers take its `cgImage`.

public import CoreGraphics
public import Foundation

/// An immutable image with a size in points.
open class UIImage: NSObject, @unchecked Sendable {
  // Unchecked Sendable: the stored properties are immutable and Sendable; it is a subclass's duty to be as well.

  /// How the stored pixels are turned to be seen upright.
  public enum Orientation: Int, Sendable {
    case up = 0
    case down = 1
    /// Turned a quarter counter-clockwise.
    case left = 2
    /// Turned a quarter clockwise.
    case right = 3
    case upMirrored = 4
    case downMirrored = 5
    case leftMirrored = 6
    case rightMirrored = 7

    var swapsSides: Bool {
      switch self {
      case .up, .down, .upMirrored, .downMirrored: false
      case .left, .right, .leftMirrored, .rightMirrored: true
      }
    }

    /// The same by EXIF's numbers.
    init(_ stored: ImageOrientation) {
      switch stored {
      case .up: self = .up
      case .upMirrored: self = .upMirrored
      case .down: self = .down
      case .downMirrored: self = .downMirrored
      case .leftMirrored: self = .leftMirrored
      case .right: self = .right
      case .rightMirrored: self = .rightMirrored
      case .left: self = .left
      }
    }

    var stored: ImageOrientation {
      ImageOrientation.allCases.first { Orientation($0) == self } ?? .up
    }
  }

  /// What becomes of the middle of an image that is resized. Both stretch it here: a middle of one pixel, as most have, looks
  /// the same.
  public enum ResizingMode: Int, Sendable {
    case tile = 0
    case stretch = 1
  }

  private let bitmap: CGImage
  /// The frames of an animated image, shown one after the other for equal times; nil for a still one.
  public let images: [UIImage]?
  /// Seconds that all ``images`` take; 0 for a still one.
  public let duration: TimeInterval
  /// Pixels to a point.
  public let scale: CGFloat
  /// How far from the edges the image keeps its size where it is drawn larger or smaller, in points.
  public let capInsets: UIEdgeInsets
  /// What becomes of the part inside ``capInsets``.
  public let resizingMode: ResizingMode
  /// How the pixels of ``cgImage`` are turned to be seen upright. A layer shows them as they are, a ``UIImageView`` upright.
  public let imageOrientation: Orientation

  /// An image of these pixels.
  ///
  /// - Parameter scale: pixels to a point; 1 where it is not positive.
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    bitmap = cgImage
    self.scale = scale > 0 ? scale : 1
    imageOrientation = orientation
    images = nil
    duration = 0
    (capInsets, resizingMode) = (.zero, .tile)
  }

  /// An image that ``UIImageView`` shows as an animation of `images`; its own pixels are those of the first.
  private init(frames: [UIImage], duration: TimeInterval) {
    bitmap = frames[0].bitmap
    scale = frames[0].scale
    imageOrientation = frames[0].imageOrientation
    images = frames
    self.duration = duration
    (capInsets, resizingMode) = (.zero, .tile)
  }

  /// Another image that is resized in its own way.
  init(_ other: UIImage, capInsets: UIEdgeInsets, resizingMode: ResizingMode) {
    (bitmap, scale, imageOrientation) = (other.bitmap, other.scale, other.imageOrientation)
    (images, duration) = (other.images, other.duration)
    (self.capInsets, self.resizingMode) = (capInsets, resizingMode)
  }

  /// An animated image: frames shown for equal times, `duration` seconds in all; 0 stands for a thirtieth of a second each.
  /// Nil without frames, or where the duration is no finite number. Animated images among them count as their first frame.
  public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    guard !images.isEmpty, duration.isFinite else { return nil }
    return UIImage(frames: images, duration: duration > 0 ? duration : Double(images.count) / 30)
  }

  /// An image of these pixels at scale 1, upright.
  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

  /// The pixels. Never nil here; optional as Apple declares it.
  open var cgImage: CGImage? { bitmap }

  /// The size in points, as it is seen upright.
  open var size: CGSize {
    let (width, height) = (CGFloat(bitmap.width) / scale, CGFloat(bitmap.height) / scale)
    return imageOrientation.swapsSides ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
  }

  /// The pixels turned upright: those of ``cgImage`` where they are so already.
  package final var uprightImage: CGImage? { cgImage?.turned(imageOrientation.stored) }

  /// The file as PNG; nil when encoding fails. The pixels are written as they are stored: PNG has no orientation.
  open func pngData() -> Data? { encoded(as: .png) }

  /// The file as JPEG, over white where the image is transparent; nil when encoding fails. The pixels are written as
  /// they are stored, with the orientation as EXIF.
  ///
  /// - Parameter compressionQuality: 0 (small) to 1 (best).
  open func jpegData(compressionQuality: CGFloat) -> Data? {
    encoded(as: .jpeg, quality: Double(compressionQuality.clampedToUnit))
  }

  private func encoded(as format: ImageFileFormat, quality: Double? = nil) -> Data? {
    var settings = OutputSettings(quality: quality)
    if format == .jpeg { settings.orientation = imageOrientation.stored }
    return (try? ImageFile.encode([OutputFrame(bitmap)], as: format, settings, name: "image")).map { Data($0) }
  }
}
