// Which optimisation a wrong picture is the fault of: the frame is drawn once more without each of them, and compared
// with a right picture.

package import Compositor
package import CoreGraphics
import Foundation
package import Multiplane
package import QuartzCore

/// The differences of a frame from a right picture, as it is drawn and without each optimisation alone.
package struct OptimizationPins: Encodable {
  /// The frame without one optimisation.
  package struct Trial: Encodable {
    /// The word of `MULTIPLANE_DISABLE`.
    package var word: String
    /// Pixels that differ by more than the tolerance.
    package var differing: Int
  }

  /// A difference up to this in every component does not count, of 255.
  package var tolerance: Int
  /// The number of pixels of the frame.
  package var pixels: Int
  /// Pixels of the frame as it is drawn that differ by more than the tolerance.
  package var differing: Int
  /// One for each optimisation; none where the frame is right.
  package var trials: [Trial]
  /// The words without each of which alone no pixel differs.
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
  /// Draws a frame as this renderer does, and once more without each optimisation, and compares with a right picture;
  /// nil where that has another size.
  ///
  /// - Parameters:
  ///   - times: the frames that each drawing makes, of which the last counts: a frame may depend on those before it.
  ///   - disabled: optimisations that are left out of all drawings.
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
