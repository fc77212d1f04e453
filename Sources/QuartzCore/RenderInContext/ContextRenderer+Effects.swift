// Opacity, mask, blend mode and shadow of a layer with its sublayers are transparency layers around them:
//
//   { blend mode:  { opacity of each, shadow: parts }  x mask }
//
// As measured, a shadow fades with its layer but lies under it separately: the background shows through both. The mask
// multiplies the sum of them. A layer that masks to its bounds has no shadow.
//
// Core Graphics takes a shadow's offset and blur in base space, so the current transform is applied to them. Its blur
// is twice the Gaussian's standard deviation, `shadowRadius`, and it ends at twice that deviation, as was measured; a
// frame's shadows extend a little further (see Compositor/Geometry/Gaussian.swift).

import CoreGraphics
import Foundation

extension ContextRenderer {
  struct Effects {
    var isGroup = false
    var mask: CALayer?
    var hasShadow = false
    var pixels: CGFloat = 0
  }

  /// The maximum number of pixels that open transparency layers may have together: 512 MiB.
  private static let mostOpenPixels: CGFloat = 0x1p27

  /// Begins the transparency layers that a layer needs. Opacity that needs none goes into the context's alpha, and from
  /// there into sublayers. Returns nil, and begins nothing, if nothing is visible, or there would be too many.
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
    // Antialiased edges need room.
    let pixel = 2 / max(context.ctm.meanScale, 1e-9)
    let extent = extent(of: layer)?.insetBy(dx: -pixel, dy: -pixel)
    if extent?.isNull ?? false { return nil }
    let whole = extent.flatMap { withShadow($0, of: layer) }
    effects.pixels = (effects.isGroup ? openArea(whole) : 0) + (shadow == nil ? 0 : openArea(extent))
    guard openPixels + effects.pixels <= Self.mostOpenPixels else { return nil }
    openPixels += effects.pixels
    if effects.isGroup {
      // A shadow and the parts that cast it fade one by one, inside.
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

  /// Returns the number of pixels of a transparency layer over a box of user space.
  private func openArea(_ extent: CGRect?) -> CGFloat {
    let clip = context.clipBox
    let box = extent.map { $0.applying(context.ctm).overlap(clip) } ?? clip
    return box.isNull ? 0 : box.width * box.height
  }

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
  /// Whether the layer draws at most one part, whose opacity is then the layer's.
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

  /// The blend mode of Core Graphics for the layer's compositing filter; nil without a filter, and for a filter that
  /// `render(in:)` does not draw, as was measured.
  var blendMode: CGBlendMode? {
    guard let filter = values.filters?.compositingFilter, filter.isEnabled else { return nil }
    return BlendMode(filter: filter.type)?.contextMode
  }
}

extension ContextRenderer {
  /// The most layers that one extent examines; larger trees are drawn without an extent.
  private static let mostLayers = 20_000

  /// Returns a box, in the layer's coordinates, around all that the layer and its sublayers draw, so that transparency
  /// layers and blurs are no larger; null for nothing, nil if it is unknown. It is an upper bound.
  func extent(of layer: CALayer) -> CGRect? {
    var left = Self.mostLayers
    return extent(of: layer, depth: 0, &left)
  }

  private func extent(of layer: CALayer, depth: Int, _ left: inout Int) -> CGRect? {
    left -= 1
    guard left > 0, depth < Self.deepest else { return nil }
    let isCut = layer.values.masksToBounds
    var box = ownExtent(of: layer)
    // Copies may lie anywhere.
    let isOpen = layer.kind == .replicator
    if isOpen, !isCut { return nil }
    if !isOpen || !isCut {
      for sublayer in layer.shownSublayers where !sublayer.values.isHidden {
        guard let inner = extentInSuperlayer(of: sublayer, under: layer.values.sublayerPlacement, depth, &left) else {
          box = .infinite
          break
        }
        box = box.union(inner)
      }
    }
    if isCut {
      let outline = layer.hasArea ? LayerOutline(layer.values).extent : layer.values.bounds
      box = isOpen ? outline : box.overlap(outline)
    }
    let isKnown = box.isNull || [box.minX, box.minY, box.width, box.height].allSatisfy { abs($0) < 1e9 }
    return isKnown ? box : nil
  }

  private func extentInSuperlayer(
    of layer: CALayer, under common: CATransform3D?, _ depth: Int, _ left: inout Int
  ) -> CGRect? {
    guard let placement = placement(of: layer, under: common) else { return .null }
    guard let box = extent(of: layer, depth: depth + 1, &left) else { return nil }
    guard !box.isNull else { return .null }
    return withShadow(box, of: layer)?.applying(placement)
  }

  /// Returns a box with the shadow that the layer casts of it; nil if that is unknown.
  func withShadow(_ box: CGRect, of layer: CALayer) -> CGRect? {
    guard layer.values.shadowOpacity > 0 else { return box }
    let (offset, radius) = (layer.values.shadowOffset, layer.values.shadowRadius)
    guard offset.width.isFinite, offset.height.isFinite, radius.isFinite else { return nil }
    let reach = -2 * max(radius, 0) - 1
    return box.union(box.offsetBy(dx: offset.width, dy: offset.height).insetBy(dx: reach, dy: reach))
  }

  /// Returns the extent without sublayers.
  private func ownExtent(of layer: CALayer) -> CGRect {
    var box = CGRect.null
    if layer.hasArea { box = LayerOutline(layer.values).extent }
    if let image = layer.values.contents {
      box = box.union(ImagePlacement(layer.values, image, rowsFromMinY: true).destination)
    }
    if let shape = layer as? CAShapeLayer, let path = shape.path, !path.isEmpty {
      var area = path.boundingBox
      if shape.strokeColor != nil {
        // Square caps and miters reach farther.
        let reach = max(shape.lineWidth, 0) * max(1, shape.miterLimit)
        area = reach.isFinite ? area.insetBy(dx: -reach, dy: -reach) : .infinite
      }
      box = box.union(area)
    }
    return box
  }
}
