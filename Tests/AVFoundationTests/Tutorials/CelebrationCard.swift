// Code as an app has it that celebrates over a clip: a picture in a frame that bounces, and confetti that falls.

import AVFoundation
import UIKit

final class CelebrationCard {
  private let colors: [UIColor] = [.green, .yellow, .magenta, .cyan]

  func celebrate(over url: URL, to output: URL) async throws {
    let asset = AVURLAsset(url: url)
    let composition = AVMutableComposition()
    guard
      let source = try await asset.loadTracks(withMediaType: .video).first,
      let track = composition.addMutableTrack(
        withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
    else { throw CocoaError(.fileReadUnknown) }
    let range = CMTimeRange(start: .zero, duration: try await asset.load(.duration))
    try track.insertTimeRange(range, of: source, at: .zero)
    let size = try await source.load(.naturalSize)

    // The clip stands in a frame of a colour; what is in front lies over both.
    let backgroundLayer = CALayer()
    backgroundLayer.frame = CGRect(origin: .zero, size: size)
    backgroundLayer.backgroundColor = UIColor(red: 0.1, green: 0.2, blue: 0.6, alpha: 1).cgColor
    let videoLayer = CALayer()
    videoLayer.frame = CGRect(x: 20, y: 20, width: size.width - 40, height: size.height - 40)
    videoLayer.masksToBounds = true
    videoLayer.cornerRadius = 16
    let overlayLayer = CALayer()
    overlayLayer.frame = CGRect(origin: .zero, size: size)
    addBadge(to: overlayLayer)
    addConfetti(to: overlayLayer)

    let outputLayer = CALayer()
    outputLayer.frame = CGRect(origin: .zero, size: size)
    outputLayer.addSublayer(backgroundLayer)
    outputLayer.addSublayer(videoLayer)
    outputLayer.addSublayer(overlayLayer)

    let videoComposition = AVMutableVideoComposition()
    videoComposition.renderSize = size
    videoComposition.frameDuration = CMTime(value: 1, timescale: 30)
    videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: videoLayer, in: outputLayer)
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: composition.duration)
    instruction.layerInstructions = [AVMutableVideoCompositionLayerInstruction(assetTrack: track)]
    videoComposition.instructions = [instruction]

    guard let export = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality) else {
      throw CocoaError(.featureUnsupported)
    }
    export.videoComposition = videoComposition
    try await export.export(to: output, as: .mp4)
  }

  private func addBadge(to layer: CALayer) {
    let renderer = UIGraphicsImageRenderer(size: CGSize(width: 60, height: 60))
    let image = renderer.image { context in
      UIColor.orange.setFill()
      context.cgContext.fillEllipse(in: CGRect(x: 0, y: 0, width: 60, height: 60))
    }
    let imageLayer = CALayer()
    imageLayer.frame = CGRect(x: 40, y: 40, width: 60, height: 60)
    imageLayer.contents = image.cgImage

    let scale = CABasicAnimation(keyPath: "transform.scale")
    scale.fromValue = 0.8
    scale.toValue = 1.2
    scale.duration = 0.5
    scale.repeatCount = .greatestFiniteMagnitude
    scale.autoreverses = true
    scale.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    scale.beginTime = AVCoreAnimationBeginTimeAtZero
    scale.isRemovedOnCompletion = false
    imageLayer.add(scale, forKey: "scale")
    layer.addSublayer(imageLayer)
  }

  private func addConfetti(to layer: CALayer) {
    let paper = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 12)).image { context in
      UIColor.white.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 8, height: 12))
    }
    let cells: [CAEmitterCell] = colors.map { color in
      let cell = CAEmitterCell()
      cell.contents = paper.cgImage
      cell.birthRate = 20
      cell.lifetime = 6
      cell.velocity = 120
      cell.velocityRange = 40
      cell.emissionLongitude = 0
      cell.emissionRange = 0.4
      cell.spin = 4
      cell.color = color.cgColor
      return cell
    }
    let emitter = CAEmitterLayer()
    emitter.emitterPosition = CGPoint(x: layer.frame.width / 2, y: layer.frame.height + 10)
    emitter.emitterShape = .line
    emitter.emitterSize = CGSize(width: layer.frame.width, height: 2)
    emitter.emitterCells = cells
    emitter.beginTime = AVCoreAnimationBeginTimeAtZero
    layer.addSublayer(emitter)
  }
}
