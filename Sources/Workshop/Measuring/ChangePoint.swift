// Where a frame begins to take longer than it may: a regression in two pieces over measured frames, and how sure it is.

import Compositor

/// The number of layers of a scene, and the time that a frame of it took.
package struct ScorePoint: Equatable, Encodable, Sendable {
  package var complexity: Double
  package var milliseconds: Double

  package init(complexity: Double, milliseconds: Double) {
    (self.complexity, self.milliseconds) = (complexity, milliseconds)
  }
}

/// Two pieces that fit points best by least squares: a frame takes its budget up to a complexity, the change point, and
/// longer by the same for each layer from there on, as MotionMark has it. A frame that took less than the budget counts
/// as one that took all of it: a screen would show it no sooner.
package struct ChangePoint: Equatable {
  /// The complexity at which the pieces meet: among the complexities of the points.
  package let complexity: Double
  /// Milliseconds a layer above it; at least 0.
  package let slope: Double

  /// Fits the pieces. No points give 0.
  ///
  /// - Parameter budget: the height of the flat piece, in milliseconds.
  package init(of points: [ScorePoint], budget: Double) {
    self.init(
      sorted: points.map { ($0.complexity, max($0.milliseconds - budget, 0)) }.sorted { $0.x < $1.x })
  }

  /// - Parameter points: complexities, ascending, and milliseconds above the budget.
  private init(sorted points: [(x: Double, y: Double)]) {
    var best = (error: Double.infinity, complexity: points.last?.x ?? 0, slope: 0.0)
    // Sums of the points from the place on; before it, of squares alone.
    var (n, sx, sy, sxx, sxy, syy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var before = points.reduce(0) { $0 + $1.y * $1.y }
    for place in points.indices.reversed() {
      let (x, y) = points[place]
      (n, sx, sy, sxx, sxy, syy) = (n + 1, sx + x, sy + y, sxx + x * x, sxy + x * y, syy + y * y)
      before -= y * y
      let below = place > 0 ? points[place - 1].x : x
      guard below < x || place == 0 else { continue }
      // The line through the points above leaves the budget at a crossing; where that is not between this point and the
      // last, the best of this stretch is one of its ends: the error has no other extremes.
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
  /// The distribution of the change points of points that are drawn again with replacement.
  package struct Spread: Equatable {
    package var median: Double
    /// The bounds of the middle 80 %.
    package var low: Double
    package var high: Double
  }

  /// The bootstrap of Efron (1979): as many points as there are are drawn from them, with replacement, so many times.
  ///
  /// - Parameters:
  ///   - rounds: how often, 1 or more.
  ///   - seed: of what is drawn; equal seeds give equal spreads.
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
