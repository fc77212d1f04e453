public import Foundation

/// An attribute of a view or a guide, from which constraints are made. `AnchorType` is the subclass itself: the family
/// of the attribute, so that the compiler rejects mismatches at which a constraint would trap.
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
  final let owner: AnyObject
  final let attribute: NSLayoutConstraint.Attribute

  init(_ owner: AnyObject, _ attribute: NSLayoutConstraint.Attribute) {
    (self.owner, self.attribute) = (owner, attribute)
    super.init()
  }

  /// The view or guide.
  public final var item: AnyObject? { owner }
  /// The attribute's name.
  public final var name: String { "\(attribute)" }

  /// Whether the other object is an anchor of the same attribute of the same item.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSLayoutAnchor<AnchorType> else { return false }
    return owner === other.owner && attribute == other.attribute
  }

  /// A number that equal anchors share.
  open override var hash: Int { ObjectIdentifier(owner).hashValue ^ attribute.rawValue }

  final func constraint(
    _ relation: NSLayoutConstraint.Relation, _ anchor: NSLayoutAnchor<AnchorType>, _ multiplier: CGFloat = 1,
    _ constant: CGFloat = 0
  ) -> NSLayoutConstraint {
    NSLayoutConstraint(
      item: owner, attribute: attribute, relatedBy: relation, toItem: anchor.owner, attribute: anchor.attribute,
      multiplier: multiplier, constant: constant)
  }

  /// Returns a constraint that both are equal.
  public final func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    constraint(.equal, anchor)
  }

  /// Returns a constraint that this one is at least the other.
  public final func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    constraint(.greaterThanOrEqual, anchor)
  }

  /// Returns a constraint that this one is at most the other.
  public final func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    constraint(.lessThanOrEqual, anchor)
  }

  /// Returns a constraint that this one is the other and `c` points.
  public final func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat) -> NSLayoutConstraint {
    constraint(.equal, anchor, 1, c)
  }

  /// Returns a constraint that this one is at least the other and `c` points.
  public final func constraint(
    greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
  ) -> NSLayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, 1, c)
  }

  /// Returns a constraint that this one is at most the other and `c` points.
  public final func constraint(
    lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
  ) -> NSLayoutConstraint {
    constraint(.lessThanOrEqual, anchor, 1, c)
  }
}

extension NSLayoutConstraint {
  /// The system's spacing, in points.
  static let systemSpacing: CGFloat = 8
}

/// A horizontal place: left, right, leading, trailing or the middle.
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
  /// Returns a constraint that this one lies `multiplier` times the system's 8 points after the other.
  public func constraint(
    equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { constraint(.equal, anchor, 1, multiplier * NSLayoutConstraint.systemSpacing) }

  /// Returns a constraint that this one lies at least `multiplier` times the system's 8 points after the other.
  public func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { constraint(.greaterThanOrEqual, anchor, 1, multiplier * NSLayoutConstraint.systemSpacing) }

  /// Returns a constraint that this one lies at most `multiplier` times the system's 8 points after the other.
  public func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { constraint(.lessThanOrEqual, anchor, 1, multiplier * NSLayoutConstraint.systemSpacing) }
}

/// A vertical place: top, bottom, the middle or a baseline.
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
  /// Returns a constraint that this one lies `multiplier` times the system's 8 points below the other.
  public func constraint(
    equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { constraint(.equal, anchor, 1, multiplier * NSLayoutConstraint.systemSpacing) }

  /// Returns a constraint that this one lies at least `multiplier` times the system's 8 points below the other.
  public func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { constraint(.greaterThanOrEqual, anchor, 1, multiplier * NSLayoutConstraint.systemSpacing) }

  /// Returns a constraint that this one lies at most `multiplier` times the system's 8 points below the other.
  public func constraint(
    lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { constraint(.lessThanOrEqual, anchor, 1, multiplier * NSLayoutConstraint.systemSpacing) }
}

/// A width or a height.
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
  private func constraint(_ relation: NSLayoutConstraint.Relation, _ constant: CGFloat) -> NSLayoutConstraint {
    NSLayoutConstraint(
      item: owner, attribute: attribute, relatedBy: relation, toItem: nil, attribute: .notAnAttribute, multiplier: 1,
      constant: constant)
  }

  /// Returns a constraint that the size is `c` points.
  public func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint { constraint(.equal, c) }

  /// Returns a constraint that the size is at least `c` points.
  public func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    constraint(.greaterThanOrEqual, c)
  }

  /// Returns a constraint that the size is at most `c` points.
  public func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint { constraint(.lessThanOrEqual, c) }

  /// Returns a constraint that the size is `m` times the other and `c` points.
  public func constraint(
    equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
  ) -> NSLayoutConstraint { constraint(.equal, anchor, m, c) }

  /// Returns a constraint that the size is at least `m` times the other and `c` points.
  public func constraint(
    greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
  ) -> NSLayoutConstraint { constraint(.greaterThanOrEqual, anchor, m, c) }

  /// Returns a constraint that the size is at most `m` times the other and `c` points.
  public func constraint(
    lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
  ) -> NSLayoutConstraint { constraint(.lessThanOrEqual, anchor, m, c) }
}

/// An invisible rectangle in a view that constraints may name.
open class UILayoutGuide: NSObject {
  enum Kind {
    case own
    /// The view's bounds less its layout margins.
    case margins
    /// The view's bounds less its safe area insets.
    case safeArea
    case contents
    case frame
  }

  final let kind: Kind

  /// Creates a guide that a program adds to a view, and gives constraints.
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

  /// The guide's rectangle in its view's coordinates, laid out now if the layout is out of date.
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
