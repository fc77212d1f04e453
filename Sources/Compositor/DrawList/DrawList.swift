// The draw list: everything the GPU is told about one frame, as a value. It can be printed, compared, kept and
// replayed; only `GLRenderer` turns it into OpenGL calls.

import QuartzCore

/// An upright rectangle on whole pixels, for the linear path.
package struct LinearQuad: Equatable, Sendable {
  /// `minX, minY, maxX, maxY` in pixels of the target.
  package var box: SIMD4<Float>
  /// Texture coordinates at the box's min and max corner: `u0, v0, u1, v1`.
  package var texture: SIMD4<Float>
  /// Premultiplied; for an image its tint.
  package var color: SIMD4<Float>
}

/// A quadrilateral under any map, with antialiased edges, for the general path. The layout is that of the
/// vectors that `Shaders/instance.vert` reads.
package struct QuadInstance: Equatable, Sendable {
  /// The columns of the map from the plane to homogeneous pixels: `X = dot(xColumn.xyz, (x, y, 1))`, and so on; the
  /// fourth components of the first two are the cross terms of the texture coordinates.
  package var xColumn: SIMD4<Float>
  package var yColumn: SIMD4<Float>
  /// The fourth component is how continuous the rectangle's corners are, from 0 to 1.
  package var wColumn: SIMD4<Float>
  /// The antialiased rectangle in the plane; an edge that is not antialiased is far away.
  package var box: SIMD4<Float>
  /// The drawn quadrilateral in the plane, in strip order: two points, then two.
  package var corners01: SIMD4<Float>
  package var corners23: SIMD4<Float>
  /// Pixels to a unit of the plane, across each edge (min x, min y, max x, max y); under perspective times the weight.
  package var edgeScale: SIMD4<Float>
  /// Premultiplied; for an image its tint. Of a gradient the scale and offset from positions to texture coordinates, the
  /// least position, the opacity.
  package var color: SIMD4<Float>
  /// Texture coordinates: `uv = position.xy * texture.xy + position.yx * cross + texture.zw`, where `cross` is
  /// `(xColumn.w, yColumn.w)`; the position is in the plane. With `screenTexture` it is in pixels, and there is no cross
  /// term.
  package var texture: SIMD4<Float>
  /// Corner radii of the rectangle in the plane: (minX minY), (maxX minY), (minX maxY), (maxX maxY). With `corner`: the
  /// circle's centre, its radius, and of a border the inner radius, in pixels.
  package var radii: SIMD4<Float>
  /// The linear part of the map from pixels to the plane: `dx/dX, dy/dX, dx/dY, dy/dY`. With `corner`: which way it
  /// points, as the signs of x and y.
  package var gradient: SIMD4<Float>
  /// The upright clip, in pixels.
  package var clipBox: SIMD4<Float>
  /// The clip shape's map from pixels: `x = X * m.x + Y * m.z + t.x`, `y = X * m.y + Y * m.w + t.y`.
  package var clipMap: SIMD4<Float>
  /// `t.x, t.y`, then the border's width in the plane, or where a gradient ends, then how continuous the clip shape's corners are, from 0 to 1.
  package var clipOffset: SIMD4<Float>
  package var clipShapeBox: SIMD4<Float>
  package var clipShapeRadii: SIMD4<Float>
}

/// How a texture is sampled.
package enum TextureFilter: UInt8, Hashable, Sendable {
  case nearest, linear
  /// Bilinear between mipmaps.
  case trilinear
}

/// The texture of a batch.
package enum TextureSource: Hashable, Sendable {
  case none
  /// An image of the render tree's table.
  case image(Int32, magnified: TextureFilter, minified: TextureFilter)
  /// What earlier passes drew into a target.
  case pass(Int32, TextureFilter)
  /// One of the list's ``DrawList/bitmaps``.
  case bitmap(Int32, TextureFilter)

  /// Whether it was drawn in this frame.
  var isTarget: Bool {
    if case .pass = self { true } else { false }
  }
}

/// Draws of one program, blend state and texture, in one call.
package struct Batch: Equatable, Sendable {
  package var program: ProgramKey
  package var blend: BlendState
  package var texture: TextureSource
  /// A second texture, for programs that read what lies behind.
  package var backdrop: TextureSource = .none
  /// The range in ``DrawList/quads`` for the linear path, else in ``DrawList/instances``.
  package var range: Range<Int>
}

/// Drawing into one target, until another one is drawn to.
package struct RenderPass: Equatable, Sendable {
  /// Which target; ``frameTarget`` is the frame.
  package var target: Int32
  /// Whether the target was drawn to before and is not cleared: a pass is split where something samples what it drew so
  /// far.
  package var continues = false
  /// Where the target lies in the frame, in pixels; for the last pass the frame.
  package var box: Box
  /// Premultiplied.
  package var clearColor: SIMD4<Float>
  package var batches: [Batch]
  /// Why there is a pass; empty for the frame itself.
  package var reasons: SurfaceReasons
  /// The layer whose surface it is, by slot; -1 for the frame.
  package var slot: Int32
  /// The target of the pass that was open when this one began, which alone needs it; -1 for the frame.
  package var parent: Int32 = -1
  /// The picture that is drawn, where it may be kept from frame to frame.
  package var retention: Retention?

  /// The target that is the frame.
  package static let frameTarget: Int32 = 0
}

/// One frame for the renderer. Passes stand in the order of drawing; the last one draws the frame.
package struct DrawList: Equatable, Sendable {
  package var passes: [RenderPass] = []
  package var quads: [LinearQuad] = []
  package var instances: [QuadInstance] = []
  /// Textures that were made for the frame, or kept from one before.
  package var bitmaps: [Bitmap] = []
  package var counters = FrameCounters()

  package init() {}

  /// The smallest frame: one white pixel on the linear path.
  package static let onePixel: DrawList = {
    var list = DrawList()
    list.quads = [LinearQuad(box: SIMD4(0, 0, 1, 1), texture: .zero, color: .one)]
    let batch = Batch(program: ProgramKey(.solid, .linear), blend: .copy, texture: .none, range: 0..<1)
    list.passes = [
      RenderPass(
        target: RenderPass.frameTarget, box: Box(0, 0, 1, 1), clearColor: .zero, batches: [batch], reasons: [],
        slot: -1)
    ]
    return list
  }()
}

/// What a frame was made of. Work, not time: the same scene gives the same numbers on any machine.
package struct FrameCounters: Equatable, Sendable, Codable {
  /// Layers of the tree.
  package var layers = 0
  /// Layers that the frame visits.
  package var visible = 0
  /// Layers left out: hidden, turned away, outside their clip.
  package var culled = 0
  /// Draws left out because something opaque covers them.
  package var occluded = 0
  /// Pixels of those draws.
  package var occludedPixels = 0
  /// Draw calls.
  package var draws = 0
  /// Rectangles on the linear path.
  package var quads = 0
  /// Quadrilaterals on the general path.
  package var instances = 0
  /// Render passes, the frame's included.
  package var passes = 0
  /// Pixels of offscreen passes.
  package var offscreenPixels = 0
  /// Surfaces that a frame before has drawn already; what is drawn into them is not counted.
  package var kept = 0
  /// Pixels written, counted by bounding boxes.
  package var drawnPixels = 0
  /// Pixels of the frame.
  package var framePixels = 0
  /// Pictures of shadows that were there from a frame before, and that were made.
  package var shadowPicturesFound = 0
  package var shadowPicturesMade = 0
  /// Pictures of text that were made for this frame, and those that were there already.
  package var textsMade = 0
  package var textsFound = 0
  /// Tiles of coverage that were rasterised for this frame, and those that were there already.
  package var rasterizedTiles = 0
  package var cachedTiles = 0
  /// Tiles of tiled layers that were drawn for this frame, and those that were there already.
  package var tilesMade = 0
  package var tilesFound = 0

  package init() {}

  /// How often a pixel of the frame is written on average.
  package var overdraw: Double { framePixels > 0 ? Double(drawnPixels) / Double(framePixels) : 0 }
}
