// Code as an app has it that puts a title over a clip: a text layer that fades in, by completion handlers. Nothing but
// what it would import on an iPhone is imported.

import AVFoundation
import UIKit

final class TitleEditor {
  enum EditorError: Error {
    case noVideoTrack
    case cannotExport
  }

  func addTitle(
    _ title: String, toVideoAt videoURL: URL, output outputURL: URL,
    completion: @escaping @Sendable (Result<URL, any Error>) -> Void
  ) {
    let asset = AVURLAsset(url: videoURL)
    let composition = AVMutableComposition()
    guard
      let assetTrack = asset.tracks(withMediaType: .video).first,
      let compositionTrack = composition.addMutableTrack(
        withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
    else {
      completion(.failure(EditorError.noVideoTrack))
      return
    }

    do {
      let timeRange = CMTimeRange(start: .zero, duration: asset.duration)
      try compositionTrack.insertTimeRange(timeRange, of: assetTrack, at: .zero)
      if let audioAssetTrack = asset.tracks(withMediaType: .audio).first,
        let compositionAudioTrack = composition.addMutableTrack(
          withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid)
      {
        try compositionAudioTrack.insertTimeRange(timeRange, of: audioAssetTrack, at: .zero)
      }
    } catch {
      completion(.failure(error))
      return
    }

    compositionTrack.preferredTransform = assetTrack.preferredTransform
    let videoInfo = orientation(from: assetTrack.preferredTransform)
    let videoSize: CGSize
    if videoInfo.isPortrait {
      videoSize = CGSize(width: assetTrack.naturalSize.height, height: assetTrack.naturalSize.width)
    } else {
      videoSize = assetTrack.naturalSize
    }

    let videoLayer = CALayer()
    videoLayer.frame = CGRect(origin: .zero, size: videoSize)
    let overlayLayer = CALayer()
    overlayLayer.frame = CGRect(origin: .zero, size: videoSize)
    add(text: title, to: overlayLayer, videoSize: videoSize)

    let outputLayer = CALayer()
    outputLayer.frame = CGRect(origin: .zero, size: videoSize)
    outputLayer.addSublayer(videoLayer)
    outputLayer.addSublayer(overlayLayer)

    let videoComposition = AVMutableVideoComposition()
    videoComposition.renderSize = videoSize
    videoComposition.frameDuration = CMTime(value: 1, timescale: 30)
    videoComposition.animationTool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayer: videoLayer, in: outputLayer)

    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: composition.duration)
    videoComposition.instructions = [instruction]
    let layerInstruction = compositionLayerInstruction(for: compositionTrack, assetTrack: assetTrack)
    instruction.layerInstructions = [layerInstruction]

    guard let export = AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality) else {
      completion(.failure(EditorError.cannotExport))
      return
    }
    export.videoComposition = videoComposition
    export.outputFileType = .mov
    export.outputURL = outputURL
    export.exportAsynchronously {
      switch export.status {
      case .completed: completion(.success(outputURL))
      default: completion(.failure(export.error ?? EditorError.cannotExport))
      }
    }
  }

  private func orientation(from transform: CGAffineTransform) -> (orientation: UIImage.Orientation, isPortrait: Bool) {
    switch (transform.a, transform.b, transform.c, transform.d) {
    case (0, 1, -1, 0): (.right, true)
    case (0, -1, 1, 0): (.left, true)
    case (-1, 0, 0, -1): (.down, false)
    default: (.up, false)
    }
  }

  private func compositionLayerInstruction(
    for track: AVCompositionTrack, assetTrack: AVAssetTrack
  ) -> AVMutableVideoCompositionLayerInstruction {
    let instruction = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    instruction.setTransform(assetTrack.preferredTransform, at: .zero)
    return instruction
  }

  private func add(text: String, to layer: CALayer, videoSize: CGSize) {
    let attributedText = NSAttributedString(
      string: text,
      attributes: [
        .font: UIFont.boldSystemFont(ofSize: 36),
        .foregroundColor: UIColor(red: 1, green: 0.9, blue: 0.1, alpha: 1),
        .strokeColor: UIColor.white,
        .strokeWidth: -3,
      ])

    let textLayer = CATextLayer()
    textLayer.string = attributedText
    textLayer.shouldRasterize = true
    textLayer.rasterizationScale = UIScreen.main.scale
    textLayer.backgroundColor = UIColor.clear.cgColor
    textLayer.alignmentMode = .center
    // y counts from the bottom here.
    textLayer.frame = CGRect(x: 0, y: videoSize.height * 0.66, width: videoSize.width, height: 50)
    textLayer.displayIfNeeded()

    let fadeAnimation = CABasicAnimation(keyPath: "opacity")
    fadeAnimation.fromValue = 0.0
    fadeAnimation.toValue = 1.0
    fadeAnimation.beginTime = AVCoreAnimationBeginTimeAtZero + 0.5
    fadeAnimation.duration = 0.5
    fadeAnimation.fillMode = .both
    fadeAnimation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    fadeAnimation.isRemovedOnCompletion = false
    textLayer.add(fadeAnimation, forKey: "opacity")

    layer.addSublayer(textLayer)
  }
}
