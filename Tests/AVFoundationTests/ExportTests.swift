// Exports: what is written by each preset, what ends them, and what they refuse.

import AVFoundation
import TestFilms
import TestSupport
import Testing

@Suite struct ExportTests {
  private func session(_ asset: AVAsset, _ preset: String = AVAssetExportPresetHighestQuality) throws
    -> AVAssetExportSession
  {
    try #require(AVAssetExportSession(asset: asset, presetName: preset))
  }

  @Test("Presets say what they can write")
  func presets() async throws {
    let clip = try TestClip()
    #expect(AVAssetExportSession(asset: clip.asset, presetName: "none") == nil)
    let all = AVAssetExportSession.exportPresets(compatibleWith: clip.asset)
    #expect(all.contains(AVAssetExportPreset1280x720) && all == AVAssetExportSession.allExportPresets())
    #expect(AVAssetExportSession.exportPresets(compatibleWith: AVMutableComposition()).isEmpty)
    #expect(try session(clip.asset, AVAssetExportPresetAppleProRes422LPCM).supportedFileTypes == [.mov])
    let isThere = await AVAssetExportSession.compatibility(
      ofExportPreset: AVAssetExportPresetAppleProRes4444LPCM, with: clip.asset, outputFileType: .mp4)
    #expect(!isThere)
  }

  @Test("All frames of an asset are in the film, and no other", arguments: [10.0, 29.97])
  func frames(rate: Double) async throws {
    let clip = try TestClip(count: 12, rate: rate)
    let output = clip.file("out.mp4")
    let session = try session(clip.asset)
    try await session.export(to: output, as: .mp4)
    #expect(session.status == .completed && session.progress == 1 && session.error == nil)
    let film = AVURLAsset(url: output)
    #expect(film.duration == clip.asset.duration)
    let generator = AVAssetImageGenerator(asset: film)
    let step = clip.track().minFrameDuration
    for frame in 0..<12 {
      let image = try generator.copyCGImage(at: CMTimeMultiply(step, multiplier: Int32(frame)), actualTime: nil)
      let grey = 10 + 10 * frame
      #expect(near(image.pixel(30, 20), [grey, grey, grey, 255], within: 3), "\(frame): \(image.pixel(30, 20))")
    }
  }

  @Test("A part of the asset's time")
  func timeRange() async throws {
    let clip = try TestClip()
    let session = try session(clip.asset)
    session.timeRange = CMTimeRange(start: .seconds(0.5), duration: .seconds(0.3))
    let output = clip.file("out.mp4")
    try await session.export(to: output, as: .mp4)
    let film = AVURLAsset(url: output)
    #expect(film.duration == .seconds(0.3))
    let generator = AVAssetImageGenerator(asset: film)
    #expect(near(try generator.copyCGImage(at: .zero, actualTime: nil).pixel(30, 20), [60, 60, 60, 255], within: 3))
  }

  @Test("Sizes of presets: never larger, in proportion, of whole pairs")
  func sizes() async throws {
    let clip = try TestClip(count: 3)
    let composition = AVMutableVideoComposition(propertiesOf: clip.asset)
    composition.renderSize = CGSize(width: 800, height: 450)
    for (preset, size) in [
      (AVAssetExportPresetLowQuality, (224, 126)), (AVAssetExportPreset640x480, (640, 360)),
      (AVAssetExportPreset1280x720, (800, 450)),
    ] {
      let session = try session(clip.asset, preset)
      session.videoComposition = composition
      let output = clip.file("\(size.0).mp4")
      try await session.export(to: output, as: .mp4)
      let natural = AVURLAsset(url: output).naturalSize
      #expect(natural == CGSize(width: size.0, height: size.1), "\(preset): \(natural)")
    }
  }

  private static let kinds = [
    ("libx264", "yuv420p", AVAssetExportPresetHighestQuality, 0),
    ("libx264", "yuv420p", AVAssetExportPresetHighestQuality, 90),
    ("libx265", "yuv420p10le", AVAssetExportPresetHEVCHighestQuality, 0),
  ]

  @Test(
    "A clip below all layers stays in its planes: its tags, its depth, and the frames that pixels give",
    arguments: kinds)
  func planes(codec: String, pixels: String, preset: String, degrees: Int) async throws {
    let folder = try TemporaryFolder()
    let tags = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
    try BarCode.write(50, rate: "25", to: folder.file("0.mp4"), ["-c:v", codec, "-pix_fmt", pixels] + tags)
    if degrees != 0 { try FFmpeg.turned(folder.file("0.mp4"), to: folder.file("\(degrees).mp4"), degrees: degrees) }
    let asset = AVURLAsset(url: folder.url.appending(path: "\(degrees).mp4"))
    var films: [String] = []
    for isOverFootage in [true, false] {
      let composition = AVMutableVideoComposition(propertiesOf: asset)
      composition.frameDuration = CMTime(value: 1, timescale: 30)
      let (parent, video, bar) = (CALayer(), CALayer(), CALayer())
      let frame = CGRect(origin: .zero, size: composition.renderSize)
      for layer in [parent, video] { layer.frame = frame }
      bar.frame = CGRect(x: 0, y: 0, width: frame.width, height: 8)
      bar.backgroundColor = .white
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.beginTime, fade.duration) = (
        NSNumber(value: 1), NSNumber(value: 0.2), 0.8, 0.5
      )
      (fade.fillMode, fade.isRemovedOnCompletion) = (.both, false)
      bar.add(fade, forKey: nil)
      // A layer that is drawn below the clip's has all drawn as pixels, and none of it is seen.
      if !isOverFootage { parent.backgroundColor = .white }
      for layer in [video, bar] { parent.addSublayer(layer) }
      composition.animationTool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: parent)
      let session = try session(asset, preset)
      (session.videoComposition, session.timeRange) = (composition, .seconds(0.4..<1.6))
      let output = folder.url.appending(path: "\(isOverFootage).mp4")
      try await session.export(to: output, as: .mp4)
      films.append(output.path)
    }
    let forms = try films.map { try FFmpeg.stream($0, "pix_fmt,color_space,width,height") }
    #expect(forms[0]["pix_fmt"] == pixels && forms[0]["color_space"] == "bt709", "\(forms[0])")
    #expect(forms[1]["pix_fmt"] == "yuv420p" && forms[1]["color_space"] == "smpte170m", "\(forms[1])")
    let frames = try films.map { try FFmpeg.frames(of: $0, as: "gray") }
    #expect(frames[0].count == frames[1].count && frames[0].count == 36 * BarCode.width * BarCode.height)
    let error = zip(frames[0], frames[1]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(error) / Double(frames[0].count) < 2)
    let (row, first) = (degrees == 0 ? BarCode.width : BarCode.height, frames[0].prefix(BarCode.width * BarCode.height))
    #expect(first.suffix(row * 6).allSatisfy { $0 > 220 } && first.prefix(row * 6).contains { $0 < 40 })
  }

  @Test("ProRes 4444 keeps what nothing covers transparent")
  func alpha() async throws {
    let clip = try TestClip(count: 3)
    let composition = AVMutableVideoComposition(propertiesOf: clip.asset)
    let part = try #require(composition.instructions.first as? AVMutableVideoCompositionInstruction)
    part.backgroundColor = .clear
    let placing = AVMutableVideoCompositionLayerInstruction(assetTrack: clip.track())
    placing.setTransform(CGAffineTransform(translationX: 16, y: 0), at: .zero)
    part.layerInstructions = [placing]
    let session = try session(clip.asset, AVAssetExportPresetAppleProRes4444LPCM)
    session.videoComposition = composition
    let output = clip.file("out.mov")
    try await session.export(to: output, as: .mov)
    let image = try AVAssetImageGenerator(asset: AVURLAsset(url: output)).copyCGImage(at: .zero, actualTime: nil)
    let (outside, inside) = (image.pixel(4, 20), image.pixel(28, 20))
    #expect(outside[3] == 0 && near(inside, [10, 10, 10, 255], within: 4), "\(outside) \(inside)")
  }

  @Test("A cancelled export leaves nothing")
  func cancelling() async throws {
    let clip = try TestClip()
    let session = try session(clip.asset)
    session.cancelExport()
    let output = clip.file("out.mp4")
    do {
      try await session.export(to: output, as: .mp4)
      Issue.record("it was written")
    } catch let error as AVError { #expect(error.code == .operationCancelled) }
    #expect(session.status == .cancelled && !FileManager.default.fileExists(atPath: output.path))
  }

  @Test("What cannot be is an error, and leaves nothing")
  func errors() async throws {
    let clip = try TestClip()
    func expect(
      _ code: AVError.Code, _ asset: AVAsset, _ name: String, _ type: AVFileType,
      _ change: (AVAssetExportSession) -> Void = { _ in }
    ) async throws {
      let session = try session(asset)
      change(session)
      do {
        try await session.export(to: clip.file(name), as: type)
        Issue.record("\(name) was written")
      } catch let error as AVError { #expect(error.code == code, "\(error)") }
      #expect(session.status == .failed && session.error != nil)
    }
    try await expect(.fileAlreadyExists, clip.asset, "clip.mov", .mov)
    try await expect(.invalidOutputURLPathExtension, clip.asset, "out.mov", .mp4)
    try await expect(.exportFailed, clip.asset, "out.wav", .wav)
    try await expect(.operationNotSupportedForAsset, AVMutableComposition(), "out.mp4", .mp4)
    try await expect(.fileFormatNotRecognized, AVAsset(url: clip.file("missing.mov")), "out.mp4", .mp4)
    try await expect(.invalidSourceMedia, clip.asset, "out.mp4", .mp4) {
      $0.timeRange = CMTimeRange(start: .seconds(5), duration: .seconds(1))
    }
    #expect(!FileManager.default.fileExists(atPath: clip.file("out.mp4").path))
  }
}
