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

/// The rectangles of a batch, and the size of their target in pixels.
struct LinearSpan: Equatable {
  private let quads: Range<Int>
  private let width: Double
  private let height: Double

  /// Returns the spans of a frame, in order.
  static func all(of list: DrawList) -> [LinearSpan] {
    list.passes.flatMap { pass in
      pass.batches.lazy.filter { $0.program.features.contains(.linear) }.map {
        LinearSpan(quads: $0.range, width: pass.box.width, height: pass.box.height)
      }
    }
  }

  /// Appends the vertices of the rectangles among those of the frame.
  func append(_ all: [LinearQuad], to vertices: inout [LinearVertex]) {
    let scale = SIMD4<Float>(Float(2 / width), Float(2 / height), Float(2 / width), Float(2 / height))
    for quad in all[quads] {
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
