// Tested by ConstraintLayoutTests.

public import Foundation
import Synchronization

/// A relation of Auto Layout: `firstItem.firstAttribute = multiplier * secondItem.secondAttribute + constant`, or the
/// same with at most or at least. The nearest view above both items keeps it.
///
/// If required constraints contradict each other, layout ignores the one that was activated last and prints a note on
/// the standard error, once; Apple's system breaks one of them and logs it.
open class NSLayoutConstraint: NSObject {
  private static let activations = Atomic(0)

  /// The view or guide on the left side; nil once it is deallocated.
  public private(set) final weak var firstItem: AnyObject?
  /// The view or guide on the right side; nil without one, and once it is deallocated.
  public private(set) final weak var secondItem: AnyObject?
  /// The attribute of ``firstItem``.
  public let firstAttribute: Attribute
  /// The attribute of ``secondItem``.
  public let secondAttribute: Attribute
  /// The relation between the two sides.
  public let relation: Relation
  /// The factor of the second attribute.
  public let multiplier: CGFloat
  final let hasSecondItem: Bool
  final weak var holder: UIView?
  /// The number of the activation, for their order.
  final var activation = 0
  final var isReported = false

  /// Creates a constraint, which has no effect before it is active. A nil `view2` makes it compare with a number.
  ///
  /// Preconditions: items are views or guides, attributes are places of one axis or both sizes, numbers are finite.
  ///
  /// - Parameters:
  ///   - view1: the view or guide whose attribute is constrained.
  ///   - attr1: the attribute.
  ///   - relation: the comparison.
  ///   - view2: the view or guide that it is compared with; nil for a number.
  ///   - attr2: its attribute; ``Attribute/notAnAttribute`` without a view.
  ///   - multiplier: the factor of the second attribute.
  ///   - c: the constant that is added after the multiplication, in points.
  public init(
    item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
    attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
  ) {
    func item(_ value: Any) -> AnyObject {
      let object = value as AnyObject
      precondition(
        object is UIView || object is UILayoutGuide, "NSLayoutConstraint: \(value); expected a UIView or UILayoutGuide")
      return object
    }
    precondition(
      multiplier.isFinite && c.isFinite, "NSLayoutConstraint: multiplier \(multiplier), constant \(c); expected numbers"
    )
    (firstItem, secondItem) = (item(view1), view2.map(item))
    // A constraint without a second view compares with a number, whatever its second attribute.
    let second = view2 == nil ? .notAnAttribute : attr2
    precondition(
      attr1.family != nil && (view2 == nil ? attr1.family == .size : attr1.family == second.family),
      "NSLayoutConstraint: \(attr1) of an item compared with \(second); expected places of one axis, or sizes")
    precondition(
      attr1.family != .horizontalPlace || view2 == nil
        || !(attr1.isDirectional && second.isSideways)
          && !(attr1.isSideways && second.isDirectional),
      "NSLayoutConstraint: \(attr1) compared with \(second); expected left and right, or leading and trailing, for both"
    )
    (firstAttribute, secondAttribute, self.relation) = (attr1, second, relation)
    (self.multiplier, constant) = (multiplier, c)
    hasSecondItem = view2 != nil
    super.init()
  }

  /// The number that is added to the right side, in points. Precondition: finite. Default: the initialiser's argument.
  open var constant: CGFloat {
    didSet {
      precondition(constant.isFinite, "NSLayoutConstraint.constant: \(constant); expected a number")
      if constant != oldValue { holder?.constraintsChanged() }
    }
  }

  /// The priority of the constraint. Precondition: above 0, at most 1000. Default: required.
  open var priority = UILayoutPriority.required {
    didSet {
      precondition(
        priority.rawValue > 0 && priority.rawValue <= 1000,
        "NSLayoutConstraint.priority: \(priority.rawValue); expected a number above 0, at most 1000")
      if priority != oldValue { holder?.constraintsChanged() }
    }
  }

  /// A name for notes. Default: nil.
  open var identifier: String?

  /// Whether the constraint has an effect. Activating one whose items have no common view above traps, as Apple's does.
  open var isActive: Bool {
    get { holder != nil }
    set {
      guard newValue != isActive else { return }
      if newValue { activate(in: nil) } else { deactivate() }
    }
  }

  /// Activates constraints.
  open class func activate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  /// Deactivates constraints.
  open class func deactivate(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  /// The anchor of the first item's attribute.
  open var firstAnchor: NSObject? { firstItem.map { anchor(of: $0, firstAttribute) } }
  /// The anchor of the second item's attribute; nil without one.
  open var secondAnchor: NSObject? { secondItem.map { anchor(of: $0, secondAttribute) } }

  private func anchor(of item: AnyObject, _ attribute: Attribute) -> NSObject {
    switch attribute.family {
    case .size: NSLayoutDimension(item, attribute)
    case .horizontalPlace: NSLayoutXAxisAnchor(item, attribute)
    case .verticalPlace, nil: NSLayoutYAxisAnchor(item, attribute)
    }
  }

  // MARK: Activation

  /// - Parameter view: the view that keeps the constraint; nil for the nearest above both items.
  final func activate(in view: UIView?) {
    let views = itemViews
    guard views.count == (hasSecondItem ? 2 : 1) else {
      preconditionFailure("\(self): cannot be activated: a view of it is gone, or a guide of it has no view")
    }
    let common = views.dropFirst().reduce(Optional(views[0])) { $0?.nearestCommonSuperview(with: $1) }
    guard let holder = view ?? common, views.allSatisfy({ $0.isDescendant(of: holder) }) else {
      preconditionFailure(
        "\(self): cannot be activated: no view is above both of its items; add them to one tree before")
    }
    self.holder = holder
    activation = Self.activations.wrappingAdd(1, ordering: .relaxed).newValue
    holder.constraining.held.append(self)
    UIView.usesConstraints.store(true, ordering: .relaxed)
    holder.constraintsChanged()
  }

  final func deactivate() {
    guard let holder else { return }
    self.holder = nil
    holder.constraining.held.removeAll { $0 === self }
    holder.constraintsChanged()
  }

  /// The views of the items; fewer if one is deallocated.
  final var itemViews: [UIView] {
    [firstItem, secondItem].compactMap { ($0 as? UIView) ?? ($0 as? UILayoutGuide)?.owningView }
  }

  /// The constraint as an equation.
  open override var description: String {
    func name(_ item: AnyObject?) -> String {
      guard let item else { return "nil" }
      let label = (item as? UIView)?.accessibilityIdentifier ?? (item as? UILayoutGuide)?.identifier
      return "\(type(of: item))" + (label.map { $0.isEmpty ? "" : " '\($0)'" } ?? "")
    }
    var text = identifier.map { "'\($0)' " } ?? ""
    text += "\(name(firstItem)).\(firstAttribute) "
    text += relation == .equal ? "==" : relation == .lessThanOrEqual ? "<=" : ">="
    if hasSecondItem {
      text += multiplier == 1 ? "" : " \(multiplier) *"
      text += " \(name(secondItem)).\(secondAttribute)"
      if constant != 0 { text += constant < 0 ? " - \(-constant)" : " + \(constant)" }
    } else {
      text += " \(constant)"
    }
    return "<NSLayoutConstraint \(text)\(priority == .required ? "" : " @\(priority.rawValue)")>"
  }
}
