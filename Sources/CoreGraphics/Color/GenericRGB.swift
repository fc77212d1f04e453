// Generic RGB: the space of a display of the nineties, in which Core Animation mixes the colours of gradients when
// layers are drawn onto a context. Measured on Apple's frameworks: gamma 461/256, and the matrix below, fitted to their
// pictures.

/// Colours in Generic RGB.
package enum GenericRGB {
  /// From linear sRGB to the linear light of Generic RGB, and back by its inverse.
  private static let fromLinearSRGB = ColorMatrix(
    SIMD3(0.974849, -0.0200145, 0.0016844), SIMD3(0.0273096, 1.054192, 0.0015574),
    SIMD3(-0.0021511, -0.0342235, 0.9967426))
  private static let toLinearSRGB = fromLinearSRGB.inverse
  private static let transfer = ColorTransfer.gamma(461 / 256.0)

  /// The components of a colour of sRGB, brought into 0...1.
  package static func components(sRGB color: SIMD3<Double>) -> SIMD3<Double> {
    (fromLinearSRGB * color.mapped(ColorTransfer.sRGB.decode)).mapped { transfer.encode(min(max($0, 0), 1)) }
  }

  /// The colour of sRGB with these components, brought into 0...1.
  package static func sRGB(_ components: SIMD3<Double>) -> SIMD3<Double> {
    (toLinearSRGB * components.mapped(transfer.decode)).mapped { min(max(ColorTransfer.sRGB.encode($0), 0), 1) }
  }
}
