// A tree of views is live when a `LayerHost` or renderer hosts its layers' tree; its root is a window or another view.
//
// Tested by ViewTests and ViewTreeTests.

public import CoreGraphics
public import Foundation
public import QuartzCore
import Synchronization

/// A rectangle on the screen that owns a layer and is its delegate: the layer shows everything, the view adds a tree of
/// its own, coordinates from the top left, and animation by blocks.
///
/// The layer of a view does not animate by itself: the view answers `NSNull` for its actions, except within the blocks
/// of ``animate(withDuration:animations:)`` and its relatives.
///
/// Unlike Apple's, views are not bound to the main thread: one thread at a time uses a tree of views, as of layers.
open class UIView: UIResponder, CALayerDelegate {
  /// The class of the view's layer, made by its `init()`. Default: CALayer.
  open class var layerClass: AnyClass { CALayer.self }

  /// The layer that shows the view. The view is its delegate for good.
  public let layer: CALayer
  /// The view that this one is a subview of.
  public internal(set) final weak var superview: UIView?
  /// The subviews, from the back to the front.
  public internal(set) final var subviews: [UIView] = []

  /// The background as it was set; `resolvedColor` is the layer's.
  private final var color: UIColor?
  private final var resolvedColor: CGColor?
  final var ownTint: UIColor?
  final var ownTintMode = TintAdjustmentMode.automatic
  final weak var windowOfTree: UIWindow?
  /// The view's state for Auto Layout; nil before its first use.
  final var constraintsIfAny: ViewConstraints?
  final var needsConstraints = true
  final weak var controller: UIViewController?

  /// Creates a view with this ``frame``, in points.
  public init(frame: CGRect) {
    layer = Self.makeLayer()
    super.init()
    layer.delegate = self
    layer.frame = frame
    let scale = UIScreen.main.scale
    if scale != 1 { layer.contentsScale = scale }
    // For views that draw; others are not affected.
    layer.setNeedsDisplay()
    if Self.requiresConstraintBasedLayout { UIView.usesConstraints.store(true, ordering: .relaxed) }
  }

  /// Creates a view of no size at the origin.
  public override convenience init() { self.init(frame: .zero) }

  /// Traps: views are not archived here. It is declared so that subclasses can override it.
  public required init?(coder: NSCoder) {
    preconditionFailure("UIView(coder:): views cannot be read from archives on this system")
  }

  // MARK: Geometry

  /// The view's rectangle in its superview, in points: the layer's frame. Undefined with a transform.
  open var frame: CGRect {
    get { layer.frame }
    set {
      let old = bounds.size
      layer.frame = newValue
      resizeSubviews(from: old)
      placeChanged()
    }
  }

  /// The view's rectangle in its own coordinates, in points; a change of its size keeps the ``center``.
  open var bounds: CGRect {
    get { layer.bounds }
    set {
      let old = bounds.size
      layer.bounds = newValue
      resizeSubviews(from: old)
      placeChanged()
    }
  }

  /// The position of the layer's anchor point, by default the middle, in the coordinates of the superview, in points.
  open var center: CGPoint {
    get { layer.position }
    set {
      layer.position = newValue
      placeChanged()
    }
  }

  /// The transform about the ``center``; the identity if ``transform3D`` leaves the plane. Default: identity.
  open var transform: CGAffineTransform {
    get { layer.affineTransform() }
    set { layer.setAffineTransform(newValue) }
  }

  /// The transform about the ``center``, in space. Default: identity.
  open var transform3D: CATransform3D {
    get { layer.transform }
    set { layer.transform = newValue }
  }

  /// The point that ``center`` places, in fractions of the bounds. Changing it moves the frame. Default: the middle.
  open var anchorPoint: CGPoint {
    get { layer.anchorPoint }
    set { layer.anchorPoint = newValue }
  }

  /// The parts of the view's place that change with the superview's size, in proportion to their length. Default: none.
  open var autoresizingMask: AutoresizingMask = [] {
    didSet { placeChanged() }
  }

  /// Whether subviews are resized by their ``autoresizingMask``. Default: true.
  open var autoresizesSubviews = true

  /// Whether the view keeps its frame, and follows its superview by its ``autoresizingMask``, whatever constraints say.
  /// A view that constraints place needs false. Default: true.
  open var translatesAutoresizingMaskIntoConstraints = true {
    didSet { if translatesAutoresizingMaskIntoConstraints != oldValue { constraintsChanged() } }
  }

  /// Whether ``updateConstraints()`` is called although the program has no constraint yet. Default: false.
  open class var requiresConstraintBasedLayout: Bool { false }

  /// The distances from the edges that ``layoutMarginsGuide`` keeps, in points. Default: 8 on each side.
  open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8) {
    didSet {
      guard layoutMargins != oldValue else { return }
      constraintsChanged()
      layoutMarginsDidChange()
    }
  }
  /// Called after ``layoutMargins`` changed. Does nothing by itself.
  open func layoutMarginsDidChange() {}

  /// The distances from the edges that bars cover: zero, as no bars cover views here.
  open var safeAreaInsets: UIEdgeInsets { .zero }
  /// Called after ``safeAreaInsets`` changed: never here.
  open func safeAreaInsetsDidChange() {}

  /// Whether the interface's direction changes the view's. Default: unspecified.
  open var semanticContentAttribute = UISemanticContentAttribute.unspecified {
    didSet { if semanticContentAttribute != oldValue { constraintsChanged() } }
  }

  /// The direction that results from ``semanticContentAttribute`` and the traits.
  open var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    UIView.userInterfaceLayoutDirection(
      for: semanticContentAttribute,
      relativeTo: traitCollection.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight)
  }

  /// Returns the direction that results from an attribute and the interface's.
  open class func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute
  ) -> UIUserInterfaceLayoutDirection {
    userInterfaceLayoutDirection(for: attribute, relativeTo: UIApplication.shared.userInterfaceLayoutDirection)
  }

  /// Returns the direction that results from an attribute and another direction.
  open class func userInterfaceLayoutDirection(
    for attribute: UISemanticContentAttribute, relativeTo layoutDirection: UIUserInterfaceLayoutDirection
  ) -> UIUserInterfaceLayoutDirection {
    switch attribute {
    case .forceRightToLeft: .rightToLeft
    case .forceLeftToRight, .playback, .spatial: .leftToRight
    case .unspecified: layoutDirection
    }
  }

  // MARK: Appearance

  /// The opacity of the view with its subviews, from 0 to 1. Default: 1.
  open var alpha: CGFloat {
    get { CGFloat(layer.opacity) }
    set { layer.opacity = Float(newValue) }
  }

  /// The colour behind the view's contents; a dynamic colour is resolved when it is set, and when the view's traits
  /// change. Default: nil, none.
  open var backgroundColor: UIColor? {
    // The layer may have another colour by now.
    get { resolvedColor == layer.backgroundColor ? color : layer.backgroundColor.map { UIColor(cgColor: $0) } }
    set {
      color = newValue
      resolvedColor = newValue?.resolvedColor(with: traitCollection).cgColor
      layer.backgroundColor = resolvedColor
    }
  }

  /// Resolves the background anew, unless the layer has another one by now.
  final func updateBackground() {
    if let color, resolvedColor == layer.backgroundColor { backgroundColor = color }
  }

  /// The colour of controls, for subclasses to draw in and for template images; without an own one the superview's, and
  /// grey while it is dimmed. Setting nil removes the own one. Default: the system's blue.
  open var tintColor: UIColor! {
    get { shownTint }
    set { changeTint { ownTint = newValue } }
  }

  /// Whether the tint is dimmed; never automatic when it is read. Default: as in the superview.
  open var tintAdjustmentMode: TintAdjustmentMode {
    get {
      sequence(first: self) { $0.superview }.lazy.map(\.ownTintMode).first { $0 != .automatic } ?? .normal
    }
    set { changeTint { ownTintMode = newValue } }
  }

  /// Called after ``tintColor`` changed, here or above. Does nothing by itself.
  open func tintColorDidChange() {}

  /// Whether the view is left out with its subviews. Default: false.
  open var isHidden: Bool {
    get { layer.isHidden }
    set {
      let changes = layer.isHidden != newValue
      layer.isHidden = newValue
      if changes { superview?.visibilityChanged(of: self) }
    }
  }

  /// Whether subviews are clipped to the bounds. Default: false.
  open var clipsToBounds: Bool {
    get { layer.masksToBounds }
    set { layer.masksToBounds = newValue }
  }

  /// A view whose alpha shows this view and its subviews, in its coordinates; without a superview. Default: nil.
  open var mask: UIView? {
    didSet { layer.mask = mask?.layer }
  }

  /// Whether the view draws opaquely in all of its bounds: contents then lack alpha. Default: false, unlike Apple's.
  open var isOpaque: Bool {
    get { layer.isOpaque }
    set { layer.isOpaque = newValue }
  }

  /// The way that the layer's contents fit the bounds. Default: scale to fill.
  open var contentMode = ContentMode.scaleToFill {
    didSet {
      layer.contentsGravity = contentMode.gravity
      layer.needsDisplayOnBoundsChange = contentMode == .redraw
    }
  }

  /// The number of pixels of drawn contents to a point. Default: the screen's.
  open var contentScaleFactor: CGFloat {
    get { layer.contentsScale }
    set { layer.contentsScale = newValue }
  }

  /// The environment of dynamic colours.
  open var traitCollection: UITraitCollection { shownTraits }

  /// A style for this view and those below it, instead of the current one. Default: unspecified.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
    willSet { UIView.usesStyles.store(true, ordering: .relaxed) }
    didSet { if oldValue != overrideUserInterfaceStyle { styleChanged(from: oldValue) } }
  }

  /// Called after ``traitCollection`` changed because of a view's style. Does nothing by itself.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // MARK: Interface files: not supported

  /// Called for views from interface files; never here.
  open func awakeFromNib() {}

  /// Called for views in Interface Builder; never here.
  open func prepareForInterfaceBuilder() {}

  // MARK: Identity and interaction

  /// A number for the program's own use. Default: 0.
  open var tag = 0

  /// Whether ``hitTest(_:with:)`` finds the view and its subviews. Default: true.
  open var isUserInteractionEnabled = true

  /// Whether the view gets further fingers' touches, too. Default: false.
  open var isMultipleTouchEnabled = false
  /// Kept only: other views get touches at the same time. Default: false.
  open var isExclusiveTouch = false
  /// The recognisers that read touches of this view and those below it, in the order of addition. Default: nil.
  open var gestureRecognizers: [UIGestureRecognizer]? {
    get { recognizers.isEmpty ? nil : recognizers }
    set {
      for recognizer in recognizers { removeGestureRecognizer(recognizer) }
      for recognizer in newValue ?? [] { addGestureRecognizer(recognizer) }
    }
  }
  private final var recognizers: [UIGestureRecognizer] = []
  /// The finger whose touches the view gets.
  final weak var firstTouch: UITouch?

  /// Adds a recogniser, taking it from its view.
  open func addGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    guard gestureRecognizer.view !== self else { return }
    gestureRecognizer.view?.removeGestureRecognizer(gestureRecognizer)
    recognizers.append(gestureRecognizer)
    gestureRecognizer.view = self
  }

  /// Takes a recogniser away.
  open func removeGestureRecognizer(_ gestureRecognizer: UIGestureRecognizer) {
    guard gestureRecognizer.view === self else { return }
    recognizers.removeAll { $0 === gestureRecognizer }
    gestureRecognizer.view = nil
  }

  /// Whether a gesture of the view may be recognised. Default: true.
  open func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { true }

  // MARK: Tree

  /// The window of the view's tree; nil if its root is another view.
  open var window: UIWindow? { windowOfTree }

  /// Called before the window changes, for each view of a subtree, superviews first; nil without a new one.
  open func willMove(toWindow newWindow: UIWindow?) {}
  /// Called after the window changed, for each view of a subtree, superviews first.
  open func didMoveToWindow() {}

  /// The next responder of touches: the superview, or the controller of a controller's view.
  open override var next: UIResponder? { controller ?? superview }

  /// Adds `view` in front of the other subviews, taking it out of its superview.
  open func addSubview(_ view: UIView) { insert(view, at: subviews.count) }

  /// Inserts `view` at `index` of the subviews; a larger index means in front of all.
  open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

  /// Inserts `view` just in front of `siblingSubview`. Precondition: that is a subview of this view.
  open func insertSubview(_ view: UIView, aboveSubview siblingSubview: UIView) {
    insert(view, nextTo: siblingSubview, above: true)
  }

  /// Inserts `view` just behind `siblingSubview`. Precondition: that is a subview of this view.
  open func insertSubview(_ view: UIView, belowSubview siblingSubview: UIView) {
    insert(view, nextTo: siblingSubview, above: false)
  }

  /// Moves a subview in front of the others; any other view stays in place.
  open func bringSubviewToFront(_ view: UIView) { if view.superview === self { insert(view, at: subviews.count) } }

  /// Moves a subview behind the others; any other view stays in place.
  open func sendSubviewToBack(_ view: UIView) { if view.superview === self { insert(view, at: 0) } }

  /// Takes the view out of its superview.
  open func removeFromSuperview() { leaveSuperview() }

  /// Called before the superview changes; nil without a new one.
  open func willMove(toSuperview newSuperview: UIView?) {}
  /// Called after the superview changed.
  open func didMoveToSuperview() {}
  /// Called after a subview was added.
  open func didAddSubview(_ subview: UIView) {}
  /// Called before a subview leaves this view. Does nothing by default.
  open func willRemoveSubview(_ subview: UIView) {}

  /// Returns this view, or the first below it, with that ``tag``; depth first.
  open func viewWithTag(_ tag: Int) -> UIView? {
    if self.tag == tag { return self }
    return subviews.lazy.compactMap { $0.viewWithTag(tag) }.first
  }

  // MARK: Layout and display

  /// Places the subviews by their constraints. Called before a commit when the layout is out of date.
  open func layoutSubviews() { placeSubviews() }

  /// Marks the layout as out of date.
  open func setNeedsLayout() { layer.setNeedsLayout() }

  /// Lays out now the subviews of this view and those below that are marked for it.
  open func layoutIfNeeded() { performLayoutIfNeeded() }

  // MARK: Constraints; see UIView+Constraints.swift

  /// Makes constraints. Called before layout if ``needsUpdateConstraints()``, for subviews first; an override calls the
  /// superclass's last. By itself it calls its controller's ``UIViewController/updateViewConstraints()``.
  open func updateConstraints() { controller?.updateViewConstraints() }

  /// Makes ``updateConstraints()`` due before the next layout.
  open func setNeedsUpdateConstraints() {
    needsConstraints = true
    UIView.usesConstraints.store(true, ordering: .relaxed)
    constraintsChanged()
  }

  /// Whether ``updateConstraints()`` is due before the next layout. Default: true.
  open func needsUpdateConstraints() -> Bool { needsConstraints }

  /// Calls ``updateConstraints()`` of this view and those below it that are due.
  open func updateConstraintsIfNeeded() { performUpdateConstraints() }

  /// Returns the priority of the view being no larger than its ``intrinsicContentSize``. Default: 250.
  open func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    constraintsIfAny?.hugging[axis.rawValue] ?? .defaultLow
  }

  /// Sets the priority of the view being no larger than its ``intrinsicContentSize``.
  open func setContentHuggingPriority(_ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis) {
    constraining.hugging[axis.rawValue] = priority
    constraintsChanged()
  }

  /// Returns the priority of the view being no smaller than its ``intrinsicContentSize``. Default: 750.
  open func contentCompressionResistancePriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    constraintsIfAny?.resistance[axis.rawValue] ?? .defaultHigh
  }

  /// Sets the priority of the view being no smaller than its ``intrinsicContentSize``.
  open func setContentCompressionResistancePriority(
    _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
  ) {
    constraining.resistance[axis.rawValue] = priority
    constraintsChanged()
  }

  /// Returns the size that the constraints of the view and its subviews determine, near `targetSize`, in points.
  open func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
    performFitting(targetSize, .fittingSizeLevel, .fittingSizeLevel)
  }

  /// Returns the size that the constraints of the view and its subviews determine, as near to `targetSize` as the
  /// priorities allow, in points.
  open func systemLayoutSizeFitting(
    _ targetSize: CGSize, withHorizontalFittingPriority horizontalFittingPriority: UILayoutPriority,
    verticalFittingPriority: UILayoutPriority
  ) -> CGSize { performFitting(targetSize, horizontalFittingPriority, verticalFittingPriority) }

  /// The distances from the view's middle down to the first and last baselines of its text; nil without text.
  var baselines: (first: CGFloat, last: CGFloat)? { nil }

  /// Makes ``intrinsicContentSize`` depend on a width that layout gives the view, or on none. Returns whether it does.
  @discardableResult
  func measure(inWidth width: CGFloat?) -> Bool { false }

  /// Whether subviews move with the origin of the bounds, and constraints from subviews refer to the contents.
  var scrollsContents: Bool { false }

  /// Sets the size that constraints give the contents.
  func contentsWereLaidOut(_ size: CGSize) {}

  /// Called after a subview's intrinsic size changed.
  func intrinsicSizeChanged(of subview: UIView) {}

  /// Called after a subview was hidden or shown.
  func visibilityChanged(of subview: UIView) {}

  /// Draws the view to the current context, in its coordinates. Called before the first commit, and after the contents
  /// were marked; `rect` is the area to draw, and is transparent. Does nothing by itself.
  open func draw(_ rect: CGRect) {}

  /// Marks the contents as out of date.
  open func setNeedsDisplay() { layer.setNeedsDisplay() }

  /// Marks part of the contents as out of date.
  open func setNeedsDisplay(_ rect: CGRect) { layer.setNeedsDisplay(rect) }

  /// Returns the size that the view prefers, in points, if `size` is offered. Default: its own.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  /// Takes the preferred size; the top left corner stays.
  open func sizeToFit() {
    let size = sizeThatFits(bounds.size)
    if CATransform3DIsIdentity(layer.transform) { frame.size = size } else { bounds.size = size }
  }

  /// The value of a side of ``intrinsicContentSize`` that the view does not determine: -1.
  public static let noIntrinsicMetric: CGFloat = -1

  /// The natural size of the view's contents, in points, for constraints. Default: none.
  open var intrinsicContentSize: CGSize { CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) }

  /// Notes a change of ``intrinsicContentSize``: marks the superview's layout.
  open func invalidateIntrinsicContentSize() {
    if constraintsIfAny?.participates == true { constraintsChanged() }
    superview?.intrinsicSizeChanged(of: self)
    superview?.setNeedsLayout()
  }

  // MARK: Snapshots

  /// Draws the view with its subviews into a rectangle of the current context, as they show now: with running
  /// animations, without the view's own transform and position. If a renderer shows the view's tree, it draws;
  /// otherwise ``/QuartzCore/CALayer/render(in:)`` does, with its limits.
  ///
  /// - Parameters:
  ///   - rect: in the context's user space, in points; the view's bounds are scaled to it.
  ///   - afterUpdates: whether pending changes are committed first.
  /// - Returns: false, without drawing, if there is no current context, or a rectangle is empty.
  @discardableResult
  open func drawHierarchy(in rect: CGRect, afterScreenUpdates afterUpdates: Bool) -> Bool {
    performDrawHierarchy(in: rect, afterScreenUpdates: afterUpdates)
  }

  /// Returns a view of the same size, at the origin, with a picture of this one as by
  /// ``drawHierarchy(in:afterScreenUpdates:)``; nil if the view has no area.
  open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView? {
    performSnapshot(bounds, afterScreenUpdates: afterUpdates)
  }

  /// Returns a view with a picture of a rectangle of this one, in its coordinates; the parts outside the insets keep
  /// their size when the view is resized. Nil if the rectangle has no area.
  open func resizableSnapshotView(
    from rect: CGRect, afterScreenUpdates afterUpdates: Bool, withCapInsets capInsets: UIEdgeInsets
  ) -> UIView? {
    let view = performSnapshot(rect.standardized, afterScreenUpdates: afterUpdates)
    view?.keep(capInsets)
    return view
  }

  // MARK: Hit testing

  /// Returns the frontmost view at a point in this view's coordinates, or this view. Nil if ``point(inside:with:)`` is
  /// false, and for views that are hidden, nearly invisible (``alpha`` below 0.01), or disabled.
  open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    guard !isHidden, isUserInteractionEnabled, alpha >= 0.01, self.point(inside: point, with: event) else { return nil }
    for view in subviews.reversed() {
      if let hit = view.hitTest(view.convert(point, from: self), with: event) { return hit }
    }
    return self
  }

  /// Whether a point in this view's coordinates lies inside the ``bounds``.
  open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

  // MARK: The layer's delegate

  /// Returns the action for a change of the layer: `NSNull` outside animation blocks; inside them, if blocks animate
  /// the property, a `CABasicAnimation` for opacity, background colour and anchor point, else an action that adds one.
  open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    AnimationStack.current.action(for: layer, forKey: event) ?? NSNull()
  }

  /// Draws the view's own layer by ``draw(_:)``, with the context as the current one.
  open func draw(_ layer: CALayer, in ctx: CGContext) { performDraw(layer, in: ctx) }

  /// Called before the view's layer draws its contents. Does nothing by itself.
  open func layerWillDraw(_ layer: CALayer) {}

  /// Brings the contents of the view's layer up to date. A subclass that sets ``/QuartzCore/CALayer/contents`` itself
  /// overrides this; by itself it makes the layer draw.
  open func display(_ layer: CALayer) { layer.noteDelegateLacksMethod() }

  /// Lays out the view's own layer by ``layoutSubviews()``.
  open func layoutSublayers(of layer: CALayer) {
    guard layer === self.layer else { return }
    solveLayout()
    withTraits {
      controller?.viewWillLayoutSubviews()
      layoutSubviews()
      controller?.viewDidLayoutSubviews()
    }
    controller?.finishAppearing()
  }
}
