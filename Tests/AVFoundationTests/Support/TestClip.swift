// Films whose frames are known: written by the exporter without loss, so that what is read of them is exact.

import AVFoundation
import Foundation
import Multiplane
import TestFilms
import TestSupport
import Video

/// A film of `count` frames: frame k is grey, of the value `first + step * k`, but for its top left quarter, which is
/// red.
struct TestClip {
  let url: URL
  let folder: TemporaryFolder

  static let width = 32
  static let height = 24

  init(
    count: Int = 20, rate: Double = 10, first: Int = 10, step: Int = 10, sound: [Float]? = nil,
    in folder: TemporaryFolder? = nil, name: String = "clip.mov"
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    url = folder.url.appending(path: name)
    let exact = rate == 29.97 ? 30_000.0 / 1001 : rate
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: Self.width, height: Self.height)
    let corner = CALayer()
    corner.frame = CGRect(x: 0, y: 0, width: Self.width / 2, height: Self.height / 2)
    corner.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    root.addSublayer(corner)
    let renderer = try OffscreenRenderer(
      size: root.frame.size, options: .init(background: CGColor(red: 0, green: 0, blue: 0, alpha: 1)))
    var exporter = try VideoExporter(path: url.path, frameRate: rate, codec: "qtrle")
    if let sound {
      try folder.write(WaveFile.of([sound], rate: 48_000), to: "\(name).wav")
      exporter.audio = [AudioTrack(contentsOf: folder.url.appending(path: "\(name).wav"))]
    }
    CATransaction.setDisableActions(true)
    try exporter.export(
      root, with: renderer, duration: Double(count) / exact,
      beforeFrame: { time in
        let value = CGFloat(first + step * Int((time * exact).rounded())) / 255
        CATransaction.setDisableActions(true)
        root.backgroundColor = CGColor(red: value, green: value, blue: value, alpha: 1)
      })
  }

  var asset: AVURLAsset { AVURLAsset(url: url) }

  func track(_ type: AVMediaType = .video) -> AVAssetTrack { asset.tracks(withMediaType: type)[0] }

  func file(_ name: String) -> URL { folder.url.appending(path: name) }
}

extension CMTime {
  /// Seconds to a thousandth.
  static func seconds(_ seconds: Double) -> CMTime { CMTime(value: Int64((seconds * 6000).rounded()), timescale: 6000) }
}

extension CMTimeRange {
  static func seconds(_ range: Range<Double>) -> CMTimeRange {
    CMTimeRange(start: .seconds(range.lowerBound), end: .seconds(range.upperBound))
  }
}

extension CGImage {
  /// The red, green, blue and alpha of a pixel, premultiplied.
  func pixel(_ x: Int, _ y: Int) -> [Int] {
    let start = (y * width + x) * 4
    return pixels[start..<start + 4].map(Int.init)
  }

  /// Its picture.
  var picture: Picture { Picture(width: width, height: height, bytes: Array(pixels)) }
}

/// Whether two lists of numbers differ by no more than a little.
func near(_ a: [Int], _ b: [Int], within tolerance: Int = 2) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= tolerance }
}

extension FFmpeg {
  /// The left channel of a film's sound, as floats of 48,000 a second.
  static func sound(_ url: URL) throws -> [Float] {
    let bytes = try run("ffmpeg", ["-i", url.path, "-f", "f32le", "-ac", "2", "-ar", "48000", "-"])
    return bytes.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count - 7, by: 8).map { bytes.loadUnaligned(fromByteOffset: $0, as: Float.self) }
    }
  }
}
