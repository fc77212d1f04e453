// Films, read for their pictures.

import CoreGraphics
import Foundation
import ImageFiles
import Video

/// Opens a film, and reads some of its pictures: forwards, backwards and after jumps.
enum ClipTarget: FuzzTarget {
  static let name = "clips"

  /// Of a film, its decoder and its pictures: single allocations of libav are bounded by a part of it.
  static let memoryLimit: Int? = 768 << 20

  /// Small films of the kinds that are written, and Matroska whose every packet tells its time in eight bytes.
  static func seeds(in folder: String?) throws -> [[UInt8]] {
    try [timed()]
      + [
        ("mp4", nil, "aac"), ("mp4", "hevc", nil), ("mov", "prores", "pcm"), ("mov", "qtrle", nil),
        ("mkv", "ffv1", "flac"),
        ("mkv", "h264", "opus"), ("webm", "vp9", "opus"), ("avi", nil, nil), ("gif", nil, nil), ("mkv", "ut", nil),
      ].compactMap { suffix, codec, sound in try film(suffix: suffix, codec: codec, sound: sound) }
  }

  static func run(_ input: [UInt8]) -> String {
    do throws(VideoError) {
      let clip = try VideoClip(.data(Data(input), name: "input"))
      expect(clip.duration >= 0 && clip.duration <= 360_000)
      let sound = clip.sounds.map { "\($0.codec)" }.joined(separator: " ")
      guard let pictures = clip.pictures else { return "sound \(sound)" }
      expect(pictures.count > 0 && clip.size.width * clip.size.height <= CGFloat(1 << 26))
      let reader = try clip.makeReader(memory: 64 << 20)
      for number in 0..<min(pictures.count, 200) { _ = try reader.frame(number: number) }
      // On the way forwards it grows with the packets, whatever they are.
      expect(reader.work <= 64 * pictures.count + 20_000, "\(reader.work) for \(pictures.count) pictures")
      let last = pictures.count - 1
      var sizes: Set<[Int]> = []
      for number in [0, 1, 2, 3, last, last - 1, last / 2, 0, last] {
        let frame = try reader.frame(number: number)
        expect(frame.start <= frame.end)
        if frame.withPlanes({ $0.width * $0.height <= 1 << 22 }) {
          let image = try frame.image()
          sizes.insert([image.width, image.height])
        }
      }
      for second in [-1, 0, clip.duration / 3, clip.duration, .infinity] { _ = try reader.frame(at: second) }
      return "\(pictures.codec) \(pictures.layout.colors) \(sizes.count) \(sound) \(clip.notes.take().count)"
    } catch {
      return error.description
    }
  }

  /// Pictures and samples, each in a cluster of its own.
  private static func timed() throws -> [UInt8] {
    let clusters = try (0..<8).map { number in
      let pixels = (0..<32 * 32).flatMap { _ in [UInt8(number * 30), 90, 200, 255] as [UInt8] }
      let picture = try ImageFile.encode(Bitmap(width: 32, height: 32, pixels: pixels), as: .jpeg)
      let sound = MatroskaFile.Block([UInt8](repeating: 7, count: 640), track: 2, duration: 40)
      return MatroskaFile.Cluster(Int64(number * 40), [.init(picture, duration: 40), sound])
    }
    let tracks = [
      MatroskaFile.Track("V_MJPEG", .pictures(width: 32, height: 32), packetDuration: 40_000_000),
      MatroskaFile.Track("A_PCM/INT/LIT", .sound(rate: 8000, channels: 1, bits: 16)),
    ]
    return MatroskaFile(tracks, clusters).bytes
  }

  private static func film(suffix: String, codec: String?, sound: String?) throws -> [UInt8]? {
    let path = FileManager.default.temporaryDirectory.appending(path: "fuzz-\(getpid()).\(suffix)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    guard let format = try? VideoFormat(path: path) else { return nil }
    var options = VideoOptions(codec: codec)
    options.frameCount = 8
    if let sound {
      options.soundKind = SoundKind.all.first { $0.codec == sound }
      var track = SoundTrack(source: .data(Data(SoundTarget.shortWave), name: "tone"))
      track.mayBeSilent = true
      options.sound = [track]
    }
    let writer = try VideoWriter(
      path: path, format: format, width: 32, height: 32, frameRate: FrameRate(25), options: options)
    for number in 0..<8 {
      var pixels: [UInt8] = []
      for pixel in 0..<32 * 32 {
        pixels += [UInt8(pixel % 32 * 7), UInt8(number * 30), UInt8(pixel / 32 * 8), 255] as [UInt8]
      }
      try writer.append(pixels)
    }
    try writer.finish()
    return FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }
}
