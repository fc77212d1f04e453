// Tested by ContentTests, PrecompositionTests and StrokeEffectTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension LottieBuilder {
  /// Applies a layer's effects and styles to its content: shadows as the layer's own, colours and blurs as filters.
  func withEffects(_ content: CALayer, of layer: LottieLayer, on timeline: Timeline) -> CALayer {
    var outer = content
    for effect in layer.effects {
      do throws(SceneFileError) { outer = try apply(effect, of: layer, to: outer, on: timeline) } catch {
        reading.note("an effect that cannot be read is left out", at: effect.path)
      }
    }
    for style in layer.styles {
      do throws(SceneFileError) { outer = try apply(style, to: outer, on: timeline) } catch {
        reading.note("a layer style that cannot be read is left out", at: style.node.path)
      }
    }
    return outer
  }

  private func apply(
    _ effect: LottieEffect, of layer: LottieLayer, to content: CALayer, on timeline: Timeline
  ) throws(SceneFileError) -> CALayer {
    lazy var outer = CALayer.carrier([content])
    switch effect.kind {
    case .stroke: return try makeStrokes(effect, along: layer.masks, of: content, on: timeline)
    case .tint:
      let (black, white) = try (
        reading.vector(effect.value(0), default: [0, 0, 0]), reading.vector(effect.value(1), default: [1, 1, 1])
      )
      let amount = try reading.scalar(effect.value(2), default: 100, unit: 0.01)
      setTint(of: outer, on: timeline, black: black, white: white, amount: amount)
    case .fill:
      try setColor(
        of: outer, on: timeline, reading.vector(effect.value(2), default: [0, 0, 0]),
        opacity: reading.scalar(effect.value(6), default: 1))
    case .dropShadow:
      try setShadow(
        of: outer, on: timeline, color: reading.vector(effect.value(0), default: [0, 0, 0]),
        opacity: reading.scalar(effect.value(1), default: 127.5, unit: 1 / 255),
        // A direction of 0 degrees is up.
        angle: reading.scalar(effect.value(2), default: 0).map { $0 - 90 },
        distance: reading.scalar(effect.value(3), default: 0),
        // A standard deviation is a quarter of it in lottie-web, and a fifth in lottie-ios.
        blur: reading.scalar(effect.value(4), default: 0, unit: reading.imitating == .lottieIOS ? 0.2 : 0.25))
    case .gaussianBlur:
      if try reading.scalar(effect.value(1), default: 1).keyframes.contains(where: { $0.value == 2 || $0.value == 3 }) {
        reading.note("blurs along one dimension are drawn along both", at: effect.path)
      }
      let blur = CAFilter(type: "gaussianBlur")
      blur.name = "blur"
      blur.setValue(0, forKey: "inputRadius")
      outer.filters = [blur]
      let radius = try reading.scalar(effect.value(0), default: 0).map { $0 * LottieBuilder.blurSigma }
      set("filters.blur.inputRadius", of: outer, to: radius, on: timeline) { $0 }
    }
    return outer
  }

  /// The standard deviation of a blurriness of 1, in lottie-web.
  static let blurSigma = 0.3
  /// The standard deviation of a layer style's size of 1: the size is the blur's width, two deviations.
  private static let styleBlur = 0.5

  private func setTint(
    of layer: CALayer, on timeline: Timeline, black: Track<[Double]>, white: Track<[Double]>, amount: Track<Double>
  ) {
    let (black, white, amount) = (timeline.placed(black), timeline.placed(white), timeline.placed(amount))
    let isLinear = amount.isConstant || (black.isConstant && white.isConstant)
    let matrix = Track<[Double]>.combining(
      [black.timing, white.timing, amount.timing], isLinear: isLinear, timeline: timeline
    ) { time in
      ColorMatrixNumbers.tint(
        black: black.value(at: time), white: white.value(at: time), amount: amount.value(at: time))
    }
    setMatrix(matrix, of: layer, on: timeline)
  }

  /// Sets one colour everywhere. `keepsAlpha`: the opacity mixes the colour with the present one instead of fading.
  private func setColor(
    of layer: CALayer, on timeline: Timeline, _ color: Track<[Double]>, opacity: Track<Double>,
    keepsAlpha: Bool = false
  ) {
    let (color, opacity) = (timeline.placed(color), timeline.placed(opacity))
    let isLinear = opacity.isConstant || color.isConstant || !keepsAlpha
    let matrix = Track<[Double]>.combining([color.timing, opacity.timing], isLinear: isLinear, timeline: timeline) {
      ColorMatrixNumbers.colored(color.value(at: $0), opacity: opacity.value(at: $0), keepsAlpha: keepsAlpha)
    }
    setMatrix(matrix, of: layer, on: timeline)
  }

  private func setMatrix(_ matrix: Track<[Double]>, of layer: CALayer, on timeline: Timeline) {
    let filter = CAFilter.colorMatrix(matrix.first)
    layer.filters = [filter]
    set("filters.\(filter.name).inputColorMatrix", of: layer, toPlaced: matrix, duration: timeline.duration) {
      $0.map { NSNumber(value: $0) }
    }
  }

  private func apply(
    _ style: LottieStyle, to content: CALayer, on timeline: Timeline
  ) throws(SceneFileError) -> CALayer {
    let (node, outer) = (style.node, CALayer.carrier([content]))
    switch style.kind {
    case .dropShadow:
      try setShadow(
        of: outer, on: timeline, color: reading.vector(node["c"], default: [0, 0, 0]),
        opacity: reading.scalar(node["o"], default: 75, unit: 0.01),
        // The angle is the direction of the light, counter-clockwise from the right.
        angle: reading.scalar(node["a"], default: 120).map { 180 - $0 },
        distance: reading.scalar(node["d"], default: 5),
        blur: reading.scalar(node["s"], default: 5, unit: LottieBuilder.styleBlur))
    case .outerGlow:
      try setShadow(
        of: outer, on: timeline, color: reading.vector(node["c"], default: [1, 1, 1]),
        opacity: reading.scalar(node["o"], default: 75, unit: 0.01), angle: Track(0), distance: Track(0),
        blur: reading.scalar(node["s"], default: 5, unit: LottieBuilder.styleBlur))
    case .colorOverlay:
      try setColor(
        of: outer, on: timeline, reading.vector(node["c"], default: [0, 0, 0]),
        opacity: reading.scalar(node["o"], default: 100, unit: 0.01), keepsAlpha: true)
    case .stroke, .innerShadow, .innerGlow, .bevel, .satin, .gradientOverlay:
      reading.note("the layer style \(style.kind) is not drawn", at: node.path)
      return content
    }
    return outer
  }

  private func setShadow(
    of layer: CALayer, on timeline: Timeline, color: Track<[Double]>, opacity: Track<Double>, angle: Track<Double>,
    distance: Track<Double>, blur: Track<Double>
  ) {
    set("shadowColor", of: layer, to: color, on: timeline) { CGColor.lottie($0) }
    set("shadowOpacity", of: layer, to: opacity, on: timeline) { Float($0) }
    set("shadowRadius", of: layer, to: blur, on: timeline) { $0 }
    let (angle, distance) = (timeline.placed(angle), timeline.placed(distance))
    let offset = Track<CGPoint>.combining(
      [angle.timing, distance.timing], isLinear: angle.isConstant, timeline: timeline
    ) { time in
      let (turn, length) = (angle.value(at: time) * .pi / 180, distance.value(at: time))
      return CGPoint(x: cos(turn) * length, y: sin(turn) * length)
    }
    set("shadowOffset", of: layer, toPlaced: offset, duration: timeline.duration) { CGSize(width: $0.x, height: $0.y) }
  }

  /// Draws the lines of the effect Stroke along a layer's masks, even masks without effect: over the layer's content,
  /// instead of it, or as a mask that reveals it.
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
    // Strokes in sequence are one long line along all masks.
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

  /// Returns the stroke of the effect: round dots of the brush, of twice its size in width, at distances in percent of
  /// the width. Up to a quarter of it, the dots are drawn as a continuous line.
  private func line(of effect: LottieEffect, isWhite: Bool) throws(SceneFileError) -> LottieStroke {
    let width = try reading.scalar(effect.value(4), default: 2).map { $0 * 2 }
    let spacing = try reading.scalar(effect.value(9), default: 15).first
    let color = try reading.color(effect.value(3))
    return LottieStroke(
      paint: .color(isWhite ? Track([1, 1, 1]) : color), opacity: try reading.scalar(effect.value(6), default: 1),
      width: width, cap: .round, join: .round, miterLimit: 4,
      dashes: spacing > 25 ? [Track(1), width.map { $0 * spacing / 100 }] : [], dashPhase: Track(0))
  }
}

extension CAFilter {
  static var lumaToAlpha: CAFilter { colorMatrix(ColorMatrixNumbers.lumaToAlpha) }

  /// A filter that changes colours by a millionth, as one without any effect would not be drawn.
  static var almostNothing: CAFilter { colorMatrix([1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 1e-6, 0, 0, 0, 1, 0]) }

  fileprivate static func colorMatrix(_ numbers: [Double]) -> CAFilter {
    let filter = CAFilter(type: "colorMatrix")
    filter.name = "color"
    filter.setValue(numbers.map { NSNumber(value: $0) }, forKey: "inputColorMatrix")
    return filter
  }
}

/// Rows for red, green, blue and alpha, of four weights and an addend each.
private enum ColorMatrixNumbers {
  /// BT.601's weights of red, green and blue in luma.
  private static let luma = (0.299, 0.587, 0.114)

  static let lumaToAlpha: [Double] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, luma.0, luma.1, luma.2, 0, 0,
  ]

  /// Returns the matrix that maps luma to the colours between two, mixed with the original colour.
  static func tint(black: [Double], white: [Double], amount: Double) -> [Double] {
    let (dark, light) = (black.rgb, white.rgb)
    var values: [Double] = []
    for row in 0..<3 {
      for (column, weight) in [luma.0, luma.1, luma.2].enumerated() {
        values.append((light[row] - dark[row]) * weight * amount + (row == column ? 1 - amount : 0))
      }
      values += [0, dark[row] * amount]
    }
    return values + [0, 0, 0, 1, 0]
  }

  static func colored(_ color: [Double], opacity: Double, keepsAlpha: Bool) -> [Double] {
    let (rgb, kept) = (color.rgb, keepsAlpha ? 1 - opacity : 0)
    var values: [Double] = []
    for row in 0..<3 {
      for column in 0..<4 { values.append(row == column ? kept : 0) }
      values.append(rgb[row] * (1 - kept))
    }
    return values + [0, 0, 0, keepsAlpha ? 1 : opacity, 0]
  }
}

extension [Double] {
  /// Three components, 0 for missing ones.
  fileprivate var rgb: [Double] { (0..<3).map { $0 < count ? self[$0] : 0 } }
}
