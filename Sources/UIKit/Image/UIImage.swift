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
  }

  private let bitmap: CGImage
  /// Pixels to a point.
  public let scale: CGFloat
  /// How the pixels of ``cgImage`` are turned to be seen upright. A layer shows them as they are.
  public let imageOrientation: Orientation

  /// An image of these pixels.
  ///
  /// - Parameter scale: pixels to a point; 1 where it is not positive.
  public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    bitmap = cgImage
    self.scale = scale > 0 ? scale : 1
    imageOrientation = orientation
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

  /// The file as PNG; nil when encoding fails. The pixels are written as they are stored: PNG has no orientation.
  open func pngData() -> Data? { encoded(as: .png) }

  /// The file as JPEG, over white where the image is transparent; nil when encoding fails. The pixels are written as
  /// they are stored, without an orientation.
  ///
  /// - Parameter compressionQuality: 0 (small) to 1 (best).
  open func jpegData(compressionQuality: CGFloat) -> Data? {
    encoded(as: .jpeg, quality: Double(compressionQuality.clampedToUnit))
  }

  private func encoded(as format: ImageFileFormat, quality: Double? = nil) -> Data? {
    (try? ImageFile.encode(bitmap, as: format, quality: quality)).map { Data($0) }
  }
}
