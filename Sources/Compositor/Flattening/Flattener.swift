// Tested by CompositorDepthTests, DepthOrderTests, VisibilityTests and ReplicatorTests.

import QuartzCore

/// Makes the flat scene of a frame: one walk over the sampled tree resolves placement, order, visibility and clips. It
/// keeps its buffers from frame to frame.
///
/// Siblings are visited in ascending zPosition, equal ones in array order. Every layer flattens its sublayers into its
/// own plane, so the way to pixels is a product of 3x3 maps (see `Homography`).
struct Flattener {
  var scene = FlatScene()
  /// A stack of sibling lists that had to be sorted.
  private var sorted: [Int32] = []
  /// The look of a layer in a transition that is visited next; nil for a plain layer.
  var look: TransitionLook?
  private var rootPlace = 0
  var transitionDepth = 0
  /// The number of copies that replicators have made, beyond the sublayers themselves.
  var copyCount: Int32 = 0
  /// Whether copies were left out for want of memory.
  var leavesOutCopies = false

  /// A layer's initial value, copied from memory: one made field by field would stall the copy at each field.
  let blank = FlatLayer.blank
  var kept = KeptLayers()
  /// The number of visited layers that are not kept for the next frame.
  var unkeptCount = 0

  private var columns = TreeColumns()

  init() {}

  /// Returns the scene; ``giveBack(_:)`` returns its buffers.
  mutating func takeScene() -> FlatScene {
    let taken = scene
    scene = FlatScene()
    return taken
  }

  var bufferBytes: Int { scene.layers.byteCount }

  mutating func giveBack(_ used: inout FlatScene) { swap(&scene, &used) }

  /// Flattens a tree that was sampled at the frame's time, for a target of the given pixels. `toPixels` leads from the
  /// space that the root lies in, in points, to pixels, y down; `isFlipped` tells whether y points up in that space.
  /// With a `place` that layer is flattened alone with its sublayers, untransformed, in its own coordinates.
  mutating func flatten(
    _ tree: RenderTree, toPixels: Homography, isFlipped: Bool, target: Box, place: Int? = nil
  ) {
    scene.removeAll()
    guard tree.count > 0 else { return }
    tree.withColumns { columns in
      self.columns = columns
      flattenColumns(tree, toPixels: toPixels, isFlipped: isFlipped, target: target, place: place)
      self.columns = TreeColumns()
    }
  }

  private mutating func flattenColumns(
    _ tree: RenderTree, toPixels: Homography, isFlipped: Bool, target: Box, place: Int?
  ) {
    scene.clips.append(Clip(target))
    var context = Context(
      toPixels: toPixels, sublayerPlacement: nil, isFlipped: isFlipped, facing: 1, clip: 0, copy: Copy())
    context.around = Surroundings(
      isPlain: kept.isNoting, isStill: kept.seen != nil, visitedIn: kept.seen == nil ? 0 : kept.frame - 1, firstDraw: 0)
    (copyCount, leavesOutCopies) = (0, false)
    unkeptCount = 0
    rootPlace = place ?? 0
    if let place {
      look = TransitionLook(plane: Plane(toPixels: toPixels, facing: 1), isWhole: true)
      // A layer alone is flattened in its own coordinates, with its flip.
      if tree.looks[Int(tree.order[place])].flags.contains(.flipped) { context.isFlipped.toggle() }
      visit(place, tree, context)
      return
    }
    let root = tree.looks[Int(tree.order[0])]
    if root.flags.contains(.keepsDepth) {
      visitTransformRoot(root, tree, context)
    } else {
      visit(0, tree, context)
    }
  }

  /// The values that a layer passes on to its sublayers.
  struct Context {
    var toPixels: Homography
    var sublayerPlacement: CATransform3D?
    /// Whether y points up in the layer's coordinates when the frame's y points down.
    var isFlipped: Bool
    /// +1 where the plane shows its front.
    var facing: Double
    var clip: Int32
    /// The 3D space that the sublayers share; -1 for none. Inside a transform layer `toPixels` is that of the layer
    /// whose space it is, and `sublayerPlacement` leads there.
    var space: Int32 = -1
    /// Pixels to a unit of depth in that space.
    var depthScale = 1.0
    var opacity: Float = 1
    var copy: Copy
    var isMask = false
    /// Whether the layer may be shown as in the frame before.
    var around = Surroundings()
  }

  /// The replicators' copy that is visited.
  struct Copy {
    /// The difference of slots and places; nil outside of delayed copies.
    var shift: Int32?
    var number: Int32 = 0
    var tint: Int32 = -1
    var alpha: Float = 1

    /// The copy as it applies to the sublayers of the copied layers.
    var inside: Copy {
      var copy = self
      copy.alpha = 1
      return copy
    }
  }

  mutating func visit(_ place: Int, _ tree: RenderTree, _ context: Context) {
    let slot = columns.slot(at: place, context.copy.shift)
    if context.around.visitedIn > 0, showKept(slot, tree, context) { return }
    let before = VisitCounts(unkept: unkeptCount, culled: scene.culledCount, kept: scene.keptCount)
    if let index = visit(slot, at: place, tree, context) { note(index, since: before) }
  }

  /// Visits a layer that is not shown as before. Returns its index in the scene if something of it may be noted.
  private mutating func visit(_ slot: Int32, at place: Int, _ tree: RenderTree, _ context: Context) -> Int? {
    let look = columns.looks[Int(slot)]
    if !look.flags.isDisjoint(with: Self.unkept) { unkeptCount += 1 }
    if look.flags.contains(.inTransition), self.look?.isWhole ?? true, !look.flags.contains(.keepsDepth) {
      visitTransition(place, tree, context)
      return nil
    }
    let shown = self.look
    self.look = nil
    let subtreeCount = Int(columns.ends[place]) - place
    guard !look.flags.contains(.hidden), !tree.isInactive(slot) else {
      scene.culledCount += subtreeCount
      return nil
    }
    if look.flags.contains(.keepsDepth) && context.space >= 0 {
      visitTransformLayer(place, look, tree, context)
      return nil
    }
    let plane = shown?.plane ?? plane(of: slot, look, tree, context)
    var toPixels = plane.toPixels
    let facing = plane.facing
    // Edge-on, or turned away and single-sided: neither the layer nor its plane is visible.
    guard facing > 0 || (facing < 0 && !look.flags.contains(.singleSided)) else {
      scene.culledCount += subtreeCount
      return nil
    }
    let isFlipped = context.isFlipped != look.flags.contains(.flipped)
    let index = scene.layers.count
    scene.layers.append(blank)
    scene.layers[index].begin(slot, index: index, toPixels, firstRowAtMinY: !isFlipped, look.opacity, context)
    let stands = stands(slot, at: place, tree, context)
    if stands { scene.layers[index].noting = .part }
    if context.space >= 0 { addSpaceMember(index, slot: slot, tree, context) }
    if look.flags.contains(.rasterizes), let raster = tree.rasters[slot] {
      toPixels = enterRaster(raster, of: look, index: index, toPixels)
    }
    if Int(columns.firstSublayers[place]) > place + 1 {
      let around = Context(
        toPixels: toPixels, sublayerPlacement: nil, isFlipped: isFlipped, facing: facing,
        clip: scene.layers[index].clip, copy: context.copy.inside)
      guard visitMask(of: place, index, tree, around) else {
        removeLayers(from: index)
        scene.culledCount += subtreeCount
        return nil
      }
    }
    resolveParts(of: look, at: place, index: index, tree, context)
    if columns.ends[place] > columns.firstSublayers[place] {
      visitInside(
        place, index: index, tree,
        Context(
          toPixels: toPixels,
          sublayerPlacement: look.flags.contains(.sublayerTransform) ? tree.sublayerPlacements[slot]?.transform : nil,
          isFlipped: isFlipped, facing: facing, clip: 0, copy: context.copy.inside,
          around: surroundings(inside: index, at: place, look, tree, context)))
    }
    return endVisit(index) && stands ? index : nil
  }

  /// Ends the visit of a layer: removes it from the scene if nothing of it is drawn. Returns whether it stays.
  private mutating func endVisit(_ index: Int) -> Bool {
    if scene.layers.count == Int(scene.layers[index].sublayers) && scene.layers[index].draws.isEmpty {
      removeLayers(from: index)
      scene.culledCount += 1
      return false
    }
    scene.layers[index].end = Int32(scene.layers.count)
    return true
  }

  /// Finds a layer's own drawing: its parts, shadow and effects, and the clip of its inside.
  private mutating func resolveParts(
    of look: LayerLook, at place: Int, index: Int, _ tree: RenderTree, _ context: Context
  ) {
    let hasPlainShadow = look.flags.contains(.castsShadow) && resolveShadow(of: look, place, index, tree)
    let hasEffects = !look.flags.isDisjoint(with: [.filters, .backdropFilters, .blendMode])
    if hasEffects { resolveEffects(of: look, index, isMask: context.isMask, tree) }
    let clip = Int(scene.layers[index].clip)

    if !look.flags.isDisjoint(with: .draws) { resolveDrawing(of: look, index, scene.clips[clip].box, tree) }
    if look.flags.contains(.clips) { resolveInnerClip(of: look, index, scene.clips[clip]) }
    if look.flags.contains(.drawsParticles) { resolveParticles(of: look, index, tree, context) }
    if hasEffects {
      let isRoot = place == rootPlace
      limitEffects(of: look, index, isRootOrMask: isRoot || context.isMask, scene.clips[clip], tree)
    }
    if hasPlainShadow { addPlainShadow(of: look, index, tree) }
  }

  /// Visits a layer's contents and sublayers if any of them can be visible.
  private mutating func visitInside(
    _ place: Int, index: Int, _ tree: RenderTree, _ passedOn: Context
  ) {
    var passedOn = passedOn
    passedOn.clip = scene.layers[index].innerClip
    guard !scene.clips[Int(passedOn.clip)].box.isEmpty else {
      scene.culledCount += Int(tree.ends[place] - tree.firstSublayers[place])
      return
    }
    visitSublayers(of: place, slot: scene.layers[index].slot, index: index, tree, passedOn)
  }

  struct Plane {
    var toPixels: Homography
    /// +1 where the plane shows its front, -1 where it shows its back, 0 edge-on.
    var facing: Double
  }

  func plane(of slot: Int32, _ look: LayerLook, _ tree: RenderTree, _ context: Context) -> Plane {
    guard let outer = context.sublayerPlacement else {
      return Plane(toPixels: look.placement * context.toPixels, facing: look.facing * context.facing)
    }
    let spatial = CATransform3DConcat(tree.spatialPlacements[Int(slot)], outer)
    let placement = Homography(flattening: spatial).normalized
    return Plane(
      toPixels: placement * context.toPixels,
      facing: LayerLook.facing(of: spatial, plane: placement) * context.facing)
  }

  mutating func append(_ clip: Clip) -> Int32 {
    scene.clips.append(clip)
    return Int32(scene.clips.count - 1)
  }

  mutating func setClips(of index: Int, _ clip: Int32) {
    scene.layers[index].clip = clip
    scene.layers[index].innerClip = clip
  }

  /// Finds the visible parts of the layer, and their bounds.
  private mutating func resolveDrawing(of look: LayerLook, _ index: Int, _ clip: Box, _ tree: RenderTree) {
    let toPixels = scene.layers[index].toPixels
    var draws = look.flags.intersection(.draws)
    var bounds = Box.empty
    if !draws.isDisjoint(with: .onBounds) {
      let box = toPixels.visibleBounds(look.bounds)?.intersection(clip) ?? .empty
      if box.isEmpty { draws.subtract(.onBounds) } else { bounds = box }
    }
    if draws.contains(.drawsContents) {
      // Contents may reach beyond the bounds; a clipping layer cuts them to its bounds.
      var area = look.contents.destination
      if look.flags.contains(.clips) { area = area.intersection(look.bounds) }
      let box = area.isEmpty ? .empty : toPixels.visibleBounds(area)?.intersection(clip) ?? .empty
      if box.isEmpty { draws.subtract(.drawsContents) } else { bounds = bounds.union(box) }
    }
    if !draws.isDisjoint(with: .shape), let shape = tree.shapes[scene.layers[index].slot] {
      var area = shape.area
      if look.flags.contains(.clips) { area = area.intersection(look.bounds) }
      let box = area.isEmpty ? .empty : toPixels.visibleBounds(area)?.intersection(clip) ?? .empty
      if box.isEmpty { draws.subtract(.shape) } else { bounds = bounds.union(box) }
    }
    scene.layers[index].draws = draws
    scene.layers[index].bounds = bounds
  }

  private mutating func resolveInnerClip(of look: LayerLook, _ index: Int, _ clip: Clip) {
    let toPixels = scene.layers[index].toPixels
    var inner: Clip
    // Under an opaque border clipped content ends a little before the border does, or it would shine through its edge.
    let outline = Rectangle(
      box: look.bounds, toPixels: toPixels, radii: look.radii, smoothing: look.smoothing)
    let shown = look.hasOpaqueBorder(1) ? outline.underBorder(look.borderWidth) : outline
    if !toPixels.isAffine {
      let box = toPixels.visibleBounds(look.bounds) ?? .empty
      inner = Clip(clip.box.intersection(box.outset))
      scene.layers[index].reasons.insert(.perspectiveClip)
    } else if let restricted = clip.restricted(
      to: shown.box, radii: shown.radii, smoothing: shown.smoothing, toPixels: toPixels)
    {
      inner = restricted
    } else {
      // The clip shapes around stay with the surface; inside it only this layer's counts.
      let alone = Clip(clip.box.outset)
      inner =
        alone.restricted(
          to: shown.box, radii: shown.radii, smoothing: shown.smoothing, toPixels: toPixels) ?? Clip(.empty)
      scene.layers[index].reasons.insert(.nestedClip)
      scene.layers[index].clip = append(alone)
    }
    if inner.box.isEmpty { inner = Clip(.empty) }
    scene.layers[index].innerClip = append(inner)
  }

  /// Visits the sublayers of a layer; those of a replicator once for each copy. `index` is the layer's in the scene; -1
  /// for a transform layer, whose space is open already.
  mutating func visitSublayers(
    of place: Int, slot: Int32, index: Int, _ tree: RenderTree, _ context: Context
  ) {
    if tree.kinds[Int(slot)] == .replicator {
      visitCopies(of: place, slot: slot, index: index, tree, context)
    } else {
      visitSublayers(of: place, index: index, tree, context)
    }
  }

  /// Visits sublayers once, in ascending zPosition. `index` is the layer's in the scene; -1 in an open space.
  mutating func visitSublayers(of place: Int, index: Int, _ tree: RenderTree, _ context: Context) {
    let end = Int(columns.ends[place])
    let first = Int(columns.firstSublayers[place])
    let shift = context.copy.shift
    var child = first
    var lastZ = -Double.infinity
    var isSorted = true
    var isTilted = false
    var context = context
    while child < end {
      let slot = Int(columns.slot(at: child, shift))
      // Assigned field by field: a look is large.
      let z = columns.looks[slot].zPosition
      if z < lastZ { isSorted = false }
      if !columns.looks[slot].flags.isDisjoint(with: [.tilted, .keepsDepth]) { isTilted = true }
      lastZ = z
      child = Int(columns.ends[child])
    }
    if index >= 0, isTilted || context.sublayerPlacement?.tiltsSpace ?? false {
      openSpace(&context)
      scene.layers[index].space = context.space
    }
    if isSorted {
      child = first
      while child < end {
        visit(child, tree, context)
        child = Int(columns.ends[child])
      }
      return
    }
    let base = sorted.count
    child = first
    while child < end {
      sorted.append(Int32(child))
      child = Int(columns.ends[child])
    }
    // The place breaks ties: Swift's sort is stable in practice but not by promise.
    let columns = columns
    sorted[base...].sort { a, b in
      let za = columns.looks[Int(columns.slot(at: Int(a), shift))].zPosition
      let zb = columns.looks[Int(columns.slot(at: Int(b), shift))].zPosition
      return za == zb ? a < b : za < zb
    }
    for index in base..<sorted.count { visit(Int(sorted[index]), tree, context) }
    sorted.removeSubrange(base...)
  }

  /// Begins a raster space, for a layer that is drawn with its sublayers to a bitmap. Returns the map to its pixels.
  private mutating func enterRaster(
    _ raster: RasterLook, of look: LayerLook, index: Int, _ toPixels: Homography
  ) -> Homography {
    let inwards = raster.map(look.bounds)
    guard let outwards = inwards.inverted.map({ $0 * toPixels }) else { return toPixels }
    let visible = scene.clips[Int(scene.layers[index].outerClip)].box
    setClips(of: index, append(Clip(raster.reach(look.bounds, visible: visible, outwards: outwards))))
    scene.layers[index].raster = Int32(scene.rasters.count)
    scene.layers[index].toPixels = inwards
    scene.layers[index].reasons.insert(.rasterized)
    scene.rasters.append(outwards)
    return inwards
  }

  mutating func removeLayers(from index: Int) {
    scene.layers.removeSubrange(index...)
    scene.spaces.removeLayers(from: index)
  }
}

extension FlatLayer {
  @inline(__always)
  mutating func begin(
    _ slot: Int32, index: Int, _ toPixels: Homography, firstRowAtMinY: Bool, _ opacity: Float,
    _ context: Flattener.Context
  ) {
    self.slot = slot
    sublayers = Int32(index + 1)
    (self.toPixels, self.firstRowAtMinY) = (toPixels, firstRowAtMinY)
    outerClip = context.clip
    clip = context.clip
    innerClip = context.clip
    self.opacity = opacity * context.copy.alpha
    copy = context.copy.number
    tint = context.copy.tint
  }
}
