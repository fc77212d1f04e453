// Cross-fades: two surfaces in one draw. The weights are not rounded to bytes, and their sum is one, so that equal
// pictures give the same picture.

import Foundation
import QuartzCore

extension DrawListBuilder {
  /// Draws the weighted average of two surfaces of the same pixels.
  ///
  /// - Parameters:
  ///   - progress: the weight of `new`, from 0 to 1.
  ///   - opacity: the opacity of the whole.
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

extension DrawListBuilder {
  /// Draws one surface where a ramp is 0, another one of the same pixels where it is 1, and their average in between.
  mutating func swipe(_ old: Surface, _ new: Surface, _ ramp: SwipeRamp, opacity: Float) {
    let key = BatchKey(
      program: ProgramKey(.swipe, []), texture: .pass(old.target, .nearest),
      backdrop: .pass(new.target, .nearest))
    let box = old.box
    // The shader has the position in the texture, from 0 to 1.
    let origin = ramp.origin + ramp.x * box.minX + ramp.y * box.minY
    let swipe = Instance.Swipe(
      ramp: SIMD4(Float(ramp.x * box.width), Float(ramp.y * box.height), Float(origin), opacity),
      map: TextureMap(box, to: ContentsPlacement.unit).vector)
    add(swipe, QuadShape(box), drawing: box, bounds: box, key: key)
  }
}
