// The regression of `bench --score` against measurements that were made up, whose change point is known.

import Foundation
import TestSupport
import Testing

@testable import Workshop

@Suite struct ChangePointTests {
  private static let budget = ScoreBenchmark.budget

  /// Frames of `base` and so much a layer, so that `point` layers take the budget, with errors as measured.
  private func points(point: Double, base: Double = 2, noise: Double, seed: Int) -> [ScorePoint] {
    var random = SeededRandom(seed: seed)
    let slope = (Self.budget - base) / point
    return (0..<60).map { index in
      let complexity = (point * (0.75 + 0.85 * Double(index) / 60)).rounded()
      let error = 1 + noise * (random.number(-1...1) + random.number(-1...1))
      return ScorePoint(complexity: complexity, milliseconds: (base + slope * complexity) * error)
    }
  }

  @Test("Without noise the change point is exact", arguments: [50.0, 400, 12_345])
  func exact(point: Double) {
    let found = ChangePoint(of: points(point: point, noise: 0, seed: 1), budget: Self.budget)
    #expect(abs(found.complexity - point) < 1e-6 * point)
    #expect(abs(found.slope - (Self.budget - 2) / point) < 1e-9)
  }

  @Test(
    "With frames off by up to 6 % it is found within 2 %, and the interval says how sure that is", arguments: 1...20)
  func noisy(seed: Int) {
    let points = points(point: 1000, noise: 0.03, seed: seed)
    let found = ChangePoint(of: points, budget: Self.budget).complexity
    let spread = ChangePoint.spread(of: points, budget: Self.budget)
    #expect(abs(found - 1000) < 20)
    #expect(abs(spread.median - found) < 10)
    #expect(spread.low <= spread.median && spread.median <= spread.high && spread.high - spread.low < 50)
    #expect(spread.low < spread.high)
    #expect(ChangePoint.spread(of: points, budget: Self.budget) == spread)
  }

  /// The change point by trying very many, for what the formula finds at once.
  @Test("It is the best of all change points", arguments: 1...20)
  func best(seed: Int) {
    var random = SeededRandom(seed: seed)
    let points = (0..<12).map { _ in
      ScorePoint(complexity: random.number(1...30).rounded(), milliseconds: Self.budget + random.number(-5...9))
    }
    func error(_ complexity: Double) -> Double {
      let above = points.map { (x: max($0.complexity - complexity, 0), y: max($0.milliseconds - Self.budget, 0)) }
      let squares = above.reduce(0) { $0 + $1.x * $1.x }
      let slope = squares > 0 ? max(above.reduce(0) { $0 + $1.x * $1.y } / squares, 0) : 0
      return above.reduce(0) { $0 + pow($1.y - slope * $1.x, 2) }
    }
    let first = points.map(\.complexity).min() ?? 0
    let least = (0...30_000).map { error(max(Double($0) / 1000, first)) }.min() ?? 0
    #expect(error(ChangePoint(of: points, budget: Self.budget).complexity) < least + 1e-6)
  }

  @Test("Where all is on one side of the budget it is the point at that end; of nothing it is 0") func ends() {
    let below = [1.0, 2, 3].map { ScorePoint(complexity: $0, milliseconds: 1) }
    #expect(ChangePoint(of: below, budget: Self.budget).complexity == 3)
    let above = [1.0, 2, 3].map { ScorePoint(complexity: $0, milliseconds: 30 + $0) }
    #expect(ChangePoint(of: above, budget: Self.budget).complexity == 1)
    #expect(ChangePoint(of: [], budget: Self.budget).complexity == 0)
  }

  @Test func geometricMean() {
    #expect(abs(MachineScore.geometricMean([1, 10, 100]) - 10) < 1e-12)
  }
}
