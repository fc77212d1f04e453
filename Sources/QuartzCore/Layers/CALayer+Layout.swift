// Layout: which layers are marked, and laying them out from the top down. A commit does it first of all.

import Foundation

extension CALayer {
  /// Lays out the sublayers where the delegate does not. Setting it marks the layer. Default: nil.
  public var layoutManager: (any CALayoutManager)? {
    get { extraValues["layoutManager"] as? any CALayoutManager }
    set {
      extraValues["layoutManager"] = newValue
      setNeedsLayout()
    }
  }

  final func markNeedsLayout() {
    guard !state.needsLayout else { return }
    state.needsLayout = true
    host?.noteLayout()
    if !extraValues.isEmpty { layoutManager?.invalidateLayout(of: self) }
  }

  /// Marks the layer because of a change that its layout may depend on. What it changes while it lays itself out does
  /// not mark it again; ``CALayer/setNeedsLayout()`` does.
  final func noteLayoutChange() {
    if !state.isLayingOut { setNeedsLayout() }
  }

  /// Handles a change of the bounds: marks this layer and the superlayer for layout; if the size changed, resizes the
  /// sublayers, and marks the layer for display where the layer asks for that.
  final func boundsChanged(from old: CGRect) {
    guard presented == nil else { return }
    noteLayoutChange()
    parent?.noteLayoutChange()
    guard old.size != values.bounds.size else { return }
    if needsDisplayOnBoundsChange || type(of: self).redrawsOnResize { setNeedsDisplay() }
    if !children.isEmpty { resizeSublayers(withOldSize: old.size) }
  }

  final func performLayoutIfNeeded() {
    var top = self
    while let superlayer = top.parent, superlayer.state.needsLayout { top = superlayer }
    top.layoutMarked()
  }

  /// Lays out this layer and all below it, where they are marked. After its layout a layer's action for "onLayout" is
  /// run, as measured (X-B7).
  private func layoutMarked() {
    forEachInTree { layer in
      guard layer.state.needsLayout else { return }
      layer.state.needsLayout = false
      layer.state.isLayingOut = true
      layer.layoutSublayers()
      layer.state.isLayingOut = false
      layer.runAction(forEvent: "onLayout")
    }
  }

  final func performLayout() {
    if let delegate {
      state.delegateLacksMethod = false
      delegate.layoutSublayers(of: self)
      guard state.delegateLacksMethod else { return }
    }
    layoutManager?.layoutSublayers(of: self)
  }

  final func performPreferredFrameSize() -> CGSize {
    if let layoutManager { return layoutManager.preferredSize(of: self) }
    return parent.map { convert(bounds, to: $0).size } ?? values.frame.size
  }
}
