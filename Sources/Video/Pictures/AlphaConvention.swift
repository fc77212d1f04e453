// What the colours of a pixel mean where it is not opaque.

/// A convention for storing colours with alpha.
package enum AlphaConvention: String, Sendable, CaseIterable {
  /// As they are, whatever alpha is: `shown = colour * alpha + backdrop * (1 - alpha)`.
  case straight
  /// Multiplied by alpha, that is, over black: `shown = colour + backdrop * (1 - alpha)`.
  case premultiplied
}

/// A request for the transparency of a film.
public enum AlphaRequest: String, Sendable, CaseIterable {
  /// Alpha is kept, and colours are as they are, whatever alpha is.
  case straight
  /// Alpha is kept, and colours are multiplied by it.
  case premultiplied
  /// The film is opaque: what the renderer's background leaves transparent is black.
  case none

  /// The convention that is asked for; nil for no alpha.
  package var convention: AlphaConvention? { AlphaConvention(rawValue: rawValue) }
}
