// Masks and mattes: what is left of a layer. Both become `mask` of a layer; several masks are built up one upon the
// other: what is added lies beside, what cuts is the mask of what is there.

import CoreGraphics
import Foundation
import QuartzCore

extension LottieBuilder {
  /// More than any layer covers, for what is everywhere but inside an outline.
  private static let everywhere = CGRect(x: -100_000, y: -100_000, width: 200_000, height: 200_000)

  /// The mask of a layer; nil for none.
  func makeMask(_ masks: [LottieMask], on timeline: Timeline) throws(SceneFileError) -> CALayer? {
    var result: CALayer?
    for mask in masks {
      try reading.takeLayers(2, at: mask.path)
      switch mask.mode {
      case .none: continue
      case .add, .lighten:
        let shape = makeOutline(mask, inverted: mask.isInverted, on: timeline)
        result = result.map { .carrier([$0, shape]) } ?? shape
      case .subtract:
        guard let there = result else {
          result = makeOutline(mask, inverted: !mask.isInverted, on: timeline)
          continue
        }
        let shape = makeOutline(mask, inverted: mask.isInverted, on: timeline)
        shape.compositingFilter = "destOut"
        result = .carrier([there, shape])
      case .intersect, .darken:
        let shape = makeOutline(mask, inverted: mask.isInverted, on: timeline)
        result = result.map { .carrier([$0], mask: shape) } ?? shape
      case .difference:
        let shape = makeOutline(mask, inverted: mask.isInverted, on: timeline)
        guard let there = result else {
          result = shape
          continue
        }
        shape.compositingFilter = "xor"
        result = .carrier([there, shape])
      }
    }
    return result
  }

  /// The inside of a mask's outline, or all but that.
  private func makeOutline(_ mask: LottieMask, inverted: Bool, on timeline: Timeline) -> CALayer {
    let shape = CAShapeLayer.outline()
    shape.fillColor = .lottieWhite
    // Whole and sharp: a hole in everything.
    let isPlain =
      mask.opacity.constant == 1 && mask.expansion.constant == 0
      && (mask.feather.constant?.allSatisfy { $0 == 0 } ?? false)
    shape.fillRule = inverted && isPlain ? .evenOdd : .nonZero
    setPath(of: shape, to: timeline.placed(mask.contour).map { PathGeometry(contours: [$0]) }, on: timeline) { path in
      if inverted && isPlain { path.addRect(Self.everywhere) }
    }
    guard !isPlain else { return shape }
    set("opacity", of: shape, to: mask.opacity, on: timeline) { $0 }
    let outline = feathered(expanded(shape, mask, on: timeline), mask, on: timeline)
    guard inverted else { return outline }
    outline.compositingFilter = "destOut"
    return .carrier([.filled(Self.everywhere), outline])
  }

  /// Moves the outline out by a line along it, or in by taking that line away.
  private func expanded(_ shape: CAShapeLayer, _ mask: LottieMask, on timeline: Timeline) -> CALayer {
    guard mask.expansion.constant != 0 else { return shape }
    let widths = mask.expansion.map { abs($0) * 2 }
    if mask.expansion.keyframes.allSatisfy({ $0.value >= 0 }) {
      shape.strokeColor = .lottieWhite
      shape.lineJoin = .miter
      set("lineWidth", of: shape, to: widths, on: timeline) { $0 }
      return shape
    }
    if mask.expansion.keyframes.contains(where: { $0.value > 0 }) {
      reading.note("a mask whose outline moves both out and in is drawn moving in", at: mask.path)
    }
    let edge = CAShapeLayer.outline()
    edge.fillColor = nil
    edge.strokeColor = .lottieWhite
    set("lineWidth", of: edge, to: widths, on: timeline) { $0 }
    setPath(of: edge, to: timeline.placed(mask.contour).map { PathGeometry(contours: [$0]) }, on: timeline)
    edge.compositingFilter = "destOut"
    return .carrier([shape], mask: .carrier([.filled(Self.everywhere), edge]))
  }

  private func feathered(_ outline: CALayer, _ mask: LottieMask, on timeline: Timeline) -> CALayer {
    guard !(mask.feather.constant?.allSatisfy { $0 == 0 } ?? false) else { return outline }
    let soft = CALayer.carrier([outline])
    let blur = CAFilter(type: "gaussianBlur")
    blur.name = "feather"
    blur.setValue(0, forKey: "inputRadius")
    soft.filters = [blur]
    // A feather reaches as far as it says: half of it on each side, where a Gaussian's edge has come to about 2 %.
    set("filters.feather.inputRadius", of: soft, to: mask.feather.map { ($0.first ?? 0) / 4 }, on: timeline) { $0 }
    return soft
  }

  /// Cuts a layer by another of its composition.
  ///
  /// - Parameters:
  ///   - drawn: the layer with its parents.
  ///   - offset: its place in the composition.
  func makeMatted(
    _ drawn: CALayer, _ layer: LottieLayer, at offset: Int, in composition: Composition
  ) throws(SceneFileError) -> CALayer {
    guard let matte = layer.matte else { return drawn }
    let sourceOffset = matte.source.flatMap { composition.byIndex[$0] } ?? offset - 1
    guard composition.layers.indices.contains(sourceOffset), sourceOffset != offset else {
      reading.note("no layer to be cut by; it is shown whole", at: layer.path)
      return drawn
    }
    let source = composition.layers[sourceOffset]
    let canvas = CGRect(origin: .zero, size: composition.size)
    var mask = try makeLayer(source, in: composition) ?? .carrier()
    if source.matte != nil, source.isMatteSource, sourceOffset > 0 {
      mask = try makeMatted(mask, source, at: sourceOffset, in: composition)
    }
    if matte.kind.isLuma {
      mask = .carrier([.filled(canvas, color: .lottieBlack), mask])
      mask.filters = [CAFilter.lumaToAlpha]
    }
    if matte.kind.isInverted {
      mask.compositingFilter = "destOut"
      mask = .carrier([.filled(canvas), mask])
    }
    return .carrier([drawn], mask: mask)
  }
}

extension CGColor {
  static let lottieWhite = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
  static let lottieBlack = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
}

extension CAShapeLayer {
  /// A shape in its superlayer's space.
  static func outline() -> CAShapeLayer {
    let shape = CAShapeLayer()
    shape.anchorPoint = .zero
    shape.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    shape.fillColor = nil
    return shape
  }
}

extension CALayer {
  fileprivate static func carrier(_ sublayers: [CALayer], mask: CALayer) -> CALayer {
    let layer = carrier(sublayers)
    layer.mask = mask
    return layer
  }

  /// A rectangle of one colour.
  fileprivate static func filled(_ rectangle: CGRect, color: CGColor = .lottieWhite) -> CALayer {
    let layer = CALayer()
    layer.frame = rectangle
    layer.backgroundColor = color
    return layer
  }
}
