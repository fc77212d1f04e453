// Layers in a 3D space that they share: transform layers, which are only a place in the space around them, and siblings
// whose depths are compared when the frame is built.

import QuartzCore

extension Flattener {
  /// Visits the sublayers of a layer that is only a transform in the space around it.
  mutating func visitTransformLayer(
    _ place: Int, _ look: LayerLook, _ tree: RenderTree, _ context: Context
  ) {
    let slot = tree.slot(at: place, context.copy.shift)
    var inside = context
    var placement = tree.spatialPlacements[Int(slot)]
    if let outer = context.sublayerPlacement { placement = CATransform3DConcat(placement, outer) }
    if look.flags.contains(.sublayerTransform), let inner = tree.sublayerPlacements[slot]?.transform {
      placement = CATransform3DConcat(inner, placement)
    }
    inside.sublayerPlacement = placement
    inside.isFlipped = context.isFlipped != look.flags.contains(.flipped)
    if place > 0 { inside.opacity = context.opacity * look.opacity }
    visitSublayers(of: place, slot: slot, index: -1, tree, inside)
  }

  /// Visits a root that is a transform layer: it stands in the scene as a layer that draws nothing and has the space.
  /// Its opacity is that of a group, as nothing is around it.
  mutating func visitTransformRoot(_ look: LayerLook, _ tree: RenderTree, _ context: Context) {
    guard !look.flags.contains(.hidden), !tree.isInactive(tree.order[0]) else {
      scene.culledCount += tree.count
      return
    }
    var inside = context
    openSpace(&inside)
    scene.layers.append(blank)
    scene.layers[0].begin(
      tree.order[0], index: 0, context.toPixels, firstRowAtMinY: !context.isFlipped, look.opacity, context)
    scene.layers[0].space = inside.space
    inside.opacity = 1
    visitTransformLayer(0, look, tree, inside)
    scene.layers[0].end = Int32(scene.layers.count)
  }

  mutating func openSpace(_ context: inout Context) {
    context.space = scene.spaces.open()
    context.around = Surroundings()
    unkeptCount += 1
    context.depthScale = context.toPixels.depthScale
    context.opacity = 1
  }

  mutating func addSpaceMember(_ index: Int, slot: Int32, _ tree: RenderTree, _ context: Context) {
    var placement = tree.spatialPlacements[Int(slot)]
    if let outer = context.sublayerPlacement { placement = CATransform3DConcat(placement, outer) }
    scene.spaces.members.append(
      SpaceMember(
        space: context.space, layer: Int32(index),
        map: DepthMap(placement, toPixels: context.toPixels, depthScale: context.depthScale),
        opacity: context.opacity))
  }
}
