// The primitive of two surfaces that fade into each other, in one draw. Its weights are not rounded to bytes, and their
// sum is one: of two pictures that are alike, the same picture comes out.

import Foundation
import QuartzCore

extension DrawListBuilder {
  /// Draws the weighted average of two surfaces of the same pixels.
  ///
  /// - Parameters:
  ///   - progress: the weight of `new`, from 0 to 1.
  ///   - opacity: of the whole.
  mutating func crossFade(_ old: Surface, _ new: Surface, progress: Float, opacity: Float) {
    let key = BatchKey(
      program: ProgramKey(.crossfade, []), texture: .pass(old.target, .nearest),
      backdrop: .pass(new.target, .nearest))
    let crossfade = Instance.Crossfade(
      weights: SIMD4(opacity * (1 - progress), opacity * progress, 0, 0),
      map: TextureMap(old.box, to: ContentsPlacement.unit).vector)
    add(crossfade, QuadShape(old.box), drawing: old.box, bounds: old.box, key: key)
  }
}

/// How far a picture has given way to another one, from place to place: linear along one direction, and clamped.
struct SwipeRamp {
  /// The change of the new picture's weight along x and y, in pixels, and the weight at their origin.
  var x: Double
  var y: Double
  var origin: Double

  /// A band across a layer, which is all new before it and all old behind it. It goes from one end of the layer to the
  /// other.
  ///
  /// - Parameters:
  ///   - angle: which way it goes, in radians, counterclockwise from the layer's x axis as seen with y up.
  ///   - width: of the band, in the layer's coordinates.
  ///   - bounds: the layer's.
  ///   - toPixels: the layer's map, which is affine.
  init?(_ progress: Double, angle: Double, width: Double, _ bounds: Box, _ toPixels: Homography) {
    guard toPixels.isAffine, let inverse = toPixels.inverted, angle.isFinite else { return nil }
    let (dx, dy) = (cos(angle), -sin(angle))
    let half = (abs(dx) * bounds.width + abs(dy) * bounds.height) / 2
    // A band thinner than this has hard edges anyway.
    let width = width.isFinite ? min(max(width, 1e-3 * half, 1e-9), 1e9) : 300
    let edge = -half + progress * (2 * half + width)
    let (cx, cy) = ((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
    // The weight is (edge - s) / width, with s the way from the middle along the direction.
    x = -(inverse.m11 * dx + inverse.m12 * dy) / width
    y = -(inverse.m21 * dx + inverse.m22 * dy) / width
    origin = (edge - (inverse.m31 - cx) * dx - (inverse.m32 - cy) * dy) / width
  }
}

extension DrawListBuilder {
  /// Draws one surface where a ramp is 0, another one of the same pixels where it is 1, and their average between.
  mutating func swipe(_ old: Surface, _ new: Surface, _ ramp: SwipeRamp, opacity: Float) {
    let key = BatchKey(
      program: ProgramKey(.swipe, []), texture: .pass(old.target, .nearest),
      backdrop: .pass(new.target, .nearest))
    let box = old.box
    // The shader has the place in the texture, from 0 to 1.
    let origin = ramp.origin + ramp.x * box.minX + ramp.y * box.minY
    let swipe = Instance.Swipe(
      ramp: SIMD4(Float(ramp.x * box.width), Float(ramp.y * box.height), Float(origin), opacity),
      map: TextureMap(box, to: ContentsPlacement.unit).vector)
    add(swipe, QuadShape(box), drawing: box, bounds: box, key: key)
  }
}
