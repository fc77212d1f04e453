// The text is laid out once for each room that it is asked for, as in text layers and strings, and is drawn when it,
// its look or the label's size changes.
//
// Decisions of ours, where sources are silent:
// - The first baseline lies on a whole pixel.
// - Natural alignment follows the text's own direction.
// - The label supplies the properties that an attributed text does not set (font, colour, alignment, line breaking).
// - Disabled text has half of its alpha.

import CoreGraphics
public import Foundation
import Synchronization
import TextLayout

/// The vertical place of text that a label scales down.
public enum UIBaselineAdjustment: Int, Sendable {
  /// The text keeps the baseline of its own size.
  case alignBaselines = 0
  /// The text stands in the middle of the label.
  case alignCenters = 1
  /// The text keeps the top of its own size.
  case none = 2
}

/// A view that shows text, in the middle of its height; without touches unless ``UIView/isUserInteractionEnabled``.
open class UILabel: UIView {
  private var string: String?
  private var attributed: NSAttributedString?
  private var shownFont = UILabel.standardFont
  private var shownColor = UIColor.label
  /// The last rooms of the text, newest last.
  private let layouts = Mutex<[(content: LabelContent, layout: LabelLayout)]>([])

  private static let standardFont = UIFont.systemFont(ofSize: UIFont.labelFontSize)
  /// The number of remembered rooms: of a requested size, of an earlier one, and of the bounds.
  private static let roomsKept = 3

  /// Creates a label without text, with this ``UIView/frame``.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
    contentMode = .redraw
  }

  /// Not read from archives; see the superclass.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: Text and its look

  /// The text; setting it clears ``attributedText``. Default: nil.
  open var text: String? {
    get { attributed?.string ?? string }
    set {
      guard attributed != nil || string != newValue else { return }
      (string, attributed) = (newValue, nil)
      textChanged()
    }
  }

  /// The text with its attributes; a plain ``text`` has the label's font, colour and paragraph style. Default: nil.
  open var attributedText: NSAttributedString? {
    get { attributed ?? string.map { NSAttributedString(string: $0, attributes: ownAttributes) } }
    set {
      guard attributed == nil || attributed != newValue else { return }
      (string, attributed) = (nil, newValue.map { NSAttributedString(attributedString: $0) })
      textChanged()
    }
  }

  /// The font; setting it gives an ``attributedText`` that font. Default, also for nil: the system font at 17 points.
  open var font: UIFont! {
    get { shownFont }
    set {
      let font = newValue ?? Self.standardFont
      guard font != shownFont || attributed != nil else { return }
      shownFont = font
      setAttribute(.font, font)
      textChanged()
    }
  }

  /// The colour; setting it gives an ``attributedText`` that colour. Default, also for nil: `UIColor.label`.
  open var textColor: UIColor! {
    get { shownColor }
    set {
      let color = newValue ?? .label
      guard color != shownColor || attributed != nil else { return }
      shownColor = color
      setAttribute(.foregroundColor, color)
      setNeedsDisplay()
    }
  }

  /// The alignment of lines; setting it changes all paragraphs of an ``attributedText``. Default: natural.
  open var textAlignment = NSTextAlignment.natural {
    didSet {
      guard textAlignment != oldValue || attributed != nil else { return }
      changeParagraphs { $0.alignment = textAlignment }
      setNeedsDisplay()
    }
  }

  /// The treatment of text that does not fit; setting it changes all paragraphs of an ``attributedText``. The
  /// truncating modes break lines at words, and put an ellipsis into the last line that fits; `byClipping` keeps text
  /// of one line whole. Default: `byTruncatingTail`.
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail {
    didSet {
      guard lineBreakMode != oldValue || attributed != nil else { return }
      changeParagraphs { $0.lineBreakMode = lineBreakMode }
      textChanged()
    }
  }

  /// The colour of a shadow without blur; nil for none. A shadow among the attributes overrides it. Default: nil.
  open var shadowColor: UIColor? {
    didSet { if shadowColor != oldValue { setNeedsDisplay() } }
  }

  /// The offset of the shadow from the text, in points; y grows downwards. Default: 0, -1.
  open var shadowOffset = CGSize(width: 0, height: -1) {
    didSet { if shadowOffset != oldValue, shadowColor != nil { setNeedsDisplay() } }
  }

  /// The colour of all text while the label ``isHighlighted``; nil to keep its colours. Default: nil.
  open var highlightedTextColor: UIColor? {
    didSet { if highlightedTextColor != oldValue, isHighlighted { setNeedsDisplay() } }
  }

  /// Whether text has the ``highlightedTextColor``. Default: false.
  open var isHighlighted = false {
    didSet { if isHighlighted != oldValue, highlightedTextColor != nil { setNeedsDisplay() } }
  }

  /// Whether text has its full colour; otherwise it is dimmed. Default: true.
  open var isEnabled = true {
    didSet { if isEnabled != oldValue { setNeedsDisplay() } }
  }

  // MARK: Room

  /// The largest number of lines; 0 for all that fit. Default: 1.
  open var numberOfLines = 1 {
    didSet { if numberOfLines != oldValue { textChanged() } }
  }

  /// Whether text that is too long is scaled down until it fits. Default: false.
  open var adjustsFontSizeToFitWidth = false {
    didSet { if adjustsFontSizeToFitWidth != oldValue { textChanged() } }
  }

  /// The smallest scale of text; 0 for no limit. Default: 0.
  open var minimumScaleFactor: CGFloat = 0 {
    didSet { if minimumScaleFactor != oldValue, adjustsFontSizeToFitWidth { textChanged() } }
  }

  /// The vertical place of scaled text of one line. Default: on its baseline.
  open var baselineAdjustment = UIBaselineAdjustment.alignBaselines {
    didSet { if baselineAdjustment != oldValue, adjustsFontSizeToFitWidth { setNeedsDisplay() } }
  }

  /// Kept only: characters are not moved together. Default: false.
  open var allowsDefaultTighteningForTruncation = false

  /// The width that constraints give the label; 0 without any.
  private var widthByConstraints: CGFloat = 0

  /// The width at which ``intrinsicContentSize`` breaks lines, in points; 0 for that of constraints. Default: 0.
  open var preferredMaxLayoutWidth: CGFloat = 0 {
    didSet { if preferredMaxLayoutWidth != oldValue { invalidateIntrinsicContentSize() } }
  }

  /// Returns the text's size, up to whole pixels; several lines break at the offered width, unless it is 0.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { sizeOfText(inWidth: size.width) }

  /// The size of the text, its sides rounded up to the screen's pixels; a label of several lines breaks at
  /// ``preferredMaxLayoutWidth``, or at the width that constraints give it.
  open override var intrinsicContentSize: CGSize {
    sizeOfText(inWidth: preferredMaxLayoutWidth > 0 ? preferredMaxLayoutWidth : widthByConstraints)
  }

  override func measure(inWidth width: CGFloat?) -> Bool {
    widthByConstraints = width ?? 0
    return numberOfLines != 1 && preferredMaxLayoutWidth <= 0
  }

  /// The baselines of the text, which lies in the middle of the height.
  override var baselines: (first: CGFloat, last: CGFloat)? {
    let size = CGSize(
      width: widthByConstraints > 0 ? widthByConstraints : .greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
    guard let layout = layout(in: size, lineLimit: numberOfLines), let last = layout.frame.lines.last else {
      return nil
    }
    let half = layout.fullHeight / 2
    return (layout.fullBaseline - half, last.origin.y - half)
  }

  private func sizeOfText(inWidth width: CGFloat) -> CGSize {
    let unlimited = CGFloat.greatestFiniteMagnitude
    let width = numberOfLines != 1 && width > 0 ? width : unlimited
    return textRect(
      forBounds: CGRect(x: 0, y: 0, width: width, height: unlimited), limitedToNumberOfLines: numberOfLines
    ).size
  }

  /// Returns the box of the text in a rectangle of the label, of at most `numberOfLines`, 0 for all that fit: at its
  /// place between left and right, but at the top; sides rounded up to the screen's pixels as far as there is room. An
  /// override may return another one, which the label's own sizes use.
  open func textRect(forBounds bounds: CGRect, limitedToNumberOfLines numberOfLines: Int) -> CGRect {
    guard let layout = layout(in: bounds.size, lineLimit: numberOfLines) else {
      return CGRect(origin: bounds.origin, size: .zero)
    }
    let scale = UIScreen.main.scale
    func side(_ length: CGFloat, _ limit: CGFloat) -> CGFloat {
      min((length * scale - 1e-6).rounded(.up) / scale, max(limit, 0))
    }
    let size = layout.frame.size
    let left = (max(layout.frame.left, 0) * scale + 1e-6).rounded(.down) / scale
    return CGRect(
      x: bounds.minX + left, y: bounds.minY, width: side(size.width, bounds.width),
      height: side(size.height, bounds.height))
  }

  // MARK: Drawing

  /// Draws the text by ``drawText(in:)``, in the bounds.
  open override func draw(_ rect: CGRect) { drawText(in: bounds) }

  /// Draws the text to the current context, in the middle of a rectangle's height. An override may pass another one.
  open func drawText(in rect: CGRect) {
    guard rect.width > 0, rect.height > 0, let context = UIGraphicsGetCurrentContext(),
      let layout = layout(in: rect.size, lineLimit: numberOfLines)
    else { return }
    var y = (rect.height - layout.fullHeight) / 2
    if layout.scale < 1 {
      switch numberOfLines == 1 ? baselineAdjustment : .alignCenters {
      case .alignBaselines: y += layout.fullBaseline - layout.frame.firstBaseline
      case .alignCenters: y = (rect.height - layout.frame.size.height) / 2
      case .none: break
      }
    }
    let baseline = rect.minY + y + layout.frame.firstBaseline
    let pixels = contentScaleFactor > 0 ? contentScaleFactor : 1
    let top = (baseline * pixels).rounded() / pixels - layout.frame.firstBaseline
    context.saveGState()
    defer { context.restoreGState() }
    if !isEnabled { context.setAlpha(0.5) }
    layout.frame.draw(
      in: context, at: CGPoint(x: rect.minX, y: top), isFlipped: true,
      color: isHighlighted ? highlightedTextColor?.resolvedColor(with: traitCollection).cgColor : nil)
  }

  // MARK: Layout

  /// Lays out the text in a size; nil without text.
  private func layout(in size: CGSize, lineLimit: Int) -> LabelLayout? {
    guard text?.isEmpty == false else { return nil }
    let content = LabelContent(
      styledText, in: size, lineLimit: lineLimit, alignment: textAlignment.alignment ?? .natural,
      lineBreak: lineBreakMode.lineBreak ?? .words,
      minimumScale: adjustsFontSizeToFitWidth ? minimumScaleFactor : nil)
    if let known = layouts.withLock({ $0.first { $0.content == content }?.layout }) { return known }
    let layout = LabelLayout(content)
    layouts.withLock {
      if $0.count >= Self.roomsKept { $0.removeFirst() }
      $0.append((content, layout))
    }
    return layout
  }

  private var styledText: StyledText {
    var base = TextStyle(font: shownFont.textFont)
    base.color = shownColor.resolvedColor(with: traitCollection).cgColor
    base.shadow = shadowColor.map {
      TextShadow(offset: shadowOffset, blur: 0, color: $0.resolvedColor(with: traitCollection).cgColor)
    }
    guard let attributed else { return StyledText(string ?? "", base) }
    var text: StyledText?
    withTraits { text = StyledText(attributed, base: base) }
    return text ?? StyledText(attributed.string, base)
  }

  private func textChanged() {
    invalidateIntrinsicContentSize()
    setNeedsDisplay()
  }

  // MARK: Attributes

  private var ownAttributes: [NSAttributedString.Key: Any] {
    let style = NSMutableParagraphStyle()
    style.alignment = textAlignment
    style.lineBreakMode = lineBreakMode
    return [.font: shownFont, .foregroundColor: shownColor, .paragraphStyle: style]
  }

  private func setAttribute(_ key: NSAttributedString.Key, _ value: Any) {
    changeAttributes { $0.addAttribute(key, value: value, range: NSRange(location: 0, length: $0.length)) }
  }

  private func changeParagraphs(_ change: (NSMutableParagraphStyle) -> Void) {
    changeAttributes { text in
      var styles: [(NSRange, NSMutableParagraphStyle)] = []
      text.enumerateAttribute(.paragraphStyle, in: NSRange(location: 0, length: text.length)) { value, range, _ in
        let style = NSMutableParagraphStyle()
        if let old = value as? NSParagraphStyle { style.setParagraphStyle(old) }
        change(style)
        styles.append((range, style))
      }
      for (range, style) in styles { text.addAttribute(.paragraphStyle, value: style, range: range) }
    }
  }

  private func changeAttributes(_ change: (NSMutableAttributedString) -> Void) {
    guard let attributed else { return }
    let text = NSMutableAttributedString(attributedString: attributed)
    change(text)
    self.attributed = NSAttributedString(attributedString: text)
  }
}
