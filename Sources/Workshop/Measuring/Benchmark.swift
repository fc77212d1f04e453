// Measuring frames of a scene: the same path as `video` takes, without writing anything.

import Compositor
import GLRenderer
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
  /// The most frames that the GPU's clock is asked about.
  private static let mostTimedFrames = 120

  /// Measures.
  package func run() throws -> BenchmarkResult {
    let clock = ContinuousClock()
    renderer.foresee(count: Self.warmUp + frames) { Double($0) / 60 }
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
    let counters = renderer.statistics.allCounters.map { BenchmarkResult.Counter(name: $0.name, value: $0.value) }
    let first = renderer.firstFrame
    let later = renderer.programsMade - (first?.compiled ?? 0) - (first?.loaded ?? 0)
    return BenchmarkResult(
      scene: scene, width: renderer.width, height: renderer.height, frames: frames, medianMilliseconds: times.median,
      times: FrameTimes(times), gpu: try gpuTimes(), beginning: first, laterPrograms: later,
      stages: zip(names, medians).map { .init(name: $0, milliseconds: $1) },
      counters: counters, device: renderer.rasterizer.drawingDevice)
  }

  /// The GPU's times of the frames that follow; nil where none are measured.
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
