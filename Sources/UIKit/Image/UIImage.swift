// An image for client code: a CGImage with a scale and an orientation. Layers take its `cgImage`.
// Tested by UIImageTests.

public import CoreGraphics
public import Foundation
import ImageFiles

/// An immutable image with a size in points.
open class UIImage: NSObject, @unchecked Sendable {
  // Unchecked Sendable: the stored properties are immutable and Sendable; it is a subclass's duty to be as well.

  /// The turn, and the mirroring, by which the stored pixels are seen upright.
  public enum Orientation: Int, Sendable {
    case up = 0
    case down = 1
    /// Turned a quarter counter-clockwise.
    case left = 2
    /// The stored pixels are to be turned a quarter clockwise.
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

  /// The treatment of the middle of an image that is resized. Both modes stretch it here: a middle of one pixel, as
  /// most have, looks the same.
  public enum ResizingMode: Int, Sendable {
    case tile = 0
    case stretch = 1
  }

  /// Whether an image is drawn in its own colours.
  public enum RenderingMode: Int, Sendable {
    /// As whoever shows it thinks fit; a ``UIImageView`` in its own colours.
    case automatic = 0
    /// The image is drawn in its own colours.
    case alwaysOriginal = 1
    /// In the tint of the view that shows it: its alpha times that colour.
    case alwaysTemplate = 2
  }

  /// All that an image is.
  struct Form: Sendable {
    /// Nil for an image of no size.
    var bitmap: CGImage?
    var scale: CGFloat = 1
    var orientation = Orientation.up
    var images: [UIImage]?
    var duration: TimeInterval = 0
    var capInsets = UIEdgeInsets.zero
    var resizingMode = ResizingMode.tile
    var renderingMode = RenderingMode.automatic
  }

  private let form: Form
  /// The frames of an animated image, shown one after the other for equal times; nil for a still one.
  public final var images: [UIImage]? { form.images }
  /// Seconds that all ``images`` take; 0 for a still one.
  public final var duration: TimeInterval { form.duration }
  /// The number of pixels to a point of the image, along each axis.
  public final var scale: CGFloat { form.scale }
  /// The widths of the edges that keep their size where the image is drawn larger or smaller, in points.
  public final var capInsets: UIEdgeInsets { form.capInsets }
  /// The treatment of the part inside ``capInsets``.
  public final var resizingMode: ResizingMode { form.resizingMode }
  /// Whether the image is drawn in its own colours. Default: automatic.
  public final var renderingMode: RenderingMode { form.renderingMode }
  /// The turn, and the mirroring, by which the pixels of ``cgImage`` are seen upright. A layer shows the pixels as they
  /// are, a ``UIImageView`` shows them upright.
  public final var imageOrientation: Orientation { form.orientation }

  /// An image of these pixels.
  ///
  /// - Parameters:
  ///   - cgImage: the pixels, as they are stored.
  ///   - scale: pixels to a point; 1 where it is not positive.
  ///   - orientation: how the pixels are turned to be seen upright.
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    form = Form(bitmap: cgImage, scale: scale > 0 ? scale : 1, orientation: orientation)
  }

  /// An image of no size, which shows nothing.
  public override init() { form = Form() }

  /// An image that differs from another one.
  init(_ other: UIImage, _ change: (inout Form) -> Void) {
    var form = other.form
    change(&form)
    self.form = form
  }

  /// An animated image: frames shown for equal times, `duration` seconds in all; 0 means a thirtieth of a second for
  /// each frame. Nil without frames, or for an infinite duration or one that is not a number. An animated image among
  /// the frames counts as its first frame.
  public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    guard !images.isEmpty, duration.isFinite else { return nil }
    return UIImage(images[0]) { form in
      form.images = images
      form.duration = duration > 0 ? duration : Double(images.count) / 30
      (form.capInsets, form.resizingMode) = (.zero, .tile)
    }
  }

  /// An image of these pixels at scale 1, upright.
  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

  /// The pixels; nil for an image of no size.
  open var cgImage: CGImage? { form.bitmap }

  /// The size in points, as it is seen upright.
  open var size: CGSize {
    guard let bitmap = form.bitmap else { return .zero }
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

  private func encoded(as codec: ImageCodec, quality: Double? = nil) -> Data? {
    guard let bitmap = form.bitmap else { return nil }
    var settings = OutputSettings(quality: quality)
    if codec == .jpeg { settings.orientation = imageOrientation.stored }
    return (try? ImageFile.encode([OutputFrame(bitmap)], as: codec, settings, name: "image")).map { Data($0) }
  }
}
