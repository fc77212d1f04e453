// What the compositor draws a layer as: told by its class, once, so that frames need no casts.

/// The class of a layer, as far as it is drawn differently from a plain one.
package enum LayerKind: UInt8, Sendable {
  case plain, shape, gradient, text, replicator, emitter, transform, tiled
}

extension CALayer {
  /// What the layer is drawn as; subclasses of ours say so by overriding `renderKind`.
  package final var kind: LayerKind { type(of: self).renderKind }
}
