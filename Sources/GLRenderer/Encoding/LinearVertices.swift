// Rectangles of the linear path as triangle lists in clip space: what llvmpipe's linear rasteriser takes.

import Compositor

/// One vertex of the linear path; the layout of `Shaders/linear.vert`.
struct LinearVertex {
  var position: SIMD2<Float>
  var texture: SIMD2<Float>
  var color: SIMD4<Float>

  static let positionOffset = 0
  static let textureOffset = 8
  static let colorOffset = 16

  /// Vertices of a rectangle.
  static let perQuad = 6
  /// Rectangles in one draw: llvmpipe leaves its linear path above 682.
  static let quadsPerDraw = 680
}

extension LinearVertex {
  /// Appends the vertices of rectangles, for a target of `width` x `height` pixels.
  static func append(_ quads: ArraySlice<LinearQuad>, width: Double, height: Double, to vertices: inout [LinearVertex])
  {
    let scale = SIMD4<Float>(Float(2 / width), Float(2 / height), Float(2 / width), Float(2 / height))
    for quad in quads {
      let box = quad.box * scale - 1
      let (t, c) = (quad.texture, quad.color)
      let a = LinearVertex(position: SIMD2(box.x, box.y), texture: SIMD2(t.x, t.y), color: c)
      let b = LinearVertex(position: SIMD2(box.z, box.y), texture: SIMD2(t.z, t.y), color: c)
      let d = LinearVertex(position: SIMD2(box.x, box.w), texture: SIMD2(t.x, t.w), color: c)
      let e = LinearVertex(position: SIMD2(box.z, box.w), texture: SIMD2(t.z, t.w), color: c)
      vertices.append(a)
      vertices.append(b)
      vertices.append(d)
      vertices.append(b)
      vertices.append(e)
      vertices.append(d)
    }
  }
}
