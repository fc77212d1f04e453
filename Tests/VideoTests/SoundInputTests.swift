// What must not be read as sound, and what is: kinds, bounds, memory; loops, loudness and peaks, by ffmpeg.
import Foundation
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite(.enabled(if: FFmpeg.isInstalled)) struct SoundInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a film of 25 frames a second; what is said of it.
  @discardableResult
  private func write(
    _ tracks: [SoundTrack], to name: String = "a.wav", frames: Int = 25,
    _ change: (inout VideoOptions) -> Void = { _ in }
  ) throws -> [String] {
    var options = VideoOptions()
    (options.sound, options.frameCount) = (tracks, frames)
    change(&options)
    let path = folder.file(name)
    let writer = try VideoWriter(
      path: path, format: VideoFormat(path: path), width: 16, height: 16, frameRate: FrameRate(25), options: options)
    for _ in 0..<frames { try writer.append([UInt8](repeating: 255, count: 16 * 16 * 4)) }
    try writer.finish()
    return options.notes.take()
  }

  private func refusal(_ source: SoundTrack.Source) throws -> String? {
    do {
      try write([SoundTrack(source: source)])
      return nil
    } catch VideoError.cannotRead(_, let reason) {
      return reason
    }
  }

  private func heard(_ name: String = "a.wav") throws -> [Float] {
    let bytes = try FFmpeg.run(
      "ffmpeg", ["-i", folder.file(name), "-map", "0:a", "-af", "pan=mono|c0=c0", "-f", "f32le", "-"])
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  @Test(
    "Texts that name other files and sockets are none of the kinds that are read",
    arguments: [
      "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n",
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n",
      "ffconcat version 1.0\nfile '/etc/passwd'\n",
      "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"><Period/></MPD>",
    ])
  func texts(text: String) throws {
    let time = CPUTime()
    let reason = try refusal(.bytes(Array(text.utf8), name: "x"))
    #expect(reason != nil && time.seconds < 5, "\(reason ?? "taken")")
    if text.hasPrefix("v=0") { #expect(reason?.contains("of a kind that is not read") == true, "\(reason ?? "")") }
  }

  @Test(
    "The kinds that are read, made by ffmpeg, are heard",
    arguments: [
      ("wav", "pcm_s16le"), ("wav", "pcm_f32le"), ("wav", "adpcm_ima_wav"), ("aiff", "pcm_s24be"), ("au", "pcm_mulaw"),
      ("caf", "alac"), ("mp3", "libmp3lame"), ("ogg", "libvorbis"), ("opus", "libopus"), ("flac", "flac"),
      ("aac", "aac"), ("m4a", "aac"), ("ac3", "ac3"), ("wv", "wavpack"), ("mka", "eac3"), ("mkv", "mp2"),
      ("webm", "libopus"), ("ts", "aac"), ("avi", "mp2"),
    ])
  func kinds(suffix: String, codec: String) throws {
    let source = folder.file("source.\(suffix)")
    try FFmpeg.run(
      "ffmpeg",
      ["-f", "lavfi", "-i", "aevalsrc=sin(500*2*PI*t)/8|sin(500*2*PI*t)/8:s=48000:d=1"]
        + ["-c:a", codec, source])
    try write([SoundTrack(source: .file(source))])
    // A sine of an eighth of full scale.
    let level = try heard().dropFirst(9600).prefix(24_000).reduce(0) { $0 + $1 * $1 } / 24_000
    #expect(abs(level - 1 / 128) < 0.001, "\(level)")
  }

  @Test("Rates and channels are bounded")
  func bounds() throws {
    let samples = [Int16](repeating: 100, count: 4000)
    for (channels, rate) in [(1, 1), (8, 1), (2, 999), (64, 44_100), (9, 48_000)] {
      let source = SoundTrack.Source.bytes(
        WaveFile.of([[Int16]](repeating: samples, count: channels), rate: rate), name: "x.wav")
      let reason = try refusal(source)
      #expect(reason?.contains("expected 1 to 8 of 1000 to 768000") == true, "\(channels) at \(rate): \(reason ?? "")")
    }
    for (channels, rate) in [(1, 1000), (8, 48_000), (3, 192_000), (2, 768_000)] {
      let source = SoundTrack.Source.bytes(
        WaveFile.of([[Int16]](repeating: samples, count: channels), rate: rate), name: "x.wav")
      #expect(try refusal(source) == nil, "\(channels) at \(rate)")
    }
  }

  @Test("Samples that are no numbers are silent, and said", arguments: ["a.wav", "a.mp4", "a.webm", "a.mkv"])
  func invalid(name: String) throws {
    var samples = [Float](repeating: 0.25, count: 48_000)
    for (index, value) in [Float.nan, .infinity, -.infinity, 1e30].enumerated() { samples[index * 5000 + 3000] = value }
    let track = SoundTrack(source: .bytes(WaveFile.of([samples, samples], rate: 48_000), name: "x.wav"))
    let notes = try write([track], to: name)
    #expect(notes.contains { $0 == "x.wav: 8 of its samples are no numbers, and silent" }, "\(notes)")
    let found = try heard(name)
    #expect(found.allSatisfy { $0.isFinite && abs($0) < 0.6 })
    if name == "a.wav" { #expect(found[3000] == 0 && found[2999] == 0.25 && found[18_000] == 0) }
  }

  @Test("FIFOs, devices and folders are refused, and nobody waits")
  func specialFiles() throws {
    let fifo = folder.file("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    for path in [fifo, "/dev/zero", folder.path] {
      #expect(try refusal(.file(path)) == "not a regular file", "\(path)")
    }
    #expect(throws: ChunkError.damaged(path: fifo, reason: "not a regular file")) { try ChunkReader(path: fifo) }
  }

  @Test("Sounds are counted against the memory; the same bytes once")
  func memory() throws {
    let bytes = Data(WaveFile.of([[Int16](repeating: 1, count: 4_000_000)], rate: 48_000))
    let track = SoundTrack(source: .data(bytes, name: "x.wav"))
    try write([SoundTrack](repeating: track, count: 8)) { $0.memoryLimit = 64 << 20 }
    for (count, limit) in [(1, 7 << 20), (12, 64 << 20)] {
      do {
        try write([SoundTrack](repeating: track, count: count)) { $0.memoryLimit = limit }
        Issue.record("\(count) tracks in \(limit)")
      } catch VideoError.memoryLimit(let message) {
        #expect(message.contains("`memoryLimit`"))
      }
    }
  }

  @Test("What a file claims to hold takes no memory")
  func claims() async {
    // In a process of its own: other tests take memory meanwhile.
    await #expect(processExitsWith: .success) { try SoundInputTests().readClaims() }
  }

  private func readClaims() throws {
    // A table that says 80 million samples: their index is 2 GB.
    try write([SoundTrack(source: .bytes(WaveFile.tone(rate: 48_000, seconds: 1), name: "x"))], to: "a.mov") {
      $0.codec = "qtrle"
    }
    var file = try Data(contentsOf: URL(filePath: folder.file("a.mov")))
    let sound = try #require(file.range(of: Data("stsz".utf8), options: .backwards))
    file.replaceSubrange(sound.upperBound + 8..<sound.upperBound + 12, with: [5, 0, 0, 0])
    let before = ProcessMemory.peak
    _ = try? write([SoundTrack(source: .data(file, name: "x.mov"))])
    let grown = ProcessMemory.peak - before
    #expect(grown < 700 << 20, "\(grown >> 20) MiB")
  }

  @Test("A mix above full scale is cut off there, and said with its peak", arguments: ["a.wav", "a.mp4"])
  func clipping(name: String) throws {
    let tone = SoundTrack(source: .bytes(WaveFile.tone(rate: 48_000, seconds: 1, level: 1), name: "tone.wav"))
    let notes = try write([tone, tone], to: name)
    #expect(notes.count == 1 && notes[0].contains("6.0 dB above full scale"), "\(notes)")
    #expect(try heard(name).allSatisfy { abs($0) < (name == "a.wav" ? 1.0001 : 1.6) })
    #expect(try write([tone], to: name) == [])
  }

  /// By ffmpeg's own meter: integrated loudness, and true peak.
  private func measured(_ name: String) throws -> (loudness: Double, peak: Double) {
    let bytes = try FFmpeg.run(
      "ffmpeg",
      ["-i", folder.file(name), "-map", "0:a", "-af", "ebur128=peak=true:metadata=1,ametadata=mode=print:file=-"]
        + ["-f", "null", "/dev/null"])
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    func values(_ key: String) -> [Double] {
      lines.filter { $0.hasPrefix(key) }.compactMap { Double($0.split(separator: "=").last ?? "") }
    }
    let peak = values("lavfi.r128.true_peaks_ch").max() ?? 0
    return (values("lavfi.r128.I=").last ?? 0, 20 * log10(peak))
  }

  @Test(
    "The loudness is the one asked for, and true peaks are below the limit",
    arguments: [
      (-23.0, 0.02), (-14.0, 0.05), (-14.0, 0.6), (-16.0, 0.9),
    ])
  func loudness(wanted: Double, level: Double) throws {
    // Bursts over a quiet tone, and clicks that are far above both.
    let samples = (0..<48_000 * 8).map { n -> Int16 in
      let burst = n / 24_000 % 2 == 0 ? 1.0 : 0.3
      let click = n % 30_000 < 3 ? 0.9 : 0
      let value = sin(Double(n) * 0.13) * burst * level * 0.7 + sin(Double(n) * 0.0071) * level * 0.3
      return Int16((max(-1, min(1, value + click)) * 32_767).rounded())
    }
    let track = SoundTrack(source: .bytes(WaveFile.of([samples], rate: 48_000), name: "x.wav"))
    let notes = try write([track], frames: 200) { $0.loudness = wanted }
    let found = try measured("a.wav")
    #expect(abs(found.loudness - wanted) < 0.3, "\(found), \(notes)")
    #expect(found.peak < -0.9, "\(found)")
    #expect(notes.count == 1 && notes[0].contains("LUFS"), "\(notes)")
  }

  @Test("One gain where no peak is above the limit: samples are the source's, times a number")
  func linear() throws {
    let track = SoundTrack(source: .bytes(WaveFile.tone(rate: 48_000, seconds: 4, level: 0.05), name: "x.wav"))
    try write([track], frames: 100)
    let before = try heard()
    try write([track], frames: 100) { $0.loudness = -20 }
    let after = try heard()
    let ratio = after[1000] / before[1000]
    #expect(ratio > 1 && zip(before, after).allSatisfy { abs($0 * ratio - $1) < 1e-5 })
  }

  @Test("A limiter alone keeps what is below it, at its sample")
  func limiter() throws {
    var samples = [Int16](repeating: 0, count: 48_000)
    for index in 12_000..<12_400 { samples[index] = Int16(sin(Double(index) * 0.05) * 8000) }
    for index in 30_000..<31_000 { samples[index] = Int16(sin(Double(index) * 0.9) * 32_000) }
    let track = SoundTrack(source: .bytes(WaveFile.of([samples], rate: 48_000), name: "x.wav"))
    try write([track]) { $0.truePeak = -6 }
    let found = try heard()
    #expect(try measured("a.wav").peak < -5.9)
    #expect(found.count == 48_000)
    for index in 12_050..<12_350 { #expect(abs(found[index] - Float(samples[index]) / 32_768) < 0.004, "\(index)") }
  }

  @Test("A track that begins again is the source over and over, from its in point on")
  func loops() throws {
    let ramp = (0..<5000).map { Int16($0) }
    var track = SoundTrack(source: .bytes(WaveFile.of([ramp], rate: 48_000), name: "x.wav"))
    (track.loops, track.inPoint, track.start) = (true, 0.02, 0.1)
    try write([track])
    let found = try heard()
    for index in 0..<48_000 {
      let expected = index < 4800 ? 0 : 960 + (index - 4800) % 4040
      #expect(found[index] == Float(expected) / 32_768, "\(index)")
    }
    // What lies before the film is rounds, too; and it fades out with the film.
    (track.start, track.fadeOut) = (-0.5, 0.5)
    try write([track])
    let faded = try heard()
    for index in stride(from: 0, to: 48_000, by: 37) {
      let gain = min(1, Float(48_000 - index) / 24_000)
      let expected = Float(960 + (index + 24_000) % 4040) / 32_768 * gain
      #expect(abs(faded[index] - expected) < 1e-6, "\(index)")
    }
  }

  @Test("A track behind the film's end, and an in point behind the source's, are errors")
  func behindTheEnd() throws {
    var track = SoundTrack(source: .bytes(WaveFile.tone(rate: 48_000, seconds: 1), name: "x.wav"))
    func message() -> String? {
      do {
        try write([track])
        return nil
      } catch VideoError.badOption(let message) { return message } catch { return "\(error)" }
    }
    track.start = 99
    #expect(message() == "x.wav: it begins at 99 s, and the film ends at 1 s")
    (track.start, track.inPoint) = (0, 1.5)
    #expect(message() == "x.wav: 1.5 s of it are left out, and it does not last as long")
    (track.start, track.inPoint) = (-2, 0)
    #expect(message()?.contains("2 s of it are left out") == true)
    track.mayBeSilent = true
    #expect(message() == nil)
    track.start = 99
    #expect(message() == nil)
  }
}
