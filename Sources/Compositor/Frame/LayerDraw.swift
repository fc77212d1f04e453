import QuartzCore

/// A layer while it is drawn.
struct LayerDraw {
  /// The index in the scene.
  let index: Int
  let layer: FlatLayer
  let look: LayerLook
  /// The factor of its parts: the layer's own opacity, and that of the layers around, as far as no surface is drawn
  /// with it.
  private(set) var opacity: Float
  let tree: RenderTree

  init(_ index: Int, of scene: FlatScene, opacity: Float, in tree: RenderTree) {
    self.index = index
    layer = scene.layers[index]
    look = tree.looks[Int(layer.slot)]
    self.opacity = opacity
    self.tree = tree
  }

  func with(opacity: Float) -> LayerDraw {
    var copy = self
    copy.opacity = opacity
    return copy
  }
}

/// A layer in a transition while it is drawn.
struct TransitionDraw {
  let layer: FlatLayer
  let transition: FlatTransition
  /// The factor of the looks: the opacity of the layers around.
  let opacity: Float
  let tree: RenderTree
}
