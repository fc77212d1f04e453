// Frames that workers make side by side have the bytes of frames that are made one by one, whatever changes between
// them, and end as these do; by rows, and by OpenGL as on a GPU.

import Compositor
import CoreGraphics
import Dispatch
import Foundation
import Gallery
import ImageFiles
import QuartzCore
import Synchronization
import TestScenes
import TestSupport
import Testing

@testable import Multiplane

@MainActor @Suite struct FrameWorkerTests {
  private struct Stop: Error {}

  private func renderer(
    _ width: CGFloat, _ height: CGFloat, by kind: RasterizerKind = .rows, jobs: Int,
    clock: MediaClock = MediaClock(startingAt: 0), _ change: (inout OffscreenRenderer.Options) -> Void = { _ in }
  ) throws -> OffscreenRenderer {
    var options = OffscreenRenderer.Options(clock: clock)
    var request = RasterizerRequest(RendererChoice(kind))
    if kind == .gl { request.economy = .calls }
    options.opening = RasterizerOpening(request)
    (options.jobs, options.leastWorkerMilliseconds) = (jobs, 0)
    change(&options)
    return try OffscreenRenderer(size: CGSize(width: width, height: height), options: options)
  }

  @Test(
    "Each scene of the gallery has the same bytes by any number of workers", arguments: RasterizerKind.allCases,
    Gallery.demos.map(\.name))
  func gallery(kind: RasterizerKind, name: String) throws {
    let demo = try #require(Gallery.demo(named: name))
    let times = stride(from: 0.3, to: 2.7, by: triesAll ? 0.1 : 0.4)
    func frames(jobs: Int) throws -> [[UInt8]] {
      let clock = MediaClock(startingAt: 0)
      let root = demo.make(clock)
      let renderer = try renderer(
        min(demo.size.width, 240), min(demo.size.height, 180), by: kind, jobs: jobs, clock: clock)
      var frames: [[UInt8]] = []
      try renderer.forEachFrame(of: root, at: times) { _, pixels in frames.append(Array(pixels)) }
      return frames
    }
    let expected = try frames(jobs: 1)
    for jobs in triesAll ? [2, 3, 16] : [3] { #expect(try frames(jobs: jobs) == expected, "\(jobs) workers") }
  }

  @Test("Trees that change between frames have the same bytes", arguments: RasterizerKind.allCases, seeds(8, of: 60))
  func edits(kind: RasterizerKind, seed: Int) throws {
    func frames(jobs: Int) throws -> [[UInt8]] {
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 200, height: 150)
      var random = RandomTree(seed: seed, drawsPictures: true)
      random.fill(root)
      let renderer = try renderer(200, 150, by: kind, jobs: jobs)
      var pending: [PendingFrame] = []
      var frames: [[UInt8]] = []
      func finishFirst() throws {
        var pixels = [UInt8](repeating: 0, count: 200 * 150 * 4)
        try pixels.withUnsafeMutableBytes { try renderer.finish(pending.removeFirst(), into: $0) }
        frames.append(pixels)
      }
      for step in 0..<30 {
        while pending.count >= max(2, renderer.framesInFlight) { try finishFirst() }
        random.edit(root, step: step)
        pending.append(try renderer.begin(root, at: Double(step) / 10))
      }
      while !pending.isEmpty { try finishFirst() }
      return frames
    }
    let expected = try frames(jobs: 1)
    for jobs in [2, 4] { #expect(try frames(jobs: jobs) == expected, "\(jobs) workers") }
  }

  @Test("A film has the same bytes, and the numbers of its frames are theirs", arguments: RasterizerKind.allCases)
  func films(kind: RasterizerKind) throws {
    let folder = try TemporaryFolder()
    func film(jobs: Int) throws -> Data {
      let clock = MediaClock(startingAt: 0)
      let demo = try #require(Gallery.demo(named: "cards"))
      let root = demo.make(clock)
      let renderer = try renderer(160, 120, by: kind, jobs: jobs, clock: clock)
      let path = folder.file("\(jobs).y4m")
      try VideoExporter(path: path).export(root, with: renderer, duration: 0.8)
      #expect(renderer.statistics.layers > 10 && renderer.statistics.stages.encode > 0)
      #expect((renderer.statistics.waits != nil) == (jobs > 1))
      return try Data(contentsOf: URL(filePath: path))
    }
    #expect(try film(jobs: 3) == film(jobs: 1))
  }

  @Test("The first error in the order of frames ends it, and the renderer draws on", arguments: RasterizerKind.allCases)
  func errors(kind: RasterizerKind) throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 64, height: 48)
    let replicator = CAReplicatorLayer()
    replicator.frame = root.bounds
    let copy = CALayer()
    copy.frame = root.bounds
    copy.backgroundColor = CGColor(red: 0.5, green: 0, blue: 0, alpha: 0.5)
    replicator.addSublayer(copy)
    root.addSublayer(replicator)
    // From 0.5 s on each pixel is drawn more often than 64 times.
    let more = CAKeyframeAnimation(keyPath: "instanceCount")
    (more.values, more.keyTimes, more.duration, more.calculationMode) = ([1, 200], [0, 0.5, 1], 1, .discrete)
    replicator.add(more, forKey: nil)
    let renderer = try renderer(64, 48, by: kind, jobs: 3) { $0.drawLimit = 1 }
    var times: [Double] = []
    let error = #expect(throws: RenderingError.self) {
      try renderer.forEachFrame(of: root, at: stride(from: 0, to: 1, by: 0.05)) { time, _ in times.append(time) }
    }
    guard case .drawLimitExceeded = error else {
      Issue.record("expected too many draws, got \(String(describing: error))")
      return
    }
    #expect(times.count == 10, "\(times)")
    #expect(try renderer.pixels(of: root, at: 0.1).contains { $0 != 0 })
  }

  @Test(
    "What the body throws ends it; frames that nobody takes, and a renderer that goes, leave nothing waiting",
    arguments: RasterizerKind.allCases)
  func endings(kind: RasterizerKind) throws {
    let root = layer(0, 0, 64, 48, .red)
    for _ in 0..<20 {
      let renderer = try renderer(64, 48, by: kind, jobs: 4)
      var calls = 0
      #expect(throws: Stop.self) {
        try renderer.forEachFrame(of: root, at: (0..<50).map(Double.init)) { _, _ in
          calls += 1
          if calls == 3 { throw Stop() }
        }
      }
      #expect(calls == 3)
      _ = try renderer.begin(root, at: 99)
    }
  }

  @Test(
    "A renderer that goes on with another tree of as many commits draws that one", arguments: RasterizerKind.allCases)
  func otherTrees(kind: RasterizerKind) throws {
    let renderer = try renderer(8, 8, by: kind, jobs: 2)
    for value in 0..<40 {
      let root = CALayer()
      root.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
      root.backgroundColor = CGColor(srgbRed: CGFloat(value) / 255, green: 0, blue: 0, alpha: 1)
      try renderer.forEachFrame(of: root, at: [0, 1, 2]) { _, pixels in #expect(pixels[0] == UInt8(value)) }
    }
  }

  @Test("There are as many workers as are asked for, and as frames fit a quarter of the memory")
  func counts() throws {
    let frame = 1000 * 1000 * 4
    #expect(FrameWorkers.count(3, frameBytes: frame, within: .max) == 3)
    #expect(FrameWorkers.count(0, frameBytes: frame, within: .max) == 1)
    #expect(FrameWorkers.count(nil, frameBytes: frame, within: .max) == ProcessInfo.processInfo.activeProcessorCount)
    #expect(FrameWorkers.count(1000, frameBytes: 4, within: .max) == 64)
    #expect(FrameWorkers.count(16, frameBytes: frame, within: 4 * 5 * frame) == 4)
    #expect(FrameWorkers.count(16, frameBytes: frame, within: frame) == 1)
    #expect(try renderer(64, 48, jobs: 4).framesInFlight == 5)
    // Each worker's frame, and those that the device draws.
    #expect(try renderer(64, 48, by: .gl, jobs: 4).framesInFlight == 7)
    let one = try renderer(64, 48, jobs: 4) { $0.optimizations = DrawListBuilder.Options(without: [.ahead]) }
    #expect(one.jobs == 1)
    // Light frames are made without workers.
    for least in [0, Double.infinity] {
      let renderer = try renderer(64, 48, jobs: 4) { $0.leastWorkerMilliseconds = least }
      try renderer.forEachFrame(of: CALayer(), at: [0, 1, 2, 3]) { _, _ in }
      #expect((renderer.framesInFlight == 5) == (least == 0))
    }
  }
  @Test("Frames whose draws take much memory are made one at a time, or as many as fit a quarter of the limit")
  nonisolated func recordings() {
    for (limit, most) in [(400, 1), (800, 2), (1600, 4), (1 << 20, 8)] {
      let budget = FrameMemoryBudget(limit, workerCount: 8)
      let recording = Atomic(0)
      let largest = Atomic(0)
      @Sendable func record(_: Int) {
        var waited = 0.0
        budget.beginRecording(waited: &waited)
        let count = recording.add(1, ordering: .relaxed).newValue
        largest.max(count, ordering: .relaxed)
        Thread.sleep(forTimeInterval: 0.001)
        recording.subtract(1, ordering: .relaxed)
        budget.endRecording(100)
      }
      record(0)
      DispatchQueue.concurrentPerform(iterations: 40, execute: record)
      #expect(largest.load(ordering: .relaxed) <= most)
      #expect(budget.keeps(100) == (most == 8))
    }
  }
}
