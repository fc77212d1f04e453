// The render tree: flat values of every committed layer, in slots that stay put, and the order of the tree as arrays of
// slots.
//
//   slot      0        1        2        3          (a layer's place for life; freed slots are used again)
//   models    [values] [values] [values] [values]   what was committed
//   looks     [look]   [look]   [look]   [look]     what the frame reads; of animated layers: as last sampled
//
//   order     [ 0, 2, 1, 3 ]   slots, superlayers before their sublayers, siblings in array order
//   ends      [ 4, 3, 3, 4 ]   for each place in `order`: the place after its subtree
//
// A commit writes the slots of changed layers, and rebuilds `order` only when the tree changed. A frame reads nothing
// else.

import CoreGraphics
package import QuartzCore
import Synchronization

/// An animation as a layer of the render tree has it.
struct RunningAnimation {
  /// Whether it has no effect after its end, whatever its fill mode.
  let isRemovedAtEnd: Bool
  /// Tells it from others.
  let serial: UInt64
  /// The images that it shows.
  let images: [CGImage]
  let program: CompiledAnimation
}

/// The committed state of one hosted layer tree.
package final class RenderTree {
  private static let serials = Atomic<UInt64>(0)
  /// No other tree has it, before or after.
  let serial = RenderTree.serials.add(1, ordering: .relaxed).newValue
  /// Committed values, by slot.
  package internal(set) var models: [LayerValues] = []
  /// What each layer is drawn as, by slot.
  package internal(set) var kinds: [LayerKind] = []
  /// Derived values, by slot.
  package internal(set) var looks: [LayerLook] = []
  /// Time spaces, by slot.
  var timings: [MediaTiming] = []
  /// Animations in order of addition, by slot; empty for most.
  var animations: [[RunningAnimation]] = []
  /// Contents that were drawn for the frame, by slot.
  var frameContents: [Int32: CGImage] = [:]
  /// `sublayerTransform` about the anchor, by slot, for layers whose look has the flag.
  var sublayerPlacements: [Int32: CATransform3D] = [:]
  /// `placement` before flattening, by slot: what a superlayer's `sublayerTransform` is applied to.
  var spatialPlacements: [CATransform3D] = []
  /// Shadows, by slot, of the layers whose look has the flag.
  package internal(set) var shadows: [Int32: ShadowLook] = [:]
  /// How layers are rasterized, by slot, for layers whose look has the flag.
  var rasters: [Int32: RasterLook] = [:]
  /// The shapes of shape layers that draw something, by slot.
  package internal(set) var shapes: [Int32: ShapeLook] = [:]
  /// Replicator layers, by slot.
  package internal(set) var replicators: [Int32: ReplicatorLook] = [:]
  /// What draws the tiles of tiled layers that were displayed, and what frames read of those, by slot.
  var tileSources: [Int32: TileSource] = [:]
  var tiles: [Int32: TileLook] = [:]
  /// Emitter layers, by slot.
  var emitters: [Int32: EmitterState] = [:]
  /// What layers showed last, by slot, and since when: see ``RenderTree/contentVersion(of:)``.
  var shownContents: [Int32: ShownContent] = [:]
  /// Whether any layer was ever rasterized: only then it is known what changes.
  var tracksContents = false
  var lastContentVersion: UInt64 = 0
  /// Filters and blend modes, by slot, of the layers whose look has one of the flags.
  package internal(set) var effects: [Int32: EffectsLook] = [:]
  /// Names for messages, by slot.
  var names: [String?] = []

  /// What gradient layers draw, by slot, where they draw anything.
  package internal(set) var gradients: [Int32: GradientLook] = [:]

  /// What text layers draw, by slot, where they draw anything.
  var texts: [Int32: TextLook] = [:]

  /// Slots in tree order; behind those of the tree, those of old looks (see ``LayerTransition``).
  package internal(set) var order: [Int32] = []
  /// For each place in `order`, the place after the subtree.
  package internal(set) var ends: [Int32] = []
  /// For each place in `order`, the place of the first sublayer. Between the layer and that stands its mask with the
  /// mask's sublayers, if it has one.
  package internal(set) var firstSublayers: [Int32] = []
  /// For each place in `order`, the place of the superlayer, or of the layer that is masked; -1 for the root.
  var parents: [Int32] = []

  /// The transitions that layers are in, by slot.
  var transitions: [Int32: LayerTransition] = [:]

  /// Slots with animations, ascending.
  var animatedSlots: [Int32] = []
  /// Whether any layer's time runs differently from its superlayer's.
  var hasTimeSpaces = false
  /// Time in each layer's own space and whether it is outside its active time, by slot, as last sampled; used only with
  /// `hasTimeSpaces`.
  var localTimes: [Double] = []
  var inactive: [Bool] = []
  /// The clock's time of the last sample.
  var sampledTime = 0.0
  /// The slots of delayed copies, behind those of the layers; see RenderTree+Copies.swift.
  var copies = CopySlots()
  /// The images that layers show.
  package internal(set) var images = ImageTable()
  var freeSlots: [Int32] = []
  /// What the last sampling took.
  package internal(set) var sampleMilliseconds = 0.0
  /// Whether layers were left out because they are nested too deep to draw.
  package internal(set) var isTooDeep = false
  /// How often something was committed.
  package internal(set) var commitCount = 0
  /// How many layers' values all commits copied together.
  package internal(set) var copiedLayerCount = 0

  package init() {}

  /// How many layers the tree has.
  package var count: Int { Int(ends.first ?? 0) }

  /// The place of a layer in ``order``; nil for one that was not committed here, or was left out.
  package func place(of layer: CALayer) -> Int? { order.prefix(count).firstIndex(of: layer.renderIndex) }

  /// Whether any layer has an animation.
  package var isAnimated: Bool { !animatedSlots.isEmpty }

  /// Whether a layer has animations.
  package func isAnimated(_ slot: Int32) -> Bool { !animations[Int(slot)].isEmpty }

  /// A layer's name and class for messages and `inspect`.
  package func name(ofSlot slot: Int32) -> String { names[Int(slot)] ?? "(unnamed)" }
}
