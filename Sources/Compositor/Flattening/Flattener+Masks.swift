// Masks: an opaque rectangle is a clip; any other layer enters the scene, and its alpha is applied to the surface of
// the layer that it masks.

import QuartzCore

extension Flattener {
  /// Restricts a layer to its mask: by its clip if the mask is an opaque rectangle, else the mask's layers enter the
  /// scene behind the layer. Returns whether anything of the layer is visible.
  ///
  /// - Parameter context: that of the layer's sublayers, in whose coordinates the mask stands.
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
}
