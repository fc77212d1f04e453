// Scrolling as seen from a layer inside: it asks the nearest scroll layer, which may be the layer itself.

public import Foundation

extension CALayer {
  /// Scrolls the nearest scroll layer so that its origin is at a point, in this layer's points. Nothing happens without
  /// one.
  public final func scroll(_ p: CGPoint) {
    guard let scrollLayer else { return }
    scrollLayer.scroll(to: convert(p, to: scrollLayer))
  }

  /// Scrolls the nearest scroll layer as little as it takes to show a rectangle, in this layer's points. Nothing
  /// happens without one.
  public final func scrollRectToVisible(_ r: CGRect) {
    guard let scrollLayer else { return }
    scrollLayer.scroll(to: convert(r, to: scrollLayer))
  }

  /// The part of the bounds, in the layer's points, that lies inside the bounds of the nearest scroll layer; all of the
  /// bounds without one, the null rectangle where nothing does.
  public final var visibleRect: CGRect {
    guard let scrollLayer else { return bounds }
    return bounds.overlap(convert(scrollLayer.bounds, from: scrollLayer))
  }

  /// The nearest scroll layer from this one upward.
  private var scrollLayer: CAScrollLayer? {
    var layer: CALayer? = self
    while let current = layer {
      if let found = current as? CAScrollLayer { return found }
      layer = current.superlayer
    }
    return nil
  }
}
