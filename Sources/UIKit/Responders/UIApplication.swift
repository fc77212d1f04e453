// The program that renders is the application; its windows are those that it made.

import CoreGraphics
public import Foundation
public import QuartzCore
import Synchronization

/// The methods of a program's beginning and end, which nothing here calls.
public protocol UIApplicationDelegate: AnyObject {
  /// The window of the program. Default: nil.
  var window: UIWindow? { get set }
}

extension UIApplicationDelegate {
  /// Nil; setting it does nothing.
  public var window: UIWindow? {
    get { nil }
    set {}
  }
}

/// The orientation of the interface on the device.
public enum UIInterfaceOrientation: Int, Sendable {
  case unknown = 0
  case portrait = 1
  case portraitUpsideDown = 2
  case landscapeRight = 3
  case landscapeLeft = 4

  /// Whether the interface is upright.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether the interface lies on its side.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// The program as layer code asks for it: its windows, and the way of touches and actions. Notifications are not posted
/// here: a program that renders may do so. Unchecked: its delegate and windows belong to the thread that uses them.
public final class UIApplication: UIResponder, @unchecked Sendable {
  /// Whether the program is in front.
  public enum State: Int, Sendable {
    case active = 0
    case inactive = 1
    case background = 2
  }

  /// The program; there is just one.
  public static let shared = UIApplication()

  private struct WeakWindow: @unchecked Sendable {
    weak var window: UIWindow?
  }

  private let known = Mutex<[WeakWindow]>([])

  private override init() {}

  /// The object with the methods for the program's beginning and end. Default: nil.
  public weak var delegate: (any UIApplicationDelegate)?

  /// The windows that exist, in the order in which they were made.
  public var windows: [UIWindow] { known.withLock { $0.map { $0 } }.compactMap(\.window) }

  /// The last window that became the key window; nil without one.
  public var keyWindow: UIWindow? { windows.last(where: \.isKeyWindow) }

  final func note(_ window: UIWindow) {
    known.withLock {
      $0.removeAll { $0.window == nil }
      $0.append(WeakWindow(window: window))
    }
  }

  /// Whether the program is in front: always active.
  public var applicationState: State { .active }
  /// The interface's orientation: on its side if the screen is wider than high, else upright.
  public var statusBarOrientation: UIInterfaceOrientation {
    UIScreen.main.bounds.width > UIScreen.main.bounds.height ? .landscapeRight : .portrait
  }
  /// The status bar's frame: zero, as no status bar is shown here.
  public var statusBarFrame: CGRect { .zero }
  /// The direction of the interface, by the current traits.
  public var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    UITraitCollection.current.layoutDirection == .rightToLeft ? .rightToLeft : .leftToRight
  }
  /// Kept only. Default: false.
  public var isIdleTimerDisabled = false
  /// Kept only. Default: false.
  public var isNetworkActivityIndicatorVisible = false
  /// Kept only. Default: 0.
  public var applicationIconBadgeNumber = 0

  /// Calls a method of a target, with as many of the sender and the event as it takes; for nil, of the first responder
  /// from the sender up that has it. Returns whether a method was called.
  @discardableResult
  public func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?) -> Bool {
    var callee = target
    if callee == nil, let responder = sender as? UIResponder {
      callee = sequence(first: responder, next: { $0.next }).first { action.applies(to: $0) }
    }
    guard let callee else { return false }
    action.call(callee, sender, event)
    return true
  }

  /// Gives an event's touches to their views and to the gesture recognisers above those.
  public func sendEvent(_ event: UIEvent) { TouchDelivery.deliver(event) }

  /// Whether a URL can be opened: never.
  public func canOpenURL(_ url: URL) -> Bool { false }

  /// Opens nothing; the completion gets false.
  public func open(
    _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:], completionHandler completion: ((Bool) -> Void)? = nil
  ) {
    completion?(false)
  }

  /// The options for opening a URL.
  public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
    /// Apple's string for it.
    public let rawValue: String
    /// Creates an option by its string.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Open the URL only if an app takes it as a universal link. No app does here.
    public static let universalLinksOnly = Self(rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
  }

  /// Posted by nothing here: the application is always active.
  public static let didBecomeActiveNotification = NSNotification.Name("UIApplicationDidBecomeActiveNotification")
  /// Posted by nothing here.
  public static let willResignActiveNotification = NSNotification.Name("UIApplicationWillResignActiveNotification")
  /// Posted by nothing here.
  public static let didEnterBackgroundNotification = NSNotification.Name(
    "UIApplicationDidEnterBackgroundNotification")
  /// Posted by nothing here.
  public static let willEnterForegroundNotification = NSNotification.Name(
    "UIApplicationWillEnterForegroundNotification")
  /// Posted by nothing here.
  public static let didReceiveMemoryWarningNotification = NSNotification.Name(
    "UIApplicationDidReceiveMemoryWarningNotification")
  /// Posted by nothing here.
  public static let willTerminateNotification = NSNotification.Name("UIApplicationWillTerminateNotification")
  /// Posted by nothing here.
  public static let didFinishLaunchingNotification = NSNotification.Name(
    "UIApplicationDidFinishLaunchingNotification")
  /// Posted by nothing here.
  public static let didChangeStatusBarOrientationNotification = NSNotification.Name(
    "UIApplicationDidChangeStatusBarOrientationNotification")
}
