package import Compositor
package import CoreGraphics
import Foundation
package import Multiplane
package import QuartzCore

/// Finds the fewest draws that still give a wrong pixel: it removes ever smaller groups of draws, and restores those
/// that affect a wrong pixel (delta debugging; Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing
/// Input", 2002).
package struct FrameMinimiser {
  private let capture: FrameCapture
  private let rasterizer: any Rasterizer
  private let wrong: CGImage
  /// The wrong pixels, row by row from the top.
  private let places: [Int]
  private var isKept: [Bool]
  package private(set) var drawings = 1

  private static let most = 5000
  /// The greatest change of a wrong pixel, in 255ths: llvmpipe may round differently with fewer draws.
  private static let rounding = 1

  package var differing: Int { places.count }

  /// - Parameters:
  ///   - expected: the right picture, of the frame's size.
  ///   - tolerance: the allowed differences, in 255ths.
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

  /// Removes draws, and returns the numbers of the others in the frame, and the frame of those.
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

  /// Tries to remove each group of `size` draws, and returns whether one could be.
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

  /// Returns whether every wrong pixel is as wrong as before.
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

/// The differences of a frame from a right picture, as drawn and without each single optimisation.
package struct OptimizationPins: Encodable {
  package struct Trial: Encodable {
    package var word: String
    /// The number of pixels that differ by more than the tolerance.
    package var differing: Int
  }

  /// The greatest difference of a component, in 255ths, that does not count.
  package var tolerance: Int
  package var pixels: Int
  /// The number of pixels of the frame as drawn that differ by more than the tolerance.
  package var differing: Int
  /// A trial for each optimisation; empty if the frame is right.
  package var trials: [Trial]
  /// The words of optimisations without each of which alone no pixel differs.
  package var atFault: [String]
}

extension OptimizationPins: CustomStringConvertible {
  package var description: String {
    var lines = ["differing  \(differing) of \(pixels) pixels by more than \(tolerance) of 255"]
    for trial in trials {
      let word = trial.word.padding(toLength: 11, withPad: " ", startingAt: 0)
      lines.append("without \(word) \(trial.differing)\(atFault.contains(trial.word) ? "  <- at fault" : "")")
    }
    if !trials.isEmpty, atFault.isEmpty { lines.append("none of them alone is at fault") }
    return lines.joined(separator: "\n")
  }
}

extension OffscreenRenderer {
  /// Draws a frame as this renderer does, and without each single optimisation, and compares it with a right picture;
  /// nil if that has another size.
  ///
  /// - Parameters:
  ///   - times: the times of each drawing's frames, the last of which counts: it may depend on the others.
  ///   - disabled: the optimisations that are disabled in all drawings.
  package func pins(
    of layer: CALayer, at times: [CFTimeInterval], right: CGImage, tolerance: Int, disabled: Set<Optimization>
  ) throws -> OptimizationPins? {
    func differing(without more: Set<Optimization>) throws -> Int? {
      let renderer = try without(disabled.union(more))
      for time in times.dropLast() { _ = try renderer.image(of: layer, at: time) }
      return ImageComparison(try renderer.image(of: layer, at: times.last ?? 0), right, tolerance: tolerance)?.differing
    }
    guard let first = try differing(without: []) else { return nil }
    var pins = OptimizationPins(
      tolerance: tolerance, pixels: width * height, differing: first, trials: [], atFault: [])
    guard first > 0 else { return pins }
    for optimization in Optimization.allCases where !disabled.contains(optimization) {
      guard let rest = try differing(without: [optimization]) else { continue }
      pins.trials.append(OptimizationPins.Trial(word: optimization.name, differing: rest))
      if rest == 0 { pins.atFault.append(optimization.name) }
    }
    return pins
  }
}
