import AVFoundation

func footageCut() async throws {
  let footage = AVURLAsset(url: URL(filePath: "clip.mp4"))
  let cut = AVMutableComposition()
  let second = CMTime(value: 1, timescale: 2)
  for start in [CMTime.zero, second] {
    try cut.insertTimeRange(CMTimeRange(start: start, duration: second), of: footage, at: cut.duration)
  }

  let look = AVMutableVideoComposition(propertiesOf: cut)
  let part = AVMutableVideoCompositionInstruction()
  part.timeRange = CMTimeRange(start: .zero, duration: cut.duration)
  let placing = AVMutableVideoCompositionLayerInstruction(assetTrack: cut.tracks(withMediaType: .video)[0])
  placing.setOpacityRamp(
    fromStartOpacity: 0, toEndOpacity: 1, timeRange: CMTimeRange(start: second, duration: second))
  placing.setOpacity(1, at: .zero)
  part.layerInstructions = [placing]
  look.instructions = [part]

  let (parent, pictures, badge) = (CALayer(), CALayer(), CALayer())
  for layer in [parent, pictures] { layer.frame = CGRect(origin: .zero, size: look.renderSize) }
  parent.isGeometryFlipped = true  // counts from the top, as layers of an app do
  parent.sublayers = [pictures, badge]
  badge.frame = CGRect(x: 16, y: 16, width: 40, height: 40)
  badge.cornerRadius = 20
  badge.backgroundColor = CGColor(red: 1, green: 0.6, blue: 0, alpha: 1)
  look.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: pictures, in: parent)

  let session = AVAssetExportSession(asset: cut, presetName: AVAssetExportPreset1280x720)!
  session.videoComposition = look
  try await session.export(to: URL(filePath: "cut.mp4"), as: .mp4)
  // End of the example.
  precondition(AVURLAsset(url: URL(filePath: "cut.mp4")).duration == cut.duration)
}
