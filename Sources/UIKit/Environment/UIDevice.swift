// The device that is not there, as layer code asks for it.

public import Foundation

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

/// The device that a program runs on: a phone, as far as it says anything.
public final class UIDevice: NSObject, Sendable {
  private override init() {}

  /// The device; there is just one.
  public static let current = UIDevice()

  /// The device's name: the model, as Apple's systems answer to programs without the right to know the name.
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
  /// Whether it tells of its orientation: never.
  public var isGeneratingDeviceOrientationNotifications: Bool { false }
  /// Does nothing: nobody turns the device.
  public func beginGeneratingDeviceOrientationNotifications() {}
  /// Does nothing.
  public func endGeneratingDeviceOrientationNotifications() {}

  /// Posted by nobody here: a program that renders may do so itself.
  public static let orientationDidChangeNotification = NSNotification.Name("UIDeviceOrientationDidChangeNotification")
}
