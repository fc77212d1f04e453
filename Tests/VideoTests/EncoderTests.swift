// What encoders are asked for: presets, rates, films of any length; and which of them work.
import Foundation
import TestSupport
import Testing

@testable import Video

@Suite(.enabled(if: FFmpeg.isInstalled)) struct EncoderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "A film of any length has all of its frames, in order, by every preset",
    arguments: ["h264", "hevc", "vp9", "av1"], EncoderPreset.allCases)
  func lengths(codec: String, preset: EncoderPreset) throws {
    for count in [1, 2, 3, 4, 5, 7, 26] {
      let path = folder.file("\(count).mp4")
      try TestVideo.write(
        to: path, width: 128, height: 96, frameCount: count, options: VideoOptions(codec: codec, preset: preset))
      let times = try FFmpeg.packets(of: path)
      #expect(times.map(\.shown).sorted() == (0..<count).map { $0 * 512 }, "\(count) frames")
      #expect(zip(times, times.dropFirst()).allSatisfy { $0.decoded < $1.decoded }, "\(count) frames: \(times)")
      #expect(times.allSatisfy { $0.decoded <= $0.shown })
      #expect(try FFmpeg.frames(of: path, as: "gray").count == count * 128 * 96)
    }
  }

  @Test("A rate makes a film of about its size, and a higher one a larger film", arguments: ["a.mp4", "a.webm"])
  func bitrate(name: String) throws {
    let sizes = try [100_000, 800_000].map { bitrate in
      var options = VideoOptions()
      (options.bitrate, options.alpha) = (bitrate, AlphaRequest.none)
      let path = folder.file(name)
      let writer = try VideoWriter(
        path: path, format: VideoFormat(path: path), width: 192, height: 192, frameRate: FrameRate(25),
        options: options)
      var state: UInt32 = 1
      for _ in 0..<50 {
        try writer.append(
          (0..<192 * 192 * 4).map { index in
            state = state &* 1_664_525 &+ 1_013_904_223
            return index % 4 == 3 ? 255 : UInt8(state >> 24)
          })
      }
      try writer.finish()
      return try Data(contentsOf: URL(filePath: path)).count
    }
    #expect(sizes[0] < sizes[1])
    // 2 seconds of noise, which encoders overshoot at the lower rate.
    #expect(sizes[1] < 800_000 / 8 * 2 * 3, "\(sizes)")
  }

  @Test("Each encoder is tried with two frames")
  func probes() {
    let probes = EncoderProbe.all()
    #expect(probes.map(\.codec) == EncoderKind.all.map(\.codec))
    for probe in probes { #expect(probe.problem == nil, "\(probe)") }
  }
}
