package import QuartzCore

/// A visible layer of one frame, with everything resolved that depends on ancestors.
package struct FlatLayer: Sendable {
  package var slot: Int32
  /// The index in the scene behind the last of the layer's sublayers.
  package var end: Int32
  /// The index of the first sublayer. The layer's mask, if it needs a surface, lies between the two with its sublayers.
  package var sublayers: Int32
  /// From the layer's plane to pixels: those of the target, or of the raster space that the layer is drawn in.
  package var toPixels: Homography
  /// The map from the layer's own raster space, in which it and its sublayers are drawn to a surface, to the pixels
  /// around: an index in the scene's rasters. -1 for most.
  package var raster: Int32
  /// The parts that the layer itself draws, without parts that the clip hides wholly.
  package var draws: LayerLook.Flags
  /// Whether an image's first row lies at minimum y of the layer's coordinates.
  package var firstRowAtMinY: Bool
  /// The clip that the layer is composited through as a whole, an index into the scene's clips; in the pixels around.
  var outerClip: Int32
  /// The clip of the layer itself, which differs from `outerClip` only with a surface.
  package var clip: Int32
  var innerClip: Int32
  /// The bounds of the layer's own drawing within the clip, in pixels; empty if it draws nothing.
  package var bounds: Box
  /// The bounds with all sublayers; set by the surface plan.
  var subtreeBounds: Box
  /// The box that the layer with sublayers, mask and effects touches, in the pixels around; set by the surface plan.
  var compositedBounds: Box
  /// The reasons for which the layer needs a surface; completed by the surface plan.
  package var reasons: SurfaceReasons
  /// The 3D space that the sublayers share, an index into the scene's spaces; -1 for most.
  package var space: Int32 = -1
  /// The transition that the layer represents, with its looks as sublayers: its index in the scene; -1 for none.
  package var transition: Int32 = -1
  /// The layer's own opacity from 0 to 1, times the alpha of the copy whose sublayer it is.
  package var opacity: Float
  /// The number of the layer's copy in the frame; 0 outside of replicators.
  package var copy: Int32
  /// The colour by which a replicator multiplies all colours, an index into the scene's tints; -1 for no change.
  package var tint: Int32
  /// The layer's particles, an index into the scene's fields; -1 for none.
  package var particles: Int32 = -1
  /// The draws of a layer that is shown, with its subtree, as in the frame before: an index in the scene; -1 for none.
  var keptDraws: Int32 = -1
  var noting = Noting.none
  /// The numbers of layers in its subtree that are visible, and that were left out; set for layers that are noted.
  var visibleCount: Int32 = 1
  var culledCount: Int32 = 0

  static let blank = FlatLayer(
    slot: -1, end: 0, sublayers: 0, toPixels: .identity, raster: -1, draws: [], firstRowAtMinY: false, outerClip: 0,
    clip: 0, innerClip: 0, bounds: .empty, subtreeBounds: .empty, compositedBounds: .empty, reasons: [], opacity: 1,
    copy: 0, tint: -1)
}

/// The layers of one frame, in paint order, superlayers before their sublayers.
package struct FlatScene: Sendable {
  package var layers: [FlatLayer] = []
  package var clips: [Clip] = []
  /// From raster spaces to the pixels around them.
  package var rasters: [Homography] = []
  /// The 3D spaces, for layers whose sublayers share one.
  var spaces = DepthSpaces()
  var transitions: [FlatTransition] = []
  /// The colours by which replicators multiply: red, green, blue, and 1.
  package var tints: [SIMD4<Float>] = []
  var fields = ParticleFields()
  /// The number of layers, with sublayers, that are hidden, face away, are transparent, or lie outside their clip.
  var culledCount = 0
  /// Whether any layer reads its backdrop: for its blend mode, or for its backdrop's filters.
  var readsBackdrops = false
  /// The draws of layers that are shown as in the frame before, among the draws of that frame.
  var keptDraws: [Range<Int>] = []
  /// The number of further layers that these draws include.
  var keptCount = 0

  package init() {}

  /// The index of a layer's mask, if it is drawn to a surface.
  func maskIndex(of index: Int) -> Int? { Int(layers[index].sublayers) > index + 1 ? index + 1 : nil }

  mutating func removeAll() {
    layers.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    rasters.removeAll(keepingCapacity: true)
    spaces.removeAll()
    transitions.removeAll(keepingCapacity: true)
    tints.removeAll(keepingCapacity: true)
    fields.removeAll()
    culledCount = 0
    readsBackdrops = false
    keptDraws.removeAll(keepingCapacity: true)
    keptCount = 0
  }
}

extension FlatScene {
  /// Returns the clip of a layer's contents and sublayers, which includes its own bounds if it masks to them.
  func clip(inside layer: FlatLayer, _ look: LayerLook) -> Clip {
    clips[Int(look.flags.contains(.clips) ? layer.innerClip : layer.clip)]
  }
}
