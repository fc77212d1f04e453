// Single frames against those that were written.

import AVFoundation
import TestFilms
import TestSupport
import Testing

@Suite struct ImageGeneratorTests {
  @Test("Each frame is the exact one, and begins when it does")
  func exactFrames() throws {
    let clip = try TestClip(count: 20, rate: 29.97)
    let generator = AVAssetImageGenerator(asset: clip.asset)
    for frame in [0, 1, 7, 19, 3] {
      for part in [0.0, 0.5, 0.95] {
        var actual = CMTime.invalid
        let second = (Double(frame) + part) * 1001 / 30_000
        let time = CMTime(value: Int64((second * 90_000).rounded(.up)), timescale: 90_000)
        let image = try generator.copyCGImage(at: time, actualTime: &actual)
        #expect(
          image.pixel(30, 20)[0] == 10 + 10 * frame && actual == CMTime(value: Int64(frame) * 1001, timescale: 30_000))
      }
    }
  }

  @Test("Images are no larger than asked for, and keep their proportions")
  func maximumSize() throws {
    let clip = try TestClip()
    let generator = AVAssetImageGenerator(asset: clip.asset)
    for (limit, expected) in [
      (CGSize(width: 16, height: 16), (16, 12)), (CGSize(width: 0, height: 6), (8, 6)),
      (CGSize(width: 640, height: 480), (32, 24)),
    ] {
      generator.maximumSize = limit
      let image = try generator.copyCGImage(at: .zero, actualTime: nil)
      #expect((image.width, image.height) == expected && image.pixel(image.width - 1, image.height - 1)[0] == 10)
    }
  }

  @Test("Behind the end there is the last frame, where the tolerance allows it")
  func tolerance() throws {
    let clip = try TestClip()
    let generator = AVAssetImageGenerator(asset: clip.asset)
    #expect(try generator.copyCGImage(at: .seconds(9), actualTime: nil).pixel(30, 20)[0] == 200)
    #expect(try generator.copyCGImage(at: .seconds(2), actualTime: nil).pixel(30, 20)[0] == 200)
    generator.requestedTimeToleranceBefore = .zero
    do {
      _ = try generator.copyCGImage(at: .seconds(9), actualTime: nil)
      Issue.record("there is an image")
    } catch let error as AVError { #expect(error.code == .noImageAtTime) }
    #expect(throws: AVError.self) { try generator.copyCGImage(at: .indefinite, actualTime: nil) }
  }

  @Test("By tasks, as a sequence, and by blocks")
  func asynchronous() async throws {
    let clip = try TestClip()
    let generator = AVAssetImageGenerator(asset: clip.asset)
    let (image, actual) = try await generator.image(at: .seconds(0.25))
    #expect(image.pixel(30, 20)[0] == 30 && actual == .seconds(0.2))
    var greys: [Int] = []
    for await result in generator.images(for: [.seconds(1), .seconds(0), .indefinite]) {
      if let image = try? result.image { greys.append(image.pixel(30, 20)[0]) } else { greys.append(-1) }
    }
    #expect(greys == [110, 10, -1])
    let times = [0.1, 0.4].map { NSValue(time: .seconds($0)) }
    let made = AsyncStream<Int> { continuation in
      generator.generateCGImagesAsynchronously(forTimes: times) { time, image, _, result, _ in
        continuation.yield(result == .succeeded ? image?.pixel(30, 20)[0] ?? -2 : -1)
        if time == .seconds(0.4) { continuation.finish() }
      }
    }
    var all: [Int] = []
    for await grey in made { all.append(grey) }
    #expect(all == [20, 50])
  }

  @Test("A film that stands on its side is turned where that is asked for", .enabled(if: FFmpeg.isInstalled))
  func orientation() throws {
    let clip = try TestClip()
    let turned = clip.file("turned.mov")
    try FFmpeg.turned(clip.url.path, to: turned.path, degrees: 90)
    let asset = AVURLAsset(url: turned)
    let track = try #require(asset.tracks(withMediaType: .video).first)
    #expect(track.naturalSize == CGSize(width: 32, height: 24))
    let generator = AVAssetImageGenerator(asset: asset)
    let stored = try generator.copyCGImage(at: .zero, actualTime: nil)
    #expect(stored.width == 32 && stored.pixel(3, 3) == [255, 0, 0, 255] && stored.pixel(30, 20) == [10, 10, 10, 255])
    generator.appliesPreferredTrackTransform = true
    let upright = try generator.copyCGImage(at: .zero, actualTime: nil)
    // ffmpeg's own player would show the red quarter at the top right.
    #expect(upright.width == 24 && upright.height == 32)
    let box = CGRect(x: 0, y: 0, width: 16, height: 12).applying(track.preferredTransform)
    #expect(upright.pixel(Int(box.midX), Int(box.midY)) == [255, 0, 0, 255])
    let shown = clip.file("shown.rgb")
    try FFmpeg.run("ffmpeg", ["-i", turned.path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgba", shown.path])
    #expect([UInt8](try Data(contentsOf: shown)) == upright.picture.bytes)
  }
}
