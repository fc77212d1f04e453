import QuartzCore

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
