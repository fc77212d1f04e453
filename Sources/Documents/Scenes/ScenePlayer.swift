// Players that draw some things otherwise than their format says: what an app shows can be what is wanted.

/// A player whose own ways a file can be drawn in.
public enum ScenePlayer: String, Sendable, CaseIterable {
  /// Lottie files: the Core Animation engine of lottie-ios, as its published pictures show it.
  ///
  /// Of paces that differ by dimension the first holds for all. Layers move by their curves' parameters rather than by
  /// length, and trims cut curves by it, and lines alone. Rounded stars and polygons have tangents that are a constant
  /// part of the radius. A drop shadow effect's softness is five standard deviations. A fill is of the paths since the
  /// fill before, and a line is drawn upon each fill's paths for itself. Layers blend with what is below their
  /// composition, too. A gradient's lines of one colour are stretched by the composition's shape; the opacity of a
  /// gradient fill whose stops have alphas counts twice.
  case lottieIOS = "lottie-ios"
}
