// A surface: pixels that a pass has drawn, as later stages hand them on.

/// The pixels that were drawn into a target of their own.
struct Surface {
  /// The target in the draw list.
  var target: Int32
  /// The whole pixels that it holds, in the space that it was drawn in.
  var box: Box
}

extension Paint {
  /// A surface at its place.
  init(_ surface: Surface, _ filter: TextureFilter, opacity: Float) {
    self.init(color: SIMD4(repeating: opacity), texture: .pass(surface.target, filter))
    textureMap = TextureMap(surface.box, to: ContentsPlacement.unit)
    textureIsOpaque = false
  }
}
