// Swift lets a client override only declarations in the class body, so every property and method that Apple's clients
// override is declared here, in one line if possible; extensions do the work.
//
// Rendering properties live in one flat value (`values`), which a commit copies. A change is noted with the tree's
// host, if it has one; nothing is rendered from these objects.
//
// The folders of the module, from the bottom up; each of the first three uses only those before it (FolderOrderTests):
//
//   Transforms        matrices of space, planes and rotations
//   Values            the values of animations, and their fields by key path
//   Timing            CAMediaTiming and timing functions, as values
//
// The others are about layers, and know each other through this class, whose body names them all:
//
//   Properties        the tables of properties, for layers and their subclasses
//   KeyValueCoding    a layer's values by key and key path, and their observers
//   Filters           filters and blend modes as values
//   Animations        animation objects, and their compiled form
//   Layers            the layer classes, their tree, geometry and hit testing; the host that commits them
//   Selectors         calls by selector: of timers, notifications and run loops
//   Clock             media time, its events and display links
//   Transactions      transactions and completion blocks
//   Layout            constraints
//   Drawing           backing stores and tiles
//   Text              text layers as styled text
//   RenderInContext   a layer's tree on a CGContext, by the processor
//
// Tested by LayerPropertyTests and LayerTreeTests.

public import CoreGraphics
public import Foundation

/// An object that manages visual content, its geometry in the layer tree, and its animations.
///
/// Layers form a tree. What is set on them is the model; a root layer handed to a renderer is hosted, and each
/// commit of a ``CATransaction`` moves the changes since the last one to the render tree, from which frames are made.
/// A tree of layers is used by one thread at a time.
open class CALayer: NSObject, CAMediaTiming {
  package final var values = LayerValues()
  package final var timing = MediaTiming.layerDefault
  package final var children: [CALayer] = []
  final var animationList = LayerAnimations()
  package final var animations: [AttachedAnimation] { animationList.present }
  /// The values of keys that are not properties of the class.
  final var extraValues: [String: Any] = [:]
  package final var pendingChanges: LayerChanges = []
  /// The host of the tree; nil while the tree is not hosted. Kept equal over a whole tree by `setHost`.
  package final var host: LayerHost? {
    get { unretainedHost?.takeUnretainedValue() }
    set { unretainedHost = newValue.map { Unmanaged.passUnretained($0) } }
  }
  /// The host without reference counting, for notifications: counting through the weak reference is slow.
  final var unretainedHost: Unmanaged<LayerHost>?
  /// The layer's index in its host's render tree; -1 before its first commit.
  package final var renderIndex: Int32 = -1
  /// The values that the last commit saw; nil before the first, and without a host.
  final var committed: CommittedValues?
  final var committedAnimations: [AttachedAnimation] = []
  final var observers: [LayerObserver] = []
  /// The layer that this one is a presentation of; nil for a model layer.
  final var presented: Presented?
  final var state = LayerState()
  /// The drawing of the layer; nil for a layer that never drew.
  final var backing: BackingStore?
  /// The rendering properties that were set; the others follow ``style`` and the class.
  final var explicitFields = LayerFieldSet()
  /// The mask; its superlayer is this layer.
  package final var maskLayer: CALayer?
  /// The superlayer. Unsafe but sound: a layer clears it in its children before it is deallocated. Set only together
  /// with the superlayer's `children`.
  final unowned(unsafe) var parent: CALayer?

  /// Creates a layer with the default values, in no tree.
  public override init() {
    super.init()
  }

  /// Creates a copy of `layer` with the values of a moment: the system does, for ``presentation()`` and for frames that
  /// redraw the layer. A subclass with stored properties of its own overrides this and copies them.
  ///
  /// A client's own call makes a layer with the default values, as Apple's does.
  public init(layer: Any) {
    super.init()
    if let layer = layer as? CALayer { copyState(of: layer) }
  }

  /// Traps: layers are not archived here. It is declared so that subclasses can override it.
  public required init?(coder: NSCoder) {
    trap("CALayer(coder:): layers cannot be read from archives on this system")
  }

  deinit { releaseChildren() }

  // MARK: Geometry

  /// The layer's rectangle in its own coordinates, in points. A change of origin moves what the layer shows of its
  /// sublayers. Negative sizes are standardised. Default: zero.
  open var bounds: CGRect {
    get { values.bounds }
    set {
      let rect = checked(newValue, "bounds").standardized
      let old = values.bounds
      change(Self.rows.bounds, from: old, to: rect) { $0.bounds = rect }
      if old != rect { boundsChanged(from: old) }
    }
  }

  /// The position of the anchor point in the superlayer's coordinates, in points. Default: zero.
  open var position: CGPoint {
    get { values.position }
    set {
      require(!newValue.x.isNaN && !newValue.y.isNaN, "CALayer.position contains NaN: \(newValue)")
      change(Self.rows.position, from: values.position, to: newValue, .motion) { $0.position = newValue }
    }
  }

  /// The distance towards the viewer, in points; siblings are painted in its order. Default: 0.
  open var zPosition: CGFloat {
    get { values.zPosition }
    set { change(Self.rows.zPosition, from: values.zPosition, to: newValue, .motion) { $0.zPosition = newValue } }
  }

  /// The point of the bounds, in fractions of their size, that ``position`` places and ``transform`` turns about.
  /// Changing it moves the frame, not the position. Default: the centre.
  open var anchorPoint: CGPoint {
    get { values.anchorPoint }
    set { change(Self.rows.anchorPoint, from: values.anchorPoint, to: newValue) { $0.anchorPoint = newValue } }
  }

  /// The anchor point's distance in front of the layer's plane, in points. Default: 0.
  open var anchorPointZ: CGFloat {
    get { values.anchorPointZ }
    set { change(Self.rows.anchorPointZ, from: values.anchorPointZ, to: newValue) { $0.anchorPointZ = newValue } }
  }

  /// The transform about the anchor point. Default: identity.
  open var transform: CATransform3D {
    get { values.transform }
    set {
      guard newValue != values.transform else { return explicitFields.insert(Self.rows.transform) }
      change(Self.rows.transform, from: values.transform, to: newValue, .motion) { $0.transform = newValue }
      parent?.noteLayoutChange()
    }
  }

  /// The transform of all sublayers about the anchor point, often perspective (`m34 = -1/d`). Default: identity.
  open var sublayerTransform: CATransform3D {
    get { values.sublayerTransform }
    set {
      change(Self.rows.sublayerTransform, from: values.sublayerTransform, to: newValue) {
        $0.sublayerTransform = newValue
      }
    }
  }

  /// The bounding box of the layer in its superlayer, in points. Derived: setting it changes the position and the
  /// bounds' size, and keeps the bounds' origin.
  open var frame: CGRect {
    get { values.frame }
    set {
      var changed = values
      changed.setFrame(checked(newValue, "frame"))
      observed {
        position = changed.position
        bounds = changed.bounds
      }
    }
  }

  /// Whether the layer and its sublayers are left out. Default: false.
  open var isHidden: Bool {
    get { values.isHidden }
    set {
      guard newValue != values.isHidden else { return explicitFields.insert(Self.rows.hidden) }
      change(Self.rows.hidden, from: values.isHidden, to: newValue) { $0.isHidden = newValue }
      if host != nil { runAction(forEvent: newValue ? kCAOnOrderOut : kCAOnOrderIn) }
    }
  }

  /// Whether the layer is seen from behind. Default: true.
  open var isDoubleSided: Bool {
    get { values.isDoubleSided }
    set { change(Self.rows.doubleSided, from: values.isDoubleSided, to: newValue) { $0.isDoubleSided = newValue } }
  }

  /// Whether y points the other way in this layer than in its superlayer. Geometry is mirrored about the bounds;
  /// images are not. Default: false.
  open var isGeometryFlipped: Bool {
    get { values.isGeometryFlipped }
    set {
      let old = values.isGeometryFlipped
      change(Self.rows.geometryFlipped, from: old, to: newValue) { $0.isGeometryFlipped = newValue }
      if old != newValue && presented == nil { markTurnedDrawings() }
    }
  }

  /// Whether contents and sublayers are clipped to the bounds, and to their rounded corners. Default: false.
  open var masksToBounds: Bool {
    get { values.masksToBounds }
    set { change(Self.rows.masksToBounds, from: values.masksToBounds, to: newValue) { $0.masksToBounds = newValue } }
  }

  /// Whether an odd number of layers from this one up to the root are flipped.
  open func contentsAreFlipped() -> Bool { hasOddFlips }

  // MARK: Contents

  /// The contents that the layer shows: a `CGImage`, or nil. Anything else is kept and shows nothing.
  open var contents: Any? {
    get { values.contents ?? extraValues[Self.rows.contents.key] }
    set {
      let image = newValue as? CGImage
      extraValues[Self.rows.contents.key] = image == nil ? newValue : nil
      change(Self.rows.contents, from: values.contents, to: image) { $0.contents = image }
    }
  }

  /// The part of the contents that is shown, in fractions of the image, y from its first row. Default: all of it.
  open var contentsRect: CGRect {
    get { values.contentsRect }
    set { change(Self.rows.contentsRect, from: values.contentsRect, to: newValue) { $0.contentsRect = newValue } }
  }

  /// The place and size of the contents in the bounds. An unknown value reads back as `.center`. Default: `.resize`.
  open var contentsGravity: CALayerContentsGravity {
    get { values.contentsGravity }
    set {
      let gravity = CALayerContentsGravity.all.contains(newValue) ? newValue : .center
      change(Self.rows.contentsGravity, from: values.contentsGravity, to: gravity) { $0.contentsGravity = gravity }
    }
  }

  /// The number of pixels of the contents to a point. Default: 1.
  open var contentsScale: CGFloat {
    get { values.contentsScale }
    set { change(Self.rows.contentsScale, from: values.contentsScale, to: newValue) { $0.contentsScale = newValue } }
  }

  // MARK: Appearance

  /// The colour behind the contents. Default: nil, none.
  open var backgroundColor: CGColor? {
    get { values.backgroundColor }
    set {
      change(Self.rows.backgroundColor, from: values.backgroundColor, to: newValue) { $0.backgroundColor = newValue }
    }
  }

  /// The radius of the corners of background and border, in points; contents and sublayers follow it only with
  /// ``masksToBounds``. Default: 0.
  open var cornerRadius: CGFloat {
    get { values.cornerRadius }
    set { change(Self.rows.cornerRadius, from: values.cornerRadius, to: newValue) { $0.cornerRadius = newValue } }
  }

  /// The corners that ``cornerRadius`` rounds; unknown bits are dropped. Default: all four.
  open var maskedCorners: CACornerMask {
    get { values.maskedCorners }
    set {
      let corners = newValue.intersection(.all)
      change(Self.rows.maskedCorners, from: values.maskedCorners, to: corners) { $0.maskedCorners = corners }
    }
  }

  /// The width of the border, in points. It lies inside the bounds, above contents and sublayers. Default: 0.
  open var borderWidth: CGFloat {
    get { values.borderWidth }
    set { change(Self.rows.borderWidth, from: values.borderWidth, to: newValue) { $0.borderWidth = newValue } }
  }

  /// The colour of the border. Default: opaque black.
  open var borderColor: CGColor? {
    get { values.borderColor }
    set { change(Self.rows.borderColor, from: values.borderColor, to: newValue) { $0.borderColor = newValue } }
  }

  /// Opacity of the layer with its sublayers; values outside 0...1 are drawn as the nearer end. Default: 1.
  open var opacity: Float {
    get { values.opacity }
    set { change(Self.rows.opacity, from: values.opacity, to: newValue, .motion) { $0.opacity = newValue } }
  }

  // MARK: Tree

  /// The layer that this one is a sublayer of.
  open var superlayer: CALayer? { treeParent }

  /// The sublayers, back to front; nil if the layer has no sublayers. Setting them takes layers out of other trees.
  open var sublayers: [CALayer]? {
    get {
      let layers = presented == nil ? children : presentedSublayers
      return layers.isEmpty ? nil : layers
    }
    set { replaceChildren(with: newValue ?? []) }
  }

  /// Adds `layer` in front of the other sublayers, taking it out of the tree it is in.
  ///
  /// - Precondition: `layer` is neither this layer nor one above it.
  open func addSublayer(_ layer: CALayer) { insert(layer, at: children.count) }

  /// Inserts `layer` at an index of the sublayers, not counting itself if it is one, taking it out of its tree.
  ///
  /// - Precondition: `idx` is at most the count of sublayers; `layer` is neither this layer nor one above it.
  open func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer, at: Int(idx)) }

  /// Inserts `layer` just behind `sibling`; behind all others if that is nil.
  ///
  /// - Precondition: `sibling` is a sublayer of this layer; `layer` is neither this layer nor one above it.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) { insert(layer, nextTo: sibling, above: false) }

  /// Inserts `layer` just in front of `sibling`; in front of all others if that is nil.
  ///
  /// - Precondition: `sibling` is a sublayer of this layer; `layer` is neither this layer nor one above it.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) { insert(layer, nextTo: sibling, above: true) }

  /// Puts `newLayer` in the place of `oldLayer`, which leaves the tree.
  ///
  /// - Precondition: `oldLayer` is a sublayer of this layer.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) { replace(oldLayer, with: newLayer) }

  /// Takes the layer out of its superlayer.
  open func removeFromSuperlayer() { detach() }

  /// Any text, for the program's own use and for messages.
  open var name: String? {
    get { extraValues["name"] as? String }
    set {
      guard newValue != name else { return }
      observed { extraValues["name"] = newValue }
      noteChange(.values)
    }
  }

  // MARK: Animations

  /// Adds a copy of `anim` under `key`, replacing one that is there. A `duration` of 0 becomes the transaction's.
  open func add(_ anim: CAAnimation, forKey key: String?) { attach(anim, forKey: key) }

  /// Removes all animations of the layer, those that are over included.
  open func removeAllAnimations() { detachAnimations() }

  /// Removes the animation under `key`, if there is one.
  open func removeAnimation(forKey key: String) { detachAnimation(forKey: key) }

  /// Returns the keys of the animations in the order of addition, which is that of application; nil without any. A
  /// presentation layer has those of its model.
  open func animationKeys() -> [String]? {
    let keys = modelLayer().animations.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// Returns the animation under `key`; of a presentation layer, the model's. It must not be changed.
  open func animation(forKey key: String) -> CAAnimation? { modelLayer().animationList[key]?.animation }

  // MARK: Timing

  /// The begin time of the layer, in seconds of the superlayer's time. Default: 0.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { changeTiming { $0.beginTime = newValue } }
  }

  /// The duration of one cycle, in seconds. Default: infinite.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { changeTiming { $0.duration = newValue } }
  }

  /// The seconds of this layer's time in one of its superlayer's. Default: 1; 0 pauses.
  open var speed: Float {
    get { timing.speed }
    set { changeTiming { $0.speed = newValue } }
  }

  /// The layer's own time when it begins, in seconds. Default: 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { changeTiming { $0.timeOffset = newValue } }
  }

  /// The number of times the cycle runs. Default: 0, which counts as 1.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set { changeTiming { $0.repeatCount = newValue } }
  }

  /// The duration over which cycles repeat, in seconds. Default: 0, which leaves it to ``repeatCount``.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { changeTiming { $0.repeatDuration = newValue } }
  }

  /// Whether each cycle plays backward after it played forward. Default: false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { changeTiming { $0.autoreverses = newValue } }
  }

  /// The look of the layer outside its active time. Default: removed.
  open var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { changeTiming { $0.fillMode = newValue } }
  }

  // MARK: Key-value coding

  /// Returns the value of a property by its key, or of any other key that was set; then ``defaultValue(forKey:)``.
  /// Numbers are `NSNumber`, string constants `String`; geometry, colours and images are themselves.
  open func value(forKey key: String) -> Any? { readValue(forKey: key) }

  /// Sets a property by its key: numbers of any type, `NSNumber`, `NSValue`, string constants and their raw values. A
  /// value of the wrong type leaves the property as it is. Nil brings the default back, but of a colour means none. Any
  /// other key is kept as it is given.
  open func setValue(_ value: Any?, forKey key: String) { writeValue(value, forKey: key) }

  /// Returns the value at a key path: a field of a property (`position.x`, `transform.rotation.z`, `frame.size`), or a
  /// key of another layer (`superlayer.opacity`). Nil if the path leads nowhere.
  open func value(forKeyPath keyPath: String) -> Any? { readValue(forKeyPath: keyPath) }

  /// Sets the value at a key path; see ``value(forKeyPath:)``. A wrong path, or a value of wrong type, has no effect.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { writeValue(value, forKeyPath: keyPath) }

  /// Returns the default value of a key; nil means zero of the type, or the identity of a transform.
  open class func defaultValue(forKey key: String) -> Any? { properties[key]?.defaultValue }

  /// Whether the value of a key would go into an archive: that of a key that was set.
  open func shouldArchiveValue(forKey key: String) -> Bool { isArchived(key) }

  // MARK: Actions

  /// Takes part in display, layout and the choice of actions. Weak. Default: nil.
  open weak var delegate: (any CALayerDelegate)?

  /// Returns the action for an event: asked of the delegate, then ``actions``, then the entry "actions" of ``style``,
  /// then ``defaultAction(forKey:)``. `NSNull` at any of them ends the search with nil; nil goes on.
  open func action(forKey event: String) -> (any CAAction)? { findAction(forKey: event) }

  /// Returns the action of the class for an event. Default: nil; ``action(forKey:)`` of a committed layer then ends
  /// with Core Animation's own animation of the change.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  package class var renderKind: LayerKind { .plain }

  /// Whether a change of the bounds' size makes the contents out of date, whatever ``needsDisplayOnBoundsChange`` says.
  package class var redrawsOnResize: Bool { false }

  /// The properties of the class. A class that adds some overrides it.
  package class var properties: PropertyTable { LayerProperties.table }

  static var rows: LayerProperties { .all }

  /// Whether a hit test may find the layer itself, and not only what is below it.
  package var isHitItself: Bool { true }

  // MARK: Layout

  /// Marks the layer so that its sublayers are laid out before the next commit.
  open func setNeedsLayout() { markNeedsLayout() }

  /// Whether the layer is marked for layout. Default: false.
  open func needsLayout() -> Bool { state.needsLayout }

  /// Climbs while the superlayer is marked for layout, and lays out all that is marked from there down.
  open func layoutIfNeeded() { performLayoutIfNeeded() }

  /// Lays out the sublayers: asks the delegate, or else the ``layoutManager``.
  open func layoutSublayers() { performLayout() }

  /// Returns the size that the layer would like, in the superlayer's points: the layout manager's, or the bounds'.
  open func preferredFrameSize() -> CGSize { performPreferredFrameSize() }

  /// Resizes each sublayer after this layer's size changed from `size`, by its ``autoresizingMask``.
  open func resizeSublayers(withOldSize size: CGSize) { performResizeSublayers(withOldSize: size) }

  /// Resizes this layer after its superlayer's size changed from `size`, by its ``autoresizingMask``.
  open func resize(withOldSuperlayerSize size: CGSize) { performResize(withOldSuperlayerSize: size) }

  // MARK: Display

  /// Brings the contents up to date: has the delegate do it by ``CALayerDelegate/display(_:)``, or else, after
  /// ``CALayerDelegate/layerWillDraw(_:)``, calls ``draw(in:)`` with a bitmap of bounds x ``contentsScale`` pixels,
  /// which becomes the contents if anything was drawn. A subclass that sets ``contents`` itself overrides this.
  ///
  /// While a property is animated that ``needsDisplay(forKey:)`` names, it is called for each frame, on the layer
  /// itself, whose properties have the model's values; the ``presentation()`` has the shown ones.
  ///
  /// Sides above 8,192 pixels, and bitmaps above 128 MiB, are drawn at a lower resolution.
  open func display() { performDisplay() }

  /// Draws the contents: has the delegate do it, by ``CALayerDelegate/draw(_:in:)``.
  ///
  /// User space is the layer's: ``bounds`` are visible, and y points down if it does in the layer. The clip is the area
  /// to draw, which is transparent. While a property is animated that ``needsDisplay(forKey:)`` names, it is called for
  /// each frame, on a presentation layer.
  open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

  /// Marks the contents as out of date.
  open func setNeedsDisplay() { markNeedsDisplay() }

  /// Marks part of the contents, in the layer's points, as out of date. Only marked parts are drawn again if the layer
  /// drew its contents before, at the same size.
  open func setNeedsDisplay(_ r: CGRect) { markNeedsDisplay(r.standardized) }

  /// Whether the contents are marked as out of date. Default: false.
  open func needsDisplay() -> Bool { state.needsDisplay }

  /// Calls ``display()`` if the contents are marked.
  open func displayIfNeeded() { performDisplayIfNeeded() }

  /// Draws the layer with its sublayers onto a context, on the CPU: a model without animations, a ``presentation()``
  /// with the values of its moment.
  ///
  /// User space is the layer's own coordinates: its position, transform and flip are left out, and the origin of its
  /// bounds is not moved. Contents are drawn as they are; nothing is laid out or displayed before. Unlike in frames,
  /// filters other than Core Graphics' blend modes, perspective, depth, particles, ``shadowPath`` and the colours of a
  /// replicator's copies do not count, and a ``CATransformLayer`` is a plain layer.
  open func render(in ctx: CGContext) { ContextRenderer(ctx).render(self) }

  /// Draws in ``render(in:)`` between the layer's background and its contents, in the layer's coordinates; `isYDown`
  /// says whether the top of upright content lies at minimum y.
  package func drawUnderContents(in context: CGContext, isYDown: Bool) {}

  /// Whether a change of the key, an animated one too, makes the contents out of date. Default: false, except for the
  /// properties of a ``CATextLayer``'s text.
  open class func needsDisplay(forKey key: String) -> Bool {
    // Every setter asks; most layers are plain ones.
    self != CALayer.self && properties.redraws(key)
  }

  // MARK: Presentation and hit testing

  /// Returns a copy of the layer with the values that it shows at this moment of its host's clock; nil before the first
  /// commit, and for a layer in no hosted tree. Its superlayer, sublayers and mask are presentation layers too. It is
  /// the same object until the clock moves or a commit changes the tree.
  open func presentation() -> Self? { makePresentation() }

  /// Returns the layer that this one is the presentation of; a model layer itself.
  open func model() -> Self { modelLayer() }

  /// Returns the front-most layer at a point, this one or one below; a presentation layer finds presentation layers.
  ///
  /// Leaves out layers that are hidden or have an opacity of 0, with their sublayers, and points outside the bounds of
  /// a layer that masks to them, or outside a mask's area: the bounds of the mask and of its sublayers, and the paths
  /// of shapes. Rounded corners and ``isDoubleSided`` make no difference.
  ///
  /// - Parameter p: in points of the superlayer, or of the nearest layer above that is not a ``CATransformLayer``.
  open func hitTest(_ p: CGPoint) -> CALayer? { performHitTest(p) }

  /// Whether the bounds contain a point, in the layer's points. Minimum edges belong to them, maximum edges do not.
  open func contains(_ p: CGPoint) -> Bool {
    let box = values.bounds
    return p.x >= box.minX && p.x < box.maxX && p.y >= box.minY && p.y < box.maxY
  }
}

extension CALayer {
  /// Changes one rendering property, if it really changes. Every setter goes through here.
  @inline(__always)
  final func change<T: Equatable>(
    _ property: LayerProperty, from old: T, to new: T, _ changes: LayerChanges = .values,
    _ write: (inout LayerValues) -> Void
  ) {
    explicitFields.insert(property)
    guard old != new else { return }
    if changesQuietly {
      write(&values)
      noteChange(changes)
      return
    }
    let change = beginChange(property.key)
    write(&values)
    endChange(change, changes)
  }

  /// Whether only the next commit needs to know of a property's change: no action, observer or redrawing.
  private final var changesQuietly: Bool {
    type(of: self) == CALayer.self && presented == nil && observers.isEmpty && CATransaction.disableActions()
  }

  private func checked(_ rect: CGRect, _ what: String) -> CGRect {
    require(
      !rect.origin.x.isNaN && !rect.origin.y.isNaN && !rect.size.width.isNaN && !rect.size.height.isNaN,
      "CALayer.\(what) contains NaN: \(rect)")
    return rect
  }
}
