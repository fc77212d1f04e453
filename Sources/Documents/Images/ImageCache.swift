// Images that scenes of the same file share, where many are made of it.

package import CoreGraphics
package import QuartzCore

/// The images that were decoded for the scenes of a file, kept for the next scene.
package final class ImageCache {
  /// An image, and the frames of the animated file that it is the first one of.
  package typealias Picture = (image: CGImage, frames: CAKeyframeAnimation?)

  /// The pictures by the bytes of their files: names in messages are short, and two files may share one.
  private var pictures: [[UInt8]: Picture] = [:]
  private var bytes = 0

  /// The most bytes of images that are kept. Beyond, all are released, as each row may have pictures of its own.
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
