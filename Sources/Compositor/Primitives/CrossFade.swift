// The primitive of two surfaces that fade into each other, in one draw. Its weights are not rounded to bytes, and their
// sum is one: of two pictures that are alike, the same picture comes out.

import QuartzCore

extension DrawListBuilder {
  /// Draws the weighted average of two surfaces of the same pixels.
  ///
  /// - Parameters:
  ///   - progress: the weight of `new`, from 0 to 1.
  ///   - opacity: of the whole.
  mutating func crossFade(_ old: Surface, _ new: Surface, progress: Float, opacity: Float) {
    let key = BatchKey(
      program: ProgramKey(.crossfade, .screenTexture), texture: .pass(old.target, .nearest),
      backdrop: .pass(new.target, .nearest))
    let rectangle = Rectangle(box: old.box, toPixels: .identity, edges: [])
    let map = TextureMap(old.box, to: ContentsPlacement.unit)
    let (a, b) = (opacity * (1 - progress), opacity * progress)
    rectangle.instances(drawing: old.box).visit {
      var instance = $0
      // Twice, because some devices take red for blue.
      instance.color = SIMD4(a, b, a, b)
      instance.setTexture(map)
      add(instance, bounds: old.box, key: key)
    }
  }
}
