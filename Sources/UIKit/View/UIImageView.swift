import CoreGraphics
public import Foundation
import QuartzCore

/// A view that shows an image. It takes no touches unless ``UIView/isUserInteractionEnabled`` is set.
///
/// An animation, of an animated image or ``animationImages``, has keyframes of the layer's contents, in layer time.
open class UIImageView: UIView {
  /// The image; its pixels, turned upright, become the layer's contents. An animated one plays for ever. Default: nil.
  open var image: UIImage? {
    didSet {
      showImage()
      if image?.size != oldValue?.size { invalidateIntrinsicContentSize() }
    }
  }

  /// Images that ``startAnimating()`` shows one after the other instead of ``image``. Setting them stops. Default: nil.
  open var animationImages: [UIImage]? {
    didSet { stopAnimating() }
  }

  /// The duration of one round of ``animationImages``, in seconds; 0 is a thirtieth of a second for each. Default: 0.
  open var animationDuration: TimeInterval = 0

  /// The rounds of ``animationImages``; 0 for endless ones. Default: 0.
  open var animationRepeatCount = 0

  /// Creates a view of the image's size at the origin.
  public init(image: UIImage?) {
    self.image = image
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    isUserInteractionEnabled = false
    showImage()
  }

  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// Not read from archives; see the superclass.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Returns the image's size; without one, the view's.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? bounds.size }

  /// The image's size; none without an image.
  open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

  /// Shows a template image in the new tint.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    if image?.renderingMode == .alwaysTemplate { showImage() }
  }

  /// Shows a template image in the tint of the new style.
  open override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if image?.renderingMode == .alwaysTemplate { showImage() }
  }

  /// Shows ``animationImages``; without any, does nothing.
  open func startAnimating() {
    guard let images = animationImages, !images.isEmpty else { return }
    let duration = animationDuration.isFinite && animationDuration > 0 ? animationDuration : Double(images.count) / 30
    let rounds = animationRepeatCount > 0 ? Float(animationRepeatCount) : .infinity
    layer.add(Self.animation(images, duration: duration, repeatCount: rounds), forKey: Self.playing)
  }

  /// Ends the animation: ``image`` shows again.
  open func stopAnimating() { layer.removeAnimation(forKey: Self.playing) }

  /// Whether ``animationImages`` are being shown.
  open var isAnimating: Bool { layer.animation(forKey: Self.playing) != nil }

  private static let playing = "UIImageView.animationImages"
  private static let shown = "UIImageView.image"

  private func showImage() {
    layer.contentsScale = image?.scale ?? 1
    let shown =
      image?.renderingMode == .alwaysTemplate
      ? image?.withTintColor(tintColor.resolvedColor(with: traitCollection)) : image
    layer.contents = shown?.uprightImage
    layer.contentsCenter = image?.stretchedPart ?? CGRect(x: 0, y: 0, width: 1, height: 1)
    layer.removeAnimation(forKey: Self.shown)
    if let image, let images = image.images {
      layer.add(Self.animation(images, duration: image.duration, repeatCount: .infinity), forKey: Self.shown)
    }
  }

  private static func animation(
    _ images: [UIImage], duration: TimeInterval, repeatCount: Float
  ) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "contents")
    let frames = images.compactMap(\.uprightImage)
    // One keyframe has no effect.
    animation.values = frames.count == 1 ? frames + frames : frames
    animation.calculationMode = .discrete
    animation.duration = duration
    animation.repeatCount = repeatCount
    return animation
  }
}
