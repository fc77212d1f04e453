// Pictures too near to the frame's edges: some screens show no more than the inner 93 % of a film, its action-safe
// area. Texts belong into the inner 90 %, which TextRule looks at.
//
// A picture is meant that is all in the frame, as a logo in a corner is, and rests there by itself. What touches an
// edge goes on beyond it, what fills much of the frame is a background, pictures that overlap are parts of one, and
// many are a pattern.
//
// Tested by SightCheckTests.

import Compositor
import CoreGraphics
import QuartzCore

struct SafeAreaRule: FrameRule {
  private struct History {
    var last: Box?
    var box: Box?
    var times: Set<Double> = []
    var hasLeft = false
  }

  private var layers = LayerTable<History>()

  /// The part of each side that every screen shows of what is no text.
  static let actionSafe = 0.93
  /// The same of texts.
  static let titleSafe = 0.9
  /// Smaller pictures are no films, and are shown in the middle of something.
  static let leastSide = 480
  /// The share of the frame above which a picture is a background.
  private static let mostOfFrame = 0.25
  /// The share of the frame from which on a box lies behind all.
  private static let wholeFrame = 0.9
  /// More of them are a pattern.
  private static let mostPictures = 2
  /// Smaller ones are points.
  private static let leastSeen = 24.0

  /// The inner part of a frame.
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
