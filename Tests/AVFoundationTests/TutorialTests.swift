// Programs as tutorials have them, with nothing but `import AVFoundation` and `import UIKit`: they compile, they
// export, and their frames show what they say. MULTIPLANE_TUTORIALS names a folder that keeps the films.

import AVFoundation
import Multiplane
import TestFilms
import TestSupport
import Testing
import UIKit

@Suite struct TutorialTests {
  /// A clip of 320x180 pixels whose left half is red and whose right half is of a grey; H.264.
  private func clip(
    _ folder: TemporaryFolder, _ name: String, grey: CGFloat, seconds: Double = 1.5, isHeard: Bool = false
  ) throws -> URL {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
    root.backgroundColor = CGColor(red: grey, green: grey, blue: grey, alpha: 1)
    let left = CALayer()
    left.frame = CGRect(x: 0, y: 0, width: 160, height: 180)
    left.backgroundColor = CGColor(red: 0.8, green: 0, blue: 0, alpha: 1)
    root.addSublayer(left)
    let url = folder.url.appending(path: name)
    var exporter = try VideoExporter(path: url.path, frameRate: 30)
    if isHeard {
      let wave = folder.url.appending(path: "\(name).wav")
      try Data(WaveFile.of([[Float](repeating: 0.5, count: Int(seconds * 48_000))], rate: 48_000)).write(to: wave)
      exporter.audio = [AudioTrack(contentsOf: wave)]
    }
    try exporter.export(root, with: OffscreenRenderer(size: root.frame.size), duration: seconds)
    return url
  }

  private func output(_ folder: TemporaryFolder, _ name: String) -> URL {
    guard let kept = ProcessInfo.processInfo.environment["MULTIPLANE_TUTORIALS"] else {
      return folder.url.appending(path: name)
    }
    let url = URL(filePath: kept).appending(path: name)
    try? FileManager.default.removeItem(at: url)
    return url
  }

  private func frame(_ url: URL, at second: Double) throws -> CGImage {
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
    generator.appliesPreferredTrackTransform = true
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    return try generator.copyCGImage(at: CMTime(seconds: second, preferredTimescale: 600), actualTime: nil)
  }

  /// Pixels of a rectangle for which something holds.
  private func count(_ image: CGImage, _ rect: CGRect, _ holds: ([Int]) -> Bool) -> Int {
    var count = 0
    for y in Int(rect.minY)..<Int(rect.maxY) {
      for x in Int(rect.minX)..<Int(rect.maxX) where holds(image.pixel(x, y)) { count += 1 }
    }
    return count
  }

  @Test("A title fades in over a clip")
  func title() async throws {
    let folder = try TemporaryFolder()
    let source = try clip(folder, "clip.mp4", grey: 0.3, isHeard: true)
    let target = output(folder, "title.mov")
    let url = try await withCheckedThrowingContinuation { continuation in
      TitleEditor().addTitle("Hello", toVideoAt: source, output: target) { continuation.resume(with: $0) }
    }
    let asset = AVURLAsset(url: url)
    #expect(asset.tracks.map(\.mediaType) == [.video, .audio] && abs(asset.duration.seconds - 1.5) < 1e-6)
    // Two thirds up: rows 11 to 61 from the top.
    let band = CGRect(x: 40, y: 8, width: 240, height: 56)
    func yellow(_ image: CGImage) -> Int { count(image, band) { $0[0] > 180 && $0[1] > 140 && $0[2] < 120 } }
    let (before, during, after) = (try frame(url, at: 0.4), try frame(url, at: 0.75), try frame(url, at: 1.4))
    #expect(yellow(before) == 0 && yellow(after) > 600, "\(yellow(before)) \(yellow(during)) \(yellow(after))")
    #expect(yellow(during) < yellow(after) && during.picture != before.picture)
    for image in [before, after] {
      #expect(
        near(image.pixel(10, 150), [204, 0, 0, 255], within: 5)
          && near(image.pixel(300, 150), [77, 77, 77, 255], within: 4))
    }
  }

  @Test("A logo stands on a clip, counted from the top")
  func watermark() async throws {
    let folder = try TemporaryFolder()
    let source = try clip(folder, "clip.mp4", grey: 0.3)
    let target = output(folder, "watermark.mp4")
    try await Watermarker(logo: Watermarker.badge(diameter: 40)).watermark(source, to: target)
    let image = try frame(target, at: 0.7)
    #expect(image.width == 320 && image.height == 180)
    // 0.8 of the badge's colour, 0.2 of what is below.
    #expect(near(image.pixel(290, 30), [15, 117, 219, 255], within: 5), "\(image.pixel(290, 30))")
    #expect(
      near(image.pixel(272, 12), [77, 77, 77, 255], within: 5)
        && near(image.pixel(290, 150), [77, 77, 77, 255], within: 4))
  }

  @Test("Confetti falls over a clip in a frame, and a badge bounces")
  func celebration() async throws {
    let folder = try TemporaryFolder()
    let source = try clip(folder, "clip.mp4", grey: 0.3)
    let target = output(folder, "celebration.mp4")
    try await CelebrationCard().celebrate(over: source, to: target)
    let images = try [0.02, 0.5, 1.0, 1.4].map { try frame(target, at: $0) }
    for image in images {
      // The frame's colour at the left, and around the clip's round corners.
      #expect(near(image.pixel(5, 90), [26, 51, 153, 255], within: 8), "\(image.pixel(5, 90))")
      #expect(near(image.pixel(21, 158), [26, 51, 153, 255], within: 12), "\(image.pixel(21, 158))")
    }
    // Yellow and green papers: none at first, more and more, from the top down.
    func papers(_ image: CGImage, _ rows: Range<CGFloat>) -> Int {
      count(image, CGRect(x: 0, y: rows.lowerBound, width: 320, height: rows.upperBound - rows.lowerBound)) {
        $0[1] > 190 && $0[2] < 90
      }
    }
    let seen = images.map { papers($0, 0..<180) }
    #expect(seen[0] == 0 && seen[1] > 50 && seen[2] > seen[1], "\(seen)")
    #expect(papers(images[1], 100..<180) == 0 && papers(images[3], 100..<180) > 0)
    // The badge is 72 points wide at its largest, 48 at its smallest.
    func orange(_ image: CGImage) -> Int {
      count(image, CGRect(x: 30, y: 70, width: 80, height: 80)) { near($0, [255, 128, 0, 255], within: 12) }
    }
    let (small, large) = (orange(images[0]), orange(images[1]))
    #expect((1500...1900).contains(small) && large > 3000, "\(small) \(large)")
  }

  @Test("Clips fade into each other under a border that draws itself")
  func montage() async throws {
    let folder = try TemporaryFolder()
    var urls = [
      try clip(folder, "a.mp4", grey: 0.2, isHeard: true), try clip(folder, "b.mp4", grey: 0.8),
      try clip(folder, "c.mp4", grey: 0.4),
    ]
    if FFmpeg.isInstalled {
      let turned = folder.url.appending(path: "turned.mp4")
      try FFmpeg.turned(urls[1].path, to: turned.path, degrees: 90)
      urls[1] = turned
    }
    let target = output(folder, "montage.mp4")
    try await MontageMaker(renderSize: CGSize(width: 320, height: 180)).makeMontage(of: urls, to: target)
    let asset = AVURLAsset(url: target)
    #expect(abs(asset.duration.seconds - 3.5) < 1e-6 && asset.tracks(withMediaType: .audio).count == 1)
    // Alone, in the middle of the first; then half of each.
    #expect(near(try frame(target, at: 0.5).pixel(250, 90), [51, 51, 51, 255], within: 4))
    let alone = try frame(target, at: 1.75)
    if FFmpeg.isInstalled {
      // Upright: 101 points wide in the middle, over dark grey, red above or below.
      #expect(near(alone.pixel(40, 90), [85, 85, 85, 255], within: 4), "\(alone.pixel(40, 90))")
      let ends = [alone.pixel(160, 40), alone.pixel(160, 140)]
      #expect(
        ends.contains { near($0, [204, 0, 0, 255], within: 6) }
          && ends.contains { near($0, [204, 204, 204, 255], within: 4) })
    } else {
      #expect(near(alone.pixel(250, 90), [204, 204, 204, 255], within: 4))
    }
    let last = try frame(target, at: 3.2)
    #expect(near(last.pixel(250, 90), [102, 102, 102, 255], within: 4), "\(last.pixel(250, 90))")
    // The border's path begins at a corner: it is longer, later.
    func orange(_ image: CGImage) -> Int {
      count(image, CGRect(x: 0, y: 0, width: 320, height: 180)) {
        $0[0] > 180 && (90...190).contains($0[1]) && $0[2] < 90
      }
    }
    let (early, late) = (orange(try frame(target, at: 0.4)), orange(try frame(target, at: 3.2)))
    #expect(early > 200 && late > 5 * early, "\(early) \(late)")
  }
}
