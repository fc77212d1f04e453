// What encoders are asked for: presets, rates, films of any length; and which of them work.
import Foundation
import TestFilms
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
    for count in triesAll ? [1, 2, 3, 4, 5, 7, 26] : [1, 2, 5, 26] {
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

  @Test("Each encoder is tried with two frames, and says why it cannot be used")
  func probes() {
    let probes = withTurn(of: "av1") { EncoderProbe.all() }
    #expect(probes.map(\.codec) == (EncoderKind.all + EncoderKind.hardware).map(\.codec))
    for probe in probes where !probe.isHardware { #expect(probe.problem == nil, "\(probe)") }
    for probe in probes where probe.isHardware { #expect(probe.problem?.isEmpty != true, "\(probe)") }
    #expect(EncoderProbe.problem(of: .other("no_such_encoder"))?.contains("no video encoder") == true)
  }

  @Test("A GPU encodes where one can; where none can, that is said, or an error")
  func hardware() throws {
    func choice(
      _ kind: EncoderKind, _ request: HardwareRequest, depth: Int = 8, usable: String? = nil
    ) throws(VideoError) -> (String, String?) {
      let (kind, fallBack) = try kind.onHardware(request, depth: depth, hasAlpha: false) { kind in
        kind.encoder == usable ? nil : "not here"
      }
      return (kind.encoder, fallBack)
    }
    #expect(try choice(.h264, .off, usable: "h264_nvenc") == ("libx264", nil))
    #expect(try choice(.h264, .ifPossible, usable: "h264_nvenc") == ("h264_nvenc", nil))
    #expect(try choice(.hevc, .required, usable: "hevc_vaapi") == ("hevc_vaapi", nil))
    let why = "no GPU encodes H.264 of 8 bits a component: h264_nvenc: not here; h264_vaapi: not here"
    #expect(try choice(.h264, .ifPossible) == ("libx264", "\(why); the processor does, by libx264"))
    #expect(throws: VideoError.unavailable("\(why); use `hardware` if-possible or leave it out")) {
      try choice(.h264, .required)
    }
    #expect(throws: VideoError.self) { try choice(.hevc, .required, depth: 10, usable: "hevc_nvenc") }
    #expect(throws: VideoError.self) { try choice(.ffv1, .required) }
    #expect(EncoderKind.named("h264_nvenc").device == .nvenc)
  }

  @Test(
    "What a GPU encodes can be decoded",
    arguments: EncoderProbe.all().filter { $0.isHardware && $0.problem == nil }.map(\.encoder) + ["libx264"])
  func hardwareFilm(encoder: String) throws {
    let path = folder.file("a.mp4")
    try TestVideo.write(to: path, width: 256, height: 192, frameCount: 9, options: VideoOptions(codec: encoder))
    #expect(try FFmpeg.frames(of: path, as: "gray").count == 9 * 256 * 192)
  }

  @Test("QuickTime refuses VP9 and AV1 before an encoder opens", arguments: ["vp9", "av1"])
  func quickTime(codec: String) throws {
    let error = TestVideo.error(path: "a.mov", options: VideoOptions(codec: codec))
    guard case .badOption(let message)? = error else {
      Issue.record("\(error.map(\.description) ?? "it was written")")
      return
    }
    #expect(message.contains(".mp4"))
  }
}
