// What `multiplane bench --json` writes, and reads again to compare.
//
// Tested by BenchmarkReportTests.

import Foundation
package import Multiplane

/// Measured scenes, and the machine that they were measured on.
package struct BenchmarkReport: Codable {
  package var machine: MeasuredMachine
  package var results: [BenchmarkResult]

  package init(_ results: [BenchmarkResult]) { (machine, self.results) = (MeasuredMachine(), results) }
}

/// Milliseconds of frames.
package struct FrameTimes: Codable, Hashable, Sendable {
  /// The time of each frame, in order.
  package var milliseconds: [Double]
  package var median: Double
  /// The bounds of the middle 80 %.
  package var low: Double
  package var high: Double
  package var fastest: Double

  /// Times in milliseconds, to the nearest tenth of a microsecond.
  package init(_ milliseconds: [Double]) {
    self.milliseconds = milliseconds.map { ($0 * 1e4).rounded() / 1e4 }
    let sorted = self.milliseconds.sorted()
    func quantile(_ part: Double) -> Double {
      sorted.isEmpty ? 0 : sorted[Int((part * Double(sorted.count - 1)).rounded())]
    }
    (median, low, high, fastest) = (self.milliseconds.median, quantile(0.1), quantile(0.9), sorted.first ?? 0)
  }
}

/// The measurement of one scene.
package struct BenchmarkResult: Codable, CustomStringConvertible {
  package struct Stage: Codable {
    package var name: String
    package var milliseconds: Double
  }

  package struct Counter: Codable {
    package var name: String
    package var value: String
  }

  package var scene: String
  package var width: Int
  package var height: Int
  package var frames: Int
  /// From pixels to pixels, by the clock.
  package var medianMilliseconds: Double
  package var times: FrameTimes
  /// The GPU's, by its own clock, of frames that were drawn after those; nil where the driver measures none.
  package var gpu: FrameTimes?
  /// The cost of the first frame, before the others; nil in files from before it was measured.
  package var beginning: FirstFrame?
  /// The number of programs that were made after the first frame.
  package var laterPrograms: Int?
  /// Medians, each stage by itself.
  package var stages: [Stage]
  /// The counters of the last frame.
  package var counters: [Counter]
  package var device: DrawingDevice

  /// Frames a second, by the median frame.
  package var framesPerSecond: Double { medianMilliseconds > 0 ? 1000 / medianMilliseconds : 0 }

  package var description: String {
    let pad = { (text: String) in text.padding(toLength: 18, withPad: " ", startingAt: 0) }
    var lines = [
      "\(scene)  \(width)x\(height)  \(frames) frames by \(device)",
      "  \(framesPerSecond.formatted(places: 1)) frames a second "
        + "(median \(medianMilliseconds.formatted(places: 2)) ms, 80 % from \(times.low.formatted(places: 2)) "
        + "to \(times.high.formatted(places: 2)), fastest \(times.fastest.formatted(places: 2)) ms)",
    ]
    if let gpu {
      lines.append(
        "  \(pad("GPU"))\(gpu.median.formatted(places: 3)) ms (80 % from \(gpu.low.formatted(places: 3)) "
          + "to \(gpu.high.formatted(places: 3)))")
    }
    if let first = beginning {
      let times = [first.opening, first.foresight, first.programs, first.frame].map { $0.formatted(places: 1) }
      lines.append(
        "  \(pad("first frame"))opening \(times[0]), foresight \(times[1]), programs \(times[2]), frame \(times[3]) "
          + "ms; \(first.compiled) programs compiled, \(first.loaded) loaded, \(laterPrograms ?? 0) made later")
    }
    lines += stages.map { "  \(pad($0.name))\($0.milliseconds.formatted(places: 3)) ms" }
    lines += counters.map { "  \(pad($0.name))\($0.value)" }
    return lines.joined(separator: "\n")
  }
}
