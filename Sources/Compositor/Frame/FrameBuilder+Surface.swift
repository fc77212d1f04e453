// A layer that is drawn to a surface of its own first, and the stages before the surface joins its backdrop:
//
//   parts (background ... border)  ->  filters  ->  mask  ->  opacity, clips around, blend mode
//
// A layer may have a raster space of its own: its parts are then drawn in that space's pixels, and the surface is drawn
// as an image through the map from there to the pixels around.

import Coverage
import QuartzCore
import Synchronization

extension FrameBuilder {
  func drawSurface(of drawn: LayerDraw) {
    guard var box = surfaceBox(of: drawn) else { return }
    if drawn.layer.reasons.contains(.filters) { return drawFilteredSurface(of: drawn, over: box) }
    let mask = scene.maskIndex(of: drawn.index)
    let picture = mask.flatMap { self.picture(ofMask: $0, drawn.tree) }
    if let picture {
      box = box.intersection(picture.box)
      if box.isEmpty { return }
    }
    let fadesByParts = drawn.layer.fadesByParts(drawn.look.flags)
    builder.beginPass(box, reasons: drawn.layer.reasons, slot: drawn.layer.slot)
    drawParts(of: fadesByParts ? drawn : drawn.with(opacity: 1))
    if let mask {
      if let picture { draw(picture, slot: scene.layers[mask].slot, in: box) } else { drawMask(mask, box, drawn.tree) }
    }
    let surface = Surface(target: builder.endPass(), box: box)
    composite(surface, as: fadesByParts ? drawn.with(opacity: 1) : drawn)
  }

  /// Returns the pixels that a layer's surface must hold, in the space that it is drawn in; nil for none.
  private func surfaceBox(of drawn: LayerDraw) -> Box? {
    let layer = drawn.layer
    guard !layer.compositedBounds.isEmpty else { return nil }
    var box = layer.subtreeBounds.intersection(scene.clips[Int(layer.clip)].box)
    if layer.reasons.contains(.filters) { box = scene.filteredBounds(box, layer, drawn.tree) }
    if let mask = scene.maskIndex(of: drawn.index) { box = box.intersection(scene.layers[mask].compositedBounds) }
    if layer.raster < 0 { box = box.intersection(scene.clips[Int(layer.outerClip)].box) }
    box = box.outset
    return box.isEmpty ? nil : box
  }

  /// Draws a rasterized layer: the layer with its sublayers, mask, filters and shadow goes to a surface in a raster
  /// space, which is kept while none of that changes; the surface is then drawn in the layer's place, with its opacity.
  func drawRasterized(_ drawn: LayerDraw) {
    let (index, layer, tree) = (drawn.index, drawn.layer, drawn.tree)
    // In the raster space's pixels, with room for effects.
    let clip = scene.clips[Int(layer.clip)].box
    let box = scene.effectBounds(of: index, tree).intersection(clip).outset
    guard !box.isEmpty, !layer.compositedBounds.isEmpty else { return }
    let retention = builder.options.has(.retention) ? surfaces.retention(of: index, box, scene, tree) : nil
    builder.beginPass(box, reasons: layer.reasons, slot: layer.slot, retention: retention)
    // Inside the space, the layer is an ordinary one.
    scene.layers[index].raster = -1
    scene.layers[index].reasons.remove([.rasterized, .groupOpacity])
    scene.layers[index].outerClip = layer.clip
    drawLayer(index, opacity: 1, tree)
    scene.layers[index] = layer
    composite(Surface(target: builder.endPass(), box: box), as: drawn)
  }
}

// Masks: a mask is drawn to a surface of its own, whose alpha multiplies the surface of the layer that it masks. A mask
// that is one picture of coverage, such as a shape filled with a gradient, needs no surface: nothing is visible beyond
// its picture, so the masked layer's surface ends there.

/// A mask that is one picture, at whole pixels.
struct MaskPicture {
  fileprivate let picture: PackedPicture
  fileprivate let (x, y): (Int, Int)
  fileprivate let opacity: Float

  var box: Box {
    let pixels = picture.box.moved(byX: x, y: y)
    return Box(Double(pixels.minX), Double(pixels.minY), Double(pixels.maxX), Double(pixels.maxY))
  }
}

extension FrameBuilder {
  /// Returns the picture that a mask is; nil if it is more, or has to be drawn otherwise.
  func picture(ofMask mask: Int, _ tree: RenderTree) -> MaskPicture? {
    let layer = scene.layers[mask]
    guard builder.options.has(.masks), Int(layer.end) == mask + 1, layer.draws.isSubset(of: .shape),
      layer.reasons.isEmpty, layer.outerClip == layer.clip, layer.raster < 0, layer.transition < 0, layer.space < 0,
      layer.tint < 0, layer.keptDraws < 0, let parts = shown.shapeParts(of: mask), let look = tree.shapes[layer.slot]
    else { return nil }
    switch (parts.fill, parts.stroke) {
    case (.picture(let number, let x, let y), .nothing):
      return MaskPicture(picture: pictures.shapes[number], x: x, y: y, opacity: look.fillColor.w * layer.opacity)
    case (.nothing, .picture(let number, let x, let y)):
      return MaskPicture(picture: pictures.shapes[number], x: x, y: y, opacity: look.strokeColor.w * layer.opacity)
    case (.painted(let number, let x, let y), .nothing), (.nothing, .painted(let number, let x, let y)):
      return MaskPicture(picture: pictures.paintings[number], x: x, y: y, opacity: layer.opacity)
    default: return nil
    }
  }

  /// Erases from the open pass, which is no larger, the pixels that a picture does not cover.
  func draw(_ mask: MaskPicture, slot: Int32, in box: Box) {
    let around = builder.exchangeSlot(slot)
    draw(
      mask.picture, mask.x, mask.y, color: SIMD4(repeating: mask.opacity), Clip(box), blend: .destinationIn)
    _ = builder.exchangeSlot(around)
  }

  /// Erases from the open pass the pixels that a mask does not cover.
  func drawMask(_ mask: Int, _ box: Box, _ tree: RenderTree) {
    builder.beginPass(box, reasons: .mask, slot: scene.layers[mask].slot)
    draw(mask, opacity: 1, tree)
    var paint = Paint(Surface(target: builder.endPass(), box: box), .nearest, opacity: 1)
    paint.blend = .destinationIn
    builder.fill(Rectangle(box: box, toPixels: .identity, edges: []), paint, Clip(box))
  }

  /// The number of layers in a split layer from which on it is drawn once to a surface, not once a part.
  private static let redrawnLayers = 8

  /// Draws the sublayers that share a space, back to front, split ones part by part.
  func drawSpace(_ space: Int, opacity: Float, _ tree: RenderTree) {
    var surfaces: [Int32: Surface] = [:]
    for index in scene.spaces.pieceRanges[space] {
      let piece = scene.spaces.pieces[index]
      let member = scene.spaces.members[Int(piece.member)]
      let layer = Int(member.layer)
      let own = opacity * member.opacity
      guard let seams = piece.seams else {
        draw(layer, opacity: own, tree)
        continue
      }
      guard isDrawnOnce(layer) else {
        withSeams(seams) { $0.draw(layer, opacity: own, tree) }
        continue
      }
      guard let surface = surfaces[piece.member] ?? drawSplit(layer, tree) else { continue }
      surfaces[piece.member] = surface
      let paint = Paint(surface, .nearest, opacity: own)
      withSeams(seams) {
        $0.builder.fill(Rectangle(box: surface.box, toPixels: .identity, edges: []), paint, Clip(surface.box))
      }
    }
  }

  /// Whether a split layer is drawn to a surface first: if it is large, or has surfaces or a space of its own.
  private func isDrawnOnce(_ index: Int) -> Bool {
    let end = Int(scene.layers[index].end)
    return end - index > Self.redrawnLayers
      || scene.layers[index..<end].contains { !$0.reasons.isEmpty || $0.space >= 0 }
  }

  private func drawSplit(_ index: Int, _ tree: RenderTree) -> Surface? {
    let layer = scene.layers[index]
    let box = layer.compositedBounds.outset
    guard !box.isEmpty else { return nil }
    builder.beginPass(box, reasons: .planeSplit, slot: layer.slot)
    draw(index, opacity: 1, tree)
    return Surface(target: builder.endPass(), box: box)
  }

  private func withSeams(_ seams: Seams, _ body: (FrameBuilder) -> Void) {
    let around = builder.exchangeSeams(seams)
    body(self)
    _ = builder.exchangeSeams(around)
  }
}

// Surfaces that are kept from frame to frame: while nothing in a subtree changes, the target that it was drawn to is
// shown again, whatever happens around it.
//
//   FrameBuilder:  are the parts of the subtree, as flattened, the same as before?
//                    yes --> a pass with the old stamp
//                    no  --> a pass with a new one
//   renderer:      is the pass's stamp known?
//                    yes --> its target as it is; the passes that it is made of are left out
//                    no  --> drawn, and kept under the stamp
//
// A stamp is globally unique to one picture: a draw list stays whole, with the passes of kept surfaces in it, and
// another renderer, or one that has forgotten, draws them. Contents are compared, not hashed: each layer's content
// version, map, clips and opacity, in the pixels of the surface. Rasterized layers are kept, as their pixels do not
// depend on their position; a surface in the frame's pixels is kept while it does not move.

struct SurfaceCache {
  /// The values of a layer that show in a surface.
  private struct ShownLayer: Equatable {
    var slot: Int32
    var version: UInt64
    var toPixels: Homography
    var draws: LayerLook.Flags
    var firstRowAtMinY: Bool
    var clip: Clip
    var innerClip: Clip
    var bounds: Box
    var reasons: SurfaceReasons
    /// The opacity of the layers inside; the surface's own does not show in it.
    var opacity: Float
    var outerClip: Clip?
    var outwards: Homography?
    /// The position in a 3D space, and its opacity.
    var map: DepthMap?
    var spaceOpacity: Float
  }

  private struct Entry {
    var layers: [ShownLayer]
    var box: Box
    var stamp: UInt64
  }

  private static let stamps = Atomic<UInt64>(0)
  /// The entries by the slots of their layers.
  private var entries = FrameCache<Int32, Entry>()
  /// The serial number of the tree: a new tree can have the address of an old one.
  private var tree: UInt64?

  /// Starts a frame of a tree; forgets the surfaces of another tree.
  mutating func beginFrame(_ tree: RenderTree) {
    if self.tree != tree.serial { entries.removeAll() }
    self.tree = tree.serial
  }

  mutating func endFrame() { entries.endFrame() }

  /// Returns the picture of a layer's surface over `box`; nil if something in it changes with every frame.
  mutating func retention(of index: Int, _ box: Box, _ scene: FlatScene, _ tree: RenderTree) -> Retention? {
    guard let layers = layers(of: index, scene, tree) else { return nil }
    let slot = scene.layers[index].slot
    if let entry = entries.value(of: slot), entry.box == box, entry.layers == layers {
      return Retention(stamp: entry.stamp, isKept: true)
    }
    let stamp = Self.stamps.add(1, ordering: .relaxed).newValue
    entries.keep(Entry(layers: layers, box: box, stamp: stamp), under: slot)
    return Retention(stamp: stamp, isKept: false)
  }

  private func layers(of index: Int, _ scene: FlatScene, _ tree: RenderTree) -> [ShownLayer]? {
    var layers: [ShownLayer] = []
    let end = Int(scene.layers[index].end)
    layers.reserveCapacity(end - index)
    // Members stand in the order of the layers, so one index walks along.
    let members = scene.spaces.members
    var member = members.firstIndex { Int($0.layer) > index } ?? members.count
    for inner in index..<end {
      let layer = scene.layers[inner]
      // Each of a replicator's copies has its own time.
      guard layer.transition < 0, layer.copy == 0, !tree.changesByItself(layer.slot) else { return nil }
      let isInside = inner > index
      var shown = ShownLayer(
        slot: layer.slot, version: tree.contentVersion(of: layer.slot), toPixels: layer.toPixels, draws: layer.draws,
        firstRowAtMinY: layer.firstRowAtMinY, clip: scene.clips[Int(layer.clip)],
        innerClip: scene.clips[Int(layer.innerClip)], bounds: layer.bounds,
        reasons: layer.reasons,
        opacity: isInside ? layer.opacity : 1, spaceOpacity: 1)
      if isInside {
        shown.outerClip = scene.clips[Int(layer.outerClip)]
        if layer.raster >= 0 { shown.outwards = scene.rasters[Int(layer.raster)] }
        if member < members.count, Int(members[member].layer) == inner {
          shown.map = members[member].map
          shown.spaceOpacity = members[member].opacity
          member += 1
        }
      }
      layers.append(shown)
    }
    return layers
  }
}

extension RenderTree {
  /// Whether a layer's picture can change though its values do not.
  fileprivate func changesByItself(_ slot: Int32) -> Bool {
    switch kinds[Int(slot)] {
    case .emitter, .replicator, .tiled: true
    default: false
    }
  }
}
