// A layer's compositing filter as a blend mode of Core Graphics: what `render(in:)` draws of filters, as was measured.

import CoreGraphics

extension CALayer {
  /// The blend mode by which the layer with its sublayers joins what lies behind it; nil without a filter, and for a
  /// filter that is not drawn.
  var blendMode: CGBlendMode? {
    guard let filter = values.filters?.compositingFilter, filter.isEnabled else { return nil }
    return BlendMode(filter: filter.type)?.contextMode
  }
}
