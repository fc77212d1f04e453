// The delegate's `display(_:)`, or drawing by the delegate or a subclass into a bitmap, brings contents up to date.
// Contents are replaced only if something was drawn, or if the current ones were drawn before.
//
// While an animation of a key of `needsDisplay(forKey:)` runs, each frame asks the model to display itself, as Apple's
// does, and a copy with the frame's values to draw: an override of `display()` sees the model's own values and those of
// `presentation()`, one of `draw(in:)` those of the frame.
//
// Decisions of ours, where sources are silent:
// - A drawing appears at once: no action runs, and no fade begins.
// - A layer outside any host draws as in one whose y points down.
// - A layer is displayed once a frame: a mark set during its display counts from the next frame or program's flush.
//
// Tested by DrawnContentsTests and RedisplayTests.

import CoreGraphics
import Foundation

extension CALayer {
  /// Whether a change of the bounds' size makes the contents out of date. Default: false.
  public var needsDisplayOnBoundsChange: Bool {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Whether the layer's own drawing has no translucent pixel: it then draws into a bitmap without alpha, which begins
  /// black. An assigned image is not affected. Default: false.
  public var isOpaque: Bool {
    get { managed("opaque") }
    set { setManaged(newValue, "opaque") }
  }

  /// Whether drawing may happen on another thread. Kept without effect: drawing happens at the commit. Default: false.
  public var drawsAsynchronously: Bool {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The pixels that the layer draws into; an unknown value reads back as the default. `.gray8Uint` is grey without
  /// alpha; `.RGBA16Float` and `.automatic` have 8 bits here. Default: `.RGBA8Uint`.
  public var contentsFormat: CALayerContentsFormat {
    get { CALayerContentsFormat(rawValue: managed()) }
    set {
      setManaged(
        CALayerContentsFormat.all.contains(newValue) ? newValue.rawValue : CALayerContentsFormat.RGBA8Uint.rawValue)
    }
  }

  // MARK: Marks

  /// Marks part of the drawing, in the layer's coordinates; nil marks all of it.
  final func markNeedsDisplay(_ rect: CGRect? = nil) {
    backing?.mark(rect)
    guard !state.needsDisplay else { return }
    state.needsDisplay = true
    host?.noteDisplay(of: self)
  }

  /// Displays the layer if it is marked. The mark is cleared first: an override of `display()` need not call this
  /// class's, and a mark that the layer sets meanwhile asks for the next frame.
  final func performDisplayIfNeeded() {
    guard state.needsDisplay else { return }
    state.needsDisplay = false
    let host = host
    host?.beginDisplay(of: self)
    // Contents that an override of `display()` assigns appear at once, too.
    CATransaction.withoutActions { display() }
    host?.endDisplay()
  }

  // MARK: Drawing

  final func performDisplay() {
    let copy = host?.frameCopy(of: self)
    // A frame leaves the state of the layer's own contents as it is.
    if copy == nil { state.needsDisplay = false }
    // A plain layer without a delegate draws nothing.
    if delegate == nil && type(of: self) == CALayer.self { return }
    if delegateLeavesDrawing() { (copy ?? self).drawContents() }
  }

  /// Displays a layer that draws no contents of its own: only the delegate's `display(_:)` makes some.
  final func performDelegateDisplay() {
    state.needsDisplay = false
    _ = delegateLeavesDrawing()
  }

  /// Asks the delegate to bring the contents up to date. Returns whether drawing is left to the layer.
  fileprivate final func delegateLeavesDrawing() -> Bool {
    guard let delegate else { return true }
    state.delegateLacksMethod = false
    delegate.display(self)
    guard state.delegateLacksMethod else { return false }
    delegate.layerWillDraw(self)
    return true
  }

  private func drawContents() {
    let model = presented?.model ?? self
    let isShown = values.contents != nil && values.contents === model.backing?.image
    guard let geometry = BackingGeometry(self) else {
      if isShown { showDrawn(nil) }
      if presented == nil { backing = nil }
      return
    }
    if geometry.isReduced {
      model.host?.report(
        LayerIssue(
          .drawing, "\(model.label) draws at a lower resolution: its bounds have more pixels than a bitmap may have"))
    }
    let backing = model.backing ?? BackingStore()
    let draw = { (context: CGContext) in
      self.draw(in: context)
      let box = context.clipRegion
      model.host?.noteDrawing(pixels: box.width * box.height)
    }
    let image =
      presented == nil
      ? backing.redraw(geometry, keeping: isShown, draw) : backing.drawFrame(geometry, draw)
    if image != nil { model.backing = backing }
    if image != nil || isShown { showDrawn(image) }
  }

  private func showDrawn(_ image: CGImage?) {
    guard image !== values.contents || image == nil else { return }
    extraValues[Self.rows.contents.key] = nil
    explicitFields.insert(Self.rows.contents)
    values.contents = image
    noteChange(.values)
  }

  // MARK: Orientation

  /// Whether y points down on the screen in the layer's coordinates, as far as is known.
  final var drawsYDown: Bool {
    let model = presented?.model ?? self
    return model.hasOddFlips == (model.host?.isYUp ?? false)
  }

  /// Marks drawings of the tree that would show upside down.
  final func markTurnedDrawings() { forEachInTree { $0.markTurnedDrawing() } }

  /// Marks the layer's drawing if it would show upside down.
  final func markTurnedDrawing() {
    guard let backing, backing.isTurned(self), values.contents === backing.image else { return }
    setNeedsDisplay()
  }

  /// Called by a delegate that has no method of its own for the request.
  package final func noteDelegateLacksMethod() { state.delegateLacksMethod = true }
}

extension CATiledLayer {
  /// Makes frames draw the marked tiles anew. Presentations have no tiles of their own.
  final func performTiledDisplay() {
    guard presented == nil, host?.frameCopy(of: self) == nil else { return }
    state.needsDisplay = false
    guard delegateLeavesDrawing(), contents == nil else { return }
    if let tileSource { tileSource.dropMarked() } else { tileSource = TileSource(self) }
    noteChange(.values)
  }
}
