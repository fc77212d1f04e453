// The blend modes: how a surface is combined with what lies behind it. Source over needs no mode.
//
// S and D are premultiplied: the surface and what is behind; a their alpha. The modes from multiply to luminosity are
// those of PDF and of the W3C's Compositing and Blending:
//
//     S (1 - Da) + D (1 - Sa) + Sa Da B(D / Da, S / Sa)
//
// Plus darker adds what is missing to full: a = min(Sa + Da, 1), max(0, a - (Sa - S) - (Da - D)).
//
// The raw value of a mode, after `blend_`, is the name of its function in `Shaders/blend.frag`.

package import QuartzCore

extension BlendMode {
  /// Whether what lies behind stays as it is under transparent pixels. Other modes act within the layer's bounds.
  package var isBounded: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .product, .minimum: false
    default: true
    }
  }

  /// Whether an opaque backdrop may become translucent.
  var cutsHoles: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destinationIn, .destinationOut, .destinationAtop, .xor, .product,
      .minimum:
      true
    default: false
    }
  }

  /// The blend state that does it exactly, also where edges fade the surface; nil where it takes a program.
  /// `overOpaque` tells whether all that lies behind is opaque.
  package func state(overOpaque: Bool) -> BlendState? {
    switch self {
    case .screen: .screen
    case .exclusion: .exclusion
    case .multiply: overOpaque ? .multiplyOpaque : nil
    case .plusLighter: .plusLighter
    case .sourceAtop: .sourceAtop
    case .destinationOver: .destinationOver
    case .destinationOut: .destinationOut
    case .xor: .xor
    default: nil
    }
  }
}
