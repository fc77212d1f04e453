// `multiplane bench --score`: the number of layers of a kind at which a frame takes a sixtieth of a second.
//
// Tested by ScoreSceneTests and ChangePointTests.

import Compositor
import Foundation
package import Multiplane
package import QuartzCore

/// The measured scene: a moving tree with a variable number of layers.
package struct ScoreSubject {
  package let name: String
  package let root: CALayer
  /// Sets the number of layers.
  package let tune: (_ complexity: Int) -> Void
  /// Moves the layers to their places at a time, in seconds.
  package let show: (_ time: Double) -> Void

  package init(
    name: String, root: CALayer, tune: @escaping (_ complexity: Int) -> Void, show: @escaping (_ time: Double) -> Void
  ) {
    (self.name, self.root, self.tune, self.show) = (name, root, tune, show)
  }
}

package struct ScoreBenchmark {
  private let subject: ScoreSubject
  private let renderer: OffscreenRenderer
  /// The number of frames so far: the scene continues from one measurement to the next.
  private var drawn = 0
  private var measured = 0

  /// The time for a frame, in milliseconds.
  package static let budget = 1000.0 / 60
  package static let mostLayers = 200_000
  /// The number of frames before those that count, for committing new layers and making their pictures.
  private static let warmUp = 3
  /// The rounds over the complexities about the change point, and the steps of each.
  private static let (rounds, steps) = (5, 12)
  /// The range of complexities, relative to the search's result.
  private static let range = 0.7...1.5
  /// The seconds after which a scene begins no further round.
  private static let patience = 18.0

  package init(_ subject: ScoreSubject, renderer: OffscreenRenderer) {
    (self.subject, self.renderer) = (subject, renderer)
  }

  /// Returns the change point of a regression over complexities about bisection's result.
  package mutating func run() throws -> ScoreResult {
    let clock = ContinuousClock()
    let start = clock.now
    let about = try search(within: 0.04, frames: 7)
    let (low, high) = (about * Self.range.lowerBound, about * Self.range.upperBound)
    var points: [ScorePoint] = []
    for round in 0..<Self.rounds where round == 0 || (clock.now - start) / .seconds(1) < Self.patience {
      // Down, as in MotionMark, then up, so that a machine that slows down affects both ends.
      for step in 0..<Self.steps {
        let place = round.isMultiple(of: 2) ? Self.steps - 1 - step : step
        let part = (Double(place) + Double(round) / Double(Self.rounds)) / Double(Self.steps)
        let complexity = max(Int((low + (high - low) * part).rounded()), 1)
        let time = try milliseconds(of: complexity, frames: 9)
        points.append(ScorePoint(complexity: Double(complexity), milliseconds: time))
      }
    }
    let score = ChangePoint(of: points, budget: Self.budget).complexity
    let spread = ChangePoint.spread(of: points, budget: Self.budget)
    return result(score: score, spread: spread, points: points)
  }

  /// Returns the score that bisection alone finds.
  package mutating func runQuickly() throws -> ScoreResult {
    let score = try search(within: 0.01, frames: 15)
    return result(score: score, spread: nil, points: nil)
  }

  private func result(score: Double, spread: ChangePoint.Spread?, points: [ScorePoint]?) -> ScoreResult {
    ScoreResult(
      scene: subject.name, width: renderer.width, height: renderer.height, frames: measured, score: score,
      median: spread?.median, low: spread?.low, high: spread?.high, points: points)
  }

  /// Returns the complexity at which the median frame takes the budget, by doubling and then bisection, until the
  /// bounds differ by the part `precision` of the complexity. `frames` of each complexity count.
  private mutating func search(within precision: Double, frames: Int) throws -> Double {
    var (low, high) = (0, 16)
    while try milliseconds(of: high, frames: 3) <= Self.budget {
      low = high
      guard high < Self.mostLayers else { return Double(high) }
      high = min(high * 2, Self.mostLayers)
    }
    while high - low > 1, Double(high - low) > precision * Double(high) {
      let middle = (low + high) / 2
      if try milliseconds(of: middle, frames: frames) <= Self.budget { low = middle } else { high = middle }
    }
    return Double(max(low + high, 2)) / 2
  }

  /// Returns the median time of a frame of a complexity, between the pixels of frames.
  private mutating func milliseconds(of complexity: Int, frames: Int) throws -> Double {
    subject.tune(complexity)
    let (clock, show, first) = (ContinuousClock(), subject.show, drawn)
    let times = (0..<Self.warmUp + frames).lazy.map { frame in
      let time = Double(first + frame) / 60
      show(time)
      return time
    }
    var (taken, last) = ([Double](), clock.now)
    try renderer.forEachFrame(of: subject.root, at: times) { _, _ in
      let now = clock.now
      taken.append((now - last) / .milliseconds(1))
      last = now
    }
    drawn += taken.count
    measured += frames
    return taken.dropFirst(Self.warmUp).median
  }
}

extension Collection<Double> {
  /// The median, the upper one of two; 0 if the collection is empty.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}

package struct ScoreResult: Encodable, CustomStringConvertible {
  package var scene: String
  package var width: Int
  package var height: Int
  package var frames: Int
  /// The number of layers of a frame that takes a sixtieth of a second.
  package var score: Double
  /// The median score of the bootstrap; nil for bisection's score.
  package var median: Double?
  /// The bounds of the middle 80 % of the bootstrap's scores.
  package var low: Double?
  package var high: Double?
  package var points: [ScorePoint]?

  package var description: String {
    let head = scene.padding(toLength: 18, withPad: " ", startingAt: 0) + score.formatted(places: 0).leftPadded(to: 8)
    guard let median, let low, let high else { return head }
    return head + median.formatted(places: 0).leftPadded(to: 8)
      + "   \(low.formatted(places: 0)) ... \(high.formatted(places: 0))"
  }
}

/// The scores of all scenes, by one renderer.
package struct MachineScore: Encodable, CustomStringConvertible {
  package var device: DrawingDevice
  package var geometricMean: Double
  package var scenes: [ScoreResult]

  package init(_ scenes: [ScoreResult], device: DrawingDevice) {
    (self.scenes, self.device) = (scenes, device)
    geometricMean = Self.geometricMean(scenes.map(\.score))
  }

  static func geometricMean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
  }

  package var description: String {
    let mean = "geometric mean".padding(toLength: 18, withPad: " ", startingAt: 0)
    return "\(mean)\(geometricMean.formatted(places: 0).leftPadded(to: 8))   by \(device)"
  }
}

/// The report of `bench --score --json`: scores, and their machine.
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

package struct ScorePoint: Equatable, Encodable, Sendable {
  package var complexity: Double
  package var milliseconds: Double
}

/// Two pieces that fit points best by least squares, as in MotionMark: a frame takes its budget up to a complexity, the
/// change point, and a constant time more for each layer beyond. Frames below the budget count as taking all of it: a
/// screen would show them no sooner.
package struct ChangePoint: Equatable {
  /// The complexity at which the pieces meet, one of the points'.
  package let complexity: Double
  /// The milliseconds for a layer above it; at least 0.
  package let slope: Double

  /// Fits the pieces; 0 without points. `budget` is the height of the flat piece, in milliseconds.
  package init(of points: [ScorePoint], budget: Double) {
    self.init(
      sorted: points.map { ($0.complexity, max($0.milliseconds - budget, 0)) }.sorted { $0.x < $1.x })
  }

  /// - Parameter points: complexities, ascending, and milliseconds above the budget.
  private init(sorted points: [(x: Double, y: Double)]) {
    var best = (error: Double.infinity, complexity: points.last?.x ?? 0, slope: 0.0)
    // Sums of the points from the place on; before it, only of squares.
    var (n, sx, sy, sxx, sxy, syy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var before = points.reduce(0) { $0 + $1.y * $1.y }
    for place in points.indices.reversed() {
      let (x, y) = points[place]
      (n, sx, sy, sxx, sxy, syy) = (n + 1, sx + x, sy + y, sxx + x * x, sxy + x * y, syy + y * y)
      before -= y * y
      let below = place > 0 ? points[place - 1].x : x
      guard below < x || place == 0 else { continue }
      // The line through the points above crosses the budget; if not between this point and the last, the best of this
      // range is one of its ends, as the error has no other extremes.
      let spread = n * sxx - sx * sx
      let free = spread > 0 ? (n * sxy - sx * sy) / spread : 0
      let crossing = free > 0 ? (sx - sy / free) / n : x
      for c in [x, min(max(crossing, below), x), below] {
        let (squares, products) = (sxx - 2 * c * sx + n * c * c, sxy - c * sy)
        let slope = squares > 1e-9 * sxx ? max(products / squares, 0) : 0
        let error = before + syy - 2 * slope * products + slope * slope * squares
        if error < best.error { best = (error, c, slope) }
      }
    }
    (complexity, slope) = (best.complexity, best.slope)
  }
}

extension ChangePoint {
  /// The distribution of the change points of resampled points.
  package struct Spread: Equatable {
    package var median: Double
    /// The bounds of the middle 80 %.
    package var low: Double
    package var high: Double
  }

  /// Returns the spread by the bootstrap of Efron (1979): `rounds` times, at least once, it draws as many points as
  /// there are, with replacement. Equal seeds give equal spreads.
  package static func spread(
    of points: [ScorePoint], budget: Double, rounds: Int = 1000, seed: UInt64 = 1
  ) -> Spread {
    var random = SplitMix64(seed: seed)
    let found = (0..<rounds).map { _ in
      ChangePoint(of: points.map { _ in points.randomElement(using: &random) ?? points[0] }, budget: budget).complexity
    }.sorted()
    func quantile(_ part: Double) -> Double { found[Int((part * Double(rounds - 1)).rounded())] }
    return Spread(median: quantile(0.5), low: quantile(0.1), high: quantile(0.9))
  }
}
