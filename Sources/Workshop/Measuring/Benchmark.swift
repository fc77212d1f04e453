// Frames of a scene, or one captured frame, are measured as `video` draws them; nothing is written.
//
// Tested by BenchmarkReportTests.

package import Compositor
import Foundation
import GLRenderer
package import Multiplane
package import QuartzCore

/// Measures consecutive frames of a scene.
package struct Benchmark {
  private let scene: String
  private let layer: CALayer
  private let renderer: OffscreenRenderer
  private let frames: Int

  /// - Parameter frames: the number to measure, after a few more for programs and textures.
  package init(scene: String, layer: CALayer, renderer: OffscreenRenderer, frames: Int) {
    (self.scene, self.layer, self.renderer, self.frames) = (scene, layer, renderer, frames)
  }

  /// The number of frames before those that are measured.
  static let warmUp = 8
  /// The most frames whose GPU time is measured.
  private static let mostTimedFrames = 120

  package func run() throws -> BenchmarkResult {
    let clock = ContinuousClock()
    renderer.foresee(count: Self.warmUp + frames) { Double($0) / 60 }
    var times: [Double] = []
    var (stages, waits): ([[Double]], [FrameStatistics.Waits]) = ([], [])
    // Workers finish that many frames almost at once: a frame's time is a share of theirs.
    let jobs = renderer.jobs
    var (frame, ends) = (0, [clock.now])
    try renderer.forEachFrame(of: layer, at: (0..<(Self.warmUp + frames)).lazy.map { Double($0) / 60 }) { _, _ in
      let now = clock.now
      defer { (frame, ends) = (frame + 1, ends.suffix(jobs - 1) + [now]) }
      guard frame >= Self.warmUp else { return }
      times.append((now - ends[0]).milliseconds / Double(ends.count))
      stages.append(renderer.statistics.stages.all.map(\.milliseconds))
      if let wait = renderer.statistics.waits { waits.append(wait) }
    }
    let names = renderer.statistics.stages.all.map(\.name)
    let medians = names.indices.map { stage in stages.map { $0[stage] }.median }
    let counters = renderer.statistics.allCounters.map { BenchmarkResult.Counter(name: $0.name, value: $0.value) }
    let first = renderer.firstFrame
    let later = renderer.programsMade - (first?.compiled ?? 0) - (first?.loaded ?? 0)
    return BenchmarkResult(
      scene: scene, width: renderer.width, height: renderer.height, frames: frames, medianMilliseconds: times.median,
      times: FrameTimes(times), gpu: try gpuTimes(), beginning: first, laterPrograms: later,
      stages: zip(names, medians).map { .init(name: $0, milliseconds: $1) }, waits: BenchmarkResult.sums(waits),
      counters: counters, device: renderer.rasterizer.drawingDevice)
  }

  /// Returns the GPU's times of the following frames; nil if it measures none.
  private func gpuTimes() throws -> FrameTimes? {
    guard let renderer = self.renderer.rasterizer as? GLRenderer else { return nil }
    renderer.timesFrames = true
    guard renderer.timesFrames else { return nil }
    defer { renderer.timesFrames = false }
    let first = Self.warmUp + frames
    let numbers = first..<first + min(frames, Self.mostTimedFrames)
    try self.renderer.forEachFrame(of: layer, at: numbers.lazy.map { Double($0) / 60 }) { _, _ in }
    let times = renderer.takeFrameTimes()
    return times.isEmpty ? nil : FrameTimes(times)
  }
}

/// The time of a captured frame in milliseconds: a frame's time without its scene's cost.
package struct ReplayBenchmark: CustomStringConvertible {
  package private(set) var median = 0.0
  package private(set) var fastest = 0.0
  /// The medians of issuing the calls and of waiting for the pixels.
  package private(set) var encode = 0.0
  package private(set) var readback = 0.0
  private let frames: Int

  package init(_ capture: FrameCapture, frames: Int, _ rasterizer: any Rasterizer) throws {
    self.frames = frames
    let clock = ContinuousClock()
    let list = capture.list.withoutRetention
    var pixels = [UInt8](repeating: 0, count: capture.width * capture.height * 4)
    var times: [[Double]] = []
    for frame in 0..<Benchmark.warmUp + frames {
      let start = clock.now
      let drawing = try pixels.withUnsafeMutableBytes { try rasterizer.render(list, images: capture.images, into: $0) }
      guard frame >= Benchmark.warmUp else { continue }
      let milliseconds = (clock.now - start) / .milliseconds(1)
      times.append([milliseconds, drawing.encode, drawing.readback])
    }
    func median(_ place: Int) -> Double { times.map { $0[place] }.median }
    (self.median, encode, readback) = (median(0), median(1), median(2))
    fastest = times.map { $0[0] }.min() ?? 0
  }

  package var description: String {
    let rate = (median > 0 ? 1000 / median : 0).formatted(places: 1)
    return """
      \(rate) frames a second (median \(median.formatted(places: 2)) ms, fastest \(fastest.formatted(places: 2)) ms, \
      \(frames) frames)
        encode    \(encode.formatted(places: 3)) ms
        readback  \(readback.formatted(places: 3)) ms
      """
  }
}

/// The report of `multiplane bench --json`, which is read again for comparisons.
package struct BenchmarkReport: Codable {
  package var machine: MeasuredMachine
  package var results: [BenchmarkResult]

  package init(_ results: [BenchmarkResult]) { (machine, self.results) = (MeasuredMachine(), results) }
}

package struct FrameTimes: Codable, Hashable, Sendable {
  package var milliseconds: [Double]
  package var median: Double
  /// The bounds of the middle 80 %.
  package var low: Double
  package var high: Double
  package var fastest: Double

  /// Creates the statistics of milliseconds, rounded to a tenth of a microsecond.
  package init(_ milliseconds: [Double]) {
    self.milliseconds = milliseconds.map { ($0 * 1e4).rounded() / 1e4 }
    let sorted = self.milliseconds.sorted()
    func quantile(_ part: Double) -> Double {
      sorted.isEmpty ? 0 : sorted[Int((part * Double(sorted.count - 1)).rounded())]
    }
    (median, low, high, fastest) = (self.milliseconds.median, quantile(0.1), quantile(0.9), sorted.first ?? 0)
  }
}

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
  /// The median time between frames' pixels, by the clock.
  package var medianMilliseconds: Double
  package var times: FrameTimes
  /// The GPU's own times, of later frames; nil if the driver measures none.
  package var gpu: FrameTimes?
  /// The cost of the first frame; nil in older files.
  package var beginning: FirstFrame?
  package var laterPrograms: Int?
  /// The medians of the stages.
  package var stages: [Stage]
  /// The sums of the threads' waits for each other; nil in older files and without workers.
  package var waits: [Stage]?
  package var counters: [Counter]
  package var device: DrawingDevice

  /// Returns the sums of the waits of frames; nil for no frames.
  fileprivate static func sums(_ waits: [FrameStatistics.Waits]) -> [Stage]? {
    waits.first?.all.enumerated().map { place, first in
      Stage(name: first.name, milliseconds: waits.reduce(0) { $0 + $1.all[place].milliseconds })
    }
  }

  /// The frames a second, by the median frame.
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
    lines += (waits ?? []).map { "  \(pad($0.name))\($0.milliseconds.formatted(places: 1)) ms in all" }
    lines += counters.map { "  \(pad($0.name))\($0.value)" }
    return lines.joined(separator: "\n")
  }
}
