// The folders of the compositor stand in one order; each uses only those before it (FolderOrderTests):
//
//   Geometry     boxes, clips, maps, rectangles, cuts at their corners, Gaussians
//   Caches       values kept from frame to frame, and their memory
//   DrawList     a frame for the GPU as values: passes, batches, programs, instances
//   Particles    the particles of an emitter at a time
//   Tree         the committed layers, sampled at a time; Looks: a layer's values for drawing
//   Flattening   one walk that resolves place, order, clips, visibility, 3D spaces, effects and transitions
//   Planning     which subtrees need a surface, and why; the order in 3D spaces; damage since the last frame
//   Pictures     pictures that the CPU draws once and keeps: coverage of paths, text, shadows, rows of gradients
//   Recording    draws on their way into the list: passes, occlusion, batching, seams
//   Primitives   filled rectangles, borders, gradients, shadows, blurs, filters as draws
//   Frame        the parts of a layer in paint order, its surfaces, masks, backdrops and transitions
//
// Tested by KeptLayerTests, SurfaceCacheTests, CompositorTransitionTests and RenderedMaskTests.

package import Foundation
import QuartzCore

/// Builds the draw list of one frame from a sampled render tree: flattens, plans surfaces, draws, then culls hidden
/// draws and batches the rest of each pass. Keep one for a sequence of frames: it keeps its buffers.
package final class FrameBuilder {
  private struct Stages {
    var flattener = Flattener()
    var builder: DrawListBuilder
    var scene = FlatScene()
    var depthOrder = DepthOrder()
  }

  /// In memory of their own: each access to a class's property is checked at run time, several times a layer.
  private let stages: UnsafeMutablePointer<Stages>
  var flattener: Flattener {
    _read { yield stages.pointee.flattener }
    _modify { yield &stages.pointee.flattener }
  }
  var builder: DrawListBuilder {
    _read { yield stages.pointee.builder }
    _modify { yield &stages.pointee.builder }
  }
  var scene: FlatScene {
    _read { yield stages.pointee.scene }
    _modify { yield &stages.pointee.scene }
  }
  var pictures = PictureStore()
  var shown = ShownPictures()
  /// The most bytes that a frame's CPU-drawn pictures may take, textures included; those beyond are left out of the
  /// frame (``DrawList/leftOutBytes``). Default: no limit.
  package var pictureLimit: Int {
    get { pictures.limit }
    set {
      pictures.limit = newValue
      last?.list = nil
    }
  }
  /// The most bytes of pictures that are kept besides the last frame's. Default: no limit.
  package var keptPictureLimit: Int {
    get { pictures.keptLimit }
    set { pictures.keptLimit = newValue }
  }
  var surfaces = SurfaceCache()
  /// Filtered backdrops that wait for their layers' surfaces, by slot.
  var backdrops: [Int32: Surface] = [:]

  package var options: DrawListBuilder.Options { builder.options }

  package init(options: DrawListBuilder.Options = .init()) {
    stages = .allocate(capacity: 1)
    stages.initialize(to: Stages(builder: DrawListBuilder(options: options)))
  }

  deinit {
    stages.deinitialize(count: 1)
    stages.deallocate()
  }

  /// Whether tiles of tiled layers fade in. Otherwise they are opaque in the first frame that shows them.
  package var fadesTiles = false
  /// Whether lists say which layers their draws are of. Default: false.
  package var tracksOrigins: Bool {
    get { builder.tracksOrigins }
    set { builder.tracksOrigins = newValue }
  }

  package struct Target: Equatable, Sendable {
    /// In pixels.
    package var width: Int
    package var height: Int
    /// Pixels to a point.
    package var scale: Double
    /// Whether y points up in the space that the root lies in, as on macOS.
    package var isFlipped: Bool
    /// The point that lies in the frame's first pixel; with `isFlipped`, in the first of its last row.
    package var origin: CGPoint
    /// Premultiplied.
    package var background: SIMD4<Float>
    /// Whether pixels have half floats for components (``DrawList/isDeep``).
    package var isDeep: Bool

    package init(
      width: Int, height: Int, scale: Double, isFlipped: Bool = false, origin: CGPoint = .zero,
      background: SIMD4<Float> = .zero, isDeep: Bool = false
    ) {
      self.width = width
      self.origin = origin
      self.height = height
      self.scale = scale
      self.isFlipped = isFlipped
      self.background = background
      self.isDeep = isDeep
    }

    /// The bytes of the frame's pixels.
    package var byteCount: Int { width * height * (isDeep ? 8 : 4) }

    /// The map from the root's space to pixels.
    fileprivate var toPixels: Homography {
      let (x, y) = (-Double(origin.x) * scale, -Double(origin.y) * scale)
      return isFlipped
        ? Homography(scaleX: scale, scaleY: -scale, translateX: x, translateY: Double(height) - y)
        : Homography(scaleX: scale, scaleY: scale, translateX: x, translateY: y)
    }
  }

  /// The first draw of the layer that is drawn.
  var firstDrawAround = 0
  /// The last frame, if the next one may continue it.
  var last: LastFrame?

  struct LastFrame {
    var tree: UInt64
    var target: Target
    var stamp: UInt64
    /// The frame, if the same tree gives the same list again.
    var list: DrawList?
  }

  /// The work of building the last frame: less than all of it if the tree is mostly unchanged.
  package internal(set) var work = FrameWork()

  /// The counts of a frame's layers that were made anew.
  package struct FrameWork: Equatable, Sendable {
    package var placed = 0
    /// Layers whose draws were recorded rather than shown as in the frame before.
    package var recorded = 0
    /// Whether nothing has changed, and the frame is the one before.
    package internal(set) var isUnchanged = false

    package init(placed: Int = 0, recorded: Int = 0, isUnchanged: Bool = false) {
      (self.placed, self.recorded, self.isUnchanged) = (placed, recorded, isUnchanged)
    }
  }

  /// The damage from frame to frame; nil until it is asked for, as it costs time.
  package var damage: Damage?
  /// The part of the last frame that differs from the one before, in pixels; nil if nothing differs.
  package private(set) var damagedBox: Box?

  /// The placed layers of the last frame; of those that are shown as in the frame before, the uppermost alone, unless
  /// it is made without ``Optimization/retention``.
  package var placedScene: FlatScene { flattener.scene }

  /// Milliseconds of the stages of the last frame.
  package private(set) var times = StageTimes()

  package struct StageTimes: Sendable {
    package var flatten = 0.0
    package var record = 0.0

    package init(flatten: Double = 0, record: Double = 0) { (self.flatten, self.record) = (flatten, record) }
  }

  /// Builds the draw list of a tree sampled at the frame's time. With a `place`, that layer is drawn alone with its
  /// sublayers, and the target is in the layer's own coordinates.
  package func build(_ tree: RenderTree, _ target: Target, place: Int? = nil) -> DrawList {
    let clock = ContinuousClock()
    let start = clock.now
    let frame = Box(0, 0, Double(target.width), Double(target.height))
    if place == nil, let same = unchanged(tree, target) {
      work = FrameWork(isUnchanged: true)
      times = StageTimes(flatten: (clock.now - start).milliseconds)
      return same
    }
    last?.list = nil
    builder.isDeep = target.isDeep
    let continues = beginContinuing(tree, target, isWhole: place == nil)
    flattener.flatten(tree, toPixels: target.toPixels, isFlipped: target.isFlipped, target: frame, place: place)
    scene = flattener.takeScene()
    work = FrameWork(placed: scene.layers.count - scene.keptDraws.count)
    firstDrawAround = 0
    scene.planSurfaces(tree)
    if !scene.spaces.isEmpty { scene.sortSpaces(tree.looks, &stages.pointee.depthOrder) }
    damagedBox = damage?.update(scene, tree)
    let flattened = clock.now

    pictures.beginFrame()
    prepareShapes(tree)
    prepareTexts(tree)
    pictures.paint()
    surfaces.beginFrame(tree)
    builder.begin(frame: frame, clearColor: builder.limited(target.background), continues: continues)
    if !scene.layers.isEmpty { draw(0, opacity: 1, tree) }
    builder.endPass()
    var list = builder.takeList()
    pictures.count(in: &list)
    if flattener.leavesOutCopies { list.leftOutBytes += Double(tree.memoryLimit) }
    list.counters.layers = tree.count
    list.counters.visible = scene.layers.count + scene.keptCount
    list.counters.culled = scene.culledCount
    if list.origins != nil {
      for slot in tree.order { list.origins?.names[slot] = tree.name(ofSlot: slot) }
    }
    flattener.giveBack(&scene)
    pictures.endFrame()
    surfaces.endFrame()
    let isRepeatable = isRepeatable(list, of: tree)
    last?.list = isRepeatable ? list : nil
    times = StageTimes(flatten: (flattened - start).milliseconds, record: (clock.now - flattened).milliseconds)
    return list
  }

  /// The bytes of the buffers that stay for the next frame, without pictures.
  package var bufferBytes: Int { builder.byteCount + scene.layers.byteCount + flattener.bufferBytes }

  /// Frees the buffers; the next frame continues none. Pictures stay.
  package func freeBuffers() {
    let (options, tracksOrigins) = (options, tracksOrigins)
    (stages.pointee, last) = (Stages(builder: DrawListBuilder(options: options)), nil)
    self.tracksOrigins = tracksOrigins
  }

  /// Takes back the buffers of a list that was rendered.
  package func recycle(_ list: consuming DrawList) {
    // The builder still has the list if the next frame may be the same.
    if !work.isUnchanged { builder.giveBack(list) }
  }
}

extension FrameBuilder {
  /// Decides whether this frame can show layers as the frame before did, which it returns, and whether the next one
  /// can. `isWhole` tells whether the frame is of all of the tree.
  func beginContinuing(_ tree: RenderTree, _ target: Target, isWhole: Bool) -> Bool {
    // Damage compares layer by layer; a time space may change the picture without a change of any value.
    let isNoting = options.has(.retention) && isWhole && damage == nil && !tree.hasTimeSpaces
    var seen: UInt64?
    if isNoting, let last, last.tree == tree.serial, last.target == target, builder.canContinue { seen = last.stamp }
    last = isNoting ? LastFrame(tree: tree.serial, target: target, stamp: tree.changes.current) : nil
    flattener.kept.beginFrame(after: seen, isNoting: isNoting, slotCount: tree.looks.count)
    return seen != nil
  }

  /// Returns the last frame if this one is the same; nil if it has to be made.
  func unchanged(_ tree: RenderTree, _ target: Target) -> DrawList? {
    guard let last, last.tree == tree.serial, last.target == target, last.stamp == tree.changes.current, damage == nil,
      !tree.hasTimeSpaces, (last.list?.origins != nil) == tracksOrigins
    else { return nil }
    return last.list
  }

  /// Whether the same tree gives the same list again: nothing in it moves by itself, or was made for this frame.
  func isRepeatable(_ list: DrawList, of tree: RenderTree) -> Bool {
    let counters = list.counters
    let made =
      counters.shadowPicturesMade + counters.shapesMade + counters.textsMade + counters.paintedPictures
      + counters.cornersMade + counters.tilesMade + counters.textsLaidOut + counters.glyphsMade
    return last != nil && made == 0 && list.leftOutBytes == 0 && tree.emitters.isEmpty && tree.tileSources.isEmpty
      && tree.rasters.isEmpty && tree.transitions.isEmpty && tree.copies.bases.isEmpty
  }
}
