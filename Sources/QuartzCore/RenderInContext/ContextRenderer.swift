// `CALayer.render(in:)` draws a tree of layers onto a CGContext, by the CPU:
//
//   root: its own coordinates are the context's user space
//     |  opacity, mask, shadow: transparency layers (ContextRenderer+Effects.swift)
//     |    parts under | parts inside, sublayers, inside the bounds where it masks | parts over (LayerPart)
//     '-> each sublayer, in ascending zPosition, under its placement and the sublayerTransform
//
// It is another route to the renderer's picture, shares only paths with it, and so tests it. Differences of Core
// Animation's own `render(in:)` from its compositor, as measured, are reproduced: shadowPath does not count, transform
// layers are plain layers, a replicator's copies have no colours of their own and turn about the origin of its
// coordinates, and a dash pattern continues in sublayers.
//
// Decisions of ours, where Apple's documentation is silent:
// - The affine part of a transform in space is drawn: no perspective, no depth order beyond `zPosition`. A single-sided
//   layer seen from behind is left out.
// - Masks, group opacity and the blend modes of Core Graphics count. Other filters, particles and transitions do not.
// - An image's first row lies at minimum y if the context's y points down, else at maximum y; a sublayer with
//   `isGeometryFlipped` is upright, too. So images and text are upright in the bitmap. A layer's own drawing lies where
//   it drew it. The determinant's sign tells whether y points down: a context mirrored sideways turns images over.
// - The context decides on antialiased edges; the layers' own switches do not count.
// - The context's alpha, blend mode, shadow and image clips apply to the tree as a whole.
//
// Drawing recurses; stack frames are kept small, as 512 levels have to fit on a thread's stack.
//
// Tested by RenderPartsTests and RenderInContextTests.

import CoreGraphics
import Foundation

final class ContextRenderer {
  let context: CGContext
  /// The number of copies that replicators made, beyond the sublayers themselves.
  var copyCount = 0

  var openPixels: CGFloat = 0

  /// The depth below which layers are not drawn, as in frames.
  static let deepest = 512

  init(_ context: CGContext) { self.context = context }

  /// Draws a tree whose root's coordinates are user space.
  func render(_ root: CALayer) {
    let pointsDown = context.ctm.determinant < 0
    let isGroup = context.hasEffects
    context.saveGState()
    if isGroup { context.beginTransparencyLayer(auxiliaryInfo: nil) }
    // The root's flip only turns its contents over, as was measured.
    draw(root, rowsFromMinY: pointsDown != root.values.isGeometryFlipped, depth: 0)
    if isGroup { context.endTransparencyLayer() }
    context.restoreGState()
  }

  /// Draws a layer with its sublayers, and changes the context's state. `rowsFromMinY` says whether the first row of
  /// contents lies at minimum y of the layer's coordinates.
  func draw(_ layer: CALayer, rowsFromMinY: Bool, depth: Int) {
    guard depth < Self.deepest, !layer.values.isHidden, layer.values.opacity.asAlpha > 0 else { return }
    guard let effects = beginEffects(of: layer) else { return }
    draw(LayerPart.under, of: layer, rowsFromMinY: rowsFromMinY)
    context.saveGState()
    if layer.values.masksToBounds { clip(to: layer) }
    draw(LayerPart.inside, of: layer, rowsFromMinY: rowsFromMinY)
    drawSublayers(of: layer, rowsFromMinY: rowsFromMinY, depth: depth)
    context.restoreGState()
    draw(LayerPart.over, of: layer, rowsFromMinY: rowsFromMinY)
    endEffects(effects, of: layer, rowsFromMinY: rowsFromMinY, depth: depth)
  }

  /// Draws the parts of a layer that `render(in:)` draws, one after the other.
  @inline(never)
  private func draw(_ parts: [LayerPart], of layer: CALayer, rowsFromMinY: Bool) {
    for part in parts {
      switch part {
      // The shadow is an effect on all parts together.
      case .backdrop, .shadow, .particles: break
      case .background:
        // An opaque gradient covers all of the background; both would be antialiased at the same edge.
        if context.alpha < 1 || gradient(of: layer)?.isOpaque != true { drawBackground(of: layer) }
      case .gradient: if let gradient = gradient(of: layer) { draw(gradient, of: layer) }
      case .text: layer.drawUnderContents(in: context, isYDown: rowsFromMinY)
      case .contents: drawContents(of: layer, rowsFromMinY: rowsFromMinY)
      case .tiles:
        guard layer.kind == .tiled, layer.hasArea, layer.values.contents == nil else { break }
        drawTiles(of: layer, rowsFromMinY: rowsFromMinY)
      case .shape: if layer.kind == .shape { drawShape(of: layer) }
      // Drawn with the fill.
      case .strokeOverFill: break
      case .border: drawBorder(of: layer)
      }
    }
  }

  private func gradient(of layer: CALayer) -> GradientField? {
    layer.kind == .gradient ? (layer as? CAGradientLayer).flatMap { GradientField($0) } : nil
  }

  private func drawSublayers(of layer: CALayer, rowsFromMinY: Bool, depth: Int) {
    if layer.kind == .replicator {
      drawCopies(of: layer, rowsFromMinY: rowsFromMinY, depth: depth)
    } else {
      drawSublayers(of: layer, under: layer.values.sublayerPlacement, rowsFromMinY: rowsFromMinY, depth: depth)
    }
  }

  /// Draws the sublayers, each at its own place, then under a common transform.
  func drawSublayers(of layer: CALayer, under common: CATransform3D?, rowsFromMinY: Bool, depth: Int) {
    for sublayer in layer.sublayersInPaintOrder {
      drawPlaced(sublayer, under: common, rowsFromMinY: rowsFromMinY, depth: depth + 1)
    }
  }

  /// Draws a layer at its place in its superlayer, whose coordinates are user space.
  func drawPlaced(_ layer: CALayer, under common: CATransform3D?, rowsFromMinY: Bool, depth: Int) {
    guard let placement = placement(of: layer, under: common) else { return }
    context.saveGState()
    context.concatenate(placement)
    draw(layer, rowsFromMinY: rowsFromMinY != layer.values.isGeometryFlipped, depth: depth)
    context.restoreGState()
  }

  /// Returns the affine part of a layer's placement; nil if nothing of the layer is visible.
  func placement(of layer: CALayer, under common: CATransform3D?) -> CGAffineTransform? {
    var m = layer.values.placement
    if let common { m = CATransform3DConcat(m, common) }
    guard m.m44 > 0 else { return nil }
    let w = m.m44
    let affine = CGAffineTransform(
      a: m.m11 / w, b: m.m12 / w, c: m.m21 / w, d: m.m22 / w, tx: m.m41 / w, ty: m.m42 / w)
    let numbers = [affine.a, affine.b, affine.c, affine.d, affine.tx, affine.ty]
    guard numbers.allSatisfy({ abs($0) < 1e9 }) else { return nil }
    if !layer.values.isDoubleSided {
      guard m.showsFront else { return nil }
    }
    return affine
  }
}

// As measured, copies have no colours of their own, and each step of the transform is about the origin of the layer's
// coordinates; in frames about the layer's centre. Delays do not count, as nothing is animated.
extension ContextRenderer {
  /// The maximum number of copies of one call of `render(in:)`, over all nested replicators.
  private static let mostCopies = 500_000

  func drawCopies(of layer: CALayer, rowsFromMinY: Bool, depth: Int) {
    guard let replicator = layer as? CAReplicatorLayer else { return }
    let step = replicator.instanceTransform
    let common = layer.values.sublayerPlacement ?? CATransform3DIdentity
    var place = CATransform3DIdentity
    for copy in 0..<max(replicator.instanceCount, 0) {
      if copy > 0 {
        copyCount += 1
        guard copyCount < Self.mostCopies else { return }
        place = CATransform3DConcat(place, step)
      }
      drawSublayers(
        of: layer, under: CATransform3DConcat(place, common), rowsFromMinY: rowsFromMinY, depth: depth)
    }
  }
}

extension CALayer {
  var shownSublayers: [CALayer] { presented == nil ? children : presentedSublayers }

  /// The sublayers in ascending `zPosition`, equal ones in their order.
  fileprivate var sublayersInPaintOrder: [CALayer] {
    let layers = shownSublayers
    var last = -CGFloat.infinity
    for layer in layers {
      // A comparison with NaN fails; such layers keep their place.
      if layer.values.zPosition < last { return layers.sorted { $0.values.zPosition < $1.values.zPosition } }
      last = layer.values.zPosition
    }
    return layers
  }
}

extension CATransform3D {
  /// Whether the plane z = 0 faces the viewer, without perspective: it keeps the transform's orientation in space, so
  /// that a mirror image still shows its front.
  fileprivate var showsFront: Bool {
    let plane = m11 * m22 - m12 * m21
    let space =
      m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
    return plane != 0 && (plane > 0) == (space >= 0)
  }
}

extension Float {
  /// The opacity from 0 to 1; NaN means 1.
  var asAlpha: CGFloat { isNaN ? 1 : CGFloat(min(max(self, 0), 1)) }
}

// Under an opaque border, background and clip end a pixel before the border does, or half of it if that is less: with
// both antialiased at the same edge, the background would shine through.
extension ContextRenderer {
  func drawBackground(of layer: CALayer) {
    guard let color = layer.values.backgroundColor, color.alpha > 0, layer.hasArea else { return }
    context.setFillColor(color)
    context.addPath(inner(LayerOutline(layer.values), of: layer).path)
    context.fillPath()
  }

  func clip(to layer: CALayer) {
    guard layer.hasArea else { return context.clip(to: []) }
    context.addPath(inner(LayerOutline(layer.values), of: layer).path)
    context.clip()
  }

  func drawBorder(of layer: CALayer) {
    guard layer.values.borderWidth > 0, let color = layer.values.borderColor, color.alpha > 0, layer.hasArea else {
      return
    }
    let outline = LayerOutline(layer.values)
    let ring = CGMutablePath()
    outline.add(to: ring)
    outline.inset(by: Double(layer.values.borderWidth))?.add(to: ring)
    context.setFillColor(color)
    context.addPath(ring)
    context.fillPath(using: .evenOdd)
  }

  /// Returns the outline moved inwards under an opaque border.
  func inner(_ outline: LayerOutline, of layer: CALayer) -> LayerOutline {
    let width = Double(layer.values.borderWidth)
    guard width > 0, (layer.values.borderColor?.alpha ?? 0) >= 1, context.alpha >= 1 else { return outline }
    let scale = Double(context.ctm.meanScale)
    guard scale > 0 else { return outline }
    return outline.inset(by: min(1 / scale, width / 2)) ?? outline
  }
}

extension CALayer {
  var hasArea: Bool { values.bounds.width > 0 && values.bounds.height > 0 }
}
