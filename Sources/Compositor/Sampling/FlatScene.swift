// The scene of one frame: visible layers in paint order with everything resolved that depends on ancestors.

package import QuartzCore

/// A visible layer of one frame.
package struct FlatLayer: Sendable {
  /// The layer's slot in the render tree.
  package var slot: Int32
  /// The index in the scene after the last of the layer's sublayers.
  package var end: Int32
  /// From the layer's plane to pixels.
  package var toPixels: Homography
  /// What of the layer itself is drawn; parts that the clip leaves nothing of are out.
  package var draws: LayerLook.Flags
  /// Whether an image's first row lies at minimum y of the layer's coordinates.
  package var firstRowAtMinY: Bool
  /// The clip of the layer itself, an index into the scene's clips.
  package var clip: Int32
  /// The clip of its contents and sublayers.
  package var innerClip: Int32
  /// What the layer itself draws, clipped, in pixels; empty where it draws nothing.
  package var bounds: Box
  /// The same with all sublayers; set by the surface plan.
  package var subtreeBounds: Box
  /// Why the layer needs a surface; completed by the surface plan.
  package var reasons: SurfaceReasons
}

/// The layers of one frame, in paint order, superlayers before their sublayers.
package struct FlatScene: Sendable {
  package var layers: [FlatLayer] = []
  package var clips: [Clip] = []
  /// Layers of the tree that are hidden, face away, are transparent, or lie wholly outside their clip, with their
  /// sublayers.
  package var culledCount = 0

  package init() {}

  mutating func removeAll() {
    layers.removeAll(keepingCapacity: true)
    clips.removeAll(keepingCapacity: true)
    culledCount = 0
  }
}
