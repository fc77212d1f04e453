// What people may ask of every program. There are no system settings here: the program that renders sets them.

public import Foundation
import Synchronization

/// The settings that people make for their needs; here those that the program sets.
public struct UIAccessibility {
  private init() {}

  private static let reducesMotion = Mutex(false)

  /// Whether large motions are to be left out; settable here, which posts ``reduceMotionStatusDidChangeNotification``.
  /// It is for client code to follow: animations run all the same. Default: false.
  public static var isReduceMotionEnabled: Bool {
    get { reducesMotion.withLock { $0 } }
    set {
      let isChanged = reducesMotion.withLock { setting in
        defer { setting = newValue }
        return setting != newValue
      }
      if isChanged { NotificationCenter.default.post(name: reduceMotionStatusDidChangeNotification, object: nil) }
    }
  }

  /// Posted when ``isReduceMotionEnabled`` changes.
  public static let reduceMotionStatusDidChangeNotification = NSNotification.Name(
    "UIAccessibilityReduceMotionStatusDidChangeNotification")
}
