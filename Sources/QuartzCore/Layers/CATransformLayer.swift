// The class that does not flatten its sublayers into its own plane. Nothing of its own is drawn, so it keeps what
// CALayer has and ignores it.

/// A layer whose sublayers keep their depth: they stand in the space of its superlayer, as if it were only a transform.
///
/// Its background, contents, border, shadow, mask, filters and ``CALayer/masksToBounds`` are ignored, and its opacity
/// applies to each sublayer. It is never found by ``CALayer/hitTest(_:)``; its sublayers are.
open class CATransformLayer: CALayer {
  package override var isHitItself: Bool { false }

  package override class var renderKind: LayerKind { .transform }
}
