// The screen that is not there. Layer code reads its size to lay out and its scale to choose images; the program that
// renders sets both to what it renders at.

public import CoreGraphics
import Synchronization

/// The properties of the screen that layer code asks for.
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

  /// Pixels to a point; settable here. Images are looked up by it. Default: 1, the renderer's.
  public var scale: CGFloat {
    get { state.withLock { $0.scale } }
    set {
      precondition(newValue > 0 && newValue.isFinite, "UIScreen.scale: \(newValue); expected a positive number")
      state.withLock { $0.scale = newValue }
    }
  }

  /// The screen's rectangle in pixels.
  public var nativeBounds: CGRect { bounds.applying(CGAffineTransform(scaleX: scale, y: scale)) }

  /// Pixels to a point; the same as ``scale``.
  public var nativeScale: CGFloat { scale }

  /// The part of the screen that an app has: all of it.
  public var applicationFrame: CGRect { bounds }
}
