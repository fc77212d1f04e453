// Measuring frames of a scene: the same path as `video` takes, without writing anything.

import Compositor
import Foundation
package import Multiplane
package import QuartzCore

/// Renders frames of a scene one after the other and takes their times.
package struct Benchmark {
  private let scene: String
  private let layer: CALayer
  private let renderer: OffscreenRenderer
  private let frames: Int

  /// - Parameters:
  ///   - scene: the name to report.
  ///   - frames: how many to measure; a few more are drawn before, so that programs and textures are there.
  package init(scene: String, layer: CALayer, renderer: OffscreenRenderer, frames: Int) {
    self.scene = scene
    self.layer = layer
    self.renderer = renderer
    self.frames = frames
  }

  /// Frames drawn before measuring.
  private static let warmUp = 8

  /// Measures.
  package func run() throws -> BenchmarkResult {
    let clock = ContinuousClock()
    var times: [Double] = []
    var stages: [[Double]] = []
    var (frame, last) = (0, clock.now)
    try renderer.forEachFrame(of: layer, at: (0..<(Self.warmUp + frames)).lazy.map { Double($0) / 60 }) { _, _ in
      let now = clock.now
      defer { (frame, last) = (frame + 1, now) }
      guard frame >= Self.warmUp else { return }
      times.append((now - last).milliseconds)
      stages.append(renderer.statistics.stages.all.map(\.milliseconds))
    }
    let names = renderer.statistics.stages.all.map(\.name)
    let medians = names.indices.map { stage in stages.map { $0[stage] }.median }
    return BenchmarkResult(
      scene: scene, width: renderer.width, height: renderer.height, frames: frames,
      medianMilliseconds: times.median,
      fastestMilliseconds: times.min() ?? 0, stages: zip(names, medians).map { .init(name: $0, milliseconds: $1) },
      counters: renderer.statistics.allCounters.map { .init(name: $0.name, value: $0.value) },
      device: renderer.rasterizer.drawingDevice)
  }
}

/// What was measured of one scene.
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
  package var medianMilliseconds: Double
  package var fastestMilliseconds: Double
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
        + "(median \(medianMilliseconds.formatted(places: 2)) ms, "
        + "fastest \(fastestMilliseconds.formatted(places: 2)) ms)",
    ]
    lines += stages.map { "  \(pad($0.name))\($0.milliseconds.formatted(places: 3)) ms" }
    lines += counters.map { "  \(pad($0.name))\($0.value)" }
    return lines.joined(separator: "\n")
  }
}
