// Layers that are shown as in the frame before. A subtree in which nothing changed, and around which nothing changed
// that it depends on, comes to the same draws: it stands in the scene as one layer, and its draws are copied.
//
//   frame n        root ( a ( a1 a2 )  b ( b1 b2 ) )     draws  [ r | a a1 a2 | b b1 b2 ]
//                                 b2 moves                          copied      recorded
//   frame n + 1    root ( a            b ( b1 b2 ) )     draws  [ r | a a1 a2 | b b1 b2']
//
// An entry holds for the frame in which the superlayer was visited last: draws are counted from the first of the
// superlayer's, so that a subtree that is copied as a whole keeps the entries below it. A layer is kept if it was drawn
// in that frame, nothing changed since in it or below, and nothing around it: its superlayers did not change, and have
// nothing, such as a mask, an effect or a space, that makes the layer depend on more than their maps and clips.
//
// A subtree with a surface, an effect, a text, or anything else that lives in a cache or moves by itself is not kept.

struct KeptLayer {
  var layer: FlatLayer
  /// Its draws, and those of its sublayers, counted from the first of its superlayer's.
  var firstDraw: Int32
  var drawCount: Int32
  /// The frame in which it was drawn as one of its superlayer's sublayers.
  var drawnIn: UInt32
  /// The frame in which its sublayers were visited.
  var visitedIn: UInt32
  /// Whether its draws are all that it shows.
  var isWhole: Bool

  static let unknown = KeptLayer(
    layer: .blank, firstDraw: 0, drawCount: 0, drawnIn: 0, visitedIn: 0, isWhole: false)
}

/// The layers of a tree as the frames before left them, by slot, and the number of the frame.
struct KeptLayers {
  private(set) var layers: [KeptLayer] = []
  /// The number of the current frame, from 1.
  private(set) var frame: UInt32 = 0
  /// Whether the frame may be continued by the next one.
  private(set) var isNoting = false
  /// The tree's stamp in the frame before, which this one continues; nil if it continues none.
  private(set) var seen: UInt64?

  /// Begins a frame, which the next one may continue if `isNoting`. `seen` is the tree's stamp in the frame before, if
  /// that was one of the same tree and target.
  mutating func beginFrame(after seen: UInt64?, isNoting: Bool, slotCount: Int) {
    frame &+= 1
    if frame == 0 {
      // Numbers begin anew: no old one may match.
      layers.removeAll(keepingCapacity: true)
      frame = 1
    }
    self.isNoting = isNoting
    self.seen = isNoting && frame > 1 ? seen : nil
    if layers.count < slotCount { layers.append(contentsOf: repeatElement(.unknown, count: slotCount - layers.count)) }
  }

  /// Notes a layer that was visited and drawn: its draws with its sublayers', counted from the `first` of its
  /// superlayer's, and whether these draws are all that it shows.
  mutating func note(_ layer: FlatLayer, draws: Range<Int>, from first: Int, isWhole: Bool) {
    layers[Int(layer.slot)] = KeptLayer(
      layer: layer, firstDraw: Int32(draws.lowerBound - first), drawCount: Int32(draws.count), drawnIn: frame,
      visitedIn: frame, isWhole: isWhole)
  }

  /// Notes the position of the draws of a layer that was shown as before.
  mutating func noteKept(_ slot: Int32, firstDraw: Int) {
    layers[Int(slot)].firstDraw = Int32(firstDraw)
    layers[Int(slot)].drawnIn = frame
  }
}

extension Flattener {
  /// The conditions of the layers around that decide whether a layer may be shown as before.
  struct Surroundings {
    /// Whether the layer depends on no more than the maps and clips around it.
    var isPlain = false
    /// Whether those maps and clips are unchanged.
    var isStill = false
    /// The frame in which the superlayer was visited last; 0 if nothing is known of its sublayers.
    var visitedIn: UInt32 = 0
    /// The first of the superlayer's draws in the frame before.
    var firstDraw: Int32 = 0
  }

  /// Adds an unchanged layer as it was in the frame before, with its subtree. Returns whether it did.
  mutating func showKept(_ slot: Int32, _ tree: RenderTree, _ context: Context) -> Bool {
    let known = Int(slot)
    guard let seen = kept.seen, known < kept.layers.count, kept.layers[known].isWhole,
      kept.layers[known].drawnIn == context.around.visitedIn, !tree.changes.changedBelow(slot, since: seen)
    else { return false }
    let index = scene.layers.count
    scene.layers.append(kept.layers[known].layer)
    scene.layers[index].end = Int32(index + 1)
    scene.layers[index].sublayers = Int32(index + 1)
    scene.layers[index].outerClip = context.clip
    scene.layers[index].clip = context.clip
    scene.layers[index].innerClip = context.clip
    scene.layers[index].keptDraws = Int32(scene.keptDraws.count)
    let first = Int(context.around.firstDraw + kept.layers[known].firstDraw)
    scene.keptDraws.append(first..<first + Int(kept.layers[known].drawCount))
    scene.keptCount += Int(scene.layers[index].visibleCount) - 1
    scene.culledCount += Int(scene.layers[index].culledCount)
    return true
  }

  /// Returns the surroundings of the sublayers of a visited layer.
  func surroundings(inside index: Int, at place: Int, _ look: LayerLook, _ tree: RenderTree, _ context: Context)
    -> Surroundings
  {
    var inside = Surroundings()
    guard context.around.isPlain, scene.layers[index].reasons.isEmpty, look.opacity >= 1,
      look.flags.isDisjoint(with: Self.reachingIn), Int(tree.firstSublayers[place]) == place + 1
    else { return inside }
    inside.isPlain = true
    inside.isStill = scene.layers[index].noting != .none
    let slot = Int(scene.layers[index].slot)
    guard inside.isStill, context.around.visitedIn > 0, kept.layers[slot].drawnIn == context.around.visitedIn else {
      return inside
    }
    inside.visitedIn = kept.layers[slot].visitedIn
    inside.firstDraw = context.around.firstDraw + kept.layers[slot].firstDraw
    return inside
  }

  /// The parts and properties of a layer that its sublayers depend on besides its map and clip.
  private static let reachingIn: LayerLook.Flags = [
    .filters, .backdropFilters, .blendMode, .rasterizes, .keepsDepth, .sublayerTransform, .inTransition,
  ]

  /// Whether anything of a layer may be noted for the next frame: it, and what is around it, has not changed.
  func stands(_ slot: Int32, at place: Int, _ tree: RenderTree, _ context: Context) -> Bool {
    guard context.around.isStill, let seen = kept.seen else { return false }
    return Int(tree.firstSublayers[place]) == place + 1 && !tree.changes.changed(slot, since: seen)
  }

  /// The counts at the time when a layer is visited.
  struct VisitCounts {
    var unkept: Int
    var culled: Int
    var kept: Int
  }

  /// Decides how much of a visited layer is noted once it is drawn.
  mutating func note(_ index: Int, since before: VisitCounts) {
    if unkeptCount == before.unkept { scene.layers[index].noting = .whole }
    scene.layers[index].visibleCount = Int32(scene.layers.count - index + scene.keptCount - before.kept)
    scene.layers[index].culledCount = Int32(scene.culledCount - before.culled)
  }

  /// Layers of which nothing is kept: they live in a cache, move by themselves, or reach beyond their own draws.
  static let unkept = LayerLook.Flags.shape.union([
    .drawsText, .drawsTiles, .drawsParticles, .castsShadow, .filters, .backdropFilters, .blendMode, .rasterizes,
    .keepsDepth, .inTransition,
  ])
}

extension FlatLayer {
  enum Noting: UInt8, Sendable {
    /// Nothing: it or something around it changed.
    case none
    /// Only where its sublayers' draws begin.
    case part
    /// All of it: its draws can be copied.
    case whole
  }
}
