// Exports that fail: each ends in an error that says why, and leaves the folder as it was.

import AVFoundation
import TestSupport
import Testing

@Suite struct ExportFailureTests {
  /// Exports, expects an error, and that no file came or went.
  @discardableResult
  private func failure(
    _ asset: AVAsset, to url: URL, in folder: TemporaryFolder, _ preset: String = AVAssetExportPresetHighestQuality,
    _ change: (AVAssetExportSession) -> Void = { _ in }, _ location: SourceLocation = #_sourceLocation
  ) async throws -> AVError? {
    let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
    change(session)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    do {
      try await session.export(to: url, as: url.pathExtension == "mov" ? .mov : .mp4)
      Issue.record("\(url.lastPathComponent) was written", sourceLocation: location)
      return nil
    } catch let error as AVError {
      #expect(!error.description.isEmpty && error.localizedDescription == error.description, sourceLocation: location)
      #expect(session.status == (error.code == .operationCancelled ? .cancelled : .failed), sourceLocation: location)
      let after = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(after == before, sourceLocation: location)
      return error
    }
  }

  /// A clip whose frames are scaled to so many seconds.
  private func composition(_ clip: TestClip, lasting seconds: Double) throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(.seconds(0..<2), of: clip.asset, at: .zero)
    composition.scaleTimeRange(.seconds(0..<2), toDuration: .seconds(seconds))
    return composition
  }

  @Test("A file that is there stays as it is")
  func existing() async throws {
    let clip = try TestClip(count: 3)
    try clip.folder.write("mine", to: "out.mp4")
    let error = try await failure(clip.asset, to: clip.file("out.mp4"), in: clip.folder)
    #expect(error?.code == .fileAlreadyExists && error?.description.contains("out.mp4") == true)
    #expect(try Data(contentsOf: clip.file("out.mp4")) == Data("mine".utf8))
  }

  @Test("A folder that is missing, is a file, or takes no files", arguments: ["none/out.mp4", "clip.mov/out.mp4"])
  func folders(name: String) async throws {
    let clip = try TestClip(count: 3)
    let error = try await failure(clip.asset, to: clip.file(name), in: clip.folder)
    #expect(error?.code == .exportFailed && error?.description.contains(name) == true, "\(error?.description ?? "")")
    let other = try await failure(clip.asset, to: URL(filePath: "/proc/out.mp4"), in: clip.folder)
    #expect(other?.code == .exportFailed && other?.description.contains("/proc/out.mp4") == true)
  }

  @Test("An export that is cancelled on its way leaves nothing", arguments: [false, true])
  func cancelling(byTask: Bool) async throws {
    let clip = try TestClip(sound: [Float](repeating: 0.25, count: 96_000))
    // More frames than are made until somebody looks.
    let composition = try composition(clip, lasting: 20_000)
    let session = try #require(
      AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
    let output = clip.file("out.mp4")
    let export = Task { try await session.export(to: output, as: .mp4) }
    while session.progress == 0, session.status != .failed { try await Task.sleep(for: .milliseconds(1)) }
    if byTask { export.cancel() } else { session.cancelExport() }
    do {
      try await export.value
      Issue.record("it was written")
    } catch let error as AVError { #expect(error.code == .operationCancelled, "\(error)") }
    #expect(session.status == .cancelled && (0..<1).contains(session.progress))
    let left = try FileManager.default.contentsOfDirectory(atPath: clip.folder.path)
    #expect(left.allSatisfy { $0.hasPrefix("clip") }, "\(left)")
  }

  @Test("Compositions of nothing: no tracks, empty tracks, sound alone")
  func empty() async throws {
    let clip = try TestClip(count: 3, sound: [Float](repeating: 0.25, count: 9600))
    let none = AVMutableComposition()
    let error = try await failure(none, to: clip.file("out.mp4"), in: clip.folder)
    #expect(error?.code == .operationNotSupportedForAsset)
    let video = none.addMutableTrack(withMediaType: .video, preferredTrackID: 0)
    let sound = none.addMutableTrack(withMediaType: .audio, preferredTrackID: 0)
    try await failure(none, to: clip.file("out.mp4"), in: clip.folder)
    try await failure(none, to: clip.file("out.mp4"), in: clip.folder) {
      $0.videoComposition = AVMutableVideoComposition(propertiesOf: none)
    }
    try sound?.insertTimeRange(.seconds(0..<0.2), of: clip.track(.audio), at: .zero)
    try await failure(none, to: clip.file("out.mp4"), in: clip.folder)
    try await failure(none, to: clip.file("out.mov"), in: clip.folder, AVAssetExportPresetAppleProRes422LPCM)
    #expect(throws: AVError.self) { try AVAssetImageGenerator(asset: none).copyCGImage(at: .zero, actualTime: nil) }
    #expect(video?.segments.isEmpty == true)
  }

  @Test("A film that ends early, anywhere", arguments: [false, true])
  func truncated(isHeard: Bool) async throws {
    let clip = try TestClip(count: 8, sound: isHeard ? [Float](repeating: 0.25, count: 38_400) : nil)
    let bytes = [UInt8](try Data(contentsOf: clip.url))
    let folder = try TemporaryFolder()
    var opened = 0
    for part in 0..<24 {
      try folder.write(Array(bytes.prefix(bytes.count * part / 24)), to: "cut.mov")
      let asset = AVURLAsset(url: folder.url.appending(path: "cut.mov"))
      // Its index stands at the head, and may be whole: then the frames that are there are the film.
      let output = folder.url.appending(path: "out.mp4")
      if asset.tracks(withMediaType: .video).isEmpty {
        let error = try await failure(asset, to: output, in: folder)
        #expect(error?.description.contains("cut.mov") == true, "\(part) of 24: \(String(describing: error))")
      } else {
        opened += 1
        #expect(asset.duration > .zero && asset.duration <= clip.asset.duration)
        let session = try #require(
          AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        do {
          try await session.export(to: output, as: .mp4)
          #expect(AVURLAsset(url: output).duration == asset.duration)
          try FileManager.default.removeItem(at: output)
        } catch let error as AVError {
          #expect(isHeard && error.description.contains("cut.mov"), "\(error)")
          #expect(folder.contents == ["cut.mov"])
        }
      }
    }
    #expect((1...23).contains(opened))
  }

  @Test("Frames that cannot be decoded")
  func damaged() async throws {
    let clip = try TestClip(count: 8)
    var bytes = [UInt8](try Data(contentsOf: clip.url))
    // Nonsense in the place of the packets, which lie behind the head.
    let start = try #require(Data(bytes).lastRange(of: Data("mdat".utf8))).upperBound
    for index in start..<bytes.count { bytes[index] = 0xA5 }
    let folder = try TemporaryFolder()
    try folder.write(bytes, to: "damaged.mov")
    let asset = AVURLAsset(url: folder.url.appending(path: "damaged.mov"))
    let error = try await failure(asset, to: folder.url.appending(path: "out.mp4"), in: folder)
    #expect(
      error?.code == .decodeFailed && error?.description.contains("damaged.mov") == true, "\(String(describing: error))"
    )
    #expect(throws: AVError.self) {
      try AVAssetImageGenerator(asset: asset).copyCGImage(at: .seconds(0.7), actualTime: nil)
    }
  }

  @Test("Sizes, rates and times beyond all bounds")
  func bounds() async throws {
    let clip = try TestClip(count: 8, sound: [Float](repeating: 0.25, count: 38_400))
    for size in [1e9, 1e300, .nan, .infinity, -5, 0] {
      let composition = AVMutableVideoComposition(propertiesOf: clip.asset)
      composition.renderSize = CGSize(width: size, height: 24)
      try await failure(clip.asset, to: clip.file("out.mp4"), in: clip.folder) { $0.videoComposition = composition }
      let generator = AVAssetImageGenerator(asset: clip.asset)
      generator.videoComposition = composition
      #expect(throws: AVError.self, "\(size)") { try generator.copyCGImage(at: .zero, actualTime: nil) }
    }
    for step in [CMTime.zero, .invalid, .indefinite, .positiveInfinity, CMTime(value: 1, timescale: .max)] {
      let composition = AVMutableVideoComposition(propertiesOf: clip.asset)
      composition.frameDuration = step
      try await failure(clip.asset, to: clip.file("out.mp4"), in: clip.folder) { $0.videoComposition = composition }
    }
    // Longer than any film.
    let far = AVMutableComposition()
    try far.insertTimeRange(.seconds(0..<0.8), of: clip.asset, at: CMTime(value: 1 << 61, timescale: 1))
    #expect(far.duration > CMTime(value: 1 << 60, timescale: 1))
    for isHeard in [true, false] {
      if !isHeard {
        far.tracks(withMediaType: .audio).compactMap { $0 as? AVCompositionTrack }.forEach(far.removeTrack)
      }
      try await failure(far, to: clip.file("out.mp4"), in: clip.folder)
    }
    let player = AVPlayer(playerItem: AVPlayerItem(asset: far))
    player.seek(to: CMTime(value: 1 << 61, timescale: 1))
    player.rate = 1e30
    #expect(player.currentTime().isNumeric && player.currentTime() <= far.duration)
  }

  @Test("Numbers that are none in ramps: an error, or frames")
  func numbers() async throws {
    let clip = try TestClip(count: 8, sound: [Float](repeating: 0.25, count: 38_400))
    let whole = CMTimeRange.seconds(0..<0.8)
    for (index, number) in [CGFloat.nan, .infinity, -.infinity, 1e300].enumerated() {
      let composition = AVMutableVideoComposition(propertiesOf: clip.asset)
      let part = try #require(composition.instructions.first as? AVMutableVideoCompositionInstruction)
      let placing = AVMutableVideoCompositionLayerInstruction(assetTrack: clip.track())
      placing.setOpacityRamp(fromStartOpacity: Float(number), toEndOpacity: 1, timeRange: whole)
      placing.setTransformRamp(
        fromStart: CGAffineTransform(translationX: number, y: 0), toEnd: .identity, timeRange: whole)
      placing.setCropRectangleRamp(
        fromStartCropRectangle: CGRect(x: number, y: 0, width: number, height: 5),
        toEndCropRectangle: CGRect(x: 0, y: 0, width: 5, height: 5), timeRange: whole)
      part.layerInstructions = [placing]
      let parameters = AVMutableAudioMixInputParameters(track: clip.track(.audio))
      parameters.setVolumeRamp(fromStartVolume: Float(number), toEndVolume: 1, timeRange: whole)
      let mix = AVMutableAudioMix()
      mix.inputParameters = [parameters]
      let session = try #require(
        AVAssetExportSession(asset: clip.asset, presetName: AVAssetExportPresetHighestQuality))
      (session.videoComposition, session.audioMix) = (composition, mix)
      let output = clip.file("\(index).mp4")
      do {
        try await session.export(to: output, as: .mp4)
        #expect(AVURLAsset(url: output).duration == .seconds(0.8))
      } catch let error as AVError {
        #expect(error.code == .exportFailed && !FileManager.default.fileExists(atPath: output.path), "\(error)")
      }
    }
  }
}
