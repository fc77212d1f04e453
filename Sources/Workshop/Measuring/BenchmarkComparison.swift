// A comparison of two measurements of the same scenes: their ratio, and its confidence interval.
//
// The n-th frames of both runs show the same, so that their difference is not the scene's. Neighbouring frames are not
// independent, as disturbances last. So the bootstrap draws runs of frames, the same of both measurements (Künsch, "The
// jackknife and the bootstrap for general stationary observations", 1989; in a circle, as Politis and Romano, 1992),
// and the interval is that of its percentiles (Efron, 1979). It does not contain disturbances of a whole measurement,
// such as another clock of the processor: measure twice.
//
// Tested by BenchmarkComparisonTests.

import Compositor
import Foundation
import Multiplane

/// The ratio of the frame times of a second measurement to those of a first.
package struct TimeRatio: Equatable, Sendable {
  package var value: Double
  /// The bounds of the 95 % confidence interval.
  package var low: Double
  package var high: Double
}

package struct BenchmarkComparison: CustomStringConvertible {
  package struct Scene {
    package var name: String
    /// The device of both measurements, or both devices if they differ.
    package var drawers: String
    package var ratio: TimeRatio
    package var verdict: Verdict
  }

  package enum Verdict: String, Sendable {
    case slower, faster
    case neither = ""
  }

  /// The scenes, in the first measurement's order.
  package private(set) var scenes: [Scene] = []
  /// The geometric mean of their ratios.
  package private(set) var mean: TimeRatio
  /// The scenes in only one of the measurements.
  package private(set) var alone: [String] = []

  /// Whether a scene is slower by more than was allowed.
  package var isSlower: Bool { scenes.contains { $0.verdict == .slower } }

  private static let rounds = 1000
  /// The supported numbers of frames: fewer are not significant, more take long.
  static let frames = 20...20_000

  /// - Parameter percent: the change beyond which a scene's whole interval makes it slower or faster.
  /// - Throws: ``BenchmarkMismatch`` for measurements that cannot be compared.
  package init(
    _ first: BenchmarkReport, _ second: BenchmarkReport, percent: Double
  ) throws(BenchmarkMismatch) {
    var (rest, means) = (second.results, [Double](repeating: 0, count: Self.rounds))
    for a in first.results {
      let sameScene = rest.indices.filter { rest[$0].scene == a.scene }
      let isOnly = first.results.count { $0.scene == a.scene } == 1 && sameScene.count == 1
      guard let place = sameScene.first(where: { isOnly || rest[$0].device.rasterizer == a.device.rasterizer }) else {
        alone.append("\(a.scene) by \(a.device)")
        continue
      }
      let b = rest.remove(at: place)
      try Self.check(a, b)
      let (value, drawn) = Self.ratios(a.times.milliseconds, b.times.milliseconds)
      for round in drawn.indices { means[round] += log(drawn[round]) }
      let ratio = TimeRatio(value, drawn)
      let limit = 1 + percent / 100
      let verdict: Verdict = ratio.low > limit ? .slower : ratio.high < 1 / limit ? .faster : .neither
      let drawers = a.device == b.device ? "\(a.device)" : "\(a.device) -> \(b.device)"
      scenes.append(Scene(name: a.scene, drawers: drawers, ratio: ratio, verdict: verdict))
    }
    alone += rest.map { "\($0.scene) by \($0.device)" }
    guard !scenes.isEmpty else { throw .nothingInCommon }
    let count = Double(scenes.count)
    mean = TimeRatio(
      exp(scenes.reduce(0) { $0 + log($1.ratio.value) } / count), means.map { exp($0 / count) })
  }

  private static func check(_ a: BenchmarkResult, _ b: BenchmarkResult) throws(BenchmarkMismatch) {
    guard a.width == b.width, a.height == b.height else {
      throw .otherSize(
        scene: a.scene, first: "\(a.width)x\(a.height)", second: "\(b.width)x\(b.height)")
    }
    let (count, other) = (a.times.milliseconds.count, b.times.milliseconds.count)
    guard count == other else { throw .otherFrames(scene: a.scene, first: count, second: other) }
    guard frames ~= count else { throw .badCount(scene: a.scene, count) }
    for (result, name) in [(a, "first"), (b, "second")] {
      guard result.times.milliseconds.allSatisfy({ $0 > 0 && $0 < 1e9 }) else {
        throw .badTimes(scene: result.scene, of: name)
      }
    }
  }

  /// Returns the ratio of the medians of two measurements, and the bootstrap's ratios.
  static func ratios(_ a: [Double], _ b: [Double]) -> (value: Double, drawn: [Double]) {
    let (count, run) = (a.count, max(Int(Double(a.count).squareRoot().rounded()), 1))
    var random = SplitMix64(seed: 1)
    var (first, second) = (a, b)
    let drawn = (0..<rounds).map { _ in
      var (filled, start) = (0, 0)
      while filled < count {
        if filled.isMultiple(of: run) { start = Int.random(in: 0..<count, using: &random) }
        let place = (start + filled % run) % count
        (first[filled], second[filled]) = (a[place], b[place])
        filled += 1
      }
      return second.median / first.median
    }
    return (b.median / a.median, drawn)
  }

  package var description: String {
    let names = scenes.map(\.name) + ["geometric mean"]
    let width = (names.map(\.count).max() ?? 0) + 2
    func line(_ name: String, _ ratio: TimeRatio, _ rest: String) -> String {
      let numbers = [ratio.value, ratio.low, ratio.high].map { $0.formatted(places: 3) }
      let text = "\(numbers[0])  (\(numbers[1]) ... \(numbers[2]))"
      return name.padding(toLength: width, withPad: " ", startingAt: 0) + text + (rest.isEmpty ? "" : "  \(rest)")
    }
    return
      (scenes.map { scene in
        let verdict = scene.verdict == .neither ? "" : "\(scene.verdict.rawValue); "
        return line(scene.name, scene.ratio, verdict + "by \(scene.drawers)")
      } + [line("geometric mean", mean, "")]).joined(separator: "\n")
  }
}

extension TimeRatio {
  /// Creates the interval of the middle 95 % of the bootstrap's ratios, extended to the measured one.
  fileprivate init(_ value: Double, _ drawn: [Double]) {
    let sorted = drawn.sorted()
    func quantile(_ part: Double) -> Double { sorted[Int((part * Double(sorted.count - 1)).rounded())] }
    self.init(value: value, low: min(quantile(0.025), value), high: max(quantile(0.975), value))
  }
}

package enum BenchmarkMismatch: Error, Equatable, CustomStringConvertible {
  case nothingInCommon
  case otherSize(scene: String, first: String, second: String)
  case otherFrames(scene: String, first: Int, second: Int)
  case badCount(scene: String, Int)
  case badTimes(scene: String, of: String)

  package var description: String {
    switch self {
    case .nothingInCommon: "the files have no scene in common"
    case .otherSize(let scene, let first, let second):
      "\(scene): \(first) pixels in the first file and \(second) in the second; measure the same"
    case .otherFrames(let scene, let first, let second):
      "\(scene): \(first) frames in the first file and \(second) in the second; measure as many"
    case .badCount(let scene, let count):
      "\(scene): \(count) frames; a comparison takes from \(BenchmarkComparison.frames.lowerBound) to "
        + "\(BenchmarkComparison.frames.upperBound)"
    case .badTimes(let scene, let file): "\(scene): times of the \(file) file are no milliseconds of frames"
    }
  }
}
