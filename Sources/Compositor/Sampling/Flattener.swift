// Flattening: one walk over the sampled tree that resolves placement, order, visibility and clips.
//
// Siblings are visited in ascending zPosition, equal ones in array order. Every layer flattens its sublayers into its
// own plane, so the way to pixels is a product of 3x3 maps (see `Homography`).

package import QuartzCore

/// Makes the flat scene of a frame. Reused from frame to frame, it keeps its buffers.
package struct Flattener {
  package private(set) var scene = FlatScene()
  /// A stack of sibling lists that had to be sorted.
  private var sorted: [Int32] = []

  package init() {}

  /// Hands the scene over; ``giveBack(_:)`` returns its buffers.
  mutating func takeScene() -> FlatScene {
    let taken = scene
    scene = FlatScene()
    return taken
  }

  /// Takes a scene's buffers for the next frame.
  mutating func giveBack(_ used: inout FlatScene) { swap(&scene, &used) }

  /// Flattens a sampled tree.
  ///
  /// - Parameters:
  ///   - tree: the tree, sampled at the frame's time.
  ///   - toPixels: from the space that the root lies in, in points, to pixels of the target, y down.
  ///   - isFlipped: whether y points up in that space.
  ///   - target: the target's pixels.
  package mutating func flatten(_ tree: RenderTree, toPixels: Homography, isFlipped: Bool, target: Box) {
    scene.removeAll()
    guard tree.count > 0 else { return }
    scene.clips.append(Clip(target))
    let context = Context(
      toPixels: toPixels, sublayerPlacement: nil, isFlipped: isFlipped, facing: 1, clip: 0)
    visit(0, tree, context)
  }

  /// What a layer passes on to its sublayers.
  private struct Context {
    var toPixels: Homography
    var sublayerPlacement: CATransform3D?
    /// Whether y points up in the layer's coordinates when the frame's y points down.
    var isFlipped: Bool
    /// +1 where the plane shows its front.
    var facing: Double
    var clip: Int32
  }

  private mutating func visit(_ place: Int, _ tree: RenderTree, _ context: Context) {
    let slot = tree.order[place]
    let look = tree.looks[Int(slot)]
    let subtreeCount = Int(tree.ends[place]) - place
    guard !look.flags.contains(.hidden), !tree.isInactive(slot) else {
      scene.culledCount += subtreeCount
      return
    }
    var placement = look.placement
    var facing = look.facing
    if let outer = context.sublayerPlacement {
      let spatial = CATransform3DConcat(tree.spatialPlacements[Int(slot)], outer)
      placement = Homography(flattening: spatial).normalized
      facing = LayerLook.facing(of: spatial, plane: placement)
    }
    facing *= context.facing
    // Edge-on, or turned away and single-sided: nothing of the layer or in its plane is seen.
    guard facing > 0 || (facing < 0 && !look.flags.contains(.singleSided)) else {
      scene.culledCount += subtreeCount
      return
    }
    let toPixels = placement * context.toPixels
    let isFlipped = context.isFlipped != look.flags.contains(.flipped)
    let index = scene.layers.count
    let clip = scene.clips[Int(context.clip)]
    scene.layers.append(
      FlatLayer(
        slot: slot, end: 0, toPixels: toPixels, draws: [], firstRowAtMinY: !isFlipped, clip: context.clip,
        innerClip: context.clip, bounds: .empty, subtreeBounds: .empty, reasons: []))

    if !look.flags.isDisjoint(with: .draws) { resolveDrawing(of: look, index, clip) }
    if look.flags.contains(.clips) { resolveInnerClip(of: look, index, clip) }

    if subtreeCount > 1 {
      let inner = scene.layers[index]
      if scene.clips[Int(inner.innerClip)].box.isEmpty {
        scene.culledCount += subtreeCount - 1
      } else {
        let passedOn = Context(
          toPixels: toPixels,
          sublayerPlacement: look.flags.contains(.sublayerTransform) ? tree.sublayerPlacements[slot] : nil,
          isFlipped: isFlipped, facing: facing, clip: inner.innerClip)
        visitSublayers(of: place, tree, passedOn)
      }
    }
    // A layer that draws nothing, and whose sublayers all went, leaves the scene.
    if scene.layers.count == index + 1 && scene.layers[index].draws.isEmpty {
      scene.layers.removeLast()
      scene.culledCount += 1
    } else {
      scene.layers[index].end = Int32(scene.layers.count)
    }
  }

  /// Finds which parts of the layer are seen at all, and where.
  private mutating func resolveDrawing(of look: LayerLook, _ index: Int, _ clip: Clip) {
    let toPixels = scene.layers[index].toPixels
    var draws = look.flags.intersection(.draws)
    var bounds = Box.empty
    if !draws.isDisjoint(with: [.drawsBackground, .drawsBorder]) {
      let box = toPixels.visibleBounds(look.bounds)?.intersection(clip.box) ?? .empty
      if box.isEmpty { draws.subtract([.drawsBackground, .drawsBorder]) } else { bounds = box }
    }
    if draws.contains(.drawsContents) {
      // Contents may reach beyond the bounds; a clipping layer cuts them to its bounds.
      var area = look.contents.destination
      if look.flags.contains(.clips) { area = area.intersection(look.bounds) }
      let box = area.isEmpty ? .empty : toPixels.visibleBounds(area)?.intersection(clip.box) ?? .empty
      if box.isEmpty { draws.subtract(.drawsContents) } else { bounds = bounds.union(box) }
    }
    scene.layers[index].draws = draws
    scene.layers[index].bounds = bounds
  }

  private mutating func resolveInnerClip(of look: LayerLook, _ index: Int, _ clip: Clip) {
    let toPixels = scene.layers[index].toPixels
    var inner: Clip
    // Under an opaque border what is clipped ends a little before the border does, or it would shine through its edge.
    let outline = Rectangle(box: look.bounds, toPixels: toPixels, radii: look.radii)
    let shown = look.hasOpaqueBorder(1) ? outline.underBorder(look.borderWidth) : outline
    if !toPixels.isAffine {
      let box = toPixels.visibleBounds(look.bounds) ?? .empty
      inner = Clip(clip.box.intersection(box.outset))
      scene.layers[index].reasons.insert(.perspectiveClip)
    } else if let restricted = clip.restricted(to: shown.box, radii: shown.radii, toPixels: toPixels) {
      inner = restricted
    } else {
      // The shapes around stay with the surface; inside it only this layer's counts.
      let alone = Clip(clip.box.outset)
      inner = alone.restricted(to: shown.box, radii: shown.radii, toPixels: toPixels) ?? Clip(.empty)
      scene.layers[index].reasons.insert(.nestedClip)
    }
    if inner.box.isEmpty { inner = Clip(.empty) }
    scene.layers[index].innerClip = Int32(scene.clips.count)
    scene.clips.append(inner)
  }

  private mutating func visitSublayers(of place: Int, _ tree: RenderTree, _ context: Context) {
    let end = Int(tree.ends[place])
    var child = place + 1
    var lastZ = -Double.infinity
    var isSorted = true
    while child < end {
      let z = tree.looks[Int(tree.order[child])].zPosition
      if z < lastZ {
        isSorted = false
        break
      }
      lastZ = z
      child = Int(tree.ends[child])
    }
    if isSorted {
      child = place + 1
      while child < end {
        visit(child, tree, context)
        child = Int(tree.ends[child])
      }
      return
    }
    let base = sorted.count
    child = place + 1
    while child < end {
      sorted.append(Int32(child))
      child = Int(tree.ends[child])
    }
    // Swift's sort is stable in practice but not by promise; the place breaks ties.
    sorted[base...].sort { a, b in
      let za = tree.looks[Int(tree.order[Int(a)])].zPosition
      let zb = tree.looks[Int(tree.order[Int(b)])].zPosition
      return za == zb ? a < b : za < zb
    }
    for index in base..<sorted.count { visit(Int(sorted[index]), tree, context) }
    sorted.removeSubrange(base...)
  }
}

extension RenderTree {
  /// Whether a layer is outside its active time.
  func isInactive(_ slot: Int32) -> Bool { hasTimeSpaces && inactive[Int(slot)] }
}
