import QuartzCore

/// The transition of a visible layer: the two looks, each an entry of the scene with its sublayers, and how they are
/// put together.
struct FlatTransition: Sendable {
  var effect: CompiledTransition.Effect
  /// From 0 to 1.
  var progress: Double
  /// The indices in the scene of the old look and of the new one; -1 for an invisible look.
  var old: Int32 = -1
  var new: Int32 = -1
  var bounds: Box
  /// The layer's plane without the effect's motion.
  var toPixels: Homography
  /// Whether the looks meet at an edge that is not on whole pixels, so that both are antialiased there.
  var hasSeam = false
  /// Whether the looks are clipped to the bounds and no clip of theirs can replace that: they go to a surface, which
  /// the layer's rectangle shows.
  var isClippedAsWhole = false
  var radii: SIMD4<Float>
  /// The continuity of the corners' curve, from 0 to 1.
  var smoothing: Float
  /// The ramp of a swipe; nil in perspective, which shows a fade.
  var ramp: SwipeRamp?
  /// The box that the effect touches; nil for the box of the looks.
  var reach: Box?
  /// From the layer's coordinates to the pixels in which a page is drawn before it is bent.
  var page: Homography?
}

/// One look of a layer in a transition, as the next layer to visit.
struct TransitionLook {
  var plane: Flattener.Plane
  /// Whether the layer's own transition, which an old look can be in, is part of the look.
  var isWhole: Bool
}
