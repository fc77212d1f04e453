// The surface plan: from back to front over the flat scene, finds the subtrees that cannot be drawn straight into their
// target.
//
// A translucent group needs a surface only if parts of it overlap; otherwise its opacity multiplies into each part and
// the picture is the same. Clips were judged while flattening.
//
// Tested by SurfaceTests, CompositorSurfaceFreeTests and RetentionTests.

import QuartzCore

extension FlatScene {
  /// Sets every layer's `subtreeBounds` and `compositedBounds`, and completes its reasons.
  mutating func planSurfaces(_ tree: RenderTree) {
    let looks = tree.looks
    // Layers that are shown as before were planned then.
    for index in layers.indices.reversed() where layers[index].keptDraws < 0 {
      var bounds = layers[index].bounds
      var child = Int(layers[index].sublayers)
      while child < Int(layers[index].end) {
        bounds = bounds.union(layers[child].compositedBounds)
        child = Int(layers[child].end)
      }
      layers[index].subtreeBounds = bounds
      // Most layers touch just their and their sublayers' drawing; the call would copy the scene's tables for each.
      let touched = layers[index].touchesJustWhatItDraws ? bounds : composited(index, tree)
      layers[index].compositedBounds = touched
      // A transition's opacities are those of its looks.
      if layers[index].transition >= 0 { continue }
      if layers[index].opacity < 1 { planGroups(index, looks) }
    }
    // The opacity of a transform layer is that of each layer in it.
    for member in spaces.members where member.opacity < 1 { planGroups(Int(member.layer), looks) }
  }

  /// Plans a translucent layer: as a group with a surface, if parts of it overlap, or else by each sublayer's opacity.
  private mutating func planGroups(_ index: Int, _ looks: [LayerLook]) {
    // A bitmap is a group already.
    if layers[index].reasons.contains(.rasterized) { return }
    guard !looks[Int(layers[index].slot)].flags.contains(.groupOpacity) else {
      if isGroup(index, looks) { layers[index].reasons.insert(.groupOpacity) }
      return
    }
    var part = Int(layers[index].sublayers)
    while part < Int(layers[index].end) {
      if looks[Int(layers[part].slot)].flags.contains(.groupOpacity) {
        if isGroup(part, looks) { layers[part].reasons.insert(.groupOpacity) }
        part = Int(layers[part].end)
      } else {
        part = Int(layers[part].sublayers)
      }
    }
  }

  /// Returns the box that a layer touches of the pixels around it.
  private func composited(_ index: Int, _ tree: RenderTree) -> Box {
    let layer = layers[index]
    if layer.transition >= 0, let reach = transitions[Int(layer.transition)].reach { return reach }
    var bounds = effectBounds(of: index, tree)
    if layer.raster >= 0 {
      bounds = bounds.isEmpty ? .empty : rasters[Int(layer.raster)].visibleBounds(bounds) ?? .empty
    }
    if layer.outerClip != layer.clip { bounds = bounds.intersection(clips[Int(layer.outerClip)].box) }
    return bounds
  }

  /// Returns the box that a layer with its sublayers, effects and mask touches, in the space that it is drawn in.
  func effectBounds(of index: Int, _ tree: RenderTree) -> Box {
    let layer = layers[index]
    var bounds = layer.subtreeBounds
    if layer.reasons.contains(.filters) { bounds = filteredBounds(bounds, layer, tree) }
    if layer.reasons.contains(.shadowOfAlpha) { bounds = withShadow(bounds, layer, tree) }
    if let mask = maskIndex(of: index) { bounds = bounds.intersection(layers[mask].compositedBounds) }
    return bounds
  }

  /// Whether a translucent layer's parts, each translucent, would give another picture than the whole.
  private func isGroup(_ index: Int, _ looks: [LayerLook]) -> Bool {
    partsOverlap(index, looks) || (readsBackdrops && looksBehind(index))
  }

  /// Whether a layer below reads its backdrop: that is the group's drawing so far, so the group needs a surface.
  private func looksBehind(_ index: Int) -> Bool {
    var part = Int(layers[index].sublayers)
    while part < Int(layers[index].end) {
      let layer = layers[part]
      if layer.reasons.contains(.blendMode) || layer.draws.contains(.backdropFilters) { return true }
      // A backdrop ends at the surface around it.
      part = layer.reasons.isDisjoint(with: .wholeLayer) ? part + 1 : Int(layer.end)
    }
    return false
  }

  /// Whether any two drawn parts of a subtree overlap, by bounding boxes. Subtrees of many parts count as overlapping:
  /// comparing all pairs would cost more than it could save.
  func partsOverlap(_ index: Int, _ looks: [LayerLook]) -> Bool {
    let limit = 16
    var parts: InlineArray<16, Box> = .init(repeating: .empty)
    var count = 0
    var part = index
    while part < Int(layers[index].end) {
      let layer = layers[part]
      // Another surface counts only as a whole.
      let isSurface = part > index && !layer.fadesByParts(looks[Int(layer.slot)].flags)
      let bounds = isSurface ? layer.compositedBounds : layer.bounds
      defer { part = isSurface ? Int(layer.end) : part == index ? Int(layer.sublayers) : part + 1 }
      guard isSurface || !layer.draws.isEmpty else { continue }
      // The parts of one layer lie over each other.
      if !isSurface && layer.draws.rawValue.nonzeroBitCount > 1 { return true }
      // Particles overlap, too; but sums of faded particles are faded sums.
      if !isSurface && layer.particles >= 0 && !fields.placement(layer.particles).isAdditive { return true }
      for other in 0..<count where parts[other].intersects(bounds) { return true }
      guard count < limit else { return true }
      parts[count] = bounds
      count += 1
    }
    return false
  }
}

extension FlatLayer {
  /// Whether opacity goes into each of the layer's parts: it is no group, and has a surface at most for its position.
  func fadesByParts(_ flags: LayerLook.Flags) -> Bool {
    let whole = reasons.intersection(.wholeLayer)
    return whole.isEmpty || (whole.isSubset(of: [.nestedClip, .planeSplit]) && !flags.contains(.groupOpacity))
  }

  /// Whether no mask, effect, clip or motion changes what the layer with its sublayers touches.
  fileprivate var touchesJustWhatItDraws: Bool {
    raster < 0 && transition < 0 && outerClip == clip && reasons.isDisjoint(with: [.filters, .shadowOfAlpha, .mask])
  }
}

extension FlatScene {
  /// Fills in the pieces of all spaces, sorted by depth. Comes after ``planSurfaces(_:)``.
  mutating func sortSpaces(_ looks: [LayerLook], _ order: inout DepthOrder) {
    // The members of all spaces, one space after another: a scene may have as many spaces as layers.
    let bySpace = spaces.members.indices.sorted { a, b in
      (spaces.members[a].space, a) < (spaces.members[b].space, b)
    }
    var next = 0
    for space in spaces.pieceRanges.indices {
      let first = next
      while next < bySpace.count, spaces.members[bySpace[next]].space == space { next += 1 }
      let members = bySpace[first..<next]
      order.begin(frame: clips[0].box)
      for member in members {
        let entry = spaces.members[member]
        let layer = layers[Int(entry.layer)]
        order.add(depthOutline(Int(entry.layer), layer, looks[Int(layer.slot)], entry.map), entry.map)
      }
      order.sort()
      let start = spaces.pieces.count
      for piece in order.pieces {
        let member = members[first + Int(piece.source)]
        var seams: Seams?
        if !piece.cells.isEmpty, let toPixels = spaces.members[member].map.homography {
          seams = Seams(
            lines: order.lines(of: piece.source).compactMap { $0.seen(through: toPixels) },
            cells: Array(order.cells[piece.cells]))
        }
        spaces.pieces.append(SpacePiece(member: Int32(member), seams: seams))
      }
      spaces.pieceRanges[space] = start..<spaces.pieces.count
    }
  }

  /// Returns a convex outline, in the layer's plane, around the drawing of the layer with its sublayers.
  private func depthOutline(_ index: Int, _ layer: FlatLayer, _ look: LayerLook, _ map: DepthMap) -> ConvexPolygon {
    guard let toPixels = map.homography else { return ConvexPolygon() }
    if staysInBounds(index, layer, look) {
      return ConvexPolygon(Rectangle(box: look.bounds, toPixels: toPixels, edges: .all).antialiasedBox)
    }
    let box = layer.compositedBounds.outset
    guard !box.isEmpty, let inverse = toPixels.inverted else { return ConvexPolygon() }
    return ConvexPolygon(box, through: inverse)
  }

  /// Whether a layer draws nothing outside its bounds.
  private func staysInBounds(_ index: Int, _ layer: FlatLayer, _ look: LayerLook) -> Bool {
    guard !look.bounds.isEmpty, layer.transition < 0,
      look.flags.isDisjoint(with: .beyondBounds.union([.castsShadow, .filters, .backdropFilters]))
    else { return false }
    if look.flags.contains(.clips) { return true }
    let isLeaf = Int(layer.end) <= index + 1
    return isLeaf && (!layer.draws.contains(.drawsContents) || look.bounds.contains(look.contents.destination))
  }
}

extension ConvexPolygon {
  /// The part of a plane that is seen in a box of pixels, as far as it is before the horizon.
  fileprivate init(_ box: Box, through inverse: Homography) {
    // The weight of the way back is 1 over that of the way there: it is 0 at the horizon.
    let seen = ConvexPolygon(box).half { inverse.weight($0) - 1e-4 }
    self.init()
    for index in 0..<seen.count { append(inverse.point(seen[index].x, seen[index].y)) }
  }
}

extension Homography {
  fileprivate func point(_ x: Double, _ y: Double) -> PlanePoint {
    let point = map(x, y)
    return PlanePoint(Double(point.x), Double(point.y))
  }
}
