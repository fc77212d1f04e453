// The effect Stroke: lines along a layer's masks, whether these hide anything or not.
//
// Tested by StrokeEffectTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension LottieBuilder {
  /// Draws the lines of the effect over a layer's content, instead of it, or as a mask that reveals it.
  func makeStrokes(
    _ effect: LottieEffect, along masks: [LottieMask], of content: CALayer, on timeline: Timeline
  ) throws(SceneFileError) -> CALayer {
    func number(_ index: Int, _ fallback: Double) throws(SceneFileError) -> Double {
      try reading.scalar(effect.value(index), default: fallback).first
    }
    var chosen = masks
    let isOfAll = try number(1, 0) == 1
    if !isOfAll {
      let index = Int(bounded: try number(0, 1).rounded()) - 1
      chosen = masks.indices.contains(index) ? [masks[index]] : []
    }
    let style = try number(10, 1)
    guard !chosen.isEmpty else { return style == 1 ? content : .carrier() }
    if try number(5, 1) < 1 { reading.note("the brush of the effect Stroke is hard", at: effect.path) }
    // Strokes in sequence follow all masks as one long line.
    let isSequential = try number(2, 1) == 1
    let trim = try TrimPath(
      start: reading.scalar(effect.value(7), default: 0, unit: 0.01),
      end: reading.scalar(effect.value(8), default: 100, unit: 0.01),
      offset: Track(0), isIndividual: isOfAll && isSequential)
    let stroke = try line(of: effect, isWhite: style == 3)
    let item = ShapeItem(name: nil, path: effect.path, content: .stroke(stroke))
    let outlines = chosen.map { mask in
      ShapeBuilder.Outline(
        geometry: timeline.placed(mask.contour).map { PathGeometry(contours: [$0]) },
        trims: trim.isWhole ? [] : [ShapeBuilder.Trim(path: trim, identity: effect.path)], carriers: [])
    }
    let builder = ShapeBuilder(builder: self, timeline: timeline, canvas: .zero)
    guard let lines = try builder.makeStroke(stroke, of: outlines, item) else { return content }
    switch style {
    // The caller sets the layer's own opacity on the returned layer.
    case 2: return .carrier([lines])
    case 3:
      let outer = CALayer.carrier([content])
      outer.mask = lines
      return outer
    default: return .carrier([content, lines])
    }
  }

  /// Returns the stroke of the effect: round dots of the brush, whose width is twice its size, at distances in percent
  /// of the width. Dots at up to a quarter of the width are drawn as a continuous line.
  private func line(of effect: LottieEffect, isWhite: Bool) throws(SceneFileError) -> ShapeStroke {
    let width = try reading.scalar(effect.value(4), default: 2).map { $0 * 2 }
    let spacing = try reading.scalar(effect.value(9), default: 15).first
    let color = try reading.color(effect.value(3))
    return ShapeStroke(
      paint: .color(isWhite ? Track([1, 1, 1]) : color), opacity: try reading.scalar(effect.value(6), default: 1),
      width: width, cap: .round, join: .round, miterLimit: 4,
      dashes: spacing > 25 ? [Track(1), width.map { $0 * spacing / 100 }] : [], dashPhase: Track(0))
  }
}
