// What scenes of the same file share, where many are made of it.

import CoreGraphics
import QuartzCore

/// What was read and decoded for the scenes of a file, kept for the next one.
///
/// Unchecked: options, which are values, lead to it; like the scenes that are read with it, it is used by one thread at
/// a time.
package final class SceneCache: @unchecked Sendable {
  private var lottieSources: [String: LottieSource] = [:]
  private var images: [String: (image: CGImage, frames: CAKeyframeAnimation?)] = [:]
  private var imageBytes = 0

  /// Bytes of images that are kept: beyond, all are let go, as rows may each have pictures of their own.
  private static let mostImageBytes = 256 << 20

  package init() {}

  /// A Lottie file, read once.
  func lottieSource(path: String, options: SceneLoadOptions) throws(SceneFileError) -> LottieSource {
    if let known = lottieSources[path] { return known }
    let source = try LottieSource(path: path, options: options)
    lottieSources[path] = source
    return source
  }

  /// The image of a file of the scene's, by its name.
  func image(_ name: String) -> (image: CGImage, frames: CAKeyframeAnimation?)? { images[name] }

  /// Keeps the image of a file of the scene's.
  func keep(_ image: CGImage, frames: CAKeyframeAnimation?, of name: String) {
    imageBytes += image.width * image.height * 4
    if imageBytes > Self.mostImageBytes {
      images = [:]
      imageBytes = image.width * image.height * 4
    }
    images[name] = (image, frames)
  }
}
