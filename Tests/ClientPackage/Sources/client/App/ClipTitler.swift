import AVFoundation
import UIKit

/// Puts a caption over a clip, and keeps its sound.
final class ClipTitler {
  enum TitlerError: Error {
    case noVideo
    case noSession
  }

  func export(
    _ source: URL, caption: String, to destination: URL, completion: @escaping @Sendable (Error?) -> Void
  ) {
    let asset = AVURLAsset(url: source)
    guard let videoTrack = asset.tracks(withMediaType: .video).first else { return completion(TitlerError.noVideo) }
    let mix = AVMutableComposition()
    let range = CMTimeRangeMake(kCMTimeZero, asset.duration)
    do {
      let track = mix.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid)
      try track?.insertTimeRange(range, of: videoTrack, at: .zero)
    } catch { return completion(error) }

    let size = videoTrack.naturalSize
    let parent = CALayer()
    let video = CALayer()
    for layer in [parent, video] { layer.frame = CGRect(origin: .zero, size: size) }
    let text = CATextLayer()
    text.string = caption
    text.alignmentMode = kCAAlignmentCenter
    text.backgroundColor = UIColor.blue.cgColor
    text.frame = CGRect(x: 0, y: 0, width: size.width, height: size.height / 4)
    let fade = CABasicAnimation(keyPath: #keyPath(CALayer.opacity))
    fade.fromValue = 0
    fade.toValue = 1
    fade.beginTime = AVCoreAnimationBeginTimeAtZero
    fade.duration = 0.5
    fade.isRemovedOnCompletion = false
    fade.fillMode = kCAFillModeForwards
    text.add(fade, forKey: nil)
    parent.addSublayer(video)
    parent.addSublayer(text)

    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = range
    instruction.layerInstructions = [AVMutableVideoCompositionLayerInstruction(assetTrack: mix.tracks[0])]
    let composition = AVMutableVideoComposition()
    composition.renderSize = size
    composition.frameDuration = CMTimeMake(1, 30)
    composition.instructions = [instruction]
    composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent)

    guard let session = AVAssetExportSession(asset: mix, presetName: AVAssetExportPresetHighestQuality) else {
      return completion(TitlerError.noSession)
    }
    session.videoComposition = composition
    session.outputURL = destination
    session.outputFileType = .mp4
    session.exportAsynchronously { completion(session.error) }
  }

  /// The picture at a second, no larger than a size.
  func still(of url: URL, at second: Double, within size: CGSize) throws -> UIImage {
    let generator = AVAssetImageGenerator(asset: AVAsset(url: url))
    generator.appliesPreferredTrackTransform = true
    generator.maximumSize = size
    return UIImage(cgImage: try generator.copyCGImage(at: CMTimeMakeWithSeconds(second, 600), actualTime: nil))
  }
}

/// A view that plays.
final class PlayerView: UIView {
  override static var layerClass: AnyClass { AVPlayerLayer.self }
  var playerLayer: AVPlayerLayer { layer as! AVPlayerLayer }
  var player: AVPlayer? {
    get { playerLayer.player }
    set { playerLayer.player = newValue }
  }
}
