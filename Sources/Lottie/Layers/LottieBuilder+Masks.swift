// Masks and mattes become `mask` of a layer. Of several masks, added ones are siblings, subtracted ones mask them.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension LottieBuilder {
  func makeMask(_ masks: [LottieMask], on timeline: Timeline) throws(SceneFileError) -> CALayer? {
    var result: CALayer?
    // Whether the masks so far are only fully open or closed: then lighten equals add, and darken equals intersect.
    var isSharp = true
    for mask in masks where mask.mode != .none {
      try reading.takeLayers(2, at: mask.path)
      isSharp = isSharp && mask.isWhole
      guard let there = result else {
        result = makeFirst(mask, on: timeline)
        continue
      }
      let shape = makeOutline(mask, on: timeline)
      switch mask.mode {
      case .none: continue
      case .add: result = .carrier([there, shape])
      case .subtract:
        shape.compositingFilter = "destOut"
        result = .carrier([there, shape])
      case .intersect: result = .carrier([there], mask: shape)
      case .lighten:
        if !isSharp { shape.compositingFilter = "maximum" }
        result = .carrier([there, shape])
      case .darken: result = isSharp ? .carrier([there], mask: shape) : .darker(there, shape)
      case .difference:
        shape.compositingFilter = "xor"
        result = .carrier([there, shape])
      }
    }
    return result
  }

  /// Makes the mask of the part of the whole layer that the first mask leaves.
  private func makeFirst(_ mask: LottieMask, on timeline: Timeline) -> CALayer {
    guard mask.mode == .subtract else { return makeOutline(mask, on: timeline) }
    return mask.isPlain
      ? makeOutline(mask, on: timeline, turned: true) : .everything(but: makeOutline(mask, on: timeline))
  }

  /// Makes the inside of a mask's outline, or the outside, with the mask's opacity. `turned` inverts a plain mask.
  private func makeOutline(_ mask: LottieMask, on timeline: Timeline, turned: Bool = false) -> CALayer {
    let shape = CAShapeLayer.outline()
    shape.fillColor = .lottieWhite
    // A hole in everything.
    let isHole = mask.isPlain && mask.isInverted != turned
    shape.fillRule = isHole ? .evenOdd : .nonZero
    setPath(of: shape, to: timeline.placed(mask.contour).map { PathGeometry(contours: [$0]) }, on: timeline) { path in
      if isHole { path.addRect(CALayer.everywhere) }
    }
    guard !mask.isPlain else { return shape }
    let outline = feathered(expanded(shape, mask, on: timeline), mask, on: timeline)
    let result = mask.isInverted ? CALayer.everything(but: outline) : outline
    set("opacity", of: result, to: mask.opacity, on: timeline) { $0 }
    return result
  }

  /// Expands the outline by a line along it, or contracts it by removing that line.
  private func expanded(_ shape: CAShapeLayer, _ mask: LottieMask, on timeline: Timeline) -> CALayer {
    guard mask.expansion.constant != 0 else { return shape }
    let expansion = timeline.placed(mask.expansion)
    let values = expansion.keyframes.map(\.value)
    let (growsOut, growsIn) = (values.contains { $0 > 0 }, values.contains { $0 < 0 })
    func setWidth(of layer: CALayer, _ width: @escaping (_ expansion: Double) -> Double) {
      // Between a contraction and an expansion the width is 0 for a while.
      let track: Track<Double> =
        growsOut && growsIn
        ? .combining([expansion.timing], isLinear: false, timeline: timeline) { width(expansion.value(at: $0)) }
        : expansion.map(width)
      set("lineWidth", of: layer, toPlaced: track, duration: timeline.duration) { $0 }
    }
    if growsOut {
      shape.strokeColor = .lottieWhite
      shape.lineJoin = .miter
      setWidth(of: shape) { max($0, 0) * 2 }
    }
    guard growsIn else { return shape }
    let edge = CAShapeLayer.outline()
    edge.fillColor = nil
    edge.strokeColor = .lottieWhite
    setWidth(of: edge) { max(-$0, 0) * 2 }
    setPath(of: edge, to: timeline.placed(mask.contour).map { PathGeometry(contours: [$0]) }, on: timeline)
    return .carrier([shape], mask: .everything(but: edge))
  }

  private func feathered(_ outline: CALayer, _ mask: LottieMask, on timeline: Timeline) -> CALayer {
    guard !(mask.feather.constant?.allSatisfy { $0 == 0 } ?? false) else { return outline }
    let soft = CALayer.carrier([outline])
    let blur = CAFilter(type: "gaussianBlur")
    blur.name = "feather"
    blur.setValue(0, forKey: "inputRadius")
    soft.filters = [blur]
    // Half of a feather lies on each side, where a Gaussian's edge has fallen to about 2 %.
    set("filters.feather.inputRadius", of: soft, to: mask.feather.map { ($0.first ?? 0) / 4 }, on: timeline) { $0 }
    return soft
  }

  /// Masks a layer, drawn inside its parents, by another layer of its composition, whose place is `offset`.
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

extension LottieMask {
  /// Whether the mask is fully opaque and sharp.
  fileprivate var isWhole: Bool { opacity.constant == 1 && (feather.constant?.allSatisfy { $0 == 0 } ?? false) }

  /// Whether the mask is its outline, without opacity, feather or expansion.
  fileprivate var isPlain: Bool { isWhole && expansion.constant == 0 }
}

extension CALayer {
  /// A rectangle larger than any layer, for everything outside of an outline.
  fileprivate static let everywhere = CGRect(x: -100_000, y: -100_000, width: 200_000, height: 200_000)

  /// Returns a layer that covers everything but what another layer covers.
  fileprivate static func everything(but layer: CALayer) -> CALayer {
    layer.compositingFilter = "destOut"
    return .carrier([.filled(everywhere), layer])
  }

  /// Returns the lesser alpha of two layers: everything but the greater of their complements.
  fileprivate static func darker(_ first: CALayer, _ second: CALayer) -> CALayer {
    let rest = everything(but: second)
    rest.compositingFilter = "maximum"
    return everything(but: .carrier([everything(but: first), rest]))
  }

  fileprivate static func carrier(_ sublayers: [CALayer], mask: CALayer) -> CALayer {
    let layer = carrier(sublayers)
    layer.mask = mask
    return layer
  }

  fileprivate static func filled(_ rectangle: CGRect, color: CGColor = .lottieWhite) -> CALayer {
    let layer = CALayer()
    layer.frame = rectangle
    layer.backgroundColor = color
    return layer
  }
}
