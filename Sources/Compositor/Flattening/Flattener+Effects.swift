// A layer's filters and blend mode: their demands on its surface, its clips and its bounds.

import CoreGraphics
import QuartzCore

extension FlatScene {
  /// Returns the bounds of a layer's parts, widened by its own filters.
  func filteredBounds(_ bounds: Box, _ layer: FlatLayer, _ tree: RenderTree) -> Box {
    guard !bounds.isEmpty, let chain = tree.effects[layer.slot]?.filters else { return bounds }
    let look = tree.looks[Int(layer.slot)]
    let reach = FilterPlan.reach(chain, layer.toPixels, at: look.bounds)
    return bounds.insetBy(x: -reach.x, y: -reach.y)
  }
}

extension Flattener {
  /// Plans a layer's filters and blend mode. Filters reach beyond the visible part, so the clip of the parts is
  /// widened, and the clip around is left to the compositing of the surface.
  mutating func resolveEffects(of look: LayerLook, _ index: Int, isMask: Bool, _ tree: RenderTree) {
    guard let effects = tree.effects[scene.layers[index].slot] else { return }
    if effects.blend != nil && !isMask {
      scene.layers[index].reasons.insert(.blendMode)
      scene.readsBackdrops = true
      // The edges of the clip around fade the blended result, not the parts.
      setClips(of: index, append(Clip(scene.clips[Int(scene.layers[index].clip)].box.outset)))
    }
    guard let chain = effects.filters else { return }
    scene.layers[index].reasons.insert(.filters)
    let reach = FilterPlan.reach(chain, scene.layers[index].toPixels, at: look.bounds)
    let around = scene.clips[Int(scene.layers[index].clip)].box
    setClips(of: index, append(Clip(around.outset.insetBy(x: -reach.x, y: -reach.y))))
  }

  /// Limits the layer's changes to its backdrop: a root or a mask does not filter it, and a blend mode that acts on the
  /// backdrop of transparent parts counts for all of the layer.
  mutating func limitEffects(of look: LayerLook, _ index: Int, isRootOrMask: Bool, _ clip: Clip, _ tree: RenderTree) {
    if look.flags.contains(.backdropFilters), scene.layers[index].draws.contains(.backdropFilters) {
      if isRootOrMask {
        scene.layers[index].draws.remove(.backdropFilters)
      } else {
        scene.readsBackdrops = true
      }
    }
    if scene.layers[index].reasons.contains(.blendMode),
      tree.effects[scene.layers[index].slot]?.blend?.isBounded == false,
      let bounds = scene.layers[index].toPixels.visibleBounds(look.bounds)?.insetBy(-1).intersection(clip.box),
      !bounds.isEmpty
    {
      scene.layers[index].bounds = scene.layers[index].bounds.union(bounds)
    }
  }
}

// Masks: an opaque rectangle is a clip; any other layer enters the scene, and its alpha masks a surface.

extension Flattener {
  /// Restricts a layer to its mask, which stands in `context`, that of the layer's sublayers: by its clip if the mask
  /// is an opaque rectangle, else by the mask's layers, which enter the scene behind the layer. Returns whether
  /// anything of the layer is visible.
  mutating func visitMask(of place: Int, _ index: Int, _ tree: RenderTree, _ context: Context) -> Bool {
    let mask = place + 1
    let slot = tree.slot(at: mask, context.copy.shift)
    let look = tree.looks[Int(slot)]
    guard !look.flags.contains(.hidden) || look.flags.contains(.inTransition), !tree.isInactive(slot) else {
      return false
    }
    let clip = scene.clips[Int(context.clip)]
    if tree.ends[mask] == Int32(mask + 1), look.isOpaqueRectangle, scene.layers[index].raster < 0 {
      let facing = look.facing * context.facing
      guard facing > 0 || (facing < 0 && !look.flags.contains(.singleSided)) else { return false }
      let toPixels = look.placement * context.toPixels
      if toPixels.isAffine,
        let restricted = clip.restricted(
          to: look.bounds, radii: look.radii, smoothing: look.smoothing, toPixels: toPixels)
      {
        guard !restricted.box.isEmpty else { return false }
        scene.layers[index].outerClip = append(restricted)
        // The clip's edge would fade each of overlapping parts; composited once, they are faded once.
        let isSharp = restricted == Clip(restricted.box.outset)
        let masked = tree.slot(at: place, context.copy.shift)
        let isAlone = Int(tree.ends[place]) == mask + 1 && tree.looks[Int(masked)].drawsOnePart
        if !isSharp && !isAlone {
          scene.layers[index].reasons.insert(.mask)
          setClips(of: index, append(Clip(restricted.box.outset)))
        } else {
          setClips(of: index, scene.layers[index].outerClip)
        }
        return true
      }
    }
    // The mask is applied to a surface, which is composited through the clip around.
    var inside = context
    inside.isMask = true
    inside.clip = append(Clip(clip.box.outset))
    setClips(of: index, inside.clip)
    scene.layers[index].reasons.insert(.mask)
    visit(mask, tree, inside)
    scene.layers[index].sublayers = Int32(scene.layers.count)
    return scene.layers.count > index + 1
  }

  /// Decides how a layer's shadow is made, and returns whether it is drawn from a known shape. A shadow of composited
  /// alpha widens the layer's clip to all that may cast into it; the surface is composited through the clip itself.
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

  /// Whether it is certain without drawing that all below a layer shows inside a rounded rectangle in its plane.
  func sublayersStay(inside box: Box, radii: SIMD4<Float>, _ place: Int) -> Bool {
    let end = Int(ends[place])
    let first = Int(firstSublayers[place])
    guard first < end else { return true }
    guard end - first <= Self.mostSublayers, !looks[Int(order[place])].flags.contains(.sublayerTransform) else {
      return false
    }
    return sublayersStay(inside: RoundedBox(box: box, radii: radii), place, .identity)
  }

  /// The same for sublayers of the layer at `place`, from whose plane `toBox` leads to the rectangle's.
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

// Shadows: whether a shadow can be drawn from a known shape, and otherwise which parts of the subtree it needs. Parts
// outside of the frame may cast into it, so they are drawn, too.

/// A shadow of composited alpha, in the pixels that its layer is drawn in.
struct ShadowPlacement {
  /// The deviation, in pixels, below which a shadow changes no byte: it is the shape itself.
  static let sharpest = 0.005

  var offsetX: Double
  var offsetY: Double
  var plan: BlurPlan

  func bounds(of box: Box) -> Box {
    guard !box.isEmpty else { return .empty }
    return box.moved(byX: offsetX, y: offsetY).insetBy(x: -plan.reachX, y: -plan.reachY)
  }

  /// Returns the box of all that may cast a shadow into `visible`.
  func casters(seenIn visible: Box) -> Box {
    guard !visible.isEmpty else { return .empty }
    return visible.moved(byX: -offsetX, y: -offsetY).insetBy(x: -plan.reachX, y: -plan.reachY)
  }

  /// The shadow of a layer with the approximate box `box` in its plane; under perspective the shadow is as there.
  init?(_ shadow: ShadowLook, _ toPixels: Homography, at box: Box) {
    let pixel = toPixels.pixelSize(at: box)
    guard pixel.width > 0, pixel.height > 0, pixel.width.isFinite, pixel.height.isFinite else { return nil }
    let (x, y) = ((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
    let from = toPixels.map(x, y)
    let to = toPixels.map(x + shadow.offsetX, y + shadow.offsetY)
    (offsetX, offsetY) = (Box.aligned(to.x - from.x), Box.aligned(to.y - from.y))
    // A pixel's alpha is spread over it, and the shadow is averaged over pixels again: a twelfth each. So the shadow of
    // whole pixels is that of the shape that they are. Without blur a pixel is a pixel.
    let isSharp = shadow.sigma < Self.sharpest * max(pixel.width, pixel.height)
    plan = BlurPlan(
      sigmaX: shadow.sigma / pixel.width, sigmaY: shadow.sigma / pixel.height, spread: isSharp ? 0 : 1.0 / 6)
    // Drawing at a fraction of a pixel blurs a little.
    plan.give(back: Self.spread(offsetX), Self.spread(offsetY))
  }

  private static func spread(_ offset: Double) -> Double {
    let part = offset - offset.rounded(.down)
    return part * (1 - part)
  }
}

extension FlatScene {
  /// Returns the box that a layer touches together with the shadow of its alpha; `bounds` is the layer's part of it.
  func withShadow(_ bounds: Box, _ layer: FlatLayer, _ tree: RenderTree) -> Box {
    guard !bounds.isEmpty, let shadow = tree.shadows[layer.slot],
      let placement = ShadowPlacement(shadow, layer.toPixels, at: tree.looks[Int(layer.slot)].bounds)
    else { return bounds }
    return bounds.union(placement.bounds(of: bounds))
  }

  /// Returns the visible part of a layer's surface, in the space that the layer is drawn in.
  func visibleBox(of index: Int) -> Box {
    let layer = layers[index]
    var box = clips[Int(layer.clip)].box
    if let mask = maskIndex(of: index) { box = box.intersection(layers[mask].compositedBounds) }
    if layer.raster < 0 { box = box.intersection(clips[Int(layer.outerClip)].box) }
    return box
  }
}
