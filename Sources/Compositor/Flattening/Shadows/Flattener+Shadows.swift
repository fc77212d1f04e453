import CoreGraphics
import QuartzCore

extension Flattener {
  /// Decides how a layer's shadow is made. One of the composited alpha widens the layer's clip to all that may cast
  /// into it; the clip is then left to the compositing of the surface.
  ///
  /// - Returns: whether it is drawn from a known shape.
  mutating func resolveShadow(of look: LayerLook, _ place: Int, _ index: Int, _ tree: RenderTree) -> Bool {
    guard let shadow = tree.shadows[scene.layers[index].slot] else { return false }
    switch shadow.caster {
    case .shape, .path: return true
    case .own(let box, let radii, let alpha):
      // The layer clips its shadow to its bounds, and covers all of that.
      if alpha >= 1 && look.flags.contains(.clips) && box.contains(look.bounds) { return false }
      // Any sublayer over something translucent changes the alpha.
      let isAlone = tree.firstSublayers[place] == tree.ends[place]
      if isAlone || (alpha >= 1 && tree.sublayersStay(inside: box, radii: radii, place)) { return true }
    case .alpha: break
    }
    guard let placement = ShadowPlacement(shadow, scene.layers[index].toPixels, at: look.bounds) else { return false }
    scene.layers[index].reasons.insert(.shadowOfAlpha)
    let around = scene.clips[Int(scene.layers[index].clip)].box
    setClips(of: index, append(Clip(placement.casters(seenIn: around).union(around).outset)))
    return false
  }

  /// Adds the box that a shadow of a known shape touches.
  mutating func addPlainShadow(of look: LayerLook, _ index: Int, _ tree: RenderTree) {
    let layer = scene.layers[index]
    guard let shadow = tree.shadows[layer.slot], let box = shadow.plainBounds() else { return }
    let clip = scene.clip(inside: layer, look)
    // Edges on whole pixels or antialiased, the shadow reaches up to a pixel more.
    let seen = layer.toPixels.visibleBounds(box)?.insetBy(-1).intersection(clip.box) ?? .empty
    guard !seen.isEmpty else { return }
    scene.layers[index].draws.insert(.castsShadow)
    scene.layers[index].bounds = layer.bounds.union(seen)
  }
}

extension RenderTree {
  /// Larger trees are not searched.
  private static let mostSublayers = 512

  /// Whether nothing below a layer shows outside of a rounded rectangle in the layer's plane, as far as can be decided
  /// without drawing.
  func sublayersStay(inside box: Box, radii: SIMD4<Float>, _ place: Int) -> Bool {
    let end = Int(ends[place])
    let first = Int(firstSublayers[place])
    guard first < end else { return true }
    guard end - first <= Self.mostSublayers, !looks[Int(order[place])].flags.contains(.sublayerTransform) else {
      return false
    }
    return sublayersStay(inside: RoundedBox(box: box, radii: radii), place, .identity)
  }

  /// - Parameter toBox: from the plane of the layer at `place` to that of the rectangle.
  private func sublayersStay(inside shape: RoundedBox, _ place: Int, _ toBox: Homography) -> Bool {
    var child = Int(firstSublayers[place])
    let end = Int(ends[place])
    while child < end {
      defer { child = Int(ends[child]) }
      let slot = order[child]
      let look = looks[Int(slot)]
      if look.flags.contains(.hidden) || isInactive(slot) { continue }
      let open = LayerLook.Flags.beyondBounds.union([.castsShadow, .filters, .keepsDepth, .sublayerTransform])
      guard look.flags.isDisjoint(with: open), look.facing != 0 else { return false }
      let map = look.placement * toBox
      guard map.isAffine else { return false }
      // The layer's own drawing; a layer that clips is no larger.
      var drawn =
        look.flags.isDisjoint(with: .onBounds.subtracting(.backdropFilters))
        ? Box.empty : look.bounds
      let clips = look.flags.contains(.clips)
      if look.flags.contains(.drawsContents) {
        drawn = drawn.union(clips ? look.contents.destination.intersection(look.bounds) : look.contents.destination)
      }
      if clips && Int(ends[child]) > Int(firstSublayers[child]) { drawn = look.bounds }
      if !drawn.isEmpty {
        // Contents that are not clipped fill the corners.
        let isRounded = drawn == look.bounds && (clips || !look.flags.contains(.drawsContents))
        let rounded = isRounded && map.isScaleAndTranslation && map.m11 == map.m22 && map.m11 > 0
        guard let seen = map.visibleBounds(drawn),
          shape.contains(RoundedBox(box: seen, radii: rounded ? look.radii * Float(map.m11) : .zero))
        else { return false }
      }
      if !clips {
        guard sublayersStay(inside: shape, child, map) else { return false }
      }
    }
    return true
  }
}

/// A rounded rectangle that asks what lies in it.
private struct RoundedBox {
  var box: Box
  var radii: SIMD4<Float>

  func contains(_ other: RoundedBox) -> Bool {
    guard box.contains(other.box) else { return false }
    for corner in 0..<4 where radii[corner] > 0 {
      let (radius, inner) = (Double(radii[corner]), Double(other.radii[corner]))
      let (isMaxX, isMaxY) = (corner & 1 != 0, corner & 2 != 0)
      // From this arc's centre outward to the other's, with a corner without an arc as its own centre. The other arc's
      // disc is inside if its centre is no farther from this one's than the radii differ.
      let x = (isMaxX ? other.box.maxX - (box.maxX - radius) : box.minX + radius - other.box.minX) - inner
      let y = (isMaxY ? other.box.maxY - (box.maxY - radius) : box.minY + radius - other.box.minY) - inner
      let room = max(radius - inner, 0)
      if x > 0, y > 0, x * x + y * y > room * room { return false }
    }
    return true
  }
}
