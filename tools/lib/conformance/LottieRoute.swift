import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import Multiplane
import QuartzCore
import SceneFiles
import UIKit

/// A way from layers to pixels.
enum LottieRoute: String, CaseIterable {
  /// As renderers draw a tree.
  case frames
  /// `CALayer.render(in:)` of the presentation tree.
  case render

  /// The references are at 2 pixels a point.
  private static let scale: CGFloat = 2

  /// Draws a sample's frames.
  ///
  /// - Parameters:
  ///   - file: the sample.
  ///   - player: whose ways it is drawn in.
  ///   - folder: where the pictures go, by their names in the manifest.
  func draw(_ sample: LottieSample, of file: URL, as player: LottiePlayer?, to folder: URL) throws {
    let clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    var options = SceneLoadOptions()
    options.lottie.imitating = player
    let scene = try LottieScene(contentsOf: file, options: options)
    let root = CALayer()
    root.anchorPoint = .zero
    root.bounds.size = sample.fittedSize
    let fit = CALayer()
    fit.anchorPoint = .zero
    fit.bounds.size = scene.size
    fit.transform = CATransform3DMakeScale(sample.fit, sample.fit, 1)
    fit.addSublayer(scene.rootLayer)
    root.addSublayer(fit)
    let draw = try drawing(of: root, sample, by: clock)
    // Paused, as the references were.
    scene.rootLayer.speed = 0
    for frame in sample.frames {
      scene.rootLayer.timeOffset = sample.time(of: frame)
      let path = folder.appending(path: frame.image)
      try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try ImageFile.write(try draw().bitmap, to: path.path)
    }
  }

  private func drawing(
    of root: CALayer, _ sample: LottieSample, by clock: MediaClock
  ) throws -> () throws -> CGImage {
    switch self {
    case .frames:
      // Whole pixels, which the references were rounded up to.
      let size = CGSize(
        width: (sample.fittedSize.width * Self.scale - 1e-6).rounded(.up) / Self.scale,
        height: (sample.fittedSize.height * Self.scale - 1e-6).rounded(.up) / Self.scale)
      let renderer = try OffscreenRenderer(size: size, scale: Self.scale, options: .init(clock: clock))
      return { try renderer.image(of: root) }
    case .render:
      let host = LayerHost(layer: root, clock: clock)
      let format = UIGraphicsImageRendererFormat()
      format.scale = Self.scale
      let renderer = UIGraphicsImageRenderer(size: sample.fittedSize, format: format)
      return {
        CATransaction.flush()
        let presentation = host.layer.presentation() ?? root
        guard let image = renderer.image(actions: { presentation.render(in: $0.cgContext) }).cgImage else {
          throw NoImage()
        }
        return image
      }
    }
  }

  private struct NoImage: Error {}
}
