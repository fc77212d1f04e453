// `multiplane bench --score`: how many layers of a kind a frame may have before it takes more than a sixtieth of a
// second.
//
// Tested by ScoreSceneTests and ChangePointTests.

package import Multiplane
package import QuartzCore

/// The scene that is measured: a tree whose number of layers can be changed, and which moves by time.
package struct ScoreSubject {
  package let name: String
  package let root: CALayer
  /// Gives the tree so many layers.
  package let tune: (_ complexity: Int) -> Void
  /// Moves the layers to where they are at a time, in seconds.
  package let show: (_ time: Double) -> Void

  package init(
    name: String, root: CALayer, tune: @escaping (_ complexity: Int) -> Void, show: @escaping (_ time: Double) -> Void
  ) {
    (self.name, self.root, self.tune, self.show) = (name, root, tune, show)
  }
}

/// Finds the complexity at which a frame takes its budget.
package struct ScoreBenchmark {
  private let subject: ScoreSubject
  private let renderer: OffscreenRenderer
  /// Frames that were drawn so far: the scene goes on from one measurement to the next.
  private var drawn = 0
  private var measured = 0

  /// The time that a frame may take, in milliseconds.
  package static let budget = 1000.0 / 60
  /// The most layers that are tried.
  package static let mostLayers = 200_000
  /// Frames that are drawn before those that count: new layers are committed, their pictures made.
  private static let warmUp = 3
  /// Rounds over the complexities about the change point, and how many there are in each.
  private static let (rounds, steps) = (5, 12)
  /// Complexities in parts of what the search found.
  private static let range = 0.7...1.5
  /// Seconds after which a scene begins no further round.
  private static let patience = 18.0

  package init(_ subject: ScoreSubject, renderer: OffscreenRenderer) {
    (self.subject, self.renderer) = (subject, renderer)
  }

  /// The change point of a regression over complexities about that which bisection finds.
  package mutating func run() throws -> ScoreResult {
    let clock = ContinuousClock()
    let start = clock.now
    let about = try search(within: 0.04, frames: 7)
    let (low, high) = (about * Self.range.lowerBound, about * Self.range.upperBound)
    var points: [ScorePoint] = []
    for round in 0..<Self.rounds where round == 0 || (clock.now - start) / .seconds(1) < Self.patience {
      // Down, as MotionMark goes, then up, so that a machine which slows down counts on both ends.
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

  /// The complexity at which the median frame takes the budget: doubled until it takes more, then halved between.
  ///
  /// - Parameters:
  ///   - precision: how near the bounds come to each other, as a part of the complexity.
  ///   - frames: frames that count, of each complexity.
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

  /// The median time of a frame of so many layers, from pixels to pixels.
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
  /// The element in the middle of all, the upper one of two; 0 if the collection is empty.
  var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}
