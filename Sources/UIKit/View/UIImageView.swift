public import CoreGraphics
import QuartzCore

/// A view that shows an image.
open class UIImageView: UIView {
  /// The image; its pixels become the contents of the layer as they are, whatever their orientation. Default: nil.
  open var image: UIImage? {
    didSet { showImage() }
  }

  /// A view of the image's size at the origin.
  public init(image: UIImage?) {
    self.image = image
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    showImage()
  }

  public override init(frame: CGRect) { super.init(frame: frame) }

  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The image's size; without one, the view's.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? bounds.size }

  private func showImage() {
    layer.contentsScale = image?.scale ?? 1
    layer.contents = image?.cgImage
  }
}
