// How a scene file is loaded, whatever its format.

package import QuartzCore

/// How to load a scene file, and what to put in the place of what it says.
public struct SceneLoadOptions: Sendable {
  /// How much the file may ask for.
  public var limits = SceneLimits()
  /// Which of an archive's animations; nil for the one that is to be shown first.
  public var animation: String?
  /// Which of an archive's themes; nil for the one that the animation is to be shown with first.
  public var theme: String?
  /// What to put in place of what the file says.
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
