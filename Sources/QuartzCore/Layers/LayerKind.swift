// What the compositor draws a layer as: told by its class, once, so that frames need no casts.

import CVirtualInit

/// The class of a layer, as far as it is drawn differently from a plain one.
package enum LayerKind: UInt8, Sendable {
  case plain, shape, gradient, text, replicator, emitter, transform, tiled
}

extension CALayer {
  /// Whether a class, a subclass of text layers, draws its contents by a `draw(in:)` of its own.
  static func overridesDrawing(_ type: CATextLayer.Type) -> Bool {
    cvirtualinit_overrides_draw(
      unsafeBitCast(type as AnyClass, to: UnsafeRawPointer.self),
      unsafeBitCast(CATextLayer.self as AnyClass, to: UnsafeRawPointer.self))
  }

  /// The kind that the layer is drawn as; Multiplane's own subclasses override `renderKind`.
  package final var kind: LayerKind { type(of: self).renderKind }
}
