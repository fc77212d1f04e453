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
