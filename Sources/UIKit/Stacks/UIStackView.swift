// Tested by StackViewTests.

public import Foundation

/// A view that lays out views in a row or a column by constraints, which it remakes after each change.
///
/// Its own place and size follow from constraints, too: without any for its size, it is as large as its views need. If
/// views have equal priorities, those with lower indices are stretched and shrunk first.
open class UIStackView: UIView {
  /// The way that views fill a stack along its axis.
  public enum Distribution: Int, Sendable {
    /// Views are stretched by their hugging priorities, and shrunk by their resistance to compression.
    case fill = 0
    /// Views have the same size.
    case fillEqually = 1
    /// Views have sizes in proportion to their intrinsic ones.
    case fillProportionally = 2
    /// Views keep their sizes, and the spaces between them are the same: no less than the spacing.
    case equalSpacing = 3
    /// Views keep their sizes, and their middles have equal distances, as far as the spacing allows.
    case equalCentering = 4
  }

  /// The places of views across a stack's axis.
  public enum Alignment: Int, Sendable {
    /// Views are as large as the stack across its axis.
    case fill = 0
    /// Views stand at the leading side of a column, at the top of a row.
    case leading = 1
    /// The baselines of the first lines of a row's views lie at one height.
    case firstBaseline = 2
    case center = 3
    /// Views stand at the trailing side of a column, at the bottom of a row.
    case trailing = 4
    /// The baselines of the last lines of a row's views lie at one height.
    case lastBaseline = 5

    /// The same as ``leading``.
    public static let top = Alignment.leading
    /// The same as ``trailing``.
    public static let bottom = Alignment.trailing
  }

  /// The value that ``setCustomSpacing(_:after:)`` takes for the stack's ``spacing``.
  public class var spacingUseDefault: CGFloat { .greatestFiniteMagnitude }
  /// The value that means the system's spacing, 8 points.
  public class var spacingUseSystem: CGFloat { -.greatestFiniteMagnitude }

  /// The arranged views, in their order. Hidden ones take no room.
  public private(set) final var arrangedSubviews: [UIView] = []
  private final var customSpacings: [ObjectIdentifier: CGFloat] = [:]
  private final var ownConstraints: [NSLayoutConstraint] = []
  private final var ownGuides: [UILayoutGuide] = []

  /// Creates an empty stack with this ``UIView/frame``.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates a stack of views, of no size at the origin.
  public convenience init(arrangedSubviews views: [UIView]) {
    self.init(frame: .zero)
    for view in views { addArrangedSubview(view) }
  }

  /// Not read from archives; see the superclass.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: The views

  /// Adds a view at the end. It becomes a subview too, and constraints place it from then on.
  open func addArrangedSubview(_ view: UIView) {
    insertArrangedSubview(view, at: arrangedSubviews.count - (arrangedSubviews.contains { $0 === view } ? 1 : 0))
  }

  /// Inserts a view, which becomes a subview too. Precondition: `stackIndex` is at most the number of the other views.
  open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    arrangedSubviews.removeAll { $0 === view }
    precondition(
      (0...arrangedSubviews.count).contains(stackIndex),
      "UIStackView.insertArrangedSubview: index \(stackIndex) of \(arrangedSubviews.count) others")
    view.translatesAutoresizingMaskIntoConstraints = false
    if view.superview !== self { addSubview(view) }
    arrangedSubviews.insert(view, at: stackIndex)
    setNeedsUpdateConstraints()
  }

  /// Removes a view from the arrangement. It stays a subview, which nothing places.
  open func removeArrangedSubview(_ view: UIView) {
    guard arrangedSubviews.contains(where: { $0 === view }) else { return }
    arrangedSubviews.removeAll { $0 === view }
    customSpacings[ObjectIdentifier(view)] = nil
    // The program may give the view other constraints before the next layout.
    dropOwnConstraints()
    setNeedsUpdateConstraints()
  }

  /// Removes a leaving subview from the arrangement.
  open override func willRemoveSubview(_ subview: UIView) {
    super.willRemoveSubview(subview)
    removeArrangedSubview(subview)
  }

  override func visibilityChanged(of subview: UIView) {
    super.visibilityChanged(of: subview)
    if arrangedSubviews.contains(where: { $0 === subview }) { setNeedsUpdateConstraints() }
  }

  // MARK: The arrangement

  /// The direction of the row or column. Default: horizontal.
  open var axis = NSLayoutConstraint.Axis.horizontal { didSet { if axis != oldValue { setNeedsUpdateConstraints() } } }

  /// The way that views fill the stack along its axis. Default: fill.
  open var distribution = Distribution.fill { didSet { if distribution != oldValue { setNeedsUpdateConstraints() } } }

  /// The places of views across the axis. Default: fill.
  open var alignment = Alignment.fill { didSet { if alignment != oldValue { setNeedsUpdateConstraints() } } }

  /// The space between views, in points; the least one if the distribution makes spaces or middles equal. Default: 0.
  open var spacing: CGFloat = 0 { didSet { if spacing != oldValue { setNeedsUpdateConstraints() } } }

  /// Whether vertical spaces count from the last baseline of a view to the first of the next. Default: false.
  open var isBaselineRelativeArrangement = false {
    didSet { if isBaselineRelativeArrangement != oldValue { setNeedsUpdateConstraints() } }
  }

  /// Whether views stand within the ``UIView/layoutMargins``. Default: false.
  open var isLayoutMarginsRelativeArrangement = false {
    didSet { if isLayoutMarginsRelativeArrangement != oldValue { setNeedsUpdateConstraints() } }
  }

  /// Sets the space after one of the views, in points.
  open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
    customSpacings[ObjectIdentifier(arrangedSubview)] = spacing == Self.spacingUseDefault ? nil : spacing
    setNeedsUpdateConstraints()
  }

  /// Returns the space that was set after one of the views, or ``spacingUseDefault``.
  open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
    customSpacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
  }

  /// Returns the space after a view, in points.
  final func space(after view: UIView) -> CGFloat {
    let space = customSpacings[ObjectIdentifier(view)] ?? spacing
    return space == Self.spacingUseSystem ? NSLayoutConstraint.systemSpacing : space
  }

  private final func dropOwnConstraints() {
    NSLayoutConstraint.deactivate(ownConstraints)
    for guide in ownGuides { removeLayoutGuide(guide) }
    (ownConstraints, ownGuides) = ([], [])
  }

  /// Makes the constraints of the arrangement.
  open override func updateConstraints() {
    dropOwnConstraints()
    let arrangement = StackArrangement(self)
    (ownConstraints, ownGuides) = (arrangement.constraints, arrangement.guides)
    for guide in ownGuides { addLayoutGuide(guide) }
    NSLayoutConstraint.activate(ownConstraints)
    super.updateConstraints()
  }

  /// Updates proportions after a change of a label.
  override func intrinsicSizeChanged(of subview: UIView) {
    if distribution == .fillProportionally { setNeedsUpdateConstraints() }
  }
}
