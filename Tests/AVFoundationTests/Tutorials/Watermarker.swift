// Code as an app has it that puts its logo on a clip, with `async` and `await`.

import AVFoundation
import UIKit

struct Watermarker {
  var logo: UIImage
  var margin: CGFloat = 10

  enum Failure: Error {
    case noVideo
    case noSession
  }

  func watermark(_ source: URL, to destination: URL) async throws {
    let asset = AVURLAsset(url: source)
    let (duration, tracks) = try await asset.load(.duration, .tracks)
    guard let videoTrack = tracks.first(where: { $0.mediaType == .video }) else { throw Failure.noVideo }
    let (naturalSize, preferredTransform) = try await videoTrack.load(.naturalSize, .preferredTransform)

    let rect = CGRect(origin: .zero, size: naturalSize).applying(preferredTransform)
    let size = CGSize(width: abs(rect.width), height: abs(rect.height))

    let videoLayer = CALayer()
    videoLayer.frame = CGRect(origin: .zero, size: size)
    let parentLayer = CALayer()
    parentLayer.frame = CGRect(origin: .zero, size: size)
    parentLayer.isGeometryFlipped = true
    parentLayer.addSublayer(videoLayer)
    parentLayer.addSublayer(watermarkLayer(in: size))

    let videoComposition = AVMutableVideoComposition(propertiesOf: asset)
    videoComposition.renderSize = size
    videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: videoLayer, in: parentLayer)

    guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPreset640x480) else {
      throw Failure.noSession
    }
    session.videoComposition = videoComposition
    session.shouldOptimizeForNetworkUse = true
    session.timeRange = CMTimeRange(start: .zero, duration: duration)
    try await session.export(to: destination, as: .mp4)
  }

  private func watermarkLayer(in size: CGSize) -> CALayer {
    let layer = CALayer()
    layer.contents = logo.cgImage
    layer.contentsGravity = .resizeAspect
    layer.frame = CGRect(
      x: size.width - logo.size.width - margin, y: margin, width: logo.size.width, height: logo.size.height)
    layer.opacity = 0.8
    return layer
  }

  /// A round badge.
  static func badge(diameter: CGFloat) -> UIImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    return UIGraphicsImageRenderer(size: CGSize(width: diameter, height: diameter), format: format).image { _ in
      UIColor(red: 0, green: 0.5, blue: 1, alpha: 1).setFill()
      UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: diameter, height: diameter)).fill()
    }
  }
}
