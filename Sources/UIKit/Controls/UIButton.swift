// Buttons are drawn as the system's were before configurations, which this UIKit does not have. Numbers: a system
// button's title has 15 points, another's `UIFont.buttonFontSize`. Without insets of its own a title has 6 points of
// room above and below, and a button is at least 30 points wide. A pressed system button's title has an alpha of 0.2.
// Ours, as Apple does not say: a disabled system button's title is `UIColor.tertiaryLabel`; a pressed image lies under
// half of black, a disabled one has half its alpha.

import CoreGraphics
public import Foundation

/// A control that is pressed, with a title and an image for each state.
open class UIButton: UIControl {
  /// The looks that a button may begin with.
  public enum ButtonType: Int, Sendable {
    /// Title and image as they were set.
    case custom = 0
    /// Title and image in the tint.
    case system = 1
    case detailDisclosure = 2
    case infoLight = 3
    case infoDark = 4
    case contactAdd = 5
    case close = 7
    /// The same as ``system``.
    public static let roundedRect = ButtonType.system
  }

  struct States<Value> {
    private var values: [State: Value] = [:]

    /// Returns the value of a state, or else that of the normal state.
    func value(for state: State) -> Value? { values[state] ?? values[.normal] }

    /// The value that was set for this very state.
    subscript(state: State) -> Value? {
      get { values[state] }
      set { values[state] = newValue }
    }
  }

  /// The button's look.
  public private(set) final var buttonType = ButtonType.custom
  private final var titles = States<String>() { didSet { contentChanged() } }
  private final var attributedTitles = States<NSAttributedString>() { didSet { contentChanged() } }
  private final var titleColors = States<UIColor>() { didSet { contentChanged() } }
  private final var shadowColors = States<UIColor>() { didSet { contentChanged() } }
  private final var images = States<UIImage>() { didSet { contentChanged() } }
  private final var backgroundImages = States<UIImage>() { didSet { contentChanged() } }
  private final var backgroundView: UIImageView?
  /// The view of the title, made on first use.
  private final var label: UILabel?
  private final var picture: UIImageView?

  /// Creates a custom button with this ``UIView/frame``.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates a button of a look, of no size at the origin; a look with a picture has its size.
  public convenience init(type buttonType: ButtonType) {
    self.init(frame: .zero)
    self.buttonType = buttonType
    if let glyph = ButtonGlyph(buttonType) {
      setImage(glyph.image, for: .normal)
      sizeToFit()
    }
  }

  /// Creates a button of a look that performs `primaryAction`, with its title and image.
  public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
    self.init(type: buttonType)
    guard let primaryAction else { return }
    if !primaryAction.title.isEmpty { setTitle(primaryAction.title, for: .normal) }
    if let image = primaryAction.image { setImage(image, for: .normal) }
    addAction(primaryAction, for: .primaryActionTriggered)
  }

  /// Not read from archives; see the superclass.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: Parts

  /// The view of the title, a subview from the first use. Its font may be set; text and colours are the button's.
  open var titleLabel: UILabel? {
    if let label { return label }
    let label = UILabel()
    label.font = .systemFont(ofSize: buttonType == .custom ? UIFont.buttonFontSize : 15)
    label.lineBreakMode = .byTruncatingMiddle
    label.shadowOffset = .zero
    self.label = label
    addSubview(label)
    return label
  }

  /// The view of the image, a subview from the first use on.
  open var imageView: UIImageView? {
    if let picture { return picture }
    let view = UIImageView(frame: .zero)
    picture = view
    insertSubview(view, at: backgroundView == nil ? 0 : 1)
    return view
  }

  /// The insets of the title and the image together, from the bounds inward, in points. Default: zero.
  open var contentEdgeInsets = UIEdgeInsets.zero { didSet { roomChanged() } }
  /// The insets of the title inward, in points, which do not count in the button's own size. Default: zero.
  open var titleEdgeInsets = UIEdgeInsets.zero { didSet { roomChanged() } }
  /// The insets of the image inward, in points, which do not count in the button's own size. Default: zero.
  open var imageEdgeInsets = UIEdgeInsets.zero { didSet { roomChanged() } }
  /// Whether the normal state's image is darker while the button is pressed. Default: true.
  open var adjustsImageWhenHighlighted = true { didSet { setNeedsLayout() } }
  /// Whether the normal state's image is paler while the button is disabled. Default: true.
  open var adjustsImageWhenDisabled = true { didSet { setNeedsLayout() } }
  /// Kept only. Default: false.
  open var showsTouchWhenHighlighted = false
  /// Whether the title's shadow is reversed while the button is pressed. Default: false.
  open var reversesTitleShadowWhenHighlighted = false { didSet { setNeedsLayout() } }

  private final func roomChanged() {
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  // MARK: What each state shows

  /// Sets the title of a state; states without one show the normal state's.
  open func setTitle(_ title: String?, for state: State) { titles[state] = title }

  /// Sets the attributed title of a state, which wins over a plain one.
  open func setAttributedTitle(_ title: NSAttributedString?, for state: State) { attributedTitles[state] = title }

  /// Sets the title's colour of a state. The default is a system button's tint, another's white.
  open func setTitleColor(_ color: UIColor?, for state: State) { titleColors[state] = color }

  /// Sets the colour of the title's shadow of a state.
  open func setTitleShadowColor(_ color: UIColor?, for state: State) { shadowColors[state] = color }

  /// Sets the image of a state. A system button shows it in the tint, unless the image is always original.
  open func setImage(_ image: UIImage?, for state: State) { images[state] = image }

  /// Sets the image behind title and image of a state; it is stretched to the bounds.
  open func setBackgroundImage(_ image: UIImage?, for state: State) { backgroundImages[state] = image }

  /// Returns the title of a state, or the normal state's.
  open func title(for state: State) -> String? { titles.value(for: state) }
  /// Returns the attributed title of a state, or the normal state's.
  open func attributedTitle(for state: State) -> NSAttributedString? { attributedTitles.value(for: state) }
  /// Returns the title's colour of a state, or the normal state's.
  open func titleColor(for state: State) -> UIColor? { titleColors.value(for: state) ?? ownTitleColor(for: state) }
  /// Returns the colour of the title's shadow of a state, or the normal state's.
  open func titleShadowColor(for state: State) -> UIColor? { shadowColors.value(for: state) }
  /// Returns the image of a state, or the normal state's.
  open func image(for state: State) -> UIImage? { images.value(for: state) }
  /// Returns the background image of a state, or the normal state's.
  open func backgroundImage(for state: State) -> UIImage? { backgroundImages.value(for: state) }

  /// The title that is shown.
  open var currentTitle: String? { title(for: state) }
  /// The attributed title that is shown.
  open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
  /// The colour of the title that is shown.
  open var currentTitleColor: UIColor { titleColor(for: state) ?? .white }
  /// The colour of the shadow of the title that is shown.
  open var currentTitleShadowColor: UIColor? { titleShadowColor(for: state) }
  /// The image that is shown.
  open var currentImage: UIImage? { image(for: state) }
  /// The background image that is shown.
  open var currentBackgroundImage: UIImage? { backgroundImage(for: state) }

  private final func ownTitleColor(for state: State) -> UIColor {
    guard buttonType != .custom else { return .white }
    return state.contains(.disabled) ? .tertiaryLabel : tintColor
  }

  private final func contentChanged() {
    showContent()
    roomChanged()
  }

  override func stateChanged() {
    showContent()
    super.stateChanged()
  }

  /// A system button shows its title and image in the new tint.
  open override func tintColorDidChange() {
    super.tintColorDidChange()
    showContent()
  }

  override var eventsOfPress: Event { [.touchUpInside, .primaryActionTriggered] }

  /// Updates the views for the state.
  private final func showContent() {
    let isPressedPlainly = buttonType != .custom && isHighlighted
    if currentTitle != nil || currentAttributedTitle != nil || label?.text != nil, let label = titleLabel {
      if let title = currentAttributedTitle {
        label.attributedText = title
      } else {
        label.text = currentTitle
        label.textColor = currentTitleColor
      }
      label.shadowColor = currentTitleShadowColor
      label.alpha = isPressedPlainly && titleColors[state] == nil ? 0.2 : 1
    }
    if let image = shownImage {
      imageView?.image = image
      imageView?.alpha = isPressedPlainly && images[state] == nil ? 0.2 : 1
    } else {
      picture?.image = nil
    }
    if let image = currentBackgroundImage {
      let view = backgroundView ?? UIImageView(frame: bounds)
      if backgroundView == nil { insertSubview(view, at: 0) }
      backgroundView = view
      view.image = image
    } else {
      backgroundView?.removeFromSuperview()
      backgroundView = nil
    }
  }

  /// The image of the state; the normal state's is changed as the button is.
  private final var shownImage: UIImage? {
    guard var image = currentImage else { return nil }
    if buttonType != .custom, image.renderingMode == .automatic { image = image.withRenderingMode(.alwaysTemplate) }
    guard images[state] == nil, buttonType == .custom else { return image }
    if !isEnabled, adjustsImageWhenDisabled { return image.drawn(over: nil, alpha: 0.5) }
    if isHighlighted, adjustsImageWhenHighlighted { return image.drawn(over: UIColor(white: 0, alpha: 0.5), alpha: 1) }
    return image
  }

  // MARK: Layout

  /// Returns the rectangle of the background. Default: the bounds.
  open func backgroundRect(forBounds bounds: CGRect) -> CGRect { bounds }

  /// Returns the rectangle that has room for title and image: the bounds less ``contentEdgeInsets``.
  open func contentRect(forBounds bounds: CGRect) -> CGRect { bounds.inset(by: contentEdgeInsets) }

  /// Returns the rectangle of the title in the room for title and image: to the right of the image.
  open func titleRect(forContentRect contentRect: CGRect) -> CGRect { place(contentRect).title }

  /// Returns the rectangle of the image in the room for title and image: to the left of the title.
  open func imageRect(forContentRect contentRect: CGRect) -> CGRect { place(contentRect).image }

  private final var titleSize: CGSize {
    guard currentTitle?.isEmpty == false || currentAttributedTitle != nil, let label = titleLabel else { return .zero }
    return label.sizeThatFits(CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude))
  }

  private final func place(_ room: CGRect) -> (title: CGRect, image: CGRect) {
    ButtonLayout(
      title: titleSize, image: currentImage?.size ?? .zero, titleInsets: titleEdgeInsets, imageInsets: imageEdgeInsets,
      horizontal: effectiveContentHorizontalAlignment, vertical: contentVerticalAlignment
    ).place(in: room)
  }

  /// Places title and image.
  open override func layoutSubviews() {
    super.layoutSubviews()
    backgroundView?.frame = backgroundRect(forBounds: bounds)
    let room = contentRect(forBounds: bounds)
    if currentImage != nil { imageView?.frame = imageRect(forContentRect: room) }
    if currentTitle != nil || currentAttributedTitle != nil {
      titleLabel?.frame = titleRect(forContentRect: room)
    }
  }

  /// Returns the size of title and image, with the ``contentEdgeInsets``; at least that of a background image.
  open override func sizeThatFits(_ size: CGSize) -> CGSize {
    let (title, image) = (titleSize, currentImage?.size ?? .zero)
    let insets = contentEdgeInsets
    var fitting = CGSize(
      width: title.width + image.width + insets.left + insets.right,
      height: max(title.height, image.height) + insets.top + insets.bottom)
    if insets == .zero, title.height > 0 || image == .zero {
      fitting.height = max(title.height + 12, image.height)
      fitting.width = max(fitting.width, 30)
    }
    let background = currentBackgroundImage?.size ?? .zero
    return CGSize(width: max(fitting.width, background.width), height: max(fitting.height, background.height))
  }

  /// The size of title and image, with the ``contentEdgeInsets``; at least that of a background image.
  open override var intrinsicContentSize: CGSize { sizeThatFits(.zero) }

  override var baselines: (first: CGFloat, last: CGFloat)? {
    currentTitle == nil && currentAttributedTitle == nil ? nil : titleLabel?.baselines
  }
}
