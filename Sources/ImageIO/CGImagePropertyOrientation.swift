import CoreGraphics
import ImageFiles

/// The turn that brings stored pixels upright: the numbers of EXIF's tag 0x0112. Each case says where the first row and
/// the first column of the stored pixels are seen.
public enum CGImagePropertyOrientation: UInt32, Sendable {
  /// The first row is the top, the first column the left side: the picture as it is stored.
  case up = 1
  /// The first row is the top, the first column the right side.
  case upMirrored = 2
  /// Bottom, right: turned by half a turn.
  case down = 3
  /// The first row is the bottom, the first column the left side.
  case downMirrored = 4
  /// The first row is the left side, the first column the top.
  case leftMirrored = 5
  /// Right, top: to be turned a quarter clockwise.
  case right = 6
  /// The first row is the right side, the first column the bottom.
  case rightMirrored = 7
  /// Left, bottom: to be turned a quarter counter-clockwise.
  case left = 8

  /// The same for the codecs.
  var stored: ImageOrientation { ImageOrientation(rawValue: Int(rawValue)) ?? .up }
}
