// Display: contents that are out of date, and who brings them up to date.

import Foundation

extension CALayer {
  /// Whether a change of the bounds' size makes the contents out of date. Default: false.
  public var needsDisplayOnBoundsChange: Bool {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Whether what the layer draws itself has no translucent pixel; an assigned image is not affected. Default: false.
  public var isOpaque: Bool {
    get { managed("opaque") }
    set { setManaged(newValue, "opaque") }
  }

  /// Whether drawing may happen later, on another thread. Default: false.
  public var drawsAsynchronously: Bool {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The pixels that the layer draws into; an unknown value reads back as the default. Default: `.RGBA8Uint`.
  public var contentsFormat: CALayerContentsFormat {
    get { CALayerContentsFormat(rawValue: managed()) }
    set {
      setManaged(
        CALayerContentsFormat.all.contains(newValue) ? newValue.rawValue : CALayerContentsFormat.RGBA8Uint.rawValue)
    }
  }

  final func markNeedsDisplay() {
    guard !state.needsDisplay else { return }
    state.needsDisplay = true
    host?.noteDisplay(of: self)
  }

  /// Clears the mark first: an override of `display()` need not call this class's.
  final func performDisplayIfNeeded() {
    guard state.needsDisplay else { return }
    state.needsDisplay = false
    display()
  }

  final func performDisplay() {
    state.needsDisplay = false
    guard let delegate else { return }
    state.delegateLacksMethod = false
    delegate.display(self)
    if state.delegateLacksMethod { delegate.layerWillDraw(self) }
  }
}
