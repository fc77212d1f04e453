import AVFoundation

func avFoundationTitles() async throws {
  let clip = AVURLAsset(url: URL(filePath: "clip.mp4"))
  let composition = AVMutableVideoComposition(propertiesOf: clip)
  let (film, pictures, title) = (CALayer(), CALayer(), CATextLayer())
  for layer in [film, pictures] { layer.frame = CGRect(origin: .zero, size: composition.renderSize) }
  film.addSublayer(pictures)
  film.addSublayer(title)
  title.string = "Over a clip"
  title.alignmentMode = .center
  title.backgroundColor = CGColor(red: 0.1, green: 0.1, blue: 0.15, alpha: 0.75)
  title.frame = CGRect(x: 24, y: film.frame.height - 56, width: 260, height: 44)  // at the top: y points up in a film

  let slide = CABasicAnimation(keyPath: "position.x")
  slide.fromValue = -130
  slide.beginTime = AVCoreAnimationBeginTimeAtZero + 0.5
  slide.duration = 0.5
  slide.fillMode = .backwards
  slide.timingFunction = CAMediaTimingFunction(name: .easeOut)
  title.add(slide, forKey: "slide")

  composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: pictures, in: film)
  let export = AVAssetExportSession(asset: clip, presetName: AVAssetExportPresetHighestQuality)!
  export.videoComposition = composition
  try await export.export(to: URL(filePath: "titled.mp4"), as: .mp4)
  // End of the example.
  precondition(AVURLAsset(url: URL(filePath: "titled.mp4")).duration == clip.duration)
}
