// Images that scenes of the same file share, where many are made of it.

package import CoreGraphics
package import QuartzCore

/// What was decoded for the scenes of a file, kept for the next one.
package final class ImageCache {
  /// An image, and the frames of the animated file that it is the first one of.
  package typealias Picture = (image: CGImage, frames: CAKeyframeAnimation?)

  /// By the bytes of their files: names in messages are short, and two files may share one.
  private var pictures: [[UInt8]: Picture] = [:]
  private var bytes = 0

  /// Bytes of images that are kept: beyond, all are let go, as rows may each have pictures of their own.
  private static let mostBytes = 256 << 20

  package init() {}

  /// The picture of a file.
  subscript(file: [UInt8]) -> Picture? { pictures[file] }

  /// Keeps the picture of a file.
  func keep(_ picture: Picture, of file: [UInt8]) {
    bytes += picture.image.width * picture.image.height * 4
    if bytes > Self.mostBytes {
      pictures = [:]
      bytes = picture.image.width * picture.image.height * 4
    }
    pictures[file] = picture
  }
}
