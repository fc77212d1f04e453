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
    // What a layer changes while it lays itself out does not mark it again.
    guard !state.isLayingOut, !state.needsLayout else { return }
    state.needsLayout = true
    host?.noteLayout()
    layoutManager?.invalidateLayout(of: self)
  }

  /// What follows a change of the bounds: layout of this layer and, where it is sized by its content, of the
  /// superlayer; resizing of the sublayers; new contents where the layer asks for them.
  final func boundsChanged(from old: CGRect) {
    setNeedsLayout()
    parent?.setNeedsLayout()
    guard old.size != values.bounds.size else { return }
    if needsDisplayOnBoundsChange { setNeedsDisplay() }
    if !children.isEmpty { resizeSublayers(withOldSize: old.size) }
  }

  final func performLayoutIfNeeded() {
    guard state.needsLayout else {
      for child in children where child.state.needsLayout || !child.children.isEmpty { child.layoutMarked() }
      return
    }
    var top = self
    while let superlayer = top.parent, superlayer.state.needsLayout { top = superlayer }
    top.layoutMarked()
  }

  /// Lays out this layer and all below it, where they are marked.
  private func layoutMarked() {
    var pending = [self]
    while let layer = pending.popLast() {
      if layer.state.needsLayout {
        layer.state.needsLayout = false
        layer.state.isLayingOut = true
        layer.layoutSublayers()
        layer.state.isLayingOut = false
      }
      pending.append(contentsOf: layer.children.reversed())
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
    let size = layoutManager?.preferredSize(of: self) ?? bounds.size
    guard let parent else { return size }
    return convert(CGRect(origin: bounds.origin, size: size), to: parent).size
  }
}
