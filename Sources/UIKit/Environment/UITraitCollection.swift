// There is no system setting to follow: the style is light until the program sets another.
//
// Tested by EnvironmentTests and ViewEnvironmentTests.

import CoreGraphics
public import Foundation
import Synchronization

/// Whether the interface is light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// Not set; colours treat it as light.
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
  /// The number of pixels to a point; 0 if it is not set. Default: 0.
  public private(set) var displayScale: CGFloat = 0
  /// The kind of device. Default: unspecified.
  public private(set) var userInterfaceIdiom = UIUserInterfaceIdiom.unspecified
  /// The way that text and interface run. Default: unspecified.
  public private(set) var layoutDirection = UITraitEnvironmentLayoutDirection.unspecified

  /// Creates traits without values.
  public init() {}

  /// Creates traits with this style.
  public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }

  /// Creates traits with this scale, in pixels to a point.
  public init(displayScale: CGFloat) { self.displayScale = displayScale }

  /// Creates traits with this kind of device.
  public init(userInterfaceIdiom: UIUserInterfaceIdiom) { self.userInterfaceIdiom = userInterfaceIdiom }

  /// Creates traits with this direction.
  public init(layoutDirection: UITraitEnvironmentLayoutDirection) { self.layoutDirection = layoutDirection }

  /// Creates traits from others; for each trait the last collection that sets it wins.
  public init(traitsFrom traitCollections: [UITraitCollection]) {
    for traits in traitCollections {
      if traits.userInterfaceStyle != .unspecified { userInterfaceStyle = traits.userInterfaceStyle }
      if traits.displayScale > 0 { displayScale = traits.displayScale }
      if traits.userInterfaceIdiom != .unspecified { userInterfaceIdiom = traits.userInterfaceIdiom }
      if traits.layoutDirection != .unspecified { layoutDirection = traits.layoutDirection }
    }
  }

  /// Whether these traits have the values that `trait` sets.
  public func containsTraits(in trait: UITraitCollection?) -> Bool {
    guard let trait else { return true }
    return UITraitCollection(traitsFrom: [self, trait]) == self
  }

  /// Whether dynamic colours may differ from those under `traitCollection`.
  public func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    userInterfaceStyle != traitCollection?.userInterfaceStyle
  }

  // MARK: Current traits

  private static let processTraits = Mutex(UITraitCollection(userInterfaceStyle: .light))
  /// The number of threads that have traits of their own: most often 0.
  private static let openScopes = Atomic(0)
  private static let scopeKey = "multiplane.UITraitCollection.current"

  /// The traits that resolve dynamic colours: while a view with a style of its own draws or lays out, that view's; else
  /// one collection for the process. Default: light, at the screen's scale, on a phone, from left to right.
  ///
  /// Setting it recolours nothing that exists: a layer keeps its `CGColor`, as on Apple's systems.
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

/// The screen, as layer code reads it: a size for layout, a scale to choose images; set by the program that renders.
public final class UIScreen: Sendable {
  private struct State {
    var bounds = CGRect(x: 0, y: 0, width: 390, height: 844)
    var scale: CGFloat = 1
  }

  private let state = Mutex(State())

  private init() {}

  /// The screen of the program; there is just one.
  public static let main = UIScreen()

  /// The screen's rectangle, in points; settable here, unlike on Apple's systems. Default: 390 x 844 at the origin.
  public var bounds: CGRect {
    get { state.withLock { $0.bounds } }
    set { state.withLock { $0.bounds = newValue } }
  }

  /// The number of pixels to a point; settable here. Images are looked up by it. Default: 1, the renderer's.
  public var scale: CGFloat {
    get { state.withLock { $0.scale } }
    set {
      precondition(newValue > 0 && newValue.isFinite, "UIScreen.scale: \(newValue); expected a positive number")
      state.withLock { $0.scale = newValue }
    }
  }

  /// The screen's rectangle in pixels.
  public var nativeBounds: CGRect { bounds.applying(CGAffineTransform(scaleX: scale, y: scale)) }

  /// The number of pixels to a point; the same as ``scale``.
  public var nativeScale: CGFloat { scale }

  /// The part of the screen that an app has: all of it.
  public var applicationFrame: CGRect { bounds }
}

/// The orientation of a device.
public enum UIDeviceOrientation: Int, Sendable {
  case unknown = 0
  case portrait = 1
  case portraitUpsideDown = 2
  case landscapeLeft = 3
  case landscapeRight = 4
  case faceUp = 5
  case faceDown = 6

  /// Whether the device is held upright.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether the device is held on its side.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The device that a program runs on: a phone.
public final class UIDevice: NSObject, Sendable {
  private override init() {}

  /// The device; there is just one.
  public static let current = UIDevice()

  /// The device's name: the model, which Apple's systems return to programs without the right to the name.
  public var name: String { model }
  /// The device's model.
  public var model: String { "iPhone" }
  /// The device's model, in the program's language.
  public var localizedModel: String { model }
  /// The system's name.
  public var systemName: String { "iOS" }
  /// The version of iOS whose UIKit this follows.
  public var systemVersion: String { "18.0" }
  /// The kind of device, by the current traits.
  public var userInterfaceIdiom: UIUserInterfaceIdiom { UITraitCollection.current.userInterfaceIdiom }
  /// The device's orientation, by the sides of the screen.
  public var orientation: UIDeviceOrientation {
    UIScreen.main.bounds.width > UIScreen.main.bounds.height ? .landscapeLeft : .portrait
  }
  /// Whether orientation notifications are posted: never.
  public var isGeneratingDeviceOrientationNotifications: Bool { false }
  /// Does nothing: the device never turns.
  public func beginGeneratingDeviceOrientationNotifications() {}
  /// Does nothing.
  public func endGeneratingDeviceOrientationNotifications() {}

  /// Not posted here: a program that renders may do so.
  public static let orientationDidChangeNotification = NSNotification.Name("UIDeviceOrientationDidChangeNotification")
}

/// Prints notes on requests that UIKit could not fulfil and whose calls return no error: each once, one line on the
/// standard error, as Apple's system logs it.
package enum Notes {
  private struct State {
    var said: Set<String> = []
    var listener: (@Sendable (String) -> Void)?
  }

  /// The maximum of remembered texts, which bounds those that a program makes up each time.
  private static let mostRemembered = 1000
  private static let state = Mutex(State())

  /// The closure that gets the notes instead of the standard error, for tests. Setting it forgets them. Default: nil.
  package static var listener: (@Sendable (String) -> Void)? {
    get { state.withLock { $0.listener } }
    set { state.withLock { $0 = State(listener: newValue) } }
  }

  package static func say(_ text: String) {
    let (isNew, listener) = state.withLock { state in
      (state.said.count < mostRemembered && state.said.insert(text).inserted, state.listener)
    }
    guard isNew else { return }
    guard let listener else { return FileHandle.standardError.write(Data("UIKit: \(text)\n".utf8)) }
    listener(text)
  }
}
