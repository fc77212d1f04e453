// Display: contents that are out of date, and who brings them up to date: the delegate's `display(_:)`, or drawing into
// a bitmap, which the delegate or a subclass does. Contents are replaced only where something was drawn, or where what
// is shown was drawn before.
//
// While an animation of a key of `needsDisplay(forKey:)` runs, each frame asks the model to display itself, as Apple's
// does, and a copy with the frame's values to draw: an override of `display()` sees the model's own values and those of
// its `presentation()`, one of `draw(in:)` those of the frame.
//
// Decisions of ours, where sources are silent:
// - What is drawn appears at once: no action is asked for, and no fade begins.
// - A layer outside any host draws as in one whose y points down.
// - A layer is displayed once a frame: a mark that it sets while it is displayed counts from the next frame on, or from
//   the program's next flush.
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

  /// Whether what the layer draws itself has no translucent pixel: it then draws into a bitmap without alpha, which is
  /// black where nothing is drawn. An assigned image is not affected. Default: false.
  public var isOpaque: Bool {
    get { managed("opaque") }
    set { setManaged(newValue, "opaque") }
  }

  /// Whether drawing may happen later, on another thread. Kept only: what is drawn is drawn at the commit. Default:
  /// false.
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

  /// Marks part of what the layer drew, in its coordinates; nil: all of it.
  final func markNeedsDisplay(_ rect: CGRect? = nil) {
    backing?.mark(rect)
    guard !state.needsDisplay else { return }
    state.needsDisplay = true
    host?.noteDisplay(of: self)
  }

  /// Clears the mark first: an override of `display()` need not call this class's, and what marks the layer while it is
  /// displayed asks for the next frame.
  final func performDisplayIfNeeded() {
    guard state.needsDisplay else { return }
    state.needsDisplay = false
    let host = host
    host?.beginDisplay(of: self)
    // What an override of `display()` assigns appears at once, too.
    CATransaction.withoutActions { display() }
    host?.endDisplay()
  }

  // MARK: Drawing

  final func performDisplay() {
    let copy = host?.frameCopy(of: self)
    // A frame leaves the layer's own contents as out of date as they are.
    if copy == nil { state.needsDisplay = false }
    // A plain layer without a delegate draws nothing.
    if delegate == nil && type(of: self) == CALayer.self { return }
    if delegateLeavesDrawing() { (copy ?? self).drawContents() }
  }

  /// The display of a layer that draws no contents of its own: only the delegate's `display(_:)` makes some.
  final func performDelegateDisplay() {
    state.needsDisplay = false
    _ = delegateLeavesDrawing()
  }

  /// Asks the delegate to bring the contents up to date; where it does not, says that the layer will draw. Returns
  /// whether it will.
  fileprivate final func delegateLeavesDrawing() -> Bool {
    guard let delegate else { return true }
    state.delegateLacksMethod = false
    delegate.display(self)
    guard state.delegateLacksMethod else { return false }
    delegate.layerWillDraw(self)
    return true
  }

  /// Draws into a bitmap that becomes the contents.
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
        "\(model.label) draws at a lower resolution: its bounds have more pixels than a bitmap may have")
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

  /// Marks what was drawn here and below, and would be seen the wrong way up.
  final func markTurnedDrawings() { forEachInTree { $0.markTurnedDrawing() } }

  /// Marks what was drawn here, and would be seen the wrong way up.
  final func markTurnedDrawing() {
    guard let backing, backing.isTurned(self), values.contents === backing.image else { return }
    setNeedsDisplay()
  }

  /// Said by a delegate that has no method of its own for what it was asked.
  package final func noteDelegateLacksMethod() { state.delegateLacksMethod = true }
}

extension CATiledLayer {
  /// Has frames draw the marked tiles anew. Presentations have no tiles of their own.
  final func performTiledDisplay() {
    guard presented == nil, host?.frameCopy(of: self) == nil else { return }
    state.needsDisplay = false
    guard delegateLeavesDrawing(), contents == nil else { return }
    if let tileSource { tileSource.dropMarked() } else { tileSource = TileSource(self) }
    noteChange(.values)
  }
}
