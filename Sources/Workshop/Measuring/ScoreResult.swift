// What `multiplane bench --score` reports.

import Compositor
import Foundation
package import Multiplane

/// The score of a scene: how many layers a frame of it may have.
package struct ScoreResult: Encodable, CustomStringConvertible {
  package var scene: String
  package var width: Int
  package var height: Int
  /// The number of frames that were measured.
  package var frames: Int
  /// Layers of a frame that takes a sixtieth of a second.
  package var score: Double
  /// The median score of the bootstrap; nil where the score is bisection's.
  package var median: Double?
  /// The bounds of the middle 80 % of the bootstrap's scores.
  package var low: Double?
  package var high: Double?
  /// The measurements: the number of layers, and the median time of a frame.
  package var points: [ScorePoint]?

  package init(
    scene: String, width: Int, height: Int, frames: Int, score: Double, median: Double?, low: Double?, high: Double?,
    points: [ScorePoint]?
  ) {
    (self.scene, self.width, self.height, self.frames, self.score) = (scene, width, height, frames, score)
    (self.median, self.low, self.high, self.points) = (median, low, high, points)
  }

  package var description: String {
    let head = scene.padding(toLength: 18, withPad: " ", startingAt: 0) + score.formatted(places: 0).leftPadded(to: 8)
    guard let median, let low, let high else { return head }
    return head + median.formatted(places: 0).leftPadded(to: 8)
      + "   \(low.formatted(places: 0)) ... \(high.formatted(places: 0))"
  }
}

/// The scores of all scenes, by one who draws.
package struct MachineScore: Encodable, CustomStringConvertible {
  package var device: DrawingDevice
  /// The geometric mean of the scores.
  package var geometricMean: Double
  package var scenes: [ScoreResult]

  /// - Parameter device: what drew them.
  package init(_ scenes: [ScoreResult], device: DrawingDevice) {
    (self.scenes, self.device) = (scenes, device)
    geometricMean = Self.geometricMean(scenes.map(\.score))
  }

  /// The n-th root of the product of n numbers above 0.
  static func geometricMean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
  }

  package var description: String {
    let mean = "geometric mean".padding(toLength: 18, withPad: " ", startingAt: 0)
    return "\(mean)\(geometricMean.formatted(places: 0).leftPadded(to: 8))   by \(device)"
  }
}

/// The report of `bench --score --json`: scores, and the machine that they are of.
package struct ScoreReport: Encodable {
  package var machine: MeasuredMachine
  package var scores: [MachineScore]

  package init(_ scores: [MachineScore]) { (machine, self.scores) = (MeasuredMachine(), scores) }
}

extension String {
  fileprivate func leftPadded(to length: Int) -> String {
    String(repeating: " ", count: Swift.max(length - count, 0)) + self
  }
}
