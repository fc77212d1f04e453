public import CoreGraphics
public import Foundation

/// Takes part in a layer's display, layout and choice of actions. All methods are optional. A layer's delegate is weak.
public protocol CALayerDelegate: NSObjectProtocol {
  /// Brings the layer's contents up to date; a delegate that has this method sets ``CALayer/contents``.
  func display(_ layer: CALayer)

  /// Called before the layer draws its contents: the last moment to set ``CALayer/contentsFormat`` and
  /// ``CALayer/isOpaque``.
  func layerWillDraw(_ layer: CALayer)

  /// Draws a layer's contents, in its coordinates; see ``CALayer/draw(in:)``.
  func draw(_ layer: CALayer, in ctx: CGContext)

  /// Lays out the sublayers of a layer.
  func layoutSublayers(of layer: CALayer)

  /// The action of a layer for an event: `NSNull` for none, nil to let the search go on.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

// Objective-C asks whether a method is there; here, a method that is not there runs its default, which tells the layer
// so.

extension CALayerDelegate {
  /// Shows nothing: the layer displays itself.
  public func display(_ layer: CALayer) { layer.state.delegateLacksMethod = true }
  /// Does nothing.
  public func layerWillDraw(_ layer: CALayer) {}
  /// Draws nothing.
  public func draw(_ layer: CALayer, in ctx: CGContext) {}
  /// Lays out nothing: what else lays out sublayers does.
  public func layoutSublayers(of layer: CALayer) { layer.state.delegateLacksMethod = true }
  /// No action: the search goes on.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

/// Lays out the sublayers of layers. All methods are optional.
public protocol CALayoutManager: NSObjectProtocol {
  /// The size that a layer would like, in its points.
  func preferredSize(of layer: CALayer) -> CGSize
  /// The layer's layout is out of date: called once until it is laid out.
  func invalidateLayout(of layer: CALayer)
  /// Lays out the sublayers of a layer.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// The size of the bounds.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.bounds.size }
  /// Does nothing.
  public func invalidateLayout(of layer: CALayer) {}
  /// Lays out nothing: what else lays out sublayers does.
  public func layoutSublayers(of layer: CALayer) {}
}

/// Flags of a layer's layout and display.
struct LayerState {
  var needsLayout = false
  /// While the layer runs its own layout, changes do not mark it again.
  var isLayingOut = false
  var needsDisplay = false
  /// Set by the default of a delegate's method.
  var delegateLacksMethod = false
  /// Whether observers are told at the end of a change that is being made.
  var isObservedChangeOpen = false
  /// The round of its host in which the layer was displayed last.
  var displayRound: UInt64 = 0
  /// The commit that the layer was listed for last.
  var commitStamp: UInt64 = 0
}
