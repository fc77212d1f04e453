// A commit begins with the layout of marked layers, from the top down.

import CoreGraphics
import Foundation

extension CALayer {
  /// Lays out the sublayers if the delegate does not. Setting it marks the layer. Default: nil.
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

  /// Marks the layer because of a change that its layout may depend on. Changes within its own layout do not mark it
  /// again; ``CALayer/setNeedsLayout()`` does.
  final func noteLayoutChange() {
    if !state.isLayingOut { setNeedsLayout() }
  }

  /// Handles a change of the bounds: marks this layer and the superlayer for layout; if the size changed, resizes the
  /// sublayers, and marks the layer for display if it asks for that.
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

  /// Lays out the marked layers of the tree; each then runs its action for "onLayout", as measured (X-B7).
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

// Autoresizing, as measured on Apple's system: an axis has three parts, margin, extent, margin, which share a change of
// the superlayer's size in thirds. A fixed part hands its third to the flexible margins, in equal shares, or to the
// extent if both margins are fixed. If the extent is flexible, the margins become whole points, and it takes the rest.
extension CALayer {
  /// The parts of the layer's placement that change with the superlayer's size. A change of the mask itself moves
  /// nothing; unknown bits are kept. Default: none.
  public final var autoresizingMask: CAAutoresizingMask {
    get { CAAutoresizingMask(rawValue: managed()) }
    set { setManaged(newValue.rawValue) }
  }

  final func performResizeSublayers(withOldSize size: CGSize) {
    guard size != bounds.size else { return }
    for child in children { child.resize(withOldSuperlayerSize: size) }
  }

  final func performResize(withOldSuperlayerSize size: CGSize) {
    let mask = autoresizingMask
    guard let parent, !mask.isEmpty else { return }
    let space = parent.bounds
    var frame = self.frame
    var x = ResizedAxis(start: frame.minX - space.minX, extent: frame.width)
    x.resize(
      from: size.width, to: space.width, leading: mask.contains(.layerMinXMargin),
      middle: mask.contains(.layerWidthSizable), trailing: mask.contains(.layerMaxXMargin))
    var y = ResizedAxis(start: frame.minY - space.minY, extent: frame.height)
    y.resize(
      from: size.height, to: space.height, leading: mask.contains(.layerMinYMargin),
      middle: mask.contains(.layerHeightSizable), trailing: mask.contains(.layerMaxYMargin))
    frame = CGRect(x: space.minX + x.start, y: space.minY + y.start, width: x.extent, height: y.extent)
    // Infinite sizes leave no share: the layer keeps its frame. Found by tools/fuzz api.
    guard [frame.minX, frame.minY, frame.width, frame.height].allSatisfy(\.isFinite) else { return }
    if frame != self.frame { self.frame = frame }
  }
}

private struct ResizedAxis {
  var start: CGFloat
  /// The layer's size; the frame standardises a negative one, of a superlayer that shrank.
  var extent: CGFloat

  /// Distributes a change of the superlayer's size among the flexible parts.
  mutating func resize(from old: CGFloat, to new: CGFloat, leading: Bool, middle: Bool, trailing: Bool) {
    let change = new - old
    let margins: CGFloat = (leading ? 1 : 0) + (trailing ? 1 : 0)
    guard change != 0, middle || margins > 0 else { return }
    let extentShare = !middle ? 0 : margins == 0 ? change : change / 3
    let marginShare = margins == 0 ? 0 : (change - extentShare) / margins
    var end = old - start - extent
    if leading { start = (start + marginShare).rounded(.down) }
    guard middle else { return }
    if trailing { end = (end + marginShare).rounded(.down) }
    extent = new - start - end
  }
}

/// The parts of a layer's placement, margins and extents, that change with its superlayer's size.
///
/// "Minimum" and "maximum" refer to the coordinates; with y down, the minimum y margin is the upper one.
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Creates options by their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The margin before the layer along x.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1 << 0)
  /// The layer's width changes.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 1 << 1)
  /// The margin behind the layer along x.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 1 << 2)
  /// The margin before the layer along y.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 1 << 3)
  /// The layer's height changes.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 1 << 4)
  /// The margin behind the layer along y.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 1 << 5)
}
