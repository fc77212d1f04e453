public import Foundation

/// A rectangle in a view that constraints may name, and that nothing shows.
open class UILayoutGuide: NSObject {
  /// The rectangle of its view that a guide follows.
  enum Kind {
    /// The rectangle that constraints give it.
    case own
    /// The view's bounds less its layout margins.
    case margins
    /// The view's bounds less its safe area insets.
    case safeArea
    /// A scroll view's contents.
    case contents
    /// A scroll view's own rectangle.
    case frame
  }

  final let kind: Kind

  /// A guide that a program adds to a view, and gives constraints.
  public override init() {
    kind = .own
    super.init()
  }

  init(_ kind: Kind, of view: UIView) {
    self.kind = kind
    owner = view
    super.init()
  }

  private weak var owner: UIView?
  /// The frame that the last layout gave the guide, in the coordinates of its view.
  final var solvedFrame = CGRect.zero

  /// A name for notes. Default: empty.
  open var identifier = ""

  /// The view that the guide was added to. Setting it adds the guide there.
  open var owningView: UIView? {
    get { owner }
    set {
      guard owner !== newValue else { return }
      owner?.constraining.guides.removeAll { $0 === self }
      owner?.dropConstraints { $0.firstItem === self || $0.secondItem === self }
      owner = newValue
      newValue?.constraining.guides.append(self)
    }
  }

  /// The guide's rectangle in its view's coordinates, laid out now where the layout is out of date.
  open var layoutFrame: CGRect {
    guard let owner else { return .zero }
    switch kind {
    case .margins: return owner.bounds.inset(by: owner.layoutMargins)
    case .safeArea: return owner.bounds.inset(by: owner.safeAreaInsets)
    case .frame: return owner.bounds
    case .own, .contents:
      owner.solveLayout()
      return solvedFrame
    }
  }

  /// The left side; the right one where text runs from right to left.
  public final var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
  /// The right side; the left one where text runs from right to left.
  public final var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
  /// The left side.
  public final var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
  /// The right side.
  public final var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
  /// The top.
  public final var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
  /// The bottom.
  public final var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
  /// The width.
  public final var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
  /// The height.
  public final var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
  /// The middle between left and right.
  public final var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
  /// The middle between top and bottom.
  public final var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
}
