// What is done to a layer with its sublayers as a whole: opacity, mask, blend mode, shadow, by transparency layers
// around.
//
//   { blend mode:  { opacity of each, shadow: parts }  x mask }
//
// As measured, a shadow fades with its layer but lies under it by itself: what is below shows through both. The mask
// multiplies the sum of them. Where bounds mask, there is no shadow at all.
//
// Core Graphics takes a shadow's offset and blur in base space, so they are brought there by the current transform. Its
// blur is twice the Gaussian's standard deviation, which is what `shadowRadius` is, and it ends at twice that
// deviation, as was measured; a frame's shadows reach a little further (see Compositor/Geometry/Gaussian.swift).

import CoreGraphics
import Foundation

extension ContextRenderer {
  /// The transparency layers around a layer's parts.
  struct Effects {
    var isGroup = false
    var mask: CALayer?
    var hasShadow = false
    /// The pixels of the transparency layers.
    var pixels: CGFloat = 0
  }

  /// The most pixels that open transparency layers may have together: 512 MiB of them.
  private static let mostOpenPixels: CGFloat = 0x1p27

  /// Begins the transparency layers that a layer needs. Opacity that needs none goes into the context's alpha, and from
  /// there into sublayers. Returns nil, and begins nothing, where nothing can be seen, or there would be too many.
  func beginEffects(of layer: CALayer) -> Effects? {
    var effects = Effects()
    effects.mask = layer.mask
    let shadow = shadow(of: layer)
    let blendMode = layer.blendMode
    let alpha = context.alpha * layer.values.opacity.asAlpha
    context.setAlpha(alpha)
    effects.isGroup =
      effects.mask != nil || blendMode != nil
      || (alpha < 1 && layer.values.allowsGroupOpacity && shadow == nil && !layer.isOnePart)
    guard effects.isGroup || shadow != nil else { return effects }
    // With room for antialiased edges.
    let pixel = 2 / max(context.ctm.meanScale, 1e-9)
    let extent = extent(of: layer)?.insetBy(dx: -pixel, dy: -pixel)
    if extent?.isNull ?? false { return nil }
    let whole = extent.flatMap { withShadow($0, of: layer) }
    effects.pixels = (effects.isGroup ? openArea(whole) : 0) + (shadow == nil ? 0 : openArea(extent))
    guard openPixels + effects.pixels <= Self.mostOpenPixels else { return nil }
    openPixels += effects.pixels
    if effects.isGroup {
      // A shadow and what casts it fade one by one, inside.
      if shadow != nil { context.setAlpha(1) }
      if let blendMode { context.setBlendMode(blendMode) }
      begin(whole)
    }
    if let shadow {
      effects.hasShadow = true
      context.setAlpha(alpha)
      context.setShadow(offset: shadow.offset, blur: shadow.blur, color: shadow.color)
      begin(extent)
    }
    return effects
  }

  private func begin(_ extent: CGRect?) {
    if let extent {
      context.beginTransparencyLayer(in: extent, auxiliaryInfo: nil)
    } else {
      context.beginTransparencyLayer(auxiliaryInfo: nil)
    }
  }

  /// The pixels of a transparency layer over a box of user space.
  private func openArea(_ extent: CGRect?) -> CGFloat {
    let clip = context.clipBox
    let box = extent.map { $0.applying(context.ctm).overlap(clip) } ?? clip
    return box.isNull ? 0 : box.width * box.height
  }

  /// Ends what ``beginEffects(of:)`` began.
  func endEffects(_ effects: Effects, of layer: CALayer, rowsFromMinY: Bool, depth: Int) {
    if effects.hasShadow { context.endTransparencyLayer() }
    if let mask = effects.mask {
      context.beginMask()
      drawPlaced(mask, under: nil, rowsFromMinY: rowsFromMinY, depth: depth + 1)
      context.endMask()
    }
    if effects.isGroup { context.endTransparencyLayer() }
    openPixels -= effects.pixels
  }

  /// A shadow as Core Graphics takes it.
  struct Shadow {
    var offset: CGSize
    var blur: CGFloat
    var color: CGColor
  }

  private func shadow(of layer: CALayer) -> Shadow? {
    guard layer.values.shadowOpacity > 0, !layer.values.masksToBounds, let color = layer.values.shadowColor else {
      return nil
    }
    let alpha = color.alpha * layer.values.shadowOpacity.asAlpha
    guard alpha > 0, let tinted = color.copy(alpha: alpha) else { return nil }
    let m = context.ctm
    let scale = m.meanScale
    let offset = layer.values.shadowOffset.applying(m)
    guard scale > 0, offset.width.isFinite, offset.height.isFinite else { return nil }
    let radius = layer.values.shadowRadius > 0 ? min(layer.values.shadowRadius, 4096) : 0
    return Shadow(offset: offset, blur: 2 * radius * scale, color: tinted)
  }
}

extension CALayer {
  /// Whether the layer draws one thing at most, so that no two lie over each other: then its opacity is that thing's.
  fileprivate var isOnePart: Bool {
    var parts = 0
    if (values.backgroundColor?.alpha ?? 0) > 0 { parts += 1 }
    if values.contents != nil { parts += 1 }
    if values.borderWidth > 0, (values.borderColor?.alpha ?? 0) > 0 { parts += 1 }
    switch kind {
    case .plain, .transform: break
    // A stroke lies over a fill.
    case .shape: parts += 2
    default: parts += 1
    }
    let sublayers = shownSublayers
    if sublayers.isEmpty { return parts <= 1 }
    guard parts == 0, sublayers.count == 1 else { return false }
    let only = sublayers[0]
    return only.values.allowsGroupOpacity && only.values.shadowOpacity <= 0 && only.blendMode == nil
  }
}

// A layer's compositing filter as a blend mode of Core Graphics: what `render(in:)` draws of filters, as was measured.
extension CALayer {
  /// The blend mode by which the layer with its sublayers joins what lies behind it; nil without a filter, and for a
  /// filter that is not drawn.
  var blendMode: CGBlendMode? {
    guard let filter = values.filters?.compositingFilter, filter.isEnabled else { return nil }
    return BlendMode(filter: filter.type)?.contextMode
  }
}
