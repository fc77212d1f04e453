// The value of --device: a screen that scenes are made for.
import CoreGraphics
import Foundation

/// A device's screen, upright.
struct DeviceArgument: Equatable, CustomStringConvertible {
  /// In points.
  var size: SizeArgument
  /// Pixels a point.
  var scale: Double

  private static let known: [(name: String, device: DeviceArgument)] = [
    ("iphone", DeviceArgument(size: SizeArgument(width: 430, height: 932), scale: 3)),
    ("ipad", DeviceArgument(size: SizeArgument(width: 1032, height: 1376), scale: 2)),
  ]

  /// The text of the help.
  static let help =
    "The screen of a device: the scene fills it. iphone (430x932 points, 3 pixels a point), ipad (1032x1376, 2), or "
    + "WxH or WxH@S."

  init(size: SizeArgument, scale: Double) { (self.size, self.scale) = (size, scale) }

  /// Reads `iphone`, `ipad`, `393x852` or `393x852@3`.
  init(parsing text: String) throws(ArgumentValueError) {
    if let known = Self.known.first(where: { $0.name == text.lowercased() }) {
      self = known.device
      return
    }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, first.contains(where: \.isNumber) else {
      throw ArgumentValueError("expected iphone, ipad, or a size in points such as 393x852 or 393x852@3")
    }
    size = try SizeArgument(parsing: String(first))
    scale = try parts.count == 2 ? NumberArgument.scale(String(parts[1])) : 1
  }

  var description: String { "\(size)@\(scale)" }

  /// Returns the number of points of the screen that a point of the scene takes.
  ///
  /// The scene covers the screen. A square scene is made for all devices and both ways to hold them, in half points: it
  /// is shown at that size, with the screen as its middle, if it still covers the screen.
  func zoom(of scene: CGSize) -> CGFloat {
    guard scene.width > 0, scene.height > 0 else { return 1 }
    let covering = max(CGFloat(size.width) / scene.width, CGFloat(size.height) / scene.height)
    return scene.width == scene.height ? max(covering, 0.5) : covering
  }
}
