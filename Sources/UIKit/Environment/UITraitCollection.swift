// What UIKit's dynamic colours ask for. There is no system setting to follow: the style is light until the program sets
// another.

import Synchronization

/// Light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// Not said; colours treat it as light.
  case unspecified = 0
  case light = 1
  case dark = 2
}

/// The properties of the environment that colours depend on.
public struct UITraitCollection: Hashable, Sendable {
  /// Light or dark.
  public let userInterfaceStyle: UIUserInterfaceStyle

  /// Traits with this style.
  public init(userInterfaceStyle: UIUserInterfaceStyle = .unspecified) {
    self.userInterfaceStyle = userInterfaceStyle
  }

  private static let currentTraits = Mutex(UITraitCollection(userInterfaceStyle: .light))

  /// The traits by which dynamic colours resolve; one for the whole process. Default: light.
  ///
  /// Setting it recolours nothing that exists: a layer keeps the `CGColor` it was given, as on Apple's systems.
  public static var current: UITraitCollection {
    get { currentTraits.withLock { $0 } }
    set { currentTraits.withLock { $0 = newValue } }
  }
}
