// The copies of a replicator: its sublayers visited once for each, with the copy's transform behind each sublayer's
// own.
//
// The red, green and blue of a copy's colour multiply every colour in it, which equals multiplying the composited
// picture. Its alpha multiplies the opacity of each copied sublayer, as a group if the sublayer is one.

import QuartzCore

extension Flattener {
  private static let mostCopies: Int32 = 500_000
  private static let mostLayers = 500_000
  /// About twice the bytes that a copy takes.
  private static let copyBytes = 1536

  /// Visits the sublayers of a replicator, copy by copy; later copies lie above earlier ones. If any is tilted or lies
  /// deeper than another, all stand in one 3D space. `index` is the replicator's in the scene; -1 in an open space.
  mutating func visitCopies(of place: Int, slot: Int32, index: Int, _ tree: RenderTree, _ context: Context) {
    guard let look = tree.replicators[slot], look.count > 0 else { return }
    var context = context
    context.around = Surroundings()
    unkeptCount += 1
    var index = index
    let isStaggered = look.step.map { look.count > 1 && ($0.tiltsSpace || $0.m43 != 0) } ?? false
    if index >= 0, isStaggered || hasTiltedSublayers(place, slot: slot, copies: look.count, tree, context) {
      openSpace(&context)
      scene.layers[index].space = context.space
      index = -1
    }
    var placement = CATransform3DIdentity
    for copy in 0..<look.count {
      if copy > 0 {
        copyCount += 1
        guard copyCount < Self.mostCopies, scene.layers.count < Self.mostLayers else { return }
        guard Int(copyCount) <= tree.memoryLimit / Self.copyBytes else {
          leavesOutCopies = true
          return
        }
        if let step = look.step { placement = CATransform3DConcat(placement, step) }
      }
      let color = look.color(ofCopy: copy)
      guard color.w > 0 else { continue }
      var copied = context
      if copy > 0 {
        copied.copy.number = copyCount
        if look.step != nil {
          copied.sublayerPlacement = context.sublayerPlacement.map { CATransform3DConcat(placement, $0) } ?? placement
        }
        if let shift = tree.shift(ofCopy: copy, by: slot, at: place) { copied.copy.shift = shift }
      }
      copied.copy.alpha = color.w
      copied.copy.tint = tint(context.copy.tint, times: color)
      visitSublayers(of: place, index: index, tree, copied)
    }
  }

  /// Whether any sublayer's plane is tilted against those of its siblings, in any copy.
  private func hasTiltedSublayers(_ place: Int, slot: Int32, copies count: Int, _ tree: RenderTree, _ context: Context)
    -> Bool
  {
    if context.sublayerPlacement?.tiltsSpace ?? false { return true }
    // Copies without delay look like the first.
    for copy in 0..<(tree.copies.bases[slot] == nil ? 1 : count) {
      let shift = tree.shift(ofCopy: copy, by: slot, at: place) ?? context.copy.shift
      var child = Int(tree.firstSublayers[place])
      while child < Int(tree.ends[place]) {
        let flags = tree.looks[Int(tree.slot(at: child, shift))].flags
        if !flags.isDisjoint(with: [.tilted, .keepsDepth]) { return true }
        child = Int(tree.ends[child])
      }
    }
    return false
  }

  /// Returns the index of a tint times the red, green and blue of a colour.
  private mutating func tint(_ tint: Int32, times color: SIMD4<Float>) -> Int32 {
    let opaque = SIMD4(color.x, color.y, color.z, 1)
    guard opaque != .one else { return tint }
    scene.tints.append(tint < 0 ? opaque : scene.tints[Int(tint)] * opaque)
    return Int32(scene.tints.count - 1)
  }
}

// Layers in a 3D space that they share: transform layers, which are only a place in the space around them, and siblings
// whose depths are compared when the frame is built.

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
