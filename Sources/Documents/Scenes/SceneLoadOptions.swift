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
  /// If dimensions have different easing, the first dimension's easing applies to all. Layers move by the parameter of
  /// their motion curves, not by length. Trims cut by the parameter, too, and only strokes. The tangents of rounded
  /// stars and polygons are a constant part of the radius. The softness of a drop shadow effect is five standard
  /// deviations. A fill paints the paths since the previous fill, and a stroke is drawn over each fill's paths
  /// separately. Layers also blend with the layers below their composition. The composition's aspect ratio stretches a
  /// gradient's lines of equal colour. The opacity of a gradient fill whose stops have alpha applies twice.
  case lottieIOS = "lottie-ios"
}
