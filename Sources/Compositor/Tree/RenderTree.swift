// Tested by CommitTests, LayerPartTests and PartColumnTests.

import CoreGraphics
package import QuartzCore
import Synchronization

struct RunningAnimation {
  /// Whether the animation has no effect after its end, whatever its fill mode.
  let isRemovedAtEnd: Bool
  /// The number that tells the animation from others.
  let serial: UInt64
  let images: [CGImage]
  let program: CompiledAnimation
}

/// The committed state of one hosted layer tree: flat values of every layer, in slots that do not move, and the order
/// of the tree as arrays of slots.
///
///   slot      0        1        2        3          (a layer's for life; freed slots are used again)
///   models    [values] [values] [values] [values]   the committed values
///   looks     [look]   [look]   [look]   [look]     the frame's values; of animated layers: as last sampled
///
///   order     [ 0, 2, 1, 3 ]   slots, superlayers before their sublayers, siblings in array order
///   ends      [ 4, 3, 3, 4 ]   for each place in `order`: the place after its subtree
///
/// Parts that only some layers have, such as a shadow, lie in further columns: see ``PartColumn``.
///
/// A commit writes the slots of changed layers, and rebuilds `order` only when the tree changed. A frame reads nothing
/// else.
package final class RenderTree {
  private static let serials = Atomic<UInt64>(0)
  /// The number of the tree, which no earlier or later tree has.
  package private(set) var serial = RenderTree.serials.add(1, ordering: .relaxed).newValue
  /// The tree that this one is a copy of, as it was then.
  var original: CopiedState?
  struct Columns {
    var models: [LayerValues] = []
    var kinds: [LayerKind] = []
    var looks: [LayerLook] = []
    var spatialPlacements: [CATransform3D] = []
    var changes = ChangeStamps()
  }

  /// In memory of their own: each access to a property of a class is checked against others at run time.
  let columns: UnsafeMutablePointer<Columns>
  /// Committed values, by slot.
  package internal(set) var models: [LayerValues] {
    _read { yield columns.pointee.models }
    _modify { yield &columns.pointee.models }
  }
  /// The kind of each layer, by slot.
  package internal(set) var kinds: [LayerKind] {
    _read { yield columns.pointee.kinds }
    _modify { yield &columns.pointee.kinds }
  }
  /// Derived values, by slot.
  package internal(set) var looks: [LayerLook] {
    _read { yield columns.pointee.looks }
    _modify { yield &columns.pointee.looks }
  }
  /// `placement` before flattening, by slot: the superlayer's `sublayerTransform` is applied to it.
  var spatialPlacements: [CATransform3D] {
    _read { yield columns.pointee.spatialPlacements }
    _modify { yield &columns.pointee.spatialPlacements }
  }
  var changes: ChangeStamps {
    _read { yield columns.pointee.changes }
    _modify { yield &columns.pointee.changes }
  }
  /// Time spaces, by slot.
  var timings: [MediaTiming] = []
  /// Animations in order of addition, by slot; empty for most.
  var animations: [[RunningAnimation]] = []
  /// Whether any layer was ever rasterized: only then content changes are tracked.
  var tracksContents = false
  var lastContentVersion: UInt64 = 0
  /// Names for messages, by slot.
  var names: [String?] = []

  /// Slots in tree order; behind those of the tree, those of old looks (see ``LayerTransition``).
  package internal(set) var order: [Int32] = []
  /// The place after the subtree of each place in `order`.
  package internal(set) var ends: [Int32] = []
  /// For each place in `order` that of the first sublayer; a mask with its sublayers lies between the two.
  package internal(set) var firstSublayers: [Int32] = []
  /// The place of the superlayer of each place in `order`, or of the masked layer; -1 for the root.
  var parents: [Int32] = []

  /// Slots with animations, ascending.
  var animatedSlots: [Int32] = []
  /// The holds of animated layers as last sampled, by slot.
  var stillness: [Stillness] = []
  /// The contents of animated layers that move by themselves.
  var movingContents: [any MovingContents] = []
  /// Whether any layer's time runs differently from its superlayer's.
  var hasTimeSpaces = false
  /// Each layer's own time and whether it is outside its active time, as last sampled; only with `hasTimeSpaces`.
  var localTimes: [Double] = []
  var inactive: [Bool] = []
  /// The clock's time of the last sample.
  var sampledTime = 0.0
  /// The slots of delayed copies, behind those of the layers.
  var copies = CopySlots()
  /// The most bytes that a frame may take, which limit the copies of replicators. Default: no limit.
  package var memoryLimit = Int.max
  package internal(set) var images = ImageTable()
  var freeSlots: [Int32] = []
  /// The duration of the last sampling, in milliseconds.
  package internal(set) var sampleMilliseconds = 0.0
  /// Whether layers were left out because they are nested too deep to draw.
  package internal(set) var isTooDeep = false
  package internal(set) var commitCount = 0
  /// The number of changes of the order.
  var orderCount = 0
  /// The number of layers whose values all commits copied together.
  var copiedLayerCount = 0
  /// The number of copied layers of which only a motion or a fade was copied.
  var movedLayerCount = 0

  // MARK: Parts of few layers

  let parts: PartTable
  /// Contents that were drawn for the frame.
  let frameContents: PartColumn<CGImage>
  let tileSources: PartColumn<TileSource>
  let emitters: PartColumn<EmitterState>
  let transitions: PartColumn<LayerTransition>
  /// The content that each layer last showed, and its version: see ``RenderTree/contentVersion(of:)``.
  let shownContents: PartColumn<ShownContent>
  /// `sublayerTransform` about the anchor.
  let sublayerPlacements: PartColumn<SublayerPlacement>
  let replicators: PartColumn<ReplicatorLook>
  let gradients: PartColumn<GradientLook>
  let texts: PartColumn<TextLook>
  let tiles: PartColumn<TileLook>
  let shapes: PartColumn<ShapeLook>
  let rasters: PartColumn<RasterLook>
  let effects: PartColumn<EffectsLook>
  let shadows: PartColumn<ShadowLook>

  package init() {
    columns = .allocate(capacity: 1)
    columns.initialize(to: Columns())
    var parts = PartTable()
    frameContents = parts.column()
    tileSources = parts.column()
    emitters = parts.column()
    transitions = parts.column()
    shownContents = parts.column()
    sublayerPlacements = parts.column()
    replicators = parts.column()
    gradients = parts.column()
    texts = parts.column()
    tiles = parts.column()
    shapes = parts.column()
    rasters = parts.column()
    effects = parts.column()
    shadows = parts.column()
    self.parts = parts
  }

  deinit {
    columns.deinitialize(count: 1)
    columns.deallocate()
  }

  /// Derives the parts of few layers from committed or sampled values: one line for each kind of look.
  func deriveParts(_ slot: Int, of kind: LayerKind, from values: LayerValues) {
    derive(sublayerPlacements, slot, of: kind, from: values)
    // It decides whether the layer has a plane, which all others stand in.
    derive(replicators, slot, of: kind, from: values)
    derive(gradients, slot, of: kind, from: values)
    derive(texts, slot, of: kind, from: values)
    derive(tiles, slot, of: kind, from: values)
    derive(shapes, slot, of: kind, from: values)
    derive(rasters, slot, of: kind, from: values)
    derive(effects, slot, of: kind, from: values)
    // All its casters are known.
    derive(shadows, slot, of: kind, from: values)
  }

  /// Takes a new serial number, as another tree.
  func beginAnew() { serial = RenderTree.serials.add(1, ordering: .relaxed).newValue }

  package var count: Int { Int(ends.first ?? 0) }

  /// Returns the place of a layer in ``order``; nil if it was not committed here, or was left out.
  package func place(of layer: CALayer) -> Int? { order.prefix(count).firstIndex(of: layer.renderIndex) }

  package var isAnimated: Bool { !animatedSlots.isEmpty }

  /// The error that keeps moving contents out of the tree as last sampled; nil if all are there.
  package var contentsFailure: (any Error & CustomStringConvertible)? {
    movingContents.lazy.compactMap(\.failure).first
  }

  /// Sets the depth of the images of moving contents.
  package func setContentsDepth(_ depth: ImageDepth) { for contents in movingContents { contents.setDepth(depth) } }

  package func isAnimated(_ slot: Int32) -> Bool { !animations[Int(slot)].isEmpty }

  /// Returns a layer's name and class for messages and `inspect`.
  package func name(ofSlot slot: Int32) -> String { names[Int(slot)] ?? "(unnamed)" }
}

/// The order and the looks of a tree by address, in the scope of ``RenderTree/withColumns(_:)``: for the loops over all
/// layers, as each read of a class's array counts a reference and is checked against changes.
struct TreeColumns {
  var looks = UnsafeBufferPointer<LayerLook>(start: nil, count: 0)
  var order = UnsafeBufferPointer<Int32>(start: nil, count: 0)
  var ends = UnsafeBufferPointer<Int32>(start: nil, count: 0)
  var firstSublayers = UnsafeBufferPointer<Int32>(start: nil, count: 0)

  func slot(at place: Int, _ shift: Int32?) -> Int32 { shift.map { Int32(place) + $0 } ?? order[place] }
}

extension RenderTree {
  /// Calls a function with the tree's columns, which do not change meanwhile.
  func withColumns(_ body: (TreeColumns) -> Void) {
    looks.withUnsafeBufferPointer { looks in
      order.withUnsafeBufferPointer { order in
        ends.withUnsafeBufferPointer { ends in
          firstSublayers.withUnsafeBufferPointer { firstSublayers in
            body(TreeColumns(looks: looks, order: order, ends: ends, firstSublayers: firstSublayers))
          }
        }
      }
    }
  }
}

/// The stamps of a render tree's layers, by slot. Each commit and each sample that changes something has a number, the
/// stamp; a layer has the stamp of its own last change, and that of the last change below it. A frame that remembers
/// the stamp of the one before it can skip older layers.
struct ChangeStamps {
  /// The number of the changes that are made now.
  private(set) var current: UInt64 = 1
  private var own: [UInt64] = []
  private var below: [UInt64] = []
  /// The stamps of the last changes of more than a motion or a fade.
  private var beyondMotion: [UInt64] = []
  /// The slots of the superlayers, or of the layers that are masked; -1 for none.
  private var parents: [Int32] = []

  func stamp(of slot: Int32) -> UInt64 { own[Int(slot)] }

  func changed(_ slot: Int32, since stamp: UInt64) -> Bool { own[Int(slot)] > stamp }

  /// Whether a layer, its mask or anything below it has changed since a stamp.
  func changedBelow(_ slot: Int32, since stamp: UInt64) -> Bool { below[Int(slot)] > stamp }

  mutating func begin() { current += 1 }

  /// The stamps in memory of their own.
  var copied: ChangeStamps {
    var copy = self
    (copy.own, copy.below, copy.beyondMotion, copy.parents) = (
      own.copied, below.copied, beyondMotion.copied, parents.copied
    )
    return copy
  }

  /// Calls a function with the slot of each layer that has changed since a stamp, and whether only a motion or a fade
  /// has.
  @inline(__always)
  func forEachSlot(changedSince stamp: UInt64, _ body: (_ slot: Int, _ isMotion: Bool) -> Void) {
    for slot in own.indices where own[slot] > stamp { body(slot, beyondMotion[slot] <= stamp) }
  }

  /// Adds a slot for a layer without a superlayer.
  mutating func addSlot() {
    own.append(current)
    below.append(current)
    beyondMotion.append(current)
    parents.append(-1)
  }

  /// Notes a change of a layer, or its motion or fade alone; ignores slots of delayed copies, which are not layers.
  mutating func note(_ slot: Int, isMotion: Bool = false) {
    guard slot < own.count else { return }
    own[slot] = current
    if !isMotion { beyondMotion[slot] = current }
    var slot = Int32(slot)
    while slot >= 0, below[Int(slot)] != current {
      below[Int(slot)] = current
      slot = parents[Int(slot)]
    }
  }

  /// Takes over the tree's order of slots, and the place of each one's superlayer, or masked layer; -1 for none.
  mutating func setOrder(_ order: [Int32], parents places: [Int32]) {
    for place in order.indices { parents[Int(order[place])] = places[place] < 0 ? -1 : order[Int(places[place])] }
  }
}
