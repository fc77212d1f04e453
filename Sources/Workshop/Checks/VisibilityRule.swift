// Layers that draw something which nobody ever sees.
//
// Tested by SightCheckTests.

import Compositor
import CoreGraphics
import Foundation
import QuartzCore

struct VisibilityRule: FrameRule {
  private struct History {
    /// Whether the layer, and all above, were shown at some time, and there was something to draw.
    var wasShown = false
    var wasSeen = false
    var wasUncovered = false
    /// Whether there was something to draw, and no room to draw it in.
    var hadNoSize = false
    var hadSize = false
    var box: CGRect?
    var time = 0.0
  }

  private var layers = LayerTable<History>()
  /// Whether the scene has states that are not looked at, in which layers may be seen.
  private let hasOtherStates: Bool

  init(hasOtherStates: Bool = false) { self.hasOtherStates = hasOtherStates }

  mutating func look(at frame: CheckedFrame) {
    let tree = frame.tree
    var open: [Above] = []
    for place in 0..<tree.count {
      let slot = tree.order[place]
      while let last = open.last, last.end <= Int32(place) { open.removeLast() }
      let (look, above) = (tree.looks[Int(slot)], open.last)
      let isMask = above.map { $0.isMask || Int32(place) < $0.maskEnd } ?? false
      let isShown = (above?.isShown ?? true) && !look.flags.contains(.hidden) && !tree.isInactive(slot)
      // Where planes turn away, and where copies stand, only the flat scene knows.
      let isPlain =
        (above?.isPlain ?? true)
        && look.flags.isDisjoint(with: [.tilted, .sublayerTransform, LayerPart.particles.flag])
        && !(frame.layers[slot] is CAReplicatorLayer) && !(frame.layers[slot] is CATransformLayer)
        // A mask may show it for a moment.
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
      guard values.contents != nil || (values.backgroundColor?.alpha ?? 0) > 0 || (layer as? CATextLayer)?.string != nil
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
    return layers.entries.compactMap { layer, history in
      if history.hadNoSize, !history.hadSize {
        return Finding(
          .noSize, layer: layer.checkedPath, "the layer has something to show, and no size",
          advice: "give its bounds a width and a height", times: all)
      }
      guard history.wasShown, !history.wasUncovered, !hasOtherStates else { return nil }
      if !history.wasSeen {
        return Finding(
          .neverSeen, layer: layer.checkedPath,
          "nothing of the layer is ever seen: it lies outside of the frame, or of what cuts it off",
          advice: "move it into the frame, or take it out", times: all)
      }
      return Finding(
        .covered, layer: layer.checkedPath, "the layer is always hidden by something opaque in front of it",
        advice: "take it out, or bring it to the front", box: history.box, times: [history.time...history.time])
    }
  }
}
