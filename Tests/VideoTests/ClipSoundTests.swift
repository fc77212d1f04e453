// The sound of films as input: a click comes with its flash, whatever codecs put before it.
import CLibAV
import CoreGraphics
import Foundation
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite(.enabled(if: FFmpeg.isInstalled)) struct ClipSoundTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A burst of 5 ms, silent at its ends.
  private static func burst(_ rate: Int) -> [Double] {
    let count = rate / 200
    return (0..<count).map { n in
      let phase = Double(n) / Double(count)
      return sin(phase * 2 * .pi) * sin(phase * .pi)
    }
  }

  private static let flash = 37

  /// Has ffmpeg make a film with picture 37 white, and a burst that begins with it.
  private func write(_ name: String, rate: String, soundRate: Int, _ arguments: [String]) throws {
    let frames = try #require(FrameRate(rate))
    let samples = Int(3 * soundRate)
    var sound = [Int16](repeating: 0, count: samples)
    let start = Int((frames.time(ofFrame: Self.flash) * Double(soundRate)).rounded())
    for (n, value) in Self.burst(soundRate).enumerated() { sound[start + n] = Int16(value * 24_000) }
    let wave = folder.file("sound.wav")
    try Data(WaveFile.of([sound], rate: soundRate)).write(to: URL(filePath: wave))
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i",
        "color=black:s=64x32:r=\(rate):d=3,drawbox=c=white:t=fill:enable='eq(n,\(Self.flash))',format=yuv420p", "-i",
        wave,
      ] + arguments + [folder.file(name)])
  }

  /// How many samples later than its flash the burst is heard.
  private func lag(_ clip: VideoClip) throws -> Int {
    let reader = try clip.makeReader(memory: 8 << 20)
    let pictures = try #require(clip.pictures)
    let flashed = try (0..<pictures.count).compactMap { number -> Double? in
      let frame = try reader.frame(number: number)
      return try frame.image().pixels[1] > 128 ? frame.start : nil
    }
    #expect(flashed.count == 1)
    let mix = try SoundMix([try #require(clip.soundTrack)], length: nil)
    var (left, right): ([Float], [Float]) = ([], [])
    try mix.next(left: &left, right: &right, count: mix.rate * 5 / 2)
    let burst = Self.burst(mix.rate)
    let expected = Int(((flashed.first ?? 0) * Double(mix.rate)).rounded())
    let lags = (-2000...2000)
    let scores = lags.map { lag in
      burst.enumerated().reduce(0.0) { sum, sample in
        let at = expected + lag + sample.offset
        return left.indices.contains(at) ? sum + Double(left[at]) * sample.element : sum
      }
    }
    let best = scores.indices.max { scores[$0] < scores[$1] }!
    #expect(scores[best] > 0.05 * Double(burst.count))
    return lags.lowerBound + best
  }

  struct Kind: CustomTestStringConvertible, Sendable {
    let name: String
    let rate: String
    let soundRate: Int
    let arguments: [String]
    /// Samples; Matroska's milliseconds round what codecs put before the first sample.
    var allowed = 1
    var testDescription: String { "\(rate), \(soundRate) Hz, .\(name) \(arguments.joined(separator: " "))" }
  }

  private static let kinds = [
    Kind(name: "a.mp4", rate: "24000/1001", soundRate: 48_000, arguments: ["-c:a", "aac"]),
    Kind(name: "a.mp4", rate: "25", soundRate: 44_100, arguments: ["-c:a", "aac", "-bf", "3"]),
    Kind(name: "a.mp4", rate: "30000/1001", soundRate: 32_000, arguments: ["-c:a", "aac"]),
    Kind(name: "a.mp4", rate: "60", soundRate: 48_000, arguments: ["-c:a", "libmp3lame"]),
    Kind(name: "a.mp4", rate: "25", soundRate: 48_000, arguments: ["-c:a", "libopus"]),
    Kind(name: "a.mov", rate: "30000/1001", soundRate: 48_000, arguments: ["-c:a", "pcm_s16le"]),
    Kind(name: "a.mov", rate: "25", soundRate: 44_100, arguments: ["-c:a", "alac"]),
    Kind(name: "a.mkv", rate: "24000/1001", soundRate: 48_000, arguments: ["-c:a", "flac"]),
    Kind(
      name: "a.webm", rate: "25", soundRate: 48_000, arguments: ["-c:v", "libvpx", "-c:a", "libvorbis"], allowed: 24),
    Kind(name: "a.mkv", rate: "25", soundRate: 48_000, arguments: ["-c:a", "aac"], allowed: 24),
    Kind(name: "a.ts", rate: "25", soundRate: 48_000, arguments: ["-c:a", "aac"]),
    Kind(name: "a.ts", rate: "30000/1001", soundRate: 48_000, arguments: ["-c:a", "mp2"]),
    Kind(name: "a.avi", rate: "25", soundRate: 48_000, arguments: ["-c:a", "pcm_s16le"]),
  ]

  @Test("A click comes with its flash, within a sample", arguments: kinds)
  func together(kind: Kind) throws {
    try write(kind.name, rate: kind.rate, soundRate: kind.soundRate, kind.arguments)
    let clip = try VideoClip(file: URL(filePath: folder.file(kind.name)))
    let found = try lag(clip)
    #expect(abs(found) <= kind.allowed, "\(found) samples, \(clip.sounds)")
    let reader = try VideoClip(.data(Data(contentsOf: URL(filePath: folder.file(kind.name))), name: "x"))
    #expect(reader.sounds.map(\.start) == clip.sounds.map(\.start))
  }

  @Test("A film cut by an edit list keeps both together", arguments: ["mp4", "mov", "mkv"])
  func cut(suffix: String) throws {
    let whole = "whole.\(suffix)"
    try write(whole, rate: "25", soundRate: 48_000, ["-c:a", suffix == "mkv" ? "flac" : "aac", "-g", "12", "-bf", "2"])
    let path = folder.file("cut.\(suffix)")
    try FFmpeg.run("ffmpeg", ["-ss", "0.7", "-i", folder.file(whole), "-c", "copy", path])
    let found = try lag(try VideoClip(file: URL(filePath: path)))
    #expect(abs(found) <= (suffix == "mkv" ? 24 : 1), "\(found) samples")
  }

  @Test("Sound before the pictures is where ffprobe has it: Opus in Matroska, whose pictures ffmpeg writes 7 ms late")
  func early() throws {
    try write("a.mkv", rate: "25", soundRate: 48_000, ["-c:a", "libopus"])
    let path = folder.file("a.mkv")
    let clip = try VideoClip(file: URL(filePath: path))
    let pictures = try #require(Double(try FFmpeg.stream(path, "start_time")["start_time"] ?? ""))
    let sound = try #require(Double(try FFmpeg.stream(path, "start_time", kind: "a:0")["start_time"] ?? ""))
    // What a decoder makes before the first sample that is heard: 312 samples.
    let heard = sound + 312.0 / 48_000
    #expect(abs(clip.sounds[0].start - (heard - pictures)) < 0.0006, "\(clip.sounds)")
    #expect(abs(Double(try lag(clip)) / 48_000 - (heard - pictures)) < 0.0006)
  }

  @Test(
    "Packets of sound are the file's own, with times from the clip's beginning on", arguments: ["mp4", "mkv", "ts"])
  func packets(suffix: String) throws {
    try write("a.\(suffix)", rate: "25", soundRate: 48_000, ["-c:a", "aac"])
    let path = folder.file("a.\(suffix)")
    let clip = try VideoClip(file: URL(filePath: path))
    let sound = try #require(clip.sounds.first)
    let packets = try ClipPackets(clip, sound)
    var packet = av_packet_alloc()
    defer { av_packet_free(&packet) }
    let memory = try #require(packet)
    var (sizes, times): ([Int], [Double]) = ([], [])
    while try packets.next(memory) {
      sizes.append(Int(memory.pointee.size))
      times.append(Double(memory.pointee.pts) * packets.timeBase.seconds)
      av_packet_unref(memory)
    }
    let text = String(
      decoding: try FFmpeg.run(
        "ffprobe", ["-select_streams", "a:0", "-show_entries", "packet=size", "-of", "csv=p=0", path]),
      as: UTF8.self)
    #expect(sizes == text.split(whereSeparator: { $0.isNewline || $0 == "," }).compactMap { Int($0) })
    #expect(abs(times[0] + Double(sound.priming) / Double(sound.rate) - sound.start) < 0.0006, "\(times[0]), \(sound)")
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }
}
