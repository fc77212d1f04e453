// Tested by TextCheckTests.

import Compositor
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore

/// Finds texts that are partly hidden, lack letters in their font, or are not shown long or clearly enough to be read.
///
/// A text is judged at rest, as the frame clips a text that flies in, and one that fades in is faint first. A text that
/// is whole at another time is not reported.
struct TextRule: FrameRule {
  fileprivate struct Sample {
    let time: Double
    let string: String
    let opacity: Double
    /// The unclipped box of the text's letters; nil if unknown.
    let ink: Box?
    let visible: Box
    let size: Double
    let hiddenCount: Int
    /// Whether an ellipsis stands for the hidden part.
    let isShortened: Bool
    let isCutByBounds: Bool
    var contrast: Double?
  }

  fileprivate struct History {
    var samples: [Sample] = []
    var missing: [WrittenText.MissingGlyph] = []
    var replacedFont: (name: String, family: String)?
    var measuredAt = -Double.infinity
  }

  private var texts = LayerTable<History>()
  private let meter: ContrastMeter
  private let readingSpeed: Double
  private var measuredFrames = 0
  /// The most frames whose contrasts are measured, each of which is drawn two more times.
  private static let mostMeasured = 24
  private static let mostSamples = 2_000

  init(rasterizer: any Rasterizer, readingSpeed: Double) {
    (meter, self.readingSpeed) = (ContrastMeter(rasterizer: rasterizer), readingSpeed)
  }

  mutating func look(at frame: CheckedFrame) throws {
    var found: [(layer: CALayer, text: ContrastMeter.Text)] = []
    for (slot, seen) in frame.seen.sorted(by: { $0.key < $1.key }) where !seen.box.isEmpty {
      guard let layer = frame.layers[slot], let text = layer.writtenText(at: frame.time), text.isReadable,
        let sample = Self.sample(text, slot, seen, frame),
        texts[layer, default: History()].samples.count < Self.mostSamples
      else { continue }
      texts[layer, default: History()].samples.append(sample)
      texts[layer, default: History()].replacedFont = text.replacedFont
      for glyph in text.missing where !texts[layer, default: History()].missing.contains(glyph) {
        texts[layer, default: History()].missing.append(glyph)
      }
      guard sample.opacity >= 0.5, !sample.visible.isEmpty, !frame.covered.contains(slot) else { continue }
      let isOwn = layer is CATextLayer
      found.append(
        (
          layer,
          ContrastMeter.Text(
            slot: slot, box: sample.visible, slots: isOwn ? [slot] : frame.tree.subtree(of: slot),
            drawsPictures: isOwn, opacity: seen.opacity, size: sample.size)
        ))
    }
    try measure(found, frame)
  }

  private mutating func measure(_ found: [(layer: CALayer, text: ContrastMeter.Text)], _ frame: CheckedFrame) throws {
    let isDue = found.contains { layer, _ in frame.time - texts[layer, default: History()].measuredAt >= 0.9 }
    guard isDue, measuredFrames < Self.mostMeasured else { return }
    measuredFrames += 1
    let contrasts = try meter.contrasts(of: found.map(\.text), in: frame)
    for (layer, text) in found {
      texts[layer, default: History()].measuredAt = frame.time
      let last = texts[layer, default: History()].samples.count - 1
      texts[layer, default: History()].samples[last].contrast = contrasts[text.slot]
    }
  }

  private static func sample(_ text: WrittenText, _ slot: Int32, _ seen: SeenLayer, _ frame: CheckedFrame) -> Sample? {
    let map = seen.toPixels
    let scale = (map.m21 * map.m21 + map.m22 * map.m22).squareRoot()
    guard map.isAffine, scale.isFinite else { return nil }
    var (ink, visible, isCutByBounds): (Box?, Box, Bool) = (nil, seen.box, false)
    if let letters = text.ink {
      guard !letters.isNull else { return nil }
      let bounds = frame.tree.looks[Int(slot)].bounds
      let rect = CGRect(
        x: bounds.minX + letters.minX,
        y: seen.firstRowAtMinY ? bounds.minY + letters.minY : bounds.maxY - letters.maxY, width: letters.width,
        height: letters.height)
      let box = Box(map.mapBounds(rect))
      (ink, visible) = (box, box.intersection(seen.own))
      let room = Box(map.mapBounds(bounds.cgRect))
      isCutByBounds = box.loss(to: room) > box.loss(to: frame.box)
    }
    return Sample(
      time: frame.time, string: text.string, opacity: seen.opacity, ink: ink, visible: visible,
      size: text.fontSize * scale, hiddenCount: text.hiddenCount, isShortened: text.isShortened,
      isCutByBounds: isCutByBounds)
  }

  func findings(_ scene: CheckedScene) -> [Finding] {
    texts.entries.flatMap { layer, history -> [Finding] in
      let judge = TextJudge(layer: layer.checkedPath, history: history, scene: scene)
      return judge.glyphs()
        + [
          judge.font(), judge.cut(), judge.safeArea(), judge.contrast(), judge.reading(at: readingSpeed),
        ].compactMap { $0 }
    }
  }
}

extension WrittenText {
  fileprivate var isReadable: Bool { string.contains { $0.isLetter || $0.isNumber } }
}

extension RenderTree {
  fileprivate func subtree(of slot: Int32) -> Set<Int32> {
    guard let place = order.prefix(count).firstIndex(of: slot) else { return [slot] }
    return Set(order[place..<Int(ends[place])])
  }
}

extension Box {
  /// Returns the greatest distance by which the box extends beyond another one, at least 0.
  func loss(to other: Box) -> Double {
    max(other.minX - minX, other.minY - minY, maxX - other.maxX, maxY - other.maxY, 0)
  }

  /// Whether the boxes differ by less than a pixel.
  func isNear(_ other: Box) -> Bool {
    max(abs(minX - other.minX), abs(minY - other.minY), abs(maxX - other.maxX), abs(maxY - other.maxY)) < 0.75
  }
}

private struct TextJudge {
  let layer: String
  let history: TextRule.History
  let scene: CheckedScene

  /// The samples at rest: those whose neighbour before or after has the same place.
  private var resting: [TextRule.Sample] {
    let samples = history.samples.filter { $0.opacity >= 0.5 && !$0.visible.isEmpty }
    guard !scene.isStill else { return samples }
    return samples.indices.filter { index in
      [index - 1, index + 1].contains { other in
        samples.indices.contains(other) && samples[other].string == samples[index].string
          && (samples[other].ink ?? samples[other].visible).isNear(samples[index].ink ?? samples[index].visible)
      }
    }.map { samples[$0] }
  }

  private func quoted(_ text: String) -> String { "'\(text.onOneLine.prefix(40))\(text.count > 40 ? "…" : "")'" }

  private func times(_ samples: [TextRule.Sample]) -> [ClosedRange<Double>] {
    scene.stretches(Set(samples.map(\.time)))
  }

  func glyphs() -> [Finding] {
    history.missing.map { glyph in
      let codes = glyph.character.unicodeScalars.prefix(8).map { "U+" + String($0.value, radix: 16, uppercase: true) }
      return Finding(
        .missingGlyph, layer: layer,
        "no font has '\(glyph.character)' (\(codes.joined(separator: " "))), asked for in \(glyph.font); "
          + "a box is drawn",
        advice: "choose a font that has it, or bring one along by --font", box: history.samples.first?.visible.rect,
        times: times(Array(history.samples.prefix(1))))
    }
  }

  func font() -> Finding? {
    history.replacedFont.map { font in
      Finding(
        .fallbackFont, layer: layer,
        "the font '\(font.name.onOneLine)' is not installed; \(font.family) stands in for it",
        advice: "bring the font along by --font, or name an installed one", box: history.samples.first?.visible.rect,
        times: times(Array(history.samples.prefix(1))))
    }
  }

  private enum Cut { case whole, bounds, around, room }

  private func cut(_ sample: TextRule.Sample) -> Cut {
    if sample.hiddenCount > 0 { return .room }
    guard let ink = sample.ink else {
      // Letters that are shapes have no unclipped box: at the frame's edge, they count as cut off.
      let edge = 0.5
      let box = sample.visible
      let isAtEdge =
        box.minX <= edge || box.minY <= edge || box.maxX >= Double(scene.width) - edge
        || box.maxY >= Double(scene.height) - edge
      return isAtEdge ? .around : .whole
    }
    // Letters extend beyond their boxes a little.
    guard ink.loss(to: sample.visible) > max(2, sample.size * 0.1) else { return .whole }
    return sample.isCutByBounds ? .bounds : .around
  }

  func cut() -> Finding? {
    let cuts = resting.map { (sample: $0, cut: cut($0)) }
    guard let first = cuts.first(where: { $0.cut != .whole }), !cuts.contains(where: { $0.cut == .whole }) else {
      return nil
    }
    let text = quoted(first.sample.string)
    let (message, advice) =
      switch first.cut {
      case .room, .whole:
        (
          "a part of the text \(text) is left out: it has no room",
          "make its layer larger, or the text shorter or smaller"
        )
      case .bounds:
        ("the text \(text) is cut off by its layer's bounds", "make its layer larger, or the text shorter or smaller")
      case .around:
        (
          "the text \(text) "
            + (first.sample.ink == nil ? "reaches the edge of the frame" : "is cut off by the frame, or a layer above"),
          "move it inside, or make it smaller"
        )
      }
    // The author who asked for an ellipsis expects it.
    let isAsked = first.cut == .room && first.sample.isShortened
    return Finding(
      .cutText, severity: isAsked ? .note : nil, layer: layer, message, advice: advice,
      box: (first.sample.ink ?? first.sample.visible).joined(first.sample.visible).rect,
      times: times(cuts.filter { $0.cut != .whole }.map(\.sample)))
  }

  func safeArea() -> Finding? {
    // Small pictures are parts of others, not films.
    guard min(scene.width, scene.height) >= SafeAreaRule.leastSide else { return nil }
    let safe = SafeAreaRule.area(SafeAreaRule.titleSafe, width: scene.width, height: scene.height)
    let action = SafeAreaRule.area(SafeAreaRule.actionSafe, width: scene.width, height: scene.height)
    let outside = resting.filter { cut($0) == .whole && $0.visible.loss(to: safe) > 1 }
    guard let first = outside.max(by: { $0.visible.loss(to: safe) < $1.visible.loss(to: safe) }) else { return nil }
    return Finding(
      .safeArea, layer: layer,
      "the text \(quoted(first.string)) reaches out of the inner "
        + (first.visible.loss(to: action) > 1
          ? "93 % of the frame, which every screen shows (action-safe); texts belong into the inner 90 % (title-safe)"
          : "90 % of the frame, into which texts belong (title-safe)"),
      advice: "move it inside by \(Int(first.visible.loss(to: safe).rounded(.up))) pixels", box: first.visible.rect,
      times: times(outside))
  }

  func contrast() -> Finding? {
    guard let most = history.samples.map(\.opacity).max() else { return nil }
    let measured = history.samples.filter { $0.contrast != nil && $0.opacity >= most * 0.9 }
    let low = measured.filter { $0.contrast! < least($0) - 0.05 }
    guard let worst = low.min(by: { $0.contrast! < $1.contrast! }), low.count * 2 >= measured.count else { return nil }
    return Finding(
      .contrast, layer: layer,
      "the contrast of the text \(quoted(worst.string)) with what lies behind it is "
        + "\(worst.contrast!.formatted(places: 1)) to 1; text of its size needs \(least(worst).formatted(places: 1)) "
        + "(WCAG 1.4.3)",
      advice: "change its colour, or put something between it and what lies behind", box: worst.visible.rect,
      times: times(low))
  }

  /// The minimum contrast for a text's size: less from 24 points on.
  private func least(_ sample: TextRule.Sample) -> Double { sample.size / scene.scale >= 23.5 ? 3 : 4.5 }

  func reading(at speed: Double) -> Finding? {
    guard !scene.isStill, let most = history.samples.map(\.opacity).max(), most > 0.1 else { return nil }
    // A counter shows many texts, which nobody reads one by one.
    guard Set(history.samples.map(\.string)).count <= 2 else { return nil }
    let shown = history.samples.filter { sample in
      let whole = sample.ink?.area ?? sample.visible.area
      return sample.opacity >= most * 0.5 && sample.visible.area >= whole * 0.5 && whole > 0
    }
    for stretch in scene.stretches(Set(shown.map(\.time))) {
      // A text that shows from the first frame to the last may be shown again and again.
      if stretch.upperBound >= scene.duration, stretch.lowerBound <= 0 || !scene.hasEnd { continue }
      guard let sample = shown.first(where: { $0.time == stretch.lowerBound }) else { continue }
      let letters = sample.string.count { !$0.isWhitespace }
      // The text may have been there since just after the previous frame, and until just before the next.
      let length = scene.time(after: stretch.upperBound) - scene.time(before: stretch.lowerBound)
      let needed = Double(sample.string.count) / speed
      guard letters >= 8, length > 0, length < needed else { continue }
      return Finding(
        .readingTime, layer: layer,
        "the text \(quoted(sample.string)) is shown for \(length.formatted(places: 2)) s at most; reading its "
          + "\(sample.string.count) characters takes \(needed.formatted(places: 2))",
        advice: "show it longer, or shorten it", box: sample.visible.rect, times: [stretch])
    }
    return nil
  }
}
