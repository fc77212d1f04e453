// Files of sound and of film, read for their sound.

import Foundation
import Video

/// Decodes a file's sound into a film of sound alone.
enum SoundTarget: FuzzTarget {
  static let name = "sound"

  /// Of a sound, its decoder and its buffers: single allocations of libav are bounded by a part of it.
  static let memoryLimit: Int? = 512 << 20

  private static let rate = FrameRate(25)

  /// Films of all kinds that are written, and WAV files by hand.
  static func seeds(in folder: String?) throws -> [[UInt8]] {
    var seeds = [wave(bits: 16, channels: 1), wave(bits: 24, channels: 2), wave(bits: 8, channels: 6)]
    let track = MatroskaFile.Track(
      "A_PCM/INT/LIT", .sound(rate: 8000, channels: 2, bits: 16), packetDuration: 20_000_000)
    let packet = (0..<640).map { UInt8(truncatingIfNeeded: $0 * 37) }
    seeds.append(MatroskaFile([track], (0..<8).map { .init(Int64($0 * 20), [.init(packet, duration: 20)]) }).bytes)
    for (suffix, codec, sound) in [
      ("mp4", nil, "aac"), ("mp4", nil, "flac"), ("mov", "qtrle", "pcm"), ("mkv", "ut", "flac"), ("mkv", "ut", "opus"),
      ("webm", nil, "opus"), ("wav", nil, "pcm"),
    ] as [(String, String?, String)] {
      var options = VideoOptions(codec: codec)
      options.soundKind = SoundKind.all.first { $0.codec == sound }
      seeds.append(try film(seeds[0], options, suffix: suffix))
    }
    return seeds
  }

  static func run(_ input: [UInt8]) -> String {
    do throws(VideoError) {
      var options = VideoOptions()
      options.truePeak = input.count % 5 == 0 ? -1 : nil
      let bytes = try film(input, options, suffix: "wav")
      expect(bytes.count < 1 << 20)
      return "\(bytes.count) \(options.notes.take())"
    } catch {
      return error.description
    }
  }

  private static func film(_ sound: [UInt8], _ options: VideoOptions, suffix: String) throws(VideoError) -> [UInt8] {
    var options = options
    var track = SoundTrack(source: .data(Data(sound), name: "input"))
    track.mayBeSilent = true
    (options.sound, options.frameCount) = ([track], 10)
    let path = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(getpid()).\(suffix)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let writer = try VideoWriter(
      path: path, format: VideoFormat(path: path), width: 16, height: 16, frameRate: rate, options: options)
    for _ in 0..<10 { try writer.append([UInt8](repeating: 255, count: 16 * 16 * 4)) }
    try writer.finish()
    return FileManager.default.contents(atPath: path).map { [UInt8]($0) } ?? []
  }

  /// A quarter of a second, of one channel.
  static var shortWave: [UInt8] { wave(bits: 16, channels: 1) }

  private static func wave(bits: Int, channels: Int) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let block = channels * bits / 8
    let data = (0..<4000 * block).map { UInt8(truncatingIfNeeded: $0 * 37) }
    return Array("RIFF".utf8) + number(data.count + 36, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
      + number(channels, 2) + number(16_000, 4) + number(16_000 * block, 4) + number(block, 2) + number(bits, 2)
      + Array("data".utf8) + number(data.count, 4) + data
  }
}
