// What the colours of a pixel mean where it is not opaque.

/// How colours are stored beside alpha.
package enum AlphaConvention: String, Sendable, CaseIterable {
  /// As they are, whatever alpha is: `shown = colour * alpha + backdrop * (1 - alpha)`.
  case straight
  /// Multiplied by alpha, that is, over black: `shown = colour + backdrop * (1 - alpha)`.
  case premultiplied
}

/// What is asked for a film's alpha.
package enum AlphaRequest: String, Sendable, CaseIterable {
  /// Alpha with straight colours.
  case straight
  /// Alpha with premultiplied colours.
  case premultiplied
  /// No alpha.
  case none

  /// The convention that is asked for; nil for no alpha.
  package var convention: AlphaConvention? { AlphaConvention(rawValue: rawValue) }
}
