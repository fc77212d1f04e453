// A tree of layers drawn onto a CGContext, by the CPU: what stands behind `CALayer.render(in:)`.
//
//   root: its own coordinates are the context's user space
//     |  opacity, mask, shadow: transparency layers (ContextRenderer+Effects.swift)
//     |    parts under | parts inside, sublayers, inside the bounds where it masks | parts over (LayerPart)
//     '-> each sublayer, in ascending zPosition, under its placement and the sublayerTransform
//
// It is another route to the same picture as the renderer's, sharing no code with it beyond paths, and so tests it.
// What Core Animation's own `render(in:)` does unlike its compositor, as measured, is done here, too: shadowPath does
// not count, transform layers are plain layers, a replicator's copies have no colours of their own and turn about the
// origin of its coordinates, and a dash pattern goes on into sublayers.
//
// Decisions of ours, where Apple's documentation is silent:
// - Of a transform in space the affine part is drawn: no perspective, no depth order beyond `zPosition`. A layer seen
//   from behind is left out where it is single-sided.
// - Masks and group opacity count. Filters, blend modes and backdrop filters do not, nor do particles, nor a
//   transition.
// - An image's first row lies at minimum y where the context's y points down, and at maximum y otherwise; a sublayer
//   with `isGeometryFlipped` is upright, too. So an image is upright in the bitmap, and so is text. What a layer drew
//   itself lies where it drew it. That y points down is told by the sign of the transform's determinant, so a context
//   that is mirrored sideways turns images over.
// - Edges are antialiased as the context has it; the layers' own switches do not count.
// - What the context's alpha, blend mode, shadow and image clips do, they do to the tree as a whole.
//
// Drawing recurses; frames of functions are kept small, as 512 levels have to fit on a thread's stack.
//
// Tested by RenderPartsTests and RenderInContextTests.

import CoreGraphics
import Foundation

/// One call of `render(in:)`.
final class ContextRenderer {
  let context: CGContext
  /// Copies of replicators that were made, beyond the sublayers themselves.
  var copyCount = 0

  /// The pixels of the transparency layers that are open.
  var openPixels: CGFloat = 0

  /// Layers nested deeper are not drawn, as in frames.
  static let deepest = 512

  init(_ context: CGContext) { self.context = context }

  /// Draws a tree whose root has its own coordinates in user space.
  func render(_ root: CALayer) {
    let pointsDown = context.ctm.determinant < 0
    let isGroup = context.hasEffects
    context.saveGState()
    if isGroup { context.beginTransparencyLayer(auxiliaryInfo: nil) }
    // Of the root's flip only what it does to contents counts: they are turned over, as was measured.
    draw(root, rowsFromMinY: pointsDown != root.values.isGeometryFlipped, depth: 0)
    if isGroup { context.endTransparencyLayer() }
    context.restoreGState()
  }

  /// Draws a layer with its sublayers; changes the context's state.
  ///
  /// - Parameter rowsFromMinY: whether the first row of contents lies at minimum y of the layer's coordinates.
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

  /// Draws parts of a layer one after the other, as far as `render(in:)` draws them.
  @inline(never)
  private func draw(_ parts: [LayerPart], of layer: CALayer, rowsFromMinY: Bool) {
    for part in parts {
      switch part {
      // The shadow is an effect on the parts together.
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
      // With the fill.
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

  /// Draws the sublayers, each placed by itself and then by a common transform.
  func drawSublayers(of layer: CALayer, under common: CATransform3D?, rowsFromMinY: Bool, depth: Int) {
    for sublayer in layer.sublayersInPaintOrder {
      drawPlaced(sublayer, under: common, rowsFromMinY: rowsFromMinY, depth: depth + 1)
    }
  }

  /// Draws a layer at its place in its superlayer, whose coordinates user space is.
  func drawPlaced(_ layer: CALayer, under common: CATransform3D?, rowsFromMinY: Bool, depth: Int) {
    guard let placement = placement(of: layer, under: common) else { return }
    context.saveGState()
    context.concatenate(placement)
    draw(layer, rowsFromMinY: rowsFromMinY != layer.values.isGeometryFlipped, depth: depth)
    context.restoreGState()
  }

  /// The affine part of a layer's way to its superlayer; nil where nothing of the layer can be seen.
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

// A replicator's copies. As measured, copies are drawn without their colours, and each step of the transform is one of
// the layer's coordinates, about their origin; frames, as the header has it, take the layer's centre. Delays do not
// count, as nothing is animated.
extension ContextRenderer {
  /// Copies of one call of `render(in:)`, however deeply replicators are nested.
  private static let mostCopies = 500_000

  /// Draws the sublayers of a replicator once for each copy.
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
  /// The sublayers of a model or a presentation.
  var shownSublayers: [CALayer] { presented == nil ? children : presentedSublayers }

  /// The sublayers in ascending `zPosition`, equal ones in their order.
  fileprivate var sublayersInPaintOrder: [CALayer] {
    let layers = shownSublayers
    var last = -CGFloat.infinity
    for layer in layers {
      // A comparison with NaN fails, and such layers stay where they are.
      if layer.values.zPosition < last { return layers.sorted { $0.values.zPosition < $1.values.zPosition } }
      last = layer.values.zPosition
    }
    return layers
  }
}

extension CATransform3D {
  /// Whether the plane z = 0 turns its front to the viewer, as long as there is no perspective: it keeps the sense of
  /// turning that the transform has in space, so that a mirror image still shows its front.
  fileprivate var showsFront: Bool {
    let plane = m11 * m22 - m12 * m21
    let space =
      m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
    return plane != 0 && (plane > 0) == (space >= 0)
  }
}

extension Float {
  /// The opacity from 0 to 1 that the value means; NaN means 1.
  var asAlpha: CGFloat { isNaN ? 1 : CGFloat(min(max(self, 0), 1)) }
}
