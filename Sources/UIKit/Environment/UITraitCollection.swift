// What UIKit's dynamic colours and images ask for. There is no system setting to follow: the style is light until the
// program sets another.
//
// Tested by EnvironmentTests and ViewEnvironmentTests.

import CoreGraphics
public import Foundation
import Synchronization

/// Whether the interface is light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// Not said; colours treat it as light.
  case unspecified = 0
  case light = 1
  case dark = 2
}

/// The kind of device that the interface is laid out for.
public enum UIUserInterfaceIdiom: Int, Sendable {
  case unspecified = -1
  case phone = 0
  case pad = 1
  case tv = 2
  case carPlay = 3
  case mac = 5
  case vision = 6
}

/// The way that text and interface run.
public enum UITraitEnvironmentLayoutDirection: Int, Sendable {
  case unspecified = -1
  case leftToRight = 0
  case rightToLeft = 1
}

/// The properties of the environment that colours and images depend on.
public struct UITraitCollection: Hashable, Sendable {
  /// Light or dark. Default: unspecified.
  public private(set) var userInterfaceStyle = UIUserInterfaceStyle.unspecified
  /// Pixels to a point; 0 where it is not said. Default: 0.
  public private(set) var displayScale: CGFloat = 0
  /// The kind of device. Default: unspecified.
  public private(set) var userInterfaceIdiom = UIUserInterfaceIdiom.unspecified
  /// The way that text and interface run. Default: unspecified.
  public private(set) var layoutDirection = UITraitEnvironmentLayoutDirection.unspecified

  /// Makes traits that say nothing.
  public init() {}

  /// Makes traits that say a style alone.
  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }

  /// Makes traits that say a scale alone, in pixels to a point.
  public init(displayScale: CGFloat) { self.displayScale = displayScale }

  /// Traits with this kind of device.
  public init(userInterfaceIdiom: UIUserInterfaceIdiom) { self.userInterfaceIdiom = userInterfaceIdiom }

  /// Makes traits that say a direction alone.
  public init(layoutDirection: UITraitEnvironmentLayoutDirection) { self.layoutDirection = layoutDirection }

  /// Makes traits from others; for each trait the last collection that sets it wins.
  public init(traitsFrom traitCollections: [UITraitCollection]) {
    for traits in traitCollections {
      if traits.userInterfaceStyle != .unspecified { userInterfaceStyle = traits.userInterfaceStyle }
      if traits.displayScale > 0 { displayScale = traits.displayScale }
      if traits.userInterfaceIdiom != .unspecified { userInterfaceIdiom = traits.userInterfaceIdiom }
      if traits.layoutDirection != .unspecified { layoutDirection = traits.layoutDirection }
    }
  }

  /// Whether what `trait` says holds here.
  public func containsTraits(in trait: UITraitCollection?) -> Bool {
    guard let trait else { return true }
    return UITraitCollection(traitsFrom: [self, trait]) == self
  }

  /// Whether dynamic colours may be others than under `traitCollection`.
  public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    userInterfaceStyle != traitCollection?.userInterfaceStyle
  }

  // MARK: Current traits

  private static let processTraits = Mutex(UITraitCollection(userInterfaceStyle: .light))
  /// The number of threads that have traits of their own: most often 0.
  private static let openScopes = Atomic(0)
  private static let scopeKey = "multiplane.UITraitCollection.current"

  /// The traits by which dynamic colours resolve: of what is drawn or laid out by a view with a style of its own that
  /// view's, otherwise one collection for the whole process. Default: light, at the screen's scale, on a phone, from
  /// left to right.
  ///
  /// Setting it recolours nothing that exists: a layer keeps the `CGColor` it was given, as on Apple's systems.
  public static var current: UITraitCollection {
    get {
      if openScopes.load(ordering: .relaxed) > 0,
        let traits = Thread.current.threadDictionary[scopeKey] as? UITraitCollection
      {
        return traits
      }
      var standard = UITraitCollection(displayScale: UIScreen.main.scale)
      (standard.userInterfaceIdiom, standard.layoutDirection) = (.phone, .leftToRight)
      return UITraitCollection(traitsFrom: [standard, processTraits.withLock { $0 }])
    }
    set { processTraits.withLock { $0 = newValue } }
  }

  /// Calls `actions` with these traits as the current ones of this thread.
  public func performAsCurrent(_ actions: () -> Void) {
    let outer = Thread.current.threadDictionary[Self.scopeKey]
    Self.openScopes.add(1, ordering: .relaxed)
    Thread.current.threadDictionary[Self.scopeKey] = UITraitCollection(traitsFrom: [.current, self])
    defer {
      Thread.current.threadDictionary[Self.scopeKey] = outer
      Self.openScopes.subtract(1, ordering: .relaxed)
    }
    actions()
  }
}
