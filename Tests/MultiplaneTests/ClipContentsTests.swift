// Clips in layers: which picture shows when, in rendered frames, by the formulas of Core Animation's times. Clips are
// made by ffmpeg; each picture carries its number.

import CoreGraphics
import Foundation
import QuartzCore
import TestFilms
import TestSupport
import Testing
import Video

@testable import Multiplane

@MainActor @Suite(.enabled(if: FFmpeg.isInstalled)) struct ClipContentsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "3", "-g", "20"]

  /// A clip of 100 pictures, 25 a second.
  private func clip(_ name: String = "clip.mp4", _ arguments: [String] = h264) throws -> VideoClip {
    try BarCode.write(100, rate: "25", to: folder.file(name), arguments)
    return try VideoClip(contentsOf: folder.url.appending(path: name))
  }

  /// A layer of the clip's size.
  private func layer(_ configure: (CALayer) -> Void = { _ in }) -> CALayer {
    let layer = CALayer()
    layer.frame = CGRect(x: 0, y: 0, width: BarCode.width, height: BarCode.height)
    configure(layer)
    return layer
  }

  /// The numbers that a tree shows at times; -1 for nothing. The tree is first seen at time 0.
  private func numbers(_ root: CALayer, at times: [Double]) throws -> [Int] {
    let renderer = try OffscreenRenderer(size: root.bounds.size)
    _ = try renderer.image(of: root, at: 0)
    return try times.map { time in
      let image = try renderer.image(of: root, at: time)
      return image.pixels[3] == 0 ? -1 : BarCode.number(of: image)
    }
  }

  /// Times of which none is at the edge of a picture at any of the paces that are tried.
  private static let times = (0..<130).map { Double($0) * 0.04 + 0.013 }

  /// The number of the picture at a second of the clip.
  private func number(_ second: Double) -> Int { Int((second * 25).rounded(.down)) }

  @Test(
    "Each picture in its time, forwards, backwards and in leaps",
    arguments: ["mp4", "mkv", "webm", "mov"])
  func order(suffix: String) throws {
    let arguments = [
      "mp4": Self.h264, "mkv": ["-c:v", "ffv1"], "mov": ["-c:v", "prores_ks"],
      "webm": ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"],
    ]
    let clip = try clip("clip.\(suffix)", arguments[suffix] ?? [])
    #expect(clip.duration == 4 && clip.size == CGSize(width: BarCode.width, height: BarCode.height))
    func shown(at times: [Double]) throws -> [Int] {
      let playing = try clip.animation()
      return try numbers(layer { $0.add(playing, forKey: nil) }, at: times)
    }
    // As a film asks, at the pictures' own beginnings.
    #expect(try shown(at: (0..<103).map { Double($0) / 25 }) == Array(0..<100) + [-1, -1, -1])
    let middles = (0..<100).map { Double($0) * 0.04 + 0.02 }
    #expect(try shown(at: middles.reversed()) == (0..<100).reversed())
    let leaps = (0..<60).map { $0 * 37 % 100 }
    #expect(try shown(at: leaps.map { middles[$0] }) == leaps)
  }

  @Test("beginTime, speed, repetition, ways back, duration and fill mode, as of any animation")
  func times() throws {
    let clip = try clip()
    func film(
      from start: Double = 0, to end: Double? = nil, _ configure: (CAPropertyAnimation) -> Void
    ) throws -> [Int] {
      let animation = try clip.animation(from: start, to: end)
      configure(animation)
      return try numbers(layer { $0.add(animation, forKey: nil) }, at: Self.times)
    }
    func expected(_ number: (Double) -> Int?) -> [Int] { Self.times.map { number($0) ?? -1 } }
    #expect(try film { $0.beginTime = 1 } == expected { $0 < 1 ? nil : $0 < 5 ? number($0 - 1) : nil })
    #expect(try film { $0.speed = 2 } == expected { $0 < 2 ? number($0 * 2) : nil })
    #expect(try film { $0.speed = 0.5 } == expected { number($0 / 2) })
    #expect(try film { $0.duration = 2 } == expected { $0 < 2 ? number($0 * 2) : nil })
    #expect(try film { $0.timeOffset = 1 } == expected { $0 < 3 ? number($0 + 1) : $0 < 4 ? number($0 - 3) : nil })
    // A stretch: its own beginning and end, and nothing of what lies beside it.
    #expect(try film(from: 1, to: 2) { _ in } == expected { $0 < 1 ? number($0 + 1) : nil })
    #expect(
      try film(from: 1, to: 2) { $0.repeatCount = 2.5 }
        == expected { $0 < 2.5 ? 25 + number($0.truncatingRemainder(dividingBy: 1)) : nil })
    #expect(
      try film(from: 1, to: 2) { $0.autoreverses = true }
        == expected { $0 < 1 ? number(1 + $0) : $0 < 2 ? number(3 - $0) : nil })
    #expect(
      try film(from: 1, to: 2) { ($0.fillMode, $0.isRemovedOnCompletion) = (.forwards, false) }
        == expected { $0 < 1 ? number($0 + 1) : 49 })
    #expect(
      try film(from: 1, to: 2) { ($0.fillMode, $0.beginTime) = (.backwards, 2) }
        == expected { $0 < 2 ? 25 : $0 < 3 ? number($0 - 1) : nil })
    // Ends that lie within a picture.
    #expect(
      try film(from: 1.01, to: 1.99) { ($0.fillMode, $0.isRemovedOnCompletion) = (.forwards, false) }
        == expected { $0 < 0.98 ? number($0 + 1.01) : 49 })
  }

  @Test("A layer's own time, and its own contents below the clip")
  func layers() throws {
    let clip = try clip()
    func film(_ configure: (CALayer) -> Void) throws -> [Int] {
      let animation = try clip.animation()
      animation.fillMode = .both
      animation.beginTime = 1e-9
      return try numbers(
        layer {
          $0.add(animation, forKey: nil)
          configure($0)
        }, at: [0.013, 1.013, 2.013])
    }
    #expect(try film { ($0.speed, $0.timeOffset) = (0, 1.3) } == [32, 32, 32])
    #expect(try film { $0.speed = 0.5 } == [0, 12, 25])
    #expect(try film { $0.beginTime = 1 } == [0, 0, 25])
    // What shows before and after is the model's.
    let still = try clip.makeReader().frame(number: 77).image()
    let animation = try clip.animation(from: 0, to: 1)
    animation.beginTime = 1
    let root = layer {
      $0.contents = still
      $0.add(animation, forKey: nil)
    }
    #expect(try numbers(root, at: [0.5, 1.5, 2.5]) == [77, 12, 77])
  }

  @Test("Delayed copies show other times of one clip, also in little memory", arguments: [nil, 8] as [Int?])
  func copies(pictures: Int?) throws {
    let clip = try clip()
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 0, y: 0, width: BarCode.width, height: BarCode.height * 3)
    (replicator.instanceCount, replicator.instanceDelay) = (3, 1)
    replicator.instanceTransform = CATransform3DMakeTranslation(0, CGFloat(BarCode.height), 0)
    let memory = pictures.map { $0 * BarCode.width * BarCode.height * 7 }
    let animation = try clip.animation(memoryLimit: memory)
    replicator.addSublayer(layer { $0.add(animation, forKey: nil) })
    let renderer = try OffscreenRenderer(size: replicator.bounds.size)
    _ = try renderer.image(of: replicator, at: 0)
    for time in Self.times {
      let image = try renderer.image(of: replicator, at: time)
      let rows = (0..<3).map { copy in
        let start = copy * BarCode.height * BarCode.width * 4
        let pixels = Array(image.pixels[start..<start + BarCode.height * BarCode.width * 4])
        return pixels[3] == 0
          ? -1 : BarCode.number(of: CGImage(width: BarCode.width, height: BarCode.height, premultipliedRGBA: pixels))
      }
      let expected = (0..<3).map { copy in
        let own = time - Double(copy)
        return 0..<4 ~= own ? number(own) : -1
      }
      #expect(rows == expected, "at \(time)")
    }
  }

  @Test("Two pictures are enough; where there is no memory for them, the frame ends with an error")
  func memory() throws {
    let clip = try clip()
    let picture = BarCode.width * BarCode.height * 7
    let enough = try clip.animation(memoryLimit: picture * 2)
    #expect(try numbers(layer { $0.add(enough, forKey: nil) }, at: Self.times.prefix(100).map { $0 }) == Array(0..<100))
    let little = try clip.animation(memoryLimit: picture * 2 - 1)
    do throws(RenderingError) {
      let root = layer { $0.add(little, forKey: nil) }
      _ = try OffscreenRenderer(size: root.bounds.size).image(of: root, at: 1)
      Issue.record("a picture that has no memory")
    } catch {
      guard case .memoryLimitExceeded(let message) = error else { throw error }
      #expect(message.contains("clip.mp4") && message.contains("96x32"), "\(message)")
    }
  }

  /// A clip whose index is whole and whose packets are noise, from one of its bytes on; by the time that they are read.
  private func damage(_ name: String, from part: Double) throws -> VideoClip {
    try BarCode.write(100, rate: "25", to: folder.file(name), Self.h264)
    let clip = try VideoClip(contentsOf: folder.url.appending(path: name))
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.file(name))))
    let start = try #require(bytes.firstRange(of: Array("mdat".utf8))).upperBound
    let end = try #require(bytes.firstRange(of: Array("moov".utf8))).lowerBound - 4
    var random = SeededRandom(seed: 5)
    for index in start + Int(Double(end - start) * part)..<end { bytes[index] = .random(in: 0...255, using: &random) }
    let file = try FileHandle(forWritingTo: URL(filePath: folder.file(name)))
    try file.write(contentsOf: bytes)
    try file.close()
    return clip
  }

  @Test("A clip that cannot be decoded is an error of the frame, and of the film")
  func damaged() throws {
    let clip = try damage("noise.mp4", from: 0)
    let playing = try clip.animation()
    let root = layer { $0.add(playing, forKey: nil) }
    let renderer = try OffscreenRenderer(size: root.bounds.size)
    #expect(
      throws: RenderingError.cannotRead(path: folder.file("noise.mp4"), reason: "none of its pictures can be decoded")
    ) {
      _ = try renderer.image(of: root, at: 0)
    }
    let exporter = try VideoExporter(path: folder.file("film.mkv"), frameRate: 25)
    #expect(throws: RenderingError.self) { try exporter.export(root, with: renderer, duration: 1) }
    #expect(!folder.contents.contains { $0.hasPrefix("film") })
  }

  @Test("Of one that is damaged in part, the picture before shows, and is noted")
  func damagedInPart() throws {
    let clip = try damage("part.mp4", from: 0.6)
    let playing = try clip.animation()
    let root = layer { $0.add(playing, forKey: nil) }
    // Until the damage all is well.
    #expect(try numbers(root, at: (0..<40).map { Double($0) / 25 }) == Array(0..<40))
    _ = try numbers(root, at: [3.9])
    #expect(clip.notes.take().contains { $0.contains("part.mp4: the picture at ") })
  }

  @Test("What is no clip, and seconds that it does not have, are refused with the reason")
  func refusals() throws {
    let clip = try clip()
    for (start, end) in [(-1, 2), (0, 4.1), (4, nil), (2, 2), (3, 1), (.nan, 1), (0, .nan), (0, .infinity)]
      as [(Double, Double?)]
    {
      #expect(throws: RenderingError.self, "\(start) to \(String(describing: end))") {
        _ = try clip.animation(from: start, to: end)
      }
    }
    // An end that is written with few digits.
    #expect(try clip.animation(from: 0, to: 4.0005).duration == 4)
    try FFmpeg.run("ffmpeg", ["-f", "lavfi", "-i", "sine=d=0.1", folder.file("tone.wav")])
    let tone = try VideoClip(contentsOf: folder.url.appending(path: "tone.wav"))
    #expect(throws: RenderingError.self) { _ = try tone.animation() }
    try folder.write("no film", to: "text.mp4")
    #expect(mkfifo(folder.file("fifo"), 0o600) == 0)
    let files = ["text.mp4", "missing.mp4", "fifo"].map { URL(filePath: folder.file($0)) }
    for url in files + [folder.url, URL(filePath: "/dev/zero"), URL(string: "http://127.0.0.1:9/a.mp4")!] {
      do throws(RenderingError) {
        _ = try VideoClip(contentsOf: url)
        Issue.record("\(url) is a clip")
      } catch {
        guard case .cannotRead = error else { throw error }
      }
    }
    #expect(throws: RenderingError.self) { _ = try VideoClip(data: Data("no film".utf8), name: "text") }
    let data = try Data(contentsOf: URL(filePath: folder.file("clip.mp4")))
    #expect(try VideoClip(data: data, name: "clip").duration == 4)
  }
}
