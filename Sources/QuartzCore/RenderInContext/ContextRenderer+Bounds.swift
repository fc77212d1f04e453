// What a layer draws within its bounds and their corners: background and border; and the clip to them.
//
// Under an opaque border, background and clip end a pixel before the border does, or half of it where that is less:
// where both are antialiased at the same edge, what is below would shine through.

import CoreGraphics
import Foundation

extension ContextRenderer {
  /// Fills the bounds with the background colour.
  func drawBackground(of layer: CALayer) {
    guard let color = layer.values.backgroundColor, color.alpha > 0, layer.hasArea else { return }
    context.setFillColor(color)
    context.addPath(inner(LayerOutline(layer.values), of: layer).path)
    context.fillPath()
  }

  /// Restricts drawing to the bounds of a layer that masks to them.
  func clip(to layer: CALayer) {
    guard layer.hasArea else { return context.clip(to: []) }
    context.addPath(inner(LayerOutline(layer.values), of: layer).path)
    context.clip()
  }

  /// Draws the border: a ring inside of the bounds.
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

  /// The outline drawn back under an opaque border.
  func inner(_ outline: LayerOutline, of layer: CALayer) -> LayerOutline {
    let width = Double(layer.values.borderWidth)
    guard width > 0, (layer.values.borderColor?.alpha ?? 0) >= 1, context.alpha >= 1 else { return outline }
    let scale = Double(context.ctm.meanScale)
    guard scale > 0 else { return outline }
    return outline.inset(by: min(1 / scale, width / 2)) ?? outline
  }
}

extension CALayer {
  /// Whether the bounds have any area.
  var hasArea: Bool { values.bounds.width > 0 && values.bounds.height > 0 }
}
