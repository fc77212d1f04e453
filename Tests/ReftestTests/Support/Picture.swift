// A rendered picture, compared with another one; what differs is told and, on request, kept as files.

import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import Multiplane
import QuartzCore
import TestScenes
import Testing

/// Premultiplied RGBA bytes, first row first.
struct Picture: Equatable {
  var width: Int
  var height: Int
  var bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4, "\(bytes.count) bytes for \(width)x\(height) pixels")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Renders layers. At other times than 0 by a renderer of its own, whose clock stands at 0 when they are hosted.
  @MainActor init(of layers: [CALayer], on canvas: Canvas, at time: Double = 0) throws {
    let renderer = time == 0 ? try canvas.renderer : try canvas.makeRenderer()
    let root = canvas.root(layers)
    if time != 0 { _ = try renderer.pixels(of: root, at: 0) }
    self.init(width: renderer.width, height: renderer.height, bytes: try renderer.pixels(of: root, at: time))
  }

  /// Whether all pixels are alike.
  var isBlank: Bool { bytes.indices.dropFirst(4).allSatisfy { bytes[$0] == bytes[$0 - 4] } }

  /// A picture whose pixel at (x, y) is this one's at `source(x, y)`.
  func rearranged(width: Int, height: Int, _ source: (Int, Int) -> (x: Int, y: Int)) -> Picture {
    var result: [UInt8] = []
    result.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let from = source(x, y)
        let start = (from.y * self.width + from.x) * 4
        result += bytes[start..<start + 4]
      }
    }
    return Picture(width: width, height: height, bytes: result)
  }

  /// What differs: how many pixels, and the worst of them.
  ///
  /// - Parameter unnoticed: differences up to this do not count.
  func difference(from other: Picture, unnoticed: Int = 0) -> Difference {
    precondition(
      width == other.width && height == other.height,
      "pictures of \(width)x\(height) and \(other.width)x\(other.height) pixels")
    var difference = Difference()
    for pixel in 0..<width * height {
      let range = pixel * 4..<pixel * 4 + 4
      let most = range.reduce(0) { max($0, abs(Int(bytes[$1]) - Int(other.bytes[$1]))) }
      if most > unnoticed { difference.pixels += 1 }
      if most > difference.most {
        difference.most = most
        difference.worst = (pixel % width, pixel / width, Array(bytes[range]), Array(other.bytes[range]))
      }
    }
    return difference
  }

  struct Difference: CustomStringConvertible {
    var pixels = 0
    var most = 0
    var worst: (x: Int, y: Int, a: [UInt8], b: [UInt8])?

    func isWithin(_ fuzzy: Fuzzy) -> Bool { most <= fuzzy.difference && pixels <= fuzzy.pixels }

    var description: String {
      guard let worst else { return "no pixel differs" }
      return "\(pixels) pixels differ, by at most \(most): at (\(worst.x), \(worst.y)) \(worst.a) and \(worst.b)"
    }
  }

  /// Expects this picture to be another one.
  @MainActor func expectEqual(_ other: Picture, within fuzzy: Fuzzy, _ name: String, _ sourceLocation: SourceLocation) {
    let difference = difference(from: other, unnoticed: fuzzy.unnoticed)
    let allowed = "allowed: \(fuzzy)"
    #expect(difference.isWithin(fuzzy), "\(name): \(difference); \(allowed)", sourceLocation: sourceLocation)
    if !difference.isWithin(fuzzy) { keep(other, as: name, near: sourceLocation) }
  }

  /// Writes both pictures and their difference to the folder that MULTIPLANE_REFTEST_OUTPUT names, where it does.
  private func keep(_ other: Picture, as name: String, near sourceLocation: SourceLocation) {
    guard let folder = ProcessInfo.processInfo.environment["MULTIPLANE_REFTEST_OUTPUT"] else { return }
    let file = sourceLocation.fileName.replacing(".swift", with: "")
    let name = "\(file)-\(name)".map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for (picture, suffix) in [(self, "a"), (other, "b"), (amplified(differenceFrom: other), "difference")] {
        try ImageFile.write(picture.image.bitmap, to: "\(folder)/\(name)-\(suffix).png")
      }
    } catch {
      Issue.record("MULTIPLANE_REFTEST_OUTPUT: \(error)")
    }
  }

  /// The difference of each component, eight times, opaque.
  private func amplified(differenceFrom other: Picture) -> Picture {
    var result = bytes
    for index in result.indices {
      result[index] = index % 4 == 3 ? 255 : UInt8(min(255, 8 * abs(Int(bytes[index]) - Int(other.bytes[index]))))
    }
    return Picture(width: width, height: height, bytes: result)
  }

  var image: CGImage { CGImage(width: width, height: height, premultipliedRGBA: bytes) }
}
