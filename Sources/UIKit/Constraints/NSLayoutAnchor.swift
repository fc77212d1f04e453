// Anchors: an item and an attribute, and constraints made from two of them. The type of an anchor says its family, so
// that the compiler refuses what a constraint would trap at.

public import Foundation

/// An attribute of a view or a guide, which constraints are made from. `AnchorType` is the subclass itself.
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

  /// A constraint that the two are equal, once it is active.
  public final func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    constraint(.equal, anchor)
  }

  /// A constraint that this one is at least the other.
  public final func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    constraint(.greaterThanOrEqual, anchor)
  }

  /// A constraint that this one is at most the other.
  public final func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
    constraint(.lessThanOrEqual, anchor)
  }

  /// A constraint that this one is the other and `c` points.
  public final func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat) -> NSLayoutConstraint {
    constraint(.equal, anchor, 1, c)
  }

  /// A constraint that this one is at least the other and `c` points.
  public final func constraint(
    greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat
  ) -> NSLayoutConstraint {
    constraint(.greaterThanOrEqual, anchor, 1, c)
  }

  /// A constraint that this one is at most the other and `c` points.
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
  /// A constraint that this one lies `multiplier` times the system's spacing, 8 points, behind the other.
  public func constraint(
    equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { constraint(.equal, anchor, 1, multiplier * NSLayoutConstraint.systemSpacing) }

  /// A constraint that this one lies at least `multiplier` times the system's spacing, 8 points, behind the other.
  public func constraint(
    greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { constraint(.greaterThanOrEqual, anchor, 1, multiplier * NSLayoutConstraint.systemSpacing) }

  /// A constraint that this one lies at most `multiplier` times the system's spacing, 8 points, behind the other.
  public func constraint(
    lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { constraint(.lessThanOrEqual, anchor, 1, multiplier * NSLayoutConstraint.systemSpacing) }
}

/// A vertical place: top, bottom, the middle or a baseline.
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
  /// A constraint that this one lies `multiplier` times the system's spacing, 8 points, below the other.
  public func constraint(
    equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { constraint(.equal, anchor, 1, multiplier * NSLayoutConstraint.systemSpacing) }

  /// A constraint that this one lies at least `multiplier` times the system's spacing, 8 points, below the other.
  public func constraint(
    greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
  ) -> NSLayoutConstraint { constraint(.greaterThanOrEqual, anchor, 1, multiplier * NSLayoutConstraint.systemSpacing) }

  /// A constraint that this one lies at most `multiplier` times the system's spacing, 8 points, below the other.
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

  /// A constraint that the size is `c` points.
  public func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint { constraint(.equal, c) }

  /// A constraint that the size is at least `c` points.
  public func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
    constraint(.greaterThanOrEqual, c)
  }

  /// A constraint that the size is at most `c` points.
  public func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint { constraint(.lessThanOrEqual, c) }

  /// A constraint that the size is `m` times the other and `c` points.
  public func constraint(
    equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
  ) -> NSLayoutConstraint { constraint(.equal, anchor, m, c) }

  /// A constraint that the size is at least `m` times the other and `c` points.
  public func constraint(
    greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
  ) -> NSLayoutConstraint { constraint(.greaterThanOrEqual, anchor, m, c) }

  /// A constraint that the size is at most `m` times the other and `c` points.
  public func constraint(
    lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat = 0
  ) -> NSLayoutConstraint { constraint(.lessThanOrEqual, anchor, m, c) }
}
