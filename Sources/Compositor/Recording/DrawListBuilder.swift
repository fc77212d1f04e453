// Tested by DrawListTests, SurfaceMemoryTests and BoundsTests.

import CoreGraphics
import QuartzCore

/// One draw before batching.
struct PendingDraw {
  /// In pixels of the frame.
  var bounds: Box
  /// The index in the builder's ``BatchKeyTable`` of the state that it shares with its batch.
  var key: Int32
  /// The index in the builder's quads if the key is linear, else of the first of its instances' vectors.
  var payload: Int32
  /// The slot of its layer; -1 for none.
  var slot: Int32
  /// The area that the draw hides of those before it: an index of the builder's occluding boxes, or a constant below.
  var occluder: Int32
  /// The blend state; ``BlendState/copy`` only if every pixel of it is opaque.
  var blend: BlendState

  /// The occluders of draws that hide nothing, or just their own bounds.
  static let hidesNothing: Int32 = -1
  static let hidesBounds: Int32 = -2
}

/// Collects the draws of a frame in paint order, pass by pass; then drops the hidden draws of each pass, and batches
/// the rest. It keeps its buffers from frame to frame.
package struct DrawListBuilder {
  var options: Options
  /// Whether frames have half floats (``DrawList/isDeep``); set before a frame begins.
  var isDeep = false
  /// The colour by which replicators multiply every colour, and the colours of every image: red, green, blue, and 1.
  /// Targets that are drawn into others have it already.
  var tint = SIMD4<Float>.one
  /// The layer whose draws are added, by slot; -1 for none.
  private var slot: Int32 = -1
  var tracksOrigins = false
  private var passes: [OpenPass] = []
  /// Whether the seams of the innermost pass cut its draws.
  private var isCut = false
  /// The draws of all open passes, those of the innermost last.
  private var draws: [PendingDraw] = []
  private var keys = BatchKeyTable()
  /// The draws of the last frame's own pass; with keys, boxes and payloads they stay for the next frame to copy some.
  private var lastDraws: [PendingDraw] = []
  /// The number of steps so far that no copy of draws repeats: passes begun or split, textures of the frame alone.
  private(set) var unkeptCount = 0
  /// Whether the frame's own pass was split, which closes its earlier draws.
  private(set) var isSplit = false
  /// The number of payloads after the last removal of dropped draws' payloads.
  private var packedCount = 0
  /// The boxes that draws hide, where they differ from the bounds of the draws.
  private var occludingBoxes: [Box] = []
  private var quads: [LinearQuad] = []
  private var instances: [SIMD4<Float>] = []
  private(set) var list = DrawList()
  /// Lists whose buffers are used again, the oldest first.
  private var spareLists: [DrawList] = []
  /// The most lists that may still be drawn when they are given back: writing to their buffers would copy them.
  private static let drawnLists = 2
  private var batching = Batching()
  private var occluders = Occluders()
  /// Whether each draw of the closed pass is hidden.
  private var isHidden: [Bool] = []
  /// The places of the list's bitmaps.
  private var bitmapIndices: [ObjectIdentifier: Int32] = [:]
  private var corners = CornerPatches()
  private var targetCount: Int32 = 0
  /// Bytes of finished surfaces that wait in all open passes.
  private var waitingBytes = 0.0

  private struct OpenPass {
    var target: Int32
    /// Whether a part of the pass was closed already.
    var continues = false
    /// A box in which all that was drawn before is known to be opaque; empty for none.
    var opaque = Box.empty
    /// Whether a draw may have cut into the opaque box.
    var hasHoles = false
    var box: Box
    var clearColor: SIMD4<Float>
    var reasons: SurfaceReasons
    var slot: Int32
    /// The first of its draws.
    var firstDraw: Int
    /// The part of added draws that is kept; nil for all of it.
    var seams: Seams?
    var parent: Int32 = -1
    var retention: Retention?
    /// The counters when the pass of a kept surface began.
    var countersBefore: FrameCounters?
    /// Bytes of the surfaces that were drawn for the pass since it was last split.
    var waitingBytes = 0.0
  }

  package init(options: Options = Options()) { self.options = options }

  /// The bytes of the buffers that stay for the next frame.
  var byteCount: Int {
    draws.byteCount + lastDraws.byteCount + occludingBoxes.byteCount + quads.byteCount + instances.byteCount
      + spareLists.reduce(0) { $0 + $1.byteCount }
  }

  var canContinue: Bool { !isSplit && keys.entries.count < Self.mostKeys }

  /// The most keys of the table before it is cleared, as textures of images that are gone leave theirs in it.
  private static let mostKeys = 1024

  /// Starts a frame; with `continues` it copies draws of the frame before.
  mutating func begin(frame: Box, clearColor: SIMD4<Float>, continues: Bool = false) {
    if spareLists.count > Self.drawnLists { list = spareLists.removeFirst() }
    list.passes.removeAll(keepingCapacity: true)
    list.quads.removeAll(keepingCapacity: true)
    list.instances.removeAll(keepingCapacity: true)
    list.bitmaps.removeAll(keepingCapacity: true)
    bitmapIndices.removeAll(keepingCapacity: true)
    corners.beginFrame()
    targetCount = 0
    waitingBytes = 0
    slot = -1
    list.origins = tracksOrigins ? DrawOrigins() : nil
    list.counters = FrameCounters()
    list.isDeep = isDeep
    list.counters.framePixels = Int(bounded: frame.area)
    draws.removeAll(keepingCapacity: true)
    if continues {
      if payloadCount > 2 * packedCount + Self.sparePayloads { packLastDraws() }
    } else {
      dropLastDraws()
    }
    unkeptCount = 0
    isSplit = false
    passes.removeAll(keepingCapacity: true)
    beginPass(frame, clearColor: clearColor, reasons: [], slot: -1)
  }

  /// Returns the texture of a bitmap in this frame.
  mutating func texture(of bitmap: Texels, _ filter: TextureFilter) -> TextureSource {
    unkeptCount += 1
    if let index = bitmapIndices[ObjectIdentifier(bitmap)] { return .bitmap(index, filter) }
    let index = Int32(list.bitmaps.count)
    list.bitmaps.append(bitmap)
    bitmapIndices[ObjectIdentifier(bitmap)] = index
    return .bitmap(index, filter)
  }

  /// Returns the texture of a corner's coverage, and its position there: u0, v0, u1, v1.
  mutating func texture(of patch: CornerPatch) -> (source: TextureSource, coordinates: SIMD4<Float>) {
    unkeptCount += 1
    let position = corners.position(of: patch)
    if corners.setIndex(Int32(list.bitmaps.count), ofAtlas: position.atlas) { list.bitmaps.append(.placeholder) }
    let atlas = corners.atlases[position.atlas]
    let (maxX, maxY) = (position.x + Int(patch.width), position.y + Int(patch.height))
    let pixels = SIMD4<Float>(Float(position.x), Float(position.y), Float(maxX), Float(maxY))
    return (.bitmap(atlas.index, .nearest), pixels / Float(atlas.side))
  }

  /// Starts an offscreen pass over `box`, whole pixels of the space that it is drawn in, into a target of its own.
  /// `retention` is the identity of the picture if it may be kept.
  mutating func beginPass(
    _ box: Box, clearColor: SIMD4<Float> = .zero, reasons: SurfaceReasons, slot: Int32, retention: Retention? = nil
  ) {
    if waitingBytes + targetBytes(box) > Double(options.waitingBytes) { drawWaiting() }
    passes.append(
      OpenPass(
        target: targetCount, box: box, clearColor: clearColor, reasons: reasons, slot: slot, firstDraw: draws.count,
        parent: passes.last?.target ?? -1, retention: retention,
        countersBefore: retention?.isKept ?? false ? list.counters : nil))
    isCut = false
    if targetCount > 0 { unkeptCount += 1 }
    targetCount += 1
  }

  /// Closes the innermost pass's draws so far, so that later passes can sample its target. Returns target and pixels.
  mutating func splitPass() -> (target: Int32, box: Box) {
    split(passes.count - 1)
    return (passes[passes.count - 1].target, openBox)
  }

  private mutating func split(_ index: Int) {
    unkeptCount += 1
    isSplit = true
    var pass = passes[index]
    let range = pass.firstDraw..<(index + 1 < passes.count ? passes[index + 1].firstDraw : draws.count)
    close(pass, range)
    for draw in draws[range] {
      let hidden = hidden(by: draw)
      if hidden.area > pass.opaque.area { pass.opaque = hidden }
    }
    draws.removeSubrange(range)
    for inner in index + 1..<passes.count { passes[inner].firstDraw -= range.count }
    waitingBytes -= pass.waitingBytes
    pass.waitingBytes = 0
    pass.continues = true
    passes[index] = pass
  }

  /// Closes the draws so far of open passes in which surfaces wait: those are not needed any more then.
  private mutating func drawWaiting() {
    for index in passes.indices where passes[index].waitingBytes > 0 { split(index) }
  }

  private func targetBytes(_ box: Box) -> Double { box.area * Double(list.bytesPerPixel) }

  var openBox: Box { passes[passes.count - 1].box }

  /// Whether the innermost pass's drawing is known to be opaque in all of a box.
  func isOpaque(in box: Box) -> Bool {
    let pass = passes[passes.count - 1]
    if pass.hasHoles { return false }
    return pass.clearColor.w >= 1 || pass.opaque.contains(box)
      || draws[pass.firstDraw...].contains { hidden(by: $0).contains(box) }
  }

  /// Returns the box that is hidden behind a draw, in pixels of the frame; empty for none.
  private func hidden(by draw: PendingDraw) -> Box {
    switch draw.occluder {
    case PendingDraw.hidesNothing: .empty
    case PendingDraw.hidesBounds: draw.bounds
    default: occludingBoxes[Int(draw.occluder)]
    }
  }

  /// Notes a draw that may leave holes in the opaque box.
  mutating func noteHole() {
    unkeptCount += 1
    passes[passes.count - 1].hasHoles = true
  }

  /// Adds an upright whole-pixel rectangle, in pixels of the frame. `occluder` is the box that is opaque once this and
  /// the other slices of its rectangle are drawn, if that is more than the slice itself; it is given with the first
  /// slice, so that it hides none of the others.
  mutating func add(_ quad: LinearQuad, bounds: Box, key: BatchKey, blend: BlendState, occluder: Box? = nil) {
    var (quad, key) = (quad, key)
    if tint != .one && key.texture.target == nil {
      quad.color = inBytes(quad.color * tint)
      if key.texture != .none { key.program.features.insert(.tinted) }
    }
    if isCut, let seams = passes[passes.count - 1].seams {
      addPart(quad, bounds: bounds, key: key, blend: blend, seams)
      return
    }
    append(quad, bounds: bounds, key: key, blend: blend, occluder: occluder)
  }

  private mutating func append(
    _ quad: LinearQuad, bounds: Box, key: BatchKey, blend: BlendState, occluder: Box? = nil
  ) {
    let hidden = occluder == nil && blend == .copy ? PendingDraw.hidesBounds : entered(occluder)
    draws.append(
      PendingDraw(
        bounds: bounds, key: keys.number(of: key), payload: Int32(quads.count), slot: slot, occluder: hidden,
        blend: blend))
    var quad = quad
    let box = passes[passes.count - 1].box
    if box.minX != 0 || box.minY != 0 { quad.move(by: Float(box.minX), Float(box.minY)) }
    quads.append(quad)
  }

  /// Returns the number of a box that a draw hides.
  private mutating func entered(_ occluder: Box?) -> Int32 {
    guard let occluder else { return PendingDraw.hidesNothing }
    occludingBoxes.append(occluder)
    return Int32(occludingBoxes.count - 1)
  }

  /// Adds the quadrilaterals that draw a part of a plane, in pixels of the frame: `part` in the plane, which touches
  /// the pixels of `bounds`. `occluder` is the box that is opaque once it is drawn; nil for none.
  mutating func add<Parameters: InstanceParameters>(
    _ parameters: Parameters, _ shape: QuadShape, drawing part: Box, bounds: Box, key: BatchKey,
    blend: BlendState = .sourceOver, occluder: Box? = nil
  ) {
    var parameters = parameters
    let isTinted = tint != .one && key.texture.target == nil
    if isTinted { parameters.tint(by: tint) }
    if let quad = shape.quad(drawing: part, on: openBox) {
      add(
        quad, parameters, shape, bounds: bounds, key: key, blend: blend, occluder: isTinted ? nil : occluder)
    } else if let cut = shape.cut(part, to: openBox) {
      parameters.count(from: cut.origin, key.program.features)
      cut.forEachQuad { quad in
        let bounds = bounds.intersection(quad.drawnBounds)
        if !bounds.isEmpty { add(quad, parameters, cut.shape, bounds: bounds, key: key, blend: blend) }
      }
    }
  }

  /// Adds the parts of a quadrilateral that the seams keep.
  private mutating func add<Parameters: InstanceParameters>(
    _ quad: Instance.Quad, _ parameters: Parameters, _ shape: QuadShape, bounds: Box, key: BatchKey,
    blend: BlendState, occluder: Box? = nil
  ) {
    guard isCut, let seams = passes[passes.count - 1].seams else {
      return append(quad, parameters, shape, bounds: bounds, key: key, blend: blend, occluder: occluder)
    }
    for part in quad.cut(by: seams) {
      let bounds = bounds.intersection(part.drawnBounds)
      if !bounds.isEmpty { append(part, parameters, shape, bounds: bounds, key: key, blend: blend) }
    }
  }

  private mutating func append<Parameters: InstanceParameters>(
    _ quad: Instance.Quad, _ parameters: Parameters, _ shape: QuadShape, bounds: Box, key: BatchKey,
    blend: BlendState, occluder: Box? = nil
  ) {
    let number = keys.number(of: key)
    draws.append(
      PendingDraw(
        bounds: bounds, key: number, payload: Int32(instances.count), slot: slot, occluder: entered(occluder),
        blend: blend))
    var (quad, parameters) = (quad, parameters)
    let box = passes[passes.count - 1].box
    let (x, y) = (Float(box.minX), Float(box.minY))
    if x != 0 || y != 0 {
      quad.move(by: x, y)
      parameters.move(by: x, y, key.program.features)
    }
    instances.append(part: quad)
    instances.append(part: parameters)
    shape.append(key.program.coverage, to: &instances, movedBy: x, y)
    assert(instances.count == Int(draws[draws.count - 1].payload + keys[number].vectors))
  }

  /// Sets the layer whose draws are added from now on, by slot, and returns the previous one.
  mutating func exchangeSlot(_ slot: Int32) -> Int32 {
    let around = self.slot
    self.slot = slot
    return around
  }

  /// Sets the seams of draws that are added to the open pass from now on, nil for none, and returns the previous ones.
  mutating func exchangeSeams(_ seams: Seams?) -> Seams? {
    let around = passes[passes.count - 1].seams
    passes[passes.count - 1].seams = seams
    isCut = seams != nil
    return around
  }

  private mutating func addPart(_ quad: LinearQuad, bounds: Box, key: BatchKey, blend: BlendState, _ seams: Seams) {
    let whole = Instance.Quad(quad)
    let parts = whole.cut(by: seams)
    guard parts != [whole] else {
      append(quad, bounds: bounds, key: key, blend: blend)
      return
    }
    var key = key
    key.program.features.subtract([.linear, .tinted])
    let shape = QuadShape(Box(quad.box))
    for part in parts {
      let bounds = bounds.intersection(part.drawnBounds)
      if key.texture == .none {
        append(part, Instance.Solid(color: quad.color), shape, bounds: bounds, key: key, blend: blend)
      } else {
        append(part, Instance.Image(quad), shape, bounds: bounds, key: key, blend: blend)
      }
    }
  }

  /// Finishes the innermost pass and returns its target.
  @discardableResult
  mutating func endPass() -> Int32 {
    let pass = passes.removeLast()
    isCut = passes.last?.seams != nil
    close(pass, pass.firstDraw..<draws.count)
    if passes.isEmpty { swap(&draws, &lastDraws) } else { draws.removeSubrange(pass.firstDraw...) }
    waitingBytes -= pass.waitingBytes
    // Kept surfaces have their memory anyway.
    if let around = passes.indices.last, pass.retention == nil {
      passes[around].waitingBytes += targetBytes(pass.box)
      waitingBytes += targetBytes(pass.box)
    }
    if pass.target != RenderPass.frameTarget { list.counters.offscreenPixels.add(bounded: pass.box.area) }
    if let before = pass.countersBefore {
      list.counters = before
      list.counters.kept += 1
    }
    return pass.target
  }

  /// Puts draws of a pass into the list: drops hidden ones, and batches the rest.
  private mutating func close(_ pass: OpenPass, _ range: Range<Int>) {
    isHidden.removeAll(keepingCapacity: true)
    if options.has(.occlusion) { findHidden(range, in: pass.box, pass.target) }
    batching.batch(draws, range, leavingOut: isHidden, reordering: options.has(.reordering))
    var batches: [Batch] = []
    batches.reserveCapacity(batching.batches.count)
    for batch in batching.batches {
      let entry = keys[batch.key]
      let range = append(batch, entry, range.lowerBound)
      if entry.isLinear {
        list.counters.quads += range.count
      } else {
        list.counters.instances += range.count / Int(entry.vectors)
      }
      batches.append(
        Batch(
          program: entry.key.program, blend: batch.blend, texture: entry.key.texture, backdrop: entry.key.backdrop,
          range: range))
    }
    list.passes.append(
      RenderPass(
        target: pass.target, continues: pass.continues, box: pass.box, clearColor: pass.clearColor, batches: batches,
        reasons: pass.reasons, slot: pass.slot, parent: pass.parent, retention: pass.retention))
    list.counters.draws += batches.count
    list.counters.passes += 1
  }

  /// Appends a batch's draws, counted from the draw `first`, to the list, and returns their range there.
  private mutating func append(_ batch: Batching.OpenBatch, _ entry: BatchKeyTable.Entry, _ first: Int) -> Range<Int> {
    if !entry.isLinear { list.alignInstances() }
    let start = entry.isLinear ? list.quads.count : list.instances.count
    let size = entry.isLinear ? 1 : Int(entry.vectors)
    var pixels = 0
    // Most draws were added one after the other: their payloads are copied together.
    var run = 0..<0
    var next = Int(batch.first)
    while next >= 0 {
      let payload = Int(draws[first + next].payload)
      if payload == run.upperBound {
        run = run.lowerBound..<payload + size
      } else {
        appendPayload(run, isLinear: entry.isLinear)
        run = payload..<payload + size
      }
      pixels.add(bounded: draws[first + next].bounds.area)
      list.origins?.slots.append(draws[first + next].slot)
      next = Int(batching.next[next])
    }
    appendPayload(run, isLinear: entry.isLinear)
    list.counters.drawnPixels.add(bounded: Double(pixels))
    return start..<(entry.isLinear ? list.quads.count : list.instances.count)
  }

  private mutating func appendPayload(_ range: Range<Int>, isLinear: Bool) {
    if isLinear {
      list.quads.append(contentsOf: quads[range])
    } else {
      list.instances.append(contentsOf: instances[range])
    }
  }

  // MARK: Draws of the frame before

  var openDrawCount: Int { draws.count }

  mutating func addKept(_ range: Range<Int>) { draws.append(contentsOf: lastDraws[range]) }

  /// The most payloads that may be there beyond the needed ones.
  private static let sparePayloads = 16_384

  private var payloadCount: Int { quads.count + instances.count }

  private mutating func dropLastDraws() {
    lastDraws.removeAll(keepingCapacity: true)
    keys.removeAll()
    occludingBoxes.removeAll(keepingCapacity: true)
    quads.removeAll(keepingCapacity: true)
    instances.removeAll(keepingCapacity: true)
    packedCount = 0
  }

  private mutating func packLastDraws() {
    var (quads, instances, boxes): ([LinearQuad], [SIMD4<Float>], [Box]) = ([], [], [])
    quads.reserveCapacity(self.quads.count)
    instances.reserveCapacity(self.instances.count)
    for index in lastDraws.indices {
      let entry = keys[lastDraws[index].key]
      let payload = Int(lastDraws[index].payload)
      if entry.isLinear {
        lastDraws[index].payload = Int32(quads.count)
        quads.append(self.quads[payload])
      } else {
        lastDraws[index].payload = Int32(instances.count)
        instances.append(contentsOf: self.instances[payload..<payload + Int(entry.vectors)])
      }
      guard lastDraws[index].occluder >= 0 else { continue }
      boxes.append(occludingBoxes[Int(lastDraws[index].occluder)])
      lastDraws[index].occluder = Int32(boxes.count - 1)
    }
    (self.quads, self.instances, occludingBoxes) = (quads, instances, boxes)
    packedCount = payloadCount
  }

  /// Returns the list; ``giveBack(_:)`` returns its buffers.
  mutating func takeList() -> DrawList {
    list.counters.cornersMade = corners.madeCount
    corners.endFrame { list.bitmaps[Int($0)] = $1 }
    let taken = list
    list = DrawList()
    return taken
  }

  mutating func giveBack(_ used: consuming DrawList) { spareLists.append(used) }

  /// Finds the draws that lie wholly inside an opaque rectangle in front of them, front to back.
  private mutating func findHidden(_ range: Range<Int>, in box: Box, _ target: Int32) {
    guard let last = range.last(where: { draws[$0].occluder != PendingDraw.hidesNothing }) else { return }
    occluders.begin(box)
    isHidden.append(contentsOf: repeatElement(false, count: range.count))
    for index in (range.lowerBound...last).reversed() {
      let bounds = draws[index].bounds
      if occluders.hide(bounds) {
        isHidden[index - range.lowerBound] = true
        list.counters.occluded += 1
        list.counters.occludedPixels.add(bounded: bounds.area)
        noteDropped(draws[index], target)
        continue
      }
      if draws[index].occluder != PendingDraw.hidesNothing { occluders.add(hidden(by: draws[index])) }
    }
  }

  private mutating func noteDropped(_ draw: PendingDraw, _ target: Int32) {
    guard list.origins != nil else { return }
    list.origins?.dropped.append(
      DrawOrigins.Dropped(
        program: keys[draw.key].key.program, slot: draw.slot, target: target, bounds: draw.bounds))
  }
}

extension DrawListBuilder {
  /// The blend state that adds parts of one picture.
  var sum: BlendState { isDeep ? .sum : .plusLighter }

  /// Returns a premultiplied colour as the frame's components can hold it: bytes hold no colour above its alpha, nor
  /// one below 0.
  func limited(_ color: SIMD4<Float>) -> SIMD4<Float> {
    isDeep ? color : color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: color.w))
  }

  /// Returns a colour rounded to bytes, unless the frame has half floats. llvmpipe's linear rasteriser takes the whole
  /// part of 256 times a component for its byte, which is right for whole bytes, and up to one too low for others.
  func inBytes(_ color: SIMD4<Float>) -> SIMD4<Float> {
    isDeep ? color : (color * 255).rounded(.toNearestOrAwayFromZero) / 255
  }
}
