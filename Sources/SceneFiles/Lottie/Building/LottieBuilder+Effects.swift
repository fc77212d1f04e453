// Effects and layer styles: shadows are the layer's own, colours and blurs are filters.

import CoreGraphics
import Foundation
import QuartzCore

extension LottieBuilder {
  /// Puts a layer's effects and styles upon its content.
  func withEffects(_ content: CALayer, of layer: LottieLayer, on timeline: Timeline) -> CALayer {
    var outer = content
    for effect in layer.effects {
      if let changed = (try? apply(effect, to: outer, on: timeline)) { outer = changed }
    }
    for style in layer.styles {
      if let changed = (try? apply(style, to: outer, on: timeline)) { outer = changed }
    }
    return outer
  }

  private func apply(
    _ effect: LottieEffect, to content: CALayer, on timeline: Timeline
  ) throws(SceneFileError) -> CALayer {
    func value(_ index: Int) -> LottieNode? { index < effect.values.count ? effect.values[index] : nil }
    let outer = CALayer.carrier([content])
    switch effect.kind {
    case .tint:
      let (black, white) = try (
        reading.vector(value(0), default: [0, 0, 0]), reading.vector(value(1), default: [1, 1, 1])
      )
      let amount = try reading.scalar(value(2), default: 100, unit: 0.01)
      notMoving([black.isConstant, white.isConstant, amount.isConstant], effect.path)
      outer.filters = [CAFilter.tint(black: black.first, white: white.first, amount: amount.first)]
    case .fill:
      let color = try reading.vector(value(2), default: [0, 0, 0])
      let opacity = try reading.scalar(value(6), default: 1)
      notMoving([color.isConstant, opacity.isConstant], effect.path)
      outer.filters = [CAFilter.colored(color.first, opacity: opacity.first)]
    case .dropShadow:
      try setShadow(
        of: outer, on: timeline, color: reading.vector(value(0), default: [0, 0, 0]),
        opacity: reading.scalar(value(1), default: 127.5, unit: 1 / 255),
        // A direction of 0 degrees is up.
        angle: reading.scalar(value(2), default: 0).map { $0 - 90 }, distance: reading.scalar(value(3), default: 0),
        softness: reading.scalar(value(4), default: 0))
    case .gaussianBlur:
      let blur = CAFilter(type: "gaussianBlur")
      blur.name = "blur"
      blur.setValue(0, forKey: "inputRadius")
      outer.filters = [blur]
      let radius = try reading.scalar(value(0), default: 0).map { $0 * LottieBuilder.blurSigma }
      set("filters.blur.inputRadius", of: outer, to: radius, on: timeline) { $0 }
    }
    return outer
  }

  /// The standard deviation of a blurriness of 1, as lottie-web has it.
  static let blurSigma = 0.3

  private func notMoving(_ areConstant: [Bool], _ path: LottiePath) {
    if areConstant.contains(false) { reading.note("the colours of effects do not move; the first one holds", at: path) }
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
        // The angle is where the light comes from, counter-clockwise from the right.
        angle: reading.scalar(node["a"], default: 120).map { 180 - $0 },
        distance: reading.scalar(node["d"], default: 5),
        softness: reading.scalar(node["s"], default: 5))
    case .outerGlow:
      try setShadow(
        of: outer, on: timeline, color: reading.vector(node["c"], default: [1, 1, 1]),
        opacity: reading.scalar(node["o"], default: 75, unit: 0.01), angle: Track(0), distance: Track(0),
        softness: reading.scalar(node["s"], default: 5))
    case .colorOverlay:
      let color = try reading.vector(node["c"], default: [0, 0, 0])
      let opacity = try reading.scalar(node["o"], default: 100, unit: 0.01)
      notMoving([color.isConstant, opacity.isConstant], node.path)
      outer.filters = [CAFilter.colored(color.first, opacity: opacity.first, keepsAlpha: true)]
    case .stroke, .innerShadow, .innerGlow, .bevel, .satin, .gradientOverlay:
      reading.note("the layer style \(style.kind) is not drawn", at: node.path)
      return content
    }
    return outer
  }

  private func setShadow(
    of layer: CALayer, on timeline: Timeline, color: Track<[Double]>, opacity: Track<Double>, angle: Track<Double>,
    distance: Track<Double>, softness: Track<Double>
  ) {
    set("shadowColor", of: layer, to: color, on: timeline) { CGColor.lottie($0) }
    set("shadowOpacity", of: layer, to: opacity, on: timeline) { Float($0) }
    // A softness is the width of the blur, two standard deviations.
    set("shadowRadius", of: layer, to: softness, on: timeline) { $0 / 2 }
    let (angle, distance) = (timeline.placed(angle), timeline.placed(distance))
    let offset = Track<CGPoint>.combining(
      [angle.timing, distance.timing], isLinear: angle.isConstant, timeline: timeline
    ) { time in
      let (turn, length) = (angle.value(at: time) * .pi / 180, distance.value(at: time))
      return CGPoint(x: cos(turn) * length, y: sin(turn) * length)
    }
    set("shadowOffset", of: layer, toPlaced: offset, duration: timeline.duration) { CGSize(width: $0.x, height: $0.y) }
  }
}

extension CAFilter {
  /// The weights of red, green and blue in what the eye takes for brightness, as video's standard BT.601 has them.
  private static let luma = (0.299, 0.587, 0.114)

  /// Brightness to alpha.
  static var lumaToAlpha: CAFilter {
    matrix([
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, luma.0, luma.1, luma.2, 0, 0,
    ])
  }

  /// Brightness to a colour between two, mixed with what there was.
  static func tint(black: [Double], white: [Double], amount: Double) -> CAFilter {
    let (dark, light) = (black.rgb, white.rgb)
    var values: [Double] = []
    for row in 0..<3 {
      for (column, weight) in [luma.0, luma.1, luma.2].enumerated() {
        values.append((light[row] - dark[row]) * weight * amount + (row == column ? 1 - amount : 0))
      }
      values += [0, dark[row] * amount]
    }
    return matrix(values + [0, 0, 0, 1, 0])
  }

  /// One colour everywhere.
  ///
  /// - Parameter keepsAlpha: whether the opacity mixes the colour with what there was, rather than fading all.
  static func colored(_ color: [Double], opacity: Double, keepsAlpha: Bool = false) -> CAFilter {
    let (rgb, kept) = (color.rgb, keepsAlpha ? 1 - opacity : 0)
    var values: [Double] = []
    for row in 0..<3 {
      for column in 0..<4 { values.append(row == column ? kept : 0) }
      values.append(rgb[row] * (1 - kept))
    }
    return matrix(values + [0, 0, 0, keepsAlpha ? 1 : opacity, 0])
  }

  /// Rows for red, green, blue and alpha: the weights of these four, and what is added.
  private static func matrix(_ values: [Double]) -> CAFilter {
    let filter = CAFilter(type: "colorMatrix")
    filter.name = "color"
    filter.setValue(values.map { NSNumber(value: $0) }, forKey: "inputColorMatrix")
    return filter
  }
}

extension [Double] {
  /// Three components; black's for those that are missing.
  fileprivate var rgb: [Double] { (0..<3).map { $0 < count ? self[$0] : 0 } }
}
