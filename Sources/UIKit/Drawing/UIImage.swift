// Tested by UIImageTests.

public import CoreGraphics
public import Foundation
import ImageFiles

/// An immutable image with a size in points: a CGImage with a scale and an orientation. Layers take its ``cgImage``.
open class UIImage: NSObject, @unchecked Sendable {
  // Unchecked Sendable: the stored properties are immutable and Sendable; subclasses have to keep to that.

  /// The rotation and mirroring that turn the stored pixels upright.
  public enum Orientation: Int, Sendable {
    case up = 0
    case down = 1
    /// The pixels are turned a quarter counterclockwise.
    case left = 2
    /// The pixels are turned a quarter clockwise.
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

    /// Creates the orientation of EXIF's numbers.
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

  /// The treatment of a resized image's middle. Both stretch it here: one pixel, the usual middle, looks the same.
  public enum ResizingMode: Int, Sendable {
    case tile = 0
    case stretch = 1
  }

  /// Whether an image is drawn in its own colours.
  public enum RenderingMode: Int, Sendable {
    /// The default of the view: the image's own colours in a ``UIImageView``.
    case automatic = 0
    /// The image's own colours.
    case alwaysOriginal = 1
    /// The tint of the view: the image's alpha times that colour.
    case alwaysTemplate = 2
  }

  struct Form: Sendable {
    /// The pixels; nil for an image of no size.
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
  /// The duration of all ``images``, in seconds; 0 for a still one.
  public final var duration: TimeInterval { form.duration }
  /// The number of pixels to a point of the image, along each axis.
  public final var scale: CGFloat { form.scale }
  /// The widths of the edges that keep their size when the image is resized, in points.
  public final var capInsets: UIEdgeInsets { form.capInsets }
  /// The treatment of the part inside ``capInsets``.
  public final var resizingMode: ResizingMode { form.resizingMode }
  /// Whether the image is drawn in its own colours. Default: automatic.
  public final var renderingMode: RenderingMode { form.renderingMode }
  /// The rotation and mirroring that turn the pixels of ``cgImage`` upright: a ``UIImageView`` does, a layer does not.
  public final var imageOrientation: Orientation { form.orientation }

  /// Creates an image of these pixels, at `scale` pixels to a point, 1 if that is not positive. The orientation is the
  /// turn that makes them upright.
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    form = Form(bitmap: cgImage, scale: scale > 0 ? scale : 1, orientation: orientation)
  }

  /// Creates an image of no size, which shows nothing.
  public override init() { form = Form() }

  init(_ other: UIImage, _ change: (inout Form) -> Void) {
    var form = other.form
    change(&form)
    self.form = form
  }

  /// Returns an animated image: frames shown for equal times, `duration` seconds in all, a thirtieth of a second each
  /// if 0. Nil without frames, or if the duration is not finite. An animated frame counts as its first frame.
  public class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
    guard !images.isEmpty, duration.isFinite else { return nil }
    return UIImage(images[0]) { form in
      form.images = images
      form.duration = duration > 0 ? duration : Double(images.count) / 30
      (form.capInsets, form.resizingMode) = (.zero, .tile)
    }
  }

  /// Creates an image of these pixels at scale 1, upright.
  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

  /// The pixels; nil for an image of no size.
  open var cgImage: CGImage? { form.bitmap }

  /// The size in points, upright.
  open var size: CGSize {
    guard let bitmap = form.bitmap else { return .zero }
    let (width, height) = (CGFloat(bitmap.width) / scale, CGFloat(bitmap.height) / scale)
    return imageOrientation.swapsSides ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
  }

  package final var uprightImage: CGImage? { cgImage?.turned(imageOrientation.stored) }

  /// Returns the image as a PNG file; nil if encoding fails. Pixels are written as stored: PNG has no orientation.
  open func pngData() -> Data? { encoded(as: .png) }

  /// Returns the image as a JPEG file, over white where it is transparent; nil if encoding fails. The quality is from 0
  /// (small) to 1 (best). The pixels are written as they are stored, with the orientation as EXIF.
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

extension UIImage {
  /// Returns the image in one colour: its alpha times the colour's.
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
    guard let image = context.makeImage() else { return self }
    return UIImage(cgImage: image, scale: scale, orientation: imageOrientation).with(self)
  }

  /// Returns the image in one colour, in a rendering mode.
  public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
    withTintColor(color).withRenderingMode(renderingMode)
  }

  /// Returns the image in another rendering mode.
  public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
    UIImage(self) { $0.renderingMode = renderingMode }
  }

  /// Returns this image with another one's scale, caps and modes.
  private func with(_ other: UIImage) -> UIImage {
    UIImage(self) { form in
      (form.capInsets, form.resizingMode) = (other.capInsets, other.resizingMode)
      form.renderingMode = other.renderingMode
    }
  }

  /// Returns an image that keeps the size of its corners and the thickness of its sides when it is drawn larger.
  public func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode = .tile) -> UIImage {
    UIImage(self) { ($0.capInsets, $0.resizingMode) = (capInsets, resizingMode) }
  }

  /// The rectangle that stretches, in fractions of the upright image; all of it without caps.
  var stretchedPart: CGRect {
    let (width, height) = (max(size.width, 1e-9), max(size.height, 1e-9))
    func part(_ low: CGFloat, _ high: CGFloat, _ length: CGFloat) -> (CGFloat, CGFloat) {
      let first = min(max(low / length, 0), 1)
      return (first, max(1 - first - max(high / length, 0), 0))
    }
    let x = part(capInsets.left, capInsets.right, width)
    let y = part(capInsets.top, capInsets.bottom, height)
    return CGRect(x: x.0, y: y.0, width: x.1, height: y.1)
  }

  /// Returns the image mirrored from left to right.
  public func withHorizontallyFlippedOrientation() -> UIImage {
    UIImage(self) { $0.orientation = imageOrientation.flippedHorizontally }
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
