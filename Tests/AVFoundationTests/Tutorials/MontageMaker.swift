// Code as an app has it that joins clips, fades from one to the next, turns those upright that were filmed so, draws a
// border around all, and lowers the sound at the end.

import AVFoundation
import UIKit

final class MontageMaker {
  private let renderSize: CGSize
  private let transition = CMTime(value: 1, timescale: 2)

  init(renderSize: CGSize) { self.renderSize = renderSize }

  enum MontageError: Error {
    case cannotAddTrack
    case noVideo(URL)
    case exportFailed
  }

  func makeMontage(of urls: [URL], to output: URL) async throws {
    let mixComposition = AVMutableComposition()
    guard
      let trackA = mixComposition.addMutableTrack(
        withMediaType: .video, preferredTrackID: Int32(kCMPersistentTrackID_Invalid)),
      let trackB = mixComposition.addMutableTrack(
        withMediaType: .video, preferredTrackID: Int32(kCMPersistentTrackID_Invalid)),
      let soundTrack = mixComposition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0)
    else { throw MontageError.cannotAddTrack }
    let tracks = [trackA, trackB]

    var cursor = CMTime.zero
    var layerInstructions: [AVMutableVideoCompositionLayerInstruction] = tracks.map {
      AVMutableVideoCompositionLayerInstruction(assetTrack: $0)
    }
    for (index, url) in urls.enumerated() {
      let asset = AVAsset(url: url)
      guard let source = try await asset.loadTracks(withMediaType: .video).first else {
        throw MontageError.noVideo(url)
      }
      let duration = try await asset.load(.duration)
      let range = CMTimeRangeMake(start: .zero, duration: duration)
      try tracks[index % 2].insertTimeRange(range, of: source, at: cursor)
      if let sound = try await asset.loadTracks(withMediaType: .audio).first {
        try soundTrack.insertTimeRange(range, of: sound, at: cursor)
      }
      let instruction = layerInstructions[index % 2]
      instruction.setTransform(transform(for: source), at: cursor)
      // The track in front fades; the one behind is there already.
      if index % 2 == 0 {
        if index > 0 {
          instruction.setOpacityRamp(
            fromStartOpacity: 0, toEndOpacity: 1, timeRange: CMTimeRangeMake(start: cursor, duration: transition))
        }
        if index < urls.count - 1 {
          let fadeStart = CMTimeSubtract(CMTimeAdd(cursor, duration), transition)
          instruction.setOpacityRamp(
            fromStartOpacity: 1, toEndOpacity: 0, timeRange: CMTimeRangeMake(start: fadeStart, duration: transition))
        }
      }
      cursor = CMTimeSubtract(CMTimeAdd(cursor, duration), transition)
      layerInstructions[index % 2] = instruction
    }

    let mainInstruction = AVMutableVideoCompositionInstruction()
    mainInstruction.timeRange = CMTimeRangeMake(start: .zero, duration: mixComposition.duration)
    mainInstruction.backgroundColor = UIColor.darkGray.cgColor
    mainInstruction.layerInstructions = layerInstructions

    let mainComposition = AVMutableVideoComposition()
    mainComposition.instructions = [mainInstruction]
    mainComposition.frameDuration = CMTimeMake(value: 1, timescale: 30)
    mainComposition.renderSize = renderSize
    mainComposition.animationTool = borderTool(duration: CMTimeGetSeconds(mixComposition.duration))

    let parameters = AVMutableAudioMixInputParameters(track: soundTrack)
    parameters.setVolumeRamp(
      fromStartVolume: 1, toEndVolume: 0,
      timeRange: CMTimeRange(start: CMTimeSubtract(mixComposition.duration, transition), duration: transition))
    let audioMix = AVMutableAudioMix()
    audioMix.inputParameters = [parameters]

    guard let exporter = AVAssetExportSession(asset: mixComposition, presetName: AVAssetExportPreset1280x720) else {
      throw MontageError.exportFailed
    }
    exporter.outputURL = output
    exporter.outputFileType = AVFileType.mp4
    exporter.videoComposition = mainComposition
    exporter.audioMix = audioMix
    await exporter.export()
    guard exporter.status == .completed else { throw exporter.error ?? MontageError.exportFailed }
  }

  /// Upright, as large as it fits, in the middle.
  private func transform(for track: AVAssetTrack) -> CGAffineTransform {
    let preferred = track.preferredTransform
    let box = CGRect(origin: .zero, size: track.naturalSize).applying(preferred)
    let scale = min(renderSize.width / box.width, renderSize.height / box.height)
    return
      preferred
      .concatenating(CGAffineTransform(translationX: -box.minX, y: -box.minY))
      .concatenating(CGAffineTransform(scaleX: scale, y: scale))
      .concatenating(
        CGAffineTransform(
          translationX: (renderSize.width - box.width * scale) / 2,
          y: (renderSize.height - box.height * scale) / 2))
  }

  private func borderTool(duration: Double) -> AVVideoCompositionCoreAnimationTool {
    let frame = CGRect(origin: .zero, size: renderSize)
    let parentLayer = CALayer()
    let videoLayer = CALayer()
    let borderLayer = CAShapeLayer()
    for layer in [parentLayer, videoLayer, borderLayer] { layer.frame = frame }

    borderLayer.path = UIBezierPath(rect: frame.insetBy(dx: 4, dy: 4)).cgPath
    borderLayer.fillColor = nil
    borderLayer.strokeColor = UIColor.orange.cgColor
    borderLayer.lineWidth = 8
    let stroke = CABasicAnimation(keyPath: "strokeEnd")
    stroke.fromValue = 0
    stroke.toValue = 1
    stroke.duration = duration
    stroke.beginTime = AVCoreAnimationBeginTimeAtZero
    stroke.isRemovedOnCompletion = false
    stroke.fillMode = .forwards
    borderLayer.add(stroke, forKey: "stroke")

    let pulse = CAKeyframeAnimation(keyPath: "opacity")
    pulse.values = [1, 0.5, 1]
    pulse.keyTimes = [0, 0.5, 1]
    pulse.duration = 0.4
    pulse.repeatCount = .infinity
    pulse.beginTime = AVCoreAnimationBeginTimeAtZero
    pulse.isRemovedOnCompletion = false
    borderLayer.add(pulse, forKey: "pulse")

    parentLayer.addSublayer(videoLayer)
    parentLayer.addSublayer(borderLayer)
    return AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: videoLayer, in: parentLayer)
  }
}
