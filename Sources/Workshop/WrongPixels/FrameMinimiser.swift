// The fewest draws that still give a wrong pixel: draws are left out in ever smaller groups, and those whose absence
// shows in a pixel that is wrong come back (delta debugging; Zeller and Hildebrandt, "Simplifying and Isolating
// Failure-Inducing Input", 2002).

package import Compositor
package import CoreGraphics

/// Leaves out of a frame what its wrong pixels do not need.
package struct FrameMinimiser {
  private let capture: FrameCapture
  private let rasterizer: any Rasterizer
  /// The frame as it is.
  private let wrong: CGImage
  /// The pixels that differ from what is expected, row by row from the top.
  private let places: [Int]
  private var isKept: [Bool]
  /// The number of times that the frame was drawn.
  package private(set) var drawings = 1

  /// The most drawings.
  private static let most = 5000
  /// The greatest change of a wrong pixel, in 255ths: with fewer draws, llvmpipe may round another way.
  private static let rounding = 1

  /// The number of pixels that differ from the expected ones.
  package var differing: Int { places.count }

  /// - Parameters:
  ///   - expected: the right picture, as large as the frame.
  ///   - tolerance: differences up to this, in 255ths, are not wrong.
  package init(
    _ capture: FrameCapture, against expected: CGImage, tolerance: Int, with rasterizer: any Rasterizer
  ) throws {
    (self.capture, self.rasterizer) = (capture, rasterizer)
    let wrong = try capture.render(with: rasterizer)
    self.wrong = wrong
    places = (0..<wrong.width * wrong.height).filter { place in
      Self.difference(wrong, expected, place) > tolerance
    }
    isKept = Array(repeating: true, count: capture.list.drawCount)
  }

  /// Leaves out what can be left out; the draws that stay, by their numbers in the frame, and the frame of those.
  package mutating func run() throws -> (draws: [Int], capture: FrameCapture) {
    var size = max(isKept.count / 2, 1)
    var changed = true
    while changed || size > 1 {
      changed = try leaveOut(groupsOf: size)
      if size == 1 && !changed { break }
      size = max(size / 2, 1)
      if drawings >= Self.most { break }
    }
    var result = capture
    result.list = capture.list.keeping { draw, _ in isKept[draw] }
    result.pixels = nil
    return (isKept.indices.filter { isKept[$0] }, result)
  }

  /// Tries to leave out each group of so many draws; whether one could be.
  private mutating func leaveOut(groupsOf size: Int) throws -> Bool {
    var changed = false
    let kept = isKept.indices.filter { isKept[$0] }
    for start in stride(from: 0, to: kept.count, by: size) where drawings < Self.most {
      let group = kept[start..<min(start + size, kept.count)]
      for draw in group { isKept[draw] = false }
      if try isStillWrong() {
        changed = true
      } else {
        for draw in group { isKept[draw] = true }
      }
    }
    return changed
  }

  /// Whether every wrong pixel is as wrong as it was.
  private mutating func isStillWrong() throws -> Bool {
    drawings += 1
    var reduced = capture
    let isKept = isKept
    reduced.list = capture.list.keeping { draw, _ in isKept[draw] }
    let image = try reduced.render(with: rasterizer)
    return places.allSatisfy { Self.difference(image, wrong, $0) <= Self.rounding }
  }

  private static func difference(_ a: CGImage, _ b: CGImage, _ place: Int) -> Int {
    let bytes = place * 4..<place * 4 + 4
    return zip(a.pixels[bytes], b.pixels[bytes]).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }
}
