// Sound of compositions: its gains and places, sample by sample, as ffmpeg decodes it.

import AVFoundation
import TestFilms
import TestSupport
import Testing

@Suite(.enabled(if: FFmpeg.isInstalled)) struct AudioMixTests {
  /// The samples of an export to PCM.
  private func samples(_ asset: AVAsset, _ mix: AVAudioMix?, _ clip: TestClip, range: CMTimeRange? = nil) async throws
    -> [Float]
  {
    let session = try #require(
      AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleProRes422LPCM))
    session.audioMix = mix
    if let range { session.timeRange = range }
    let output = clip.file("out.mov")
    try await session.export(to: output, as: .mov)
    return try FFmpeg.sound(output)
  }

  private func clip() throws -> TestClip { try TestClip(sound: [Float](repeating: 0.5, count: 96_000)) }

  @Test("Volumes: steps and even ramps, held between them")
  func ramps() async throws {
    let clip = try clip()
    let asset = clip.asset
    let parameters = AVMutableAudioMixInputParameters(track: asset.tracks(withMediaType: .audio).first)
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0.2, timeRange: .seconds(0.5..<1))
    parameters.setVolume(0.6, at: .seconds(1.5))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let samples = try await samples(asset, mix, clip)
    #expect(samples.count == 96_000)
    for (second, gain) in [(0.1, 1.0), (0.5, 1), (0.75, 0.6), (0.9, 0.36), (1.2, 0.2), (1.4999, 0.2), (1.5, 0.6)] {
      let index = Int((second * 48_000).rounded())
      #expect(abs(Double(samples[index]) - 0.5 * gain) < 1e-4, "\(second): \(samples[index])")
    }
    // A part of the film has the gains of its own times.
    let part = try await self.samples(
      asset, mix, try self.clip(), range: CMTimeRange(start: .seconds(0.5), end: .seconds(1.6)))
    #expect(abs(part[12_000] - 0.3) < 1e-4 && abs(part[48_000] - 0.3) < 1e-4 && abs(part[47_990] - 0.1) < 1e-4)
  }

  @Test("Stretches of sound are where their pictures are, to the sample")
  func places() async throws {
    // An impulse at each half second.
    var impulses = [Float](repeating: 0, count: 96_000)
    for index in stride(from: 0, to: 96_000, by: 24_000) { impulses[index] = 0.5 }
    let clip = try TestClip(sound: impulses)
    let composition = AVMutableComposition()
    try composition.insertTimeRange(.seconds(0.4..<1.2), of: clip.asset, at: .zero)
    try composition.insertTimeRange(.seconds(1.3..<1.8), of: clip.asset, at: .seconds(1))
    let samples = try await samples(composition, nil, clip)
    let heard = samples.indices.filter { abs(samples[$0]) > 0.25 }
    // 0.5 and 1 s of the clip at 0.1 and 0.6 s; 1.5 s at 1.2 s.
    #expect(heard == [4800, 28_800, 57_600], "\(heard)")
  }

  @Test("Scaled sound runs faster or slower", arguments: [0.5, 2.0])
  func scaling(factor: Double) async throws {
    // A second of 480 Hz: of 960 or 240 in another time.
    let tone = (0..<48_000).map { Float(0.5 * sin(Double($0) / 48_000 * 480 * 2 * .pi)) }
    let clip = try TestClip(count: 10, sound: tone)
    let composition = AVMutableComposition()
    try composition.insertTimeRange(.seconds(0..<1), of: clip.asset, at: .zero)
    composition.scaleTimeRange(.seconds(0..<1), toDuration: .seconds(factor))
    let samples = try await samples(composition, nil, clip)
    #expect(samples.count == Int(48_000 * factor))
    let rises = samples.indices.dropFirst(100).dropLast(100).filter { samples[$0 - 1] < 0 && samples[$0] >= 0 }.count
    #expect(abs(rises - 480) <= 4, "\(rises) waves")
  }

  @Test("A film of hundreds of stretches: each is heard in its place, and no file is open longer")
  func stretches() async throws {
    // What is heard says when in the clip it is.
    let clip = try TestClip(sound: (0..<96_000).map { Float($0) / 192_000 })
    let asset = clip.asset
    let composition = AVMutableComposition()
    let starts = (0..<300).map { $0 * 37 % 39 }
    for start in starts {
      try composition.insertTimeRange(
        CMTimeRange(start: .seconds(Double(start) / 20), duration: .seconds(0.05)), of: asset, at: .invalid)
    }
    let samples = try await samples(composition, nil, clip)
    #expect(samples.count == 300 * 2400)
    var wrong: [Int] = []
    for (index, start) in starts.enumerated() {
      for offset in [0, 1200, 2399] {
        let expected = Float(start * 2400 + offset) / 192_000
        if abs(samples[index * 2400 + offset] - expected) > 1e-5 { wrong.append(index) }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5))")
  }

  @Test("Tracks that are not enabled, and volumes of tracks")
  func tracks() async throws {
    let clip = try clip()
    let composition = AVMutableComposition()
    try composition.insertTimeRange(.seconds(0..<2), of: clip.asset, at: .zero)
    let second = try #require(composition.addMutableTrack(withMediaType: .audio, preferredTrackID: 0))
    try second.insertTimeRange(.seconds(0..<2), of: clip.track(.audio), at: .zero)
    second.preferredVolume = 0.5
    #expect(abs(try await samples(composition, nil, clip)[4800] - 0.75) < 1e-4)
    second.isEnabled = false
    let other = try self.clip()
    #expect(abs(try await samples(composition, nil, other)[4800] - 0.5) < 1e-4)
  }
}
