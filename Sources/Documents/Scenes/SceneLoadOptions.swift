// How a scene file is loaded, whatever its format.

package import QuartzCore

/// The options for loading a scene file, with the replacements of parts of it.
public struct SceneLoadOptions: Sendable {
  /// The limits on what the file may ask for.
  public var limits = SceneLimits()
  /// The id of the archive's animation to load; nil for the one that is to be shown first.
  public var animation: String?
  /// The id of the archive's theme to use; nil for the one that the animation is to be shown with first.
  public var theme: String?
  /// The replacements of parts of the file.
  public var replacements = SceneReplacements()
  /// The player whose own ways are drawn; nil, the default, draws as the format says.
  public var imitating: ScenePlayer?
  /// The layer classes that documents may name.
  package var layerClasses = LayerClass.all

  /// The file as it is, within the default limits.
  public init() {}

  /// Whether nothing is asked for, limits aside.
  package var isEmpty: Bool { animation == nil && theme == nil && replacements.isEmpty }
}

/// A player whose own ways a file can be drawn in: some draw things otherwise than their format says, and what an app
/// shows can be what is wanted.
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
