// Files that other programs wrote, with the pixels that other decoders see in them: tools/regenerate images made both.
import CoreGraphics
import Foundation
import Testing

/// A file in Truths/.
struct Truth: CustomTestStringConvertible {
  let name: String
  let frames: Int
  /// The largest difference of a premultiplied component that is none: decoders round differently.
  let tolerance: Int

  var testDescription: String { name }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Truths")

  var url: URL { Self.folder.appending(path: name) }

  var bytes: Data { get throws { try Data(contentsOf: url) } }

  /// Premultiplied RGBA of each frame.
  var pixels: [[UInt8]] {
    get throws {
      let all = [UInt8](try Data(contentsOf: Self.folder.appending(path: name + ".rgba")))
      let length = all.count / frames
      return (0..<frames).map { frame in
        var pixels = Array(all[frame * length..<(frame + 1) * length])
        for pixel in stride(from: 0, to: length, by: 4) {
          let alpha = Double(pixels[pixel + 3]) / 255
          for i in pixel..<pixel + 3 { pixels[i] = UInt8((Double(pixels[i]) * alpha).rounded()) }
        }
        return pixels
      }
    }
  }

  static let animations = [
    Truth(name: "moving.gif", frames: 5, tolerance: 0), Truth(name: "layered.gif", frames: 5, tolerance: 0),
    Truth(name: "over-animated.png", frames: 5, tolerance: 2),
    Truth(name: "clear-animated.png", frames: 5, tolerance: 2),
    Truth(name: "restore-animated.png", frames: 5, tolerance: 2), Truth(name: "moving.webp", frames: 5, tolerance: 2),
    Truth(name: "lossy.webp", frames: 5, tolerance: 2),
  ]

  static let stills = [
    Truth(name: "palette.png", frames: 1, tolerance: 0), Truth(name: "bits.png", frames: 1, tolerance: 0),
    Truth(name: "grey16.png", frames: 1, tolerance: 0), Truth(name: "interlaced.gif", frames: 1, tolerance: 0),
    Truth(name: "still.webp", frames: 1, tolerance: 0), Truth(name: "progressive.jpg", frames: 1, tolerance: 3),
    // Where colour has half the resolution, decoders fill in between differently.
    Truth(name: "subsampled.jpg", frames: 1, tolerance: 8),
  ]
}
