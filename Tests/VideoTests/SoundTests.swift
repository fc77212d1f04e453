// Sound, as others decode it: where an impulse is, how long it lasts, and what a mix is.
import Foundation
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite(.enabled(if: FFmpeg.isInstalled)) struct SoundTests {
  private let folder: TemporaryFolder
  static let rates = ["24000/1001", "25", "30000/1001", "50", "60"]

  init() throws { folder = try TemporaryFolder() }

  private func wav(_ samples: [[Int16]], rate: Int) -> [UInt8] { WaveFile.of(samples, rate: rate) }

  /// An impulse in the middle of silence.
  private func impulse(rate: Int, at sample: Int, count: Int) -> SoundTrack {
    var samples = [Int16](repeating: 0, count: count)
    samples[sample] = 30000
    return SoundTrack(source: .bytes(wav([samples], rate: rate), name: "impulse.wav"))
  }

  private func write(
    _ name: String, rate: FrameRate, frames: Int, _ tracks: [SoundTrack], kind: SoundKind? = nil, codec: String? = nil
  ) throws {
    var options = VideoOptions(codec: codec)
    (options.sound, options.soundKind, options.frameCount) = (tracks, kind, frames)
    let path = folder.file(name)
    let writer = try VideoWriter(
      path: path, format: VideoFormat(path: path), width: 16, height: 16, frameRate: rate, options: options)
    for index in 0..<frames { try writer.append([UInt8](repeating: UInt8(index & 255), count: 16 * 16 * 4)) }
    try writer.finish()
  }

  /// The left channel of a file, as a player hears it.
  private func heard(_ name: String) throws -> [Float] {
    let bytes = try FFmpeg.run(
      "ffmpeg", ["-i", folder.file(name), "-map", "0:a", "-af", "pan=mono|c0=c0", "-f", "f32le", "-"])
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  private func loudest(_ samples: [Float]) -> Int {
    samples.indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? -1
  }

  static let formats: [(name: String, codec: String?, kind: SoundKind?, isExact: Bool)] = [
    ("a.mp4", nil, nil, false), ("a.mov", nil, nil, false), ("a.mov", "qtrle", nil, true), ("a.mkv", nil, nil, true),
    ("a.mkv", nil, .pcm, true), ("a.webm", nil, nil, false), ("a.wav", nil, nil, true),
  ]

  @Test(
    "An impulse at a frame's time is at its sample: exactly in PCM and FLAC, within one in AAC and Opus",
    arguments: formats, rates)
  func impulses(format: (name: String, codec: String?, kind: SoundKind?, isExact: Bool), rate: String) throws {
    let frameRate = try #require(FrameRate(rate))
    let (frames, frame) = (40, 23)
    for sampleRate in [44_100, 48_000] {
      // Opus has 48,000; the mix is converted.
      let heardRate = format.name == "a.webm" ? 48_000 : sampleRate
      let time = frameRate.time(ofFrame: frame)
      // A track that begins at the frame, and has the impulse at its first sample.
      var track = impulse(rate: sampleRate, at: 0, count: sampleRate / 10)
      track.start = time
      // One of a source's own time.
      let late = impulse(rate: sampleRate, at: sampleRate / 4, count: sampleRate / 2)
      try write(
        format.name, rate: frameRate, frames: frames, [track, late], kind: format.kind, codec: format.codec)
      let samples = try heard(format.name)
      let expected = Int((time * Double(heardRate)).rounded())
      let second = heardRate / 4
      let found = loudest(Array(samples[(second + 2000)...])) + second + 2000
      let foundSecond = loudest(Array(samples[..<(second + 2000)]))
      let allowed = format.isExact && heardRate == sampleRate ? 0 : 1
      #expect(abs(found - expected) <= allowed, "\(sampleRate): \(found), not \(expected)")
      #expect(abs(foundSecond - second) <= allowed, "\(sampleRate): \(foundSecond), not \(second)")
      let length = frameRate.time(ofFrame: frames) * Double(heardRate)
      #expect(abs(Double(samples.count) - length) < (format.isExact ? 1 : 1100), "\(samples.count), not \(length)")
    }
  }

  @Test("Priming is declared: players skip what the encoder puts in front")
  func priming() throws {
    let tone = (0..<24_000).map { Int16(12000 * sin(Double($0) * 0.05)) }
    let track = SoundTrack(source: .bytes(wav([tone], rate: 48_000), name: "tone.wav"))
    for name in ["a.mp4", "a.mov", "a.webm"] {
      try write(name, rate: FrameRate(50), frames: 25, [track])
      // The demuxer's times begin before 0 by the padding, and the decoder leaves that out.
      let first = try FFmpeg.stream(folder.file(name), "start_time,initial_padding,codec_name", kind: "a:0")
      #expect(abs(Double(first["start_time"] ?? "") ?? 1) < 0.008, "\(name): \(first)")
      let samples = try heard(name)
      var error = 0.0
      for n in 4000..<20_000 { error += abs(Double(samples[n]) - Double(tone[n]) / 32768) / 16000 }
      #expect(error < 0.01, "\(name): \(error)")
    }
    try write("a.mp4", rate: FrameRate(50), frames: 25, [track])
    let file = try Data(contentsOf: URL(filePath: folder.file("a.mp4")))
    // An edit that begins 1024 samples into the media.
    let media = Data([0, 0, 4, 0, 0, 1, 0, 0])
    #expect(file.range(of: Data("elst".utf8)) != nil && file.range(of: media) != nil)
  }

  @Test("Three tracks with gains and fades are the exact sum")
  func mix() throws {
    let rate = 48_000
    func noise(_ seed: UInt64, _ count: Int) -> [Int16] {
      var state = seed
      return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int16(truncatingIfNeeded: Int(state >> 48) - 32768) / 4
      }
    }
    let (a, b, c) = (noise(1, 30_000), noise(2, 20_000), noise(3, 96_000))
    var tracks = [a, b, c].map { SoundTrack(source: .bytes(wav([$0, $0.map { -$0 }], rate: rate), name: "n.wav")) }
    (tracks[0].start, tracks[0].gain, tracks[0].fadeIn, tracks[0].fadeOut) = (0.25, 0.5, 0.1, 0.2)
    (tracks[1].start, tracks[1].inPoint, tracks[1].duration, tracks[1].fadeOut) = (-0.05, 0.05, 0.2, 0.05)
    (tracks[2].gain, tracks[2].fadeOut) = (0.75, 0.5)
    try write("a.mkv", rate: FrameRate(25), frames: 25, tracks)
    let found = try heard("a.mkv")
    #expect(found.count == rate)
    var worst = 0.0
    for n in 0..<rate {
      var expected = 0.0
      if (12_000..<42_000).contains(n) {
        let (into, rest) = (Double(n - 12_000), Double(42_000 - n))
        expected += Double(a[n - 12_000]) / 32768 * 0.5 * min(1, into / 4800, rest / 9600)
      }
      // 0.05 s before the film and 0.05 s of the source are left out; 0.2 s from its start are heard.
      if n < 7200 { expected += Double(b[n + 4800]) / 32768 * min(1, Double(7200 - n) / 2400) }
      expected += Double(c[n]) / 32768 * 0.75 * min(1, Double(rate - n) / 24_000)
      worst = max(worst, abs(expected - Double(found[n])))
    }
    #expect(worst <= 0.51 / 0x1p23 + 1e-7, "\(worst * 0x1p23) of 24 bits")
  }

  @Test("An hour at a broadcast rate, in a usual run its sixth part, does not drift")
  func anHour() throws {
    let rate = try #require(FrameRate(29.97))
    let frames = triesAll ? 107_892 : 17_982
    var track = impulse(rate: 48_000, at: 0, count: 4800)
    track.start = rate.time(ofFrame: frames - 12)
    try write("a.mkv", rate: rate, frames: frames, [track], codec: "ut")
    let samples = try FFmpeg.run(
      "ffmpeg", ["-i", folder.file("a.mkv"), "-map", "0:a", "-ac", "1", "-f", "s16le", "-"])
    #expect(samples.count == 2 * Int((rate.time(ofFrame: frames) * 48_000).rounded()))
    // Silence, and in the last ten seconds the impulse.
    let silence = samples.count - 2 * 480_000
    #expect(Data(samples.prefix(silence)) == Data(count: silence))
    let values = Array(samples.suffix(2 * 480_000)).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    let found = values.indices.max { abs(Int(values[$0])) < abs(Int(values[$1])) }
    #expect(found.map { $0 + silence / 2 } == Int((track.start * 48_000).rounded()))
  }

  @Test("The sound of a video file is heard at its time; several are added up")
  func ofVideo() throws {
    try write("source.mp4", rate: FrameRate(25), frames: 50, [impulse(rate: 48_000, at: 30_000, count: 48_000)])
    try write("a.mkv", rate: FrameRate(25), frames: 50, [SoundTrack(source: .file(folder.file("source.mp4")))])
    #expect(abs(loudest(try heard("a.mkv")) - 30_000) <= 1)
    #expect(try FFmpeg.stream(folder.file("a.mkv"), "codec_name", kind: "a:0")["codec_name"] == "flac")
  }

  @Test("Sound beside lossless pictures is lossless, and the bytes are the same every time")
  func kinds() throws {
    let track = impulse(rate: 44_100, at: 100, count: 44_100)
    for (name, codec, kind) in [
      ("a.mp4", nil, "aac"), ("a.mov", nil, "aac"), ("a.mov", "prores", "pcm_s24le"), ("a.webm", nil, "opus"),
      ("a.mkv", nil, "flac"),
    ] {
      try write(name, rate: FrameRate(25), frames: 30, [track], codec: codec)
      let first = try Data(contentsOf: URL(filePath: folder.file(name)))
      #expect(try FFmpeg.stream(folder.file(name), "codec_name", kind: "a:0")["codec_name"] == kind)
      try write(name, rate: FrameRate(25), frames: 30, [track], codec: codec)
      #expect(try Data(contentsOf: URL(filePath: folder.file(name))) == first)
    }
  }

  @Test("What is no sound, and formats without it, are refused")
  func refusals() throws {
    let track = impulse(rate: 48_000, at: 0, count: 480)
    for name in ["a.gif", "a.apng", "a.y4m", "%d.png"] {
      #expect(throws: VideoError.self) { try write(name, rate: FrameRate(25), frames: 1, [track]) }
    }
    for source in [
      SoundTrack.Source.file(folder.file("none.wav")), .bytes([1, 2, 3], name: "x"), .bytes([], name: "empty"),
      .bytes(Array("RIFF....WAVE".utf8), name: "cut"),
    ] {
      do {
        try write("a.mp4", rate: FrameRate(25), frames: 1, [SoundTrack(source: source)])
        Issue.record("\(source) was taken")
      } catch let error as VideoError {
        guard case .cannotRead = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
    try TestVideo.write(to: folder.file("silent.mp4"))
    #expect(throws: VideoError.cannotRead(path: folder.file("silent.mp4"), reason: "there is no sound in it")) {
      try write("a.mp4", rate: FrameRate(25), frames: 1, [SoundTrack(source: .file(folder.file("silent.mp4")))])
    }
    #expect(throws: VideoError.self) { try write("a.webm", rate: FrameRate(25), frames: 1, [track], kind: .aac) }
    #expect(folder.contents == ["silent.mp4"])
  }
}
