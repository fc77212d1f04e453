// Tested by DrawListTests, VisibilityTests and InstanceLayoutTests.

import CoreGraphics
import QuartzCore

/// An upright rectangle on whole pixels, for the linear path.
package struct LinearQuad: Equatable, Sendable, BitwiseCopyable {
  /// `minX, minY, maxX, maxY` in pixels of the target.
  package var box: SIMD4<Float>
  /// Texture coordinates at the box's min and max corner: `u0, v0, u1, v1`.
  package var texture: SIMD4<Float>
  /// Premultiplied; for an image its tint.
  package var color: SIMD4<Float>

  package init(box: SIMD4<Float>, texture: SIMD4<Float>, color: SIMD4<Float>) {
    (self.box, self.texture, self.color) = (box, texture, color)
  }
}

package enum TextureFilter: UInt8, Hashable, Sendable {
  case nearest, linear
  /// Bilinear between mipmaps.
  case trilinear
}

package enum TextureSource: Hashable, Sendable {
  case none
  /// An image of the render tree's table.
  case image(Int32, magnified: TextureFilter, minified: TextureFilter)
  /// The pixels that earlier passes drew into a target.
  case pass(Int32, TextureFilter)
  /// One of the list's ``DrawList/bitmaps``.
  case bitmap(Int32, TextureFilter)

  /// The target that it shows; nil if the frame did not draw it.
  package var target: Int32? {
    if case .pass(let target, _) = self { target } else { nil }
  }
}

/// Draws of one program, blend state and texture, in one call.
package struct Batch: Equatable, Sendable {
  package var program: ProgramKey
  package var blend: BlendState
  package var texture: TextureSource
  /// A second texture, for programs that read the backdrop.
  package var backdrop: TextureSource = .none
  /// The range in ``DrawList/quads`` for the linear path, else the vectors in ``DrawList/instances``.
  package var range: Range<Int>

  package init(
    program: ProgramKey, blend: BlendState, texture: TextureSource, backdrop: TextureSource = .none, range: Range<Int>
  ) {
    (self.program, self.blend, self.texture, self.backdrop) = (program, blend, texture, backdrop)
    self.range = range
  }

  /// The number of rectangles or quadrilaterals that the batch draws.
  package var count: Int { program.features.contains(.linear) ? range.count : range.count / program.vectorsPerInstance }
}

/// Drawing into one target, until another target is drawn to.
package struct RenderPass: Equatable, Sendable {
  /// The number of the target; ``frameTarget`` is the frame.
  package var target: Int32
  /// Whether the target was drawn to before and is not cleared: a pass is split where something samples it halfway.
  package var continues = false
  /// The part of the frame's pixels that the target shows; for the last pass the frame itself.
  package var box: Box
  /// Premultiplied.
  package var clearColor: SIMD4<Float>
  package var batches: [Batch]
  /// The reasons for the pass; empty for the frame itself.
  package var reasons: SurfaceReasons
  /// The layer whose surface it is, by slot; -1 for the frame.
  package var slot: Int32
  /// The target of the pass that was open when this one began, which alone needs it; -1 for the frame.
  package var parent: Int32 = -1
  /// The identity of a picture that may be kept from frame to frame.
  package var retention: Retention?

  package static let frameTarget: Int32 = 0

  package init(
    target: Int32, continues: Bool = false, box: Box, clearColor: SIMD4<Float>, batches: [Batch],
    reasons: SurfaceReasons, slot: Int32, parent: Int32 = -1, retention: Retention? = nil
  ) {
    (self.target, self.continues, self.box, self.clearColor) = (target, continues, box, clearColor)
    (self.batches, self.reasons, self.slot) = (batches, reasons, slot)
    (self.parent, self.retention) = (parent, retention)
  }
}

/// All instructions to the GPU for one frame, as a value that can be printed, compared, kept and replayed. Passes stand
/// in the order of drawing; the last one draws the frame.
package struct DrawList: Equatable, Sendable {
  package var passes: [RenderPass] = []
  package var quads: [LinearQuad] = []
  /// The instances batch by batch, each batch from a multiple of ``vectorAlignment`` on; see ``InstancePart``.
  package var instances: [SIMD4<Float>] = []
  /// Textures that were made for this frame or an earlier one.
  package var bitmaps: [Texels] = []
  /// Bytes of pictures and copies that the frame lacks for want of memory.
  var leftOutBytes = 0.0
  package var counters = FrameCounters()
  /// Whether the frame and its targets have half floats for components, of any range; else bytes from 0 to 1.
  package var isDeep = false
  /// The layer of each draw; nil unless it was asked for.
  package var origins: DrawOrigins?

  package init() {}

  /// The bytes of a pixel of the frame and its targets: red, green, blue, alpha, premultiplied.
  package var bytesPerPixel: Int { isDeep ? 8 : 4 }

  /// The bytes of the draws.
  package var byteCount: Int { quads.byteCount + instances.byteCount }

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

/// Counts of the work in a frame. They count work, not time: the same scene gives the same numbers on any machine.
package struct FrameCounters: Equatable, Sendable, Codable {
  package var layers = 0
  /// Layers that the frame visits.
  package var visible = 0
  /// Layers left out: hidden, facing away, or outside their clip.
  package var culled = 0
  /// Draws left out because an opaque draw covers them.
  package var occluded = 0
  package var occludedPixels = 0
  package var draws = 0
  /// Rectangles on the linear path.
  package var quads = 0
  /// Quadrilaterals on the general path.
  package var instances = 0
  /// Render passes, the frame's included.
  package var passes = 0
  package var offscreenPixels = 0
  /// Surfaces that an earlier frame drew; the draws in them are not counted.
  package var kept = 0
  /// Pixels written, counted by bounding boxes.
  package var drawnPixels = 0
  package var framePixels = 0
  /// Pictures of shadows that an earlier frame made, and that this frame made.
  package var shadowPicturesFound = 0
  package var shadowPicturesMade = 0
  /// Pictures of text that this frame made, and that were there already.
  package var textsMade = 0
  package var textsFound = 0
  /// Texts whose lines were set for this frame.
  package var textsLaidOut = 0
  /// Coverage of single glyphs, each at a fraction of a pixel, that was rasterised for this frame.
  package var glyphsMade = 0
  /// Fills and strokes of shapes that this frame rasterised, and that were there already.
  package var shapesMade = 0
  package var shapesFound = 0
  /// Pictures of shapes and texts that were painted with their colours for this frame.
  package var paintedPictures = 0
  /// Patches of rounded corners that were made for this frame.
  var cornersMade = 0
  /// Tiles of tiled layers that this frame drew, and that were there already.
  package var tilesMade = 0
  package var tilesFound = 0

  package init() {}

  /// The average number of times that a pixel of the frame is written.
  package var overdraw: Double { framePixels > 0 ? Double(drawnPixels) / Double(framePixels) : 0 }
}

/// The identity of the picture that a pass draws.
package struct Retention: Hashable, Sendable {
  package var stamp: UInt64
  /// Whether an earlier frame had the picture, too.
  package var isKept: Bool
}

extension Array {
  /// The bytes of the buffer.
  var byteCount: Int { capacity * MemoryLayout<Element>.stride }
}

extension Int {
  /// Adds a measure; the sum is held within ±2⁵³, as each `Int(bounded:)` is.
  mutating func add(bounded number: Double) {
    // Within these bounds doubles tell all whole numbers apart.
    self = Int(bounded: Double(self) + Double(Int(bounded: number)))
  }
}

/// The reasons for an offscreen surface, which always has one; `inspect` prints them.
package struct SurfaceReasons: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The layer is translucent as a group, and parts of it overlap.
  static let groupOpacity = SurfaceReasons(rawValue: 1 << 0)
  /// A clip that an upright rectangle and one shape cannot represent together with the clips around it: the whole layer
  /// is drawn without them, and they are applied to the surface.
  static let nestedClip = SurfaceReasons(rawValue: 1 << 1)
  /// A clip seen in perspective: contents and sublayers are drawn without it, and it is applied to the surface.
  static let perspectiveClip = SurfaceReasons(rawValue: 1 << 2)
  /// The layer has a mask that clips cannot replace: both are drawn to surfaces, except an opaque rectangle.
  package static let mask = SurfaceReasons(rawValue: 1 << 3)
  /// The shadow is that of the composited alpha.
  package static let shadowOfAlpha = SurfaceReasons(rawValue: 1 << 4)
  package static let filters = SurfaceReasons(rawValue: 1 << 5)
  static let backdropFilters = SurfaceReasons(rawValue: 1 << 6)
  /// The layer is composited by a blend mode other than source over.
  package static let blendMode = SurfaceReasons(rawValue: 1 << 7)
  /// The layer has `shouldRasterize`.
  package static let rasterized = SurfaceReasons(rawValue: 1 << 8)
  /// The layer's plane is cut by others that intersect it.
  static let planeSplit = SurfaceReasons(rawValue: 1 << 9)
  package static let transition = SurfaceReasons(rawValue: 1 << 10)

  /// The reasons for which the layer with its sublayers goes to one surface, which is then composited.
  static let wholeLayer = SurfaceReasons(rawValue: .max).subtracting(.perspectiveClip)

  private static let names: [(reason: SurfaceReasons, name: String)] = [
    (.groupOpacity, "group opacity with overlap"), (.nestedClip, "rounded clip inside a clip that it crosses"),
    (.perspectiveClip, "clip under perspective"), (.mask, "mask"), (.shadowOfAlpha, "shadow of composited alpha"),
    (.filters, "filters"), (.backdropFilters, "backdrop filters"), (.blendMode, "blend mode"),
    (.rasterized, "rasterized"), (.planeSplit, "plane cut by another"), (.transition, "transition"),
  ]
}

extension SurfaceReasons: CustomStringConvertible {
  package var description: String {
    Self.names.filter { contains($0.reason) }.map(\.name).joined(separator: ", ")
  }
}
