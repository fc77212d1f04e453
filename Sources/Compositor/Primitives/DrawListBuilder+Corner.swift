// A rounded corner of one colour as a picture of its coverage, times the colour, on the linear path. One quadrilateral
// of the general path in a square of 64x64 pixels sends all that is drawn there the general way (the article
// WhatLlvmpipeLikes), so that corners cost more than their own pixels.

import QuartzCore

extension DrawListBuilder {
  /// Draws a corner by a patch of its coverage. Returns false where there can be none.
  ///
  /// - Parameters:
  ///   - circle: with an inner radius the corner of a border.
  ///   - pixels: a box of whole pixels; all of the corner, or part of it.
  ///   - color: premultiplied, opacity included.
  mutating func addPatch(
    of circle: CornerCircle, in pixels: Box, _ color: SIMD4<Float>, _ blend: BlendState
  ) -> Bool {
    guard options.has(.corners), options.has(.linear), let patch = CornerPatch(circle, in: pixels) else { return false }
    let (source, coordinates) = texture(of: patch)
    let quad = LinearQuad(
      box: SIMD4(Float(pixels.minX), Float(pixels.minY), Float(pixels.maxX), Float(pixels.maxY)),
      texture: coordinates, color: Self.inBytes(color))
    let key = BatchKey(program: ProgramKey(.image, [.linear, .tinted]), texture: source)
    add(quad, bounds: pixels, key: key, blend: blend)
    return true
  }
}
