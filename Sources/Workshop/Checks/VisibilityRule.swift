// Tested by SightCheckTests.

import Compositor
import CoreGraphics
import Foundation
import QuartzCore

/// Finds layers whose drawing is never visible, and reports the outermost ones. Copies of a visible layer, with the
/// same path, and fills or strokes of a partly visible drawing do not count.
struct VisibilityRule: FrameRule {
  private struct History {
    var wasShown = false
    var wasSeen = false
    var wasUncovered = false
    /// Whether it had something to draw, but no size.
    var hadNoSize = false
    var hadSize = false
    var box: CGRect?
    var time = 0.0
  }

  private var layers = LayerTable<History>()
  private let shapesAreParts: Bool

  init(shapesAreParts: Bool = false) { self.shapesAreParts = shapesAreParts }

  mutating func look(at frame: CheckedFrame) {
    let tree = frame.tree
    var open: [Above] = []
    for place in 0..<tree.count {
      let slot = tree.order[place]
      while let last = open.last, last.end <= Int32(place) { open.removeLast() }
      let (look, above) = (tree.looks[Int(slot)], open.last)
      let isMask = above.map { $0.isMask || Int32(place) < $0.maskEnd } ?? false
      let isShown = (above?.isShown ?? true) && !look.flags.contains(.hidden) && !tree.isInactive(slot)
      // Only the flat scene has the orientation of planes and the places of copies.
      let isPlain =
        (above?.isPlain ?? true)
        && look.flags.isDisjoint(with: [.tilted, .sublayerTransform, LayerPart.particles.flag])
        && !(frame.layers[slot] is CAReplicatorLayer) && !(frame.layers[slot] is CATransformLayer)
        // A scroll layer shows only a part.
        && !(frame.layers[slot] is CAScrollLayer)
        // A mask may reveal it for a moment.
        && tree.firstSublayers[place] == Int32(place) + 1
      open.append(
        Above(
          end: tree.ends[place], maskEnd: tree.firstSublayers[place], isMask: isMask, isShown: isShown,
          isPlain: isPlain))
      guard let layer = frame.layers[slot], !isMask, isShown, isPlain else { continue }
      note(layer, slot, look, in: frame)
    }
  }

  private struct Above {
    let end: Int32
    let maskEnd: Int32
    let isMask: Bool
    let isShown: Bool
    let isPlain: Bool
  }

  private mutating func note(_ layer: CALayer, _ slot: Int32, _ look: LayerLook, in frame: CheckedFrame) {
    let draws = !look.flags.isDisjoint(with: .draws)
    if !draws {
      guard look.bounds.isEmpty else { return }
      let values = frame.tree.models[Int(slot)]
      // An empty text shows nothing.
      let text = (layer as? CATextLayer)?.string
      guard
        values.contents != nil || (values.backgroundColor?.alpha ?? 0) > 0
          || (text != nil && (text as? String)?.isEmpty != true)
      else { return }
      layers[layer, default: History()].hadNoSize = true
      return
    }
    var history = layers[layer, default: History()]
    history.hadSize = true
    if !history.wasShown { history.time = frame.time }
    history.wasShown = true
    if let seen = frame.seen[slot], !seen.own.isEmpty {
      history.wasSeen = true
      if !frame.covered.contains(slot) { history.wasUncovered = true }
      if history.box == nil { (history.box, history.time) = (seen.own.rect, frame.time) }
    }
    layers[layer, default: History()] = history
  }

  func findings(_ scene: CheckedScene) -> [Finding] {
    let all = [0...max(scene.duration, 0)]
    let flat = layers.entries.filter { $0.value.hadNoSize && !$0.value.hadSize }.map { layer, _ in
      Finding(
        .noSize, layer: layer.checkedPath, "the layer has something to show, and no size",
        advice: "give its bounds a width and a height", times: all)
    }
    return flat
      + hidden.map { layer, history in
        history.wasSeen
          ? Finding(
            .covered, layer: layer.checkedPath, "the layer is always hidden by something opaque in front of it",
            advice: "take it out, or bring it to the front", box: history.box, times: [history.time...history.time])
          : Finding(
            .neverSeen, layer: layer.checkedPath,
            "nothing of the layer is ever seen: it lies outside of the frame, or of what cuts it off",
            advice: "move it into the frame, or take it out", times: all)
      }
  }

  /// The outermost layers with something to show, none of which is visible.
  private var hidden: [(layer: CALayer, history: History)] {
    let shown = layers.entries.filter { $0.value.wasShown }
    let unseen = shown.filter { !$0.value.wasUncovered }
    guard !unseen.isEmpty else { return [] }
    // The numbers of layers in each layer, including itself, that show something, and that are invisible.
    var counts: [ObjectIdentifier: (shown: Int, unseen: Int)] = [:]
    for (layer, history) in shown {
      for above in sequence(first: layer, next: \.superlayer) {
        counts[ObjectIdentifier(above), default: (0, 0)].shown += 1
        if !history.wasUncovered { counts[ObjectIdentifier(above), default: (0, 0)].unseen += 1 }
      }
    }
    func isHidden(_ layer: CALayer) -> Bool { counts[ObjectIdentifier(layer)].map { $0.shown == $0.unseen } ?? false }
    let seenPaths = Set(shown.lazy.filter { $0.value.wasUncovered }.map { $0.layer.checkedPath })
    var found = LayerTable<History>()
    for (layer, history) in unseen where !seenPaths.contains(layer.checkedPath) {
      let all = sequence(first: layer) { $0.superlayer }.prefix { $0.superlayer != nil && isHidden($0) }
      if shapesAreParts, all.dropFirst().isEmpty, layer is CAShapeLayer { continue }
      // Authors know layers by their names.
      let outermost = all.last { $0.name?.isEmpty == false } ?? all.last ?? layer
      var joined = found[outermost, default: history]
      joined.wasSeen = joined.wasSeen || history.wasSeen
      if let box = history.box { joined.box = joined.box.map { $0.union(box) } ?? box }
      found[outermost, default: history] = joined
    }
    return found.entries.map { ($0.layer, $0.value) }
  }
}

/// Finds pictures too near to the frame's edges: some screens show only the inner 93 % of a film, its action-safe area.
/// TextRule checks texts, which belong into the inner 90 %.
///
/// Only single pictures that rest completely within the frame count, such as a logo in a corner. A picture at an edge
/// extends beyond it, a large one is a background, overlapping pictures are parts of one, and many are a pattern.
struct SafeAreaRule: FrameRule {
  private struct History {
    var last: Box?
    var box: Box?
    var times: Set<Double> = []
    var hasLeft = false
  }

  private var layers = LayerTable<History>()

  /// The part of each side that all screens show, for pictures.
  static let actionSafe = 0.93
  /// The part of each side for texts.
  static let titleSafe = 0.9
  /// Smaller pictures are parts of others, not films.
  static let leastSide = 480
  /// The share of the frame above which a picture is a background.
  private static let mostOfFrame = 0.25
  /// The share of the frame from which a box is behind everything.
  private static let wholeFrame = 0.9
  /// More pictures are a pattern.
  private static let mostPictures = 2
  private static let leastSeen = 24.0

  static func area(_ part: Double, width: Int, height: Int) -> Box {
    let (across, down) = (Double(width) * (1 - part) / 2, Double(height) * (1 - part) / 2)
    return Box(across, down, Double(width) - across, Double(height) - down)
  }

  mutating func look(at frame: CheckedFrame) {
    guard min(frame.width, frame.height) >= Self.leastSide else { return }
    let safe = Self.area(Self.actionSafe, width: frame.width, height: frame.height)
    var pictures: [(layer: CALayer, box: Box)] = []
    for (slot, seen) in frame.seen.sorted(by: { $0.key < $1.key }) {
      guard frame.tree.looks[Int(slot)].flags.contains(LayerPart.contents.flag), let layer = frame.layers[slot],
        seen.opacity >= 0.5, !seen.own.isEmpty, !frame.covered.contains(slot), layer.writtenText(at: frame.time) == nil
      else { continue }
      pictures.append((layer, seen.own))
    }
    for (layer, box) in pictures {
      let rests = layers[layer]?.last.map { $0.isNear(box) } ?? (frame.time == 0)
      layers[layer, default: History()].last = box
      guard rests, min(box.width, box.height) >= Self.leastSeen, box.area <= frame.box.area * Self.mostOfFrame,
        frame.box.insetBy(0.5).contains(box)
      else { continue }
      guard box.loss(to: safe) > 1 else {
        layers[layer, default: History()].hasLeft = true
        continue
      }
      let isPart = pictures.contains { other in
        other.layer !== layer && other.box.area < frame.box.area * Self.wholeFrame && other.box.intersects(box)
      }
      if isPart { continue }
      layers[layer, default: History()].box = box
      layers[layer, default: History()].times.insert(frame.time)
    }
  }

  func findings(_ scene: CheckedScene) -> [Finding] {
    let safe = Self.area(Self.actionSafe, width: scene.width, height: scene.height)
    let found = layers.entries.filter { $0.value.box != nil && !$0.value.hasLeft }
    guard found.count <= Self.mostPictures else { return [] }
    return found.compactMap { layer, history in
      guard let box = history.box else { return nil }
      return Finding(
        .safeArea, layer: layer.checkedPath,
        "the picture reaches out of the inner 93 % of the frame, which every screen shows (action-safe)",
        advice: "move it inside by \(Int(box.loss(to: safe).rounded(.up))) pixels", box: box.rect,
        times: scene.stretches(history.times))
    }
  }
}
