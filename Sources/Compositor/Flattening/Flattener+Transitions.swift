// Transitions: an entry with two looks, the old one from the copied subtree, the new one from the layer, each moved.

import Foundation
import QuartzCore

extension Flattener {
  /// The deepest nesting of transitions that is drawn; a deeper one shows its new look.
  private static let deepestTransition = 24

  mutating func visitTransition(_ place: Int, _ tree: RenderTree, _ context: Context) {
    var context = context
    context.around = Surroundings()
    let slot = tree.slot(at: place, context.copy.shift)
    let look = tree.looks[Int(slot)]
    let plane = self.look?.plane ?? plane(of: slot, look, tree, context)
    self.look = nil
    let isSeen = plane.facing > 0 || (plane.facing < 0 && !look.flags.contains(.singleSided))
    guard let state = tree.transitions[slot], let progress = state.progress, isSeen, !tree.isInactive(slot) else {
      scene.culledCount += Int(tree.ends[place]) - place
      return
    }
    guard transitionDepth < Self.deepestTransition else {
      self.look = TransitionLook(plane: plane, isWhole: false)
      visit(place, tree, context)
      return
    }
    let index = scene.layers.count
    scene.layers.append(
      FlatLayer(
        slot: slot, end: 0, sublayers: Int32(index + 1), toPixels: plane.toPixels, raster: -1, draws: [],
        firstRowAtMinY: true, outerClip: context.clip, clip: context.clip, innerClip: context.clip, bounds: .empty,
        subtreeBounds: .empty, compositedBounds: .empty, reasons: .transition, opacity: 1, copy: context.copy.number,
        tint: context.copy.tint))
    if context.space >= 0 { addSpaceMember(index, slot: slot, tree, context) }
    var inside = context
    inside.space = -1
    visitLooks(of: state, at: place, progress: progress, plane, look, tree, inside)
    if scene.layers.count == index + 1 {
      removeLayers(from: index)
      scene.culledCount += 1
      return
    }
    scene.layers[index].end = Int32(scene.layers.count)
    scene.layers[index].transition = Int32(scene.transitions.count - 1)
  }

  private mutating func visitLooks(
    of state: LayerTransition, at place: Int, progress: Double, _ plane: Plane, _ look: LayerLook,
    _ tree: RenderTree, _ context: Context
  ) {
    var flat = FlatTransition(
      effect: state.effect.effect, progress: progress, bounds: look.bounds, toPixels: plane.toPixels, radii: look.radii,
      smoothing: look.smoothing)
    let motion = TransitionMotion(state.effect, progress, look.bounds)
    var (oldContext, newContext) = (context, context)
    var (oldPlane, newPlane) = (plane, plane)
    oldContext.copy.shift = nil
    oldPlane.toPixels = state.toLayer * motion.old * plane.toPixels
    newPlane.toPixels = motion.new * plane.toPixels
    if look.flags.contains(.clips), flat.effect.slides {
      let clip = clipOfSlide(&flat, scene.clips[Int(context.clip)])
      (oldContext.clip, newContext.clip) = (clip, clip)
    }
    switch flat.effect {
    case .push: flat.hasSeam = !motion.meetsOnWholePixels(plane.toPixels)
    case .swipe:
      flat.ramp = SwipeRamp(
        progress, angle: state.effect.angle, width: state.effect.width, look.bounds, plane.toPixels)
    case .pageCurl, .pageUncurl:
      let clip = scene.clips[Int(context.clip)]
      let page = PageCurl.raster(look.bounds, plane.toPixels, clip.box)
      flat.page = page.toPixels
      flat.reach = PageCurl.reach(look.bounds, plane.toPixels).intersection(clip.box)
      let inside = append(Clip(page.box))
      if flat.effect == .pageCurl {
        oldPlane.toPixels = state.toLayer * page.toPixels
        oldContext.clip = inside
      } else {
        newPlane.toPixels = page.toPixels
        newContext.clip = inside
      }
    default: break
    }
    transitionDepth += 1
    if motion.showsOld, state.place >= 0 {
      let first = scene.layers.count
      self.look = TransitionLook(plane: oldPlane, isWhole: true)
      visit(Int(state.place), tree, oldContext)
      self.look = nil
      if scene.layers.count > first { flat.old = Int32(first) }
    }
    if motion.showsNew {
      let first = scene.layers.count
      self.look = TransitionLook(plane: newPlane, isWhole: false)
      visit(place, tree, newContext)
      self.look = nil
      if scene.layers.count > first { flat.new = Int32(first) }
    }
    transitionDepth -= 1
    scene.transitions.append(flat)
  }

  /// Adds the clip that keeps sliding looks within the bounds of a layer with `masksToBounds`.
  private mutating func clipOfSlide(_ flat: inout FlatTransition, _ clip: Clip) -> Int32 {
    if flat.toPixels.isAffine,
      let inside = clip.restricted(
        to: flat.bounds, radii: flat.radii, smoothing: flat.smoothing, toPixels: flat.toPixels)
    {
      return append(inside.box.isEmpty ? Clip(.empty) : inside)
    }
    flat.isClippedAsWhole = true
    let box = flat.toPixels.visibleBounds(flat.bounds)?.outset ?? .empty
    return append(Clip(clip.box.outset.intersection(box)))
  }
}

extension CompiledTransition.Effect {
  /// Whether looks move by the length of a side.
  var slides: Bool { self == .push || self == .moveIn || self == .reveal }
}

/// The transition of a visible layer: two looks, each a scene's entry with its sublayers, and how they are combined.
struct FlatTransition: Sendable {
  var effect: CompiledTransition.Effect
  /// From 0 to 1.
  var progress: Double
  /// The indices in the scene of the old look and of the new one; -1 for an invisible look.
  var old: Int32 = -1
  var new: Int32 = -1
  var bounds: Box
  /// The layer's plane without the effect's motion.
  var toPixels: Homography
  /// Whether the looks meet at an edge that is not on whole pixels, so that both are antialiased there.
  var hasSeam = false
  /// Whether the looks go to a surface that the layer's rectangle shows, as no clip of theirs can replace the bounds'.
  var isClippedAsWhole = false
  var radii: SIMD4<Float>
  /// The continuity of the corners' curve, from 0 to 1.
  var smoothing: Float
  /// The ramp of a swipe; nil in perspective, which shows a fade.
  var ramp: SwipeRamp?
  /// The box that the effect touches; nil for the box of the looks.
  var reach: Box?
  /// From the layer's coordinates to the pixels in which a page is drawn before it is bent.
  var page: Homography?
}

/// One look of a layer in a transition, as the next layer to visit.
struct TransitionLook {
  var plane: Flattener.Plane
  /// Whether the layer's own transition, which an old look can be in, is part of the look.
  var isWhole: Bool
}

/// The weight of the new picture of a swipe from place to place: linear along one direction, and clamped.
struct SwipeRamp {
  /// The change of the new picture's weight along x and y, in pixels, and the weight at their origin.
  var x: Double
  var y: Double
  var origin: Double

  /// A band across a layer, new before it and old behind it, that goes from one end of the layer to the other. `angle`
  /// is its direction in radians, counterclockwise from the layer's x axis as seen with y up; `width` is in the layer's
  /// coordinates; `toPixels` must be affine.
  init?(_ progress: Double, angle: Double, width: Double, _ bounds: Box, _ toPixels: Homography) {
    guard toPixels.isAffine, let inverse = toPixels.inverted, angle.isFinite else { return nil }
    let (dx, dy) = (cos(angle), -sin(angle))
    let half = (abs(dx) * bounds.width + abs(dy) * bounds.height) / 2
    // A thinner band has hard edges anyway.
    let width = width.isFinite ? min(max(width, 1e-3 * half, 1e-9), 1e9) : 300
    let edge = -half + progress * (2 * half + width)
    let (cx, cy) = ((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
    // The weight is (edge - s) / width, with s the way from the middle along the direction.
    x = -(inverse.m11 * dx + inverse.m12 * dy) / width
    y = -(inverse.m21 * dx + inverse.m22 * dy) / width
    origin = (edge - (inverse.m31 - cx) * dx - (inverse.m32 - cy) * dy) / width
  }
}
